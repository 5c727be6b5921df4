//! Connect Four: stones fall to the lowest empty cell of a column, and four in a line win.
//!
//! A game that is not over has an empty cell, hence a column that is not full, hence a move. Every move adds a stone,
//! so no position comes back.

mod heuristics;
mod insight;
mod rack;
#[cfg(test)]
mod tests;
mod text;

pub use text::Variant;

use plyscope_core::{Game, Outcome, Side};

use crate::bits::Word;
use rack::Rack;

/// A position of Connect Four.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Connect4 {
    /// The stones of the side to move.
    mover: u64,
    /// The stones of the other side. Sides take turns, so the number of stones tells whose turn it is.
    other: u64,
    rack: &'static Rack,
}

impl Connect4 {
    #[inline(always)]
    fn filled(&self) -> u64 {
        self.mover | self.other
    }

    /// The stones of a side.
    #[inline(always)]
    fn stones(&self, side: Side) -> u64 {
        if side == self.side_to_move() { self.mover } else { self.other }
    }

    /// The cells to which the next stone can fall.
    #[inline(always)]
    fn landing(&self) -> u64 {
        self.rack.landing(self.filled())
    }

    /// Only the side that moved last can have completed a line.
    #[inline(always)]
    fn lost(&self) -> bool {
        self.rack.has_line(self.other)
    }
}

impl Game for Connect4 {
    /// The number of the cell to which the stone falls; lower columns have lower numbers.
    type Move = u8;
    type Variant = Variant;

    const FILLS_BOARD: bool = true;

    fn start(variant: &Variant) -> Self {
        Connect4 { mover: 0, other: 0, rack: Rack::of(variant.size()) }
    }

    #[inline(always)]
    fn side_to_move(&self) -> Side {
        if self.filled().count_ones().is_multiple_of(2) { Side::First } else { Side::Second }
    }

    #[inline(always)]
    fn outcome(&self) -> Option<Outcome> {
        if self.lost() {
            Some(Outcome::Win(!self.side_to_move()))
        } else if self.filled() == self.rack.cells() {
            Some(Outcome::Draw)
        } else {
            None
        }
    }

    #[inline(always)]
    fn moves(&self) -> impl Iterator<Item = u8> {
        self.landing().cells().map(|cell| cell as u8)
    }

    #[inline(always)]
    fn play(&mut self, m: u8) {
        let moved = self.mover | 1 << m;
        self.mover = self.other;
        self.other = moved;
    }

    #[inline(always)]
    fn key(&self) -> u64 {
        self.rack.key(self.mover, self.other)
    }

    #[inline(always)]
    fn count_moves(&self) -> usize {
        if self.lost() { 0 } else { self.landing().count_ones() as usize }
    }

    #[inline(always)]
    fn pick(&self, choose: impl FnOnce(usize) -> usize) -> Option<u8> {
        match self.count_moves() {
            0 => None,
            n => Some(self.landing().nth(choose(n) as u32) as u8),
        }
    }
}
