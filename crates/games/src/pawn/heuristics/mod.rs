//! The Pawn Game: features and heuristics.

mod thesis;

use plyscope_core::{Choice, Game, Side};
use plyscope_heuristics::{Feature, Judged, Named, PackedModel};

use crate::pawns::strong::{self, Strong};
use crate::pawns::{features, seen_as_pawns};
use crate::{Pawn, Word};
use thesis::{Advanced, Prose, Published, Simple};

/// Whom the thesis takes for Yellow.
const VIEW: &[Choice] = &[Choice {
    name: "view",
    values: &["first", "own"],
    default: "first",
    meaning: "who is Yellow: the first player, or the side that evaluates, as in the thesis' matches",
}];

/// What `plyscope learn` found; docs/heuristics/learning.md has the commands.
static MODELS: [PackedModel; 1] = [PackedModel::embedded(include_bytes!("../../../models/pawn-8x8.heuristic"))];

fn fitted<W: Word>() -> Named<Pawn<W>> {
    Named::rule::<Strong>("fitted", "races, material, safe steps and who runs out of them", strong::PAWN)
}

impl<W: Word> Judged for Pawn<W> {
    const FEATURES: &'static [Feature] = features::FEATURES;

    #[inline(always)]
    fn measure(&self, feature: usize, side: Side) -> f64 {
        let is_mover = self.side_to_move() == side;
        features::measure(feature, self.camp(side), self.camp(!side), is_mover, || self.n_moves(side))
    }

    seen_as_pawns!(rules);

    fn heuristics() -> Vec<Named<Self>> {
        vec![
            Named::learnt("strong", "patterns learnt from games on 8x8; fitted on other boards", &MODELS, fitted()),
            fitted(),
            Named::formula("material", "pieces", &[], "pieces"),
            Named::rule::<Prose<Simple>>(
                "thesis-simple",
                "the thesis' simple utility: (n+1)*|n|, where n is the lead in pawns",
                VIEW,
            ),
            Named::rule::<Prose<Advanced>>(
                "thesis-advanced",
                "the thesis' advanced utility: rows to go, pawns, distances",
                VIEW,
            ),
            Named::rule::<Published<Simple>>(
                "published-thesis-simple",
                "thesis-simple times turn, as its program computed it",
                VIEW,
            ),
            Named::rule::<Published<Advanced>>(
                "published-thesis-advanced",
                "thesis-advanced times turn, as its program computed it",
                VIEW,
            ),
            Named::formula("dummy", "0 for every position", &[], "0"),
        ]
    }
}
