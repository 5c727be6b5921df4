//! `engine`: a selective search, the strongest there is here.
//!
//! It looks deeper than an exhaustive search by looking less at what is unlikely to matter. To read it, start with
//! `node`, one position in numbered steps; then `prune`, the rules by which something is left out; `margins` and
//! `rules`, how large their margins are; `quiesce`, what happens beyond the horizon; `moves` and `history`, the order
//! of moves; `root`, one depth after the other. Each rule is a switch of `techniques`.
//!
//! It knows no game. What it uses of a game beyond the rules is [`Insight`], whose defaults are sound for a game that
//! says nothing: no move is sharp, giving the turn away is never safe, nothing is certain.
//!
//! Several threads search the same position, share the table, and leave moves for later that another one is searching.
//! One thread always gives the same answer; several may not.

mod history;
mod margins;
mod moves;
mod node;
mod prune;
mod quiesce;
mod root;
mod rules;
mod searcher;
mod techniques;

pub use margins::{MARGINS, MarginAbout, Margins};
pub use techniques::{TECHNIQUES, Techniques};

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use plyscope_core::cpu::{Boosted, Plain};
use plyscope_core::{Control, DynObserver, Heuristic, Insight, Limits, NoObserver, Report, Search};

use crate::clock::Clock;
use crate::machine::{Fast, Move, Observed};
use crate::root::only_move;
use crate::table::Table;
use crate::team::{Team, share_of};
use crate::tree::NO_LIMIT;
use root::search_depths;
use rules::Rules;
use searcher::{Memory, Searcher, Selective};

/// Answers for positions near the end of a game, if they can be solved within the limits.
pub trait Endings<G: Insight>: Send {
    /// The exact answer, if it can be found in time.
    fn solve(&mut self, position: &G, limits: &Limits, control: &Control<'_, G::Move>) -> Option<Report<G::Move>>;
}

/// The selective search.
pub struct Engine<G: Insight, H> {
    heuristic: H,
    table: Table,
    rules: Box<Rules>,
    threads: usize,
    memory: Memory<G::Move>,
    endings: Option<Box<dyn Endings<G>>>,
}

impl<G: Insight, H: Heuristic<G>> Engine<G, H> {
    /// A search with a table of this many bytes and at least one thread.
    pub fn new(heuristic: H, techniques: Techniques, table_bytes: usize, threads: usize) -> Self {
        let (table, memory) = (Table::with_bytes(table_bytes), Memory::new());
        let rules = Box::new(Rules::new(techniques, Margins::DEFAULT));
        Engine { heuristic, table, rules, threads: threads.max(1), memory, endings: None }
    }

    /// The same with other numbers behind its techniques.
    #[must_use]
    pub fn with_margins(mut self, margins: Margins) -> Self {
        *self.rules = Rules::new(self.rules.techniques, margins);
        self
    }

    /// The same with somebody who solves endings.
    #[must_use]
    pub fn with_endings(self, endings: Option<Box<dyn Endings<G>>>) -> Self {
        Engine { endings, ..self }
    }

    /// The mean change of the heuristic value from one turn of a side to its next, as far as the searches so far have
    /// measured it: the unit of all margins.
    pub fn swing(&self) -> Option<f64> {
        self.memory.swing.mean()
    }

    fn run<S: Selective<Game = G, Heuristic = H>>(
        &mut self,
        position: &G,
        limits: &Limits,
        control: &mut Control<'_, Move<S>>,
        observer: S::Observer,
        build: S::Build,
    ) -> Report<G::Move> {
        self.heuristic.speak_for(position.side_to_move());
        if let Some(report) = only_move(position, &self.heuristic) {
            return report;
        }
        let begun = Instant::now();
        if let Some(endings) = self.endings.as_mut().filter(|_| self.rules.techniques.solver)
            && let Some(report) = endings.solve(position, limits, control)
        {
            return report;
        }
        if self.rules.techniques.keep_table {
            self.table.grow_older();
            self.memory.history.fade();
        } else {
            self.table.clear();
            self.memory = Memory::new();
        }
        let Engine { heuristic, table, rules, threads, memory, .. } = self;
        let (heuristic, table, rules): (&H, &Table, &Rules) = (heuristic, table, rules);
        let deepest = limits.depth.unwrap_or(NO_LIMIT).max(1);
        // Time that went into an ending that could not be solved is gone.
        let left = |time: Option<Duration>| time.map(|time| time.saturating_sub(begun.elapsed()));
        let limits = Limits { time: left(limits.time), soft_time: left(limits.soft_time), ..*limits };
        let limits = share_of(&limits, *threads);
        let team = Team::new(*threads);
        let mut report = std::thread::scope(|scope| {
            for helper in 0..*threads - 1 {
                let (team, limits) = (&team, Limits { depth: Some(deepest), time: None, soft_time: None, ..limits });
                scope.spawn(move || help(heuristic, table, rules, team, helper, position, &limits));
            }
            let clock = Clock::start(&limits, control.work());
            let mut searcher = Searcher::<S>::new(heuristic, observer, build, rules, clock, table, memory);
            searcher.busy = team.busy.as_ref();
            let mut on_iteration = |report: &Report<Move<S>>| {
                let counters = team.counted_with(report.counters);
                (control.on_iteration)(&Report { counters, ..report.clone() });
            };
            let report = search_depths(&mut searcher, position, deepest, &mut on_iteration);
            team.enough.store(true, Ordering::Relaxed);
            report
        });
        report.counters = team.counted_with(report.counters);
        report
    }
}

/// Helps another thread until that one is done: what is found goes into the shared table.
fn help<G: Insight, H: Heuristic<G>>(
    heuristic: &H,
    table: &Table,
    rules: &Rules,
    team: &Team,
    helper: usize,
    position: &G,
    limits: &Limits,
) {
    let (clock, mut memory) = (Clock::start(limits, &team.enough), Memory::new());
    match Boosted::available() {
        Some(boosted) => {
            let memory = &mut memory;
            let searcher = Searcher::<Fast<G, H>>::new(heuristic, NoObserver, boosted, rules, clock, table, memory);
            help_with(searcher, team, helper, position, limits);
        }
        None => {
            let (mut ignored, memory) = (NoObserver, &mut memory);
            let observer: &mut dyn DynObserver<G> = &mut ignored;
            let searcher = Searcher::<Observed<'_, G, H>>::new(heuristic, observer, Plain, rules, clock, table, memory);
            help_with(searcher, team, helper, position, limits);
        }
    }
}

fn help_with<'a, S: Selective>(
    mut searcher: Searcher<'a, S>,
    team: &'a Team,
    helper: usize,
    position: &S::Game,
    limits: &Limits,
) {
    searcher.busy = team.busy.as_ref();
    let mut keep = |report: &Report<Move<S>>| team.keep(helper, report.counters);
    let report = search_depths(&mut searcher, position, limits.depth.unwrap_or(NO_LIMIT), &mut keep);
    team.keep(helper, report.counters);
}

impl<G: Insight, H: Heuristic<G>> Search<G> for Engine<G, H> {
    fn search(&mut self, position: &G, limits: &Limits, control: &mut Control<'_, G::Move>) -> Report<G::Move> {
        match Boosted::available() {
            Some(boosted) => self.run::<Fast<G, H>>(position, limits, control, NoObserver, boosted),
            None => self.search_observed(position, limits, control, &mut NoObserver),
        }
    }

    fn memory(&self) -> u64 {
        self.table.bytes()
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
