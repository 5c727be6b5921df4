//! Reversi: features and heuristics.

use plyscope_core::{Game, Side};
use plyscope_games::Reversi;

use crate::named::{Feature, Judged, Named};

/// What can be measured.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ReversiFeature {
    /// Discs.
    Discs,
    /// Places to move to.
    Mobility,
    /// Corners.
    Corners,
    /// Whose turn it is.
    Turn,
}

impl Judged for Reversi {
    type Feature = ReversiFeature;

    const FEATURES: &'static [Feature<ReversiFeature>] = &[
        Feature { id: ReversiFeature::Discs, name: "discs", unit: "discs", meaning: "discs of this side on the board" },
        Feature {
            id: ReversiFeature::Mobility,
            name: "mobility",
            unit: "moves",
            meaning: "places where this side could move if it were its turn",
        },
        Feature { id: ReversiFeature::Corners, name: "corners", unit: "corners", meaning: "corners this side holds" },
        Feature {
            id: ReversiFeature::Turn,
            name: "turn",
            unit: "0 or 1",
            meaning: "1 for the side to move, 0 for the other",
        },
    ];

    #[inline(always)]
    fn measure(&self, feature: ReversiFeature, side: Side) -> f64 {
        f64::from(match feature {
            ReversiFeature::Discs => self.n_discs(side),
            ReversiFeature::Mobility => self.mobility(side),
            ReversiFeature::Corners => self.corners(side),
            ReversiFeature::Turn => u32::from(self.side_to_move() == side),
        })
    }

    fn heuristics() -> Vec<Named<Self>> {
        vec![
            Named::formula("strong", "places to move to, and 10 for each corner", &[], "mobility+10*corners"),
            Named::formula("discs", "discs", &[], "discs"),
            Named::formula("dummy", "127 for every position", &[], "127"),
        ]
    }
}
