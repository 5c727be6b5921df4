//! Stored runs: which one a plan continues, its plan, and its summary.

use std::collections::HashMap;

use plyscope_core::BadInput;
use plyscope_programs::Programs;
use plyscope_store::{Run, RunId, Setup, Shard, Status, Store, Totals};

use crate::experiment::Experiment;
use crate::fingerprint::is_current;
use crate::machine;
use crate::plan::{Entrant, Plan, PlanBoard, PlanCell, move_limit, varied};
use crate::sampling::collect_samples;
use crate::session::{ArenaError, setup};
use crate::shard::{self, Part};
use crate::summary::{CellCounts, Counts, SeatCounts, Summary};
use crate::workers;

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
        if found && store.run(run)?.shard == plan.shard() {
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
    let swept = varied(&experiment).map_err(|error| unreadable(store, &about, "its experiment file", &error))?;
    let limit = move_limit(&experiment).map_err(|error| unreadable(store, &about, "its experiment file", &error))?;
    let players = setup.players.iter().map(|player| {
        let found = swept.iter().find(|swept| swept.name == player.name);
        let values = found.map_or(Vec::new(), |swept| swept.values.clone());
        let parsed = player.spec.parse();
        let parsed = parsed.map_err(|error| unreadable(store, &about, &format!("player {}", player.name), &error))?;
        Ok(Entrant { name: player.name.clone(), player: parsed, values })
    });
    let players = players.collect::<Result<_, BadInput>>()?;
    let (boards, cells) = cells_of(&setup);
    let part = about.shard.map(|shard| Part { shard, numbers: shard::numbers(&cells, shard) });
    let notes = part.iter().map(|part| part_note(part, &cells)).collect();
    let mut plan = Plan {
        name: about.name,
        seed: about.seed,
        boards,
        players,
        cells,
        draws_openings: experiment.openings.random_plies.is_some(),
        schedule: experiment.schedule,
        exact: false,
        max_plies: experiment.max_plies,
        move_limit: limit,
        programs: Programs::default(),
        stop: experiment.stop,
        part,
        notes,
    };
    plan.notes.extend(machine::note(&plan, &store.machines(run)?));
    Ok(plan)
}

/// The boards and cells of a stored run. Those of a part are the cells of the whole experiment.
pub(crate) fn cells_of(setup: &Setup) -> (Vec<PlanBoard>, Vec<PlanCell>) {
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
        let games = pairing.whole.unwrap_or(pairing.planned);
        cells.push(PlanCell { board, first, second, games, partner });
    }
    (boards, cells)
}

/// What the reader of a report must know if it is about a part of an experiment.
fn part_note(part: &Part, cells: &[PlanCell]) -> String {
    let games: usize = part.numbers.iter().map(|numbers| numbers.len()).sum();
    let whole: u64 = cells.iter().map(|cell| u64::from(cell.games)).sum();
    let Shard { number, count } = part.shard;
    format!(
        "This is part {number} of {count} of the experiment, with {games} of its {whole} games; \
         `plyscope merge` joins the parts."
    )
}

/// The results of a stored run so far.
///
/// # Errors
/// If the run cannot be read.
pub fn summarise(store: &Store, run: RunId) -> Result<Summary, ArenaError> {
    let plan = stored_plan(store, run)?;
    let totals = store.totals(run)?;
    let mut cells: Vec<CellCounts> = totals.iter().map(cell_counts).collect();
    for (index, cell) in plan.cells.iter().enumerate() {
        let Some(partner) = cell.partner.filter(|&partner| partner > index) else { continue };
        let distinct = store.distinct_pairs(run, index as u32, partner as u32)?;
        [index, partner].into_iter().for_each(|cell| cells[cell].distinct_pairs = Some(distinct));
    }
    let (samples, pairs) = collect_samples(&plan, |cell| store.results(run, cell as u32))?;
    let complete = store.run(run)?.status == Status::Finished;
    let planned = (0..plan.cells.len()).map(|cell| plan.numbers(cell).len() as u32).collect();
    let mut summary = Summary::new(&Counts { plan: &plan, run: Some(run), complete, planned, cells, samples, pairs });
    workers::add(&mut summary, &store.workers(run)?, plan.repeats_exactly());
    Ok(summary)
}

fn cell_counts(totals: &Totals) -> CellCounts {
    CellCounts {
        tally: [totals.second_wins, totals.draws, totals.first_wins],
        forfeits: totals.forfeits.clone(),
        distinct: totals.distinct,
        distinct_pairs: None,
        plies: totals.plies,
        seats: totals.seats.map(|seat| SeatCounts {
            moves: seat.moves,
            nodes: seat.nodes,
            time_us: seat.time_us,
            depths: seat.depth_sum,
            counted: seat.counted,
            counts: seat.counts,
        }),
    }
}
