//! Why a move was chosen: the best line and the second best.

use axum::Json as Answer;
use axum::extract::State;
use plyscope_core::Work;
use plyscope_registry::{SearchRequest, judge_of};
use plyscope_view::{SearchReport, WhyView};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::app::Shared;
use crate::error::ApiError;
use crate::extract::Json;
use crate::limits::Limits;
use crate::place::{Place, default_seed, player};

/// A position, and the player whose choice is explained.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct WhyRequest {
    place: Place,
    /// The player that searches.
    #[schema(example = "alphabeta@depth=3", max_length = 1000)]
    player: String,
    /// Seed for everything random.
    #[serde(default = "default_seed")]
    seed: u32,
}

/// Why a move was chosen.
#[derive(Serialize, ToSchema)]
pub(crate) struct Why {
    report: SearchReport,
    #[serde(flatten)]
    why: WhyView,
}

/// Explains a move: the terms of the heuristic at the end of the best line and of the second best
///
/// After a tree search, all moves are searched again with open windows to the same depth, so that the second best is
/// known.
#[utoipa::path(
    post, path = "/api/why", tag = "search", request_body = WhyRequest, responses((status = 200, body = Why))
)]
pub(crate) async fn why(State(app): State<Shared>, Json(request): Json<WhyRequest>) -> Result<Answer<Why>, ApiError> {
    let limits = app.limits.clone();
    app.workshop.long(move |work| explain(&request, &limits, work)).await.map(Answer)
}

fn explain(request: &WhyRequest, limits: &Limits, work: Work<'_>) -> Result<Why, ApiError> {
    let player = player(&request.player, limits)?;
    let position = request.place.find()?;
    let heuristic = judge_of(&player, &*position)?;
    // Both parts together take no longer than one search.
    let work = work.within(Some(limits.search_time));
    let search = SearchRequest { player: &player, seed: request.seed.into(), work };
    let answer = position.search(&search, &mut |_| {})?;
    let found = plyscope_registry::why(&*position, &search, &answer, limits.search_time)?;
    Ok(Why { report: SearchReport::new(&player, &answer), why: WhyView::new(&heuristic, &found) })
}
