//! Splits: positions whose moves several threads search.
//!
//! The thread that comes to a position searches its first move alone: most of the time that one cuts off, and if not,
//! its value bounds the search of all others. If another thread has nothing to do then, the moves left are put where
//! both can take them, one by one. A move that cuts off ends the work of all. The owner of a split that finds no moves
//! left waits for the threads that still search one, and meanwhile helps these, but nobody else: so it is never far
//! away when they are done (the young brothers wait concept: R. Feldmann, B. Monien, P. Mysliwietz and O. Vornberger:
//! Distributed game-tree search, ICCA Journal 12, 1989).

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use plyscope_core::{Game, Insight, Score, Skip, Stop};

use super::helpers::Helpers;
use super::margins::Swing;
use super::moves::{Candidate, Moves};
use super::node::Node;
use super::searcher::{Level, Searcher, Selective};
use crate::clock::Stopped;
use crate::machine::Move;
use crate::ply::Best;

/// Below this depth a move is searched faster than handed over.
pub(super) const MIN_DEPTH: u32 = 4;

/// A position whose moves several threads search.
pub(super) struct Split<G: Insight> {
    /// The split that its owner works for at the moment.
    above: Option<Arc<Split<G>>>,
    position: G,
    node: Node,
    excluded: Option<u16>,
    path: Vec<Level>,
    killers: Vec<[Option<G::Move>; 2]>,
    swing: Swing,
    is_exact: bool,
    extension_limit: u32,
    n_helpers: AtomicU32,
    /// Whether what is still being searched no longer matters.
    is_cut: AtomicBool,
    progress: Mutex<Progress<G::Move>>,
}

/// How far the search of a split has come.
pub(super) struct Progress<M> {
    pub(super) moves: Moves<M>,
    pub(super) n_tried: u32,
    pub(super) best: Best,
    pub(super) alpha: Score,
    /// The best line, if one was found within the window.
    pub(super) line: Vec<M>,
    /// What was guessed on the way.
    guesses: u64,
    vague_hits: u64,
    /// Why a helper had to stop, if one had to.
    stopped: Option<Stop>,
}

impl<M> Progress<M> {
    pub(super) fn new(moves: Moves<M>, n_tried: u32, best: Best, alpha: Score) -> Self {
        Progress { moves, n_tried, best, alpha, line: Vec::new(), guesses: 0, vague_hits: 0, stopped: None }
    }
}

impl<G: Insight> Split<G> {
    /// Takes part, if there is anything to do. With [`Split::leave`] that ends.
    pub(super) fn join(&self) -> bool {
        let progress = self.progress();
        let may_join = !self.is_cut() && progress.moves.are_left();
        self.n_helpers.fetch_add(u32::from(may_join), Ordering::Relaxed);
        may_join
    }

    fn leave(&self) {
        self.n_helpers.fetch_sub(1, Ordering::Release);
    }

    /// Whether its owner need not wait any longer.
    pub(super) fn is_done(&self) -> bool {
        self.n_helpers.load(Ordering::Acquire) == 0 || self.is_cut()
    }

    /// Whether nothing that is done here matters any more.
    pub(super) fn is_cut(&self) -> bool {
        self.is_cut.load(Ordering::Relaxed) || self.above.as_ref().is_some_and(|above| above.is_cut())
    }

    pub(super) fn is_below(&self, other: &Arc<Self>) -> bool {
        self.above.as_ref().is_some_and(|above| Arc::ptr_eq(above, other) || above.is_below(other))
    }

    fn cut(&self) {
        self.is_cut.store(true, Ordering::Relaxed);
    }

    /// Ends it because a helper was stopped.
    fn stop(&self, why: Stop) {
        self.progress().stopped = Some(why);
        self.cut();
    }

