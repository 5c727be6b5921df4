//! Variants, text and pictures of Connect Four.

use std::collections::HashSet;
use std::fmt;
use std::str::FromStr;

use plyscope_core::{About, BadInput, Draw, Game, Notation, Outcome, Picture, Pieces, Side, Symmetry};

use super::Connect4;
use super::rack::{FOUR, Rack};
use crate::bits::Word;
use crate::grid::{self, RowOne, Size};
use crate::spec::Parts;

/// The board of a game of Connect Four.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variant {
    size: Size,
}

static ABOUT: About = About {
    id: "connect4",
    name: "Connect Four",
    summary: "Stones fall to the bottom of a column; four in a line win, a full board is a draw.",
    sizes: "RxC (rows x columns, 4x4 up to 64 cells)",
    default: "6x7",
    variants: &["4x4", "4x5", "5x4", "5x5", "6x6", "6x7", "7x8", "8x8"],
    // Boards on which there is no spare bit above each column; see `Rack`.
    odd_variants: &["4x16", "5x12", "6x10", "7x9", "9x7", "10x6", "12x5", "16x4"],
    small_variant: "4x5",
    options: &[],
    symmetries: &[Symmetry::Mirror],
};

impl Variant {
    pub(super) fn size(&self) -> Size {
        self.size
    }
}

impl Connect4 {
    /// The stone in this row from the top and this column.
    fn at(&self, row_from_top: u32, column: u32) -> Option<Side> {
        let cell = self.rack.cell(u32::from(self.rack.size().rows) - 1 - row_from_top, column);
        Side::BOTH.into_iter().find(|&side| self.stones(side).has(cell))
    }

    /// The name of a cell, such as `d1`.
    fn cell_name(&self, cell: u8) -> String {
        let (row, column) = self.rack.place(cell.into());
        format!("{}{}", grid::column_name(column), row + 1)
    }

    /// Whether some game leads here: stones are taken off again in turns, from the tops of the columns, until none is
    /// left. No line may remain after the first of them.
    fn can_be_reached(&self) -> bool {
        /// The boards of games are emptied in as many steps as they have stones, give or take some. This bounds the
        /// time that a text can cost on boards that are made to be hard; what is not decided by then is accepted.
        const MAX_BOARDS: usize = 100_000;
        let (mut seen, mut open) = (HashSet::new(), vec![self.filled()]);
        while let Some(filled) = open.pop() {
            if filled == 0 || seen.len() == MAX_BOARDS {
                return true;
            }
            let last = if filled.count_ones().is_multiple_of(2) { Side::Second } else { Side::First };
            let stones = self.stones(last) & filled;
            for cell in (self.rack.tops(filled) & stones).cells() {
                let taken = 1 << cell;
                if !self.rack.has_line(stones ^ taken) && seen.insert(filled ^ taken) {
                    open.push(filled ^ taken);
                }
            }
        }
        false
    }
}

impl Notation for Connect4 {
    const ABOUT: &'static About = &ABOUT;

    fn position_text(&self) -> String {
        grid::write(self.rack.size(), self.side_to_move(), |row, column| self.at(row, column))
    }

    fn read_position(variant: &Variant, text: &str) -> Result<Self, BadInput> {
        let (size, rack) = (variant.size, Rack::of(variant.size));
        let (read, cols) = (grid::read_board(size, text)?, usize::from(size.cols));
        let set = |side| {
            let cells = read.cells.iter().enumerate().filter(|&(_, &cell)| cell == Some(side));
            let number =
                |index: usize| rack.cell(u32::from(size.rows) - 1 - (index / cols) as u32, (index % cols) as u32);
            cells.map(|(index, _)| 1_u64 << number(index)).sum::<u64>()
        };
        let position = Connect4 { mover: set(read.to_move), other: set(!read.to_move), rack };
        let floating = position.filled() & rack.above(!position.filled());
        if floating != 0 {
            let name = position.cell_name(floating.first() as u8);
            return Err(BadInput::new(format!("the stone on {name} floats: the cell below it is empty")));
        }
        let (n_mover, n_other) = (position.mover.count_ones(), position.other.count_ones());
        if n_other != n_mover + u32::from(read.to_move == Side::Second) {
            return Err(BadInput::new(format!(
                "{} cannot be to move with {n_mover} stones against {n_other}: x begins and the sides take turns",
                read.to_move.letter()
            )));
        }
        if rack.has_line(position.mover) {
            return Err(grid::already_won(read.to_move, "line"));
        }
        if !position.can_be_reached() {
            return Err(BadInput::new("no game leads to this board: its stones cannot have been dropped in turns"));
        }
        Ok(position)
    }

    fn move_text(&self, m: u8) -> String {
        grid::column_name(self.rack.place(m.into()).1)
    }

    /// The digits 1 to 9 also stand for columns, as in programs that write a game as `4453`.
    fn spells(&self, m: u8, text: &str) -> bool {
        let column = self.rack.place(m.into()).1;
        let is_digit = column < 9 && text == (column + 1).to_string();
        is_digit || text == self.move_text(m) || text == self.cell_name(m)
    }

    fn move_form() -> &'static str {
        "a column such as d (also 4, or d1 if the stone falls there)"
    }

    fn reason(&self) -> Option<&'static str> {
        self.outcome().map(|outcome| if outcome == Outcome::Draw { "full board" } else { "line" })
    }

    /// Columns may be written without blanks, all as letters or all as digits (`ddec`, `4453`).
    fn split_moves(text: &str) -> Vec<String> {
        let mut moves = Vec::new();
        for word in text.split(|c: char| c.is_whitespace() || c == ',').filter(|word| !word.is_empty()) {
            let is_any = |kind: fn(&u8) -> bool| word.bytes().all(|byte| kind(&byte));
            if is_any(u8::is_ascii_alphabetic) || is_any(u8::is_ascii_digit) {
                moves.extend(word.chars().map(String::from));
            } else {
                moves.push(word.to_owned());
            }
        }
        moves
    }
}

impl Draw for Connect4 {
    fn picture(&self) -> Picture {
        grid::picture_with_lines(self.rack.size(), RowOne::Bottom, Pieces::Discs, FOUR, |row, column| {
            self.at(row, column)
        })
    }

    fn move_cells(&self, m: u8) -> Vec<String> {
        vec![self.cell_name(m)]
    }

    #[inline(always)]
    fn count_pieces(&self, side: Side) -> u32 {
        if side == self.side_to_move() { self.mover.count_ones() } else { self.other.count_ones() }
    }

    /// The cells above: people point at a column.
    fn also_chosen_by(&self, m: u8) -> Vec<String> {
        let (row, column) = self.rack.place(m.into());
        let above = row + 1..u32::from(self.rack.size().rows);
        above.map(|row| self.cell_name(self.rack.cell(row, column) as u8)).collect()
    }
}

impl Default for Variant {
    fn default() -> Self {
        Variant { size: Size { rows: 6, cols: 7 } }
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.size.fmt(f)
    }
}

impl FromStr for Variant {
    type Err = BadInput;

    fn from_str(text: &str) -> Result<Self, BadInput> {
        let size = Parts::of(&ABOUT, text)?.size(Variant::default().size)?;
        if Rack::fits(size) {
            Ok(Variant { size })
        } else {
            Err(BadInput::new(format!("connect4 cannot be played on {size}; accepted: {}", ABOUT.sizes)))
        }
    }
}
