//! Reversi with Othello's rules: a disc must flip enemies; a side that cannot passes; when neither can, more discs win.
//!
//! ```text
//! 1  0  8 16 24 …     Boards of up to 8×8 cells lie in the upper left corner of an 8×8 one; larger ones are numbered
//! 2  1  9 17 25       without gaps. Cells go down the columns, so that moves come as a1, a2, …, b1, …: the order of
//! 3  2 10 18 26       the lab report whose node counts we reproduce.
//!    a  b  c  d
//! ```

mod board;
mod flip;
mod heuristics;
mod insight;
mod large;
mod measures;
mod text;
#[cfg(target_arch = "x86_64")]
mod wide;
#[cfg(target_arch = "x86_64")]
mod x86;

pub use board::{Board, Eight};
pub use flip::{flipped_in, places_in};
pub use heuristics::strong;
pub use large::Large;
pub use measures::neighbours;
pub use text::Variant;

use plyscope_core::cpu::Seen;
use plyscope_core::{Game, Outcome, Side};

use crate::bits::{Word, side_salt};

/// A position of Reversi on a board of at most eight rows and eight columns.
pub type Reversi = ReversiOn<Eight>;

/// A position of Reversi on a board of any size.
pub type LargeReversi = ReversiOn<Large>;

/// A position of Reversi.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ReversiOn<B: Board> {
    /// The discs of the side to move.
    mover: B::Set,
    /// The discs of the other side.
    other: B::Set,
    board: B,
    side: Side,
}

/// A disc placed on a cell, or [`DiscMove::PASS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DiscMove(u8);

impl DiscMove {
    /// Placing nothing, because nothing can be flipped.
    pub const PASS: DiscMove = DiscMove(u8::MAX);

    /// The cell on which a disc is placed, unless this is a pass.
    pub fn cell(self) -> Option<u32> {
        (self != DiscMove::PASS).then_some(self.0.into())
    }
}

impl<B: Board> ReversiOn<B> {
    /// The same board and side to move with other discs, for those who search with sets of cells. Both must lie on the
    /// board, and no cell may be in both.
    #[inline(always)]
    pub fn with_discs(&self, mover: B::Set, other: B::Set) -> Self {
        ReversiOn { mover, other, ..*self }
    }

    /// The cells on which the side to move may place a disc.
    #[inline(always)]
    fn places(&self) -> B::Set {
        self.board.places(self.mover, self.other)
    }

    #[inline(always)]
    fn other_can_place(&self) -> bool {
        self.board.places(self.other, self.mover) != B::Set::EMPTY
    }
}

impl<B: Board> Game for ReversiOn<B> {
    type Move = DiscMove;
    type Variant = Variant;

    const FILLS_BOARD: bool = true;
    const GAINS_BY_WIDE: bool = B::GAINS_BY_WIDE;

    fn start(variant: &Variant) -> Self {
        variant.start()
    }

    #[inline(always)]
    fn side_to_move(&self) -> Side {
        self.side
    }

    #[inline(always)]
    fn outcome(&self) -> Option<Outcome> {
        if self.places() != B::Set::EMPTY || self.other_can_place() {
            return None;
        }
        let [first, second] = Side::BOTH.map(|side| self.n_discs(side));
        Some(Outcome::by_count(first, second))
    }

    #[inline(always)]
    fn moves(&self) -> impl Iterator<Item = DiscMove> {
        let places = self.places();
        let pass = (places == B::Set::EMPTY).then_some(DiscMove::PASS);
        places.cells().map(|cell| DiscMove(cell as u8)).chain(pass)
    }

    #[inline(always)]
    fn play(&mut self, m: DiscMove) {
        let (mover, other) = (self.mover, self.other);
        if m == DiscMove::PASS {
            (self.mover, self.other) = (other, mover);
        } else {
            let flipped = self.board.flipped(m.0.into(), mover, other);
            (self.mover, self.other) = (other ^ flipped, mover ^ flipped ^ B::Set::cell(m.0.into()));
        }
        self.side = !self.side;
    }

    #[inline(always)]
    fn key(&self) -> u64 {
        self.mover.key(self.other, side_salt(self.side))
    }

    #[inline(always)]
    fn count_moves(&self) -> usize {
        let places = self.places();
        if places == B::Set::EMPTY { usize::from(self.other_can_place()) } else { places.count() as usize }
    }

    fn count_replies(&self) -> (u64, u64) {
        self.board.count_replies(self)
    }

    #[inline(always)]
    fn pick(&self, choose: impl FnOnce(usize) -> usize) -> Option<DiscMove> {
        let places = self.places();
        if places == B::Set::EMPTY {
            return self.other_can_place().then_some(DiscMove::PASS);
        }
        Some(DiscMove(places.nth(choose(places.count() as usize) as u32) as u8))
    }

    /// The same as picking and playing, without asking the processor three times and without taking the move apart.
    #[inline(always)]
    fn play_picked(&mut self, seen: Seen, choose: impl FnOnce(usize) -> usize) -> Option<DiscMove> {
        let (mover, other) = (self.mover, self.other);
        let places = self.board.places_told(seen, mover, other);
        if places == B::Set::EMPTY {
            if self.board.places_told(seen, other, mover) == B::Set::EMPTY {
                return None;
            }
            self.play(DiscMove::PASS);
            return Some(DiscMove::PASS);
        }
        let cell = places.nth_told(seen, choose(places.count() as usize) as u32);
        let flipped = self.board.flipped_told(seen, cell, mover, other);
        (self.mover, self.other) = (other ^ flipped, mover ^ flipped ^ B::Set::cell(cell));
        self.side = !self.side;
        Some(DiscMove(cell as u8))
    }
}
