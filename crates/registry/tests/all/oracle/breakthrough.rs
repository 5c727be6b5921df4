//! Breakthrough: pieces go one step ahead, straight or diagonally; only a diagonal step may capture.
//!
//! The first piece on the last row wins, and so does capturing everything. With `workers=3` ("three workers to
//! base") three pieces must be on the last row at the same time; a piece that is there stays there, and a side left
//! with fewer than three pieces has lost.

use super::{Board, Options, Oracle, Step, ahead, arrived, beside, cells, count, other, rows_text};

pub(super) struct Breakthrough {
    /// The bottom row first.
    board: Board,
    side: char,
    three_workers: bool,
}

impl Breakthrough {
    pub(super) fn start(options: &mut Options) -> Self {
        let (rows, columns) = options.size().unwrap_or((8, 8));
        let deep = match options.value("rows") {
            Some("1") => 1,
            Some("2") | None => 2,
            Some(value) => panic!("rows={value}"),
        };
        let three_workers = match options.value("workers") {
            Some("3") => true,
            None => false,
            Some(value) => panic!("workers={value}"),
        };
        assert!(rows >= 2 * deep && columns >= 2, "the board is too small");
        let mut board = vec![vec!['.'; columns]; rows];
        board[..deep].fill(vec!['x'; columns]);
        board[rows - deep..].fill(vec!['o'; columns]);
        Breakthrough { board, side: 'x', three_workers }
    }

    /// The moves of the side to move, were the game not over.
    fn steps(&self) -> Vec<Step> {
        let (board, side) = (&self.board, self.side);
        let mut steps = vec![];
        for from in cells(board) {
            let (row, column) = from;
            if board[row][column] != side {
                continue;
            }
            // There is nothing ahead of a worker on the last row: it stays.
            let Some(next) = ahead(board, side, row) else { continue };
            if board[next][column] == '.' {
                steps.push(Step { from, to: (next, column), taken: None });
            }
            for aside in beside(board, column) {
                let to = (next, aside);
                if board[next][aside] == '.' {
                    steps.push(Step { from, to, taken: None });
                } else if board[next][aside] == other(side) {
                    steps.push(Step { from, to, taken: Some(to) });
                }
            }
        }
        steps
    }

    fn legal(&self) -> Vec<Step> {
        if self.outcome().is_some() { vec![] } else { self.steps() }
    }
}

impl Oracle for Breakthrough {
    fn moves(&self) -> Vec<String> {
        self.legal().iter().map(Step::text).collect()
    }

    fn play(&mut self, m: &str) {
        let found = self.legal().into_iter().find(|step| step.text() == m);
        let Some(step) = found else { panic!("{m} is not legal in {}", self.text()) };
        step.carry_out(&mut self.board);
        self.side = other(self.side);
    }

    fn text(&self) -> String {
        format!("{} {}", rows_text(self.board.iter().rev()), self.side)
    }

    fn outcome(&self) -> Option<(Option<char>, &'static str)> {
        let (side, rival) = (self.side, other(self.side));
        if !self.three_workers {
            for player in ['x', 'o'] {
                if arrived(&self.board, player) > 0 {
                    return Some((Some(player), "last row"));
                }
            }
            // A side with pieces always has a move: the cell diagonally ahead of its foremost piece is empty or
            // the enemy's.
            return (count(&self.board, side) == 0).then_some((Some(rival), "all captured"));
        }
        // The third worker may arrive by the very capture that leaves the other side with two: arriving counts.
        for player in ['x', 'o'] {
            if arrived(&self.board, player) >= 3 {
                return Some((Some(player), "three workers"));
            }
        }
        // Only the side to move can just have lost a piece, so it is asked first.
        for player in [side, rival] {
            if count(&self.board, player) < 3 {
                return Some((Some(other(player)), "too few workers"));
            }
        }
        // Here the foremost pieces may be at their goal and block the others.
        self.steps().is_empty().then_some((Some(rival), "no move"))
    }
}
