//! `plyscope learn`: heuristics made from nothing but the rules of a game.
//!
//! A player plays games against itself ([`play`]), positions are taken from them ([`Samples`]), and a model is fitted
//! to what they were worth ([`fit`]). Then the model plays the next games. Numbers that no gradient reaches are tuned
//! by games ([`tune`]).

mod adam;
mod check;
mod curve;
mod fit;
mod formula;
mod log;
mod network;
mod play;
mod run_log;
mod samples;
mod seeds;
mod session;
mod tables;
#[cfg(test)]
mod tests;
mod tune;

pub use check::Check;
pub use curve::{learning_curve, tuning_curve};
pub use fit::{FitPlan, Fitted, fit};
pub use play::{Games, play};
pub use samples::Samples;
pub use seeds::pattern_seeds;
pub use session::{Event, Found, LearnPlan, Learnt, learn};
pub use tune::{Method, TunePlan, Tuned, TunedNumber, Vary, tune};

pub use plyscope_models::{Generation, Kind};
pub use plyscope_stats::Decision;
