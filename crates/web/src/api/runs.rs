//! Stored runs: their list, their results, their reports, and two of them side by side.

use std::path::Path as FilePath;

use axum::Json as Answer;
use axum::extract::State;
use axum::http::header;
use axum::response::{Html, IntoResponse, Response};
use plyscope_arena::{CellSummary, Summary, html, summarise};
use plyscope_store::{RunId, Store};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::app::{App, Shared};
use crate::error::ApiError;
use crate::extract::{Path, Query};
use crate::guard::REPORT_POLICY;
use crate::view::{IntervalView, RunInfo, RunSummary};

/// The database, if it exists.
pub(super) fn open(db: &FilePath) -> Result<Option<Store>, ApiError> {
    if db.exists() { Ok(Some(Store::open(db)?)) } else { Ok(None) }
}

/// The database, if it has this run.
pub(super) fn open_with(db: &FilePath, run: RunId) -> Result<Store, ApiError> {
    let Some(store) = open(db)? else {
        return Err(ApiError::not_found(format!("run {run} does not exist; no runs are stored yet")));
    };
    if store.runs()?.iter().any(|known| known.id == run) {
        return Ok(store);
    }
    Err(ApiError::not_found(format!("run {run} does not exist")))
}

/// A run as it is listed.
pub(super) fn info(app: &App, store: &Store, run: RunId) -> Result<RunInfo, ApiError> {
    Ok(RunInfo::new(&store.run(run)?, app.conductor.plays(run)))
}

/// All runs.
#[derive(Serialize, ToSchema)]
pub(crate) struct Runs {
    /// The newest first.
    runs: Vec<RunInfo>,
}

/// Lists the runs of the database
#[utoipa::path(get, path = "/api/runs", tag = "runs", responses((status = 200, body = Runs)))]
pub(crate) async fn list(State(app): State<Shared>) -> Result<Answer<Runs>, ApiError> {
    let state = Shared::clone(&app);
    let work = move || {
        let runs = open(&state.db)?.map_or_else(|| Ok(Vec::new()), |store| store.runs())?;
        Ok(Runs { runs: runs.iter().rev().map(|run| RunInfo::new(run, state.conductor.plays(run.id))).collect() })
    };
    app.workshop.quick(work).await.map(Answer)
}

/// A run with its results.
#[derive(Serialize, ToSchema)]
pub(crate) struct RunDetails {
    info: RunInfo,
    summary: RunSummary,
    /// The experiment file.
    experiment: String,
}

/// Shows a run: cross table, ratings and findings
#[utoipa::path(
    get, path = "/api/runs/{run}", tag = "runs", params(("run" = i64, Path, description = "The number of the run")),
    responses((status = 200, body = RunDetails))
)]
pub(crate) async fn run(State(app): State<Shared>, Path(run): Path<RunId>) -> Result<Answer<RunDetails>, ApiError> {
    let state = Shared::clone(&app);
    let work = move || {
        let store = open_with(&state.db, run)?;
        Ok(RunDetails {
            info: info(&state, &store, run)?,
            summary: RunSummary::from(&summarise(&store, run)?),
            experiment: store.run(run)?.experiment,
        })
    };
    app.workshop.quick(work).await.map(Answer)
}

/// Shows the report of a run as one HTML page, which runs in a sandbox
#[utoipa::path(
    get, path = "/api/runs/{run}/report", tag = "runs",
    params(("run" = i64, Path, description = "The number of the run")),
    responses((status = 200, content_type = "text/html", body = String))
)]
pub(crate) async fn report(State(app): State<Shared>, Path(run): Path<RunId>) -> Result<Response, ApiError> {
    let db = app.db.clone();
    let page = app.workshop.quick(move || Ok(html(&open_with(&db, run)?, run)?)).await?;
    Ok(([(header::CONTENT_SECURITY_POLICY, REPORT_POLICY)], Html(page)).into_response())
}

/// Two runs.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct RunPair {
    /// The number of one run.
    a: i64,
    /// The number of the other.
    b: i64,
}

/// Two runs side by side.
#[derive(Serialize, ToSchema)]
pub(crate) struct RunComparison {
    a: RunInfo,
    b: RunInfo,
    /// Players with the same spec in both runs.
    players: Vec<ComparedPlayer>,
    /// Games of the same players in the same seats on the same board.
    cells: Vec<ComparedCell>,
    /// Players that only the first run has.
    only_a: Vec<String>,
    /// Players that only the second run has.
    only_b: Vec<String>,
}

