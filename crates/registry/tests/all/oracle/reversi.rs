//! Reversi (Othello rules): a disc must enclose a straight run of enemy discs and turns all runs it encloses.
//!
//! Row 1 is the top row; x is Black and moves first. Without a turning move a side passes; when neither side has
//! one the game is over, even with empty cells left, and the greater number of discs wins.

use super::{Board, Cell, Options, Oracle, cells, count, other, rows_text, square};

/// The two positions of the lab report, top row first, x to move.
const LAB_SMALL: &str = "..x.x../.oxxo../oxoxx../.o.ooo./.xxoxox";
const LAB_LARGE: &str = "......../...x.x../..oxxo../.oxoxx../..o.ooo./..xxoxox/......../........";

const DIRECTIONS: [(isize, isize); 8] = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)];

pub(super) struct Reversi {
    board: Board,
    side: char,
}

impl Reversi {
    pub(super) fn start(options: &mut Options) -> Self {
        let board = if options.flag("lab-small") {
            LAB_SMALL.split('/').map(|row| row.chars().collect()).collect()
        } else if options.flag("lab-large") {
            LAB_LARGE.split('/').map(|row| row.chars().collect()).collect()
        } else {
            let (rows, columns) = options.size().unwrap_or((8, 8));
            let mut board = vec![vec!['.'; columns]; rows];
            // An odd side has two middles; the lab's program takes the one further up or left.
            let (lower, right) = (rows / 2, columns / 2);
            board[lower - 1][right - 1] = 'o';
            board[lower - 1][right] = 'x';
            board[lower][right - 1] = 'x';
            board[lower][right] = 'o';
            board
        };
        Reversi { board, side: 'x' }
    }

    /// What is on a cell; None off the board.
    fn at(&self, row: isize, column: isize) -> Option<char> {
        let row = self.board.get(usize::try_from(row).ok()?)?;
        row.get(usize::try_from(column).ok()?).copied()
    }

    /// All discs that turn when `side` plays on `cell`; none when it may not.
    fn turned(&self, side: char, cell: Cell) -> Vec<Cell> {
        let mut turned = vec![];
        if self.board[cell.0][cell.1] != '.' {
            return turned;
        }
        for (down, right) in DIRECTIONS {
            let mut run = vec![];
            let (mut row, mut column) = (cell.0 as isize + down, cell.1 as isize + right);
            while self.at(row, column) == Some(other(side)) {
                run.push((row as usize, column as usize));
                (row, column) = (row + down, column + right);
            }
            // The run counts only if an own disc closes it; the edge or an empty cell does not.
            if self.at(row, column) == Some(side) {
                turned.extend(run);
            }
        }
        turned
    }

    /// The cells on which `side` could play, were it its turn.
    fn places(&self, side: char) -> Vec<Cell> {
        let mut places = cells(&self.board);
        places.retain(|&cell| !self.turned(side, cell).is_empty());
        places
    }
}

impl Oracle for Reversi {
    fn moves(&self) -> Vec<String> {
        if self.outcome().is_some() {
            return vec![];
        }
        let places = self.places(self.side);
        if places.is_empty() { vec!["pass".into()] } else { places.into_iter().map(square).collect() }
    }

    fn play(&mut self, m: &str) {
        assert!(self.moves().iter().any(|legal| legal == m), "{m} is not legal in {}", self.text());
        // A pass is the name of no cell, so it changes nothing but the turn.
        for cell in self.places(self.side) {
            if square(cell) == m {
                for (row, column) in self.turned(self.side, cell) {
                    self.board[row][column] = self.side;
                }
                self.board[cell.0][cell.1] = self.side;
                break;
            }
        }
        self.side = other(self.side);
    }

    fn text(&self) -> String {
        format!("{} {}", rows_text(self.board.iter()), self.side)
    }

    fn outcome(&self) -> Option<(Option<char>, &'static str)> {
        if !self.places('x').is_empty() || !self.places('o').is_empty() {
            return None;
        }
        let (x, o) = (count(&self.board, 'x'), count(&self.board, 'o'));
        if x == o {
            return Some((None, "equal discs"));
        }
        Some((Some(if x > o { 'x' } else { 'o' }), "disc count"))
    }
}
