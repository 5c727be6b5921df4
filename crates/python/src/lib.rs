//! The extension module `plyscope._native`: what the Python package in `python/plyscope` is made of.
//!
//! Positions, games and trees are classes here. Results of long work are JSON, made by the types of `plyscope-view`, so
//! that their names equal those of `plyscope … --json`; the package turns them into Python classes.
#![allow(clippy::needless_pass_by_value, reason = "arguments come from Python by value")]

mod arguments;
mod ask;
mod call;
mod game;
mod layout;
mod matches;
mod numpy;
mod position;
mod tree;

use pyo3::pymodule;

/// The native part of the package `plyscope`.
#[pymodule(gil_used = false)]
mod _native {
    #[pymodule_export]
    use crate::ask::{evaluate, grade, perft, search, solve};
    #[pymodule_export]
    use crate::game::{Game, games, main, searches};
    #[pymodule_export]
    use crate::matches::{exact, play_match};
    #[pymodule_export]
    use crate::position::Position;
    #[pymodule_export]
    use crate::tree::Tree;
    #[pymodule_export]
    #[expect(non_upper_case_globals, reason = "its name in Python")]
    const __version__: &str = env!("CARGO_PKG_VERSION");
}
