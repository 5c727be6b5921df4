//! What a search found.

use std::time::Duration;

use plyscope_core::{Counters, Stop};
use plyscope_registry::{Answer, AnswerMove, Player};
use serde::Serialize;
use utoipa::ToSchema;

use crate::numbers::{grouped, time_text};
use crate::score::{BoundView, ScoreView};

/// What was counted during a search.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct CountersView {
    /// Positions visited, without the root; for simulations, plies played.
    pub nodes: u64,
    /// Visited positions whose moves were tried.
    pub interior: u64,
    /// Visited positions where the game was over or the horizon was reached.
    pub leaves: u64,
    /// Calls of the heuristic.
    pub evals: u64,
    /// Positions whose remaining moves were skipped because one move was good enough.
    pub cutoffs: u64,
    /// Cut-offs by the first move.
    pub first_move_cutoffs: u64,
    /// Positions answered by the table.
    pub table_hits: u64,
    /// Positions written into the table.
    pub table_stores: u64,
    /// Positions searched again with a wider window.
    pub researches: u64,
    /// Simulations.
    pub rollouts: u64,
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

/// A move of the root and its score.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct RootMoveView {
    /// Its text.
    #[serde(rename = "move")]
    pub m: String,
    /// Its worth to the side to move; null if it was not searched.
    pub score: Option<ScoreView>,
    /// Whether the score is exact or a bound.
    pub bound: BoundView,
    /// Positions visited below it, or its simulations.
    pub nodes: u64,
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

impl RootMoveView {
    /// The score with the sign of its bound; a dash if it is not known.
    pub fn score_text(&self, is_simulated: bool) -> String {
        self.score.map_or("–".to_owned(), |score| format!("{}{}", self.bound.sign(), score.found_text(is_simulated)))
    }
}

/// The answer of a search without its counters.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Found {
    /// The player that searched, with its limits.
    pub player: String,
    /// The move to play.
    pub best: String,
    /// What the position is worth to its side to move.
    pub score: ScoreView,
    /// The depth of the last completed search, in plies.
    pub depth: u32,
    /// Whether the value is exact for the whole game.
    pub complete: bool,
    /// Whether the value was found by a complete depth or by simulations. If not, the move is a random one, or the
    /// search was stopped too early: then it is only a legal one, and the score is what the heuristic says of it.
    pub has_value: bool,
    /// The line of best play that was found; it begins with the best move.
    pub pv: Vec<String>,
    /// The position at the end of that line.
    pub pv_end: String,
    /// The moves of the root, in the game's order.
    pub root_moves: Vec<RootMoveView>,
    /// The effective branching factor: a full tree of this depth with this many moves in each position would be as
    /// large as what was visited.
    pub branching: Option<f64>,
    /// The time it took, in milliseconds.
    pub time_ms: f64,
    /// Why the search ended: `depth`, `nodes`, `rollouts`, `time`, `cancelled`, `only move`, `complete`, or `answered`
    /// by a program from outside.
    pub stopped: String,
    /// What a program from outside remarks on it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remark: Option<String>,
}

/// The answer of a search.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SearchReport {
    /// The answer.
    #[serde(flatten)]
    pub found: Found,
    /// What was counted.
    pub counters: CountersView,
}

impl SearchReport {
    /// The answer that this player gave.
    pub fn new(player: &Player, answer: &Answer) -> Self {
        let found = Found {
            player: player.to_string(),
            best: answer.best.clone(),
            score: answer.score.into(),
            depth: answer.depth,
            complete: answer.complete,
            has_value: answer.has_value,
            pv: answer.pv.clone(),
            pv_end: answer.line_end.1.clone(),
            root_moves: answer.root_moves.iter().map(RootMoveView::from).collect(),
            branching: answer.branching(),
            time_ms: answer.time.as_secs_f64() * 1000.0,
            stopped: answer.stop.name().to_owned(),
            remark: answer.remark.clone(),
        };
        SearchReport { found, counters: answer.counters.into() }
    }

