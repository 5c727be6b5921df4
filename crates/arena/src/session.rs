//! Plays an experiment and keeps its games: starts a run, or resumes one.

use std::fmt;
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use plyscope_core::{BadInput, Work};
use plyscope_store::{NewRun, Played, RunId, Setup, Store, StoreError};

use crate::machine;
use crate::plan::Plan;
use crate::runner::{self, Ended, RunProgress, RunRequest};
use crate::stored::{find_finished, find_unfinished, summarise};
use crate::summary::Summary;

/// Why an experiment failed.
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

/// A request to [`conduct`].
pub struct SessionRequest<'a> {
    /// The plan to play.
    pub plan: &'a Plan,
    /// The text of the experiment file.
    pub text: &'a str,
    /// The database.
    pub db: &'a Path,
    /// Whether to continue an unfinished run of the same experiment, if there is one. A finished one is only reported.
    pub resume: bool,
    /// The number of threads.
    pub jobs: usize,
    /// Stops the run.
    pub work: Work<'a>,
}

/// The result of [`conduct`].
pub struct Conducted {
    /// The run.
    pub run: RunId,
    /// How it ended.
    pub ended: Ended,
    /// Whether it was finished before, so that nothing was played.
    pub was_finished: bool,
    /// The summary of all games so far.
    pub summary: Summary,
}

/// Plays an experiment, or the rest of it, and stores every game. `on_start` receives the run and the number of games
/// it already has.
///
/// # Errors
/// If the database cannot be used, or if a player cannot play. Games reported as played are safe.
pub fn conduct(
    request: &SessionRequest<'_>,
    on_start: &mut dyn FnMut(RunId, u64),
    on_progress: &mut dyn FnMut(&RunProgress<'_>),
) -> Result<Conducted, ArenaError> {
    let plan = request.plan;
    let store = Store::open_or_create(request.db)?;
    let unfinished = if request.resume { find_unfinished(&store, plan)? } else { None };
    if request.resume
        && unfinished.is_none()
        && let Some(run) = find_finished(&store, plan)?
    {
        let summary = summarise(&store, run)?;
        on_start(run, summary.played);
        return Ok(Conducted { run, ended: Ended::Complete, was_finished: true, summary });
    }
    let mut writer = match unfinished {
        Some(run) => store.resume(run)?,
        None => store.start(&new_run(plan, request.text))?,
    };
    writer.add_machine(&machine::name())?;
    let run = writer.run();
    on_start(run, store.run(run)?.played);
    let known = known_results(&store, run, plan.cells.len());
    let mut run_request = RunRequest {
        jobs: request.jobs,
        work: request.work,
        keep: &mut |games| writer.append(games).map_err(ArenaError::from),
        on_progress,
    };
    let (ended, planned) = runner::run(plan, known, &mut run_request)?;
    match ended {
        Ended::Complete => {
            let is_fewer = |&(cell, &games): &(usize, &u32)| plan.numbers(cell).len() != games as usize;
            for (cell, &games) in planned.iter().enumerate().filter(is_fewer) {
                writer.plan(cell as u32, games)?;
            }
            writer.finish(now_ms())?;
        }
        Ended::Stopped => writer.stop(now_ms())?,
    }
    Ok(Conducted { run, ended, was_finished: false, summary: summarise(&store, run)? })
}

/// The run of a plan before its first game.
pub(crate) fn new_run(plan: &Plan, text: &str) -> NewRun {
    NewRun {
        name: plan.name.clone(),
        experiment: text.to_owned(),
        fingerprint: plan.fingerprint(),
        program: env!("CARGO_PKG_VERSION").to_owned(),
        seed: plan.seed,
        created_ms: now_ms(),
        shard: plan.shard(),
        setup: setup(plan),
    }
}

/// The players, pairings and openings of a plan, as they are stored.
pub(crate) fn setup(plan: &Plan) -> Setup {
    let players = plan
        .players
        .iter()
        .map(|entrant| plyscope_store::Player { name: entrant.name.clone(), spec: entrant.player.to_string() });
    let pairings = plan.cells.iter().enumerate().map(|(index, cell)| plyscope_store::Pairing {
        game: plan.boards[cell.board].spec.clone(),
        first: cell.first as u32,
        second: cell.second as u32,
        planned: plan.numbers(index).len() as u32,
        whole: plan.shard().map(|_| cell.games),
    });
    let openings = plan
        .boards
        .iter()
        .flat_map(|board| &board.openings)
        .map(|opening| plyscope_store::Opening { name: opening.name.clone(), text: opening.text.clone() });
    Setup { players: players.collect(), pairings: pairings.collect(), openings: openings.collect() }
}

pub(crate) fn now_ms() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as i64)
}

/// The games that a run already has, with their cells, read as they are needed.
fn known_results(
    store: &Store,
    run: RunId,
    n_cells: usize,
) -> impl Iterator<Item = Result<(usize, Played), ArenaError>> {
    (0..n_cells).flat_map(move |cell| {
        let (results, error) = match store.results(run, cell as u32) {
            Ok(results) => (Some(results), None),
            Err(error) => (None, Some(Err(error))),
        };
        let all = results.into_iter().flatten().chain(error);
        all.map(move |game| game.map(|game| (cell, game)).map_err(ArenaError::from))
    })
}
