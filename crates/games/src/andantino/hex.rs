//! Hexagonal boards in six machine words.
//!
//! ```text
//!        1   . . . a        A cell has a number r (its row) and a letter l; on the board of side N, |r − l| < N.
//!       2   . . . . b       Rows are slanted by half a cell, so the six neighbours are
//!      3   . . . . .            (r−1,l−1) (r−1,l)
//!       4   . . . .          (r,l−1)   ·   (r,l+1)
//!        5   . . .               (r+1,l) (r+1,l+1)
//! ```
//!
//! Counting r and l from 0, the cell has the number 20 + 19·r + l. The 19 columns of the largest board need no guard
//! between them: a step off one end of a row lands on a cell that |r − l| < N keeps off the board. The 20 in front are
//! the longest step, so that no cell number ever falls below 0.

use std::ops::{BitAnd, BitOr, Not};
use std::sync::LazyLock;

use plyscope_core::cpu;

use crate::bits::nth_u64;

/// How far apart the neighbours in the three directions are: along a number, along a letter, along a diagonal.
pub(super) const STEPS: [usize; 3] = [1, 19, 20];
const STRIDE: usize = 19;
const OFFSET: usize = 20;

/// A set of cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Set([u64; 6]);

impl Set {
    #[inline(always)]
    pub(super) fn has(&self, cell: usize) -> bool {
        // A step off the last row may leave the words.
        self.0.get(cell >> 6).is_some_and(|word| word >> (cell & 63) & 1 != 0)
    }

    #[inline(always)]
    pub(super) fn insert(&mut self, cell: usize) {
        self.0[cell >> 6] |= 1 << (cell & 63);
    }

    #[inline(always)]
    pub(super) fn remove(&mut self, cell: usize) {
        self.0[cell >> 6] &= !(1 << (cell & 63));
    }

    /// The machine words: cell `n` is bit `n` mod 64 of word `n` / 64.
    #[inline(always)]
    pub(super) fn words(&self) -> &[u64; 6] {
        &self.0
    }

    #[inline(always)]
    pub(super) fn is_empty(&self) -> bool {
        self.0 == [0; 6]
    }

    #[inline(always)]
    pub(super) fn count(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Every cell of the set, in rising order.
    #[inline(always)]
    pub(super) fn cells(self) -> Cells {
        Cells { index: 0, rest: self.0[0], set: self }
    }

    /// The cell in the set that has `n` smaller ones.
    #[inline(always)]
    pub(super) fn nth(&self, n: usize) -> usize {
        // Which word has it cannot be predicted, so all are counted and nothing branches.
        let (n, mut index, mut skipped, mut before) = (n as u32, 0, 0, 0);
        for word in &self.0[..5] {
            before += word.count_ones();
            let is_later = n >= before;
            index += usize::from(is_later);
            skipped = std::hint::select_unpredictable(is_later, before, skipped);
        }
        64 * index + nth_u64(cpu::seen(), self.0[index], n - skipped) as usize
    }

    /// The cells from `cell` − 20 to `cell` + 43, as bits 0 to 63: all neighbours and more.
    #[inline(always)]
    fn window(&self, cell: usize) -> u64 {
        let (index, shift) = ((cell - OFFSET) >> 6, (cell - OFFSET) & 63);
        let next = self.0.get(index + 1).copied().unwrap_or(0);
        // Shifting in two parts makes a shift by 64 give 0.
        self.0[index] >> shift | next << 1 << (63 - shift)
    }

    /// Which neighbours of a cell are in the set: bits 0 to 5, going around it, beginning with (r−1,l−1).
    #[inline(always)]
    pub(super) fn ring(&self, cell: usize) -> u32 {
        let w = self.window(cell);
        (w & 3 | w >> 19 & 4 | w >> 37 & 8 | w >> 35 & 16 | w >> 14 & 32) as u32
    }

    /// Adds the neighbours of a cell to `once`, and those that were already there to `twice`.
    #[inline(always)]
    pub(super) fn add_neighbours(once: &mut Set, twice: &mut Set, cell: usize) {
        const PATTERN: u64 = 1 | 1 << 1 | 1 << 19 | 1 << 21 | 1 << 39 | 1 << 40;
        let (index, shift) = ((cell - OFFSET) >> 6, (cell - OFFSET) & 63);
        let mut add = |index: usize, bits: u64| {
            // What lies beyond the last word is off the board.
            if index < 6 {
                twice.0[index] |= once.0[index] & bits;
                once.0[index] |= bits;
            }
        };
        add(index, PATTERN << shift);
        add(index + 1, PATTERN >> 1 >> (63 - shift));
    }

    /// The set and all neighbours of its cells.
    pub(super) fn grown(&self) -> Set {
        STEPS.iter().fold(*self, |grown, &by| grown | self.shifted_up(by) | self.shifted_down(by))
    }

    #[inline(always)]
    pub(super) fn shifted_up(&self, by: usize) -> Set {
        Set(std::array::from_fn(|index| {
            self.0[index] << by | if index > 0 { self.0[index - 1] >> (64 - by) } else { 0 }
        }))
    }

    #[inline(always)]
    pub(super) fn shifted_down(&self, by: usize) -> Set {
        Set(std::array::from_fn(|index| {
            self.0[index] >> by | if index < 5 { self.0[index + 1] << (64 - by) } else { 0 }
        }))
    }

    /// All cells of `within` that can be reached from this set without leaving it.
    pub(super) fn flood(&self, within: Set) -> Set {
        let mut reached = *self & within;
        loop {
            let next = reached.grown() & within;
            if next == reached {
                return reached;
            }
            reached = next;
        }
    }

    /// The smallest cell of a set that is not empty.
    pub(super) fn smallest(&self) -> Option<usize> {
        (0..6).find(|&index| self.0[index] != 0).map(|index| 64 * index + self.0[index].trailing_zeros() as usize)
    }
}

/// The cells of a set; see [`Set::cells`].
pub(super) struct Cells {
    set: Set,
    index: usize,
    rest: u64,
}

impl Iterator for Cells {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        while self.rest == 0 {
            self.index += 1;
            self.rest = *self.set.0.get(self.index)?;
        }
        let bit = self.rest.trailing_zeros() as usize;
        self.rest &= self.rest - 1;
        Some(64 * self.index + bit)
    }
}

