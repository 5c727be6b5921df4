//! Pictures read back.

mod pictures;
mod trees;
