//! Proofs of results: for each side a strategy that gets it what is claimed, whatever the other does.
//!
//! A strategy names one move for every position that can come about with its owner to move. That the two get what they should is enough: one side gets no less
//! than the claim, the other lets it get no more. Anybody can check that by playing the rules; nothing else needs to be trusted.
//!
//! ```text
//! plyscope proof 1
//! game pawn:3x3
//! position ooo/.../xxx x
//! claim o wins in 6
//! strategy x 3                      its length: here, how long x resists
//! ooo/.../xxx x → b1-b2             one line for each position: the position, an arrow, the move
//! …
//! strategy o 6
//! …
//! ```

mod check;
mod write;

pub use check::{Checked, Proof, check_proof};
pub use write::{ProofError, write_proof};

/// What stands between a position and its move.
const ARROW: &str = " → ";
const TITLE: &str = "plyscope proof 1";
/// The most positions of a strategy that are written or read: some hundred megabytes of text.
pub const MAX_POSITIONS: usize = 5_000_000;

/// The size of a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProofSize {
    /// The positions of the strategies of the first and of the second player.
    pub positions: [usize; 2],
}
