//! Tic-tac-toe: three in a row on a 3×3 board.
//!
//! ```text
//! 1  0 1 2      the numbers of the cells: reading order, which is also the order of moves, as in the lab report
//! 2  3 4 5      whose node counts we want to meet
//! 3  6 7 8
//!    a b c
//! ```

mod heuristics;

use std::fmt;
use std::str::FromStr;

use plyscope_core::cpu::Seen;
use plyscope_core::{
    About, BadInput, Draw, Game, Insight, Notation, Outcome, Outlook, Picture, Pieces, Score, Side, Symmetry,
};

use crate::bits::{Word, mix};
use crate::grid::{self, RowOne, Size};
use crate::spec::Parts;

/// A position of tic-tac-toe.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TicTacToe {
    /// The cells of the side to move and of the other side, nine bits each. Sides take turns, so these tell whose turn
    /// it is, and a position is one machine word.
    mover: u32,
    other: u32,
}

/// The only variant there is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Standard;

static ABOUT: About = About {
    id: "tictactoe",
    name: "Tic-tac-toe",
    summary: "Three in a row, column or diagonal wins; a full board is a draw.",
    sizes: "3x3",
    default: "3x3",
    variants: &["3x3"],
    odd_variants: &[],
    small_variant: "3x3",
    options: &[],
    symmetries: &[Symmetry::Mirror, Symmetry::UpsideDown, Symmetry::Transpose],
};

