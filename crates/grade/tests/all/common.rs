//! Truth by plain minimax, heuristics that know it, and the short way to a report card.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use plyscope_core::{Game, Score, Side, Verdict, Work};
use plyscope_grade::{CardRequest, Maker, Positions, ReportCard, SampleRequest, Truth, TruthRequest, grade};
use plyscope_heuristics::{Judge, Judged, Opinion, Term};
use plyscope_solve::Solvable;

/// What each position is worth to its side to move.
pub(crate) type Known<G> = HashMap<G, Score>;

/// The worth of a position and of all that follow, by the rules alone.
pub(crate) fn worth<G: Solvable>(position: &G, known: &mut Known<G>) -> Score {
    if let Some(&score) = known.get(position) {
        return score;
    }
    let score = match position.final_score() {
        Some(score) => score,
        None => position.moves().map(|m| worth(&position.child(m), known).from_child()).max().expect("a move"),
    };
    known.insert(position.clone(), score);
    score
}

pub(crate) fn start_of<G: Game>(variant: &str) -> G {
    G::start(&variant.parse().unwrap_or_else(|error| panic!("{variant}: {error}")))
}

/// Knows the truth; with −1 as its sign it tells the opposite.
#[derive(Clone)]
pub(crate) struct Oracle<G> {
    pub(crate) known: Arc<Known<G>>,
    pub(crate) sign: f64,
}

impl<G: Game> Judge<G> for Oracle<G> {
    fn seen_by(&self, position: &G, side: Side) -> f64 {
        let sign = if side == position.side_to_move() { self.sign } else { -self.sign };
        sign * match self.known[position].verdict(true) {
            Verdict::Win(plies) => 1000.0 - f64::from(plies),
            Verdict::Loss(plies) => f64::from(plies) - 1000.0,
            Verdict::Draw => 0.0,
            Verdict::Estimate(margin) => margin,
        }
    }

    fn terms(&self, position: &G, side: Side) -> Vec<Term> {
        vec![Term::new("truth", 1.0, self.seen_by(position, side))]
    }
}

pub(crate) const SAMPLE: SampleRequest =
    SampleRequest { positions: 0, last: 8, seed: 1, time: Duration::from_secs(20) };

/// The truth about a board.
pub(crate) fn truth<G: Judged + Solvable>(variant: &str, positions: Positions, sample: SampleRequest) -> Truth<G> {
    let request = TruthRequest { positions, sample, jobs: 2, cache: None, work: Work::never() };
    let rules = variant.parse().unwrap_or_else(|error| panic!("{variant}: {error}"));
    let found = Truth::find("test", &rules, &start_of::<G>(variant), &request);
    found.unwrap_or_else(|error| panic!("{variant}: {error:?}")).0
}

/// The cards of some heuristics.
pub(crate) fn cards<G: Judged + Solvable>(
    truth: &Truth<G>,
    depth: u32,
    heuristics: Vec<(&str, Maker<'_, G>)>,
) -> ReportCard {
    let heuristics: Vec<_> = heuristics.into_iter().map(|(name, make)| (name.to_owned(), make)).collect();
    let request = CardRequest { heuristics: &heuristics, depth, jobs: 2, work: Work::never() };
    grade(truth, &request).expect("it is not stopped")
}

/// The cards of heuristics by name.
pub(crate) fn named<G: Judged + Solvable>(truth: &Truth<G>, depth: u32, names: &[&str]) -> ReportCard {
    let make = |name: &str| {
        let name = name.to_owned();
        let opinion = move || -> Opinion<G> {
            G::opinion(Some(&name.parse().expect("a heuristic")), 1).expect("a heuristic of this game")
        };
        Box::new(opinion) as Maker<'_, G>
    };
    cards(truth, depth, names.iter().map(|name| (*name, make(name))).collect())
}
