//! SSS*, as a sequence of narrow alpha-beta searches.
//!
//! Stockman's best-first search (A minimax algorithm better than alpha-beta?, Artificial Intelligence 12, 1979) keeps a sorted list of open positions, always works
//! on the one with the highest upper bound, and lowers that bound until the best one is proved. A memory-enhanced test search with the window just below the
//! current upper bound of the root follows the same solution tree: its table holds the bounds that the list held, and the leftmost path with the highest bound is what
//! the test expands. Plaat, Schaeffer, Pijls and de Bruin (SSS* = alpha-beta + TT, 1995) prove that both expand the same leaves in the same order.
//! So: begin at plus infinity, and search just below each upper bound until it holds.

use plyscope_core::cpu::Build;
use plyscope_core::{Game, Heuristic, Observer, Rng, Score};

use crate::clock::Stopped;
use crate::driver::{Driver, Job};
use crate::machine::Machine;
use crate::mtdf::narrow_searches;
use crate::root::{Found, RootMoves};

/// Comes down from above.
pub(crate) struct Sss;

impl Driver for Sss {
    fn search<G: Game, H: Heuristic<G>, O: Observer<G>, B: Build>(
        machine: &mut Machine<'_, G, H, O, B>,
        position: &G,
        roots: &mut RootMoves<G::Move>,
        job: Job,
        rng: &mut Rng,
    ) -> Result<Found<G::Move>, Stopped> {
        narrow_searches(machine, position, roots, job, rng, |known| match known {
            None => Some(Score::MAX),
            Some((_, true)) => None,
            Some((upper, false)) => Some(upper),
        })
    }
}
