//! Reversi: the result is the difference of discs at the end, and plies do not matter.

use plyscope_core::{Game, Score};
use plyscope_games::Outlook;
use plyscope_games::Reversi;
use plyscope_games::reversi::Place;

use crate::reversi::EndgameSolver;
use crate::{Measure, Solvable, Solver};

impl Solvable for Reversi {
    const MEASURE: Measure = Measure::Margin;
    type Image = ();

    #[inline(always)]
    fn symmetric_key(&self) -> (u64, ()) {
        (self.key(), ())
    }

    #[inline(always)]
    fn move_code(&self, _: Place, index: usize, (): ()) -> u16 {
        index as u16
    }

    /// Nobody can have more discs than there are cells.
    #[inline(always)]
    fn outlook(&self) -> Outlook {
        let most = Score::estimate(self.board().count_ones().into());
        Outlook::between(most.for_other_side(), most)
    }

    #[inline(always)]
    fn goes_to(_: Place, _: u16) -> bool {
        true
    }

    /// Leaving the other side few moves.
    #[inline(always)]
    fn promise(&self, m: Place) -> i32 {
        -(self.child(m).count_moves() as i32)
    }

    #[inline(always)]
    fn final_score(&self) -> Option<Score> {
        self.outcome()?;
        let side = self.side_to_move();
        let [own, other] = [side, !side].map(|side| f64::from(self.discs(side).count_ones()));
        Some(Score::estimate(own - other))
    }

    fn solver(bytes: usize, threads: usize) -> Box<dyn Solver<Self>> {
        Box::new(EndgameSolver::new(bytes, threads))
    }
}
