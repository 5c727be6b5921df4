//! Connect Four: a stone dropped into a column comes to rest on the highest stone there, or on the floor.
//!
//! Four of one colour in a row, a column or a diagonal win; a full board without them is a draw. A move is named by its
//! column; x moves first.

use super::{Board, Options, Oracle, count, other, rows_text, square};

pub(super) struct Connect4 {
    /// The bottom row first.
    board: Board,
    side: char,
}

impl Connect4 {
    pub(super) fn start(options: &mut Options) -> Self {
        let (rows, columns) = options.size().unwrap_or((6, 7));
        Connect4 { board: vec![vec!['.'; columns]; rows], side: 'x' }
    }

    /// The letter of a column: that of its lowest cell without the number.
    fn letter(column: usize) -> String {
        square((0, column)).trim_end_matches('1').to_owned()
    }

    /// The number of stones of `side` in a row from a cell on, in steps of these rows and columns.
    fn run(&self, side: char, (mut row, mut column): (isize, isize), (up, right): (isize, isize)) -> usize {
        let mut stones = 0;
        while let Some(line) = usize::try_from(row).ok().and_then(|row| self.board.get(row)) {
            let cell = usize::try_from(column).ok().and_then(|column| line.get(column));
            if cell != Some(&side) {
                break;
            }
            stones += 1;
            row += up;
            column += right;
        }
        stones
    }

    fn has_four(&self, side: char) -> bool {
        for row in 0..self.board.len() as isize {
            for column in 0..self.board[0].len() as isize {
                for way in [(0, 1), (1, 0), (1, 1), (-1, 1)] {
                    if self.run(side, (row, column), way) >= 4 {
                        return true;
                    }
                }
            }
        }
        false
    }

    /// The columns with room, unless the game is over.
    fn open(&self) -> Vec<usize> {
        if self.outcome().is_some() {
            return vec![];
        }
        let top = &self.board[self.board.len() - 1];
        (0..top.len()).filter(|&column| top[column] == '.').collect()
    }
}

impl Oracle for Connect4 {
    fn moves(&self) -> Vec<String> {
        self.open().into_iter().map(Connect4::letter).collect()
    }

    fn play(&mut self, m: &str) {
        let found = self.open().into_iter().find(|&column| Connect4::letter(column) == m);
        let Some(column) = found else { panic!("{m} is not legal in {}", self.text()) };
        let mut row = self.board.len();
        while row > 0 && self.board[row - 1][column] == '.' {
            row -= 1;
        }
        self.board[row][column] = self.side;
        self.side = other(self.side);
    }

    fn text(&self) -> String {
        format!("{} {}", rows_text(self.board.iter().rev()), self.side)
    }

    fn outcome(&self) -> Option<(Option<char>, &'static str)> {
        for side in ['x', 'o'] {
            if self.has_four(side) {
                return Some((Some(side), "line"));
            }
        }
        (count(&self.board, '.') == 0).then_some((None, "full board"))
    }
}
