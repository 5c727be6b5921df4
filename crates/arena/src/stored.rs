//! Stored runs: which one a plan continues, its plan, and its summary.

use std::collections::HashMap;

use plyscope_core::BadInput;
use plyscope_programs::Programs;
use plyscope_stats::PairCounts;
use plyscope_store::{GameResult, Run, RunId, Status, Store};

use crate::experiment::Experiment;
use crate::fingerprint::is_current;
use crate::plan::{Entrant, Plan, PlanBoard, PlanCell, move_limit};
use crate::sequential::{self, SprtSummary};
use crate::session::{ArenaError, setup};
use crate::summary::{CellCounts, Counts, SeatCounts, Summary};
use crate::sweep;

/// The newest unfinished run that plays the games of this plan.
///
/// # Errors
/// If the store cannot be read.
pub fn find_unfinished(store: &Store, plan: &Plan) -> Result<Option<RunId>, ArenaError> {
    find(store, plan, store.unfinished()?)
}

/// The newest finished run that plays the games of this plan.
///
/// # Errors
/// If the store cannot be read.
pub fn find_finished(store: &Store, plan: &Plan) -> Result<Option<RunId>, ArenaError> {
    find(store, plan, store.finished()?)
}

fn find(store: &Store, plan: &Plan, runs: Vec<(RunId, String)>) -> Result<Option<RunId>, ArenaError> {
    let wanted = plan.fingerprint();
    for (run, fingerprint) in runs {
        let found = if is_current(&fingerprint) { fingerprint == wanted } else { has_contents(store, run, plan)? };
        if found {
            return Ok(Some(run));
        }
    }
    Ok(None)
}

/// Whether a run whose fingerprint was made by another version plays the games of this plan.
///
/// Players, pairings, openings and seed are stored as such; the rules that can end games or pairings early are in
/// the experiment file.
fn has_contents(store: &Store, run: RunId, plan: &Plan) -> Result<bool, ArenaError> {
    let about = store.run(run)?;
    if about.seed != plan.seed || store.setup(run)? != setup(plan) {
        return Ok(false);
    }
    let experiment = stored_experiment(store, &about)?;
    let rules = (experiment.max_plies, move_limit(&experiment)?, experiment.stop);
    Ok(rules == (plan.max_plies, plan.move_limit, plan.stop.clone()))
}

/// The experiment file of a run. A file that cannot be read is an error: defaults would give a wrong report.
fn stored_experiment(store: &Store, about: &Run) -> Result<Experiment, BadInput> {
    Experiment::read(&about.experiment).map_err(|error| unreadable(store, about, "its experiment file", &error))
}

fn unreadable(store: &Store, about: &Run, what: &str, error: &BadInput) -> BadInput {
    BadInput::new(format!(
        "run {} of {} cannot be read: {what}: {error}; use Plyscope {}, which played it, or a backup of the database",
        about.id,
        store.path().display(),
        about.program
    ))
}

