//! What every solver can do.

use plyscope_core::Score;

use crate::watch::{Stopped, Watch};
use crate::{Measure, Solvable};

/// What is proven of a position, for its side to move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    /// It is worth this or more.
    pub at_least: Score,
    /// It is worth this or less.
    pub at_most: Score,
}

impl Bounds {
    /// Nothing is proven.
    pub const OPEN: Bounds = Bounds { at_least: Score::MIN, at_most: Score::MAX };
}

/// Answers one kind of question about positions, and remembers what it found out.
pub trait Solver<G: Solvable>: Send {
    /// Is an unfinished position worth at least `aim` to its side to move? The answer is a bound that is certain: if it is `aim` or more, the position is worth
    /// that or more, otherwise it is worth that or less.
    ///
    /// # Errors
    /// If it was stopped before it knew.
    fn test(&mut self, position: &G, aim: Score, watch: &mut Watch<'_>) -> Result<Score, Stopped>;

    /// Narrows the bounds of an unfinished position until they meet, and tells the watch of every step.
    ///
    /// Where plies count, the questions are "a win within n plies?" and "a loss within n plies?" for growing n: short proofs are found in small trees, and
    /// what each answer left in the table orders the next search. Where a margin counts, the questions halve what is open.
    ///
    /// # Errors
    /// If it was stopped before they met. What is in the bounds by then is certain.
    fn narrow(&mut self, position: &G, bounds: &mut Bounds, watch: &mut Watch<'_>) -> Result<(), Stopped> {
        let mut plies = 0;
        while bounds.at_least < bounds.at_most {
            let aims = match G::MEASURE {
                Measure::Plies => {
                    plies += 1;
                    [Score::win_in(plies), Score::loss_in(plies).next()]
                }
                Measure::Margin => {
                    [Score::estimate(f64::midpoint(bounds.at_least.value(), bounds.at_most.value()).ceil()); 2]
                }
            };
            for aim in aims {
                if bounds.at_least >= aim || bounds.at_most < aim {
                    continue;
                }
                watch.tell(*bounds);
                watch.look()?;
                let found = self.test(position, aim, watch)?;
                if found >= aim {
                    bounds.at_least = found;
                } else {
                    bounds.at_most = found;
                }
                watch.tell(*bounds);
            }
        }
        Ok(())
    }

    /// A move that this solver believes to be best, if it has one at hand.
    fn hint(&self, position: &G) -> Option<G::Move>;

    /// Bytes of memory in use.
    fn bytes(&self) -> usize;
}
