//! Tic-tac-toe: features and heuristics.

use plyscope_core::Side;
use plyscope_games::TicTacToe;

use crate::named::{Feature, Judged, Named};

/// What can be measured.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TicTacToeFeature {
    /// Whose turn it is.
    Turn,
}

impl Judged for TicTacToe {
    type Feature = TicTacToeFeature;

    const FEATURES: &'static [Feature<TicTacToeFeature>] = &[Feature {
        id: TicTacToeFeature::Turn,
        name: "turn",
        unit: "0 or 1",
        meaning: "1 for the side to move, 0 for the other",
    }];

    #[inline(always)]
    fn measure(&self, feature: TicTacToeFeature, side: Side) -> f64 {
        use plyscope_core::Game;
        match feature {
            TicTacToeFeature::Turn => f64::from(u8::from(self.side_to_move() == side)),
        }
    }

    fn heuristics() -> Vec<Named<Self>> {
        vec![Named::formula("dummy", "127 for every position", &[], "127")]
    }
}
