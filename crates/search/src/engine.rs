//! The strong one: deepening principal variation search with everything that is sound for all games here.
//!
//! It uses the table's deeper knowledge, tries remembered moves, killers and moves with a good history first, and stops when the game is decided. Nothing in it
//! guesses: no null moves, which zugzwang in the pawn games would refute, and no reductions. So a value it calls complete is exact.
//!
//! With several threads all search the same position and share the table: what one finds out, the others need not. Moves that another thread is
//! searching are left for later (`busy`), so that they do not walk in step. One thread gives the same answer every time, several need not.

use std::sync::atomic::{AtomicBool, Ordering};

use plyscope_core::cpu::{Boosted, Build, Plain};
use plyscope_core::{Control, DynObserver, Game, Heuristic, Limits, NoObserver, Observer, Report, Rng, Search};

use crate::busy::Busy;
use crate::clock::Clock;
use crate::driver::Windowed;
use crate::machine::Machine;
use crate::options::{Options, Order};
use crate::pvs::Pvs;
use crate::root::only_move;
use crate::table::Table;
use crate::tree::{NO_LIMIT, Plan, Question, search_depths};

/// The strong search.
pub struct Engine<H> {
    heuristic: H,
    table: Table,
    threads: usize,
}

/// How it orders moves and breaks ties.
const OPTIONS: Options = Options {
    order: Order { table: true, killer: true, heuristic: false, history: true },
    table: None,
    root: crate::Root::Shared,
    ties: crate::Ties::First,
};

impl<H> Engine<H> {
    /// An engine with a table of so many bytes and so many threads, at least one.
    pub fn new(heuristic: H, table_bytes: usize, threads: usize) -> Self {
        Engine { heuristic, table: Table::with_bytes(table_bytes), threads: threads.max(1) }
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
        self.table.clear();
        let (heuristic, table) = (&self.heuristic, &self.table);
        let deepest = limits.depth.unwrap_or(NO_LIMIT).max(1);
        let (enough, busy) = (AtomicBool::new(false), Busy::new());
        let busy = (self.threads > 1).then_some(&busy);
        std::thread::scope(|scope| {
            for _ in 1..self.threads {
                let enough = &enough;
                scope.spawn(move || {
                    let clock = Clock::start(&Limits::default(), enough);
                    let mut machine = Machine::new(heuristic, NoObserver, build, clock, Some(table), OPTIONS);
                    machine.busy = busy;
                    deepen(machine, position, deepest, &mut |_| {});
                });
            }
            let clock = Clock::start(limits, control.flag());
            let mut machine = Machine::new(heuristic, observer, build, clock, Some(table), OPTIONS);
            machine.busy = busy;
            let report = deepen(machine, position, deepest, control.on_iteration);
            enough.store(true, Ordering::Relaxed);
            report
        })
    }
}

fn deepen<G: Game, H: Heuristic<G>, O: Observer<G>, B: Build>(
    mut machine: Machine<'_, G, H, O, B>,
    position: &G,
    deepest: u32,
    on_iteration: &mut dyn FnMut(&Report<G::Move>),
) -> Report<G::Move> {
    machine.use_deeper = true;
    let plan = Plan::Deepening { aspiration: None };
    let question = Question { position, depths: 1..=deepest, plan, options: OPTIONS };
    search_depths::<Windowed<Pvs>, G, H, O, B>(&mut machine, &question, &mut Rng::new(0), on_iteration)
}

impl<G: Game, H: Heuristic<G>> Search<G> for Engine<H> {
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