/// The plan of a stored run, as far as reports need it: the openings are not assigned to boards.
///
/// # Errors
/// If there is no such run, or if its experiment file or a player cannot be read.
pub fn stored_plan(store: &Store, run: RunId) -> Result<Plan, ArenaError> {
    let (about, setup) = (store.run(run)?, store.setup(run)?);
    let experiment = stored_experiment(store, &about)?;
    let swept = experiment.sweep.as_ref().map_or(Ok(Vec::new()), sweep::expand);
    let swept = swept.map_err(|error| unreadable(store, &about, "its experiment file", &error))?;
    let limit = move_limit(&experiment).map_err(|error| unreadable(store, &about, "its experiment file", &error))?;
    let players = setup.players.iter().map(|player| {
        let found = swept.iter().find(|swept| swept.name == player.name);
        let values = found.map_or(Vec::new(), |swept| swept.values.clone());
        let parsed = player.spec.parse();
        let parsed = parsed.map_err(|error| unreadable(store, &about, &format!("player {}", player.name), &error))?;
        Ok(Entrant { name: player.name.clone(), player: parsed, values })
    });
    let players = players.collect::<Result<_, BadInput>>()?;
    let mut boards: Vec<PlanBoard> = Vec::new();
    let mut cells: Vec<PlanCell> = Vec::new();
    // The first cell of each board and pair of players, for its partner.
    let mut places: HashMap<(usize, usize, usize), usize> = HashMap::new();
    for pairing in &setup.pairings {
        let board = boards.iter().position(|board| board.spec == pairing.game).unwrap_or_else(|| {
            boards.push(PlanBoard { spec: pairing.game.clone(), openings: Vec::new() });
            boards.len() - 1
        });
        let (first, second) = (pairing.first as usize, pairing.second as usize);
        let partner = places.get(&(board, second, first)).copied().filter(|_| first != second);
        let index = cells.len();
        places.entry((board, first, second)).or_insert(index);
        if let Some(partner) = partner {
            cells[partner].partner = Some(index);
        }
        cells.push(PlanCell { board, first, second, games: pairing.planned, partner });
    }
    Ok(Plan {
        name: about.name,
        seed: about.seed,
        boards,
        players,
        cells,
        schedule: experiment.schedule,
        exact: false,
        max_plies: experiment.max_plies,
        move_limit: limit,
        programs: Programs::default(),
        stop: experiment.stop,
        notes: Vec::new(),
    })
}

/// The results of a stored run so far.
///
/// # Errors
/// If the run cannot be read.
pub fn summarise(store: &Store, run: RunId) -> Result<Summary, ArenaError> {
    let plan = stored_plan(store, run)?;
    let totals = store.totals(run)?;
    let cells = totals.iter().map(|totals| CellCounts {
        tally: [totals.second_wins, totals.draws, totals.first_wins],
        forfeits: totals.forfeits.clone(),
        distinct: totals.distinct,
        plies: totals.plies,
        seats: totals.seats.map(|seat| SeatCounts {
            moves: seat.moves,
            nodes: seat.nodes,
            time_us: seat.time_us,
            depths: seat.depth_sum,
            counted: seat.counted,
            counts: seat.counts,
        }),
    });
    let mut pairs = Vec::new();
    for (index, cell) in plan.cells.iter().enumerate() {
        let Some(partner) = cell.partner.filter(|&partner| partner > index) else { continue };
        let outcomes = store.pair_outcomes(run, index as u32, partner as u32)?;
        let mut counts = PairCounts::default();
        for (own, row) in outcomes.iter().enumerate() {
            // The partner counts from the other seat.
            row.iter().enumerate().for_each(|(other, n)| counts.0[own][2 - other] = *n);
        }
        pairs.push((index, counts));
    }
    let sprt = sequential_tests(store, run, &plan)?;
    let complete = store.run(run)?.status == Status::Finished;
    let planned = plan.cells.iter().map(|cell| cell.games).collect();
    Ok(Summary::new(&Counts { plan: &plan, run: Some(run), complete, planned, cells: cells.collect(), pairs, sprt }))
}

/// The sequential tests of a run, with the way that each took.
fn sequential_tests(store: &Store, run: RunId, plan: &Plan) -> Result<Vec<SprtSummary>, ArenaError> {
    let Some(rule) = &plan.stop.sprt else { return Ok(Vec::new()) };
    let mut tests = Vec::new();
    for (index, cell) in plan.cells.iter().enumerate() {
        let Some(partner) = cell.partner.filter(|&partner| partner > index) else { continue };
        let others: HashMap<u32, GameResult> = store.results(run, partner as u32)?.collect::<Result<_, _>>()?;
        let mut classes = Vec::new();
        for result in store.results(run, index as u32)? {
            let (number, own) = result?;
            // The partner counts from the other seat.
            classes.extend(others.get(&number).map(|&other| own as usize + 2 - other as usize));
        }
        tests.extend(sequential::summary(plan, rule, index, &classes));
    }
    Ok(tests)
}
