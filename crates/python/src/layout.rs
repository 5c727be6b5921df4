//! Where the cells of a board are in an array: rows from the top and columns from the left, as boards are printed. On a
//! hexagon, whose columns slant, column `a` is the first of the array in every row.

use plyscope_core::{CellShape, Picture, Side};
use plyscope_registry::{AnyPosition, View};

/// The places of the cells of a board.
pub(crate) struct Layout {
    pub(crate) rows: usize,
    pub(crate) columns: usize,
    /// For each cell of the picture, its place in the array.
    pub(crate) places: Vec<usize>,
    /// For each side to move, the place of each cell in the array and its bit in a view.
    bits: [Vec<(usize, u16)>; 2],
}

impl Layout {
    pub(crate) fn of(position: &dyn AnyPosition) -> Layout {
        let picture = position.picture();
        let column = |cell: &plyscope_core::Cell| match picture.shape {
            CellShape::Square => (cell.x / 2) as usize,
            CellShape::Hexagon => letters(&cell.name),
        };
        let least = picture.cells.iter().map(column).min().unwrap_or(0);
        let columns = picture.cells.iter().map(|cell| column(cell) + 1 - least).max().unwrap_or(1);
        let rows = picture.cells.iter().map(|cell| cell.row as usize + 1).max().unwrap_or(1);
        let place = |cell: &plyscope_core::Cell| cell.row as usize * columns + column(cell) - least;
        let places: Vec<usize> = picture.cells.iter().map(place).collect();
        let bits = Side::BOTH.map(|mover| places.iter().copied().zip(position.cell_bits(mover)).collect());
        Layout { rows, columns, places, bits }
    }

    /// The number of places.
    pub(crate) fn len(&self) -> usize {
        self.rows * self.columns
    }

    /// Writes 1 where a piece of the first player is, −1 for the second, and 0 elsewhere.
    pub(crate) fn fill(&self, mover: Side, view: &View, out: &mut [u8]) {
        let own: i8 = if mover == Side::First { 1 } else { -1 };
        for &(place, bit) in &self.bits[mover.index()] {
            let piece = i8::from(view.has(true, bit)) - i8::from(view.has(false, bit));
            out[place] = (own * piece).cast_unsigned();
        }
    }

    /// Writes 1 where a piece of the side to move is, −1 for the other side, and 0 elsewhere.
    pub(crate) fn fill_own(&self, mover: Side, view: &View, out: &mut [u8]) {
        for &(place, bit) in &self.bits[mover.index()] {
            out[place] = (i8::from(view.has(true, bit)) - i8::from(view.has(false, bit))).cast_unsigned();
        }
    }

    /// The names of the cells in the order of the array; `None` where there is no cell.
    pub(crate) fn names(&self, picture: &Picture) -> Vec<Option<String>> {
        let mut names = vec![None; self.len()];
        for (cell, &place) in picture.cells.iter().zip(&self.places) {
            names[place] = Some(cell.name.clone());
        }
        names
    }
}

/// The number of a column by its letters: a, b, …, z, aa, ….
fn letters(name: &str) -> usize {
    let letters = name.bytes().take_while(u8::is_ascii_lowercase);
    letters.fold(0, |number, letter| 26 * number + usize::from(letter - b'a') + 1).saturating_sub(1)
}
