//! How each game is solved. A new game adds a file here.

mod andantino;
mod pawns;
mod reversi;
mod tictactoe;
