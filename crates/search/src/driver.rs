//! How the value of the root is found at one depth: in one go, within an aspiration window, or by narrow windows alone.

use plyscope_core::cpu::Build;
use plyscope_core::{Game, Heuristic, Observer, Rng, Score};

use crate::clock::Stopped;
use crate::machine::{Algorithm, Frame, Machine};
use crate::options::Options;
use crate::root::{Found, RootMoves, search_root};
use crate::tree::{FULL, Plan};

/// A way to find the value of the root.
pub(crate) trait Driver: 'static {
    /// Searches the root as the job says.
    fn search<G: Game, H: Heuristic<G>, O: Observer<G>, B: Build>(
        machine: &mut Machine<'_, G, H, O, B>,
        position: &G,
        roots: &mut RootMoves<G::Move>,
        job: Job,
        rng: &mut Rng,
    ) -> Result<Found<G::Move>, Stopped>;
}

/// What is asked of a driver.
#[derive(Clone, Copy)]
pub(crate) struct Job {
    pub(crate) depth: u32,
    /// The value of the depth before, if there was one.
    pub(crate) last: Option<Score>,
    pub(crate) plan: Plan,
    pub(crate) options: Options,
}

/// Searches with an algorithm and a window.
pub(crate) struct Windowed<A>(std::marker::PhantomData<A>);

impl<A: Algorithm + 'static> Driver for Windowed<A> {
    fn search<G: Game, H: Heuristic<G>, O: Observer<G>, B: Build>(
        machine: &mut Machine<'_, G, H, O, B>,
        position: &G,
        roots: &mut RootMoves<G::Move>,
        job: Job,
        rng: &mut Rng,
    ) -> Result<Found<G::Move>, Stopped> {
        let Job { depth, last, plan, options } = job;
        let (mut alpha, mut beta) = match (plan, last) {
            (Plan::Deepening { aspiration: Some(width) }, Some(score)) if !score.is_decided() => {
                (Score::estimate(score.value() - width), Score::estimate(score.value() + width))
            }
            _ => FULL,
        };
        loop {
            let frame = Frame { depth, ply: 0, alpha, beta };
            let found = search_root::<A, G, H, O, B>(machine, position, roots, frame, options, rng)?;
            // Outside the window the value is only a bound: open that side and search again.
            if found.score <= alpha && alpha > FULL.0 {
                alpha = FULL.0;
            } else if found.score >= beta && beta < FULL.1 {
                beta = FULL.1;
            } else {
                return Ok(found);
            }
            machine.counters.researches += 1;
        }
    }
}
