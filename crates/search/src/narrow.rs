//! The value of the root by windows of one step: MTD(f) and SSS*.
//!
//! Each search with such a window tells whether the value is above or below it. A table makes repeated searches cheap;
//! without one they find the same value slowly.
//!
//! - **MTD(f)** begins with a guess and closes in from both sides (Plaat, Schaeffer, Pijls, de Bruin: Best-first
//!   fixed-depth minimax algorithms, Artificial Intelligence 87, 1996).
//! - **SSS\*** comes down from plus infinity. Stockman's best-first search (A minimax algorithm better than
//!   alpha-beta?, Artificial Intelligence 12, 1979) keeps a sorted list of open positions, always works on the one with
//!   the highest upper bound, and lowers that bound until the best one is proved. A search with the window just below
//!   the current upper bound of the root follows the same solution tree: its table holds the bounds that the list held,
//!   and the leftmost path with the highest bound is what it expands. Plaat, Schaeffer, Pijls and de Bruin (SSS* =
//!   alpha-beta + TT, 1995) prove that both expand the same leaves in the same order.

use plyscope_core::{Rng, Score};

use crate::clock::Stopped;
use crate::frame::Frame;
use crate::machine::{Machine, Move, Setup};
use crate::options::{Options, Ties};
use crate::root::{Found, RootMoves, search_root};

/// What is known about the value, and where the next window lies.
pub(crate) struct Bounds {
    lower: Score,
    upper: Score,
    guess: Score,
}

impl Bounds {
    /// MTD(f): from a guess.
    pub(crate) fn around(guess: Score) -> Bounds {
        Bounds { lower: Score::MIN, upper: Score::MAX, guess }
    }

    /// SSS*: from above.
    pub(crate) fn from_above() -> Bounds {
        Bounds::around(Score::MAX)
    }

    /// The upper end of the next window; `None` when the value is known.
    fn next(&self) -> Option<Score> {
        (self.lower < self.upper).then(|| if self.guess == self.lower { self.guess.next() } else { self.guess })
    }

    fn learn(&mut self, score: Score, is_lower: bool) {
        *(if is_lower { &mut self.lower } else { &mut self.upper }) = score;
        self.guess = score;
    }
}

/// Searches with windows of one step until the value is known. The last lower bound is then the value, and the move
/// that reached it the best.
pub(crate) fn narrow_searches<S: Setup>(
    machine: &mut Machine<'_, S>,
    position: &S::Game,
    roots: &mut RootMoves<Move<S>>,
    depth: u32,
    mut bounds: Bounds,
    rng: &mut Rng,
) -> Result<Found<Move<S>>, Stopped> {
    let guesses_before = machine.guesses();
    let options = machine.method.options;
    let narrow = Options { ties: Ties::First, ..options };
    let mut reached = None;
    while let Some(beta) = bounds.next() {
        let frame = Frame::root(depth, beta.previous(), beta);
        let found = search_root(machine, position, roots, frame, narrow, rng)?;
        let is_lower = found.score >= beta;
        bounds.learn(found.score, is_lower);
        if is_lower {
            roots.put_first(found.best);
            reached = Some(found);
        }
        machine.counters.researches += 1;
    }
    machine.counters.researches -= 1;
    let mut found = reached.expect("the searches end with a lower bound that is also an upper one");
    if options.ties == Ties::Random {
        // Which moves are worth exactly this much?
        let around = Frame::root(depth, found.score.previous(), found.score.next());
        found = search_root(machine, position, roots, around, options, rng)?;
    }
    found.complete = machine.guesses() == guesses_before;
    Ok(found)
}
