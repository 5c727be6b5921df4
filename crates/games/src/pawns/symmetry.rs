//! Pawn positions that play alike: the board mirrored, and the colours exchanged with the board turned around.

use plyscope_core::Side;

use super::{Pawns, Step};
use crate::bits::Word;

/// How a position was turned to become the one that stands for all that play like it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turning {
    turned: bool,
    mirrored: bool,
    n_cells: u8,
    n_columns: u8,
}

impl Turning {
    /// The same number for the same step in all positions that play alike.
    #[inline(always)]
    pub fn code(self, m: Step) -> u16 {
        if m == Step::PASS { 0 } else { u16::from(self.cell(m.from)) << 7 | u16::from(self.cell(m.to)) }
    }

    #[inline(always)]
    fn cell(self, cell: u8) -> u8 {
        let cell = if self.turned { self.n_cells - 1 - cell } else { cell };
        if self.mirrored {
            let column = cell % self.n_columns;
            cell - column + (self.n_columns - 1 - column)
        } else {
            cell
        }
    }
}

impl<W: Word> Pawns<W> {
    /// A key that is the same for positions that play alike, and how this one was turned for it. `also` is a set of cells that belongs
    /// to the position.
    #[inline(always)]
    pub(crate) fn symmetric_key(&self, also: W) -> (u64, Turning) {
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
        let turning = Turning { turned, mirrored: mirrored < plain, n_cells: size.cells() as u8, n_columns: size.cols };
        (plain.min(mirrored), turning)
    }
}
