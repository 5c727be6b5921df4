//! Pawn positions that play alike: the board mirrored, and the colours exchanged with the board turned around.

use plyscope_core::Side;

use super::{PawnMove, Pawns};
use crate::bits::Word;

/// How a position was turned to become the one that stands for all that play like it: bits of an image.
const TURNED: u8 = 1;
const MIRRORED: u8 = 2;

impl<W: Word> Pawns<W> {
    /// A key that is the same for positions that play alike, and how this one was turned for it. `also` is a set of
    /// cells that belongs to the position.
    #[inline(always)]
    pub(crate) fn symmetric_key(&self, also: W) -> (u64, u8) {
        let layout = self.mover.layout;
        let size = layout.size();
        let turned = self.side_to_move() == Side::Second;
        let view = |set: W| if turned { set.turned(size.cells()) } else { set };
        let sets = [view(self.mover.pieces), view(self.other.pieces), view(also)];
        let key = |[mover, other, also]: [W; 3]| {
            let key = mover.pair_key(other, size.cells());
            if also == W::EMPTY { key } else { key ^ also.key(W::EMPTY, !0) }
        };
        let (plain, mirrored) = (key(sets), key(sets.map(|set| layout.mirrored(set))));
        let image = u8::from(turned) * TURNED + u8::from(mirrored < plain) * MIRRORED;
        (plain.min(mirrored), image)
    }

    /// A number for a step, the same in all positions that play alike.
    #[inline(always)]
    pub(crate) fn step_code(&self, m: PawnMove, image: u8) -> u16 {
        if m == PawnMove::PASS {
            return 0;
        }
        let size = self.size();
        let (n_cells, n_columns) = (size.cells() as u8, size.cols);
        let turned = |cell: u8| if image & TURNED != 0 { n_cells - 1 - cell } else { cell };
        let mirrored = |cell: u8| {
            if image & MIRRORED != 0 {
                let column = cell % n_columns;
                cell - column + (n_columns - 1 - column)
            } else {
                cell
            }
        };
        u16::from(mirrored(turned(m.from))) << 7 | u16::from(mirrored(turned(m.to)))
    }
}
