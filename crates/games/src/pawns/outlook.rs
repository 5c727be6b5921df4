//! What is certain in the two games in which pawns step straight and capture diagonally.

use plyscope_core::{Outlook, Score};

use super::{LEFT, Pawns, RIGHT, STRAIGHT};
use crate::bits::Word;

impl<W: Word> Pawns<W> {
    /// What is certain for pawns without double steps. `nothing` is what is known in any case.
    #[inline(always)]
    pub(crate) fn pawn_outlook(&self, nothing: Outlook) -> Outlook {
        let targets = self.pawn_targets(W::EMPTY);
        let (own, enemy) = (&self.mover, &self.other);
        if (targets.left | targets.right | targets.straight) & own.layout.goal() != W::EMPTY {
            return Outlook::decided(Score::win_in(1));
        }
        // Enemies that step onto their last row unless they are taken now. Nothing can block their way: pawns do not go
        // back.
        let last = enemy.layout.goal() & self.empty();
        let arriving = own.layout.step(last, STRAIGHT) & enemy.pieces;
        let mut outlook = nothing;
        if arriving != W::EMPTY {
            if arriving.count() > 1 || arriving & (targets.left | targets.right) == W::EMPTY {
                return Outlook::decided(Score::loss_in(2));
            }
            outlook.only_to = Some(arriving.first() as u16);
        } else {
            let runner = self.runner();
            if runner <= self.enemy_rows_to_go(W::EMPTY) && runner < u32::from(own.layout.size().rows) {
                outlook.at_least = outlook.at_least.max(Score::win_in(2 * runner - 1));
            }
        }
        let enemy_runner = self.enemy_runner();
        if enemy_runner < self.rows_to_go() {
            outlook.at_most = outlook.at_most.min(Score::loss_in(2 * enemy_runner));
        }
        outlook
    }

    /// The cells of the side to move's pieces, one step on to either side.
    #[inline(always)]
    pub(crate) fn strikes(&self) -> W {
        self.stepped(LEFT) | self.stepped(RIGHT)
    }
}
