//! Searches that are watched, and hints.

use std::convert::Infallible;

use axum::Json as Answer;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::sse::{Event, Sse};
use plyscope_core::Work;
use plyscope_registry::{Line, SearchRequest, consult, judge_of, settled};
use plyscope_view::{SearchReport, TermView, hint_reason, term_views};
use serde::{Deserialize, Serialize};
use tokio::sync::mpsc;
use tokio_stream::Stream;
use utoipa::{IntoParams, ToSchema};

use crate::app::Shared;
use crate::error::ApiError;
use crate::extract::{Json, Path, Query};
use crate::place::{Place, PlaceQuery, default_seed, player};

/// The player that searches.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct SearchQuery {
    /// The player, such as `alphabeta+material@depth=4`.
    #[param(example = "alphabeta@depth=3", max_length = 1000)]
    player: String,
    /// Seed for everything random.
    #[serde(default = "default_seed")]
    seed: u32,
}

/// News of a search: the name of each event, and its data in JSON. The last one is `done` or `failed`.
#[derive(Serialize, ToSchema)]
#[serde(tag = "event", content = "data", rename_all = "lowercase")]
#[expect(dead_code, reason = "it describes what is sent")]
pub(crate) enum SearchEvent {
    /// A depth is complete, the number of simulations has doubled, or a program has said what it thinks: the answer so
    /// far, a `SearchReport`.
    Iteration(String),
    /// The final answer, a `SearchReport`.
    Done(String),
    /// The search failed: an `ErrorBody`.
    Failed(String),
}

/// Answers that wait to be sent. If the client is slower than the search, some iterations are skipped.
const WAITING: usize = 64;

/// Searches a position and reports every iteration; the search stops when the client goes away
///
/// The events are `iteration` (a report, several times), then `done` (a report) or `failed` (an error). Then close the
/// connection.
#[utoipa::path(
    get, path = "/api/search", tag = "search", params(Place, SearchQuery),
    responses(
        (status = 200, content_type = "text/event-stream", body = SearchEvent, description = "Server-sent events")
    )
)]
pub(crate) async fn search(
    State(app): State<Shared>,
    Query(place): Query<PlaceQuery>,
    Query(query): Query<SearchQuery>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, ApiError> {
    let player = player(&query.player, &app.limits)?;
    let place = Place::from(place);
    let position = app.workshop.quick(move || place.find()).await?;
    let place_of_stream = app.streams.place().await?;
    let (slot, waiting) = app.workshop.slot(None).await?;
    let (tell, news) = mpsc::channel(WAITING);
    tokio::task::spawn_blocking(move || {
        let request = SearchRequest { player: &player, seed: query.seed.into(), work: slot.work() };
        let mut on_iteration = |answer: &plyscope_registry::Answer| {
            let report = SearchReport::new(&player, answer);
            // The queue of a slow client is full; it sees a later one.
            let _ = tell.try_send(event("iteration", &report));
        };
        let found = match player.program() {
            Some(_) => consult(&*position, &player, &app.pool, slot.work(), &mut on_iteration),
            None => position.search(&request, &mut on_iteration),
        };
        let last = match found {
            Ok(answer) => event("done", &SearchReport::new(&player, &answer)),
            Err(error) => event("failed", &ApiError::from(error).body()),
        };
        // The client may have gone.
        let _ = tell.blocking_send(last);
    });
    // Dropped when the client goes away, which stops the search.
    Ok(place_of_stream.events(news, waiting))
}

/// Stops a search that was started with this name; its own request then answers with what it found
#[utoipa::path(
    delete, path = "/api/searches/{name}", tag = "search",
    params(("name" = String, Path, description = "The name that the search was given")),
    responses((status = 204, description = "It is stopped"))
)]
pub(crate) async fn stop(State(app): State<Shared>, Path(name): Path<String>) -> Result<StatusCode, ApiError> {
    if app.workshop.stop(&name) {
        return Ok(StatusCode::NO_CONTENT);
    }
    Err(ApiError::not_found(format!("no search {name:?} is running; it may have ended")))
}

/// An event with this data. All our data can be written as JSON.
pub(super) fn event(name: &str, data: &impl Serialize) -> Event {
    let event = Event::default().event(name);
    event.json_data(data).unwrap_or_else(|_| Event::default().event("failed"))
}

/// A position, and the player that searches it.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct HintRequest {
    place: Place,
    /// The player that searches; `engine@time=1s` by default.
    #[serde(default)]
    #[schema(example = "engine@depth=4", max_length = 1000)]
    player: Option<String>,
    /// Seed for everything random.
    #[serde(default = "default_seed")]
    seed: u32,
}

/// A move to play, and why.
#[derive(Serialize, ToSchema)]
pub(crate) struct Hint {
    report: SearchReport,
    /// The reason in a sentence.
    reason: String,
    /// The terms of the heuristic at the end of the best line, for the side to move; empty if the game is over there.
    terms: Vec<TermView>,
}

/// Suggests a move and explains it
#[utoipa::path(
    post, path = "/api/hint", tag = "search", request_body = HintRequest, responses((status = 200, body = Hint))
)]
pub(crate) async fn hint(
    State(app): State<Shared>,
    Json(request): Json<HintRequest>,
) -> Result<Answer<Hint>, ApiError> {
    let player = player(request.player.as_deref().unwrap_or("engine@time=1s"), &app.limits)?;
    let work = move |work: Work<'_>| {
        let position = request.place.find()?;
        let search = SearchRequest { player: &player, seed: request.seed.into(), work };
        let answer = match settled(&*position, work) {
            Some(truth) => truth,
            None => position.search(&search, &mut |_| {})?,
        };
        let report = SearchReport::new(&player, &answer);
        let judge = judge_of(&player, &*position)?;
        let line = Line::follow(&*position, &answer.pv, answer.score, &judge, request.seed.into())?;
        Ok(Hint { reason: hint_reason(&report, &judge), report, terms: term_views(&line.terms) })
    };
    app.workshop.long(work).await.map(Answer)
}
