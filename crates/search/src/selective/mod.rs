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
//! With several threads, one searches the root and the others help it: they take moves of positions whose first move
//! did not cut off (`split`), and wait when there are none to take (`helpers`). One thread always gives the same
//! answer; several may not.

mod helpers;
mod history;
mod margins;
mod moves;
mod node;
mod prune;
mod quiesce;
mod root;
mod rules;
mod searcher;
mod split;
mod techniques;

pub use margins::{MARGINS, MarginAbout, Margins};
pub use techniques::{TECHNIQUES, Techniques};

use std::sync::atomic::AtomicU64;
use std::time::{Duration, Instant};

use plyscope_core::cpu::{Boosted, Plain};
use plyscope_core::{Control, DynObserver, Heuristic, Insight, Limits, NoObserver, Report, Search};

use crate::clock::Clock;
use crate::machine::{Fast, Move, Observed};
use crate::root::only_move;
use crate::table::Table;
use crate::tree::NO_LIMIT;
use helpers::Helpers;
use root::search_depths;
use rules::Rules;
use searcher::{Memory, Searcher, Selective, Shared};

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
    /// One for each thread.
    memories: Vec<Memory<G::Move>>,
    endings: Option<Box<dyn Endings<G>>>,
}

impl<G: Insight, H: Heuristic<G>> Engine<G, H> {
    /// A search with a table of this many bytes and at least one thread.
    pub fn new(heuristic: H, techniques: Techniques, table_bytes: usize, threads: usize) -> Self {
        let table = Table::with_bytes(table_bytes);
        let memories = std::iter::repeat_with(Memory::new).take(threads.max(1)).collect();
        let rules = Box::new(Rules::new(techniques, Margins::DEFAULT));
        Engine { heuristic, table, rules, memories, endings: None }
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
        self.memories[0].swing.mean()
    }

    fn run<S: Selective<Game = G, Heuristic = H>>(
        &mut self,
        position: &G,
        limits: &Limits,
        control: &mut Control<'_, Move<S>>,
        observer: S::Observer,
        build: S::Build,
        n_threads: usize,
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
            self.memories.iter_mut().for_each(Memory::fade);
        } else {
            self.table.clear();
            self.memories.fill_with(Memory::new);
        }
        let Engine { heuristic, table, rules, memories, .. } = self;
        let deepest = limits.depth.unwrap_or(NO_LIMIT).max(1);
        // Time that went into an ending that could not be solved is gone.
        let left = |time: Option<Duration>| time.map(|time| time.saturating_sub(begun.elapsed()));
        let limits = Limits { time: left(limits.time), soft_time: left(limits.soft_time), ..*limits };
        let Some((own, others)) = memories[..n_threads].split_first_mut() else { unreachable!("no thread at all") };
        let shared = Shared { heuristic: &*heuristic, table, rules, helpers: None };
        if others.is_empty() {
            let clock = Clock::start(&limits, control.work());
            let mut searcher = Searcher::<S>::new(shared, observer, build, clock, own);
            return search_depths(&mut searcher, position, deepest, &mut *control.on_iteration);
        }
        let helpers = Helpers::new(n_threads);
        let shared = Shared { helpers: Some(&helpers), ..shared };
        let budget = limits.nodes.map(AtomicU64::new);
        let work = control.work().within(limits.time);
        let mut report = std::thread::scope(|scope| {
            let _dismissed = helpers.until_dropped();
            for (helper, memory) in others.iter_mut().enumerate() {
                let (limits, budget) = (&limits, budget.as_ref());
                let clock = Clock::start_shared(limits, work.silent(), budget);
                scope.spawn(move || help(shared, helper, clock, memory));
            }
            let clock = Clock::start_shared(&limits, work, budget.as_ref());
            let mut searcher = Searcher::<S>::new(shared, observer, build, clock, own);
            let mut on_iteration = |report: &Report<Move<S>>| {
                let counters = helpers.team.counted_with(report.counters);
                (control.on_iteration)(&Report { counters, ..report.clone() });
            };
            search_depths(&mut searcher, position, deepest, &mut on_iteration)
        });
        report.counters = helpers.team.counted_with(report.counters);
        report
    }
}

/// Helps with splits until the search is over.
fn help<G: Insight, H: Heuristic<G>>(
    shared: Shared<'_, G, H>,
    helper: usize,
    clock: Clock<'_>,
    memory: &mut Memory<G::Move>,
) {
    match Boosted::available() {
        Some(boosted) => Searcher::<Fast<G, H>>::new(shared, NoObserver, boosted, clock, memory).serve(helper),
        None => {
            let mut ignored = NoObserver;
            Searcher::<Observed<'_, G, H>>::new(shared, &mut ignored, Plain, clock, memory).serve(helper);
        }
    }
}

impl<G: Insight, H: Heuristic<G>> Search<G> for Engine<G, H> {
    fn search(&mut self, position: &G, limits: &Limits, control: &mut Control<'_, G::Move>) -> Report<G::Move> {
        match Boosted::available() {
            Some(boosted) => {
                self.run::<Fast<G, H>>(position, limits, control, NoObserver, boosted, self.memories.len())
            }
            None => {
                let n_threads = self.memories.len();
                self.run::<Observed<'_, G, H>>(position, limits, control, &mut NoObserver, Plain, n_threads)
            }
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
        self.run::<Observed<'_, G, H>>(position, limits, control, observer, Plain, 1)
    }
}
