//! Who wins with best play, in how many plies or by how much, and proofs that can be checked independently.
//!
//! Everything rests on one question about a position: is it worth at least this much to its side to move? A [`Solver`]
//! answers it with a proven bound. [`solve`] asks it until nothing is open, and [`write_proof`] asks it along every
//! line of a strategy. [`check_proof`] uses no solver: it plays the written strategies against every defence, by the
//! rules alone.
//!
//! A game says in [`Insight`](plyscope_core::Insight) what its solver may know: positions that play alike, what is
//! certain without a search, which moves to try first. Reversi has a solver of its own.

mod claim;
mod memory;
mod pack;
mod proof;
pub mod reversi;
mod solvable;
mod solver;
mod solving;
mod table;
mod tree;
mod watch;

pub use claim::Claim;
pub use plyscope_core::Measure;
pub use proof::{Checked, MAX_POSITIONS, Proof, ProofError, ProofSize, check_proof, write_proof};
pub use solvable::Solvable;
pub use solver::{Bounds, Solver};
pub use solving::{MoveBounds, Solved, solve, worth};
pub use tree::TreeSolver;
pub use watch::{Known, Watch};
