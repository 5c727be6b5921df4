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

    #[inline(always)]
    fn final_score(&self) -> Option<Score> {
        self.outcome()?;
        let side = self.side_to_move();
        let [own, other] = [side, !side].map(|side| f64::from(self.n_discs(side)));
        Some(Score::estimate(own - other))
    }
}
