//! The look of a position: where the cells are and what stands on them. Text, SVG and the web page draw from this.

use crate::{Game, Side};

/// The shape of all cells of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CellShape {
    /// Squares with sides along the axes.
    Square,
    /// Hexagons with a corner at the top, rows lying side by side.
    Hexagon,
}

/// One cell of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// The name in notation, such as `a1`.
    pub name: String,
    /// The centre, in half cell widths from the left: neighbours in a row differ by 2.
    pub x: i32,
    /// The row from the top, beginning with 0.
    pub row: i32,
    /// Whose piece stands here.
    pub piece: Option<Side>,
    /// How this piece decided the game, if it did.
    pub end_mark: Option<EndMark>,
}

/// How a piece decided a game that is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndMark {
    /// It is part of a line that won.
    Line,
    /// The other side enclosed it, or it was placed into a closed region of the other side.
    Enclosed,
}

/// The look of pieces and cells, as usual for the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pieces {
    /// Black and white discs on green, as in Reversi. The first player is black.
    Discs,
    /// Black and white stones on wood. The first player is black.
    Stones,
    /// Pawns on a chequered board. The first player is white.
    Pawns,
    /// Crosses and noughts on paper.
    Crosses,
}

/// A whole board, rows from the top and each row from the left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// The shape of every cell.
    pub shape: CellShape,
    /// What the pieces look like.
    pub pieces: Pieces,
    /// All cells that belong to the board.
    pub cells: Vec<Cell>,
}

/// A game that can be drawn.
pub trait Draw: Game {
    /// The board with its pieces.
    fn picture(&self) -> Picture;

    /// The names of the cells that a move touches, the destination last; empty for a pass.
    fn move_cells(&self, m: Self::Move) -> Vec<String>;

    /// The number of pieces of a side on the board. Games are played with it, so those that can count faster than by
    /// drawing do.
    fn count_pieces(&self, side: Side) -> u32 {
        self.picture().cells.iter().filter(|cell| cell.piece == Some(side)).count() as u32
    }

    /// The names of further cells that choose a move when clicked, besides its destination.
    fn also_chosen_by(&self, m: Self::Move) -> Vec<String> {
        let _ = m;
        Vec::new()
    }
}
