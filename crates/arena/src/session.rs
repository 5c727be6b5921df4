//! Plays an experiment and keeps its games: starts a run, or resumes one.

use std::fmt;
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use plyscope_core::{BadInput, Work};
use plyscope_store::{Game, NewRun, Played, RunId, Setup, Share, Store, StoreError, Worker, Writer};

use crate::crew::{Crew, Parcel};
use crate::machine;
use crate::plan::Plan;
use crate::runner::{self, Ended, Ledger, RunProgress, RunRequest};
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
    /// The number of threads, if this process plays.
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

/// Plays an experiment, or the rest of it, on threads of this process, and stores every game. `on_start` receives the
/// run and the number of games it already has.
///
/// # Errors
/// If the database cannot be used, or if a player cannot play. Games reported as played are safe.
pub fn conduct(
    request: &SessionRequest<'_>,
    on_start: &mut dyn FnMut(RunId, u64),
    on_progress: &mut dyn FnMut(&RunProgress<'_>),
) -> Result<Conducted, ArenaError> {
    let mut play =
        |known: Known<'_>, run: &mut RunRequest<'_, ArenaError>| runner::run(request.plan, request.jobs, known, run);
    conduct_by(request, true, &mut play, on_start, on_progress)
}

/// As [`conduct`], with a crew that plays instead of the threads of this process.
///
/// # Errors
/// As for [`conduct`].
pub fn conduct_with(
    request: &SessionRequest<'_>,
    crew: &mut dyn Crew,
    on_start: &mut dyn FnMut(RunId, u64),
    on_progress: &mut dyn FnMut(&RunProgress<'_>),
) -> Result<Conducted, ArenaError> {
    let mut play =
        |known: Known<'_>, run: &mut RunRequest<'_, ArenaError>| runner::run_with(request.plan, crew, known, run);
    conduct_by(request, false, &mut play, on_start, on_progress)
}

/// The games that a run already has, with their cells.
type Known<'a> = Box<dyn Iterator<Item = Result<(usize, Played), ArenaError>> + 'a>;
/// Plays the missing games.
type PlayRun<'a> = dyn FnMut(Known<'_>, &mut RunRequest<'_, ArenaError>) -> Result<(Ended, Vec<u32>), ArenaError> + 'a;

fn conduct_by(
    request: &SessionRequest<'_>,
    plays_here: bool,
    play: &mut PlayRun<'_>,
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
    if plays_here {
        writer.add_machine(&machine::name())?;
    }
    let run = writer.run();
    on_start(run, store.run(run)?.played);
    let known = Box::new(known_results(&store, run, plan.cells.len()));
    let mut ledger = Kept { store: &store, writer: &mut writer };
    let mut run_request = RunRequest { work: request.work, ledger: &mut ledger, on_progress };
    let (ended, planned) = play(known, &mut run_request)?;
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

/// The games of a run in the store.
struct Kept<'a> {
    store: &'a Store,
    writer: &'a mut Writer,
}

impl Ledger<ArenaError> for Kept<'_> {
    fn keep(&mut self, parcels: &[Parcel], workers: &[Worker]) -> Result<(), ArenaError> {
        let shares = parcels.iter().map(|parcel| Share {
            worker: parcel.worker.map(|index| &workers[index]),
            games: &parcel.games,
            busy: parcel.busy,
        });
        Ok(self.writer.append_shares(&shares.collect::<Vec<_>>())?)
    }

    fn find(&mut self, cell: usize, number: u32) -> Result<Option<(Game, Option<String>)>, ArenaError> {
        let run = self.writer.run();
        let Some(game) = self.store.game(run, cell as u32, number)? else { return Ok(None) };
        Ok(Some((game, self.store.worker_of(run, cell as u32, number)?)))
    }
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
