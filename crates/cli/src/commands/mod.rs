//! One file for each command.

pub(crate) mod games;
pub(crate) mod perft;
pub(crate) mod position;
