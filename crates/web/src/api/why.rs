//! Why this move: what the heuristic sees at the end of the best line, against the second best.

use axum::Json as Answer;
use axum::extract::State;
use plyscope_core::Work;
use plyscope_registry::{SearchRequest, judge_of};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::app::Shared;
use crate::error::ApiError;
use crate::extract::Json;
use crate::limits::Limits;
use crate::place::{Place, player};
use crate::view::{OutcomeView, ScoreView, SearchReport, TermView, terms};

/// A position and who shall explain himself.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct WhyRequest {
    place: Place,
    /// Who searches.
    #[schema(example = "alphabeta@depth=3", max_length = 1000)]
    player: String,
    /// Decides whatever is left to chance.
    #[serde(default)]
    seed: u32,
}

/// Why a move was chosen.
#[derive(Serialize, ToSchema)]
pub(crate) struct Why {
    report: SearchReport,
    /// The heuristic that is asked.
    heuristic: String,
    best: Line,
    /// The next best move; none if there is only one.
    second: Option<Line>,
    /// The terms of both lines side by side, the largest difference first; none if a line ends the game.
    differences: Vec<Difference>,
}

/// A line of play and where it ends.
#[derive(Serialize, ToSchema)]
pub(crate) struct Line {
    moves: Vec<String>,
    /// What its first move is worth to the side that makes it.
    score: ScoreView,
    /// The position at its end.
    position: String,
    /// How the game ended there, if it did.
    outcome: Option<OutcomeView>,
    /// The heuristic's value at its end, for the side that moves first in it; none if the game is over.
    value: Option<f64>,
    /// What that value is made of.
    terms: Vec<TermView>,
}

/// One term at the end of both lines.
#[derive(Serialize, ToSchema)]
pub(crate) struct Difference {
    name: String,
    /// Its share at the end of the best line.
    best: f64,
    /// Its share at the end of the second best.
    second: f64,
    /// The first less the second.
    difference: f64,
}

/// Explains a move: the terms of the heuristic at the end of the best line against the second best
///
/// For tree searches all moves are then searched with open windows to the depth that was reached, so that the second best is known.
#[utoipa::path(post, path = "/api/why", tag = "search", request_body = WhyRequest, responses((status = 200, body = Why)))]
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
    let search = SearchRequest { player: &player, seed: request.seed.into(), work, tree_plies: None };
    let answer = position.search(&search, &mut |_| {})?;
    let found = plyscope_registry::why(&*position, &search, &answer, limits.search_time)?;
    let differences = found.differences().into_iter();
    Ok(Why {
        report: SearchReport::new(&player, &answer),
        heuristic: heuristic.to_string(),
        differences: differences
            .map(|(name, best, second)| Difference { name, best, second, difference: best - second })
            .collect(),
        best: Line::from(found.best),
        second: found.second.map(Line::from),
    })
}

impl From<plyscope_registry::Line> for Line {
    fn from(line: plyscope_registry::Line) -> Self {
        Line {
            moves: line.moves,
            score: line.score.into(),
            position: line.end,
            outcome: line.outcome.map(OutcomeView::from),
            value: line.value,
            terms: terms(&line.terms),
        }
    }
}
