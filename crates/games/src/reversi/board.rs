//! What the rules, the features and the heuristics of Reversi ask of a board, so that they are written once.
//!
//! Boards within 8×8 cells are [`Eight`], which every hot path is made for; all others are [`Large`](super::Large).

use std::fmt::Debug;
use std::hash::Hash;

use plyscope_core::LastTwo;
use plyscope_core::cpu::{self, Seen, boost};
use plyscope_heuristics::Named;

use super::measures::neighbours;
use super::{ReversiOn, flip, heuristics};
use crate::bits::Word;
use crate::grid::Size;

/// The cells of a board and the lines through them. Cells are numbered down the columns.
///
/// Lines are numbered 0 along a column, 1 along a row, 2 up and 3 down to the right; a step onward goes to a cell with
/// a higher number.
pub trait Board: Copy + Debug + Eq + Hash + Send + Sync + 'static {
    /// A set of cells.
    type Set: Word;

    /// See [`plyscope_core::Game::GAINS_BY_WIDE`].
    const GAINS_BY_WIDE: bool = false;

    /// The board of this size, which must fit.
    fn of(size: Size) -> Self;
    /// Whether boards of this size fit.
    fn holds(size: Size) -> bool;
    /// Rows and columns.
    fn size(self) -> Size;
    /// All cells.
    fn cells(self) -> Self::Set;
    /// The number of the cell in this row and column, both counted from 0.
    fn number(self, row: u32, column: u32) -> u32;
    /// Its row and column.
    fn row_and_column(self, cell: u32) -> (u32, u32);
    /// The empty cells next to a run of enemies that a disc of the mover closes.
    #[inline(always)]
    fn places(self, mover: Self::Set, other: Self::Set) -> Self::Set {
        self.places_told(cpu::seen(), mover, other)
    }
    /// The enemies that a disc on `cell` flips.
    #[inline(always)]
    fn flipped(self, cell: u32, mover: Self::Set, other: Self::Set) -> Self::Set {
        self.flipped_told(cpu::seen(), cell, mover, other)
    }
    /// The same as [`Board::places`] for a caller that was told what it is compiled for.
    fn places_told(self, seen: Seen, mover: Self::Set, other: Self::Set) -> Self::Set;
    /// The same as [`Board::flipped`] for a caller that was told what it is compiled for.
    fn flipped_told(self, seen: Seen, cell: u32, mover: Self::Set, other: Self::Set) -> Self::Set;
    /// See [`plyscope_core::Game::count_replies`].
    fn count_replies(self, position: &ReversiOn<Self>) -> (u64, u64) {
        boost(LastTwo { position })
    }
    /// The cells one step onward along a line. May include cells off a small board.
    fn onward(self, set: Self::Set, line: usize) -> Self::Set;
    /// The cells one step back along a line. May include cells off a small board.
    fn back(self, set: Self::Set, line: usize) -> Self::Set;
    /// The cells next to a set in all eight directions. May include cells of the set and cells off a small board.
    fn neighbours(self, set: Self::Set) -> Self::Set;
    /// This many steps lead from one end of any line beyond the other.
    fn longest_line(self) -> u32;
    /// The corners of the board with its sides exchanged, as far as discs can lie there.
    fn transposed_corners(self) -> Self::Set;
    /// For each corner the patterns down the column and along the row; see the strong heuristic.
    fn corner_patterns(self, mine: Self::Set, theirs: Self::Set) -> [[usize; 2]; 4];
    /// The heuristics for this board. Each board calls the same generic function, but from a place that is not generic,
    /// so that they are compiled with this crate and not, less optimised, with those that use it.
    fn heuristics() -> Vec<Named<ReversiOn<Self>>>;
}

/// A board in the upper left corner of 8×8 cells: the cells that belong to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Eight(u64);

/// The first row and the first column of 8×8 cells.
const FIRST_ROW: u64 = 0x0101_0101_0101_0101;
const FIRST_COLUMN: u64 = 0xFF;

/// By line, how far apart neighbours are, and the row in which a step onward cannot end.
const LINES: [(u32, u64); 4] = [(1, FIRST_ROW), (8, 0), (7, FIRST_ROW << 7), (9, FIRST_ROW)];

impl Eight {
    pub(super) const fn fits(size: Size) -> bool {
        size.rows <= 8 && size.cols <= 8
    }

