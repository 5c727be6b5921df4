//! The league of the server: its table, the games of an entrant, replays and reports.

use axum::Json as Answer;
use axum::extract::State;
use axum::http::header;
use axum::response::{Html, IntoResponse, Response};
use plyscope_arena::Starts;
use plyscope_league::{Placed, State as EntrantState, Table};
use plyscope_store::{RunId, Store};
use plyscope_view::GameRecord;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::records::{Replay, fifty, replay_of};
use crate::app::{App, Shared};
use crate::error::ApiError;
use crate::extract::{Path, Query};
use crate::guard::REPORT_POLICY;
use crate::league::{Gallery, failed};
use crate::limits::MAX_PAGE;
use crate::view::IntervalView;

/// The table of a league.
#[derive(Serialize, ToSchema)]
pub(crate) struct LeagueView {
    /// The game with its board.
    game: String,
    /// Games of this table.
    games: u64,
    /// Whether games are being played now.
    playing: bool,
    /// Entrants and yardsticks, the strongest first, those that do not play last.
    entrants: Vec<LeagueEntrant>,
}

/// A player of a league.
#[derive(Serialize, ToSchema)]
pub(crate) struct LeagueEntrant {
    name: String,
    state: EntrantStateView,
    /// Whether it is one of the fixed players with which all leagues compare.
    yardstick: bool,
    /// From 1; neighbours in the table that cannot be told apart at 95 % share a rank. Null without games.
    rank: Option<usize>,
    /// Elo, with a mean of 0 over all players; null without games.
    rating: Option<f64>,
    /// The ends of the 95 % interval of the rating.
    interval: Option<IntervalView>,
    /// The probability that it is really stronger than the next one in the table.
    better_than_next: Option<f64>,
    /// Games that it played.
    games: u64,
    won: u64,
    drawn: u64,
    lost: u64,
    /// Points for each game, from 0 to 1; null without games.
    score: Option<f64>,
    /// Games that it or its opponent lost by a fault.
    forfeits: u64,
}

/// Whether an entrant plays.
#[derive(Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum EntrantStateView {
    Ok,
    /// Its report says why it does not play.
    Broken,
}

impl From<&Table> for LeagueView {
    fn from(table: &Table) -> Self {
        LeagueView {
            game: table.game.clone(),
            games: table.runs.iter().flat_map(|run| &run.cells).map(|cell| cell.games).sum(),
            playing: table.is_playing,
            entrants: table.entrants.iter().map(LeagueEntrant::from).collect(),
        }
    }
}

impl From<&Placed> for LeagueEntrant {
    fn from(placed: &Placed) -> Self {
        let one = &placed.standing;
        let [won, drawn, lost] = one.record;
        let games = won + drawn + lost;
        LeagueEntrant {
            name: one.name.clone(),
            state: match one.state {
                EntrantState::Ok => EntrantStateView::Ok,
                EntrantState::Broken => EntrantStateView::Broken,
            },
            yardstick: one.yardstick,
            rank: placed.rank,
            rating: one.rating,
            interval: one.interval.map(|[low, high]| IntervalView { low, high }),
            better_than_next: one.better_than_next,
            games,
            won,
            drawn,
            lost,
            score: (games > 0).then(|| (won as f64 + drawn as f64 / 2.0) / games as f64),
            forfeits: one.forfeits,
        }
    }
}

fn gallery(app: &App) -> Result<&Gallery, ApiError> {
    app.league.as_ref().ok_or_else(|| {
        ApiError::not_found("this server shows no league; start it with `plyscope serve --league FOLDER`")
    })
}

/// Shows the table of the league, which may be a second old
#[utoipa::path(get, path = "/api/league", tag = "league", responses((status = 200, body = LeagueView)))]
pub(crate) async fn league(State(app): State<Shared>) -> Result<Answer<LeagueView>, ApiError> {
    let table = gallery(&app)?.table(&app.workshop).await?;
    Ok(Answer(LeagueView::from(&*table)))
}

/// Whose games to list.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct LeagueGamesQuery {
    /// The name of the entrant or yardstick.
    entrant: String,
    /// How many games to leave out.
    #[serde(default)]
    from: u64,
    /// The number of games, at most 500.
    #[serde(default = "fifty")]
    #[param(minimum = 1, maximum = 500)]
    limit: u32,
}

/// A game of a league.
#[derive(Serialize, ToSchema)]
pub(crate) struct LeagueGame {
    /// The run of its pair. Run, cell and number are its address.
    run: i64,
    record: GameRecord,
}

/// A page of games of an entrant.
#[derive(Serialize, ToSchema)]
pub(crate) struct LeagueGames {
    games: Vec<LeagueGame>,
    /// `from` of the next page; null on the last page.
    next: Option<u64>,
}

