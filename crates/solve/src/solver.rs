//! What every solver can do.

use plyscope_core::{Game, Score};

use crate::watch::{Stopped, Watch};

/// Answers one kind of question about positions, and remembers what it found out.
pub trait Solver<G: Game>: Send {
    /// Is an unfinished position worth at least `aim` to its side to move? The answer is a bound that is certain: if it is `aim` or more, the position is worth
    /// that or more, otherwise it is worth that or less.
    ///
    /// # Errors
    /// If it was stopped before it knew.
    fn test(&mut self, position: &G, aim: Score, watch: &mut Watch<'_>) -> Result<Score, Stopped>;

    /// A move that this solver believes to be best, if it has one at hand.
    fn hint(&self, position: &G) -> Option<G::Move>;

    /// Bytes of memory in use.
    fn bytes(&self) -> usize;
}