    #[inline(always)]
    fn rows_and_columns(self) -> (u32, u32) {
        ((self.0 & FIRST_COLUMN).count_ones(), (self.0 & FIRST_ROW).count_ones())
    }
}

impl Board for Eight {
    type Set = u64;

    const GAINS_BY_WIDE: bool = true;

    fn of(size: Size) -> Self {
        assert!(Eight::fits(size), "{size} does not fit into 8x8");
        let column = FIRST_COLUMN >> (8 - size.rows);
        Eight((0..size.cols).fold(0, |cells, index| cells | column << (8 * index)))
    }

    fn holds(size: Size) -> bool {
        Eight::fits(size)
    }

    /// The board is a full rectangle from cell 0, so its first column and first row tell the size.
    #[inline(always)]
    fn size(self) -> Size {
        let (rows, columns) = self.rows_and_columns();
        Size { rows: rows as u8, cols: columns as u8 }
    }

    #[inline(always)]
    fn cells(self) -> u64 {
        self.0
    }

    #[inline(always)]
    fn number(self, row: u32, column: u32) -> u32 {
        8 * column + row
    }

    #[inline(always)]
    fn row_and_column(self, cell: u32) -> (u32, u32) {
        (cell % 8, cell / 8)
    }

    #[inline(always)]
    fn places_told(self, seen: Seen, mover: u64, other: u64) -> u64 {
        flip::places(seen, mover, other) & self.0
    }

    #[inline(always)]
    fn flipped_told(self, seen: Seen, cell: u32, mover: u64, other: u64) -> u64 {
        flip::flipped(seen, cell, mover, other)
    }

    fn count_replies(self, position: &ReversiOn<Self>) -> (u64, u64) {
        flip::count_replies(position.mover, position.other, self.0)
    }

    /// Cells that leave the 8×8 cells vanish.
    #[inline(always)]
    fn onward(self, set: u64, line: usize) -> u64 {
        let (by, never) = LINES[line];
        set << by & !never
    }

    /// Where a step onward cannot end, a step back cannot begin.
    #[inline(always)]
    fn back(self, set: u64, line: usize) -> u64 {
        let (by, never) = LINES[line];
        (set & !never) >> by
    }

    #[inline(always)]
    fn neighbours(self, set: u64) -> u64 {
        neighbours(set)
    }

    #[inline(always)]
    fn longest_line(self) -> u32 {
        8
    }

    /// Some may lie off the board, where no disc is.
    #[inline(always)]
    fn transposed_corners(self) -> u64 {
        let (rows, columns) = self.rows_and_columns();
        let first_column = 1 | 1 << (columns - 1);
        first_column | first_column << (8 * (rows - 1))
    }

    #[inline(always)]
    fn corner_patterns(self, mine: u64, theirs: u64) -> [[usize; 2]; 4] {
        let (rows, columns) = self.rows_and_columns();
        let (mine, theirs) = (views(mine, rows, columns), views(theirs, rows, columns));
        std::array::from_fn(|view| view_patterns(mine[view], theirs[view]))
    }

    fn heuristics() -> Vec<Named<ReversiOn<Self>>> {
        heuristics::all()
    }
}

/// The four boards that show each corner in turn as cell 0.
#[inline(always)]
fn views(discs: u64, rows: u32, columns: u32) -> [u64; 4] {
    let beyond = 8 * (8 - columns);
    let turned = discs.reverse_bits() >> (beyond + 8 - rows);
    [discs, discs.swap_bytes() >> beyond, turned, turned.swap_bytes() >> beyond]
}

/// The two patterns at cell 0, down the column and along the row. Bits 0 to 3 and 8 are mine (the edge, the X square),
/// 4 to 7 and 9 theirs.
#[inline(always)]
fn view_patterns(mine: u64, theirs: u64) -> [usize; 2] {
    // Cells 0, 8, 16, 24 along the row; 0 to 3 down the column; 9 is the X square.
    const CELLS: u64 = 0x0101_030F;
    // Theirs go four cells further, where none of mine are.
    let both = mine & CELLS | (theirs & CELLS) << 4;
    let x = both >> 1 & 0x100 | both >> 4 & 0x200;
    // The multiplication moves cells 0, 8, 16, 24 to 28, 29, 30, 31, and those four further to 32 up to 35; the others
    // end elsewhere.
    let row = (both & 0x1111_1111).wrapping_mul(0x1020_4080) >> 28 & 0xFF;
    [(both & 0xFF | x) as usize, (row | x) as usize]
}
