//! What can be counted in a position of Reversi, for either side.
//!
//! Sets of cells are words in which cell `8 * column + row` is one bit, as everywhere in this game.

use plyscope_core::Side;

use super::{Reversi, flip};
use crate::bits::Word;

/// The first row of an 8×8 board, and the last.
const FIRST_ROW: u64 = 0x0101_0101_0101_0101;
const LAST_ROW: u64 = FIRST_ROW << 7;

/// The four kinds of lines: the step along one of them, towards higher numbers, and the row that such a step cannot end
/// in.
const LINES: [(u32, u64); 4] = [(1, FIRST_ROW), (8, 0), (7, LAST_ROW), (9, FIRST_ROW)];

/// The cells one step further along a line. Cells that leave the 8×8 board vanish.
#[inline(always)]
fn onward(set: u64, (by, never): (u32, u64)) -> u64 {
    set << by & !never
}

/// The cells one step back along a line: what `onward` cannot end in, a step back cannot begin in.
#[inline(always)]
fn back(set: u64, (by, never): (u32, u64)) -> u64 {
    (set & !never) >> by
}

/// The cells next to a set, in all eight directions; may include cells of the set and cells off a small board.
#[inline(always)]
pub fn neighbours(set: u64) -> u64 {
    let vertical = onward(set, LINES[0]) | back(set, LINES[0]);
    let columns = set | vertical;
    columns << 8 | columns >> 8 | vertical
}

impl Reversi {
    /// The discs of a side.
    #[inline(always)]
    pub fn discs(&self, side: Side) -> u64 {
        if side == self.side { self.mover } else { self.other }
    }

    /// The cells of the board: a rectangle that begins with cell 0.
    #[inline(always)]
    pub fn board(&self) -> u64 {
        self.board
    }

    /// The empty cells.
    #[inline(always)]
    pub fn empties(&self) -> u64 {
        self.board & !(self.mover | self.other)
    }

    /// The cells on which a side could place a disc if it were its turn.
    #[inline(always)]
    pub fn places_of(&self, side: Side) -> u64 {
        flip::places(self.discs(side), self.discs(!side)) & self.board
    }

    /// On how many cells a side could place a disc if it were its turn.
    #[inline(always)]
    pub fn mobility(&self, side: Side) -> u32 {
        self.places_of(side).count_ones()
    }

    /// How many discs a side has.
    #[inline(always)]
    pub fn n_discs(&self, side: Side) -> u32 {
        self.discs(side).count_ones()
    }

    /// How many enemies each move of a side would flip if it were its turn.
    #[inline(always)]
    pub fn flips(&self, side: Side) -> impl Iterator<Item = u32> {
        let (own, enemy) = (self.discs(side), self.discs(!side));
        self.places_of(side).cells().map(move |cell| flip::flipped(cell, own, enemy).count_ones())
    }

    /// The cells without a neighbour above or below, and those without one on the left or right: the edges of the
    /// board.
    #[inline(always)]
    fn edges(&self) -> [u64; 2] {
        [LINES[0], LINES[1]].map(|line| self.board & !(onward(self.board, line) & back(self.board, line)))
    }

    /// The corners of the board.
    #[inline(always)]
    pub fn corner_cells(&self) -> u64 {
        let [ends, sides] = self.edges();
        ends & sides
    }

    /// The corners a side holds.
    #[inline(always)]
    pub fn corners(&self, side: Side) -> u32 {
        (self.discs(side) & self.corner_cells()).count_ones()
    }

    /// Discs of a side on the edges of the board, corners included.
    #[inline(always)]
    pub fn edge_discs(&self, side: Side) -> u32 {
        let [ends, sides] = self.edges();
        (self.discs(side) & (ends | sides)).count_ones()
    }

    /// Discs of a side diagonally next to a corner that is empty.
    #[inline(always)]
    pub fn x_squares(&self, side: Side) -> u32 {
        let corners = self.corner_cells() & self.empties();
        let next = LINES[2..].iter().fold(0, |cells, &line| cells | onward(corners, line) | back(corners, line));
        (self.discs(side) & next).count_ones()
    }

    /// Discs of a side on the edge next to a corner that is empty.
    #[inline(always)]
    pub fn c_squares(&self, side: Side) -> u32 {
        let corners = self.corner_cells() & self.empties();
        let next = LINES[..2].iter().fold(0, |cells, &line| cells | onward(corners, line) | back(corners, line));
        (self.discs(side) & next).count_ones()
    }

    /// Discs of a side next to an empty cell.
    #[inline(always)]
    pub fn frontier(&self, side: Side) -> u32 {
        (self.discs(side) & neighbours(self.empties())).count_ones()
    }

    /// Empty cells next to a disc of the other side, where this side may come to place a disc.
    #[inline(always)]
    pub fn potential_mobility(&self, side: Side) -> u32 {
        (self.empties() & neighbours(self.discs(!side))).count_ones()
    }

    /// Discs of a side that can never be flipped; some that cannot may be missed.
    ///
    /// A disc is safe along a line if the line is full, or if it leans on the edge or on a safe disc of its own side.
    /// A disc that is safe along all four lines is safe; this is repeated until no disc is added.
    #[inline(always)]
    pub fn stable(&self, side: Side) -> u32 {
        let empties = self.empties();
        let kept = LINES.map(|line| {
            let open = (0..7).fold(empties, |open, _| open | onward(open, line) | back(open, line));
            let off = !self.board;
            // Where a step leaves the 64 cells, the edge is there all the same.
            let leans = onward(off, line) | back(off, line) | !onward(u64::MAX, line) | !back(u64::MAX, line);
            !open | leans
        });
        let mut stable = 0;
        loop {
            let safe = (0..4).fold(self.discs(side), |safe, index| {
                safe & (kept[index] | onward(stable, LINES[index]) | back(stable, LINES[index]))
            });
            if safe == stable {
                return stable.count_ones();
            }
            stable = safe;
        }
    }
}
