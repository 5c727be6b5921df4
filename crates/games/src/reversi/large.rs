//! Boards of up to 128 cells of any shape: what shifts and masks do on 8×8 cells, with a table for each size.
//!
//! ```text
//! 1  0  5 10 15 …     5 rows. Cells are numbered down the columns without gaps, so a step to the right adds the number
//! 2  1  6 11 16       of rows. A mask for each line says on which cells a step can end; other cells would be reached
//! 3  2  7 12 17       by wrapping around an edge.
//! 4  3  8 13 18
//! 5  4  9 14 19
//!    a  b  c  d
//! ```

use std::hash::{Hash, Hasher};
use std::sync::LazyLock;

use plyscope_core::cpu::Seen;
use plyscope_heuristics::Named;

use super::board::Board;
use super::{ReversiOn, heuristics};
use crate::bits::Word;
use crate::grid::Size;

/// The fewest rows and columns, and the most cells.
pub(super) const SHORTEST_SIDE: u8 = 4;
pub(super) const MOST_CELLS: u32 = u128::BITS;

/// A board of any size.
#[derive(Clone, Copy, Debug)]
pub struct Large(&'static Geometry);

/// The lines of a board of one size.
#[derive(Debug)]
struct Geometry {
    size: Size,
    cells: u128,
    lines: [Line; 4],
    /// This often a run is doubled until it is as long as any run that a disc can close.
    doublings: u32,
    transposed_corners: u128,
    /// By corner and direction, the corner and the next three cells of the edge, then the X square.
    patterns: [[[u32; 5]; 2]; 4],
}

#[derive(Debug)]
struct Line {
    /// How far apart neighbours are.
    by: u32,
    /// The cells in which a step onward can end, and those in which a step back can.
    onward: u128,
    back: u128,
}

// Made only by `of`, one for each size.
impl PartialEq for Large {
    fn eq(&self, other: &Self) -> bool {
        self.0.size == other.0.size
    }
}

impl Eq for Large {}

impl Hash for Large {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.size.hash(state);
    }
}

/// Every size, in no particular order.
static ALL: LazyLock<Vec<Geometry>> = LazyLock::new(|| {
    let sides = SHORTEST_SIDE..=(MOST_CELLS as u8 / SHORTEST_SIDE);
    let sizes = sides.clone().flat_map(|rows| sides.clone().map(move |cols| Size { rows, cols }));
    sizes.filter(|size| size.cells() <= MOST_CELLS).map(Geometry::new).collect()
});

impl Geometry {
    fn new(size: Size) -> Self {
        let (rows, columns) = (i32::from(size.rows), i32::from(size.cols));
        let on_board = |(row, column)| (0..rows).contains(&row) && (0..columns).contains(&column);
        let set = |wanted: &dyn Fn(i32, i32) -> bool| {
            let all = (0..columns).flat_map(|column| (0..rows).map(move |row| (row, column)));
            let cells = all.filter(|&(row, column)| wanted(row, column));
            cells.fold(0, |cells, (row, column)| cells | 1 << (rows * column + row))
        };
        let line = |down: i32, right: i32| Line {
            by: (rows * right + down) as u32,
            onward: set(&|row, column| on_board((row - down, column - right))),
            back: set(&|row, column| on_board((row + down, column + right))),
        };
        let corners = [(0, 0), (0, columns - 1), (rows - 1, columns - 1), (rows - 1, 0)];
        let pattern = |(row, column): (i32, i32), along_row: bool| {
            let (down, right) = (if row == 0 { 1 } else { -1 }, if column == 0 { 1 } else { -1 });
            std::array::from_fn(|index| {
                let step = index as i32;
                let (row, column) = match (index, along_row) {
                    (4, _) => (row + down, column + right),
                    (_, false) => (row + step * down, column),
                    (_, true) => (row, column + step * right),
                };
                (rows * column + row) as u32
            })
        };
        let longest = u32::from(size.rows.max(size.cols));
        Geometry {
            size,
            cells: set(&|_, _| true),
            lines: [line(1, 0), line(0, 1), line(-1, 1), line(1, 1)],
            doublings: (longest - 2).next_power_of_two().trailing_zeros(),
            transposed_corners: set(&|row, column| [0, columns - 1].contains(&row) && [0, rows - 1].contains(&column)),
            patterns: corners.map(|corner| [false, true].map(|along_row| pattern(corner, along_row))),
        }
    }
}

impl Large {
    /// The enemies that follow a cell of `from` without a gap, onward along a line and back along it.
    #[inline(always)]
    fn runs(self, from: u128, other: u128, line: &Line) -> [u128; 2] {
        let run = |ends: u128, shift: fn(u128, u32) -> u128| {
            let mut enemies = other & ends;
            let mut run = enemies & shift(from, line.by);
            let mut by = line.by;
            for _ in 0..self.0.doublings {
                // Nothing that long fits on the board.
                if by >= u128::BITS {
                    break;
                }
                run |= enemies & shift(run, by);
                enemies &= shift(enemies, by);
                by *= 2;
            }
            run
        };
        [run(line.onward, |set, by| set << by), run(line.back, |set, by| set >> by)]
    }
}

impl Board for Large {
    type Set = u128;

    fn of(size: Size) -> Self {
        Large(ALL.iter().find(|geometry| geometry.size == size).expect("a size that was checked is in the table"))
    }

    fn holds(size: Size) -> bool {
        size.cells() <= MOST_CELLS
    }

