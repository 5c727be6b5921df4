//! Who plays, and how a game ended. Both are absolute; colours belong to drawing.

use std::ops::Not;

/// One of the two players, by the order in which they move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Side {
    /// Moves first in the start position; `x` in text.
    First,
    /// Moves second; `o` in text.
    Second,
}

impl Side {
    /// Both sides, in order of [`Side::index`].
    pub const BOTH: [Side; 2] = [Side::First, Side::Second];

    /// 0 for the first player, 1 for the second: for tables with an entry for each side.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The letter of this side in position text.
    pub const fn letter(self) -> char {
        match self {
            Side::First => 'x',
            Side::Second => 'o',
        }
    }

    /// The inverse of [`Side::letter`]; capital letters count too.
    pub const fn from_letter(letter: char) -> Option<Side> {
        match letter {
            'x' | 'X' => Some(Side::First),
            'o' | 'O' => Some(Side::Second),
            _ => None,
        }
    }
}

impl Not for Side {
    type Output = Side;

    #[inline(always)]
    fn not(self) -> Side {
        match self {
            Side::First => Side::Second,
            Side::Second => Side::First,
        }
    }
}

/// How a finished game ended, the same for every observer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// This side won.
    Win(Side),
    /// Neither side won.
    Draw,
}

impl Outcome {
    /// The winner, if there is one.
    pub const fn winner(self) -> Option<Side> {
        match self {
            Outcome::Win(side) => Some(side),
            Outcome::Draw => None,
        }
    }

    /// The side with the larger count wins; equal counts are a draw.
    pub fn by_count(first: u32, second: u32) -> Outcome {
        match first.cmp(&second) {
            std::cmp::Ordering::Greater => Outcome::Win(Side::First),
            std::cmp::Ordering::Less => Outcome::Win(Side::Second),
            std::cmp::Ordering::Equal => Outcome::Draw,
        }
    }
}
