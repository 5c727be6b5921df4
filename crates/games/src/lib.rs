//! The rules of six classic two-player games, exactly, with their notation and the look of their boards.
//!
//! One file or folder for each game; what several share is `grid` (boards of squares as text), `pawns` (pieces that only
//! go forward), `bits` (sets of cells in machine words) and `spec` (the text after the colon of a game spec).

pub mod andantino;
mod bits;
pub mod breakthrough;
mod grid;
mod outlook;
pub mod pawn;
pub mod pawned;
mod pawns;
pub mod reversi;
mod spec;
pub mod tictactoe;

pub use andantino::Andantino;
pub use bits::Word;
pub use breakthrough::Breakthrough;
pub use grid::{OnGrid, Size};
pub use outlook::Outlook;
pub use pawn::Pawn;
pub use pawned::Pawned;
pub use pawns::{Armies, Camp, Step, Turning};
pub use reversi::Reversi;
pub use tictactoe::TicTacToe;
