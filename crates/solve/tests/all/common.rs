//! The slowest solver there is: minimax over all positions, by the rules alone. And random positions to ask it about.

use std::collections::HashMap;

use plyscope_core::{Notation, Rng, Score, Side, Work};
use plyscope_solve::{Measure, Solvable, Solved, Watch, solve};

/// What each position is worth to its side to move.
pub(crate) type Truth<G> = HashMap<G, Score>;

/// The worth of a position, and of all that follow it.
pub(crate) fn worth<G: Solvable>(position: &G, known: &mut Truth<G>) -> Score {
    if let Some(&score) = known.get(position) {
        return score;
    }
    let score = match position.outcome() {
        Some(outcome) if G::MEASURE == Measure::Plies => Score::of(outcome, position.side_to_move()),
        Some(_) => margin(position),
        None => position.moves().map(|m| worth(&position.child(m), known).from_child()).max().expect("a move"),
    };
    known.insert(position.clone(), score);
    score
}

/// The difference of the pieces in the text of a position.
fn margin<G: Notation>(position: &G) -> Score {
    let text = position.position_text();
    let board = text.split(' ').next().expect("a board");
    let count = |side: Side| board.matches(side.letter()).count() as f64;
    let side = position.side_to_move();
    Score::estimate(count(side) - count(!side))
}

pub(crate) fn start_of<G: Solvable>(variant: &str) -> G {
    G::start(&variant.parse().unwrap_or_else(|error| panic!("{variant}: {error}")))
}

/// An unfinished position this many random moves after the start; fewer if the game ends before.
pub(crate) fn at_random<G: Solvable>(start: &G, plies: usize, rng: &mut Rng) -> G {
    let mut position = start.clone();
    for _ in 0..plies {
        let Some(m) = position.pick(|n| rng.below(n)) else { break };
        let child = position.child(m);
        if child.outcome().is_some() {
            break;
        }
        position = child;
    }
    position
}

/// Solves without any limit.
pub(crate) fn solved<G: Solvable>(position: &G) -> Solved<G::Move> {
    let mut silent = |_: &_| {};
    solve(position, &mut *G::solver(1 << 26, 1), &mut Watch::new(Work::never(), &mut silent))
}
