//! The studies against their published figures.

mod andantino;
mod breakthrough;
mod committed;
mod pawn_thesis;
mod pawned;
mod reversi_lab;
