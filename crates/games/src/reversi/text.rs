//! Variants, text and pictures of Reversi.

use std::fmt;
use std::str::FromStr;

use plyscope_core::{About, BadInput, Draw, Game, Notation, Outcome, Picture, Pieces, Side, Symmetry};

use super::{DiscMove, Reversi};
use crate::grid::{self, GridText, RowOne, Size};
use crate::spec::Parts;

/// The board on which a game of Reversi begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variant {
    /// Four discs in the middle of a board with even sides.
    Even(Size),
    /// The middle-game position on 5×7 cells of the lab report.
    LabSmall,
    /// The same discs on 8×8 cells.
    LabLarge,
}

static ABOUT: About = About {
    id: "reversi",
    name: "Reversi",
    summary: "Othello's rules: enclose enemy discs to flip them; a side that cannot passes; more discs win.",
    sizes: "RxC (even sides from 4 to 8), lab-small (the lab report's 5x7 board), lab-large (its 8x8 board)",
    default: "8x8",
    variants: &["4x4", "6x6", "8x8", "4x6", "8x4", LAB_SMALL, LAB_LARGE],
    odd_variants: &["6x8", "8x6", "6x4"],
    small_variant: "4x4",
    options: &[],
    symmetries: &[Symmetry::Mirror, Symmetry::UpsideDown, Symmetry::Transpose, Symmetry::SwapSides],
};

const LAB_SMALL: &str = "lab-small";
const LAB_LARGE: &str = "lab-large";

impl Variant {
    fn size(self) -> Size {
        match self {
            Variant::Even(size) => size,
            Variant::LabSmall => Size { rows: 5, cols: 7 },
            Variant::LabLarge => Size { rows: 8, cols: 8 },
        }
    }

    /// The position in which this variant begins.
    pub(super) fn start(self) -> Reversi {
        let text = match self {
            Variant::Even(size) => return even_start(size),
            Variant::LabSmall => "..x.x../.oxxo../oxoxx../.o.ooo./.xxoxox x",
            Variant::LabLarge => "8/...x.x../..oxxo../.oxoxx../..o.ooo./..xxoxox/8/8 x",
        };
        Reversi::read_position(&self, text).expect("the boards of the lab report are well-formed")
    }
}

/// White on the falling diagonal of the four middle cells, Black on the other.
fn even_start(size: Size) -> Reversi {
    let (row, column) = (size.rows as usize / 2, size.cols as usize / 2);
    let mut cells = vec![None; size.cells() as usize];
    for (down, right, side) in [(1, 1, Side::Second), (0, 0, Side::Second), (1, 0, Side::First), (0, 1, Side::First)] {
        cells[(row - 1 + down) * size.cols as usize + column - 1 + right] = Some(side);
    }
    from_cells(size, &GridText { cells, to_move: Side::First, rest: None })
}

fn from_cells(size: Size, read: &GridText) -> Reversi {
    let set = |wanted: &dyn Fn(Option<Side>) -> bool| {
        let cols = usize::from(size.cols);
        let cells = read.cells.iter().enumerate().filter(|(_, cell)| wanted(**cell));
        cells.map(|(index, _)| 1u64 << (8 * (index % cols) + index / cols)).sum()
    };
    Reversi {
        mover: set(&|cell| cell == Some(read.to_move)),
        other: set(&|cell| cell == Some(!read.to_move)),
        board: set(&|_| true),
        side: read.to_move,
    }
}

impl Reversi {
    /// The board is a full rectangle from cell 0, so its first column and first row tell the size.
    fn size(&self) -> Size {
        Size {
            rows: (self.board & 0xFF).count_ones() as u8,
            cols: (self.board & 0x0101_0101_0101_0101).count_ones() as u8,
        }
    }

    fn at(&self, row: u32, column: u32) -> Option<Side> {
        Side::BOTH.into_iter().find(|&side| self.discs(side) >> (8 * column + row) & 1 != 0)
    }
}

impl Notation for Reversi {
    const ABOUT: &'static About = &ABOUT;

    fn position_text(&self) -> String {
        grid::write(self.size(), self.side, |row, column| self.at(row, column))
    }

    fn read_position(variant: &Variant, text: &str) -> Result<Self, BadInput> {
        Ok(from_cells(variant.size(), &grid::read_board(variant.size(), text)?))
    }

    fn move_text(&self, m: DiscMove) -> String {
        if m == DiscMove::PASS {
            return "pass".to_owned();
        }
        grid::square_name(self.size(), RowOne::Top, u32::from(m.0) % 8, u32::from(m.0) / 8)
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
        let mut moves = Vec::new();
        for word in text.split(|c: char| c.is_whitespace() || c == ',').filter(|word| !word.is_empty()) {
            let chars: Vec<char> = word.chars().collect();
            let squares = chars.chunks(2).all(|pair| {
                matches!(pair, ['-', '-'])
                    || matches!(pair, [letter, digit] if letter.is_ascii_alphabetic() && digit.is_ascii_digit())
            });
            if squares {
                moves.extend(chars.chunks(2).map(String::from_iter));
            } else {
                moves.push(word.to_owned());
            }
        }
        moves
    }

    /// Transcripts leave passes out.
    fn implied_move(&self, next: &str) -> Option<DiscMove> {
        (self.outcome().is_none() && self.places() == 0 && !is_pass(&next.to_lowercase())).then_some(DiscMove::PASS)
    }
}

fn is_pass(text: &str) -> bool {
    matches!(text, "pass" | "ps" | "pa" | "--")
}

impl Draw for Reversi {
    fn picture(&self) -> Picture {
        grid::picture(self.size(), RowOne::Top, Pieces::Discs, |row, column| self.at(row, column))
    }

    fn move_cells(&self, m: DiscMove) -> Vec<String> {
        if m == DiscMove::PASS { Vec::new() } else { vec![self.move_text(m)] }
    }
}

impl Default for Variant {
    fn default() -> Self {
        Variant::Even(Size { rows: 8, cols: 8 })
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Variant::Even(size) => size.fmt(f),
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
        let Variant::Even(standard) = Variant::default() else { unreachable!("the standard board is even") };
        let size = parts.size(standard)?;
        let fits = |side: u8| (4..=8).contains(&side) && side.is_multiple_of(2);
        if fits(size.rows) && fits(size.cols) {
            Ok(Variant::Even(size))
        } else {
            Err(BadInput::new(format!("reversi cannot be played on {size}; accepted: {}", ABOUT.sizes)))
        }
    }
}
