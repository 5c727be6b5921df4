//! Searches: watched as they think, or asked for a hint.

use std::convert::Infallible;
use std::time::Duration;

use axum::Json as Answer;
use axum::extract::State;
use axum::response::sse::{Event, KeepAlive, Sse};
use plyscope_core::Work;
use plyscope_registry::{HeuristicSpec, Line, SearchRequest, judge_of};
use serde::{Deserialize, Serialize};
use tokio::sync::mpsc;
use tokio_stream::wrappers::ReceiverStream;
use tokio_stream::{Stream, StreamExt};
use utoipa::{IntoParams, ToSchema};

use crate::app::Shared;
use crate::error::ApiError;
use crate::extract::{Json, Query};
use crate::place::{Place, PlaceQuery, player};
use crate::view::{ScoreView, SearchReport, TermView, score_text, terms};

/// Who searches.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct SearchQuery {
    /// The player, such as `alphabeta+material@depth=4`.
    #[param(example = "alphabeta@depth=3", max_length = 1000)]
    player: String,
    /// Decides whatever is left to chance.
    #[serde(default)]
    seed: u32,
}

/// News of a search: the name of each event, and its data in JSON. The last one is `done` or `failed`.
#[derive(Serialize, ToSchema)]
#[serde(tag = "event", content = "data", rename_all = "lowercase")]
#[expect(dead_code, reason = "it describes what is sent")]
pub(crate) enum SearchEvent {
    /// A depth is complete, or simulations have doubled: the answer so far, a `SearchReport`.
    Iteration(String),
    /// The final answer, a `SearchReport`.
    Done(String),
    /// It could not be searched: an `ErrorBody`.
    Failed(String),
}

/// Answers that wait to be sent. If the client is slower than the search, some iterations are left out.
const WAITING: usize = 64;
/// How often a silent stream shows that it is alive; also how soon a lost client is noticed at the latest.
pub(super) const HEARTBEAT: Duration = Duration::from_secs(5);

/// Searches a position and tells every iteration as it comes; it stops when the client goes away
///
/// The events are `iteration` (a report, several times), then `done` (a report) or `failed` (an error). Close the connection then.
#[utoipa::path(
    get, path = "/api/search", tag = "search", params(Place, SearchQuery),
    responses((status = 200, content_type = "text/event-stream", body = SearchEvent, description = "Server-sent events"))
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
        let request = SearchRequest { player: &player, seed: query.seed.into(), work: slot.work(), tree_plies: None };
        let found = position.search(&request, &mut |answer| {
            let report = SearchReport::new(&player, answer);
            // A full queue means a slow client, which sees the next one.
            let _ = tell.try_send(event("iteration", &report));
        });
        let last = match found {
            Ok(answer) => event("done", &SearchReport::new(&player, &answer)),
            Err(error) => event("failed", &ApiError::from(error).body()),
        };
        // If nobody listens any more, nobody needs to know.
        let _ = tell.blocking_send(last);
    });
    let stream = ReceiverStream::new(news).map(move |event| {
        // Held as long as somebody listens; when the stream goes, the search is stopped.
        let _held = &waiting;
        Ok(event)
    });
    Ok(Sse::new(stream).keep_alive(KeepAlive::new().interval(HEARTBEAT)))
}

/// An event with this data. What cannot be written is nothing we send.
pub(super) fn event(name: &str, data: &impl Serialize) -> Event {
    let event = Event::default().event(name);
    event.json_data(data).unwrap_or_else(|_| Event::default().event("failed"))
}

/// A position and who shall think about it.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct HintRequest {
    place: Place,
    /// Who searches; `engine@time=1s` without it.
    #[serde(default)]
    #[schema(example = "engine@depth=4", max_length = 1000)]
    player: Option<String>,
    /// Decides whatever is left to chance.
    #[serde(default)]
    seed: u32,
}

/// A move to play, and why.
#[derive(Serialize, ToSchema)]
pub(crate) struct Hint {
    report: SearchReport,
    /// Why, in a sentence.
    reason: String,
    /// What the heuristic sees at the end of the best line, for the side that asked; none if the game is over there.
    terms: Vec<TermView>,
}

/// Suggests a move and says why
#[utoipa::path(post, path = "/api/hint", tag = "search", request_body = HintRequest, responses((status = 200, body = Hint)))]
pub(crate) async fn hint(
    State(app): State<Shared>,
    Json(request): Json<HintRequest>,
) -> Result<Answer<Hint>, ApiError> {
    let player = player(request.player.as_deref().unwrap_or("engine@time=1s"), &app.limits)?;
    let work = move |work: Work<'_>| {
        let position = request.place.find()?;
        let search = SearchRequest { player: &player, seed: request.seed.into(), work, tree_plies: None };
        let answer = position.search(&search, &mut |_| {})?;
        let report = SearchReport::new(&player, &answer);
        let judge = judge_of(&player, &*position)?;
        let line = Line::follow(&*position, &answer.pv, answer.score, &judge, request.seed.into())?;
        Ok(Hint { reason: reason(&report, &judge), report, terms: terms(&line.terms) })
    };
    app.workshop.long(work).await.map(Answer)
}

fn reason(report: &SearchReport, judge: &HeuristicSpec) -> String {
    let line = report.pv.iter().take(6).cloned().collect::<Vec<_>>().join(" ");
    let SearchReport { best, score, depth, .. } = report;
    match score {
        _ if report.stopped == "only move" => format!("{best} is the only move."),
        ScoreView::Win { plies: 1 } => format!("{best} wins at once."),
        ScoreView::Win { plies } => format!("{best} wins in {plies} moves at most, whatever the reply: {line}."),
        ScoreView::Loss { plies } => {
            format!("Every move loses against best play; {best} holds out longest, {plies} moves: {line}.")
        }
        ScoreView::Draw => format!("{best} holds the draw, and nothing wins: {line}."),
        ScoreView::Estimate { value } if report.counters.rollouts > 0 => {
            let share = 50.0 * (value + 1.0);
            format!("{best} did best in {} random games: {share:.0} % of the points.", report.counters.rollouts)
        }
        estimate => format!(
            "{best} leads to the best position {depth} moves ahead, {} by {judge}, if both sides play well: {line}.",
            score_text(*estimate)
        ),
    }
}
