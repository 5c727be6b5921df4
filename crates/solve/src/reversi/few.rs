//! A few empty cells: too little is left for a table or for counting replies. Moves are ordered by parity: first those
//! in quadrants with an odd number of empty cells, because a side that begins there can also have the last move there.

use plyscope_core::cpu::{Build, Recursion};

use super::discs::Discs;
use super::last::Last3;
use super::shape::NEIGHBOURS;
use super::stable::stable;
use super::worker::{NOTHING, Worker};

/// Four empty cells or more.
pub(super) struct Few<'w, 'a, B>(pub(super) &'w mut Worker<'a, B>);

/// The most empty cells that count as few. With one less, FFO 36 took a sixth more time, although it visited a quarter
/// fewer nodes.
pub(super) const FEW: u32 = 7;

impl<B: Build> Recursion<Discs, u64, u32, i32> for Few<'_, '_, B> {
    type Output = i32;

    /// Which quadrants are odd is handed down instead of counted.
    #[inline(always)]
    fn call(self, discs: Discs, empties: u64, odd: u32, alpha: i32) -> i32 {
        self.0.few(discs, empties, odd, alpha)
    }
}

impl<B: Build> Worker<'_, B> {
    #[inline(always)]
    fn few(&mut self, discs: Discs, empties: u64, odd: u32, alpha: i32) -> i32 {
        self.nodes += 1;
        let n_empties = empties.count_ones();
        if let Some(bound) = self.stable_bound(discs, empties, n_empties, alpha) {
            return bound;
        }
        let best = self.try_few(discs, empties, n_empties, odd, alpha);
        if best != NOTHING {
            return best;
        }
        match self.try_few(discs.passed(), empties, n_empties, odd, -alpha - 1) {
            NOTHING => self.final_score(discs),
            best => -best,
        }
    }

    #[inline(always)]
    fn try_few(&mut self, discs: Discs, empties: u64, n_empties: u32, odd: u32, alpha: i32) -> i32 {
        let build = self.build;
        let shape = self.shared.shape;
        let mut best = NOTHING;
        let promising = shape.quadrants[odd as usize % 16];
        let places = if n_empties > 4 { discs.places(self.build) & empties } else { empties };
        let (mut cells, mut later) = (places & promising, places & !promising);
        loop {
            if cells == 0 {
                if later == 0 {
                    return best;
                }
                (cells, later) = (later, 0);
            }
            let cell = cells.trailing_zeros();
            cells &= cells - 1;
            if n_empties <= 4 && discs.other & NEIGHBOURS[cell as usize % 64] == 0 {
                continue;
            }
            let flipped = discs.flipped(self.build, cell);
            if flipped == 0 {
                continue;
            }
            let child = discs.after(cell, flipped);
            let left = empties & !(1 << cell);
            let odd = odd ^ u32::from(shape.quadrant[cell as usize % 64]);
            let score = if n_empties == 4 {
                -build.call(Last3(self), child, left, odd, -alpha - 1)
            } else {
                -build.call(Few(self), child, left, odd, -alpha - 1)
            };
            if score > best {
                best = score;
                if best > alpha {
                    return best;
                }
            }
        }
    }

    /// An upper bound that is not above alpha, from safe discs of the other side; tried only where it is likely to
    /// succeed.
    #[inline(always)]
    pub(super) fn stable_bound(&self, discs: Discs, empties: u64, n_empties: u32, alpha: i32) -> Option<i32> {
        if alpha < self.shared.shape.stable_from + 2 * n_empties as i32 {
            return None;
        }
        let n_cells = self.shared.shape.n_cells;
        let upper = n_cells - 2 * stable(discs.other, empties, self.shared.shape).count_ones() as i32;
        (upper <= alpha).then_some(upper)
    }
}
