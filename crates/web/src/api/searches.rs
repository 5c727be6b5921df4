//! Searches that are watched, and hints.

use std::convert::Infallible;
use std::time::Duration;

use axum::Json as Answer;
use axum::extract::State;
use axum::response::sse::{Event, KeepAlive, Sse};
use plyscope_core::Work;
use plyscope_registry::{Line, SearchRequest, judge_of};
use plyscope_view::{SearchReport, TermView, hint_reason, term_views};
use serde::{Deserialize, Serialize};
use tokio::sync::mpsc;
use tokio_stream::wrappers::ReceiverStream;
use tokio_stream::{Stream, StreamExt};
use utoipa::{IntoParams, ToSchema};

use crate::app::Shared;
use crate::error::ApiError;
use crate::extract::{Json, Query};
use crate::place::{Place, PlaceQuery, player};

/// The player that searches.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct SearchQuery {
    /// The player, such as `alphabeta+material@depth=4`.
    #[param(example = "alphabeta@depth=3", max_length = 1000)]
    player: String,
    /// Seed for everything random.
    #[serde(default)]
    seed: u32,
}

/// News of a search: the name of each event, and its data in JSON. The last one is `done` or `failed`.
#[derive(Serialize, ToSchema)]
#[serde(tag = "event", content = "data", rename_all = "lowercase")]
#[expect(dead_code, reason = "it describes what is sent")]
pub(crate) enum SearchEvent {
    /// A depth is complete, or the number of simulations has doubled: the answer so far, a `SearchReport`.
    Iteration(String),
    /// The final answer, a `SearchReport`.
    Done(String),
    /// The search failed: an `ErrorBody`.
    Failed(String),
}

/// Answers that wait to be sent. If the client is slower than the search, some iterations are skipped.
const WAITING: usize = 64;
/// The time between two signs of life on a silent stream, and the longest time until a lost client is noticed.
pub(super) const HEARTBEAT: Duration = Duration::from_secs(5);

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
    let (slot, waiting) = app.workshop.slot().await?;
    let (tell, news) = mpsc::channel(WAITING);
    tokio::task::spawn_blocking(move || {
        let request = SearchRequest { player: &player, seed: query.seed.into(), work: slot.work() };
        let found = position.search(&request, &mut |answer| {
            let report = SearchReport::new(&player, answer);
            // The queue of a slow client is full; it sees a later one.
            let _ = tell.try_send(event("iteration", &report));
        });
        let last = match found {
            Ok(answer) => event("done", &SearchReport::new(&player, &answer)),
            Err(error) => event("failed", &ApiError::from(error).body()),
        };
        // The client may have gone.
        let _ = tell.blocking_send(last);
    });
    let stream = ReceiverStream::new(news).map(move |event| {
        // Dropped with the stream when the client goes away, which stops the search.
        let _held = &waiting;
        Ok(event)
    });
    Ok(Sse::new(stream).keep_alive(KeepAlive::new().interval(HEARTBEAT)))
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
    #[serde(default)]
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
        let answer = position.search(&search, &mut |_| {})?;
        let report = SearchReport::new(&player, &answer);
        let judge = judge_of(&player, &*position)?;
        let line = Line::follow(&*position, &answer.pv, answer.score, &judge, request.seed.into())?;
        Ok(Hint { reason: hint_reason(&report, &judge), report, terms: term_views(&line.terms) })
    };
    app.workshop.long(work).await.map(Answer)
}
