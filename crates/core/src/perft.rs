//! Perft: counting all move sequences of a given length, the classic check of a move generator.
//!
//! A leaf is a sequence of exactly that length. A finished game has no continuation, and a pass is a move.

use crate::cpu::Task;
use crate::{Game, Interrupted, Work};

/// The number of move sequences of each length 1, 2, …, `depth` from this position.
///
/// # Panics
/// Never: nothing stops it.
pub fn perft<G: Game>(position: &G, depth: usize) -> Vec<u64> {
    perft_within(position, depth, Work::never()).expect("it is never stopped")
}

/// The same, as part of some work.
///
/// # Errors
/// If the work must end.
pub fn perft_within<G: Game>(position: &G, depth: usize, work: Work<'_>) -> Result<Vec<u64>, Interrupted> {
    let mut counts = vec![0; depth];
    count(position, &mut counts, work)?;
    Ok(counts)
}

/// Adds to `counts[i]` the number of sequences of length i + 1.
fn count<G: Game>(position: &G, counts: &mut [u64], work: Work<'_>) -> Result<(), Interrupted> {
    match counts {
        [] => {}
        [leaves] => *leaves += position.count_moves() as u64,
        [inner, leaves] => {
            let (n_moves, n_leaves) = position.count_replies();
            *inner += n_moves;
            *leaves += n_leaves;
        }
        [here, below @ ..] => {
            // Three plies or more are left, which is enough work to pay for a look at the clock.
            work.check()?;
            if position.outcome().is_none() {
                for m in position.moves() {
                    *here += 1;
                    count(&position.child(m), below, work)?;
                }
            }
        }
    }
    Ok(())
}

/// The last two plies by the rules alone: no recursion, and the leaves are counted without being visited.
#[derive(Clone, Copy, Debug)]
pub struct LastTwo<'a, G> {
    /// The position before them.
    pub position: &'a G,
}

impl<G: Game> Task for LastTwo<'_, G> {
    type Output = (u64, u64);

    #[inline(always)]
    fn run(self) -> (u64, u64) {
        let (mut n_moves, mut n_leaves) = (0, 0);
        if self.position.outcome().is_none() {
            for m in self.position.moves() {
                n_moves += 1;
                n_leaves += self.position.child(m).count_moves() as u64;
            }
        }
        (n_moves, n_leaves)
    }
}
