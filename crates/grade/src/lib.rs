//! Report cards of heuristics: how good their choices are where the truth is known.
//!
//! The truth is what every move of a position is worth with best play ([`Truth`]): of all positions that can be reached on a small board, or of a sample of
//! endgames that a solver settles. A heuristic chooses by plain search with its values at the horizon, and every choice gets its marks ([`ReportCard`]): whether
//! it keeps the result, whether it is a best move, how much it gives away, and how well all moves are ordered. What a value means in chances is
//! [`Calibration`].

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
pub use card::{Ask, Card, DepthCard, Maker, Phase, Population, ReportCard, grade};
pub use figure::{Figure, LEVEL};
pub use graph::Graph;
pub use marks::Marks;
pub use sample::{Item, Sample, SampleAsk};
pub use truth::{Positions, Truth, TruthAsk};

use plyscope_core::BadInput;

/// Why there is no report card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GradeError {
    /// What was asked for cannot be done.
    Input(BadInput),
    /// Somebody stopped it.
    Stopped,
}

impl From<BadInput> for GradeError {
    fn from(error: BadInput) -> Self {
        GradeError::Input(error)
    }
}

/// What is being done, how much of it is done, and how much there is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// In a few words.
    pub what: &'static str,
    /// So many are done.
    pub done: u64,
    /// Of so many.
    pub total: u64,
}
