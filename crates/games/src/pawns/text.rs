//! Text and pictures of the pawn games.

use plyscope_core::{BadInput, Picture, Pieces, Side};

use super::{Army, Layout, PawnMove, Pawns};
use crate::bits::Word;
use crate::grid::{self, GridText, RowOne, Size, square_name};

impl<W: Word> Pawns<W> {
    fn at(&self, row_from_top: u32, column: u32) -> Option<Side> {
        let size = self.size();
        let cell = (u32::from(size.rows) - 1 - row_from_top) * u32::from(size.cols) + column;
        Side::BOTH.into_iter().find(|&side| self.pieces(side).has(cell))
    }

    pub(crate) fn position_text(&self) -> String {
        grid::write(self.size(), self.side_to_move(), |row, column| self.at(row, column))
    }

    pub(crate) fn picture(&self) -> Picture {
        grid::picture(self.size(), RowOne::Bottom, Pieces::Pawns, |row, column| self.at(row, column))
    }

    /// The armies that a text shows. The caller checks what its rules forbid.
    pub(crate) fn from_text(size: Size, read: &GridText) -> Self {
        let (rows, cols) = (usize::from(size.rows), usize::from(size.cols));
        let army = |side| {
            let mut pieces = W::EMPTY;
            for (index, _) in read.cells.iter().enumerate().filter(|(_, cell)| **cell == Some(side)) {
                let (row_from_top, column) = (index / cols, index % cols);
                pieces |= W::cell(((rows - 1 - row_from_top) * cols + column) as u32);
            }
            Army { pieces, layout: Layout::of(size, side) }
        };
        Pawns { mover: army(read.to_move), other: army(!read.to_move) }
    }

    /// Refuses a position in which the side to move stands on its last row: the game ended before its turn.
    pub(crate) fn check_goal(self) -> Result<Self, BadInput> {
        let arrived = self.mover.pieces & self.mover.layout.goal() != W::EMPTY;
        if arrived { Err(grid::already_won(self.side_to_move(), "last row")) } else { Ok(self) }
    }

    /// Refuses a position in which the side that is not to move has no piece: it could not have moved last.
    pub(crate) fn check_other_alive(self) -> Result<Self, BadInput> {
        let gone = self.other.pieces == W::EMPTY;
        if gone { Err(grid::already_won(self.side_to_move(), "all captured")) } else { Ok(self) }
    }

    /// The name of a cell.
    pub(crate) fn cell_name(&self, cell: u8) -> String {
        let size = self.size();
        square_name(size, RowOne::Bottom, u32::from(size.rows - 1 - cell / size.cols), u32::from(cell % size.cols))
    }

    /// The cell with this name, if it is on the board.
    pub(crate) fn cell_named(&self, name: &str) -> Option<u8> {
        (0..self.size().cells() as u8).find(|&cell| self.cell_name(cell) == name)
    }

    /// `a2-a3`, or `b4xa5` if it goes to another column, which only captures do in the Pawn Game and Pawned.
    pub(crate) fn step_text(&self, m: PawnMove, captures: bool) -> String {
        if m == PawnMove::PASS {
            return "pass".to_owned();
        }
        let sign = if captures { 'x' } else { '-' };
        format!("{}{sign}{}", self.cell_name(m.from), self.cell_name(m.to))
    }

    /// Whether the text is `a2-a3`, `a2xa3`, `a2a3` or `a2a3*` for this step, or another word for a pass.
    pub(crate) fn spells(&self, m: PawnMove, text: &str) -> bool {
        if m == PawnMove::PASS {
            return matches!(text, "pass" | "ps" | "pa" | "--");
        }
        let Some(rest) = text.strip_prefix(&self.cell_name(m.from)) else { return false };
        let Some(sign) = rest.strip_suffix('*').unwrap_or(rest).strip_suffix(&self.cell_name(m.to)) else {
            return false;
        };
        matches!(sign, "" | "-" | "x")
    }

    pub(crate) fn step_cells(&self, m: PawnMove) -> Vec<String> {
        if m == PawnMove::PASS { Vec::new() } else { vec![self.cell_name(m.from), self.cell_name(m.to)] }
    }
}

/// The form of a move in all pawn games.
pub(crate) const MOVE_FORM: &str = "two squares such as a2-a3, or b4xa5 for a capture";
