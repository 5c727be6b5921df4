//! The upright board: which bit is which cell, where stones land, and where lines of four begin.
//!
//! ```text
//! 6   5 12 19 26 33 40 47     Cells are numbered up the columns. Where 64 bits allow it, the bit above each column
//! 5   4 11 18 25 32 39 46     stays empty, so that a position can be written as one number; see `Rack::number`.
//! 4   3 10 17 24 31 38 45     Lines need no such bit: `starts` knows from which cells a line stays on the board.
//! 3   2  9 16 23 30 37 44
//! 2   1  8 15 22 29 36 43
//! 1   0  7 14 21 28 35 42
//!     a  b  c  d  e  f  g
//! ```

use std::hash::{Hash, Hasher};
use std::sync::LazyLock;

use plyscope_core::{Rng, Side};

use crate::bits::Word;
use crate::grid::Size;

/// How many stones in a line win.
pub(super) const FOUR: u32 = 4;
/// How many cells fit a set.
pub(super) const MAX_CELLS: u32 = u64::BITS;

/// The geometry of one board size.
#[derive(Debug)]
pub(super) struct Rack {
    size: Size,
    /// Numbers from one column to the next: the rows, and one more where the bit above each column fits.
    stride: u32,
    /// All cells.
    cells: u64,
    /// The lowest cell of each column.
    bottom: u64,
    /// The middle column, or the middle two.
    middle: u64,
    /// Rows 1, 3, 5, …
    odd_rows: u64,
    /// The top row, the third from the top, …
    upper_rows: u64,
    /// Up, to the right, and the two diagonals.
    directions: [Direction; 4],
}

/// The lines of one direction.
#[derive(Clone, Copy, Debug)]
struct Direction {
    /// What a step adds to a cell number.
    step: u32,
    /// The cells from which three steps stay on the board.
    starts: u64,
}

// Racks are made only by `of`, one for each size.
impl PartialEq for Rack {
    fn eq(&self, other: &Self) -> bool {
        self.size == other.size
    }
}

impl Eq for Rack {}

impl Hash for Rack {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.size.hash(state);
    }
}

impl Rack {
    /// Whether a line of four fits upright and across, and the cells fit a set.
    pub(super) fn fits(size: Size) -> bool {
        u32::from(size.rows.min(size.cols)) >= FOUR && size.cells() <= MAX_CELLS
    }

