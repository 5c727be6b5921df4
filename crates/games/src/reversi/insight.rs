//! What solvers know of Reversi: the result is the difference of discs at the end, and plies do not matter.

use plyscope_core::{Game, Insight, Measure, Outlook, Score};

use super::{Board, DiscMove, ReversiOn};
use crate::bits::Word;

impl<B: Board> Insight for ReversiOn<B> {
    const MEASURE: Measure = Measure::Margin;

    /// A side cannot win by more discs than there are cells.
    #[inline(always)]
    fn outlook(&self) -> Outlook {
        let most = Score::estimate(self.board().count().into());
        Outlook::between(most.for_other_side(), most)
    }

    /// Leaving the other side few moves.
    #[inline(always)]
    fn promise(&self, m: DiscMove) -> i32 {
        -(self.child(m).count_moves() as i32)
    }

    /// A plane through the errors of 16 pairs of depths up to 9, measured with `strong` by `cargo run --release -p
    /// plyscope-search --example fit_probcut`: they lie between 0.31 and 0.77 swings, and at most 0.1 from the plane.
    #[inline(always)]
    fn shallow_error(depth: u32, shallow: u32) -> Option<f64> {
        let (plies, shallow) = (f64::from(depth - shallow), f64::from(shallow));
        Some((0.29 + 0.075 * plies - 0.02 * shallow).max(0.25))
    }

    #[inline(always)]
    fn final_score(&self) -> Option<Score> {
        self.outcome()?;
        let side = self.side_to_move();
        let [own, other] = [side, !side].map(|side| f64::from(self.n_discs(side)));
        Some(Score::estimate(own - other))
    }
}
