//! Pawned: features and heuristics.

mod checkmate;

use plyscope_core::{Game, Side};
use plyscope_heuristics::{Feature, Judged, Named, PackedModel};

use crate::pawns::sets::n_moves;
use crate::pawns::strong::{self, Strong};
use crate::pawns::{features, seen_as_pawns};
use crate::{Pawned, Word};
use checkmate::Checkmate;

/// What `plyscope learn` found; docs/heuristics/learning.md has the commands.
static MODELS: [PackedModel; 1] = [PackedModel::embedded(include_bytes!("../../../models/pawned-8x8.heuristic"))];

fn fitted<W: Word>() -> Named<Pawned<W>> {
    Named::rule::<Strong>("fitted", "races, material, safe steps and who runs out of them", strong::PAWNED)
}

impl<W: Word> Judged for Pawned<W> {
    const FEATURES: &'static [Feature] = features::FEATURES;

    #[inline(always)]
    fn measure(&self, feature: usize, side: Side) -> f64 {
        let (us, them) = (self.camp(side), self.camp(!side));
        features::measure(feature, us, them, self.side_to_move() == side, || n_moves(&us))
    }

    seen_as_pawns!();

    fn heuristics() -> Vec<Named<Self>> {
        vec![
            Named::learnt("strong", "patterns learnt from games on 8x8; fitted on other boards", &MODELS, fitted()),
            fitted(),
            Named::formula("pawned", "the paper's: pieces, rows advanced and moves", &[], "2*pieces+steps+mobility"),
            Named::formula("pawned-example", "what the paper's printed tree used: no moves", &[], "2*pieces+steps"),
            Named::rule::<Checkmate>("pawned-checkmate", "pawned, unless a side has a free run to the goal", &[]),
            Named::formula("material", "pieces", &[], "pieces"),
            Named::formula("dummy", "0 for every position", &[], "0"),
        ]
    }
}
