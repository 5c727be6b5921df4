//! One thread at work: what all levels of the search share.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use plyscope_core::Work;
use plyscope_core::cpu::Build;
use plyscope_games::Reversi;
use plyscope_heuristics::Opinion;

use super::busy::Busy;
use super::discs::Discs;
use super::order::Child;
use super::shape::Shape;
use super::table::EndgameTable;

/// Below any score.
pub(super) const NOTHING: i32 = -128;

/// Nodes between two checks of the clock, those with few empty cells not counted. They take well below a millisecond,
/// or tens of them while every entry goes to a page of the table that the system must clear first.
const PATIENCE: u32 = 128;

/// What all threads share.
pub(super) struct Shared<'a> {
    pub(super) shape: &'a Shape,
    pub(super) table: &'a EndgameTable,
    /// Any position on this board: the heuristic needs positions, not sets.
    pub(super) template: &'a Reversi,
    pub(super) heuristic: &'a Opinion<Reversi>,
    /// Whether the empty cells at the end count for the winner.
    pub(super) winner_takes_empties: bool,
    /// What the threads are searching, if there are several.
    pub(super) busy: Option<&'a Busy>,
    /// What ends the search early.
    pub(super) work: Work<'a>,
    /// Set when the first thread is done, so that the others stop.
    pub(super) finished: &'a AtomicBool,
    /// Positions visited by all threads, as far as they have reported them.
    pub(super) visited: &'a AtomicU64,
}

/// A thread.
pub(super) struct Worker<'a, B> {
    pub(super) build: B,
    pub(super) shared: &'a Shared<'a>,
    /// Positions visited.
    pub(super) nodes: u64,
    /// Set once the search must end; every value from then on means nothing.
    pub(super) stopped: bool,
    patience: u32,
    /// Those of its positions that it has reported.
    told: u64,
    /// The moves of all nodes on the way from the root, one after the other.
    pub(super) children: Vec<Child>,
}

impl<'a, B: Build> Worker<'a, B> {
    pub(super) fn new(build: B, shared: &'a Shared<'a>) -> Self {
        Worker {
            build,
            shared,
            nodes: 0,
            stopped: false,
            patience: PATIENCE,
            told: 0,
            children: Vec::with_capacity(1024),
        }
    }

    /// Whether the search must end; checks the clock every [`PATIENCE`] calls.
    #[inline(always)]
    pub(super) fn must_stop(&mut self) -> bool {
        self.patience -= 1;
        if self.patience == 0 {
            self.patience = PATIENCE;
            self.check();
        }
        self.stopped
    }

    #[cold]
    fn check(&mut self) {
        self.tell();
        self.stopped |= self.shared.finished.load(Ordering::Relaxed) || self.shared.work.check().is_err();
    }

    /// Adds the positions visited since the last report to the common count.
    pub(super) fn tell(&mut self) {
        self.shared.visited.fetch_add(self.nodes - self.told, Ordering::Relaxed);
        self.told = self.nodes;
    }

    /// The score for the side to move when neither can.
    #[inline(always)]
    pub(super) fn final_score(&self, discs: Discs) -> i32 {
        let (own, others) = (discs.mover.count_ones() as i32, discs.other.count_ones() as i32);
        let empties = if self.shared.winner_takes_empties { self.shared.shape.n_cells - own - others } else { 0 };
        own - others + (own - others).signum() * empties
    }
}
