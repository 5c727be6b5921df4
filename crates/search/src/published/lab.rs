//! The two searches of the lab report on minimax and alpha-beta for Reversi and tic-tac-toe.
//!
//! What is wrong with them:
//!
//! - **A finished game is judged by the heuristic.** It then counts discs, while an unfinished one has a value in per
//!   cent, so a game that is lost by 12 discs looks better than a position that wins and is rated −16 %.
//!   (`crates/studies/tests/all/reversi_lab.rs` has the position.)
//! - **Every move of the root begins with the full window.** What the moves before it have reached is forgotten, and
//!   half of the calls or more could have been saved.
//! - **All successors of a position are built before the first is looked at**, so a cut saves calls but not their work.
//!   Ours builds one at a time and counts what the original builds.
//! - **They look one ply further than they say**: `depth=2` looks three plies ahead.
//!
//! What they count, the calls of the two recursive functions, are `nodes` here.

use plyscope_core::{Control, Game, Heuristic, Limits, Report, Search};

use super::walk::{self, Pruning};

/// The depth of the report's tournaments.
const DEPTH: u32 = 2;

/// A search of the lab report.
pub struct Lab<H> {
    heuristic: H,
    pruning: Pruning,
    built: u64,
}

impl<H> Lab<H> {
    /// The search with a heuristic. The report does not have [`Pruning::Everywhere`], which shows what it missed.
    pub fn new(heuristic: H, pruning: Pruning) -> Self {
        Lab { heuristic, pruning, built: 0 }
    }

    /// The number of successors that the original would have built so far: all of a position before it looks at the
    /// first.
    pub fn built(&self) -> u64 {
        self.built
    }
}

impl<G: Game, H: Heuristic<G>> Search<G> for Lab<H> {
    fn search(&mut self, position: &G, limits: &Limits, control: &mut Control<'_, G::Move>) -> Report<G::Move> {
        let max = position.side_to_move();
        self.heuristic.speak_for(max);
        let judge = |position: &G, plies_to_go| {
            (plies_to_go == 0 || position.outcome().is_some()).then(|| walk::value_for(max, &self.heuristic, position))
        };
        let plies = limits.depth.unwrap_or(DEPTH) + 1;
        let (report, built) = walk::search(judge, self.pruning, position, plies, limits, control);
        self.built += built;
        report
    }
}
