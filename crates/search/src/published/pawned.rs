//! The two alpha-beta searches of the paper on Pawned.
//!
//! `published-pawned-alphabeta` is the pseudocode as printed. What is wrong: a minimising node sets
//! `beta = min(value, alpha)`, and what is at most `alpha` always cuts off. So such a node returns the value of its
//! first child, whatever the others are. (The author's program did it right: its printed tree has a minimising node
//! with five children.)
//!
//! `published-pawned-checkmate` is the later version, which stops at a checkmate as at the end of a game. What is
//! wrong: a checkmate is not the end. Where both sides have one and are equally far from their goals, the position gets
//! its plain value, as if nothing were about to happen, and the search looks no further.
//!
//! Both: a node without moves keeps the infinity that it began with, because a pass is no successor; and a win counts
//! 216, minus 6 for each ply, whatever the board.
//!
//! The second player maximises, as Black does in the paper. The root values every move with the full window, and one of
//! the best is chosen at random, as `randomOptimal` does; its depth counts from the position after the root move, so
//! its depth 3 is depth 4 here.

use plyscope_core::{Control, Counters, Game, Heuristic, Limits, Outcome, Report, Rng, Search, Side, Stop, Work};

use super::answer::{Valued, report};
use crate::clock::{Clock, Stopped};

/// The depth of a search that is not told how deep to go.
const DEFAULT_DEPTH: u32 = 4;

/// Utility of a win at the root, and what each ply takes from it: 6 cubed and 6 for the board of the paper.
const WIN: f64 = 216.0;
const PLY: f64 = 6.0;

/// Where a search of the paper ends, besides the end of a game and its depth.
enum Version<G> {
    /// As printed, misprint included.
    Printed,
    /// Right, and ending where this says that a side checkmates.
    Checkmate(fn(&G) -> bool),
}

/// An alpha-beta of the paper.
pub struct PawnedAlphaBeta<G, H> {
    heuristic: H,
    rng: Rng,
    version: Version<G>,
}

/// A node as the paper prints it: its depth, its value for the second player, and the values of the children that were
/// searched.
pub type PrintedNode = (usize, f64, Vec<f64>);

impl<G: Game, H: Heuristic<G>> PawnedAlphaBeta<G, H> {
    /// The search as printed. The seed decides between equal moves.
    pub fn printed(heuristic: H, seed: u64) -> Self {
        PawnedAlphaBeta { heuristic, rng: Rng::new(seed), version: Version::Printed }
    }

    /// The later version, which stops where this says that a side checkmates.
    pub fn checkmate(heuristic: H, is_checkmate: fn(&G) -> bool, seed: u64) -> Self {
        PawnedAlphaBeta { heuristic, rng: Rng::new(seed), version: Version::Checkmate(is_checkmate) }
    }

    /// The tree below a position, in the order in which the paper prints it: alpha-beta from the root on, without
    /// leaves.
    pub fn tree(&self, position: &G, depth: u32) -> Vec<PrintedNode> {
        let clock = Clock::start(&Limits::default(), Work::never());
        let (heuristic, version, tree) = (&self.heuristic, &self.version, Some(Vec::new()));
        let mut walk = Walk { heuristic, version, counters: Counters::default(), clock, tree };
        // Without limits nothing stops it.
        let _ = walk.alphabeta(position, (depth, 0), f64::NEG_INFINITY, f64::INFINITY);
        walk.tree.unwrap_or_default()
    }
}

struct Walk<'a, G, H> {
    heuristic: &'a H,
    version: &'a Version<G>,
    counters: Counters,
    clock: Clock<'a>,
    /// The nodes so far, if they are wanted.
    tree: Option<Vec<PrintedNode>>,
}

impl<G: Game, H: Heuristic<G>> Walk<'_, G, H> {
    fn ends_at(&self, position: &G) -> bool {
        matches!(self.version, Version::Checkmate(is_checkmate) if is_checkmate(position))
    }

    /// The value of a position for the second player.
    fn alphabeta(
        &mut self,
        position: &G,
        (depth, ply): (u32, u32),
        mut alpha: f64,
        mut beta: f64,
    ) -> Result<f64, Stopped> {
        self.counters.nodes += 1;
        self.clock.tick(self.counters.nodes)?;
        let outcome = position.outcome();
        // The root is searched even if a side checkmates there: a move must be found.
        if depth == 0 || outcome.is_some() || (ply > 0 && self.ends_at(position)) {
            self.counters.leaves += 1;
            return Ok(self.utility(position, outcome, ply));
        }
        self.counters.interior += 1;
        let line = self.tree.as_mut().map(|tree| {
            tree.push((ply as usize, 0.0, Vec::new()));
            tree.len() - 1
        });
        let is_max = position.side_to_move() == Side::Second;
        let mut best = if is_max { f64::NEG_INFINITY } else { f64::INFINITY };
        for m in position.moves() {
            let value = self.alphabeta(&position.child(m), (depth - 1, ply + 1), alpha, beta)?;
            if let (Some(tree), Some(line)) = (&mut self.tree, line) {
                tree[line].2.push(value);
            }
            if is_max {
                best = best.max(value);
                alpha = alpha.max(best);
            } else {
                best = best.min(value);
                beta = match self.version {
                    // The misprint.
                    Version::Printed => best.min(alpha),
                    Version::Checkmate(_) => best.min(beta),
                };
            }
            if beta <= alpha {
                self.counters.cutoffs += 1;
                break;
            }
        }
        if let (Some(tree), Some(line)) = (&mut self.tree, line) {
            tree[line].1 = best;
        }
        Ok(best)
    }

    fn utility(&mut self, position: &G, outcome: Option<Outcome>, ply: u32) -> f64 {
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

impl<G: Game, H: Heuristic<G>> Search<G> for PawnedAlphaBeta<G, H> {
    fn search(&mut self, position: &G, limits: &Limits, control: &mut Control<'_, G::Move>) -> Report<G::Move> {
        let depth = limits.depth.unwrap_or(DEFAULT_DEPTH).max(1);
        let clock = Clock::start(limits, control.work());
        let (heuristic, version) = (&self.heuristic, &self.version);
        let mut walk = Walk { heuristic, version, counters: Counters::default(), clock, tree: None };
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
        let depth = if walk.clock.stopped.is_some() { 0 } else { depth };
        report(&moves, chosen, depth, walk.counters, stop, walk.clock.elapsed())
    }
}