const SIZE: Size = Size { rows: 3, cols: 3 };
const ALL: u32 = 0o777;
/// The eight lines, as sets of cells.
const LINES: [u32; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

/// Whether a set of cells has a line, for all 512 sets.
static HAS_LINE: [bool; 512] = {
    let mut table = [false; 512];
    let mut set = 0;
    while set < 512 {
        let mut line = 0;
        while line < 8 {
            table[set] |= set as u32 & LINES[line] == LINES[line];
            line += 1;
        }
        set += 1;
    }
    table
};

/// By a number and the empty cells, the empty cell that has as many before it, as a set. The number comes first: it is
/// known before the cells are.
static NTH: [[u16; 512]; 16] = {
    let mut table = [[0; 512]; 16];
    let mut set = 0;
    while set < 512 {
        let (mut cell, mut n) = (0, 0);
        while cell < 9 {
            if set >> cell & 1 == 1 {
                table[n][set] = 1 << cell;
                n += 1;
            }
            cell += 1;
        }
        set += 1;
    }
    table
};

/// See [`NTH`].
#[inline(always)]
fn nth(empty: u32, n: usize) -> u32 {
    u32::from(NTH[n % 16][(empty & ALL) as usize])
}

impl TicTacToe {
    /// The cells of a side, bit 0 for the first in reading order.
    #[inline(always)]
    fn marks(&self, side: Side) -> u32 {
        if side == self.side_to_move() { self.mover } else { self.other }
    }

    #[inline(always)]
    fn empty(&self) -> u32 {
        ALL & !(self.mover | self.other)
    }

    /// Only the side that moved last can have completed a line.
    #[inline(always)]
    fn lost(&self) -> bool {
        HAS_LINE[(self.other & ALL) as usize]
    }

    /// Puts a mark on this cell, given as a set.
    #[inline(always)]
    fn mark(&mut self, cell: u32) {
        (self.mover, self.other) = (self.other, self.mover | cell);
    }

    fn at(&self, row: u32, column: u32) -> Option<Side> {
        let bit = 1 << (3 * row + column);
        match (self.mover & bit != 0, self.other & bit != 0) {
            (true, _) => Some(self.side_to_move()),
            (_, true) => Some(!self.side_to_move()),
            _ => None,
        }
    }
}

impl Game for TicTacToe {
    /// The number of a cell, in reading order.
    type Move = u8;
    type Variant = Standard;

    const FILLS_BOARD: bool = true;
    const HAS_SHORT_GAMES: bool = true;

    fn start(_: &Standard) -> Self {
        TicTacToe { mover: 0, other: 0 }
    }

    #[inline(always)]
    fn side_to_move(&self) -> Side {
        if (self.mover | self.other).count_ones().is_multiple_of(2) { Side::First } else { Side::Second }
    }

    #[inline(always)]
    fn outcome(&self) -> Option<Outcome> {
        if self.lost() {
            Some(Outcome::Win(!self.side_to_move()))
        } else if self.empty() == 0 {
            Some(Outcome::Draw)
        } else {
            None
        }
    }

    #[inline(always)]
    fn end_score(&self) -> Option<Score> {
        if self.lost() { Some(Score::loss_in(0)) } else { (self.empty() == 0).then_some(Score::EVEN) }
    }

    #[inline(always)]
    fn moves(&self) -> impl Iterator<Item = u8> {
        u64::from(self.empty()).cells().map(|cell| cell as u8)
    }

    #[inline(always)]
    fn play(&mut self, m: u8) {
        self.mark(1 << m);
    }

    #[inline(always)]
    fn key(&self) -> u64 {
        // The constants only spread 18 bits over 64.
        let cells = u64::from(self.mover) << 9 | u64::from(self.other);
        mix(cells ^ 0x9E37_79B9_7F4A_7C15, 0xD6E8_FEB8_6659_FD93)
    }

    #[inline(always)]
    fn count_moves(&self) -> usize {
        if self.lost() { 0 } else { self.empty().count_ones() as usize }
    }

    #[inline(always)]
    fn pick(&self, choose: impl FnOnce(usize) -> usize) -> Option<u8> {
        match self.count_moves() {
            0 => None,
            n => Some(nth(self.empty(), choose(n)).trailing_zeros() as u8),
        }
    }

    #[inline(always)]
    fn play_picked(&mut self, _: Seen, choose: impl FnOnce(usize) -> usize) -> Option<u8> {
        let n = self.count_moves();
        if n == 0 {
            return None;
        }
        let cell = nth(self.empty(), choose(n));
        self.mark(cell);
        Some(cell.trailing_zeros() as u8)
    }

    /// Each move leaves one empty cell less. So the number for the next choice is known before this one is made.
    #[inline(always)]
    fn play_out(&mut self, _: Seen, mut choose: impl FnMut(usize) -> usize) -> u32 {
        let mut empty = self.empty();
        let before = empty.count_ones() as usize;
        let mut n = before;
        while n > 0 && !self.lost() {
            let cell = nth(empty, choose(n));
            empty ^= cell;
            self.mark(cell);
            n -= 1;
        }
        (before - n) as u32
    }
}

impl Notation for TicTacToe {
    const ABOUT: &'static About = &ABOUT;

    fn position_text(&self) -> String {
        grid::write(SIZE, self.side_to_move(), |row, column| self.at(row, column))
    }

    fn read_position(_: &Standard, text: &str) -> Result<Self, BadInput> {
        let read = grid::read_board(SIZE, text)?;
        let set = |side| (0..9).filter(|&cell| read.cells[cell] == Some(side)).map(|cell| 1u32 << cell).sum::<u32>();
        let position = TicTacToe { mover: set(read.to_move), other: set(!read.to_move) };
        let (n_mover, n_other) = (position.mover.count_ones(), position.other.count_ones());
        let expected = n_mover + u32::from(read.to_move == Side::Second);
        if n_other != expected {
            return Err(BadInput::new(format!(
                "{} cannot be to move with {n_mover} marks against {n_other}: x begins and the sides take turns",
                read.to_move.letter()
            )));
        }
        if HAS_LINE[position.mover as usize] {
            return Err(grid::already_won(read.to_move, "line"));
        }
        Ok(position)
    }

    fn move_text(&self, m: u8) -> String {
        grid::square_name(SIZE, RowOne::Top, u32::from(m) / 3, u32::from(m) % 3)
    }

    fn move_form() -> &'static str {
        "a square such as b2"
    }

    fn reason(&self) -> Option<&'static str> {
        self.outcome().map(|outcome| if outcome == Outcome::Draw { "full board" } else { "line" })
    }
}

impl Draw for TicTacToe {
    fn picture(&self) -> Picture {
        let length = SIZE.rows.into();
        grid::picture_with_lines(SIZE, RowOne::Top, Pieces::Crosses, length, |row, column| self.at(row, column))
    }

    fn move_cells(&self, m: u8) -> Vec<String> {
        vec![self.move_text(m)]
    }

    #[inline(always)]
    fn count_pieces(&self, side: Side) -> u32 {
        if side == self.side_to_move() { self.mover.count_ones() } else { self.other.count_ones() }
    }
}

/// The board is so small that nothing else need be known.
impl Insight for TicTacToe {
    fn outlook(&self) -> Outlook {
        Outlook::NO_SUICIDE
    }
}

impl fmt::Display for Standard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(ABOUT.default)
    }
}

impl FromStr for Standard {
    type Err = BadInput;

    fn from_str(text: &str) -> Result<Self, BadInput> {
        let parts = Parts::of(&ABOUT, text)?;
        match parts.head {
            None => Ok(Standard),
            Some(head) if Size::read(head) == Some(SIZE) => Ok(Standard),
            Some(head) => Err(parts.unknown(head, head)),
        }
    }
}
