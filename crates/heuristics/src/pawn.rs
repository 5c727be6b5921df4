//! The Pawn Game: features and heuristics.

use plyscope_core::{Game, Side};
use plyscope_games::{Armies, Pawn, Word};

use crate::named::{Feature, Judged, Named};

/// What can be measured.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PawnFeature {
    /// Pieces.
    Pieces,
    /// Rows advanced.
    Steps,
    /// Whose turn it is.
    Turn,
}

impl<W: Word> Judged for Pawn<W> {
    type Feature = PawnFeature;

    const FEATURES: &'static [Feature<PawnFeature>] = &[
        Feature { id: PawnFeature::Pieces, name: "pieces", unit: "pieces", meaning: "pieces of this side" },
        Feature {
            id: PawnFeature::Steps,
            name: "steps",
            unit: "rows",
            meaning: "rows between this side's pieces and its own edge, all together",
        },
        Feature {
            id: PawnFeature::Turn,
            name: "turn",
            unit: "0 or 1",
            meaning: "1 for the side to move, 0 for the other",
        },
    ];

    #[inline(always)]
    fn measure(&self, feature: PawnFeature, side: Side) -> f64 {
        f64::from(match feature {
            PawnFeature::Pieces => self.n_pieces(side),
            PawnFeature::Steps => self.n_steps(side),
            PawnFeature::Turn => u32::from(self.side_to_move() == side),
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
