//! The value of a heuristic for a position.

use plyscope_registry::{HeuristicSpec, Judgement, Term};
use serde::Serialize;
use utoipa::ToSchema;

/// One part of a heuristic's value.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct TermView {
    /// What is measured.
    pub name: String,
    /// The weight of one unit.
    pub weight: f64,
    /// The measured amount.
    pub value: f64,
    /// Weight times value: what the term adds to the whole.
    pub share: f64,
}

impl From<&Term> for TermView {
    fn from(term: &Term) -> Self {
        TermView { name: term.name.clone(), weight: term.weight, value: term.value, share: term.weight * term.value }
    }
}

/// All parts of a value.
pub fn term_views(terms: &[Term]) -> Vec<TermView> {
    terms.iter().map(TermView::from).collect()
}

/// The value of a heuristic for a position.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Evaluation {
    /// The heuristic in its canonical form.
    pub heuristic: String,
    /// The value for the side to move.
    pub value: f64,
    /// The value for `x`.
    pub value_first: f64,
    /// The value for `o`; not always the opposite.
    pub value_second: f64,
    /// The terms of the value for the side to move.
    pub terms: Vec<TermView>,
}

impl Evaluation {
    /// The judgement of this heuristic.
    pub fn new(heuristic: &HeuristicSpec, judgement: &Judgement) -> Self {
        let [value_first, value_second] = judgement.seen_by;
        Evaluation {
            heuristic: heuristic.to_string(),
            value: judgement.value,
            value_first,
            value_second,
            terms: term_views(&judgement.terms),
        }
    }
}
