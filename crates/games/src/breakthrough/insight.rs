//! What solvers know of Breakthrough: mirrored boards and exchanged colours play alike, and races are seen without a
//! search.

use plyscope_core::{Game, Insight, Outlook, Score};

use super::{Breakthrough, Goal};
use crate::bits::Word;
use crate::pawns::{Army, LEFT, PawnMove, RIGHT, STRAIGHT};

/// Pieces from which on a side is not short of harmless steps.
const CROWDED: u32 = 8;

impl<W: Word> Insight for Breakthrough<W> {
    #[inline(always)]
    fn symmetric_key(&self) -> (u64, u8) {
        self.pawns.symmetric_key(W::EMPTY)
    }

    #[inline(always)]
    fn move_code(&self, m: PawnMove, _: usize, image: u8) -> u16 {
        self.pawns.step_code(m, image)
    }

    #[inline(always)]
    fn outlook(&self) -> Outlook {
        match self.goal {
            Goal::Reach => self.outlook_of_race(),
            Goal::ThreeWorkers => Outlook::NO_SUICIDE,
        }
    }

    #[inline(always)]
    fn goes_to(m: PawnMove, cell: u16) -> bool {
        u16::from(m.to) == cell
    }

    /// Captures.
    #[inline(always)]
    fn is_sharp(&self, m: PawnMove) -> bool {
        self.pawns.other.pieces.has(m.to.into())
    }

    /// As long as both sides have many pieces, there is always a harmless step.
    #[inline(always)]
    fn skipped(&self) -> Option<Self> {
        let is_crowded = |army: &Army<W>| army.pieces.count() >= CROWDED;
        let is_safe = self.goal == Goal::Reach && is_crowded(&self.pawns.mover) && is_crowded(&self.pawns.other);
        is_safe.then(|| {
            let mut skipped = self.clone();
            skipped.pawns.pass();
            skipped
        })
    }

    /// Captures first, then steps to where the piece is protected as often as it is attacked. On 5×5 this order visits
    /// a third of the positions that history alone does.
    #[inline(always)]
    fn promise(&self, m: PawnMove) -> i32 {
        let side = self.side_to_move();
        let camp = self.camp(side);
        let to = W::cell(m.to.into());
        let hits = |set: W| i32::from(set & to != W::EMPTY);
        let [[left, right], [their_left, their_right]] = [camp.strikes(), camp.their_strikes()];
        // The piece itself strikes the cell that it goes to diagonally, but does not protect itself there.
        let is_diagonal = i32::from(u32::from(m.from.abs_diff(m.to)) != camp.n_cells() / camp.n_rows());
        let is_hanging = hits(their_left) + hits(their_right) > hits(left) + hits(right) - is_diagonal;
        let is_capture = self.camp(!side).pieces().has(m.to.into());
        match (is_capture, is_hanging) {
            (true, false) => 4,
            (true, true) => 3,
            (false, false) => 2,
            (false, true) => 0,
        }
    }
}

impl<W: Word> Breakthrough<W> {
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
            // 3. A step to the row before the last, where no enemy can take the piece.
            let guarded = enemy.pieces & own.layout.goal();
            let guarded = enemy.layout.step(guarded, LEFT) | enemy.layout.step(guarded, RIGHT);
            let targets = strikes & !own.pieces | self.pawns.stepped(STRAIGHT) & self.pawns.empty();
            if targets & before_goal & !guarded != W::EMPTY {
                return Outlook::decided(Score::win_in(3));
            }
        }
        // 4. Neither side can win faster than by walking on, or by taking one piece with each move. Where step 3 found
        // nothing, two rows take three moves.
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
