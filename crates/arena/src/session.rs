//! A run and its store: begun, resumed, summed up.

use std::fmt;
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use plyscope_core::{BadInput, Work};
use plyscope_stats::PairCounts;
use plyscope_store::{NewRun, RunId, Setup, Status, Store, StoreError};

use crate::experiment::{Experiment, Schedule, StopRule};
use crate::plan::{Board, Cell, Entrant, Plan};
use crate::runner::{self, Ended, RunProgress, RunRequest};
use crate::summary::{CellCounts, Counts, SeatCounts, Summary};
use crate::sweep;

/// Why an experiment could not go on.
#[derive(Debug)]
pub enum ArenaError {
    /// Something in the experiment is wrong.
    Input(BadInput),
    /// The store cannot be read or written.
    Store(StoreError),
}

impl fmt::Display for ArenaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ArenaError::Input(error) => error.fmt(f),
            ArenaError::Store(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ArenaError {}

impl From<BadInput> for ArenaError {
    fn from(error: BadInput) -> Self {
        ArenaError::Input(error)
    }
}

impl From<StoreError> for ArenaError {
    fn from(error: StoreError) -> Self {
        ArenaError::Store(error)
    }
}

/// What is asked of [`conduct`].
pub struct SessionRequest<'a> {
    /// What to play.
    pub plan: &'a Plan,
    /// The experiment file as it is.
    pub text: &'a str,
    /// The database.
    pub db: &'a Path,
    /// Whether to go on with an unfinished run of the same experiment, if there is one.
    pub resume: bool,
    /// Threads that play.
    pub jobs: usize,
    /// Stops the run.
    pub work: Work<'a>,
}

/// What came of it.
pub struct Conducted {
    /// The run.
    pub run: RunId,
    /// Whether it is complete.
    pub ended: Ended,
    /// What is known now.
    pub summary: Summary,
}

/// Plays an experiment, or the rest of it, and keeps every game. `on_start` is told the run and how many of its games were there already.
///
/// # Errors
/// If the database cannot be used, or a player cannot play. What was reported as played is safe.
pub fn conduct(
    request: &SessionRequest<'_>,
    on_start: &mut dyn FnMut(RunId, u64),
    on_progress: &mut dyn FnMut(&RunProgress<'_>),
) -> Result<Conducted, ArenaError> {
    let plan = request.plan;
    let store = Store::open_or_create(request.db)?;
    let fingerprint = plan.fingerprint();
    let unfinished = if request.resume { store.find_unfinished(fingerprint)? } else { None };
    let mut writer = match unfinished {
        Some(run) => store.resume(run)?,
        None => store.start(&new_run(plan, request.text, fingerprint))?,
    };
    let run = writer.run();
    let known = known_results(&store, run, plan.cells.len())?;
    on_start(run, known.len() as u64);
    let mut run_request = RunRequest {
        jobs: request.jobs,
        work: request.work,
        keep: &mut |games| writer.append(games).map_err(ArenaError::from),
        on_progress,
    };
    let (ended, planned) = runner::run(plan, known.into_iter(), &mut run_request)?;
    match ended {
        Ended::Complete => {
            for (cell, &games) in planned.iter().enumerate().filter(|(cell, games)| plan.cells[*cell].games != **games)
            {
                writer.plan(cell as u32, games)?;
            }
            writer.finish(now_ms())?;
        }
        Ended::Stopped => writer.stop(now_ms())?,
    }
    Ok(Conducted { run, ended, summary: summarise(&store, run)? })
}

fn new_run(plan: &Plan, text: &str, fingerprint: u64) -> NewRun {
    let players = plan
        .players
        .iter()
        .map(|entrant| plyscope_store::Player { name: entrant.name.clone(), spec: entrant.player.to_string() });
    let pairings = plan.cells.iter().map(|cell| plyscope_store::Pairing {
        game: plan.boards[cell.board].spec.clone(),
        first: cell.first as u32,
        second: cell.second as u32,
        planned: cell.games,
    });
    let openings = plan
        .boards
        .iter()
        .flat_map(|board| &board.openings)
        .map(|opening| plyscope_store::Opening { name: opening.name.clone(), text: opening.text.clone() });
    NewRun {
        name: plan.name.clone(),
        experiment: text.to_owned(),
        fingerprint,
        program: env!("CARGO_PKG_VERSION").to_owned(),
        seed: plan.seed,
        created_ms: now_ms(),
        setup: Setup { players: players.collect(), pairings: pairings.collect(), openings: openings.collect() },
    }
}

fn now_ms() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as i64)
}

