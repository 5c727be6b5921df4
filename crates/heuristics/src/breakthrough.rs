//! Breakthrough: features and heuristics.

use plyscope_core::{Game, Side};
use plyscope_games::{Armies, Breakthrough, Word};

use crate::named::{Feature, Judged, Named};

/// What can be measured.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum BreakthroughFeature {
    /// Pieces.
    Pieces,
    /// Rows advanced.
    Steps,
    /// Whose turn it is.
    Turn,
}

impl<W: Word> Judged for Breakthrough<W> {
    type Feature = BreakthroughFeature;

    const FEATURES: &'static [Feature<BreakthroughFeature>] = &[
        Feature { id: BreakthroughFeature::Pieces, name: "pieces", unit: "pieces", meaning: "pieces of this side" },
        Feature {
            id: BreakthroughFeature::Steps,
            name: "steps",
            unit: "rows",
            meaning: "rows between this side's pieces and its own edge, all together",
        },
        Feature {
            id: BreakthroughFeature::Turn,
            name: "turn",
            unit: "0 or 1",
            meaning: "1 for the side to move, 0 for the other",
        },
    ];

    #[inline(always)]
    fn measure(&self, feature: BreakthroughFeature, side: Side) -> f64 {
        f64::from(match feature {
            BreakthroughFeature::Pieces => self.n_pieces(side),
            BreakthroughFeature::Steps => self.n_steps(side),
            BreakthroughFeature::Turn => u32::from(self.side_to_move() == side),
        })
    }

    fn heuristics() -> Vec<Named<Self>> {
        vec![
            Named::formula("strong", "10 for each piece, 1 for each row advanced", &[], "10*pieces+steps"),
            Named::formula("material", "pieces", &[], "pieces"),
            Named::formula("dummy", "0 for every position", &[], "0"),
        ]
    }
}
