//! Reversi with Othello's rules: a disc must flip enemies; a side that cannot passes; when neither can, more discs win.
//!
//! ```text
//! 1  0  8 16 24 …     Every board, from 4×4 to 8×8, lies in the upper left corner of an 8×8 one. Cells are
//! 2  1  9 17 25       numbered down the columns, so that moves come as a1, a2, …, b1, …: the order of the lab
//! 3  2 10 18 26       report whose node counts we reproduce.
//!    a  b  c  d
//! ```

mod flip;
mod heuristics;
mod insight;
mod measures;
mod text;
#[cfg(target_arch = "x86_64")]
mod x86;

pub use flip::{flipped_in, places_in};
pub use heuristics::strong;
pub use measures::neighbours;
pub use text::Variant;

use plyscope_core::{Game, Outcome, Side};

use crate::bits::{Word, side_salt};

/// A position of Reversi.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Reversi {
    /// The discs of the side to move.
    mover: u64,
    /// The discs of the other side.
    other: u64,
    /// The cells that belong to the board; 0 elsewhere.
    board: u64,
    side: Side,
}

/// A disc placed on a cell, or [`DiscMove::PASS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DiscMove(u8);

impl DiscMove {
    /// Placing nothing, because nothing can be flipped.
    pub const PASS: DiscMove = DiscMove(64);

    /// The cell on which a disc is placed, unless this is a pass.
    pub fn cell(self) -> Option<u32> {
        (self != DiscMove::PASS).then_some(self.0.into())
    }
}

impl Reversi {
    /// The same board and side to move with other discs, for those who search with sets of cells. Both must lie on the
    /// board, and no cell may be in both.
    #[inline(always)]
    pub fn with_discs(&self, mover: u64, other: u64) -> Reversi {
        Reversi { mover, other, ..*self }
    }

    /// The cells on which the side to move may place a disc.
    #[inline(always)]
    fn places(&self) -> u64 {
        flip::places(self.mover, self.other) & self.board
    }

    #[inline(always)]
    fn other_can_place(&self) -> bool {
        flip::places(self.other, self.mover) & self.board != 0
    }
}

impl Game for Reversi {
    type Move = DiscMove;
    type Variant = Variant;

    fn start(variant: &Variant) -> Self {
        variant.start()
    }

    #[inline(always)]
    fn side_to_move(&self) -> Side {
        self.side
    }

    #[inline(always)]
    fn outcome(&self) -> Option<Outcome> {
        if self.places() != 0 || self.other_can_place() {
            return None;
        }
        let [first, second] = Side::BOTH.map(|side| self.discs(side).count_ones());
        Some(Outcome::by_count(first, second))
    }

    #[inline(always)]
    fn moves(&self) -> impl Iterator<Item = DiscMove> {
        let places = self.places();
        let pass = (places == 0).then_some(DiscMove::PASS);
        places.cells().map(|cell| DiscMove(cell as u8)).chain(pass)
    }

    #[inline(always)]
    fn play(&mut self, m: DiscMove) {
        let (mover, other) = (self.mover, self.other);
        if m == DiscMove::PASS {
            (self.mover, self.other) = (other, mover);
        } else {
            let flipped = flip::flipped(m.0.into(), mover, other);
            (self.mover, self.other) = (other ^ flipped, mover ^ flipped ^ 1 << m.0);
        }
        self.side = !self.side;
    }

    #[inline(always)]
    fn key(&self) -> u64 {
        self.mover.key(self.other, side_salt(self.side))
    }

    #[inline(always)]
    fn count_moves(&self) -> usize {
        match self.places() {
            0 => usize::from(self.other_can_place()),
            places => places.count_ones() as usize,
        }
    }

    #[inline(always)]
    fn pick(&self, choose: impl FnOnce(usize) -> usize) -> Option<DiscMove> {
        match self.places() {
            0 => self.other_can_place().then_some(DiscMove::PASS),
            places => Some(DiscMove(places.nth(choose(places.count_ones() as usize) as u32) as u8)),
        }
    }
}