    fn progress(&self) -> MutexGuard<'_, Progress<G::Move>> {
        self.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<S: Selective> Searcher<'_, S> {
    /// Searches the moves left of a position together with helpers.
    #[cold]
    #[inline(never)]
    pub(super) fn split(
        &mut self,
        helpers: &Helpers<S::Game>,
        position: &S::Game,
        node: &Node,
        excluded: Option<u16>,
        progress: Progress<Move<S>>,
    ) -> Result<Best, Stopped> {
        let ply = node.place.ply;
        let split = Arc::new(Split {
            above: self.split.take(),
            position: position.clone(),
            node: *node,
            excluded,
            path: self.path[..=ply as usize].to_vec(),
            killers: self.memory.history.killers.clone(),
            swing: self.memory.swing,
            is_exact: self.is_exact,
            extension_limit: self.extension_limit,
            n_helpers: AtomicU32::new(0),
            is_cut: AtomicBool::new(false),
            progress: Mutex::new(progress),
        });
        helpers.open(&split);
        self.split = Some(Arc::clone(&split));
        if self.take_moves(&split).is_err() {
            split.cut();
        }
        helpers.close(&split);
        while let Some(below) = helpers.wait(Some(&split)) {
            self.help(helpers, &below);
        }
        self.split.clone_from(&split.above);
        let progress = split.progress();
        if let Some(why) = self.clock.stopped.or(progress.stopped) {
            self.clock.stop(why)?;
        }
        if self.is_cut() {
            return Err(Stopped);
        }
        self.guesses += progress.guesses;
        self.vague_hits += progress.vague_hits;
        if !progress.line.is_empty() {
            self.lines.put(ply, &progress.line, self.counters.nodes);
        }
        Ok(progress.best)
    }

    /// Helps other threads until the search is over.
    pub(super) fn serve(mut self, helper: usize) {
        let Some(helpers) = self.helpers else { return };
        while let Some(split) = helpers.wait(None) {
            self.help(helpers, &split);
            helpers.team.keep(helper, self.counted());
        }
    }

    /// Helps with a split that was joined.
    pub(super) fn help(&mut self, helpers: &Helpers<S::Game>, split: &Arc<Split<S::Game>>) {
        let leaving = Leaving { helpers, split };
        let own = self.split.replace(Arc::clone(split));
        self.path.clear();
        self.path.extend_from_slice(&split.path);
        self.memory.history.killers.clone_from(&split.killers);
        self.memory.swing = split.swing;
        (self.is_exact, self.extension_limit) = (split.is_exact, split.extension_limit);
        if self.look().and_then(|()| self.take_moves(split)).is_err()
            && let Some(why) = self.clock.stopped
        {
            split.stop(why);
        }
        helpers.close(split);
        self.split = own;
        drop(leaving);
    }

    /// Whether some split that this thread works for was cut off, so that what it does no longer matters.
    pub(super) fn is_cut(&self) -> bool {
        self.split.as_ref().is_some_and(|split| split.is_cut())
    }

    /// Takes moves of a split and searches them until none is left.
    fn take_moves(&mut self, split: &Split<S::Game>) -> Result<(), Stopped> {
        let Node { place, window, .. } = split.node;
        let mut progress = split.progress();
        while !split.is_cut()
            && let Some(candidate) = self.pick(&mut progress.moves, &split.position, place.ply)
        {
            let Candidate { m, index, slot, .. } = candidate;
            progress.moves.advance();
            if Some(index) == split.excluded {
                continue;
            }
            let (alpha, n_tried) = (progress.alpha, progress.n_tried);
            if let Some(why) = self.skip_reason(&split.node, &candidate, n_tried, progress.best.score, alpha) {
                progress.guesses += u64::from(why != Skip::Unforced);
                continue;
            }
            progress.n_tried += 1;
            drop(progress);
            let (nodes_before, doubts_before) = (self.counters.nodes, (self.guesses, self.vague_hits));
            self.level(place.ply).slot = slot;
            let child = split.position.child(m);
            let score = self.search_move(&child, &split.node, &candidate, alpha, n_tried, 0)?;
            progress = split.progress();
            progress.guesses += self.guesses - doubts_before.0;
            progress.vague_hits += self.vague_hits - doubts_before.1;
            if score <= progress.best.score || split.is_cut() {
                continue;
            }
            progress.best = Best { score, index: Some(index) };
            if score >= window.beta {
                split.cut();
                self.counters.cutoffs += 1;
                let before = progress.moves.before();
                let n_before = before.iter().position(|other| other.index == index).unwrap_or_default();
                self.learn(&candidate, &before[..n_before], place);
            } else if score > progress.alpha {
                progress.alpha = score;
                self.lines.extend(m, place.ply, nodes_before + 1, self.counters.nodes);
                progress.line = self.lines.line(place.ply).to_vec();
            }
        }
        Ok(())
    }
}

/// A helper that works for a split, until this is dropped, by a panic too: nobody must wait for it forever.
struct Leaving<'a, G: Insight> {
    helpers: &'a Helpers<G>,
    split: &'a Split<G>,
}

impl<G: Insight> Drop for Leaving<'_, G> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.split.stop(Stop::Cancelled);
        }
        self.split.leave();
        self.helpers.wake();
    }
}
