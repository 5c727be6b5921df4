//! What the published searches have in common: a value for each move of the root, and one of the best is played.

use std::time::Duration;

use plyscope_core::{Bound, Counters, Report, RootMove, Score, Stop};

/// A move of the root with its value for the side to move and the calls that it took.
pub(super) type Valued<M> = (M, f64, u64);

/// The report of a search that gave every move a value and chose one. Its scores are estimates, even where a program
/// took one for a win: only the published numbers are known, not what they meant.
pub(super) fn report<M: Copy>(
    moves: &[Valued<M>],
    chosen: usize,
    depth: u32,
    counters: Counters,
    stop: Stop,
    time: Duration,
) -> Report<M> {
    let root =
        |&(m, value, nodes): &Valued<M>| RootMove { m, score: Score::estimate(value), bound: Bound::Exact, nodes };
    Report {
        best: moves[chosen].0,
        score: Score::estimate(moves[chosen].1),
        depth,
        complete: false,
        pv: vec![moves[chosen].0],
        root_moves: moves.iter().map(root).collect(),
        counters,
        stop,
        time,
    }
}
