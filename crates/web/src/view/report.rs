//! What a search found, and what a heuristic thinks.

use plyscope_core::{Bound, Counters, Verdict};
use plyscope_registry::{Answer, AnswerMove, Player, Term};
use serde::Serialize;
use utoipa::ToSchema;

/// What a position is worth to a side.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, ToSchema)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub(crate) enum ScoreView {
    /// It wins in so many plies.
    Win { plies: u32 },
    /// It loses in so many plies.
    Loss { plies: u32 },
    /// Nobody can force more.
    Draw,
    /// Undecided; a heuristic, or the mean of simulations from −1 to 1, says so much.
    Estimate { value: f64 },
}

impl From<Verdict> for ScoreView {
    fn from(verdict: Verdict) -> Self {
        match verdict {
            Verdict::Win(plies) => ScoreView::Win { plies },
            Verdict::Loss(plies) => ScoreView::Loss { plies },
            Verdict::Draw => ScoreView::Draw,
            Verdict::Estimate(value) => ScoreView::Estimate { value },
        }
    }
}

/// A score in words.
pub(crate) fn score_text(score: ScoreView) -> String {
    match score {
        ScoreView::Win { plies } => format!("a win in {plies}"),
        ScoreView::Loss { plies } => format!("a loss in {plies}"),
        ScoreView::Draw => "a draw".to_owned(),
        ScoreView::Estimate { value: 0.0 } => "0".to_owned(),
        ScoreView::Estimate { value } if value == value.trunc() && value.abs() < 1e15 => format!("{value:+}"),
        ScoreView::Estimate { value } => format!("{value:+.4}"),
    }
}

/// What is known of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum BoundView {
    /// It is this.
    Exact,
    /// It is this or more.
    #[serde(rename = "at least")]
    AtLeast,
    /// It is this or less.
    #[serde(rename = "at most")]
    AtMost,
}

impl From<Bound> for BoundView {
    fn from(bound: Bound) -> Self {
        match bound {
            Bound::Exact => BoundView::Exact,
            Bound::Lower => BoundView::AtLeast,
            Bound::Upper => BoundView::AtMost,
        }
    }
}

/// What comes before a score that is only a bound.
pub(crate) fn bound_sign(bound: BoundView) -> &'static str {
    match bound {
        BoundView::Exact => "",
        BoundView::AtLeast => "at least ",
        BoundView::AtMost => "at most ",
    }
}

/// What was counted during a search.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub(crate) struct CountersView {
    /// Positions visited, the root not included; for simulations, plies played.
    pub(crate) nodes: u64,
    /// Visited positions whose moves were tried.
    pub(crate) interior: u64,
    /// Visited positions where the game was over or the horizon reached.
    pub(crate) leaves: u64,
    /// Calls of the heuristic.
    pub(crate) evals: u64,
    /// Positions whose remaining moves were not tried because one was good enough.
    pub(crate) cutoffs: u64,
    /// Those where the first move was.
    pub(crate) first_move_cutoffs: u64,
    /// Positions found in the table with an answer.
    pub(crate) table_hits: u64,
    /// Positions written into the table.
    pub(crate) table_stores: u64,
    /// Positions searched a second time with a wider window.
    pub(crate) researches: u64,
    /// Simulations.
    pub(crate) rollouts: u64,
}

impl From<Counters> for CountersView {
    fn from(counters: Counters) -> Self {
        CountersView {
            nodes: counters.nodes,
            interior: counters.interior,
            leaves: counters.leaves,
            evals: counters.evaluations,
            cutoffs: counters.cutoffs,
            first_move_cutoffs: counters.first_move_cutoffs,
            table_hits: counters.table_hits,
            table_stores: counters.table_stores,
            researches: counters.researches,
            rollouts: counters.rollouts,
        }
    }
}

/// A move of the root and what was found out about it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct RootMoveView {
    #[serde(rename = "move")]
    pub(crate) m: String,
    /// Its worth for the side to move; none if it was not searched.
    pub(crate) score: Option<ScoreView>,
    pub(crate) bound: BoundView,
    /// Positions visited below it, or its simulations.
    pub(crate) nodes: u64,
}

impl From<&AnswerMove> for RootMoveView {
    fn from(root: &AnswerMove) -> Self {
        RootMoveView {
            m: root.m.clone(),
            score: root.score.map(ScoreView::from),
            bound: root.bound.into(),
            nodes: root.nodes,
        }
    }
}

/// The answer of a search.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct SearchReport {
    /// Who searched, with the limits that held.
    pub(crate) player: String,
    /// The move to play.
    pub(crate) best: String,
    /// What the position is worth to its side to move.
    pub(crate) score: ScoreView,
    /// The depth of the last completed search, in plies.
    pub(crate) depth: u32,
    /// Whether the value is exact for the whole game.
    pub(crate) complete: bool,
    /// The line of best play that was found, beginning with the best move.
    pub(crate) pv: Vec<String>,
    /// The position at the end of that line.
    pub(crate) pv_end: String,
    /// The moves of the root, in the game's order.
    pub(crate) root_moves: Vec<RootMoveView>,
    pub(crate) counters: CountersView,
    /// The number of moves that would make a full tree of that depth as large as what was visited.
    pub(crate) branching: Option<f64>,
    pub(crate) time_ms: f64,
    /// Why the search ended: `depth`, `nodes`, `rollouts`, `time`, `cancelled`, `only move` or `complete`.
    pub(crate) stopped: String,
}

impl SearchReport {
    pub(crate) fn new(player: &Player, answer: &Answer) -> Self {
        SearchReport {
            player: player.to_string(),
            best: answer.best.clone(),
            score: answer.score.into(),
            depth: answer.depth,
            complete: answer.complete,
            pv: answer.pv.clone(),
            pv_end: answer.line_end.1.clone(),
            root_moves: answer.root_moves.iter().map(RootMoveView::from).collect(),
            counters: answer.counters.into(),
            branching: answer.branching(),
            time_ms: answer.time.as_secs_f64() * 1000.0,
            stopped: answer.stop.name().to_owned(),
        }
    }
}

/// One part of a heuristic's value: weight times value is its share.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct TermView {
    /// What is measured.
    pub(crate) name: String,
    /// How much one of it counts.
    pub(crate) weight: f64,
    /// How much there is.
    pub(crate) value: f64,
    /// What it adds to the whole.
    pub(crate) share: f64,
}

/// The parts of a value.
pub(crate) fn terms(terms: &[Term]) -> Vec<TermView> {
    let view = |term: &Term| TermView {
        name: term.name.clone(),
        weight: term.weight,
        value: term.value,
        share: term.weight * term.value,
    };
    terms.iter().map(view).collect()
}
