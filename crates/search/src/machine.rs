//! The state of a tree search: what it was given, what it counts, and what it remembers.
//!
//! `ply.rs` searches one position with it, `plain.rs` one where nothing is remembered, `root.rs` the root,
//! `deepening.rs` one depth after the other.
//!
//! All scores are for the side to move of the position they belong to, and searches are fail-soft: a value outside the
//! window is still a bound. Inside a search, wins and losses count their plies from the root, so that from one ply to
//! the next a score changes only its sign. The table and observers see plies counted from the position itself.

use std::marker::PhantomData;

use plyscope_core::cpu::{Boosted, Build, Plain};
use plyscope_core::{Counters, DynObserver, Game, Heuristic, NoObserver, NodeKind, Observer};

use crate::busy::Busy;
use crate::clock::{Clock, NodeClock};
use crate::kind::{ChildWindows, Driver};
use crate::line::Lines;
use crate::options::{DepthPlan, Options};
use crate::ordering::{Experience, Ranked};
use crate::table::Table;

/// The types that a search is compiled for. Every game has its own copies of a search, and they are most of the build
/// time, so there are only two for each game: [`Fast`] and [`Observed`].
pub(crate) trait Setup {
    type Game: Game;
    type Heuristic: Heuristic<Self::Game>;
    type Observer: Observer<Self::Game>;
    /// The copy of the code that the search runs in.
    type Build: Build;
}

/// A move of the game of a setup.
pub(crate) type Move<S> = <<S as Setup>::Game as Game>::Move;

/// Compiled for newer processors, without an observer.
pub(crate) struct Fast<G, H>(PhantomData<(G, H)>);

/// Compiled for any processor, with an observer chosen at run time. Processors without the newer instructions use this
/// one with an observer that ignores everything: a third copy would make every build longer by a third.
pub(crate) struct Observed<'o, G, H>(PhantomData<(&'o (), G, H)>);

impl<G: Game, H: Heuristic<G>> Setup for Fast<G, H> {
    type Game = G;
    type Heuristic = H;
    type Observer = NoObserver;
    type Build = Boosted;
}

impl<'o, G: Game, H: Heuristic<G>> Setup for Observed<'o, G, H> {
    type Game = G;
    type Heuristic = H;
    type Observer = &'o mut dyn DynObserver<G>;
    type Build = Plain;
}

/// How a tree search works, chosen at run time.
#[derive(Clone, Copy)]
pub(crate) struct Method {
    pub(crate) windows: ChildWindows,
    pub(crate) driver: Driver,
    pub(crate) depths: DepthPlan,
    pub(crate) options: Options,
    /// Whether table entries of deeper searches may answer. Their values are better than those of plain minimax at the
    /// given depth, so a search that promises the latter must not use them.
    pub(crate) use_deeper: bool,
}

/// A search in progress.
pub(crate) struct Machine<'a, S: Setup> {
    pub(crate) heuristic: &'a S::Heuristic,
    pub(crate) observer: S::Observer,
    pub(crate) build: S::Build,
    pub(crate) method: Method,
    /// Counts so far, except for those that [`Machine::counted`] derives.
    pub(crate) counters: Counters,
    /// Cut-offs by later moves and by first moves.
    pub(crate) cutoffs: [u64; 2],
    pub(crate) clock: NodeClock<'a>,
    pub(crate) table: Option<&'a Table>,
    pub(crate) experience: Experience<Move<S>>,
    /// Whether there is no table, no order of moves and no scouting.
    pub(crate) is_plain: bool,
    /// In a plain search, the ply just above the horizon.
    pub(crate) last_ply: u32,
    /// What other threads are searching, if there are any.
    pub(crate) busy: Option<&'a Busy>,
    /// Number of positions at the horizon.
    pub(crate) horizons: u64,
    /// Number of answers by the table that rest on heuristic values.
    pub(crate) vague_hits: u64,
    /// The kind of the last node that was answered; kept only for an observer.
    pub(crate) kind: NodeKind,
    pub(crate) lines: Lines<Move<S>>,
    /// Move lists that are not in use, kept to spare allocations.
    pub(crate) pool: Vec<Vec<Ranked<Move<S>>>>,
}

impl<'a, S: Setup> Machine<'a, S> {
    pub(crate) fn new(
        heuristic: &'a S::Heuristic,
        observer: S::Observer,
        build: S::Build,
        clock: Clock<'a>,
        table: Option<&'a Table>,
        method: Method,
    ) -> Self {
        let order = method.options.order;
        Machine {
            heuristic,
            observer,
            build,
            method,
            counters: Counters::default(),
            cutoffs: [0; 2],
            clock: NodeClock::of(clock),
            table,
            experience: Experience::new(order),
            is_plain: table.is_none() && order.is_none() && method.windows != ChildWindows::Scout,
            last_ply: 0,
            busy: None,
            horizons: 0,
            vague_hits: 0,
            kind: NodeKind::Interior,
            lines: Lines::new(),
            pool: Vec::new(),
        }
    }

    /// All counts so far. Those that follow from others are not kept while searching.
    pub(crate) fn counted(&self) -> Counters {
        let Counters { interior, table_hits, evaluations, .. } = self.counters;
        let (nodes, [by_later, first_move_cutoffs]) = (self.clock.nodes(), self.cutoffs);
        Counters {
            nodes,
            // The node at which a search was stopped is neither a leaf nor an interior node.
            leaves: nodes - interior - table_hits - u64::from(self.clock.is_stopped()),
            evaluations: evaluations + self.horizons,
            cutoffs: by_later + first_move_cutoffs,
            first_move_cutoffs,
            ..self.counters
        }
    }

    /// Heuristic values used so far, directly or through the table: a subtree that used none is known completely.
    #[inline(always)]
    pub(crate) fn guesses(&self) -> u64 {
        self.horizons + self.vague_hits
    }
}
