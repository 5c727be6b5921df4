//! The tree searches as people choose them: an algorithm with its options, driven to one depth or deeper and deeper.

use std::marker::PhantomData;
use std::ops::RangeInclusive;

use plyscope_core::cpu::{Boosted, Build, Plain};
use plyscope_core::{
    Control, DynObserver, Game, Heuristic, Limits, NoObserver, Observer, Report, Rng, Score, Search, Stop, Verdict,
};

use crate::clock::{Clock, Stopped};
use crate::driver::{Driver, Job};
use crate::machine::Machine;
use crate::options::Options;
use crate::root::{RootMoves, fallback, only_move};
use crate::table::Table;

/// How deep a search goes when nothing limits it: further than any game lasts.
pub(crate) const NO_LIMIT: u32 = 1000;

/// A tree search of any kind.
pub(crate) struct TreeSearch<D, H> {
    options: Options,
    plan: Plan,
    heuristic: H,
    table: Option<Table>,
    rng: Rng,
    driver: PhantomData<fn() -> D>,
}

/// Which depths are searched.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Plan {
    /// Only the depth that was asked for.
    OneDepth,
    /// 1, 2, 3, … up to it, each with a window around the last value if a width is given.
    Deepening {
        /// Half the width of that window, in units of the heuristic.
        aspiration: Option<f64>,
    },
}

impl<D: Driver, H> TreeSearch<D, H> {
    /// A search with these options. The seed matters only where ties are broken at random.
    pub(crate) fn new(options: Options, plan: Plan, heuristic: H, seed: u64) -> Self {
        let table = options.table.map(Table::with_bytes);
        TreeSearch { options, plan, heuristic, table, rng: Rng::new(seed), driver: PhantomData }
    }

    fn run<G: Game, O: Observer<G>, B: Build>(
        &mut self,
        position: &G,
        limits: &Limits,
        control: &mut Control<'_, G::Move>,
        observer: O,
        build: B,
    ) -> Report<G::Move>
    where
        H: Heuristic<G>,
    {
        self.heuristic.speak_for(position.side_to_move());
        if let Some(report) = only_move(position, &self.heuristic) {
            return report;
        }
        // A table may be kept between iterations, but not between searches: the same question must have the same answer.
        if let Some(table) = &mut self.table {
            table.clear();
        }
        let clock = Clock::start(limits, control.flag());
        let mut machine = Machine::new(&self.heuristic, observer, build, clock, self.table.as_ref(), self.options);
        let deepest = limits.depth.unwrap_or(NO_LIMIT).max(1);
        let first = if self.plan == Plan::OneDepth { deepest } else { 1 };
        let question = Question { position, depths: first..=deepest, plan: self.plan, options: self.options };
        search_depths::<D, G, H, O, B>(&mut machine, &question, &mut self.rng, control.on_iteration)
    }
}

/// What a search is to find out.
pub(crate) struct Question<'a, G> {
    pub(crate) position: &'a G,
    pub(crate) depths: RangeInclusive<u32>,
    pub(crate) plan: Plan,
    pub(crate) options: Options,
}

/// Searches one depth after another until they are used up, the machine's clock stops it, or nothing is left to find out.
pub(crate) fn search_depths<D: Driver, G: Game, H: Heuristic<G>, O: Observer<G>, B: Build>(
    machine: &mut Machine<'_, G, H, O, B>,
    question: &Question<'_, G>,
    rng: &mut Rng,
    on_iteration: &mut dyn FnMut(&Report<G::Move>),
) -> Report<G::Move> {
    let &Question { position, plan, options, .. } = question;
    let (first, deepest) = (*question.depths.start(), *question.depths.end());
    let mut roots = RootMoves::of(machine, position);
    let mut report = fallback(position, machine.heuristic, roots.moves[0].known.m);
    report.root_moves = roots.in_game_order();
    for depth in question.depths.clone() {
        let last = (depth > first).then_some(report.score);
        roots.forget();
        let found = match D::search(machine, position, &mut roots, Job { depth, last, plan, options }, rng) {
            Ok(found) => found,
            Err(Stopped) => {
                report.stop = machine.clock.stopped.unwrap_or(report.stop);
                break;
            }
        };
        roots.put_first(found.best);
        // A completely known game gains nothing from looking deeper, nor does one decided within this depth. A more distant end,
        // which only a table can show, may still have a nearer one before it.
        let decided = match found.score.verdict(false) {
            Verdict::Win(plies) | Verdict::Loss(plies) => plies <= depth,
            Verdict::Draw | Verdict::Estimate(_) => false,
        };
        let finished = found.complete || decided;
        report = Report {
            best: found.best,
            score: found.score,
            depth,
            complete: found.complete,
            pv: found.line,
            root_moves: roots.in_game_order(),
            counters: machine.counted(),
            stop: if finished && depth < deepest { Stop::Complete } else { Stop::Depth },
            time: machine.clock.elapsed(),
        };
        on_iteration(&report);
        if finished {
            break;
        }
    }
    (report.counters, report.time) = (machine.counted(), machine.clock.elapsed());
    report
}

impl<G: Game, H: Heuristic<G>, D: Driver> Search<G> for TreeSearch<D, H> {
    fn search(&mut self, position: &G, limits: &Limits, control: &mut Control<'_, G::Move>) -> Report<G::Move> {
        match Boosted::available() {
            Some(boosted) => self.run(position, limits, control, NoObserver, boosted),
            // A third copy for processors before 2013 would cost everybody a third of the build; they share that of the observed search.
            None => self.search_observed(position, limits, control, &mut NoObserver),
        }
    }

    fn search_observed(
        &mut self,
        position: &G,
        limits: &Limits,
        control: &mut Control<'_, G::Move>,
        observer: &mut dyn DynObserver<G>,
    ) -> Report<G::Move> {
        self.run(position, limits, control, observer, Plain)
    }
}

/// The full window.
pub(crate) const FULL: (Score, Score) = (Score::MIN, Score::MAX);
