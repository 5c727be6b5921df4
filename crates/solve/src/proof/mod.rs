//! Proofs of results: for each side a strategy that achieves what is claimed against every defence.
//!
//! A strategy names one move for every position that can occur with its owner to move. Two strategies prove a result:
//! with one a side gets no less than the claim, with the other its opponent lets it get no more. Checking them needs
//! only the rules.
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

/// Separates a position from its move.
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
