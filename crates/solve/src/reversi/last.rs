//! The last two empty cells, without loops or lists.
//!
//! Here and in `few` the question is only whether the score is above `alpha`; the answer is a bound on the right side
//! of it.

use plyscope_core::cpu::{Build, Recursion};

use super::discs::Discs;
use super::last_disc::last_flips;
use super::shape::NEIGHBOURS;
use super::worker::{NOTHING, Worker};

/// Two empty cells, the first of which is tried first.
pub(super) struct Last2<'w, 'a, B>(pub(super) &'w mut Worker<'a, B>);

impl<B: Build> Recursion<Discs, u32, u32, i32> for Last2<'_, '_, B> {
    type Output = i32;

    #[inline(always)]
    fn call(self, discs: Discs, first: u32, second: u32, alpha: i32) -> i32 {
        self.0.nodes += 1;
        let best = self.0.try_two(discs, first, second, alpha);
        if best != NOTHING {
            return best;
        }
        // A pass: the other side now asks whether it can reach more than -alpha - 1.
        match self.0.try_two(discs.passed(), first, second, -alpha - 1) {
            NOTHING => self.0.final_score(discs),
            best => -best,
        }
    }
}

/// Three empty cells, and which quadrants have an odd number of them.
pub(super) struct Last3<'w, 'a, B>(pub(super) &'w mut Worker<'a, B>);

impl<B: Build> Recursion<Discs, u64, u32, i32> for Last3<'_, '_, B> {
    type Output = i32;

    #[inline(always)]
    fn call(self, discs: Discs, empties: u64, odd: u32, alpha: i32) -> i32 {
        self.0.nodes += 1;
        // If one cell has a quadrant for itself, it comes first.
        let alone = empties & self.0.shared.shape.quadrants[odd as usize % 16];
        let a = if alone != 0 { alone } else { empties }.trailing_zeros();
        let rest = empties & !(1 << a);
        let cells = [a, rest.trailing_zeros(), 63 - rest.leading_zeros()];
        let best = self.0.try_three(discs, cells, alpha);
        if best != NOTHING {
            return best;
        }
        match self.0.try_three(discs.passed(), cells, -alpha - 1) {
            NOTHING => self.0.final_score(discs),
            best => -best,
        }
    }
}

impl<B: Build> Worker<'_, B> {
    #[inline(always)]
    fn try_three(&mut self, discs: Discs, [a, b, c]: [u32; 3], alpha: i32) -> i32 {
        let build = self.build;
        let mut best = NOTHING;
        if discs.other & NEIGHBOURS[a as usize % 64] != 0 {
            let flipped = discs.flipped(self.build, a);
            if flipped != 0 {
                best = -build.call(Last2(self), discs.after(a, flipped), b, c, -alpha - 1);
                if best > alpha {
                    return best;
                }
            }
        }
        if discs.other & NEIGHBOURS[b as usize % 64] != 0 {
            let flipped = discs.flipped(self.build, b);
            if flipped != 0 {
                best = best.max(-build.call(Last2(self), discs.after(b, flipped), a, c, -alpha - 1));
                if best > alpha {
                    return best;
                }
            }
        }
        if discs.other & NEIGHBOURS[c as usize % 64] != 0 {
            let flipped = discs.flipped(self.build, c);
            if flipped != 0 {
                best = best.max(-build.call(Last2(self), discs.after(c, flipped), a, b, -alpha - 1));
            }
        }
        best
    }

    #[inline(always)]
    fn try_two(&mut self, discs: Discs, first: u32, second: u32, alpha: i32) -> i32 {
        let mut best = NOTHING;
        if discs.other & NEIGHBOURS[first as usize % 64] != 0 {
            let flipped = discs.flipped(self.build, first);
            if flipped != 0 {
                best = -self.last_one(discs.other ^ flipped, second);
                if best > alpha {
                    return best;
                }
            }
        }
        if discs.other & NEIGHBOURS[second as usize % 64] != 0 {
            let flipped = discs.flipped(self.build, second);
            if flipped != 0 {
                best = best.max(-self.last_one(discs.other ^ flipped, first));
            }
        }
        best
    }

    /// The exact score for the side that has these discs and is to move with one empty cell.
    #[inline(always)]
    pub(super) fn last_one(&mut self, mover: u64, cell: u32) -> i32 {
        self.nodes += 1;
        // As if the last cell became the other side's without flips.
        let n_cells = self.shared.shape.n_cells;
        let balance = 2 * mover.count_ones() as i32 - n_cells;
        let flips = last_flips(cell, mover);
        if flips != 0 {
            return balance + 2 * flips + 2;
        }
        let other = self.shared.shape.board & !mover & !(1 << cell);
        let flips = last_flips(cell, other);
        if flips != 0 {
            return balance - 2 * flips;
        }
        self.final_score(Discs { mover, other })
    }
}
