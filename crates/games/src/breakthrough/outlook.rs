//! What is certain in a position of Breakthrough, as far as races and the last steps go.

use plyscope_core::Score;

use super::{Breakthrough, Goal};
use crate::bits::Word;
use crate::outlook::Outlook;
use crate::pawns::{LEFT, RIGHT, STRAIGHT, Turning};

impl<W: Word> Breakthrough<W> {
    /// A key that is the same for positions that play alike, and how this one was turned for it.
    #[inline(always)]
    pub fn symmetric_key(&self) -> (u64, Turning) {
        self.pawns.symmetric_key(W::EMPTY)
    }

    /// What is certain of this unfinished position.
    #[inline(always)]
    pub fn outlook(&self) -> Outlook {
        match self.goal {
            Goal::Reach => self.outlook_of_race(),
            Goal::ThreeWorkers => Outlook::NOTHING,
        }
    }

    #[inline(always)]
    fn outlook_of_race(&self) -> Outlook {
        let (own, enemy) = (&self.pawns.mover, &self.pawns.other);
        // 1. A piece before its last row gets there: on two or more columns one of the diagonals is always open.
        let strikes = self.pawns.strikes();
        let before_goal = enemy.layout.step(own.layout.goal(), STRAIGHT);
        let (n_own, n_enemies) = (own.pieces.count(), enemy.pieces.count());
        if own.pieces & before_goal != W::EMPTY || (n_enemies == 1 && strikes & enemy.pieces != W::EMPTY) {
            return Outlook::decided(Score::win_in(1));
        }
        // 2. Enemies before their last row must be taken, and only one can be.
        let arriving = own.layout.step(enemy.layout.goal(), STRAIGHT) & enemy.pieces;
        let mut only_to = None;
        if arriving != W::EMPTY {
            if arriving & strikes == W::EMPTY || arriving.count() > 1 {
                return Outlook::decided(Score::loss_in(2));
            }
            only_to = Some(arriving.first() as u16);
        } else {
            // 3. A step to the row before the last, where nobody can take the piece.
            let guarded = enemy.pieces & own.layout.goal();
            let guarded = enemy.layout.step(guarded, LEFT) | enemy.layout.step(guarded, RIGHT);
            let targets = strikes & !own.pieces | self.pawns.stepped(STRAIGHT) & self.pawns.empty();
            if targets & before_goal & !guarded != W::EMPTY {
                return Outlook::decided(Score::win_in(3));
            }
        }
        // 4. Nobody can win faster than by walking on, or by taking one piece with each move. Where step 3 found nothing, two rows take three moves.
        let (rows, enemy_rows) = (self.pawns.rows_to_go(), self.pawns.enemy_rows_to_go(arriving));
        let fastest = if only_to.is_none() { rows.max(3) } else { rows }.min(n_enemies);
        let enemy_fastest = enemy_rows.min(n_own);
        let mut at_least = Score::loss_in(2 * enemy_fastest);
        let mut at_most = Score::win_in(2 * fastest - 1);
        // 5. Runners.
        if only_to.is_none() {
            let runner = self.pawns.runner();
            if runner <= enemy_rows && runner < u32::from(own.layout.size().rows) {
                at_least = Score::win_in(2 * runner - 1);
            }
        }
        let enemy_runner = self.pawns.enemy_runner();
        if enemy_runner < rows {
            at_most = Score::loss_in(2 * enemy_runner);
        }
        Outlook { at_least, at_most, only_to }
    }
}
