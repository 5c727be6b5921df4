//! The two functions of the textbooks, one for the player who searches and one for the opponent, as students write
//! them: numbers instead of scores, no order of moves, no table. The published searches that are like this differ in
//! what they take for a leaf.

use plyscope_core::{Bound, Control, Counters, Game, Heuristic, Limits, Report, RootMove, Score, Side, Stop};

use super::answer::{Valued, report};
use crate::clock::{Clock, Stopped};

/// What is cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pruning {
    /// Nothing: plain minimax.
    Nothing,
    /// Alpha-beta, but every move of the root begins with the full window.
    BelowRoot,
    /// Alpha-beta.
    Everywhere,
}

struct Walk<'a, L> {
    /// The value of a leaf for MAX, the player who searches, or `None`; the second argument is the number of plies
    /// left.
    judge: L,
    max: Side,
    prunes: bool,
    clock: Clock<'a>,
    counters: Counters,
    built: u64,
}

impl<L> Walk<'_, L> {
    /// The value of a position for MAX.
    fn value<G: Game>(&mut self, position: &G, plies_to_go: u32, window: (f64, f64)) -> Result<f64, Stopped>
    where
        L: FnMut(&G, u32) -> Option<f64>,
    {
        self.clock.tick(self.counters.nodes)?;
        self.counters.nodes += 1;
        if let Some(value) = (self.judge)(position, plies_to_go) {
            self.counters.leaves += 1;
            self.counters.evaluations += 1;
            return Ok(value);
        }
        self.counters.interior += 1;
        self.built += position.count_moves() as u64;
        let is_max = position.side_to_move() == self.max;
        let (mut alpha, mut beta) = window;
        let mut best = if is_max { f64::NEG_INFINITY } else { f64::INFINITY };
        for (index, m) in position.moves().enumerate() {
            let value = self.value(&position.child(m), plies_to_go - 1, (alpha, beta))?;
            best = if is_max { best.max(value) } else { best.min(value) };
            if self.prunes && if is_max { best >= beta } else { best <= alpha } {
                self.counters.cutoffs += 1;
                self.counters.first_move_cutoffs += u64::from(index == 0);
                break;
            }
            if is_max {
                alpha = alpha.max(best);
            } else {
                beta = beta.min(best);
            }
        }
        Ok(best)
    }
}

/// Searches this many plies and plays the first of the best moves. `judge` says where the search ends: it returns the
/// value of a leaf for the side that searches, and `None` for a position to look into.
///
/// Also returns the number of successors of all positions that were looked into, the root included: what a program
/// builds that lists them all before it tries the first.
pub(super) fn search<G: Game>(
    judge: impl FnMut(&G, u32) -> Option<f64>,
    pruning: Pruning,
    position: &G,
    plies: u32,
    limits: &Limits,
    control: &Control<'_, G::Move>,
) -> (Report<G::Move>, u64) {
    let clock = Clock::start(limits, control.work());
    let prunes = pruning != Pruning::Nothing;
    let (max, built) = (position.side_to_move(), position.count_moves() as u64);
    let mut walk = Walk { judge, max, prunes, clock, counters: Counters::default(), built };
    let mut valued: Vec<Valued<G::Move>> = Vec::new();
    let mut chosen = 0;
    for m in position.moves() {
        let best = valued.get(chosen).map_or(f64::NEG_INFINITY, |(_, value, _)| *value);
        let alpha = if pruning == Pruning::Everywhere { best } else { f64::NEG_INFINITY };
        let before = walk.counters.nodes;
        let Ok(value) = walk.value(&position.child(m), plies - 1, (alpha, f64::INFINITY)) else { break };
        if value > best {
            chosen = valued.len();
        }
        valued.push((m, value, walk.counters.nodes - before));
    }
    let (counters, time) = (walk.counters, walk.clock.elapsed());
    let report = match walk.clock.stopped {
        None => report(&valued, chosen, plies, counters, Stop::Depth, time),
        Some(stop) if !valued.is_empty() => report(&valued, chosen, 0, counters, stop, time),
        Some(stop) => stopped_at_once(position, counters, stop, time),
    };
    (report, walk.built)
}

/// The answer of a search that did not finish any move: the first one, about which nothing is known.
fn stopped_at_once<G: Game>(
    position: &G,
    counters: Counters,
    stop: Stop,
    time: std::time::Duration,
) -> Report<G::Move> {
    let first = position.moves().next().expect("an unfinished game has a move");
    let unknown = RootMove { m: first, score: Score::MIN, bound: Bound::Lower, nodes: counters.nodes };
    let answer = report(&[(first, 0.0, 0)], 0, 0, counters, stop, time);
    Report { root_moves: vec![unknown], ..answer }
}

/// What a heuristic says about a position, for this side.
pub(super) fn value_for<G: Game>(side: Side, heuristic: &impl Heuristic<G>, position: &G) -> f64 {
    let value = heuristic.evaluate(position);
    if position.side_to_move() == side { value } else { -value }
}
