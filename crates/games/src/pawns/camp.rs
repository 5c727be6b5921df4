//! One side of a pawn game as heuristics look at it: two sets of cells, and the ways forward.

use plyscope_core::Side;

use super::{DOUBLE, LEFT, Layout, Pawns, RIGHT, STRAIGHT};
use crate::bits::Word;

/// The pieces of one side, those of the other, and the board as this side sees it: forward is its own way.
#[derive(Clone, Copy, Debug)]
pub struct Camp<W: Word> {
    /// The pieces of this side.
    pub own: W,
    /// The pieces of the other side.
    pub enemies: W,
    layout: &'static Layout<W>,
}

impl<W: Word> Camp<W> {
    /// Every cell of the set one step straight on, as far as the board goes.
    #[inline(always)]
    pub fn ahead(&self, set: W) -> W {
        self.layout.step(set, STRAIGHT)
    }

    /// Every cell of the set one step on and towards column a.
    #[inline(always)]
    pub fn left(&self, set: W) -> W {
        self.layout.step(set, LEFT)
    }

    /// Every cell of the set one step on and away from column a.
    #[inline(always)]
    pub fn right(&self, set: W) -> W {
        self.layout.step(set, RIGHT)
    }

    /// The cells of the set and all that lie straight ahead of them.
    #[inline(always)]
    pub fn sweep(&self, set: W) -> W {
        // One step and then double steps: four on 8 rows, where single ones would be seven.
        let mut swept = set | self.ahead(set);
        for _ in 0..(self.n_rows() - 1) / 2 {
            swept |= self.layout.step(swept, DOUBLE);
        }
        swept
    }

    /// The row that this side wants to reach.
    #[inline(always)]
    pub fn goal(&self) -> W {
        self.layout.goal()
    }

    /// The `nth` row of this side, beginning with 0 for its own edge; nothing beyond the last one.
    #[inline(always)]
    pub fn row(&self, nth: u32) -> W {
        if nth < self.n_rows() { self.layout.row(nth) } else { W::EMPTY }
    }

    /// How many rows the cells of a set are away from this side's edge, all together.
    #[inline(always)]
    pub fn rows_from_edge(&self, set: W) -> u32 {
        self.layout.rows_from_edge(set)
    }

    /// How many rows the board has.
    #[inline(always)]
    pub fn n_rows(&self) -> u32 {
        self.layout.size().rows.into()
    }

    /// How many cells the board has.
    #[inline(always)]
    pub fn n_cells(&self) -> u32 {
        self.layout.size().cells()
    }
}

impl<W: Word> Pawns<W> {
    /// What heuristics ask of one side.
    #[inline(always)]
    pub(crate) fn camp(&self, side: Side) -> Camp<W> {
        if side == self.side_to_move() { self.camps().0 } else { self.camps().1 }
    }

    /// The camp of the side to move and that of the other.
    #[inline(always)]
    pub(crate) fn camps(&self) -> (Camp<W>, Camp<W>) {
        let (mover, other) = (&self.mover, &self.other);
        (
            Camp { own: mover.pieces, enemies: other.pieces, layout: mover.layout },
            Camp { own: other.pieces, enemies: mover.pieces, layout: other.layout },
        )
    }
}
