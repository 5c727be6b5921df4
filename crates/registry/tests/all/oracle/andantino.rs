//! Andantino: stones on a hexagonal board; five in a line wins, and so does a ring around an enemy stone.
//!
//! A cell has a number (its row in the text) and a letter; on a board of side N it exists if the two differ by at
//! most N-1. Side 3, with the centre c3:
//!
//! ```text
//! 1    a b c            The neighbours of a cell are the next and the last letter, the next and the last
//! 2   a b c d           number, and the two cells where number and letter both go up or both go down.
//! 3  a b c d e          So the three directions of lines are: same number, same letter, same difference.
//! 4   b c d e
//! 5    c d e
//! ```

use super::{Board, Cell, Options, Oracle, cells, count, other, square};

/// One step along each of the three lines, as (number, letter).
const LINES: [(isize, isize); 3] = [(0, 1), (1, 0), (1, 1)];

pub(super) struct Andantino {
    /// `board[number - 1][letter - 1]`, a square whose cells off the hexagon are ' '.
    board: Board,
    side: char,
    free_first_stone: bool,
    suicide_loses: bool,
    edge_wall: bool,
}

impl Andantino {
    pub(super) fn start(options: &mut Options) -> Self {
        let n: usize = options.take(|word| word.parse().ok()).unwrap_or(10);
        let free_first_stone = match options.value("first-stone") {
            Some("free") => true,
            Some("centre") | None => false,
            Some(value) => panic!("first-stone={value}"),
        };
        let suicide_loses = match options.value("suicide") {
            Some("ignore") => false,
            Some("loss") | None => true,
            Some(value) => panic!("suicide={value}"),
        };
        let edge_wall = options.flag("edge-wall");
        let mut board = vec![vec![' '; 2 * n - 1]; 2 * n - 1];
        for (number, letter) in cells(&board) {
            if number.abs_diff(letter) < n {
                board[number][letter] = '.';
            }
        }
        Andantino { board, side: 'x', free_first_stone, suicide_loses, edge_wall }
    }

    fn at(&self, (number, letter): Cell) -> char {
        self.board[number][letter]
    }

    /// All cells of the hexagon.
    fn hexagon(&self) -> Vec<Cell> {
        cells(&self.board).into_iter().filter(|&cell| self.at(cell) != ' ').collect()
    }

    /// The cell one step further; None off the board.
    fn step(&self, (number, letter): Cell, (up, right): (isize, isize)) -> Option<Cell> {
        let cell = (number.checked_add_signed(up)?, letter.checked_add_signed(right)?);
        let found = *self.board.get(cell.0)?.get(cell.1)?;
        (found != ' ').then_some(cell)
    }

    fn neighbours(&self, cell: Cell) -> Vec<Cell> {
        let forth = LINES.iter().filter_map(|&step| self.step(cell, step));
        let back = LINES.iter().filter_map(|&(up, right)| self.step(cell, (-up, -right)));
        forth.chain(back).collect()
    }

    fn is_border(&self, cell: Cell) -> bool {
        self.neighbours(cell).len() < 6
    }

    /// Whether `side` has five stones or more in a line.
    fn has_line(&self, side: char) -> bool {
        let five = |start: Cell, step: (isize, isize)| {
            let mut cell = Some(start);
            for _ in 0..5 {
                let Some(here) = cell.filter(|&here| self.at(here) == side) else { return false };
                cell = self.step(here, step);
            }
            true
        };
        // Six or more contain a five, so asking every cell whether a five starts there is enough.
        self.hexagon().into_iter().any(|start| LINES.iter().any(|&step| five(start, step)))
    }

    /// The connected regions of the cells that are not stones of `owner`: its enemy's stones and the empty cells.
    fn regions(&self, owner: char) -> Vec<Vec<Cell>> {
        let mut regions: Vec<Vec<Cell>> = vec![];
        for start in self.hexagon() {
            if self.at(start) == owner || regions.iter().any(|region| region.contains(&start)) {
                continue;
            }
            let mut region = vec![start];
            let mut done = 0;
            while done < region.len() {
                for cell in self.neighbours(region[done]) {
                    if self.at(cell) != owner && !region.contains(&cell) {
                        region.push(cell);
                    }
                }
                done += 1;
            }
            regions.push(region);
        }
        regions
    }

    /// Whether `owner` has enclosed an enemy stone.
    fn encloses(&self, owner: char) -> bool {
        let regions = self.regions(owner);
        let largest = regions.iter().map(Vec::len).max().unwrap_or(0);
        regions.iter().any(|region| {
            let ringed = !region.iter().any(|&cell| self.is_border(cell));
            // Where the edge is a wall, the outside is the largest region and every smaller one is inside.
            let walled = self.edge_wall && region.len() < largest;
            (ringed || walled) && region.iter().any(|&cell| self.at(cell) == other(owner))
        })
    }

    fn legal(&self) -> Vec<Cell> {
        if self.outcome().is_some() {
            return vec![];
        }
        let stones = count(&self.board, 'x') + count(&self.board, 'o');
        let middle = self.board.len() / 2;
        let mut legal = self.hexagon();
        legal.retain(|&cell| {
            let touched = self.neighbours(cell).into_iter().filter(|&near| self.at(near) != '.').count();
            self.at(cell) == '.'
                && match stones {
                    0 => self.free_first_stone || cell == (middle, middle),
                    1 => touched >= 1,
                    _ => touched >= 2,
                }
        });
        legal
    }
}

impl Oracle for Andantino {
    fn moves(&self) -> Vec<String> {
        self.legal().into_iter().map(square).collect()
    }

    fn play(&mut self, m: &str) {
        let found = self.legal().into_iter().find(|&cell| square(cell) == m);
        let Some((number, letter)) = found else { panic!("{m} is not legal in {}", self.text()) };
        self.board[number][letter] = self.side;
        self.side = other(self.side);
    }

    fn text(&self) -> String {
        let row = |cells: &Vec<char>| cells.iter().filter(|&&cell| cell != ' ').collect::<String>();
        let rows: Vec<String> = self.board.iter().map(row).collect();
        format!("{} {}", rows.join("/"), self.side)
    }

    fn outcome(&self) -> Option<(Option<char>, &'static str)> {
        let (mover, rival) = (other(self.side), self.side);
        if self.has_line(mover) {
            return Some((Some(mover), "line"));
        }
        if self.encloses(mover) {
            return Some((Some(mover), "enclosure"));
        }
        // The rival would have won with its own last move if the stone inside had been there already: so the
        // stone is the one just played.
        if self.suicide_loses && self.encloses(rival) {
            return Some((Some(rival), "suicide"));
        }
        (count(&self.board, '.') == 0).then_some((None, "full board"))
    }
}
