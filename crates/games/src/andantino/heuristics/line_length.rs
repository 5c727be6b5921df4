//! The evaluation of Stanczyk's program (Maastricht 2019), as it was computed.
//!
//! The longest row through the last stone, five at most; five more if the stone seems to enclose an enemy stone by the
//! program's line-of-sight test; one less if it has no own stone next to it. The value is for the side that placed the
//! stone.

use plyscope_core::{Game, Side};
use plyscope_heuristics::{Rule, Settings, Term};

use crate::Andantino;

/// `published-line-length`.
pub(super) struct PublishedLineLength {
    /// Whether the side that did not place the last stone sees the negative.
    is_signed: bool,
}

impl PublishedLineLength {
    #[inline(always)]
    fn sign(&self, position: &Andantino, side: Side) -> f64 {
        if self.is_signed && side == position.side_to_move() { -1.0 } else { 1.0 }
    }
}

/// What the program adds up, and how much each counts.
#[inline(always)]
fn parts(position: &Andantino) -> [(&'static str, f64, u32); 3] {
    let last_mover = !position.side_to_move();
    [
        ("last_line", 1.0, position.last_line(last_mover)),
        ("published_enclosure", 5.0, u32::from(position.seems_to_enclose(last_mover))),
        ("last_alone", -1.0, u32::from(position.last_is_alone(last_mover))),
    ]
}

impl Rule<Andantino> for PublishedLineLength {
    fn new(settings: &Settings) -> Self {
        PublishedLineLength { is_signed: settings.word("view") == "signed" }
    }

    #[inline(always)]
    fn value(&self, position: &Andantino, side: Side) -> f64 {
        let sum: f64 = parts(position).iter().map(|&(_, weight, value)| weight * f64::from(value)).sum();
        self.sign(position, side) * sum
    }

    fn terms(&self, position: &Andantino, side: Side) -> Vec<Term> {
        let sign = self.sign(position, side);
        parts(position).iter().map(|&(name, weight, value)| Term::new(name, sign * weight, f64::from(value))).collect()
    }
}
