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

/// One step of one side in one direction.
#[derive(Clone, Copy, Debug)]
struct Way<W> {
    /// How much a step adds to a cell number, modulo the width of the word.
    rotation: u32,
    /// The cells that a step of this way can end on; everything else is off the board or wrapped around an edge.
    ends: W,
}

/// The geometry of one board size.
#[derive(Clone, Debug)]
pub struct Layout<W> {
    size: Size,
    ways: [[Way<W>; 4]; 2],
    goals: [W; 2],
}

// Layouts are made only by `all`, one for each size, so the size tells everything.
impl<W> PartialEq for Layout<W> {
    fn eq(&self, other: &Self) -> bool {
        self.size == other.size
    }
}

impl<W> Eq for Layout<W> {}

impl<W> Hash for Layout<W> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.size.hash(state);
    }
}

impl<W: Word> Layout<W> {
    /// The layout of a board of this size, which must fit the word.
    pub(crate) fn of(size: Size) -> &'static Layout<W> {
        W::layouts().iter().find(|layout| layout.size == size).expect("a size that was checked has a layout")
    }

    /// The layouts of all boards that fit the word.
    pub(crate) fn all() -> Vec<Layout<W>> {
        let mut all = Vec::new();
        for rows in 3..=64u8 {
            for cols in 2..=42u8 {
                let size = Size { rows, cols };
                if size.cells() <= W::BITS {
                    all.push(Layout::new(size));
                }
            }
        }
        all
    }

    fn new(size: Size) -> Self {
        let (rows, cols) = (i64::from(size.rows), i64::from(size.cols));
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
        let ways = [1, -1].map(|up| [way(up, -1), way(up, 1), way(up, 0), way(2 * up, 0)]);
        let mut layout = Layout { size, ways, goals: [W::EMPTY; 2] };
        layout.goals = Side::BOTH.map(|side| layout.row_of(!side, 0));
        layout
    }

    pub(crate) fn size(&self) -> Size {
        self.size
    }

    /// The `nth` row as this side counts them, beginning with 0 for its own edge.
    pub(crate) fn row_of(&self, side: Side, nth: u32) -> W {
        let row = if side == Side::First { nth } else { u32::from(self.size.rows) - 1 - nth };
        let cols = u32::from(self.size.cols);
        let mut set = W::EMPTY;
        (row * cols..(row + 1) * cols).for_each(|cell| set |= W::cell(cell));
        set
    }

    /// The row that this side wants to reach.
    #[inline(always)]
    pub(crate) fn goal(&self, side: Side) -> W {
        self.goals[side.index()]
    }

    /// All cells of the set, one step on.
    #[inline(always)]
    pub(crate) fn step(&self, set: W, side: Side, direction: Direction) -> W {
        let way = &self.ways[side.index()][direction];
        set.rotate(way.rotation) & way.ends
    }

    /// The cell from which a step leads to `to`.
    #[inline(always)]
    pub(crate) fn origin(&self, to: u32, side: Side, direction: Direction) -> u32 {
        to.wrapping_sub(self.ways[side.index()][direction].rotation) % W::BITS
    }
}