    #[inline(always)]
    fn size(self) -> Size {
        self.0.size
    }

    #[inline(always)]
    fn cells(self) -> u128 {
        self.0.cells
    }

    #[inline(always)]
    fn number(self, row: u32, column: u32) -> u32 {
        u32::from(self.0.size.rows) * column + row
    }

    #[inline(always)]
    fn row_and_column(self, cell: u32) -> (u32, u32) {
        let rows = u32::from(self.0.size.rows);
        (cell % rows, cell / rows)
    }

    #[inline(always)]
    fn places_told(self, _: Seen, mover: u128, other: u128) -> u128 {
        let ends = self.0.lines.iter().fold(0, |places, line| {
            let [onward, back] = self.runs(mover, other, line);
            places | onward << line.by & line.onward | back >> line.by & line.back
        });
        ends & !(mover | other)
    }

    #[inline(always)]
    fn flipped_told(self, _: Seen, cell: u32, mover: u128, other: u128) -> u128 {
        self.0.lines.iter().fold(0, |flipped, line| {
            let [onward, back] = self.runs(1 << cell, other, line);
            let is_closed_onward = onward << line.by & line.onward & mover != 0;
            let is_closed_back = back >> line.by & line.back & mover != 0;
            flipped | if is_closed_onward { onward } else { 0 } | if is_closed_back { back } else { 0 }
        })
    }

    #[inline(always)]
    fn onward(self, set: u128, line: usize) -> u128 {
        set << self.0.lines[line].by & self.0.lines[line].onward
    }

    #[inline(always)]
    fn back(self, set: u128, line: usize) -> u128 {
        set >> self.0.lines[line].by & self.0.lines[line].back
    }

    #[inline(always)]
    fn neighbours(self, set: u128) -> u128 {
        (0..4).fold(0, |cells, line| cells | self.onward(set, line) | self.back(set, line))
    }

    #[inline(always)]
    fn longest_line(self) -> u32 {
        self.0.size.rows.max(self.0.size.cols).into()
    }

    #[inline(always)]
    fn transposed_corners(self) -> u128 {
        self.0.transposed_corners
    }

    #[inline(always)]
    fn corner_patterns(self, mine: u128, theirs: u128) -> [[usize; 2]; 4] {
        // The edge, then the X square, as the heuristic numbers them.
        const BITS: [u32; 5] = [0, 1, 2, 3, 8];
        let pattern = |set: u128, cells: &[u32; 5]| {
            cells.iter().zip(BITS).fold(0, |pattern, (&cell, bit)| pattern | usize::from(set.has(cell)) << bit)
        };
        // Those of the other side lie four bits further, its X square one.
        let shifted = |pattern: usize| (pattern & 0xF) << 4 | (pattern & 0x100) << 1;
        self.0
            .patterns
            .each_ref()
            .map(|corner| corner.each_ref().map(|cells| pattern(mine, cells) | shifted(pattern(theirs, cells))))
    }

    fn heuristics() -> Vec<Named<ReversiOn<Self>>> {
        heuristics::all()
    }
}

#[cfg(test)]
mod tests {
    use super::super::board::Eight;
    use super::*;
    use plyscope_core::Rng;

    /// The same set of cells of 8×8 cells and of a large board, cell by cell.
    fn large(set: u64, small: Eight, board: Large) -> u128 {
        set.cells().fold(0, |cells, cell| {
            let (row, column) = small.row_and_column(cell);
            cells | 1 << board.number(row, column)
        })
    }

    #[test]
    fn both_kinds_of_boards_agree_on_everything() {
        // Until the level is asked for, vectors are not used.
        plyscope_core::cpu::level();
        let mut rng = Rng::new(8);
        let sizes = [(4, 4), (4, 8), (5, 5), (5, 7), (8, 5), (6, 6), (7, 8), (8, 8)];
        for (rows, cols) in sizes {
            let size = Size { rows, cols };
            let (small, board) = (Eight::of(size), Large::of(size));
            let same = |set: u64| large(set & small.cells(), small, board);
            assert_eq!(same(small.cells()), board.cells());
            assert_eq!(same(small.transposed_corners()), board.transposed_corners());
            for round in 0..300 {
                let (a, b, c) = (rng.next_u64(), rng.next_u64(), rng.next_u64());
                let occupied = [a, a | b, a | b | c, a & b][round % 4] & small.cells();
                let (mover, other) = (occupied & c, occupied & !c);
                let (large_mover, large_other) = (same(mover), same(other));
                assert_eq!(board.places(large_mover, large_other), same(small.places(mover, other)), "{size}");
                for cell in (small.cells() & !occupied).cells() {
                    let (row, column) = small.row_and_column(cell);
                    let flipped = board.flipped(board.number(row, column), large_mover, large_other);
                    assert_eq!(flipped, same(small.flipped(cell, mover, other)), "{size}");
                }
                for line in 0..4 {
                    assert_eq!(board.onward(large_mover, line), same(small.onward(mover, line)), "{size}");
                    assert_eq!(board.back(large_mover, line), same(small.back(mover, line)), "{size}");
                }
                assert_eq!(board.neighbours(large_mover), same(small.neighbours(mover)), "{size}");
                let [mut found, mut expected] = [
                    board.corner_patterns(large_mover, large_other).concat(),
                    small.corner_patterns(mover, other).concat(),
                ];
                found.sort_unstable();
                expected.sort_unstable();
                assert_eq!(found, expected, "{size}");
            }
        }
    }
}
