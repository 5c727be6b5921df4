//! The images of a board: turned upside down, left to right, and, if it is square, with rows and columns exchanged.
//! Positions that are images of each other play alike.

use super::discs::Discs;
use super::shape::Shape;

/// How a position was turned: a sum of the following.
pub(super) type Image = u8;

const ROWS_TURNED: Image = 1;
const COLUMNS_TURNED: Image = 2;
const EXCHANGED: Image = 4;

/// The image that is none.
pub(super) const AS_IT_IS: Image = 0;

impl Shape {
    /// The image that stands for all images of a position, and how the position was turned to become it.
    pub(super) fn representative(&self, discs: Discs) -> (Discs, Image) {
        let n_images = if self.rows == self.columns { 8 } else { 4 };
        let (mut best, mut by) = (discs, AS_IT_IS);
        for image in 1..n_images {
            let turned = Discs { mover: self.turned(discs.mover, image), other: self.turned(discs.other, image) };
            if (turned.mover, turned.other) < (best.mover, best.other) {
                (best, by) = (turned, image);
            }
        }
        (best, by)
    }

    /// Where a cell lies in an image.
    pub(super) fn cell_in(&self, cell: u32, image: Image) -> u32 {
        self.turned(1 << cell, image).trailing_zeros()
    }

    fn turned(&self, mut cells: u64, image: Image) -> u64 {
        if image & ROWS_TURNED != 0 {
            // All bits backwards, then the bytes, which are columns, where they were.
            cells = cells.reverse_bits().swap_bytes() >> (8 - self.rows);
        }
        if image & COLUMNS_TURNED != 0 {
            cells = cells.swap_bytes() >> (8 * (8 - self.columns));
        }
        if image & EXCHANGED != 0 {
            cells = exchanged(cells);
        }
        cells
    }
}

/// Rows and columns exchanged: blocks of 4×4 cells first, then of 2×2, then single cells.
fn exchanged(mut cells: u64) -> u64 {
    for (distance, lower) in [(28, 0x0000_0000_F0F0_F0F0), (14, 0x0000_CCCC_0000_CCCC), (7, 0x00AA_00AA_00AA_00AA)] {
        let differing = (cells ^ cells >> distance) & lower;
        cells ^= differing | differing << distance;
    }
    cells
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(rows: u32, columns: u32) -> u64 {
        (0..columns).flat_map(|column| (0..rows).map(move |row| 1 << (8 * column + row))).sum()
    }

    /// Against rows and columns written out.
    #[test]
    fn cells_go_where_they_should() {
        for (rows, columns) in [(8, 8), (6, 6), (4, 4), (4, 6), (8, 4), (5, 7)] {
            let shape = Shape::new(board(rows, columns));
            for cell in (0..64).filter(|cell| shape.board >> cell & 1 != 0) {
                let (column, row) = (cell / 8, cell % 8);
                assert_eq!(shape.cell_in(cell, AS_IT_IS), cell);
                assert_eq!(shape.cell_in(cell, ROWS_TURNED), 8 * column + rows - 1 - row);
                assert_eq!(shape.cell_in(cell, COLUMNS_TURNED), 8 * (columns - 1 - column) + row);
                if rows == columns {
                    assert_eq!(shape.cell_in(cell, EXCHANGED), 8 * row + column);
                }
            }
        }
    }

    /// All images of a position have the same representative, which is one of them.
    #[test]
    fn images_have_one_representative() {
        for (rows, columns, n_images) in [(8, 8, 8), (6, 6, 8), (4, 6, 4), (5, 7, 4)] {
            let shape = Shape::new(board(rows, columns));
            let discs = Discs { mover: 0x0004_0201 & shape.board, other: 0x0001_0410 & shape.board };
            let (representative, by) = shape.representative(discs);
            assert_eq!(shape.turned(discs.mover, by), representative.mover);
            assert_eq!(shape.turned(discs.other, by), representative.other);
            for image in 0..n_images {
                let turned = Discs { mover: shape.turned(discs.mover, image), other: shape.turned(discs.other, image) };
                assert_eq!(shape.representative(turned).0, representative);
            }
        }
    }
}
