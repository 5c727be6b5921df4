//! Variants, text and pictures of Reversi.

use std::fmt;
use std::str::FromStr;

use plyscope_core::{About, BadInput, Draw, Game, Notation, Outcome, Picture, Pieces, Side, Symmetry};

use super::large::{MOST_CELLS, SHORTEST_SIDE};
use super::{Board, DiscMove, Eight, ReversiOn};
use crate::bits::Word;
use crate::grid::{self, GridText, OnGrid, RowOne, Size};
use crate::spec::Parts;

/// The board on which a game of Reversi begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variant {
    /// Four discs in the middle of an empty board.
    Board(Size),
    /// The middle-game position on 5×7 cells of the lab report.
    LabSmall,
    /// The same discs on 8×8 cells.
    LabLarge,
}

static ABOUT: About = About {
    id: "reversi",
    name: "Reversi",
    summary: "Othello's rules: enclose enemy discs to flip them; a side that cannot move passes; more discs win.",
    sizes: "RxC (rows x columns, 4x4 up to 128 cells), lab-small (the lab report's 5x7 position), \
            lab-large (its 8x8 position)",
    default: "8x8",
    variants: &["4x4", "6x6", "8x8", "10x10", "5x5", "4x6", "8x4", LAB_SMALL, LAB_LARGE],
    odd_variants: &["7x8", "8x6", "9x4", "4x32", "32x4", "11x11"],
    small_variant: "4x4",
    options: &[],
    symmetries: &[Symmetry::Mirror, Symmetry::UpsideDown, Symmetry::Transpose, Symmetry::SwapSides],
};

const STANDARD: Size = Size { rows: 8, cols: 8 };
const LAB_SMALL: &str = "lab-small";
const LAB_LARGE: &str = "lab-large";

impl OnGrid for Variant {
    fn size(&self) -> Size {
        match *self {
            Variant::Board(size) => size,
            Variant::LabSmall => Size { rows: 5, cols: 7 },
            Variant::LabLarge => Size { rows: 8, cols: 8 },
        }
    }

    fn is_narrow(&self) -> bool {
        Eight::fits(self.size())
    }
}

impl Variant {
    /// The position in which this variant begins.
    pub(super) fn start<B: Board>(self) -> ReversiOn<B> {
        let text = match self {
            Variant::Board(size) => return four_discs(size),
            Variant::LabSmall => "..x.x../.oxxo../oxoxx../.o.ooo./.xxoxox x",
            Variant::LabLarge => "8/...x.x../..oxxo../.oxoxx../..o.ooo./..xxoxox/8/8 x",
        };
        ReversiOn::read_position(&self, text).expect("the boards of the lab report are well-formed")
    }
}

/// White on the falling diagonal of the four middle cells, Black on the other. Where a side is odd there are two
/// middles: as in the lab's program, the discs lie in the one further up or left.
fn four_discs<B: Board>(size: Size) -> ReversiOn<B> {
    let (row, column) = (usize::from(size.rows / 2), usize::from(size.cols / 2));
    let mut cells = vec![None; size.cells() as usize];
    for (down, right, side) in [(1, 1, Side::Second), (0, 0, Side::Second), (1, 0, Side::First), (0, 1, Side::First)] {
        cells[(row - 1 + down) * size.cols as usize + column - 1 + right] = Some(side);
    }
    from_cells(size, &GridText { cells, to_move: Side::First, rest: None })
}

fn from_cells<B: Board>(size: Size, read: &GridText) -> ReversiOn<B> {
    let board = B::of(size);
    let discs = |side: Side| {
        let cols = u32::from(size.cols);
        let cells = (0..).zip(&read.cells).filter(|(_, cell)| **cell == Some(side));
        cells.fold(B::Set::EMPTY, |set, (index, _): (u32, _)| {
            set | B::Set::cell(board.number(index / cols, index % cols))
        })
    };
    ReversiOn { mover: discs(read.to_move), other: discs(!read.to_move), board, side: read.to_move }
}

impl<B: Board> ReversiOn<B> {
    fn at(&self, row: u32, column: u32) -> Option<Side> {
        Side::BOTH.into_iter().find(|&side| self.discs(side).has(self.board.number(row, column)))
    }
}

