//! What positions are worth before the game is over.
//!
//! Each game has features, which can be measured for either side, and named heuristics; people write their own as formulas over the features. A heuristic is
//! a [`Judge`]: the value of a position as one side sees it, and the terms it is made of. [`Opinion`] is a judge at work in a search.

mod andantino;
mod breakthrough;
mod formula;
mod judge;
mod named;
mod noise;
mod pawn;
mod pawned;
mod pawns;
pub mod reversi;
mod settings;
mod spec;
mod tictactoe;

pub use breakthrough::BreakthroughFeature;
pub use formula::Expression;
pub use judge::{Judge, Opinion, Rule, Term};
pub use named::{Feature, Judged, Named};
pub use settings::{NUMBER, Settings};
pub use spec::{HeuristicSpec, What};
