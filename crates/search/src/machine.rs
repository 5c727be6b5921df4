//! A tree search in progress: what it was given, what it has counted, what it remembers.
//!
//! `ply.rs` searches one position with it, `root.rs` the root, `deepening.rs` one depth after the other.
//!
//! All scores are for the side to move of the position they belong to, and searches are fail-soft: a value outside the
//! window is still a bound. Inside a search, wins and losses count their plies from the root. So a score changes only
//! its sign on its way up, and a window on its way down. The table and observers see scores as the position sees them.

use std::marker::PhantomData;

use plyscope_core::cpu::{Boosted, Build, Plain};
use plyscope_core::{Counters, DynObserver, Game, Heuristic, NoObserver, NodeKind, Observer};

use crate::busy::Busy;
use crate::clock::Clock;
use crate::kind::{ChildWindows, Driver};
use crate::line::Lines;
use crate::options::{Options, Plan};
use crate::ordering::{Experience, Ranked};
use crate::table::Table;

/// The types that a search is compiled for. Compiling is what a search costs most (every game has its own copy), so
/// there are only two: [`Fast`] and [`Observed`].
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
/// one with an observer that ignores everything: a third copy would cost everybody a third of the build.
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
    pub(crate) plan: Plan,
    pub(crate) options: Options,
    /// Whether deeper table entries than asked for may answer. They know more than a search of the asked depth would,
    /// so a search that promises the value of plain minimax must not use them.
    pub(crate) use_deeper: bool,
}

/// A search in progress.
pub(crate) struct Machine<'a, S: Setup> {
    pub(crate) heuristic: &'a S::Heuristic,
    pub(crate) observer: S::Observer,
    pub(crate) build: S::Build,
    pub(crate) method: Method,
    /// What is counted, except for what [`Machine::counted`] adds.
    pub(crate) counters: Counters,
    pub(crate) clock: Clock<'a>,
    pub(crate) table: Option<&'a Table>,
    pub(crate) experience: Experience<Move<S>>,
    /// Whether there is neither a table nor an order of moves.
    pub(crate) is_plain: bool,
    /// What other threads are searching, if there are any.
    pub(crate) busy: Option<&'a Busy>,
    /// Positions at the horizon.
    pub(crate) horizons: u64,
    /// Answers of the table that rest on heuristic values.
    pub(crate) vague_hits: u64,
    /// What kind of node was answered last; kept only for an observer.
    pub(crate) kind: NodeKind,
    pub(crate) lines: Lines<Move<S>>,
    /// Lists of moves that are not in use.
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
            clock,
            table,
            experience: Experience::new(order),
            is_plain: table.is_none() && order.is_none(),
            busy: None,
            horizons: 0,
            vague_hits: 0,
            kind: NodeKind::Interior,
            lines: Lines::new(),
            pool: Vec::new(),
        }
    }

    /// What was counted so far. What follows from other counts is not counted while searching.
    pub(crate) fn counted(&self) -> Counters {
        let Counters { nodes, interior, table_hits, evaluations, .. } = self.counters;
        // The node at which a search was stopped is neither.
        let leaves = nodes - interior - table_hits - u64::from(self.clock.stopped.is_some());
        Counters { leaves, evaluations: evaluations + self.horizons, ..self.counters }
    }

    /// Heuristic values used so far, directly or through the table: a subtree that used none is known completely.
    #[inline(always)]
    pub(crate) fn guesses(&self) -> u64 {
        self.horizons + self.vague_hits
    }
}
