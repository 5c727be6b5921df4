//! The sequential tests of a run: where they stand, how they got there, and what they decided.
//!
//! The test is that of `plyscope_stats::Sprt`: pairs of games by their points (pentanomial), logistic Elo, and the
//! generalised likelihood ratio, as in fishtest and fastchess.

use plyscope_stats::{Decision, Pairs, Sprt, Tally};
use serde::Serialize;

use crate::experiment::SprtRule;
use crate::plan::Plan;
use crate::rounds::sprt;
use crate::sampling::PairSample;
use crate::summary::Summary;

/// The model of all tests, for reports.
pub const SPRT_MODEL: &str = "pentanomial, logistic Elo, generalised likelihood ratio";

/// Points of a curve, at most.
const MAX_POINTS: usize = 200;

/// What a sequential test says about "the first player is `elo1` stronger" against "it is `elo0` stronger".
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum SprtDecision {
    /// `elo1` is accepted.
    Accepted,
    /// `elo1` is rejected in favour of `elo0`.
    Rejected,
    /// More games are needed.
    Open,
}

impl SprtDecision {
    fn of(decision: Decision) -> Self {
        match decision {
            Decision::AcceptUpper => SprtDecision::Accepted,
            Decision::AcceptLower => SprtDecision::Rejected,
            Decision::Continue => SprtDecision::Open,
        }
    }

    /// The decision as a word.
    pub fn name(self) -> &'static str {
        match self {
            SprtDecision::Accepted => "accepted",
            SprtDecision::Rejected => "rejected",
            SprtDecision::Open => "open",
        }
    }
}

/// The sequential test of one pairing on one board.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SprtSummary {
    /// The game.
    pub game: String,
    /// The player whose advantage is tested.
    pub first: String,
    /// Its opponent.
    pub second: String,
    /// The difference of the null hypothesis, in Elo.
    pub elo0: f64,
    /// The difference of the alternative.
    pub elo1: f64,
    /// The log-likelihood ratio at which the alternative is rejected.
    pub lower: f64,
    /// The ratio at which it is accepted.
    pub upper: f64,
    /// The ratio now.
    pub llr: f64,
    /// What follows.
    pub decision: SprtDecision,
    /// Games in complete pairs that are observations of their own; only these count.
    pub games: u64,
    /// Further games expected until the test ends; `None` before the first pair.
    pub more_games: Option<u64>,
    /// The model of the test.
    pub model: &'static str,
    /// Games and the ratio after them, in the order of their numbers.
    pub curve: Vec<(u64, f64)>,
}

/// Where a test stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SprtState {
    /// The index of the first of its two cells; the player who moves first there is tested.
    pub cell: usize,
    /// The log-likelihood ratio.
    pub llr: f64,
    /// The ratios at which the test ends.
    pub bounds: (f64, f64),
    /// What follows from it.
    pub decision: SprtDecision,
    /// Further games expected until the test ends.
    pub more_games: Option<u64>,
}

impl SprtState {
    pub(crate) fn new(cell: usize, test: &Sprt, pairs: &Pairs) -> Self {
        SprtState {
            cell,
            llr: test.log_likelihood_ratio(pairs),
            bounds: test.bounds(),
            decision: SprtDecision::of(test.decide(pairs)),
            more_games: test.games_to_go(pairs),
        }
    }
}

/// The tests of all pairings, if the plan has a rule for them.
pub(crate) fn summaries(plan: &Plan, pairs: &[PairSample]) -> Vec<SprtSummary> {
    let Some((rule, test)) = plan.stop.sprt.as_ref().and_then(|rule| Some((rule, sprt(rule)?))) else {
        return Vec::new();
    };
    pairs.iter().map(|pairs| summary(plan, rule, &test, pairs)).collect()
}

fn summary(plan: &Plan, rule: &SprtRule, test: &Sprt, sample: &PairSample) -> SprtSummary {
    let stride = sample.classes.len().div_ceil(MAX_POINTS).max(1);
    let mut pairs: Pairs = Tally([0; 5]);
    let mut curve = vec![(0, 0.0)];
    for (index, &class) in sample.classes.iter().enumerate() {
        pairs.0[usize::from(class)] += 1;
        if (index + 1) % stride == 0 || index + 1 == sample.classes.len() {
            curve.push((pairs.games(), test.log_likelihood_ratio(&pairs)));
        }
    }
    let state = SprtState::new(sample.cell, test, &pairs);
    let played = &plan.cells[sample.cell];
    SprtSummary {
        game: plan.boards[played.board].spec.clone(),
        first: plan.players[played.first].name.clone(),
        second: plan.players[played.second].name.clone(),
        elo0: rule.elo0,
        elo1: rule.elo1,
        lower: state.bounds.0,
        upper: state.bounds.1,
        llr: state.llr,
        decision: state.decision,
        games: pairs.games(),
        more_games: state.more_games,
        model: SPRT_MODEL,
        curve,
    }
}

/// A sentence for each test.
pub(crate) fn findings(summary: &Summary) -> Vec<String> {
    summary.sprt.iter().map(|test| sentence(summary, test)).collect()
}

fn sentence(summary: &Summary, test: &SprtSummary) -> String {
    let SprtSummary { first, second, lower, upper, llr, games, .. } = test;
    let board = if summary.boards.len() > 1 { format!(" on {}", test.game) } else { String::new() };
    let (elo0, elo1) = (signed(test.elo0), signed(test.elo1));
    let head = format!("SPRT of {first} against {second}{board}");
    let numbers = format!("log-likelihood ratio {llr:.2}, bounds {lower:.2} and {upper:.2}, {games} games");
    match test.decision {
        SprtDecision::Accepted => format!("{head}: accepted, {elo1} Elo rather than {elo0} ({numbers})."),
        SprtDecision::Rejected => format!("{head}: rejected, {elo0} Elo rather than {elo1} ({numbers})."),
        SprtDecision::Open => {
            let rest = match test.more_games {
                _ if summary.complete => "; all games are played, so it stays open".to_owned(),
                Some(more) => format!("; about {more} more games expected"),
                None => String::new(),
            };
            format!("{head}: still open between {elo0} and {elo1} Elo ({numbers}){rest}.")
        }
    }
}

/// A difference in Elo as it is written in an experiment, with its sign.
fn signed(elo: f64) -> String {
    if elo > 0.0 { format!("+{elo}") } else { format!("{elo}").replace('-', "−") }
}
