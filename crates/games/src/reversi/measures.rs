//! What can be counted in a position of Reversi, for either side.
//!
//! Sets of cells are words in which each cell is one bit; the board knows which.

use plyscope_core::Side;

use super::{Board, ReversiOn};
use crate::bits::Word;

/// The first row of 8×8 cells.
const FIRST_ROW: u64 = 0x0101_0101_0101_0101;

/// The cells next to a set of 8×8 cells, in all eight directions; may include cells of the set and cells off a small
/// board.
#[inline(always)]
pub fn neighbours(set: u64) -> u64 {
    let vertical = set << 1 & !FIRST_ROW | (set & !FIRST_ROW) >> 1;
    let columns = set | vertical;
    columns << 8 | columns >> 8 | vertical
}

impl<B: Board> ReversiOn<B> {
    /// The discs of a side.
    #[inline(always)]
    pub fn discs(&self, side: Side) -> B::Set {
        if side == self.side { self.mover } else { self.other }
    }

    /// The cells of the board: a rectangle that begins with cell 0.
    #[inline(always)]
    pub fn board(&self) -> B::Set {
        self.board.cells()
    }

    /// The empty cells.
    #[inline(always)]
    pub fn empties(&self) -> B::Set {
        self.board.cells() & !(self.mover | self.other)
    }

    /// The cells on which a side could place a disc if it were its turn.
    #[inline(always)]
    pub fn places_of(&self, side: Side) -> B::Set {
        self.board.places(self.discs(side), self.discs(!side))
    }

    /// On how many cells a side could place a disc if it were its turn.
    #[inline(always)]
    pub fn mobility(&self, side: Side) -> u32 {
        self.places_of(side).count()
    }

    /// How many discs a side has.
    #[inline(always)]
    pub fn n_discs(&self, side: Side) -> u32 {
        self.discs(side).count()
    }

    /// How many enemies each move of a side would flip if it were its turn.
    #[inline(always)]
    pub fn flips(&self, side: Side) -> impl Iterator<Item = u32> {
        let (board, own, enemy) = (self.board, self.discs(side), self.discs(!side));
        self.places_of(side).cells().map(move |cell| board.flipped(cell, own, enemy).count())
    }

    /// The cells at which a line of this kind begins or ends.
    #[inline(always)]
    fn ends(&self, line: usize) -> B::Set {
        let cells = self.board.cells();
        cells & !(self.board.onward(cells, line) & self.board.back(cells, line))
    }

    /// The cells without a neighbour above or below, and those without one on the left or right: the edges of the
    /// board.
    #[inline(always)]
    fn edges(&self) -> [B::Set; 2] {
        [self.ends(0), self.ends(1)]
    }

    /// The cells next to a set along these lines.
    #[inline(always)]
    fn next_along(&self, lines: [usize; 2], set: B::Set) -> B::Set {
        let next = |line| self.board.onward(set, line) | self.board.back(set, line);
        next(lines[0]) | next(lines[1])
    }

    /// The corners of the board.
    #[inline(always)]
    pub fn corner_cells(&self) -> B::Set {
        let [ends, sides] = self.edges();
        ends & sides
    }

    /// The corners of the board with its sides exchanged, as far as discs can lie there: what the program of the lab
    /// report takes for corners.
    #[inline(always)]
    pub(super) fn transposed_corners(&self) -> B::Set {
        self.board.transposed_corners()
    }

    /// The corner patterns of the strong heuristic as one side sees them.
    #[inline(always)]
    pub(super) fn corner_patterns(&self, side: Side) -> [[usize; 2]; 4] {
        self.board.corner_patterns(self.discs(side), self.discs(!side))
    }

    /// The cells next to a set, in all eight directions; may include cells of the set and cells off a small board.
    #[inline(always)]
    pub(super) fn beside(&self, set: B::Set) -> B::Set {
        self.board.neighbours(set)
    }

    /// The corners a side holds.
    #[inline(always)]
    pub fn corners(&self, side: Side) -> u32 {
        (self.discs(side) & self.corner_cells()).count()
    }

    /// Discs of a side on the edges of the board, corners included.
    #[inline(always)]
    pub fn edge_discs(&self, side: Side) -> u32 {
        let [ends, sides] = self.edges();
        (self.discs(side) & (ends | sides)).count()
    }

    /// Discs of a side diagonally next to a corner that is empty.
    #[inline(always)]
    pub fn x_squares(&self, side: Side) -> u32 {
        let corners = self.corner_cells() & self.empties();
        (self.discs(side) & self.next_along([2, 3], corners)).count()
    }

    /// Discs of a side on the edge next to a corner that is empty.
    #[inline(always)]
    pub fn c_squares(&self, side: Side) -> u32 {
        let corners = self.corner_cells() & self.empties();
        (self.discs(side) & self.next_along([0, 1], corners)).count()
    }

    /// Discs of a side next to an empty cell.
    #[inline(always)]
    pub fn frontier(&self, side: Side) -> u32 {
        (self.discs(side) & self.board.neighbours(self.empties())).count()
    }

    /// Empty cells next to a disc of the other side, where this side may come to place a disc.
    #[inline(always)]
    pub fn potential_mobility(&self, side: Side) -> u32 {
        (self.empties() & self.board.neighbours(self.discs(!side))).count()
    }

    /// Discs of a side that can never be flipped; some that cannot may be missed.
    ///
    /// A disc is safe along a line if the line is full, or if it leans on the edge or on a safe disc of its own side.
    /// A disc that is safe along all four lines is safe; this is repeated until no disc is added.
    #[inline(always)]
    pub fn stable(&self, side: Side) -> u32 {
        let (board, empties) = (self.board, self.empties());
        let kept = [0, 1, 2, 3].map(|line| {
            let further = |open: B::Set| open | board.onward(open, line) | board.back(open, line);
            let open = (1..board.longest_line()).fold(empties, |open, _| further(open));
            !open | self.ends(line)
        });
        let mut stable = B::Set::EMPTY;
        loop {
            let safe = (0..4).fold(self.discs(side), |safe, index| {
                safe & (kept[index] | board.onward(stable, index) | board.back(stable, index))
            });
            if safe == stable {
                return stable.count();
            }
            stable = safe;
        }
    }
}
