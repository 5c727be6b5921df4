//! Heuristics of every game against published values and slow definitions.

mod andantino;
mod breakthrough;
mod pawn;
mod pawned;
mod pawns;
mod reversi;
mod slow_andantino;
mod tictactoe;