    /// The board of this size, which must fit.
    pub(super) fn of(size: Size) -> &'static Rack {
        static ALL: LazyLock<Vec<Rack>> = LazyLock::new(|| {
            let sides = || FOUR as u8..=(MAX_CELLS / FOUR) as u8;
            let sizes = sides().flat_map(|rows| sides().map(move |cols| Size { rows, cols }));
            sizes.filter(|&size| Rack::fits(size)).map(Rack::new).collect()
        });
        ALL.iter().find(|rack| rack.size == size).expect("a size that was checked has a rack")
    }

    fn new(size: Size) -> Rack {
        let (rows, cols) = (u32::from(size.rows), u32::from(size.cols));
        let stride = if (rows + 1) * cols <= MAX_CELLS { rows + 1 } else { rows };
        let set = |wanted: &dyn Fn(u32, u32) -> bool| {
            let cells = (0..cols).flat_map(|column| (0..rows).map(move |row| (row, column)));
            cells.filter(|&(row, column)| wanted(row, column)).map(|(row, column)| 1 << (stride * column + row)).sum()
        };
        let far = FOUR - 1;
        let (can_rise, can_cross) = (move |row: u32| row + far < rows, move |column: u32| column + far < cols);
        let directions = [
            Direction { step: 1, starts: set(&|row, _| can_rise(row)) },
            Direction { step: stride, starts: set(&|_, column| can_cross(column)) },
            Direction { step: stride + 1, starts: set(&|row, column| can_rise(row) && can_cross(column)) },
            Direction { step: stride - 1, starts: set(&|row, column| row >= far && can_cross(column)) },
        ];
        Rack {
            size,
            stride,
            cells: set(&|_, _| true),
            bottom: set(&|row, _| row == 0),
            middle: set(&|_, column| column == cols / 2 || column == (cols - 1) / 2),
            odd_rows: set(&|row, _| row % 2 == 0),
            upper_rows: set(&|row, _| (rows - 1 - row) % 2 == 0),
            directions,
        }
    }

    pub(super) fn size(&self) -> Size {
        self.size
    }

    #[inline(always)]
    pub(super) fn cells(&self) -> u64 {
        self.cells
    }

    /// The middle column, or the middle two.
    #[inline(always)]
    pub(super) fn middle(&self) -> u64 {
        self.middle
    }

    /// The rows that a side gets when every stone is answered in the same column: odd ones for the first player, even
    /// ones for the second.
    #[inline(always)]
    pub(super) fn rows_of(&self, side: Side) -> u64 {
        match side {
            Side::First => self.odd_rows,
            Side::Second => self.cells & !self.odd_rows,
        }
    }

    /// The top row, the third from the top, and so on: the upper cells when each column is paired up from the top.
    #[inline(always)]
    pub(super) fn upper_rows(&self) -> u64 {
        self.upper_rows
    }

    /// The number of the cell in this row from the bottom and this column, both counted from 0.
    pub(super) fn cell(&self, row: u32, column: u32) -> u32 {
        self.stride * column + row
    }

    /// The row from the bottom and the column of a cell.
    #[inline(always)]
    pub(super) fn place(&self, cell: u32) -> (u32, u32) {
        (cell % self.stride, cell / self.stride)
    }

    /// How far the column of a cell is from the middle of the board, in half columns.
    #[inline(always)]
    pub(super) fn distance_from_middle(&self, cell: u32) -> u32 {
        (2 * self.place(cell).1).abs_diff(u32::from(self.size.cols) - 1)
    }

    /// The lowest empty cell of each column that is not full.
    #[inline(always)]
    pub(super) fn landing(&self, filled: u64) -> u64 {
        (filled << 1 | self.bottom) & !filled & self.cells
    }

    /// The highest stone of each column that is not empty.
    pub(super) fn tops(&self, filled: u64) -> u64 {
        filled & !self.below(filled)
    }

    /// The cells directly below those of a set.
    #[inline(always)]
    pub(super) fn below(&self, set: u64) -> u64 {
        (set & !self.bottom) >> 1
    }

    /// The cells directly above those of a set.
    #[inline(always)]
    pub(super) fn above(&self, set: u64) -> u64 {
        set << 1 & !self.bottom & self.cells
    }

    /// Whether four stones stand in a line.
    #[inline(always)]
    pub(super) fn has_line(&self, stones: u64) -> bool {
        let lines = self.directions.iter().fold(0, |lines, &Direction { step, starts }| {
            let pairs = stones & stones >> step;
            lines | pairs & pairs >> (2 * step) & starts
        });
        lines != 0
    }

    /// The cells, taken or not, that complete a line with three of these stones.
    #[inline(always)]
    pub(super) fn completing(&self, stones: u64) -> u64 {
        self.directions.iter().fold(0, |cells, &Direction { step, starts }| {
            let [first, second, third, fourth] = in_line(stones, step);
            let (low, high) = (first & second & starts, third & fourth & starts);
            let ends = (second & high) | (low & third) << (3 * step);
            cells | ends | (first & high) << step | (low & fourth) << (2 * step)
        })
    }

    /// How many lines without an enemy stone have no own stone, one, two and three.
    #[inline(always)]
    pub(super) fn open_lines(&self, own: u64, enemy: u64) -> [u32; 4] {
        let mut counts = [0; 4];
        for &Direction { step, starts } in &self.directions {
            // Two half adders, and then the carry: the number of stones in binary digits.
            let [first, second, third, fourth] = in_line(own, step);
            let (odd_low, odd_high) = (first ^ second, third ^ fourth);
            let (both_low, both_high) = (first & second, third & fourth);
            // Four stones are a line that is complete, not one that is open.
            let open = in_line(enemy, step).iter().fold(starts & !(both_low & both_high), |open, cells| open & !cells);
            let ones = odd_low ^ odd_high;
            let twos = both_low ^ both_high ^ (odd_low & odd_high);
            let digits = [!ones & !twos, ones & !twos, !ones & twos, ones & twos];
            for (count, lines) in counts.iter_mut().zip(digits) {
                *count += (lines & open).count_ones();
            }
        }
        counts
    }

    /// The set with the columns in reverse order.
    #[inline(always)]
    pub(super) fn mirrored(&self, set: u64) -> u64 {
        let column = (1 << self.stride) - 1;
        (0..u32::from(self.size.cols))
            .fold(0, |mirrored, index| mirrored << self.stride | set >> (self.stride * index) & column)
    }

    /// A cell after the columns are reversed.
    #[inline(always)]
    pub(super) fn mirrored_cell(&self, cell: u32) -> u32 {
        let (row, column) = self.place(cell);
        self.stride * (u32::from(self.size.cols) - 1 - column) + row
    }

    /// A hash of the position; without collisions where there is a number for it.
    #[inline(always)]
    pub(super) fn key(&self, mover: u64, other: u64) -> u64 {
        match self.number(mover, other) {
            Some(number) => scattered(number),
            None => mover.key(other, 0),
        }
    }

    /// The same for a position and its mirror image, and whether this one was mirrored for it.
    #[inline(always)]
    pub(super) fn symmetric_key(&self, mover: u64, other: u64) -> (u64, bool) {
        if let Some(number) = self.number(mover, other) {
            let mirrored = self.mirrored(number);
            return (scattered(number.min(mirrored)), mirrored < number);
        }
        let mirrored = (self.mirrored(mover), self.mirrored(other));
        let (lesser, greater) = if mirrored < (mover, other) { (mirrored, true) } else { ((mover, other), false) };
        (lesser.0.key(lesser.1, 0), greater)
    }

    /// Everything about a position in one number, if it fits: in each column the highest bit marks the lowest empty
    /// cell, or the spare bit of a full column, and the bits below it are the stones of the side to move.
    #[inline(always)]
    fn number(&self, mover: u64, other: u64) -> Option<u64> {
        let has_spare_bits = self.stride > u32::from(self.size.rows);
        has_spare_bits.then(|| mover | ((mover | other) + self.bottom))
    }
}

/// For each cell, whether it and the next three in a direction belong to a set. Only good for the starts of that
/// direction.
#[inline(always)]
fn in_line(set: u64, step: u32) -> [u64; 4] {
    [set, set >> step, set >> (2 * step), set >> (3 * step)]
}

/// Spreads numbers over all bits; different ones stay different.
#[inline(always)]
fn scattered(number: u64) -> u64 {
    Rng::new(number).next_u64()
}
