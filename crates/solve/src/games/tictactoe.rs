//! Tic-tac-toe: so small that nothing need be known.

use plyscope_core::Game;
use plyscope_games::{Outlook, TicTacToe};

use crate::Solvable;

impl Solvable for TicTacToe {
    type Image = ();

    fn symmetric_key(&self) -> (u64, ()) {
        (self.key(), ())
    }

    fn move_code(&self, _: u8, index: usize, (): ()) -> u16 {
        index as u16
    }

    fn outlook(&self) -> Outlook {
        Outlook::NOTHING
    }

    fn goes_to(m: u8, cell: u16) -> bool {
        u16::from(m) == cell
    }

    fn promise(&self, _: u8) -> i32 {
        0
    }
}