impl BitAnd for Set {
    type Output = Set;
    #[inline(always)]
    fn bitand(self, other: Set) -> Set {
        Set(std::array::from_fn(|index| self.0[index] & other.0[index]))
    }
}

impl BitOr for Set {
    type Output = Set;
    #[inline(always)]
    fn bitor(self, other: Set) -> Set {
        Set(std::array::from_fn(|index| self.0[index] | other.0[index]))
    }
}

impl Not for Set {
    type Output = Set;
    #[inline(always)]
    fn not(self) -> Set {
        Set(self.0.map(|word| !word))
    }
}

impl FromIterator<usize> for Set {
    fn from_iter<I: IntoIterator<Item = usize>>(cells: I) -> Set {
        let mut set = Set::default();
        cells.into_iter().for_each(|cell| set.insert(cell));
        set
    }
}

/// The board of one side length.
#[derive(Debug)]
pub(super) struct HexBoard {
    /// Cells on an edge.
    pub(super) side: usize,
    pub(super) all: Set,
    /// The cells with fewer than six neighbours.
    pub(super) border: Set,
    pub(super) centre_only: Set,
    pub(super) n_cells: usize,
}

/// The smallest and the largest side of a board.
pub(super) const SIDES: std::ops::RangeInclusive<usize> = 3..=10;

impl HexBoard {
    /// The board of this side, which must be one of [`SIDES`].
    pub(super) fn of(side: usize) -> &'static HexBoard {
        static ALL: LazyLock<Vec<HexBoard>> = LazyLock::new(|| SIDES.map(HexBoard::new).collect());
        &ALL[side - SIDES.start()]
    }

    fn new(side: usize) -> HexBoard {
        let rows = 2 * side - 1;
        let coordinates = || (0..rows).flat_map(move |r| (0..rows).map(move |l| (r, l)));
        let on_board = move |r: usize, l: usize| r < rows && l < rows && r.abs_diff(l) < side;
        let all: Set = coordinates().filter(|&(r, l)| on_board(r, l)).map(|(r, l)| cell(r, l)).collect();
        let on_edge =
            |r: usize, l: usize| r == 0 || l == 0 || r == rows - 1 || l == rows - 1 || r.abs_diff(l) == side - 1;
        let border = coordinates().filter(|&(r, l)| on_board(r, l) && on_edge(r, l)).map(|(r, l)| cell(r, l)).collect();
        HexBoard { side, all, border, centre_only: Set::from_iter([cell(side - 1, side - 1)]), n_cells: all.count() }
    }

    /// The letters of the cells with this number, both counted from 0.
    pub(super) fn letters(&self, number: usize) -> std::ops::RangeInclusive<usize> {
        (number + 1).saturating_sub(self.side)..=(number + self.side - 1).min(2 * self.side - 2)
    }
}

/// The cell with this number and letter, both counted from 0.
pub(super) fn cell(number: usize, letter: usize) -> usize {
    OFFSET + STRIDE * number + letter
}

/// The number and the letter of a cell, both counted from 0.
pub(super) fn coordinates(cell: usize) -> (usize, usize) {
    ((cell - OFFSET) / STRIDE, (cell - OFFSET) % STRIDE)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Neighbours by coordinates, without any cell arithmetic, going around as `ring` does.
    fn neighbours(cell_: usize, board: &HexBoard) -> [Option<usize>; 6] {
        let (r, l) = coordinates(cell_);
        [(-1, -1), (-1, 0), (0, 1), (1, 1), (1, 0), (0, -1)].map(|(dr, dl)| {
            let (r, l) = (r as i32 + dr, l as i32 + dl);
            let last = 2 * board.side as i32 - 2;
            let on_board =
                (0..=last).contains(&r) && (0..=last).contains(&l) && (r - l).unsigned_abs() < board.side as u32;
            on_board.then(|| cell(r as usize, l as usize))
        })
    }

    #[test]
    fn neighbours_by_bits_are_neighbours_by_coordinates() {
        for side in SIDES {
            let board = HexBoard::of(side);
            assert_eq!(board.n_cells, 3 * side * (side - 1) + 1);
            assert_eq!(board.border.count(), 6 * (side - 1));
            for c in board.all.cells() {
                let expected = neighbours(c, board);
                assert_eq!(board.border.has(c), expected.contains(&None));
                for (place, neighbour) in expected.iter().enumerate() {
                    let alone: Set = neighbour.iter().copied().collect();
                    assert_eq!(alone.ring(c), if neighbour.is_some() { 1 << place } else { 0 });
                }
                let set: Set = expected.iter().flatten().copied().collect();
                assert_eq!(board.all.ring(c), set.ring(c));
                let mut alone = Set::default();
                alone.insert(c);
                assert_eq!(alone.grown() & board.all, set | alone);
                let (mut once, mut twice) = (Set::default(), Set::default());
                Set::add_neighbours(&mut once, &mut twice, c);
                assert_eq!((once & board.all, twice.is_empty()), (set, true));
                Set::add_neighbours(&mut once, &mut twice, c);
                assert_eq!(twice & board.all, set);
            }
        }
    }
}
