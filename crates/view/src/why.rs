//! Why a search prefers a move: its line and that of the next best move, and the reason in a sentence.

use plyscope_registry::{HeuristicSpec, Line, Why};
use serde::Serialize;
use utoipa::ToSchema;

use crate::evaluation::{TermView, term_views};
use crate::position::OutcomeView;
use crate::report::{Found, SearchReport};
use crate::score::ScoreView;

/// A line of play and the position at its end.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = Line)]
pub struct LineView {
    /// The moves, that of the root first.
    pub moves: Vec<String>,
    /// What the first move is worth to the side that makes it.
    pub score: ScoreView,
    /// The position at the end.
    pub position: String,
    /// The result, if the game is over there.
    pub outcome: Option<OutcomeView>,
    /// The heuristic's value at the end, for the side that makes the first move; null if the game is over there, or if
    /// there was no time to follow the line to its end.
    pub value: Option<f64>,
    /// The terms of that value.
    pub terms: Vec<TermView>,
}

impl From<&Line> for LineView {
    fn from(line: &Line) -> Self {
        LineView {
            moves: line.moves.clone(),
            score: line.score.into(),
            position: line.end.clone(),
            outcome: line.outcome.map(OutcomeView::from),
            value: line.value,
            terms: term_views(&line.terms),
        }
    }
}

impl LineView {
    /// What the line is worth to the side that makes its first move, and its moves.
    pub fn text(&self, side: char, is_simulated: bool) -> String {
        format!("{} after {}", self.score.found_text_for(side, is_simulated), self.moves.join(" "))
    }
}

/// One term at the ends of both lines.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Difference {
    /// The name of the term.
    pub name: String,
    /// Its share at the end of the best line.
    pub best: f64,
    /// Its share at the end of the second best line.
    pub second: f64,
    /// The first share minus the second.
    pub difference: f64,
}

/// The best line and the second best.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct WhyView {
    /// The heuristic that judges the ends of the lines.
    pub heuristic: String,
    /// The line of the chosen move.
    pub best: LineView,
    /// The line of the next best move; null if there is only one move, or if there was no time to compare them.
    pub second: Option<LineView>,
    /// The depth at which both moves were compared; null if both values are exact, or come from simulations.
    pub depth: Option<u32>,
    /// The terms of both lines, the largest difference first; empty if a line ends the game.
    pub differences: Vec<Difference>,
}

/// Differences that a sentence names.
const TOLD_DIFFERENCES: usize = 3;

impl WhyView {
    /// Both lines, judged by this heuristic.
    pub fn new(heuristic: &HeuristicSpec, why: &Why) -> Self {
        let differences = why.differences().into_iter();
        let differences =
            differences.map(|(name, best, second)| Difference { name, best, second, difference: best - second });
        WhyView {
            heuristic: heuristic.to_string(),
            best: (&why.best).into(),
            second: why.second.as_ref().map(LineView::from),
            depth: why.depth,
            differences: differences.collect(),
        }
    }

    /// The terms that differ most, as text; `None` if no term differs.
    pub fn largest_differences(&self) -> Option<String> {
        let told = self.differences.iter().filter(|term| term.difference.abs() > 1e-9).take(TOLD_DIFFERENCES);
        let told: Vec<String> = told.map(|term| format!("{} {:+.2}", term.name, term.difference)).collect();
        (!told.is_empty()).then(|| told.join(", "))
    }
}

/// Why a search chose its move, in one sentence. `heuristic` is the one that it judges by.
pub fn hint_reason(report: &SearchReport, heuristic: &HeuristicSpec) -> String {
    let Found { best, score, depth, pv, stopped, complete, has_value, .. } = &report.found;
    let line = pv.iter().take(6).cloned().collect::<Vec<_>>().join(" ");
    match score {
        _ if stopped == "only move" => format!("{best} is the only move."),
        _ if report.is_random() => format!("{best} was chosen at random."),
        _ if !has_value => format!("{best} is a legal move; there was no time to compare it with others."),
        ScoreView::Win { plies: 1 } => format!("{best} wins at once."),
        ScoreView::Win { plies } => format!("{best} wins in at most {plies} moves against any reply: {line}."),
        ScoreView::Loss { plies } => {
            format!("Every move loses against best play; {best} holds out longest, for {plies} moves: {line}.")
        }
        ScoreView::Draw => format!("{best} holds the draw, and no move wins: {line}."),
        estimate @ ScoreView::Estimate { .. } if report.is_simulated() => {
            let (games, share) = (report.counters.rollouts, estimate.simulated_text());
            format!("{best} did best in {games} simulated games: {share} of the points.")
        }
        margin @ ScoreView::Estimate { .. } if *complete => {
            format!(
                "{best} leads to a final margin of {} for the side to move, with best play on both sides: {line}.",
                margin.text()
            )
        }
        estimate => format!(
            "{best} leads to the best position {depth} moves ahead if both sides play well, {} for the side to move by \
             {heuristic}: {line}.",
            estimate.text()
        ),
    }
}