    /// One sentence: who plays what, and what it is worth.
    pub fn headline(&self, side: char) -> String {
        let Found { best, score, depth, complete, has_value, stopped, .. } = &self.found;
        let is_early = ["nodes", "time", "cancelled"].contains(&stopped.as_str());
        if *stopped == Stop::Answered.name() {
            let value = if *has_value { score.found_text_for(side, false) } else { "no value is given".to_owned() };
            let depth = if *depth > 0 { format!(" (depth {depth})") } else { String::new() };
            let remark = self.found.remark.as_ref().map_or(String::new(), |remark| format!("; it says: {remark}"));
            return format!("{side} plays {best}: {value}{depth}{remark}");
        }
        let note = match () {
            () if self.is_random() => return format!("{side} plays {best}, chosen at random"),
            () if !has_value => {
                return format!(
                    "{side} plays {best}, which was not compared with other moves: no depth was completed (stopped by \
                     {stopped})"
                );
            }
            () if *complete => ", exact for the whole game",
            () if is_early && !self.is_simulated() => ", the last completed",
            () => "",
        };
        let value = score.found_text_for(side, self.is_simulated());
        format!("{side} plays {best}: {value} (depth {depth}{note}, stopped by {stopped})")
    }

    /// Whether the move was chosen without looking at any: it has no value, though nothing stopped the search.
    pub fn is_random(&self) -> bool {
        !self.found.has_value && self.found.stopped == Stop::Depth.name()
    }

    /// Whether the values are means of simulations.
    pub fn is_simulated(&self) -> bool {
        self.counters.rollouts > 0
    }

    /// Two lines of counters, with speed and effective branching factor.
    pub fn counters_text(&self) -> String {
        let (c, time) = (self.counters, Duration::from_secs_f64(self.found.time_ms / 1000.0));
        let first = if c.cutoffs > 0 {
            format!(" ({:.0} % on the first move)", 100.0 * c.first_move_cutoffs as f64 / c.cutoffs as f64)
        } else {
            String::new()
        };
        let mut text = format!(
            "{} nodes in {}, {:.1} million per second; {} interior, {} leaves, {} evaluations\n",
            grouped(c.nodes),
            time_text(time),
            c.nodes as f64 / time.as_secs_f64().max(1e-9) / 1e6,
            grouped(c.interior),
            grouped(c.leaves),
            grouped(c.evals),
        );
        text.push_str(&format!("{} cut-offs{first}, {} re-searches", grouped(c.cutoffs), grouped(c.researches)));
        if c.table_stores > 0 {
            text.push_str(&format!(", table: {} hits, {} stores", grouped(c.table_hits), grouped(c.table_stores)));
        }
        if c.rollouts > 0 {
            text.push_str(&format!(", {} rollouts", grouped(c.rollouts)));
        }
        if let Some(branching) = self.found.branching {
            text.push_str(&format!(", effective branching factor {branching:.2}"));
        }
        text.push('\n');
        text
    }
}

/// Moves of a line that fit next to other figures.
const SHOWN_MOVES: usize = 8;

/// One line about a search that is still running, for this side to move.
pub fn iteration_line(answer: &Answer, side: char) -> String {
    let line: Vec<&str> = answer.pv.iter().take(SHOWN_MOVES).map(String::as_str).collect();
    let score = ScoreView::from(answer.score).found_text_for(side, answer.counters.rollouts > 0);
    format!(
        "depth {:>3}  {:>14}  {:>14} nodes  {:>8}  {}{}",
        answer.depth,
        // A program from outside may say how deep it looked, and nothing of the value.
        if answer.has_value { score } else { "–".to_owned() },
        grouped(answer.counters.nodes),
        time_text(answer.time),
        line.join(" "),
        answer.remark.as_ref().map_or(String::new(), |remark| format!("  ({remark})"))
    )
}
