//! Solvers against published values and plain minimax.

mod common;
mod known_values;
mod proofs;
mod reversi;
mod stopping;
mod truth;
