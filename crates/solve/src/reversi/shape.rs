//! What the solver needs to know of a board once: its cells, corners, edges and quadrants.
//!
//! Boards lie in the upper left corner of 8×8 cells, numbered down the columns, as `plyscope_games::reversi` has them.
//! That is the usual layout by rows, mirrored at the falling diagonal, and makes no difference here.

/// The cells next to each cell.
pub(super) static NEIGHBOURS: [u64; 64] = {
    let mut neighbours = [0; 64];
    let mut cell = 0;
    while cell < 64 {
        let set = 1u64 << cell;
        let column = set | (set & 0x7F7F_7F7F_7F7F_7F7F) << 1 | (set & 0xFEFE_FEFE_FEFE_FEFE) >> 1;
        neighbours[cell] = (column | column << 8 | column >> 8) & !set;
        cell += 1;
    }
    neighbours
};

/// With more discs than these, positions of a search are seldom images of each other.
const TURNED_DISCS: u32 = 14;

/// The board of a position.
pub(super) struct Shape {
    /// Its cells.
    pub(super) board: u64,
    /// How many there are.
    pub(super) n_cells: i32,
    pub(super) rows: u32,
    pub(super) columns: u32,
    pub(super) corners: u64,
    /// Where a line of each of the four kinds begins or ends; see [`super::stable`].
    pub(super) rims: [u64; 4],
    /// The quadrant of each cell: 1, 2, 4 or 8.
    pub(super) quadrant: [u8; 64],
    /// The cells of each set of quadrants.
    pub(super) quadrants: [u64; 16],
    /// Orders moves that are equal otherwise: the corners are best, the cells that give them away are worst.
    pub(super) promise: [u8; 64],
    /// With this many empty cells or more, a position is searched as the image that stands for all that play alike.
    pub(super) turn_from: u32,
    /// With no empty cells, the alpha from which it pays to look for safe discs; each empty cell adds 2.
    pub(super) stable_from: i32,
}

impl Shape {
    pub(super) fn new(board: u64) -> Shape {
        let rows = (board & 0xFF).count_ones();
        let columns = (board & 0x0101_0101_0101_0101).count_ones();
        let mut shape = Shape {
            board,
            n_cells: board.count_ones() as i32,
            rows,
            columns,
            corners: 0,
            rims: [0; 4],
            quadrant: [0; 64],
            quadrants: [0; 16],
            promise: [0; 64],
            turn_from: board.count_ones().saturating_sub(TURNED_DISCS),
            stable_from: -2 - (64 - board.count_ones() as i32) / 8,
        };
        for column in 0..columns {
            for row in 0..rows {
                let (cell, bit) = ((8 * column + row) as usize, 1u64 << (8 * column + row));
                let ends = row == 0 || row == rows - 1;
                let sides = column == 0 || column == columns - 1;
                // In the order of the lines: along a column, along a row, along both diagonals.
                for (rim, is_on) in shape.rims.iter_mut().zip([ends, sides, ends || sides, ends || sides]) {
                    *rim |= if is_on { bit } else { 0 };
                }
                shape.corners |= if ends && sides { bit } else { 0 };
                shape.quadrant[cell] = 1 << (u32::from(2 * row >= rows) + 2 * u32::from(2 * column >= columns));
                shape.promise[cell] = promise(row.min(rows - 1 - row), column.min(columns - 1 - column));
            }
        }
        for (index, cells) in shape.quadrants.iter_mut().enumerate() {
            *cells = (0..64).filter(|&cell| shape.quadrant[cell] & index as u8 != 0).map(|cell| 1 << cell).sum();
        }
        shape
    }

    /// The quadrants with an odd number of these cells. Who moves there first can also move there last.
    #[inline(always)]
    pub(super) fn odd_quadrants(&self, cells: u64) -> u32 {
        let mut odd = 0;
        for index in 0..4 {
            odd |= ((cells & self.quadrants[1 << index]).count_ones() & 1) << index;
        }
        odd
    }
}

/// By the distances from the nearest edges.
fn promise(a: u32, b: u32) -> u8 {
    match (a.min(b), a.max(b)) {
        (0, 0) => 9,
        (0, 2) => 8,
        (2, 2) => 7,
        (0, 3..) => 6,
        (2.., _) => 5,
        (1, 3..) => 4,
        (1, 2) => 3,
        (0, _) => 2,
        _ => 1,
    }
}
