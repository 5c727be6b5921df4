//! What a heuristic thinks of a position, and which heuristics and features a game has.

use plyscope_core::{BadInput, Choice, Side};
use plyscope_heuristics::{Feature, HeuristicSpec, Judged, Named, Term, heuristics_of};

/// A registered heuristic.
#[derive(Clone, Debug)]
pub struct HeuristicAbout {
    /// Its name.
    pub name: &'static str,
    /// What it measures.
    pub meaning: &'static str,
    /// Its weights and choices.
    pub options: &'static [Choice],
    /// Its formula, if it can be written as one.
    pub formula: Option<&'static str>,
}

/// Something that formulas can be made of.
#[derive(Clone, Debug)]
pub struct FeatureAbout {
    /// Its name.
    pub name: &'static str,
    /// What it is counted in.
    pub unit: &'static str,
    /// What is measured.
    pub meaning: &'static str,
}

/// What a heuristic thinks of a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Judgement {
    /// The value as the side to move sees it.
    pub value: f64,
    /// The value as each player sees it, the first player first.
    pub seen_by: [f64; 2],
    /// What the side to move's value is made of.
    pub terms: Vec<Term>,
    /// What each player's value is made of, the first player first.
    pub terms_of: [Vec<Term>; 2],
}

pub(crate) fn heuristics<G: Judged>() -> Vec<HeuristicAbout> {
    let about = |named: &Named<G>| HeuristicAbout {
        name: named.name,
        meaning: named.meaning,
        options: named.options,
        formula: named.text(),
    };
    heuristics_of::<G>().iter().map(about).collect()
}

pub(crate) fn features<G: Judged>() -> Vec<FeatureAbout> {
    let about = |feature: &Feature| FeatureAbout { name: feature.name, unit: feature.unit, meaning: feature.meaning };
    G::FEATURES.iter().map(about).collect()
}

pub(crate) fn evaluate<G: Judged>(position: &G, spec: &HeuristicSpec, seed: u64) -> Result<Judgement, BadInput> {
    let opinion = G::opinion(Some(spec), seed)?;
    let seen_by = Side::BOTH.map(|side| opinion.seen_by(position, side));
    let terms_of = Side::BOTH.map(|side| opinion.terms(position, side));
    let mover = usize::from(position.side_to_move() == Side::Second);
    Ok(Judgement { value: seen_by[mover], seen_by, terms: terms_of[mover].clone(), terms_of })
}
