//! The state of a selective search: what it was given, what it counts, and what it remembers.

use std::sync::Arc;

use plyscope_core::{Counters, Game, Insight, NodeKind};

use super::helpers::Helpers;
use super::history::{History, Slot};
use super::margins::Swing;
use super::moves::Candidate;
use super::rules::Rules;
use super::split::Split;
use crate::clock::{Clock, Stopped};
use crate::line::Lines;
use crate::machine::{Move, Setup};
use crate::table::Table;

/// The types that a selective search is compiled for.
pub(crate) trait Selective: Setup<Game: Insight> {}

impl<S: Setup<Game: Insight>> Selective for S {}

/// What a thread keeps for itself from one move of a game to the next.
pub(crate) struct Memory<M> {
    pub(super) history: History<M>,
    pub(super) swing: Swing,
}

impl<M: Copy + Eq + std::hash::Hash> Memory<M> {
    pub(super) fn new() -> Self {
        Memory { history: History::new(), swing: Swing::default() }
    }

    /// Begins another search of the same game.
    pub(super) fn fade(&mut self) {
        self.history.fade();
    }
}

/// What the threads of a search share.
pub(super) struct Shared<'a, G: Insight, H> {
    pub(super) heuristic: &'a H,
    pub(super) table: &'a Table,
    pub(super) rules: &'a Rules,
    /// One thread alone has none.
    pub(super) helpers: Option<&'a Helpers<G>>,
}

// Derived, they would ask for a heuristic that can be copied.
impl<G: Insight, H> Copy for Shared<'_, G, H> {}

impl<G: Insight, H> Clone for Shared<'_, G, H> {
    fn clone(&self) -> Self {
        *self
    }
}

/// What a search knows about a ply of the path to the current position.
#[derive(Clone, Copy)]
pub(super) struct Level {
    /// The heuristic value there, for its side to move; `None` where a threat makes it meaningless.
    pub(super) value: Option<f64>,
    /// The move made there.
    pub(super) slot: Slot,
    /// A move that must not be tried there, by its index: all others are compared with it.
    pub(super) excluded: Option<u16>,
}

impl Level {
    const UNKNOWN: Level = Level { value: None, slot: Slot::NONE, excluded: None };
}

/// A selective search in progress.
pub(crate) struct Searcher<'a, S: Selective> {
    pub(super) heuristic: &'a S::Heuristic,
    pub(super) observer: S::Observer,
    pub(super) build: S::Build,
    pub(super) rules: &'a Rules,
    pub(super) counters: Counters,
    pub(super) clock: Clock<'a>,
    pub(super) table: &'a Table,
    pub(super) helpers: Option<&'a Helpers<S::Game>>,
    /// What it works for together with other threads.
    pub(super) split: Option<Arc<Split<S::Game>>>,
    pub(super) memory: &'a mut Memory<Move<S>>,
    /// The path to the current position, the root first.
    pub(super) path: Vec<Level>,
    /// Heuristic values used and prunings so far.
    pub(super) guesses: u64,
    /// Answers by the table that rest on such guesses. A subtree with neither is known completely.
    pub(super) vague_hits: u64,
    /// Whether nothing is left out any more, because the end of all lines is in sight.
    pub(super) is_exact: bool,
    /// No extensions from this ply on.
    pub(super) extension_limit: u32,
    /// The kind of the last node that was answered; kept only for an observer.
    pub(super) kind: NodeKind,
    pub(super) lines: Lines<Move<S>>,
    /// Move lists that are not in use, kept to spare allocations.
    pub(super) pool: Vec<Vec<Candidate<Move<S>>>>,
}

impl<'a, S: Selective> Searcher<'a, S> {
    pub(super) fn new(
        shared: Shared<'a, S::Game, S::Heuristic>,
        observer: S::Observer,
        build: S::Build,
        clock: Clock<'a>,
        memory: &'a mut Memory<Move<S>>,
    ) -> Self {
        let Shared { heuristic, table, rules, helpers } = shared;
        Searcher {
            heuristic,
            observer,
            build,
            rules,
            counters: Counters::default(),
            clock,
            table,
            helpers,
            split: None,
            memory,
            path: vec![Level::UNKNOWN; 8],
            guesses: 0,
            vague_hits: 0,
            is_exact: false,
            extension_limit: 0,
            kind: NodeKind::Interior,
            lines: Lines::new(),
            pool: Vec::new(),
        }
    }

    /// To be called at every node: whether the search goes on.
    #[inline(always)]
    pub(super) fn tick(&mut self) -> Result<(), Stopped> {
        if self.clock.is_due(self.counters.nodes) { self.look() } else { Ok(()) }
    }

    /// Looks at the limits now.
    #[cold]
    pub(super) fn look(&mut self) -> Result<(), Stopped> {
        self.clock.look(self.counters.nodes)?;
        if self.is_cut() { Err(Stopped) } else { Ok(()) }
    }

    /// What is known about a ply of the path.
    #[inline(always)]
    pub(super) fn level(&mut self, ply: u32) -> &mut Level {
        let ply = ply as usize;
        if self.path.len() <= ply {
            self.path.resize(ply + 8, Level::UNKNOWN);
        }
        &mut self.path[ply]
    }

    /// The move made this many plies before this one.
    #[inline(always)]
    pub(super) fn move_before(&self, ply: u32, plies: u32) -> Slot {
        if plies > ply { Slot::NONE } else { self.path[(ply - plies) as usize].slot }
    }

    /// What is not certain so far: a subtree that adds nothing to it is known completely.
    #[inline(always)]
    pub(super) fn doubts(&self) -> u64 {
        self.guesses + self.vague_hits
    }

    /// All counts so far.
    pub(super) fn counted(&self) -> Counters {
        let Counters { nodes, interior, table_hits, .. } = self.counters;
        let leaves = nodes.saturating_sub(interior + table_hits);
        Counters { leaves, ..self.counters }
    }

    /// The slot of a move of this position.
    #[inline(always)]
    pub(super) fn slot(position: &S::Game, m: Move<S>) -> Slot {
        Slot::of(&m, position.side_to_move().index())
    }
}
