//! The two searches of the student's report on Breakthrough.
//!
//! What is wrong with them:
//!
//! - **They do not know when a game is over.** A piece on the last row is a piece like any other, and both sides play
//!   on. So they miss a win in one move if the heuristic prefers something else, and do not see that the opponent wins
//!   next. (`crates/studies/tests/all/breakthrough.rs` has the positions.)
//! - **A random number is added to every evaluation**, drawn afresh each time, so one position has many values, and a
//!   side with many ways to the same position gets the best of many draws.
//! - A side without pieces has no moves, and so a value of minus infinity: the only lost game that is seen.
//!
//! The printed program says that levels 0 to 3 (0 to 4 for alpha-beta) are searched, which would be a ply more; the
//! printed node counts fit only 3 and 4 plies. What it calls *expanded* are the positions whose moves were tried, the
//! root included: `interior` + 1 here.

use plyscope_core::{Control, Game, Heuristic, Limits, Report, Rng, Search};

use super::walk::{self, Pruning};

/// A search of the report.
pub struct BreakthroughSearch<H> {
    heuristic: H,
    rng: Rng,
    pruning: Pruning,
    /// The depth if no limit gives one.
    depth: u32,
}

impl<H> BreakthroughSearch<H> {
    pub(super) fn minimax(heuristic: H, seed: u64) -> Self {
        BreakthroughSearch { heuristic, rng: Rng::new(seed), pruning: Pruning::Nothing, depth: 3 }
    }

    pub(super) fn alphabeta(heuristic: H, seed: u64) -> Self {
        BreakthroughSearch { heuristic, rng: Rng::new(seed), pruning: Pruning::Everywhere, depth: 4 }
    }
}

impl<G: Game, H: Heuristic<G>> Search<G> for BreakthroughSearch<H> {
    fn search(&mut self, position: &G, limits: &Limits, control: &mut Control<'_, G::Move>) -> Report<G::Move> {
        let max = position.side_to_move();
        self.heuristic.speak_for(max);
        let judge = |position: &G, plies_to_go| {
            (plies_to_go == 0).then(|| walk::value_for(max, &self.heuristic, position) + self.rng.unit())
        };
        let plies = limits.depth.unwrap_or(self.depth).max(1);
        walk::search(judge, self.pruning, position, plies, limits, control).0
    }
}
