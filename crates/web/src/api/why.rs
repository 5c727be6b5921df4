//! Why this move: what the heuristic sees at the end of the best line, against the second best.

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use axum::Json as Answer;
use axum::extract::State;
use plyscope_registry::{AnyPosition, Ask, HeuristicSpec, Player, SearchSpec};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::searches::judge;
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
    app.workshop.long(move |stop| explain(&request, &limits, stop)).await.map(Answer)
}

/// One question and everything it needs.
struct Inquiry<'a> {
    position: Box<dyn AnyPosition>,
    player: Player,
    heuristic: HeuristicSpec,
    seed: u64,
    deadline: Instant,
    stop: &'a AtomicBool,
}

fn explain(request: &WhyRequest, limits: &Limits, stop: &AtomicBool) -> Result<Why, ApiError> {
    let player = player(&request.player, limits)?;
    let position = request.place.find()?;
    let heuristic = judge(&player, &*position)?;
    let deadline = Instant::now() + limits.search_time;
    let inquiry = Inquiry { position, player, heuristic, seed: request.seed.into(), deadline, stop };
    let report = inquiry.search(&*inquiry.position, &inquiry.player)?;
    let best = inquiry.line(report.pv.clone(), report.score)?;
    let second = inquiry.second(&report)?;
    let differences = second.as_ref().map_or_else(Vec::new, |second| differences(&best, second));
    Ok(Why { report, heuristic: inquiry.heuristic.to_string(), best, second, differences })
}

impl Inquiry<'_> {
    fn search(&self, position: &dyn AnyPosition, player: &Player) -> Result<SearchReport, ApiError> {
        let mut player = player.clone();
        let left = self.deadline.saturating_duration_since(Instant::now());
        player.limits.time = Some(player.limits.time.map_or(left, |time| time.min(left)));
        let ask = Ask { player: &player, seed: self.seed, stop: self.stop, tree_plies: None };
        Ok(SearchReport::new(&player, &position.search(&ask, &mut |_| {})?))
    }

    /// The player that searches every move with an open window to this depth. Simulations compare all moves anyway.
    fn thorough(&self, depth: u32) -> Result<Player, ApiError> {
        match self.player.search {
            SearchSpec::Mcts(_) | SearchSpec::Random => Ok(self.player.clone()),
            _ => Ok(format!("iterative:root=fresh+{}@depth={}", self.heuristic, depth.max(1)).parse()?),
        }
    }

    fn second(&self, report: &SearchReport) -> Result<Option<Line>, ApiError> {
        let all = match self.player.search {
            SearchSpec::Mcts(_) => report.clone(),
            _ => self.search(&*self.position, &self.thorough(report.depth)?)?,
        };
        let others = all.root_moves.iter().filter(|root| root.m != report.best);
        let scored = others.filter_map(|root| Some((root, root.score?)));
        let Some((root, score)) = scored.max_by(|(_, a), (_, b)| a.order().total_cmp(&b.order())) else {
            return Ok(None);
        };
        let mut after = self.position.boxed_clone();
        after.play(&root.m)?;
        let mut moves = vec![root.m.clone()];
        if after.outcome().is_none() && report.depth > 1 {
            moves.extend(self.search(&*after, &self.thorough(report.depth - 1)?)?.pv);
        }
        self.line(moves, score).map(Some)
    }

    fn line(&self, moves: Vec<String>, score: ScoreView) -> Result<Line, ApiError> {
        let mut end = self.position.boxed_clone();
        for m in &moves {
            end.play(m)?;
        }
        let side = self.position.side_to_move().index();
        let judged = if end.outcome().is_none() { Some(end.evaluate(&self.heuristic, self.seed)?) } else { None };
        Ok(Line {
            moves,
            score,
            position: end.text(),
            outcome: end.outcome().map(OutcomeView::from),
            value: judged.as_ref().map(|judged| judged.seen_by[side]),
            terms: judged.map_or_else(Vec::new, |judged| terms(&judged.terms_of[side])),
        })
    }
}

fn differences(best: &Line, second: &Line) -> Vec<Difference> {
    if best.value.is_none() || second.value.is_none() {
        return Vec::new();
    }
    let mut names: Vec<&str> = best.terms.iter().chain(&second.terms).map(|term| term.name.as_str()).collect();
    names.sort_unstable();
    names.dedup();
    let share =
        |line: &Line, name: &str| line.terms.iter().filter(|term| term.name == name).map(|term| term.share).sum();
    let mut differences: Vec<Difference> = names
        .into_iter()
        .map(|name| {
            let (best, second): (f64, f64) = (share(best, name), share(second, name));
            Difference { name: name.to_owned(), best, second, difference: best - second }
        })
        .collect();
    differences.sort_by(|a, b| b.difference.abs().total_cmp(&a.difference.abs()));
    differences
}
