//! Tic-tac-toe: three in a row on a 3x3 board; a full board without a row is a draw.
//!
//! Row 1 is the top row, `a1` the upper left cell; x moves first.

use super::{Board, Cell, Options, Oracle, cells, count, other, rows_text, square};

/// The eight rows of three: across, down, and the two diagonals.
const LINES: [[Cell; 3]; 8] = [
    [(0, 0), (0, 1), (0, 2)],
    [(1, 0), (1, 1), (1, 2)],
    [(2, 0), (2, 1), (2, 2)],
    [(0, 0), (1, 0), (2, 0)],
    [(0, 1), (1, 1), (2, 1)],
    [(0, 2), (1, 2), (2, 2)],
    [(0, 0), (1, 1), (2, 2)],
    [(0, 2), (1, 1), (2, 0)],
];

pub(super) struct TicTacToe {
    board: Board,
    side: char,
}

impl TicTacToe {
    pub(super) fn start(options: &mut Options) -> Self {
        let size = options.size().unwrap_or((3, 3));
        assert_eq!(size, (3, 3), "there is no other size");
        TicTacToe { board: vec![vec!['.'; 3]; 3], side: 'x' }
    }

    fn has_line(&self, side: char) -> bool {
        LINES.iter().any(|line| line.iter().all(|&(row, column)| self.board[row][column] == side))
    }

    fn legal(&self) -> Vec<Cell> {
        if self.outcome().is_some() {
            return vec![];
        }
        let mut legal = cells(&self.board);
        legal.retain(|&(row, column)| self.board[row][column] == '.');
        legal
    }
}

impl Oracle for TicTacToe {
    fn moves(&self) -> Vec<String> {
        self.legal().into_iter().map(square).collect()
    }

    fn play(&mut self, m: &str) {
        let found = self.legal().into_iter().find(|&cell| square(cell) == m);
        let Some((row, column)) = found else { panic!("{m} is not legal in {}", self.text()) };
        self.board[row][column] = self.side;
        self.side = other(self.side);
    }

    fn text(&self) -> String {
        format!("{} {}", rows_text(self.board.iter()), self.side)
    }

    fn outcome(&self) -> Option<(Option<char>, &'static str)> {
        for side in ['x', 'o'] {
            if self.has_line(side) {
                return Some((Some(side), "line"));
            }
        }
        // Only after the lines: the ninth stone may still win.
        (count(&self.board, '.') == 0).then_some((None, "full board"))
    }
}
