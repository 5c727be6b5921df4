//! MTD(f): the value of the root by narrow windows alone, beginning with a good guess.
//!
//! Each search with a window of one step tells whether the value is above or below it. A memory makes repeating the search cheap, so without a
//! transposition table this finds the same value, only slowly (Plaat, Schaeffer, Pijls, de Bruin: Best-first fixed-depth minimax
//! algorithms, Artificial Intelligence 87, 1996).

use plyscope_core::cpu::Build;
use plyscope_core::{Game, Heuristic, Observer, Rng, Score};

use crate::clock::Stopped;
use crate::driver::{Driver, Job};
use crate::machine::{Frame, Machine};
use crate::negamax::Negamax;
use crate::options::{Options, Ties};
use crate::root::{Found, RootMoves, search_root};

/// Closes in on the value from the guess.
pub(crate) struct Mtdf;

impl Driver for Mtdf {
    fn search<G: Game, H: Heuristic<G>, O: Observer<G>, B: Build>(
        machine: &mut Machine<'_, G, H, O, B>,
        position: &G,
        roots: &mut RootMoves<G::Move>,
        job: Job,
        rng: &mut Rng,
    ) -> Result<Found<G::Move>, Stopped> {
        let (mut lower, mut upper, mut guess) = (Score::MIN, Score::MAX, job.last.unwrap_or(Score::EVEN));
        narrow_searches(machine, position, roots, job, rng, |known: Option<(Score, bool)>| {
            if let Some((score, is_lower)) = known {
                *(if is_lower { &mut lower } else { &mut upper }) = score;
                guess = score;
            }
            (lower < upper).then(|| if guess == lower { guess.next() } else { guess })
        })
    }
}

/// Searches with windows of one step, each ending at the bound that `next` names from what the last one found (a score and whether it is a lower
/// bound), until it names none. The last lower bound is then the value, and the move that reached it the best.
pub(crate) fn narrow_searches<G: Game, H: Heuristic<G>, O: Observer<G>, B: Build>(
    machine: &mut Machine<'_, G, H, O, B>,
    position: &G,
    roots: &mut RootMoves<G::Move>,
    job: Job,
    rng: &mut Rng,
    mut next: impl FnMut(Option<(Score, bool)>) -> Option<Score>,
) -> Result<Found<G::Move>, Stopped> {
    let guesses_before = machine.guesses();
    let narrow = Options { ties: Ties::First, ..job.options };
    let frame = |alpha, beta| Frame { depth: job.depth, ply: 0, alpha, beta };
    let (mut known, mut reached) = (None, None);
    while let Some(beta) = next(known) {
        let found =
            search_root::<Negamax, G, H, O, B>(machine, position, roots, frame(beta.previous(), beta), narrow, rng)?;
        let is_lower = found.score >= beta;
        known = Some((found.score, is_lower));
        if is_lower {
            roots.put_first(found.best);
            reached = Some(found);
        }
        machine.counters.researches += 1;
    }
    machine.counters.researches -= 1;
    let mut found = reached.expect("the searches end with a lower bound that is also an upper one");
    if job.options.ties == Ties::Random {
        // Which moves are worth exactly this much?
        let around = frame(found.score.previous(), found.score.next());
        found = search_root::<Negamax, G, H, O, B>(machine, position, roots, around, job.options, rng)?;
    }
    found.complete = machine.guesses() == guesses_before;
    Ok(found)
}
