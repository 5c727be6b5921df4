//! Classic two-player games, each in its own folder: the rules (`Game`), text (`Notation`), the look of the board
//! (`Draw`), features and heuristics (`Judged`) and what solvers may know (`Insight`).
//!
//! What several games share is `grid` (boards of squares as text), `pawns` (pieces that only go forward), `bits` (sets
//! of cells in machine words) and `spec` (the text after the colon of a game spec).

pub mod andantino;
mod bits;
pub mod breakthrough;
pub mod connect4;
mod grid;
pub mod pawn;
pub mod pawned;
mod pawns;
pub mod reversi;
mod spec;
pub mod tictactoe;

pub use andantino::Andantino;
pub use bits::Word;
pub use breakthrough::Breakthrough;
pub use connect4::Connect4;
pub use grid::{OnGrid, Size};
pub use pawn::Pawn;
pub use pawned::Pawned;
pub use pawns::{Armies, Camp, PawnMove};
pub use reversi::{LargeReversi, Reversi};
pub use tictactoe::TicTacToe;
