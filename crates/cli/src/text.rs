//! Scores as text and as JSON.

use plyscope_core::{Bound, Verdict};
use serde_json::{Value, json};

/// A score for people, for the side that it belongs to.
pub(crate) fn score_text(score: Verdict) -> String {
    match score {
        Verdict::Win(plies) => format!("wins in {plies}"),
        Verdict::Loss(plies) => format!("loses in {plies}"),
        Verdict::Draw => "draw".to_owned(),
        Verdict::Estimate(0.0) => "0".to_owned(),
        Verdict::Estimate(value) if value == value.trunc() && value.abs() < 1e15 => format!("{value:+}"),
        Verdict::Estimate(value) => format!("{value:+.4}"),
    }
}

/// A score for programs.
pub(crate) fn score_json(score: Verdict) -> Value {
    match score {
        Verdict::Win(plies) => json!({"kind": "win", "plies": plies}),
        Verdict::Loss(plies) => json!({"kind": "loss", "plies": plies}),
        Verdict::Draw => json!({"kind": "draw"}),
        Verdict::Estimate(value) => json!({"kind": "estimate", "value": value}),
    }
}

/// What comes before a score that is only a bound.
pub(crate) fn bound_sign(bound: Bound) -> &'static str {
    match bound {
        Bound::Exact => "",
        Bound::Lower => "≥ ",
        Bound::Upper => "≤ ",
    }
}
