//! Andantino: features and heuristics.

use plyscope_core::{Game, Side};
use plyscope_games::Andantino;

use crate::named::{Feature, Judged, Named};

/// What can be measured.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum AndantinoFeature {
    /// The longest line.
    Line,
    /// Whose turn it is.
    Turn,
}

impl Judged for Andantino {
    type Feature = AndantinoFeature;

    const FEATURES: &'static [Feature<AndantinoFeature>] = &[
        Feature {
            id: AndantinoFeature::Line,
            name: "longest_line",
            unit: "stones",
            meaning: "stones in this side's longest row",
        },
        Feature {
            id: AndantinoFeature::Turn,
            name: "turn",
            unit: "0 or 1",
            meaning: "1 for the side to move, 0 for the other",
        },
    ];

    #[inline(always)]
    fn measure(&self, feature: AndantinoFeature, side: Side) -> f64 {
        f64::from(match feature {
            AndantinoFeature::Line => self.longest_line(side),
            AndantinoFeature::Turn => u32::from(self.side_to_move() == side),
        })
    }

    fn heuristics() -> Vec<Named<Self>> {
        vec![
            Named::formula("strong", "length of the longest row of stones", &[], "longest_line"),
            Named::formula("dummy", "0 for every position", &[], "0"),
        ]
    }
}