/// A player of both runs.
#[derive(Serialize, ToSchema)]
pub(crate) struct ComparedPlayer {
    player: String,
    name_a: String,
    name_b: String,
    score_a: Option<f64>,
    score_b: Option<f64>,
    elo_a: Option<f64>,
    elo_b: Option<f64>,
}

/// A cell of both runs.
#[derive(Serialize, ToSchema)]
pub(crate) struct ComparedCell {
    game: String,
    /// The specs of the players.
    first: String,
    second: String,
    games_a: u64,
    games_b: u64,
    /// The score of the first seat.
    score_a: Option<f64>,
    score_b: Option<f64>,
    /// The second score minus the first.
    difference: Option<f64>,
    /// The ends of its 95 % interval.
    interval: Option<IntervalView>,
    /// Whether that interval excludes 0.
    differs: bool,
}

/// Compares two runs: the players and pairings that they have in common
#[utoipa::path(
    get, path = "/api/compare-runs", tag = "runs", params(RunPair), responses((status = 200, body = RunComparison))
)]
pub(crate) async fn compare_runs(
    State(app): State<Shared>,
    Query(pair): Query<RunPair>,
) -> Result<Answer<RunComparison>, ApiError> {
    let state = Shared::clone(&app);
    let work = move || {
        let store = open_with(&state.db, pair.a)?;
        open_with(&state.db, pair.b)?;
        let (a, b) = (summarise(&store, pair.a)?, summarise(&store, pair.b)?);
        let unshared = |of: &Summary, other: &Summary| {
            let missing = of.players.iter().filter(|p| !other.players.iter().any(|o| o.player == p.player));
            missing.map(|player| player.name.clone()).collect()
        };
        Ok(RunComparison {
            a: info(&state, &store, pair.a)?,
            b: info(&state, &store, pair.b)?,
            players: shared_players(&a, &b),
            cells: shared_cells(&a, &b),
            only_a: unshared(&a, &b),
            only_b: unshared(&b, &a),
        })
    };
    app.workshop.quick(work).await.map(Answer)
}

fn shared_players(a: &Summary, b: &Summary) -> Vec<ComparedPlayer> {
    let elo = |of: &Summary, index| of.ratings.iter().find(|rating| rating.player == index).map(|rating| rating.elo);
    let mut shared = Vec::new();
    for (at, player) in a.players.iter().enumerate() {
        let Some(place) = b.players.iter().position(|other| other.player == player.player) else { continue };
        let other = &b.players[place];
        shared.push(ComparedPlayer {
            player: player.player.clone(),
            name_a: player.name.clone(),
            name_b: other.name.clone(),
            score_a: player.score,
            score_b: other.score,
            elo_a: elo(a, at),
            elo_b: elo(b, place),
        });
    }
    shared
}

fn shared_cells(a: &Summary, b: &Summary) -> Vec<ComparedCell> {
    let spec = |of: &Summary, name: &str| of.players.iter().find(|p| p.name == name).map(|p| p.player.clone());
    let mut shared = Vec::new();
    for cell in &a.cells {
        let Some((first, second)) = spec(a, &cell.first).zip(spec(a, &cell.second)) else { continue };
        let same = b.cells.iter().find(|other| {
            other.game == cell.game
                && spec(b, &other.first).as_ref() == Some(&first)
                && spec(b, &other.second).as_ref() == Some(&second)
        });
        let Some(other) = same else { continue };
        let interval = difference_interval(cell, other);
        shared.push(ComparedCell {
            game: cell.game.clone(),
            first,
            second,
            games_a: cell.games,
            games_b: other.games,
            score_a: cell.score,
            score_b: other.score,
            difference: cell.score.zip(other.score).map(|(a, b)| b - a),
            interval,
            differs: interval.is_some_and(|interval| interval.low > 0.0 || interval.high < 0.0),
        });
    }
    shared
}

/// The interval of the difference of two independent scores, from their own intervals: the squares of the distances of
/// their ends are added (Newcombe: Interval estimation for the difference between independent proportions, Statistics
/// in Medicine 17, 1998, method 10).
fn difference_interval(a: &CellSummary, b: &CellSummary) -> Option<IntervalView> {
    let (from, to) = (a.score?, b.score?);
    let below = (to - b.interval.0).hypot(a.interval.1 - from);
    let above = (b.interval.1 - to).hypot(from - a.interval.0);
    Some(IntervalView { low: (to - from - below).max(-1.0), high: (to - from + above).min(1.0) })
}
