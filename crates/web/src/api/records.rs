//! The games of a run, one by one.

use axum::Json as Answer;
use axum::extract::State;
use plyscope_arena::Starts;
use plyscope_store::{GameResult, RunId, Setup, Store};
use plyscope_view::GameRecord;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::runs::open_with;
use crate::app::Shared;
use crate::error::ApiError;
use crate::extract::{Path, Query};
use crate::limits::MAX_PAGE;
use crate::view::FrameView;

/// The games to list.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct GamesQuery {
    /// The index of the cell, in the order of the summary.
    #[serde(default)]
    cell: u32,
    /// The number of the first game.
    #[serde(default)]
    from: u32,
    /// The number of games, at most 500.
    #[serde(default = "fifty")]
    #[param(minimum = 1, maximum = 500)]
    limit: u32,
    /// Only games with this result.
    result: Option<ResultFilter>,
}

pub(super) const fn fifty() -> u32 {
    50
}

/// A result of the first seat.
#[derive(Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum ResultFilter {
    Win,
    Draw,
    Loss,
}

impl From<ResultFilter> for GameResult {
    fn from(filter: ResultFilter) -> Self {
        match filter {
            ResultFilter::Win => GameResult::FirstWins,
            ResultFilter::Draw => GameResult::Draw,
            ResultFilter::Loss => GameResult::SecondWins,
        }
    }
}

/// A page of games.
#[derive(Serialize, ToSchema)]
pub(crate) struct GamePage {
    games: Vec<GameRecord>,
    /// The number of the first game of the next page; null on the last page.
    next: Option<u32>,
}

/// Lists the games of a cell of a run, page by page
#[utoipa::path(
    get, path = "/api/runs/{run}/games", tag = "runs",
    params(("run" = i64, Path, description = "The number of the run"), GamesQuery),
    responses((status = 200, body = GamePage))
)]
pub(crate) async fn list_games(
    State(app): State<Shared>,
    Path(run): Path<RunId>,
    Query(query): Query<GamesQuery>,
) -> Result<Answer<GamePage>, ApiError> {
    let db = app.db.clone();
    let work = move || {
        let store = open_with(&db, run)?;
        let setup = store.setup(run)?;
        check_cell(&setup, run, query.cell)?;
        let mut starts = Starts::new(&setup);
        let limit = (query.limit as usize).clamp(1, MAX_PAGE);
        let only = query.result.map(GameResult::from);
        let found = store.games(run, query.cell, query.from, only)?.take(limit + 1).collect::<Result<Vec<_>, _>>()?;
        let next = found.get(limit).map(|game| game.number);
        let games = found.iter().take(limit).map(|game| GameRecord::new(game, &setup, &mut starts));
        Ok(GamePage { games: games.collect::<Result<_, _>>()?, next })
    };
    app.workshop.quick(work).await.map(Answer)
}

fn check_cell(setup: &Setup, run: RunId, cell: u32) -> Result<(), ApiError> {
    let n = setup.pairings.len();
    if (cell as usize) < n {
        return Ok(());
    }
    Err(ApiError::not_found(format!(
        "run {run} has no cell {cell}; they are numbered from 0 to {}",
        n.saturating_sub(1)
    )))
}

/// A game with all its positions.
#[derive(Serialize, ToSchema)]
pub(crate) struct Replay {
    record: GameRecord,
    /// The start position, then one after each move.
    frames: Vec<FrameView>,
}

/// Replays a game of a run, position by position
#[utoipa::path(
    get, path = "/api/runs/{run}/games/{cell}/{number}", tag = "runs",
    params(
        ("run" = i64, Path, description = "The number of the run"),
        ("cell" = u32, Path, description = "The index of the cell"),
        ("number" = u32, Path, description = "The number of the game within the cell")
    ),
    responses((status = 200, body = Replay))
)]
pub(crate) async fn replay(
    State(app): State<Shared>,
    Path((run, cell, number)): Path<(RunId, u32, u32)>,
) -> Result<Answer<Replay>, ApiError> {
    let db = app.db.clone();
    app.workshop.quick(move || replay_of(&open_with(&db, run)?, run, cell, number)).await.map(Answer)
}

/// A game with all its positions.
pub(super) fn replay_of(store: &Store, run: RunId, cell: u32, number: u32) -> Result<Replay, ApiError> {
    let setup = store.setup(run)?;
    check_cell(&setup, run, cell)?;
    let game = store.game(run, cell, number)?;
    let game = game.ok_or_else(|| ApiError::not_found(format!("cell {cell} of run {run} has no game {number}")))?;
    let mut starts = Starts::new(&setup);
    let record = GameRecord::new(&game, &setup, &mut starts)?;
    let mut position = starts.of(&game)?.boxed_clone();
    let mut frames = vec![FrameView::new(&*position, None)];
    for m in &record.moves {
        position.play(m)?;
        frames.push(FrameView::new(&*position, Some(m.clone())));
    }
    Ok(Replay { record, frames })
}
