//! The Pawn Game (m x n Hexapawn): pawns step straight ahead onto empty cells and capture diagonally ahead.
//!
//! A pawn on the last row wins; a side that is to move and cannot has lost. There are no passes and no draws.
//! `classic` puts the pawns on the second rows and lets them go two steps from there, as in chess; `en-passant`
//! lets a pawn that stands next to the end of such a double step capture as if it had been a single one.

use super::{Board, Cell, Options, Oracle, Step, ahead, arrived, beside, cells, count, other, rows_text, square};

pub(super) struct Pawn {
    /// The bottom row first.
    board: Board,
    side: char,
    classic: bool,
    en_passant: bool,
    /// The cell that the last move jumped over, with `en_passant` only.
    jumped: Option<Cell>,
}

impl Pawn {
    pub(super) fn start(options: &mut Options) -> Self {
        let classic = options.flag("classic");
        let en_passant = options.flag("en-passant");
        assert!(classic || !en_passant, "without double steps there is nothing to capture en passant");
        let (rows, columns) = options.size().unwrap_or(if classic { (8, 8) } else { (4, 4) });
        assert!(rows >= if classic { 4 } else { 3 }, "the two rows of pawns would not fit");
        let mut board = vec![vec!['.'; columns]; rows];
        board[home('x', rows, classic)].fill('x');
        board[home('o', rows, classic)].fill('o');
        Pawn { board, side: 'x', classic, en_passant, jumped: None }
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
            let Some(next) = ahead(board, side, row) else { continue };
            if board[next][column] == '.' {
                steps.push(Step { from, to: (next, column), taken: None });
                // The way of a double step must be empty all along.
                if self.classic
                    && row == home(side, board.len(), true)
                    && let Some(far) = ahead(board, side, next)
                    && board[far][column] == '.'
                {
                    steps.push(Step { from, to: (far, column), taken: None });
                }
            }
            for aside in beside(board, column) {
                let to = (next, aside);
                if board[next][aside] == other(side) {
                    steps.push(Step { from, to, taken: Some(to) });
                } else if self.jumped == Some(to) {
                    // The pawn that jumped over `to` stands next to the one that captures it.
                    steps.push(Step { from, to, taken: Some((row, aside)) });
                }
            }
        }
        steps
    }

    fn legal(&self) -> Vec<Step> {
        if self.outcome().is_some() { vec![] } else { self.steps() }
    }
}

/// The row on which the pawns of `side` start.
fn home(side: char, rows: usize, classic: bool) -> usize {
    let from_the_edge = usize::from(classic);
    if side == 'x' { from_the_edge } else { rows - 1 - from_the_edge }
}

impl Oracle for Pawn {
    fn moves(&self) -> Vec<String> {
        self.legal().iter().map(Step::text).collect()
    }

    fn play(&mut self, m: &str) {
        let found = self.legal().into_iter().find(|step| step.text() == m);
        let Some(step) = found else { panic!("{m} is not legal in {}", self.text()) };
        step.carry_out(&mut self.board);
        let double = step.from.0.abs_diff(step.to.0) == 2;
        let between = ((step.from.0 + step.to.0) / 2, step.from.1);
        self.jumped = (self.en_passant && double).then_some(between);
        self.side = other(self.side);
    }

    fn text(&self) -> String {
        let text = format!("{} {}", rows_text(self.board.iter().rev()), self.side);
        // The cell jumped over belongs to the position only if it makes a difference to it.
        let passing = self.legal().into_iter().find(|step| step.taken.is_some_and(|taken| taken != step.to));
        match passing {
            Some(step) => format!("{text} {}", square(step.to)),
            None => text,
        }
    }

    fn outcome(&self) -> Option<(Option<char>, &'static str)> {
        for side in ['x', 'o'] {
            if arrived(&self.board, side) > 0 {
                return Some((Some(side), "last row"));
            }
        }
        let winner = Some(other(self.side));
        if count(&self.board, self.side) == 0 {
            return Some((winner, "all captured"));
        }
        self.steps().is_empty().then_some((winner, "no move"))
    }
}
