//! Exact values of games and positions.

pub mod reversi;
