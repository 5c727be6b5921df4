//! A position as two sets of cells, and how it goes on.

use plyscope_core::Game;
use plyscope_core::cpu::Build;
use plyscope_games::Reversi;
use plyscope_games::reversi::{flipped_in, places_in};

/// The discs of both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Discs {
    /// Those of the side to move.
    pub(super) mover: u64,
    /// Those of the other side.
    pub(super) other: u64,
}

impl Discs {
    pub(super) fn of(position: &Reversi) -> Discs {
        let side = position.side_to_move();
        Discs { mover: position.discs(side), other: position.discs(!side) }
    }

    /// Where the side to move can place a disc; may include cells off a small board.
    #[inline(always)]
    pub(super) fn places<B: Build>(self, build: B) -> u64 {
        places_in(build, self.mover, self.other)
    }

    /// What a disc on this cell flips.
    #[inline(always)]
    pub(super) fn flipped<B: Build>(self, build: B, cell: u32) -> u64 {
        flipped_in(build, cell, self.mover, self.other)
    }

    /// The position after a disc on this cell, which flips these.
    #[inline(always)]
    pub(super) fn after(self, cell: u32, flipped: u64) -> Discs {
        Discs { mover: self.other ^ flipped, other: self.mover ^ flipped ^ 1 << cell }
    }

    /// The position after a pass.
    #[inline(always)]
    pub(super) fn passed(self) -> Discs {
        Discs { mover: self.other, other: self.mover }
    }

    #[inline(always)]
    pub(super) fn hash(self) -> u64 {
        let product = u128::from(self.mover ^ 0x9E37_79B9_7F4A_7C15) * u128::from(self.other ^ 0xD1B5_4A32_D192_ED03);
        product as u64 ^ (product >> 64) as u64
    }
}
