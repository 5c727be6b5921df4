//! [`TreeSearch`]: a tree search as users choose it, `engine` among them.
//!
//! **`engine`** is the strongest: deepening principal variation search with everything that is sound for all games
//! here. It accepts deeper entries of the table, tries remembered moves, killers and moves with a good history first,
//! and stops when the game is decided. It prunes nothing on a guess: no null moves, which zugzwang in the pawn games
//! would refute, and no reductions. So a value it calls complete is exact.
//!
//! Several threads search the same position and share the table. A move that another thread is searching is left for
//! later (`busy`), so that threads do different work. One thread always gives the same answer; several may not. A
//! report counts the work of all threads, and each of them has an equal share of a limit of nodes.

use std::sync::atomic::Ordering;

use plyscope_core::cpu::{Boosted, Plain};
use plyscope_core::{Control, DynObserver, Game, Heuristic, Limits, NoObserver, Report, Rng, Search};

use crate::busy::Busy;
use crate::clock::Clock;
use crate::deepening::search_depths;
use crate::kind::Kind;
use crate::machine::{Fast, Machine, Method, Move, Observed, Setup};
use crate::options::{DepthPlan, Options, Order, Root, Ties};
use crate::root::only_move;
use crate::table::Table;
use crate::team::{Team, share_of};

/// How deep a search goes when nothing limits it: further than any game lasts.
pub(crate) const NO_LIMIT: u32 = 1000;

/// A tree search of any kind.
pub struct TreeSearch<H> {
    method: Method,
    heuristic: H,
    table: Option<Table>,
    rng: Rng,
    threads: usize,
}

impl<H> TreeSearch<H> {
    /// A search of this kind. The seed matters only where ties are broken at random.
    pub fn new(kind: Kind, options: Options, depths: DepthPlan, heuristic: H, seed: u64) -> Self {
        let (windows, driver) = (kind.child_windows(), kind.driver());
        let method = Method { windows, driver, depths, options, use_deeper: false };
        TreeSearch { method, heuristic, table: options.table.map(Table::with_bytes), rng: Rng::new(seed), threads: 1 }
    }

    /// The engine, with a table of this many bytes and at least one thread.
    pub fn engine(heuristic: H, table_bytes: usize, threads: usize) -> Self {
        let options = Options {
            order: Order { table: true, killer: true, heuristic: false, history: true },
            table: Some(table_bytes),
            root: Root::Shared,
            ties: Ties::First,
        };
        let mut search = TreeSearch::new(Kind::Pvs, options, DepthPlan::Deepening { aspiration: None }, heuristic, 0);
        search.method.use_deeper = true;
        search.threads = threads.max(1);
        search
    }

    fn run<S: Setup<Heuristic = H>>(
        &mut self,
        position: &S::Game,
        limits: &Limits,
        control: &mut Control<'_, Move<S>>,
        observer: S::Observer,
        build: S::Build,
    ) -> Report<Move<S>>
    where
        H: Heuristic<S::Game>,
    {
        self.heuristic.speak_for(position.side_to_move());
        if let Some(report) = only_move(position, &self.heuristic) {
            return report;
        }
        // The table is kept between depths but not between searches: the same question must have the same answer.
        if let Some(table) = &mut self.table {
            table.clear();
        }
        let TreeSearch { method, heuristic, table, rng, threads } = self;
        let (heuristic, table, method): (&H, _, _) = (heuristic, table.as_ref(), *method);
        let deepest = limits.depth.unwrap_or(NO_LIMIT).max(1);
        let first = if method.depths == DepthPlan::OneDepth { deepest } else { 1 };
        let limits = share_of(limits, *threads);
        let mut team = Team::new(*threads);
        team.busy = (*threads > 1).then(Busy::new);
        let team = team;
        let mut report = std::thread::scope(|scope| {
            for helper in 0..*threads - 1 {
                let (team, limits) = (&team, Limits { depth: Some(deepest), time: None, ..limits });
                scope.spawn(move || help(heuristic, table, method, team, helper, position, &limits));
            }
            let clock = Clock::start(&limits, control.work());
            let mut machine = Machine::<S>::new(heuristic, observer, build, clock, table, method);
            machine.busy = team.busy.as_ref();
            let mut on_iteration = |report: &Report<Move<S>>| {
                let counters = team.counted_with(report.counters);
                (control.on_iteration)(&Report { counters, ..report.clone() });
            };
            let report = search_depths(&mut machine, position, first..=deepest, rng, &mut on_iteration);
            team.enough.store(true, Ordering::Relaxed);
            report
        });
        report.counters = team.counted_with(report.counters);
        report
    }
}

/// Helps another thread until that one is done: what is found goes into the shared table.
fn help<G: Game, H: Heuristic<G>>(
    heuristic: &H,
    table: Option<&Table>,
    method: Method,
    team: &Team,
    helper: usize,
    position: &G,
    limits: &Limits,
) {
    let clock = Clock::start(limits, &team.enough);
    let deepest = limits.depth.unwrap_or(NO_LIMIT);
    match Boosted::available() {
        Some(boosted) => {
            let machine = Machine::<Fast<G, H>>::new(heuristic, NoObserver, boosted, clock, table, method);
            help_with(machine, team, helper, position, deepest);
        }
        None => {
            let mut ignored = NoObserver;
            let machine = Machine::<Observed<'_, G, H>>::new(heuristic, &mut ignored, Plain, clock, table, method);
            help_with(machine, team, helper, position, deepest);
        }
    }
}

fn help_with<'a, S: Setup>(
    mut machine: Machine<'a, S>,
    team: &'a Team,
    helper: usize,
    position: &S::Game,
    deepest: u32,
) {
    machine.busy = team.busy.as_ref();
    let mut keep = |report: &Report<Move<S>>| team.keep(helper, report.counters);
    let report = search_depths(&mut machine, position, 1..=deepest, &mut Rng::new(0), &mut keep);
    team.keep(helper, report.counters);
}

impl<G: Game, H: Heuristic<G>> Search<G> for TreeSearch<H> {
    fn search(&mut self, position: &G, limits: &Limits, control: &mut Control<'_, G::Move>) -> Report<G::Move> {
        match Boosted::available() {
            Some(boosted) => self.run::<Fast<G, H>>(position, limits, control, NoObserver, boosted),
            None => self.search_observed(position, limits, control, &mut NoObserver),
        }
    }

    fn memory(&self) -> u64 {
        self.table.as_ref().map_or(0, Table::bytes)
    }

    fn search_observed(
        &mut self,
        position: &G,
        limits: &Limits,
        control: &mut Control<'_, G::Move>,
        observer: &mut dyn DynObserver<G>,
    ) -> Report<G::Move> {
        self.run::<Observed<'_, G, H>>(position, limits, control, observer, Plain)
    }
}
