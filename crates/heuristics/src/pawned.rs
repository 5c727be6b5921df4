//! Pawned: features and heuristics.

use plyscope_core::{Game, Side};
use plyscope_games::{Armies, Pawned, Word};

use crate::named::{Feature, Judged, Named};

/// What can be measured.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PawnedFeature {
    /// Pieces.
    Pieces,
    /// Rows advanced.
    Steps,
    /// Whose turn it is.
    Turn,
}

impl<W: Word> Judged for Pawned<W> {
    type Feature = PawnedFeature;

    const FEATURES: &'static [Feature<PawnedFeature>] = &[
        Feature { id: PawnedFeature::Pieces, name: "pieces", unit: "pieces", meaning: "pieces of this side" },
        Feature {
            id: PawnedFeature::Steps,
            name: "steps",
            unit: "rows",
            meaning: "rows between this side's pieces and its own edge, all together",
        },
        Feature {
            id: PawnedFeature::Turn,
            name: "turn",
            unit: "0 or 1",
            meaning: "1 for the side to move, 0 for the other",
        },
    ];

    #[inline(always)]
    fn measure(&self, feature: PawnedFeature, side: Side) -> f64 {
        f64::from(match feature {
            PawnedFeature::Pieces => self.n_pieces(side),
            PawnedFeature::Steps => self.n_steps(side),
            PawnedFeature::Turn => u32::from(self.side_to_move() == side),
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
