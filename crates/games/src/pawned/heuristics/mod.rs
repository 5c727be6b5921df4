//! Pawned: features and heuristics.

mod checkmate;

use plyscope_core::{Game, Side};
use plyscope_heuristics::{Feature, Judged, Named};

use crate::pawns::features;
use crate::pawns::sets::n_moves;
use crate::pawns::strong::{self, Strong};
use crate::{Pawned, Word};
use checkmate::Checkmate;

impl<W: Word> Judged for Pawned<W> {
    const FEATURES: &'static [Feature] = features::FEATURES;

    #[inline(always)]
    fn measure(&self, feature: usize, side: Side) -> f64 {
        let (us, them) = (self.camp(side), self.camp(!side));
        features::measure(feature, us, them, self.side_to_move() == side, || n_moves(&us))
    }

    fn heuristics() -> Vec<Named<Self>> {
        vec![
            Named::rule::<Strong>("strong", "races, material, safe steps and who runs out of them", strong::PAWNED),
            Named::formula("pawned", "the paper's: pieces, rows advanced and moves", &[], "2*pieces+steps+mobility"),
            Named::formula("pawned-example", "what the paper's printed tree used: no moves", &[], "2*pieces+steps"),
            Named::rule::<Checkmate>("pawned-checkmate", "pawned, unless a side has a free run to the goal", &[]),
            Named::formula("material", "pieces", &[], "pieces"),
            Named::formula("dummy", "0 for every position", &[], "0"),
        ]
    }
}
