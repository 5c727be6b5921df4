//! Alpha-beta in its negamax form: one function for both sides, each seeing values with its own eyes.
//!
//! `alpha` is what the side to move has already, `beta` what the other side will not let it exceed. A position worth `beta` or more need not be
//! searched further (Knuth and Moore: An analysis of alpha-beta pruning, Artificial Intelligence 6, 1975).

use plyscope_core::cpu::Build;
use plyscope_core::{Game, Heuristic, Observer, Score};

use crate::clock::Stopped;
use crate::machine::{Algorithm, Frame, Machine};

/// Searches every child with the parent's window, turned round.
pub(crate) struct Negamax;

impl Algorithm for Negamax {
    #[inline(always)]
    fn child<G: Game, H: Heuristic<G>, O: Observer<G>, B: Build>(
        machine: &mut Machine<'_, G, H, O, B>,
        child: &G,
        m: G::Move,
        parent: Frame,
        _is_first: bool,
    ) -> Result<Score, Stopped> {
        Ok(machine.visit::<Negamax>(child, m, parent.child())?.for_other_side())
    }
}
