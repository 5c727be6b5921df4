//! One thread at work: what all levels of the search share.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

use plyscope_core::cpu::Build;
use plyscope_games::Reversi;
use plyscope_heuristics::Opinion;

use super::busy::Busy;
use super::discs::Discs;
use super::order::Child;
use super::shape::Shape;
use super::table::Table;

/// Below any score.
pub(super) const NOTHING: i32 = -128;

/// How many nodes of the middle go by between two looks at the clock; together they take some milliseconds.
const PATIENCE: u32 = 1024;

/// What all threads share.
pub(super) struct Job<'a> {
    pub(super) shape: &'a Shape,
    pub(super) table: &'a Table,
    /// Any position on this board; the heuristic wants positions, not sets.
    pub(super) template: &'a Reversi,
    pub(super) heuristic: &'a Opinion<Reversi>,
    /// Whether the empty cells at the end count for the winner.
    pub(super) winner_takes_empties: bool,
    pub(super) deadline: Option<Instant>,
    /// What the threads are searching, if there are several.
    pub(super) busy: Option<&'a Busy>,
    /// Somebody wants the search to end.
    pub(super) stop: &'a AtomicBool,
    /// The first thread is done, the others need not go on.
    pub(super) finished: &'a AtomicBool,
    /// Positions that all threads visited, as far as they have told.
    pub(super) visited: &'a AtomicU64,
}

/// A thread.
pub(super) struct Worker<'a, B> {
    pub(super) build: B,
    pub(super) job: &'a Job<'a>,
    /// Positions visited.
    pub(super) nodes: u64,
    /// Set once time is up; every value from then on means nothing.
    pub(super) stopped: bool,
    patience: u32,
    /// Of its positions, those that it told of.
    told: u64,
    /// The moves of all nodes on the way from the root, one after the other.
    pub(super) children: Vec<Child>,
}

impl<'a, B: Build> Worker<'a, B> {
    pub(super) fn new(build: B, job: &'a Job<'a>) -> Self {
        Worker { build, job, nodes: 0, stopped: false, patience: PATIENCE, told: 0, children: Vec::with_capacity(1024) }
    }

    /// Whether the search must end; looks at the clock now and then.
    #[inline(always)]
    pub(super) fn must_stop(&mut self) -> bool {
        self.patience -= 1;
        if self.patience == 0 {
            self.patience = PATIENCE;
            self.look_at_clock();
        }
        self.stopped
    }

    #[cold]
    fn look_at_clock(&mut self) {
        let job = self.job;
        self.tell();
        let late = job.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        self.stopped |= late || job.stop.load(Ordering::Relaxed) || job.finished.load(Ordering::Relaxed);
    }

    /// Tells how many positions were visited.
    pub(super) fn tell(&mut self) {
        self.job.visited.fetch_add(self.nodes - self.told, Ordering::Relaxed);
        self.told = self.nodes;
    }

    /// The score for the side to move when neither can.
    #[inline(always)]
    pub(super) fn final_score(&self, discs: Discs) -> i32 {
        let (own, others) = (discs.mover.count_ones() as i32, discs.other.count_ones() as i32);
        let empties = if self.job.winner_takes_empties { self.job.shape.n_cells - own - others } else { 0 };
        own - others + (own - others).signum() * empties
    }
}
