//! The board of a model: its cells in the order of the picture, where they lie, and which symmetries share weights.

use plyscope_core::{BadInput, CellShape, Picture, Symmetry};

use crate::view::WORDS;

/// One cell as the side to move sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardCell {
    /// Its name for the first player.
    pub name: String,
    /// The column, counted in steps to a neighbour.
    pub column: i32,
    /// The row from the top. On a hexagonal board rows and columns are slanted.
    pub row: i32,
    /// Its bit in a [`crate::View`].
    pub bit: u16,
}

/// The cells of a board.
#[derive(Clone, Debug)]
pub struct Board {
    cells: Vec<BoardCell>,
    is_hexagonal: bool,
    /// For each symmetry, the identity first, where each cell goes.
    images: Vec<Vec<u16>>,
}

impl Board {
    /// The board of a picture as the first player sees it. `bits` has the bit of each cell, in the same order.
    ///
    /// # Errors
    /// If there are no cells, or more than models can see.
    pub fn new(picture: &Picture, bits: &[u16], symmetries: &[Symmetry]) -> Result<Self, BadInput> {
        let n_bits = 64 * WORDS;
        if picture.cells.is_empty() || bits.iter().any(|&bit| usize::from(bit) >= n_bits) {
            return Err(BadInput::new(format!("models see boards of 1 to {n_bits} cells, and this is another one")));
        }
        let is_hexagonal = picture.shape == CellShape::Hexagon;
        let n_rows = picture.cells.iter().map(|cell| cell.row + 1).max().unwrap_or(1);
        let cells: Vec<BoardCell> = picture
            .cells
            .iter()
            .zip(bits)
            .map(|(cell, &bit)| {
                let column = if is_hexagonal { (cell.x + cell.row - (n_rows - 1) / 2) / 2 } else { cell.x / 2 };
                BoardCell { name: cell.name.clone(), column, row: cell.row, bit }
            })
            .collect();
        let mut board = Board { cells, is_hexagonal, images: Vec::new() };
        board.images = board.find_images(symmetries);
        Ok(board)
    }

    /// The cells, in the order of the picture.
    pub fn cells(&self) -> &[BoardCell] {
        &self.cells
    }

    /// Whether cells have six neighbours.
    pub fn is_hexagonal(&self) -> bool {
        self.is_hexagonal
    }

    /// For each symmetry, the identity first, where each cell goes.
    pub fn images(&self) -> &[Vec<u16>] {
        &self.images
    }

    /// Rows and columns, up to the last one that is used.
    pub fn size(&self) -> (i32, i32) {
        let most = |of: fn(&BoardCell) -> i32| self.cells.iter().map(|cell| of(cell) + 1).max().unwrap_or(0);
        (most(|cell| cell.row), most(|cell| cell.column))
    }

    /// The machine words that hold all cells.
    pub fn n_words(&self) -> usize {
        self.cells.iter().map(|cell| usize::from(cell.bit) / 64 + 1).max().unwrap_or(0)
    }

    /// The cell in this row and column.
    pub fn at(&self, row: i32, column: i32) -> Option<u16> {
        self.cells.iter().position(|cell| (cell.row, cell.column) == (row, column)).map(|cell| cell as u16)
    }

    /// The cell of this name.
    pub fn named(&self, name: &str) -> Option<u16> {
        self.cells.iter().position(|cell| cell.name == name).map(|cell| cell as u16)
    }

    fn find_images(&self, symmetries: &[Symmetry]) -> Vec<Vec<u16>> {
        let steps: Vec<Vec<u16>> = symmetries.iter().filter_map(|&symmetry| self.image(symmetry)).collect();
        let mut images: Vec<Vec<u16>> = vec![(0..self.cells.len() as u16).collect()];
        let mut at = 0;
        while at < images.len() {
            for step in &steps {
                let next: Vec<u16> = images[at].iter().map(|&cell| step[usize::from(cell)]).collect();
                if !images.contains(&next) {
                    images.push(next);
                }
            }
            at += 1;
        }
        images
    }

    /// Where each cell goes; `None` if the board does not have the shape for it, or if it exchanges the sides.
    fn image(&self, symmetry: Symmetry) -> Option<Vec<u16>> {
        let (rows, columns) = self.size();
        // A hexagon of side n has 2n − 1 rows.
        let centre = (rows - 1) / 2;
        self.cells
            .iter()
            .map(|cell| {
                let (row, column) = (cell.row, cell.column);
                let (row, column) = match symmetry {
                    Symmetry::Mirror => (row, columns - 1 - column),
                    Symmetry::UpsideDown => (rows - 1 - row, column),
                    Symmetry::Transpose => (column, row),
                    Symmetry::HexagonTurn => (column, column - row + centre),
                    Symmetry::HexagonMirror => (column, row),
                    Symmetry::SwapSides | Symmetry::SwapSidesUpsideDown => return None,
                };
                self.at(row, column)
            })
            .collect()
    }
}