impl<B: Board> Notation for ReversiOn<B> {
    const ABOUT: &'static About = &ABOUT;

    fn position_text(&self) -> String {
        grid::write(self.board.size(), self.side, |row, column| self.at(row, column))
    }

    fn read_position(variant: &Variant, text: &str) -> Result<Self, BadInput> {
        Ok(from_cells(variant.size(), &grid::read_board(variant.size(), text)?))
    }

    fn move_text(&self, m: DiscMove) -> String {
        let Some(cell) = m.cell() else { return "pass".to_owned() };
        let (row, column) = self.board.row_and_column(cell);
        grid::square_name(self.board.size(), RowOne::Top, row, column)
    }

    fn spells(&self, m: DiscMove, text: &str) -> bool {
        if m == DiscMove::PASS { is_pass(text) } else { self.move_text(m) == text }
    }

    fn move_form() -> &'static str {
        "a square such as f5, or pass"
    }

    fn reason(&self) -> Option<&'static str> {
        self.outcome().map(|outcome| if outcome == Outcome::Draw { "equal discs" } else { "disc count" })
    }

    /// Transcripts write all squares without blanks (`f5d6c3`).
    fn split_moves(text: &str) -> Vec<String> {
        let words = text.split(|c: char| c.is_whitespace() || c == ',').filter(|word| !word.is_empty());
        words.flat_map(|word| split_squares(word).unwrap_or_else(|| vec![word.to_owned()])).collect()
    }

    /// Transcripts leave passes out.
    fn implied_move(&self, next: &str) -> Option<DiscMove> {
        (self.outcome().is_none() && self.places() == B::Set::EMPTY && !is_pass(&next.to_lowercase()))
            .then_some(DiscMove::PASS)
    }
}

/// The squares and dashes that a word without blanks is made of; `None` if it is made of anything else.
fn split_squares(word: &str) -> Option<Vec<String>> {
    let mut squares = Vec::new();
    let mut rest = word;
    while !rest.is_empty() {
        let length = if rest.starts_with("--") {
            2
        } else {
            let letters = rest.bytes().take_while(u8::is_ascii_alphabetic).count();
            let digits = rest[letters..].bytes().take_while(u8::is_ascii_digit).count();
            (letters > 0 && digits > 0).then_some(letters + digits)?
        };
        squares.push(rest[..length].to_owned());
        rest = &rest[length..];
    }
    Some(squares)
}

fn is_pass(text: &str) -> bool {
    matches!(text, "pass" | "ps" | "pa" | "--")
}

impl<B: Board> Draw for ReversiOn<B> {
    fn picture(&self) -> Picture {
        grid::picture(self.board.size(), RowOne::Top, Pieces::Discs, |row, column| self.at(row, column))
    }

    fn move_cells(&self, m: DiscMove) -> Vec<String> {
        if m == DiscMove::PASS { Vec::new() } else { vec![self.move_text(m)] }
    }

    #[inline(always)]
    fn count_pieces(&self, side: Side) -> u32 {
        self.n_discs(side)
    }
}

impl Default for Variant {
    fn default() -> Self {
        Variant::Board(STANDARD)
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Variant::Board(size) => size.fmt(f),
            Variant::LabSmall => f.write_str(LAB_SMALL),
            Variant::LabLarge => f.write_str(LAB_LARGE),
        }
    }
}

impl FromStr for Variant {
    type Err = BadInput;

    fn from_str(text: &str) -> Result<Self, BadInput> {
        let parts = Parts::of(&ABOUT, text)?;
        match parts.head.map(str::to_lowercase).as_deref() {
            Some(LAB_SMALL) => return Ok(Variant::LabSmall),
            Some(LAB_LARGE) => return Ok(Variant::LabLarge),
            _ => {}
        }
        let size = parts.size(STANDARD)?;
        if size.rows.min(size.cols) >= SHORTEST_SIDE && size.cells() <= MOST_CELLS {
            Ok(Variant::Board(size))
        } else {
            Err(BadInput::new(format!("reversi cannot be played on {size}; accepted: {}", ABOUT.sizes)))
        }
    }
}
