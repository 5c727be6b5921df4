//! Every search through the public interface.

mod common;
mod engine;
mod equivalence;
mod limits;
mod mcts;
mod selective;
