//! All games. A new game adds one line here.

#[cfg(not(test))]
use plyscope_games::{Andantino, Breakthrough, Pawned, Reversi};
use plyscope_games::{Pawn, TicTacToe};

use crate::AnyGame;
use crate::game::{ByWidth, One};

/// The games, in the order in which they are listed.
#[cfg(not(test))]
pub static GAMES: &[&dyn AnyGame] = &[
    &One::<TicTacToe>::NEW,
    &One::<Reversi>::NEW,
    &ByWidth::<Pawn<u64>, Pawn<u128>>::NEW,
    &ByWidth::<Pawned<u64>, Pawned<u128>>::NEW,
    &ByWidth::<Breakthrough<u64>, Breakthrough<u128>>::NEW,
    &One::<Andantino>::NEW,
];

/// The tests within this crate make do with two, because all of them take minutes to compile; what must hold of every game stands in `tests/`.
#[cfg(test)]
pub static GAMES: &[&dyn AnyGame] = &[&One::<TicTacToe>::NEW, &ByWidth::<Pawn<u64>, Pawn<u128>>::NEW];
