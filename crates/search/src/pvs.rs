//! Principal variation search, also known as NegaScout.
//!
//! If moves are well ordered the first one is the best, and of the others only that they are not better needs to be shown: a window of one
//! step does it with fewer nodes. When it turns out that one may be better after all, that one is searched again with the real window
//! (Marsland and Campbell: Parallel search of strongly ordered game trees, ACM Computing Surveys 14, 1982; Reinefeld: An improvement to the Scout tree
//! search algorithm, ICCA Journal 6, 1983).

use plyscope_core::cpu::Build;
use plyscope_core::{Game, Heuristic, Observer, Score};

use crate::clock::Stopped;
use crate::machine::{Algorithm, Frame, Machine};

/// Searches the first child with the full window and the others with the narrowest one first.
pub(crate) struct Pvs;

impl Algorithm for Pvs {
    #[inline(always)]
    fn child<G: Game, H: Heuristic<G>, O: Observer<G>, B: Build>(
        machine: &mut Machine<'_, G, H, O, B>,
        child: &G,
        m: G::Move,
        parent: Frame,
        is_first: bool,
    ) -> Result<Score, Stopped> {
        let Frame { alpha, beta, .. } = parent;
        let narrow = alpha.next();
        // A leaf has one value, whatever the window.
        let is_leaf = parent.depth == 1;
        let mut upper = if is_first || is_leaf { beta } else { narrow.min(beta) };
        loop {
            let score = machine.visit::<Pvs>(child, m, parent.child_with(alpha, upper))?.for_other_side();
            if upper == beta || score <= alpha || score >= beta {
                return Ok(score);
            }
            machine.counters.researches += 1;
            upper = beta;
        }
    }
}
