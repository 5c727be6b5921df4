//! What a game tells those who solve it.

use plyscope_core::{Notation, Score};
use plyscope_games::Outlook;

use crate::{Solver, TreeSolver};

/// What a result is counted in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// Wins and losses by their plies: the winner wants few, the loser many.
    Plies,
    /// The difference of a count at the end, such as discs; more is better, and plies do not matter. Scores are estimates of whole numbers.
    Margin,
}

/// A game that can be solved.
pub trait Solvable: Notation {
    /// What its results are counted in.
    const MEASURE: Measure = Measure::Plies;

    /// How a position was turned to stand for all that play alike.
    type Image: Copy + Send + Sync;

    /// A key that is the same for positions that play alike, and how this one was turned for it.
    fn symmetric_key(&self) -> (u64, Self::Image);

    /// A number for a move, the same in all positions that play alike. `index` is its place in the game's order. Moves may share a number; it only
    /// tells what to try first.
    fn move_code(&self, m: Self::Move, index: usize, image: Self::Image) -> u16;

    /// What is certain of an unfinished position.
    fn outlook(&self) -> Outlook;

    /// Whether a move goes to the only cell that the outlook leaves.
    fn goes_to(m: Self::Move, cell: u16) -> bool;

    /// How promising a move looks: what is higher is tried earlier.
    fn promise(&self, m: Self::Move) -> i32;

    /// How many times more work goes into who wins than into how soon, as long as both are open; 0 where who wins is beyond hope. See
    /// [`Solver::narrow`].
    fn outcome_share(&self) -> u64 {
        8
    }

    /// The score of a finished game for the side whose turn it would be.
    #[inline(always)]
    fn final_score(&self) -> Option<Score> {
        self.outcome().map(|outcome| Score::of(outcome, self.side_to_move()))
    }

    /// A solver for this game that uses about so many bytes and so many threads at most.
    fn solver(bytes: usize, threads: usize) -> Box<dyn Solver<Self>> {
        Box::new(TreeSolver::new(bytes, threads))
    }
}
