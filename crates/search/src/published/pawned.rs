//! `published-pawned-alphabeta`: alpha-beta as the paper on Pawned prints it, misprint included.
//!
//! What is wrong: a minimising node sets `beta = min(value, alpha)`, and what is at most `alpha` always cuts off. So
//! such a node returns the value of its first child, whatever the others are. (The author's program did it right: its
//! printed tree has a minimising node with five children.) A node without moves keeps the infinity that it began with,
//! because a pass is no successor; and a win counts 216, minus 6 for each ply, whatever the board.
//!
//! The second player maximises, as Black does in the paper. The root values every move with the full window, and one of
//! the best is chosen at random, as `randomOptimal` does; its depth counts from the position after the root move, so
//! its depth 3 is depth 4 here.

use plyscope_core::{Control, Counters, Game, Heuristic, Limits, Outcome, Report, Rng, Search, Side, Stop};

use super::answer::{Valued, report};
use crate::clock::{Clock, Stopped};

/// The depth of a search that is not told how deep to go.
const DEFAULT_DEPTH: u32 = 4;

/// Utility of a win at the root, and what each ply takes from it: 6 cubed and 6 for the board of the paper.
const WIN: f64 = 216.0;
const PLY: f64 = 6.0;

/// The alpha-beta that the paper prints.
pub struct PawnedAlphaBeta<H> {
    heuristic: H,
    rng: Rng,
}

impl<H> PawnedAlphaBeta<H> {
    /// The search with a heuristic. The seed decides between equal moves.
    pub fn new(heuristic: H, seed: u64) -> Self {
        PawnedAlphaBeta { heuristic, rng: Rng::new(seed) }
    }
}

struct Walk<'a, H> {
    heuristic: &'a H,
    counters: Counters,
    clock: Clock<'a>,
}

impl<H> Walk<'_, H> {
    /// The value of a position for the second player.
    fn alphabeta<G: Game>(
        &mut self,
        position: &G,
        (depth, ply): (u32, u32),
        mut alpha: f64,
        mut beta: f64,
    ) -> Result<f64, Stopped>
    where
        H: Heuristic<G>,
    {
        self.counters.nodes += 1;
        self.clock.tick(self.counters.nodes)?;
        let outcome = position.outcome();
        if depth == 0 || outcome.is_some() {
            self.counters.leaves += 1;
            return Ok(self.utility(position, outcome, ply));
        }
        self.counters.interior += 1;
        let is_max = position.side_to_move() == Side::Second;
        let mut best = if is_max { f64::NEG_INFINITY } else { f64::INFINITY };
        for m in position.moves() {
            let value = self.alphabeta(&position.child(m), (depth - 1, ply + 1), alpha, beta)?;
            if is_max {
                best = best.max(value);
                alpha = alpha.max(best);
            } else {
                best = best.min(value);
                // The misprint: it should be min(best, beta).
                beta = best.min(alpha);
            }
            if beta <= alpha {
                self.counters.cutoffs += 1;
                break;
            }
        }
        Ok(best)
    }

    fn utility<G: Game>(&mut self, position: &G, outcome: Option<Outcome>, ply: u32) -> f64
    where
        H: Heuristic<G>,
    {
        let won = WIN - PLY * f64::from(ply);
        match outcome {
            Some(Outcome::Win(Side::Second)) => won,
            Some(Outcome::Win(Side::First)) => -won,
            Some(Outcome::Draw) | None => {
                self.counters.evaluations += 1;
                for_second(position, self.heuristic.evaluate(position))
            }
        }
    }
}

/// What is good for the side to move, as the second player sees it; and the other way round.
fn for_second<G: Game>(position: &G, value: f64) -> f64 {
    if position.side_to_move() == Side::Second { value } else { 0.0 - value }
}

impl<G: Game, H: Heuristic<G>> Search<G> for PawnedAlphaBeta<H> {
    fn search(&mut self, position: &G, limits: &Limits, control: &mut Control<'_, G::Move>) -> Report<G::Move> {
        let depth = limits.depth.unwrap_or(DEFAULT_DEPTH).max(1);
        let clock = Clock::start(limits, control.work());
        let mut walk = Walk { heuristic: &self.heuristic, counters: Counters::default(), clock };
        let mut moves: Vec<Valued<G::Move>> = Vec::new();
        for m in position.moves() {
            let before = walk.counters.nodes;
            let value = walk.alphabeta(&position.child(m), (depth - 1, 1), f64::NEG_INFINITY, f64::INFINITY);
            let Ok(value) = value else {
                // A move must be played even if there was no time for any.
                if moves.is_empty() {
                    moves.push((m, 0.0, 0));
                }
                break;
            };
            moves.push((m, for_second(position, value), walk.counters.nodes - before));
        }
        let most = moves.iter().map(|valued| valued.1).fold(f64::NEG_INFINITY, f64::max);
        let best: Vec<usize> = (0..moves.len()).filter(|&index| moves[index].1 == most).collect();
        let chosen = best[self.rng.below(best.len())];
        let stop = walk.clock.stopped.unwrap_or(Stop::Depth);
        report(&moves, chosen, depth, walk.counters, stop, walk.clock.elapsed())
    }
}