/// Lists the games of an entrant, page by page
#[utoipa::path(
    get, path = "/api/league/games", tag = "league", params(LeagueGamesQuery),
    responses((status = 200, body = LeagueGames))
)]
pub(crate) async fn league_games(
    State(app): State<Shared>,
    Query(query): Query<LeagueGamesQuery>,
) -> Result<Answer<LeagueGames>, ApiError> {
    let gallery = gallery(&app)?;
    let table = gallery.table(&app.workshop).await?;
    check_name(&table, &query.entrant)?;
    let db = gallery.db.clone();
    let work = move || {
        let limit = (query.limit as usize).clamp(1, MAX_PAGE);
        // Without games there may be no database yet.
        let places = places(&table, &query);
        let mut games = Vec::new();
        if !places.is_empty() {
            let store = Store::open(&db)?;
            for (run, cell, skipped) in places {
                add_games(&store, (run, cell), skipped, limit + 1, &mut games)?;
                if games.len() > limit {
                    break;
                }
            }
        }
        let next = (games.len() > limit).then(|| query.from.saturating_add(limit as u64));
        games.truncate(limit);
        Ok(LeagueGames { games, next })
    };
    app.workshop.quick(work).await.map(Answer)
}

fn check_name(table: &Table, name: &str) -> Result<(), ApiError> {
    if table.entrants.iter().any(|one| one.standing.name == name) {
        return Ok(());
    }
    Err(ApiError::not_found(format!("the league has no entrant {name:.60?}; /api/league lists them")))
}

/// The runs and cells from which the page is taken, and how many games of each come before it.
fn places(table: &Table, query: &LeagueGamesQuery) -> Vec<(RunId, u32, usize)> {
    let mut before = query.from;
    let mut places = Vec::new();
    for run in &table.runs {
        for (index, cell) in run.cells.iter().enumerate() {
            if cell.first != query.entrant && cell.second != query.entrant {
                continue;
            }
            let skipped = before.min(cell.games);
            before -= skipped;
            if skipped < cell.games {
                places.push((run.run, index as u32, skipped as usize));
            }
        }
    }
    places
}

/// Adds games of a cell until there are `enough`.
fn add_games(
    store: &Store,
    (run, cell): (RunId, u32),
    skipped: usize,
    enough: usize,
    games: &mut Vec<LeagueGame>,
) -> Result<(), ApiError> {
    let setup = store.setup(run)?;
    let mut starts = Starts::new(&setup);
    for game in store.games(run, cell, 0, None)?.skip(skipped).take(enough.saturating_sub(games.len())) {
        games.push(LeagueGame { run, record: GameRecord::new(&game?, &setup, &mut starts)? });
    }
    Ok(())
}

/// Replays a game of the league, position by position
#[utoipa::path(
    get, path = "/api/league/games/{run}/{cell}/{number}", tag = "league",
    params(
        ("run" = i64, Path, description = "The run of the pair"),
        ("cell" = u32, Path, description = "The index of the cell"),
        ("number" = u32, Path, description = "The number of the game within the cell")
    ),
    responses((status = 200, body = Replay))
)]
pub(crate) async fn league_replay(
    State(app): State<Shared>,
    Path((run, cell, number)): Path<(RunId, u32, u32)>,
) -> Result<Answer<Replay>, ApiError> {
    let db = gallery(&app)?.db.clone();
    let work = move || {
        let unknown = || ApiError::not_found(format!("the league has no run {run}"));
        let store = Store::open_if_begun(&db)?.ok_or_else(unknown)?;
        // Games of older versions keep their addresses.
        if !store.unfinished()?.iter().chain(&store.finished()?).any(|(known, _)| *known == run) {
            return Err(unknown());
        }
        replay_of(&store, run, cell, number)
    };
    app.workshop.quick(work).await.map(Answer)
}

/// Shows the report of an entrant as one HTML page, which runs in a sandbox
#[utoipa::path(
    get, path = "/api/league/reports/{entrant}", tag = "league",
    params(("entrant" = String, Path, description = "The name of the entrant")),
    responses((status = 200, content_type = "text/html", body = String))
)]
pub(crate) async fn league_report(
    State(app): State<Shared>,
    Path(entrant): Path<String>,
) -> Result<Response, ApiError> {
    let read = move |reader: &mut plyscope_league::Reader| {
        let missing = || ApiError::not_found(format!("the league has no report of {entrant:.60?}"));
        reader.report(&entrant).map_err(|error| failed(&error))?.ok_or_else(missing)
    };
    let page = gallery(&app)?.read(&app.workshop, read).await?;
    Ok(([(header::CONTENT_SECURITY_POLICY, REPORT_POLICY)], Html(page)).into_response())
}
