//! Pawned: features and heuristics.

mod checkmate;

use plyscope_core::{Game, Side};
use plyscope_games::{Pawned, Word};

use crate::named::{Feature, Judged, Named};
use crate::pawns::strong::{self, Strong};
use crate::pawns::{self, PawnsFeature};
use checkmate::Checkmate;

impl<W: Word> Judged for Pawned<W> {
    type Feature = PawnsFeature;

    const FEATURES: &'static [Feature<PawnsFeature>] = pawns::FEATURES;

    #[inline(always)]
    fn measure(&self, feature: PawnsFeature, side: Side) -> f64 {
        let (us, them) = (self.camp(side), self.camp(!side));
        pawns::measure(feature, us, them, self.side_to_move() == side, || pawns::n_moves(&us))
    }

    fn heuristics() -> Vec<Named<Self>> {
        vec![
            Named::rule::<Strong>("strong", "races, material, safe steps and who runs out of them", strong::PAWNED),
            Named::formula("pawned", "the paper's: pieces, rows advanced and moves", &[], "2*pieces+steps+mobility"),
            Named::formula("pawned-example", "what the paper's printed tree used: no moves", &[], "2*pieces+steps"),
            Named::rule::<Checkmate>("pawned-checkmate", "pawned, unless a side is free to run to the goal", &[]),
            Named::formula("material", "pieces", &[], "pieces"),
            Named::formula("dummy", "0 for every position", &[], "0"),
        ]
    }
}
