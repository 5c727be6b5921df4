//! Pawned: the pawns of the Pawn Game, but a side that cannot move passes.
//!
//! A pawn on the last row wins. When neither side can move, the side with more pawns wins, and equal numbers are a
//! stalemate. A side without pawns has not lost yet: it passes until the other arrives or is stuck.

use super::{Board, Options, Oracle, Step, ahead, arrived, beside, cells, count, other, rows_text};

pub(super) struct Pawned {
    /// The bottom row first.
    board: Board,
    side: char,
}

impl Pawned {
    pub(super) fn start(options: &mut Options) -> Self {
        let (rows, columns) = options.size().unwrap_or((6, 6));
        assert!(rows >= 3, "the pawns would stand face to face");
        let mut board = vec![vec!['.'; columns]; rows];
        board[0].fill('x');
        board[rows - 1].fill('o');
        Pawned { board, side: 'x' }
    }

    /// The moves of `side`, were it its turn and the game not over.
    fn steps(&self, side: char) -> Vec<Step> {
        let board = &self.board;
        let mut steps = vec![];
        for from in cells(board) {
            let (row, column) = from;
            if board[row][column] != side {
                continue;
            }
            let Some(next) = ahead(board, side, row) else { continue };
            if board[next][column] == '.' {
                steps.push(Step { from, to: (next, column), taken: None });
            }
            for aside in beside(board, column) {
                if board[next][aside] == other(side) {
                    let to = (next, aside);
                    steps.push(Step { from, to, taken: Some(to) });
                }
            }
        }
        steps
    }
}

impl Oracle for Pawned {
    fn moves(&self) -> Vec<String> {
        if self.outcome().is_some() {
            return vec![];
        }
        let steps = self.steps(self.side);
        if steps.is_empty() { vec!["pass".into()] } else { steps.iter().map(Step::text).collect() }
    }

    fn play(&mut self, m: &str) {
        assert!(self.moves().iter().any(|legal| legal == m), "{m} is not legal in {}", self.text());
        // A pass is the text of no step, so it changes nothing but the turn.
        let found = self.steps(self.side).into_iter().find(|step| step.text() == m);
        if let Some(step) = found {
            step.carry_out(&mut self.board);
        }
        self.side = other(self.side);
    }

    fn text(&self) -> String {
        format!("{} {}", rows_text(self.board.iter().rev()), self.side)
    }

    fn outcome(&self) -> Option<(Option<char>, &'static str)> {
        for side in ['x', 'o'] {
            if arrived(&self.board, side) > 0 {
                return Some((Some(side), "last row"));
            }
        }
        if !self.steps('x').is_empty() || !self.steps('o').is_empty() {
            return None;
        }
        let (x, o) = (count(&self.board, 'x'), count(&self.board, 'o'));
        if x == o {
            return Some((None, "stalemate"));
        }
        Some((Some(if x > o { 'x' } else { 'o' }), "more pieces"))
    }
}
