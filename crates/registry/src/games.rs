//! All games. A new game adds one line here.

use plyscope_games::*;

use crate::AnyGame;
use crate::game::{ByWidth, One};

/// The games, in the order in which they are listed.
pub static GAMES: &[&dyn AnyGame] = &[
    &One::<TicTacToe>::NEW,
    &One::<Connect4>::NEW,
    &ByWidth::<Reversi, LargeReversi>::NEW,
    &ByWidth::<Pawn<u64>, Pawn<u128>>::NEW,
    &ByWidth::<Pawned<u64>, Pawned<u128>>::NEW,
    &ByWidth::<Breakthrough<u64>, Breakthrough<u128>>::NEW,
    &One::<Andantino>::NEW,
];
