//! The geometry of a board on which pieces go forward: for each side and direction a rotation and a mask.

use std::hash::{Hash, Hasher};

use plyscope_core::Side;

use crate::bits::Word;
use crate::grid::Size;

/// A way forward. Left and right are those of the board (towards column a, away from it), the same for both sides.
pub(crate) type Direction = usize;
pub(crate) const LEFT: Direction = 0;
pub(crate) const RIGHT: Direction = 1;
pub(crate) const STRAIGHT: Direction = 2;
/// Two steps straight at once.
pub(crate) const DOUBLE: Direction = 3;

/// One step in one direction.
#[derive(Clone, Copy, Debug)]
struct Way<W> {
    /// How much a step adds to a cell number, modulo the width of the word.
    rotation: u32,
    /// The cells that a step of this way can end on; everything else is off the board or wrapped around an edge.
    ends: W,
}

/// The board of one size as one side sees it.
#[derive(Clone, Debug)]
pub struct Layout<W> {
    size: Size,
    side: Side,
    ways: [Way<W>; 4],
    /// The row that this side wants to reach.
    goal: W,
    /// For each binary digit, the cells whose row, counted from this side's edge, has that digit: rows add up by
    /// counting these.
    row_digits: [W; 6],
    /// For each pair of columns that a mirror exchanges, the left one, the right one and how far apart they are; then
    /// the middle one, if any.
    mirror: Vec<(W, W, u32)>,
    middle: W,
}

// Layouts are made only by `all`, two for each size, so size and side tell everything.
impl<W> PartialEq for Layout<W> {
    fn eq(&self, other: &Self) -> bool {
        (self.size, self.side) == (other.size, other.side)
    }
}

impl<W> Eq for Layout<W> {}

impl<W> Hash for Layout<W> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.size, self.side).hash(state);
    }
}

impl<W: Word> Layout<W> {
    /// The board of this size, which must fit the word, as this side sees it.
    pub(crate) fn of(size: Size, side: Side) -> &'static Layout<W> {
        let fits = |layout: &&Layout<W>| (layout.size, layout.side) == (size, side);
        W::layouts().iter().find(fits).expect("a size that was checked has a layout")
    }

    /// All boards that fit the word, as either side sees them.
    pub(crate) fn all() -> Vec<Layout<W>> {
        let sizes = (3..=64).flat_map(|rows| (2..=42).map(move |cols| Size { rows, cols }));
        let fitting = sizes.filter(|size| size.cells() <= W::BITS);
        fitting.flat_map(|size| Side::BOTH.map(|side| Layout::new(size, side))).collect()
    }

    fn new(size: Size, side: Side) -> Self {
        let (rows, cols) = (i64::from(size.rows), i64::from(size.cols));
        let up = if side == Side::First { 1 } else { -1 };
        let way = |forward: i64, sideways: i64| {
            let mut ends = W::EMPTY;
            for row in 0..rows {
                for column in 0..cols {
                    let (from_row, from_column) = (row - forward, column - sideways);
                    if (0..rows).contains(&from_row) && (0..cols).contains(&from_column) {
                        ends |= W::cell((row * cols + column) as u32);
                    }
                }
            }
            let rotation = (forward * cols + sideways).rem_euclid(W::BITS.into()) as u32;
            Way { rotation, ends }
        };
        let ways = [way(up, -1), way(up, 1), way(up, 0), way(2 * up, 0)];
        let mut layout = Layout {
            size,
            side,
            ways,
            goal: W::EMPTY,
            row_digits: [W::EMPTY; 6],
            mirror: Vec::new(),
            middle: W::EMPTY,
        };
        let column = |column: u32| {
            let cells = (0..u32::from(size.rows)).map(|row| W::cell(row * u32::from(size.cols) + column));
            cells.fold(W::EMPTY, |set, cell| set | cell)
        };
        let last = u32::from(size.cols) - 1;
        layout.mirror = (0..size.cols.into())
            .take_while(|&left| 2 * left < last)
            .map(|left| (column(left), column(last - left), last - 2 * left))
            .collect();
        layout.middle = if last.is_multiple_of(2) { column(last / 2) } else { W::EMPTY };
        layout.goal = layout.row(u32::from(size.rows) - 1);
        for (row, digit) in (0..u32::from(size.rows)).flat_map(|row| (0..6).map(move |digit| (row, digit))) {
            if row >> digit & 1 != 0 {
                layout.row_digits[digit] |= layout.row(row);
            }
        }
        layout
    }

    #[inline(always)]
    pub(crate) fn size(&self) -> Size {
        self.size
    }

    #[inline(always)]
    pub(crate) fn side(&self) -> Side {
        self.side
    }

    #[inline(always)]
    pub(crate) fn goal(&self) -> W {
        self.goal
    }

    /// The `nth` row as this side counts them, beginning with 0 for its own edge.
    pub(crate) fn row(&self, nth: u32) -> W {
        let row = if self.side == Side::First { nth } else { u32::from(self.size.rows) - 1 - nth };
        let cols = u32::from(self.size.cols);
        let mut set = W::EMPTY;
        (row * cols..(row + 1) * cols).for_each(|cell| set |= W::cell(cell));
        set
    }

    /// How many rows the cells of a set are away from this side's edge, all together.
    #[inline(always)]
    pub(crate) fn rows_from_edge(&self, set: W) -> u32 {
        let rows = |digit: usize| (set & self.row_digits[digit]).count() << digit;
        // Boards of up to eight rows need only three digits. Not as a loop, which would not be unrolled.
        let low = rows(0) + rows(1) + rows(2);
        if self.size.rows <= 8 { low } else { low + rows(3) + rows(4) + rows(5) }
    }

    /// All cells of the set, one step on.
    #[inline(always)]
    pub(crate) fn step(&self, set: W, direction: Direction) -> W {
        let way = &self.ways[direction];
        set.rotate(way.rotation) & way.ends
    }

    /// The set with left and right exchanged.
    #[inline(always)]
    pub(crate) fn mirrored(&self, set: W) -> W {
        self.mirror.iter().fold(set & self.middle, |image, &(left, right, apart)| {
            image | (set & left).rotate(apart) | (set & right).rotate(W::BITS - apart)
        })
    }

    /// The cell from which a step leads to `to`.
    #[inline(always)]
    pub(crate) fn origin(&self, to: u32, direction: Direction) -> u32 {
        to.wrapping_sub(self.ways[direction].rotation) % W::BITS
    }
}
