//! Positions, moves and evaluations.

use axum::Json as Answer;
use axum::extract::State;
use plyscope_registry::HeuristicSpec;
use plyscope_view::{Evaluation, PositionView};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use crate::app::Shared;
use crate::error::ApiError;
use crate::extract::{Json, Query};
use crate::limits::MAX_SPEC;
use crate::place::{Place, PlaceQuery, check_length, default_seed};

/// Shows a position: its board, its legal moves, threats and result
#[utoipa::path(
    get, path = "/api/position", tag = "games", params(Place), responses((status = 200, body = PositionView))
)]
pub(crate) async fn position(
    State(app): State<Shared>,
    Query(place): Query<PlaceQuery>,
) -> Result<Answer<PositionView>, ApiError> {
    let place = Place::from(place);
    let work = move || Ok(PositionView::new(&*place.find()?, place.origin()?));
    app.workshop.quick(work).await.map(Answer)
}

/// A move and the position in which it is played.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PlayRequest {
    place: Place,
    /// The move, in any accepted spelling.
    #[serde(rename = "move")]
    #[schema(example = "c1-c2", max_length = 1000)]
    m: String,
}

/// Plays a move and shows the position after it
#[utoipa::path(
    post, path = "/api/play", tag = "games", request_body = PlayRequest,
    responses((status = 200, body = PositionView))
)]
pub(crate) async fn play(
    State(app): State<Shared>,
    Json(request): Json<PlayRequest>,
) -> Result<Answer<PositionView>, ApiError> {
    let work = move || {
        check_length("move", &request.m, MAX_SPEC)?;
        let mut position = request.place.find()?;
        position.play(&request.m).map_err(|error| ApiError::bad(format!("move: {error}")))?;
        Ok(PositionView::new(&*position, request.place.origin()?))
    };
    app.workshop.quick(work).await.map(Answer)
}

/// The heuristic.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct HeuristicQuery {
    /// A name, a name with other weights, or a formula in braces; the game's default without one.
    #[param(example = "material", max_length = 1000)]
    heuristic: Option<String>,
    /// Seed of the noise, for heuristics that have noise.
    #[serde(default = "default_seed")]
    seed: u32,
}

/// Shows the value that a heuristic gives a position, and its terms
#[utoipa::path(
    get, path = "/api/evaluate", tag = "games", params(Place, HeuristicQuery),
    responses((status = 200, body = Evaluation))
)]
pub(crate) async fn evaluate(
    State(app): State<Shared>,
    Query(place): Query<PlaceQuery>,
    Query(query): Query<HeuristicQuery>,
) -> Result<Answer<Evaluation>, ApiError> {
    let work = move || {
        let position = Place::from(place).find()?;
        let heuristic = heuristic(query.heuristic.as_deref(), &*position)?;
        let judged = position.evaluate(&heuristic, query.seed.into())?;
        Ok(Evaluation::new(&heuristic, &judged))
    };
    app.workshop.quick(work).await.map(Answer)
}

/// The heuristic that a text names, or the game's default.
fn heuristic(text: Option<&str>, position: &dyn plyscope_registry::AnyPosition) -> Result<HeuristicSpec, ApiError> {
    let text = match text.map(str::trim).filter(|text| !text.is_empty()) {
        Some(text) => text,
        None => position.heuristics().first().map(|about| about.name).unwrap_or_default(),
    };
    check_length("heuristic", text, MAX_SPEC)?;
    text.parse().map_err(|error| ApiError::bad(format!("heuristic: {error}")))
}
