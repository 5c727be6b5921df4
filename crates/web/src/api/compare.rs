//! Several searches side by side on one position.

use axum::Json as Answer;
use axum::extract::State;
use plyscope_core::Work;
use plyscope_registry::SearchRequest;
use plyscope_view::SearchReport;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::app::Shared;
use crate::error::ApiError;
use crate::extract::Json;
use crate::limits::Limits;
use crate::place::{Place, default_seed, player};

/// A position and the players that search it.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CompareRequest {
    place: Place,
    /// The players.
    #[schema(example = json!(["minimax@depth=3", "alphabeta@depth=3", "pvs@depth=3"]), min_items = 1, max_items = 8)]
    players: Vec<String>,
    /// Seed for everything random.
    #[serde(default = "default_seed")]
    seed: u32,
}

/// What the players found.
#[derive(Serialize, ToSchema)]
pub(crate) struct Comparison {
    /// One report for each player, in the order of the request.
    reports: Vec<SearchReport>,
    /// Whether all players that were not stopped early found the same value.
    agree: bool,
}

/// Lets several players search the same position in turn, and reports their counters side by side
///
/// They share the time of one search.
#[utoipa::path(
    post, path = "/api/compare", tag = "search", request_body = CompareRequest,
    responses((status = 200, body = Comparison))
)]
pub(crate) async fn compare(
    State(app): State<Shared>,
    Json(request): Json<CompareRequest>,
) -> Result<Answer<Comparison>, ApiError> {
    let max = app.limits.compared;
    if request.players.is_empty() || request.players.len() > max {
        return Err(ApiError::bad(format!("players: name 1 to {max}, not {}", request.players.len())));
    }
    let limits = app.limits.clone();
    app.workshop.long(move |work| compared(&request, &limits, work)).await.map(Answer)
}

fn compared(request: &CompareRequest, limits: &Limits, work: Work<'_>) -> Result<Comparison, ApiError> {
    let players = request.players.iter().map(|spec| player(spec, limits)).collect::<Result<Vec<_>, _>>()?;
    let position = request.place.find()?;
    let work = work.within(Some(limits.search_time));
    let mut reports: Vec<SearchReport> = Vec::new();
    for player in players {
        let search = SearchRequest { player: &player, seed: request.seed.into(), work };
        reports.push(SearchReport::new(&player, &position.search(&search, &mut |_| {})?));
        if work.is_cancelled() {
            break;
        }
    }
    let found = reports.iter().map(|report| &report.found);
    let whole = found.filter(|found| !["time", "nodes", "cancelled"].contains(&found.stopped.as_str()));
    let scores: Vec<_> = whole.map(|found| found.score).collect();
    Ok(Comparison { agree: scores.windows(2).all(|pair| pair[0] == pair[1]), reports })
}
