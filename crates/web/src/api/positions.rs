//! Positions, moves and what heuristics think of them.

use axum::Json as Answer;
use axum::extract::State;
use plyscope_registry::HeuristicSpec;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::app::Shared;
use crate::error::ApiError;
use crate::extract::{Json, Query};
use crate::limits::MAX_SPEC;
use crate::place::{Place, PlaceQuery, check_length};
use crate::view::{PositionView, TermView, terms};

/// Shows a position: its board, its legal moves, what is threatened, and how it ended
#[utoipa::path(get, path = "/api/position", tag = "games", params(Place), responses((status = 200, body = PositionView)))]
pub(crate) async fn position(
    State(app): State<Shared>,
    Query(place): Query<PlaceQuery>,
) -> Result<Answer<PositionView>, ApiError> {
    let place = Place::from(place);
    app.workshop.quick(move || PositionView::of(&place)).await.map(Answer)
}

/// A move and where it is played.
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
#[utoipa::path(post, path = "/api/play", tag = "games", request_body = PlayRequest, responses((status = 200, body = PositionView)))]
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

/// Which heuristic is asked.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct HeuristicQuery {
    /// A name, a name with other weights, or a formula in braces; the game's default without one.
    #[param(example = "material", max_length = 1000)]
    heuristic: Option<String>,
    /// Decides the noise of a heuristic that has some.
    #[serde(default)]
    seed: u32,
}

/// What a heuristic thinks of a position.
#[derive(Serialize, ToSchema)]
pub(crate) struct Evaluation {
    /// The heuristic in its canonical form.
    heuristic: String,
    /// The value as the side to move sees it.
    value: f64,
    /// The value as `x` sees it.
    value_first: f64,
    /// The value as `o` sees it; not always the opposite.
    value_second: f64,
    /// What the value of the side to move is made of.
    terms: Vec<TermView>,
}

/// Shows what a heuristic thinks of a position, and what its value is made of
#[utoipa::path(get, path = "/api/evaluate", tag = "games", params(Place, HeuristicQuery), responses((status = 200, body = Evaluation)))]
pub(crate) async fn evaluate(
    State(app): State<Shared>,
    Query(place): Query<PlaceQuery>,
    Query(query): Query<HeuristicQuery>,
) -> Result<Answer<Evaluation>, ApiError> {
    let work = move || {
        let position = Place::from(place).find()?;
        let heuristic = heuristic(query.heuristic.as_deref(), &*position)?;
        let judged = position.evaluate(&heuristic, query.seed.into())?;
        Ok(Evaluation {
            heuristic: heuristic.to_string(),
            value: judged.value,
            value_first: judged.seen_by[0],
            value_second: judged.seen_by[1],
            terms: terms(&judged.terms),
        })
    };
    app.workshop.quick(work).await.map(Answer)
}

/// The heuristic of a text, or the game's default.
fn heuristic(text: Option<&str>, position: &dyn plyscope_registry::AnyPosition) -> Result<HeuristicSpec, ApiError> {
    let text = match text.map(str::trim).filter(|text| !text.is_empty()) {
        Some(text) => text,
        None => position.heuristics().first().map(|about| about.name).unwrap_or_default(),
    };
    check_length("heuristic", text, MAX_SPEC)?;
    text.parse().map_err(|error| ApiError::bad(format!("heuristic: {error}")))
}