fn known_results(store: &Store, run: RunId, n_cells: usize) -> Result<Vec<(usize, u32, u8)>, StoreError> {
    let mut known = Vec::new();
    for cell in 0..n_cells {
        for result in store.results(run, cell as u32)? {
            let (number, result) = result?;
            known.push((cell, number, result as u8));
        }
    }
    Ok(known)
}

/// The plan of a stored run, as far as reports need it.
///
/// # Errors
/// If the run is not there or was written by a program that knew more.
pub fn stored_plan(store: &Store, run: RunId) -> Result<Plan, ArenaError> {
    let (about, setup) = (store.run(run)?, store.setup(run)?);
    // The file may name other files that are gone; what it says itself is all that is wanted.
    let experiment = Experiment::read(&about.experiment).ok();
    let swept = experiment.as_ref().and_then(|experiment| experiment.sweep.as_ref());
    let swept = swept.and_then(|sweep| sweep::expand(sweep).ok()).unwrap_or_default();
    let players = setup.players.iter().map(|player| {
        let values =
            swept.iter().find(|swept| swept.name == player.name).map_or(Vec::new(), |swept| swept.values.clone());
        Ok(Entrant { name: player.name.clone(), player: player.spec.parse()?, values })
    });
    let mut boards: Vec<Board> = Vec::new();
    let mut cells: Vec<Cell> = Vec::new();
    for pairing in &setup.pairings {
        let board = boards.iter().position(|board| board.spec == pairing.game).unwrap_or_else(|| {
            boards.push(Board { spec: pairing.game.clone(), openings: Vec::new() });
            boards.len() - 1
        });
        let (first, second) = (pairing.first as usize, pairing.second as usize);
        let is_partner =
            |cell: &Cell| (cell.board, cell.first, cell.second) == (board, second, first) && first != second;
        let (partner, index) = (cells.iter().position(is_partner), cells.len());
        if let Some(partner) = partner {
            cells[partner].partner = Some(index);
        }
        cells.push(Cell { board, first, second, games: pairing.planned, partner });
    }
    Ok(Plan {
        name: about.name,
        seed: about.seed,
        boards,
        players: players.collect::<Result<_, BadInput>>()?,
        cells,
        schedule: experiment.as_ref().map_or(Schedule::default(), |experiment| experiment.schedule),
        exact: false,
        max_plies: experiment.as_ref().and_then(|experiment| experiment.max_plies),
        stop: experiment.map_or_else(StopRule::default, |experiment| experiment.stop),
        notes: Vec::new(),
    })
}

/// What is known of a stored run.
///
/// # Errors
/// If the store cannot be read.
pub fn summarise(store: &Store, run: RunId) -> Result<Summary, ArenaError> {
    let plan = stored_plan(store, run)?;
    let totals = store.totals(run)?;
    let cells = totals.iter().map(|totals| CellCounts {
        tally: [totals.second_wins, totals.draws, totals.first_wins],
        forfeits: totals.forfeits,
        distinct: totals.distinct,
        plies: totals.plies,
        seats: totals.seats.map(|seat| SeatCounts {
            moves: seat.moves,
            nodes: seat.nodes,
            time_us: seat.time_us,
            depths: seat.depth_sum,
        }),
    });
    let mut pairs = Vec::new();
    for (index, cell) in plan.cells.iter().enumerate() {
        let Some(partner) = cell.partner.filter(|&partner| partner > index) else { continue };
        let outcomes = store.pair_outcomes(run, index as u32, partner as u32)?;
        let mut counts = PairCounts::default();
        for (own, row) in outcomes.iter().enumerate() {
            // The second game is seen from the other chair.
            row.iter().enumerate().for_each(|(other, n)| counts.0[own][2 - other] = *n);
        }
        pairs.push((index, counts));
    }
    let complete = store.run(run)?.status == Status::Finished;
    let planned = plan.cells.iter().map(|cell| cell.games).collect();
    Ok(Summary::new(&Counts { plan: &plan, run: Some(run), complete, planned, cells: cells.collect(), pairs }))
}
