//! Report cards of heuristics: how good their choices are where the truth is known.
//!
//! The truth is what every move of a position is worth with best play ([`Truth`]): for all positions that can be
//! reached on a small board, or for a sample of solved endgames. A heuristic chooses by plain search with its values at
//! the horizon, and every choice is marked ([`ReportCard`]): whether it keeps the result, whether it is a best move,
//! how much it gives away, and how well all moves are ordered. [`Calibration`] translates values into chances.

mod cache;
mod calibration;
mod card;
mod figure;
mod graph;
mod marks;
mod sample;
mod solved;
mod truth;

pub use calibration::{Bin, Calibration};
pub use card::{Card, CardRequest, DepthCard, Maker, Phase, Population, ReportCard, grade};
pub use figure::{Figure, LEVEL};
pub use graph::Graph;
pub use marks::Marks;
pub use sample::{Item, Sample, SampleRequest};
pub use truth::{Positions, Truth, TruthRequest};

use plyscope_core::{BadInput, Interrupted};

/// Why there is no report card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GradeError {
    /// What was asked for cannot be done.
    Input(BadInput),
    /// It was stopped, or its time was up.
    Stopped,
}

impl From<BadInput> for GradeError {
    fn from(error: BadInput) -> Self {
        GradeError::Input(error)
    }
}

impl From<Interrupted> for GradeError {
    fn from(_: Interrupted) -> Self {
        GradeError::Stopped
    }
}
