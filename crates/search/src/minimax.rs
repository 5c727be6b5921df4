//! Plain minimax: every move of every position down to the horizon. Slow, and the measure of all other searches.

use plyscope_core::cpu::Build;
use plyscope_core::{Game, Heuristic, Observer, Score};

use crate::clock::Stopped;
use crate::machine::{Algorithm, Frame, Machine};

/// Searches every child with a window that nothing is outside of.
pub(crate) struct Minimax;

impl Algorithm for Minimax {
    #[inline(always)]
    fn child<G: Game, H: Heuristic<G>, O: Observer<G>, B: Build>(
        machine: &mut Machine<'_, G, H, O, B>,
        child: &G,
        m: G::Move,
        parent: Frame,
        _is_first: bool,
    ) -> Result<Score, Stopped> {
        let frame = parent.child_with(Score::MIN, Score::MAX);
        Ok(machine.visit::<Minimax>(child, m, frame)?.for_other_side())
    }
}
