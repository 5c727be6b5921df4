//! The extension module `plyscope._native`: what the Python package in `python/plyscope` is made of.
//!
//! Positions, games and trees are classes here. Results of long work are JSON, made by the types of `plyscope-view`, so
//! that their names equal those of `plyscope … --json`; the package turns them into Python classes.
#![allow(clippy::needless_pass_by_value, reason = "arguments come from Python by value")]

mod arguments;
mod ask;
mod call;
mod experiments;
mod foreign;
mod foreign_game;
mod game;
mod layout;
mod matches;
mod numpy;
mod outside;
mod position;
mod table;
mod tree;

use pyo3::pymodule;

/// The native part of the package `plyscope`.
#[pymodule(gil_used = false)]
mod _native {
    #[pymodule_export]
    use crate::ask::{evaluate, grade, perft, search, solve};
    #[pymodule_export]
    use crate::experiments::{
        check_experiment, experiment_text, quickstart, run_experiment, run_html, run_plots, run_summary, stored_runs,
    };
    #[pymodule_export]
    use crate::game::{Game, games, main, searches};
    #[pymodule_export]
    use crate::matches::{exact, play_match};
    #[pymodule_export]
    use crate::outside::{evaluate_batch, register_game, register_heuristic, register_player};
    #[pymodule_export]
    use crate::position::Position;
    #[pymodule_export]
    use crate::table::Games;
    #[pymodule_export]
    use crate::tree::Tree;
    #[pymodule_export]
    #[expect(non_upper_case_globals, reason = "its name in Python")]
    const __version__: &str = env!("CARGO_PKG_VERSION");

    #[pymodule_init]
    fn init(_module: &pyo3::Bound<'_, pyo3::types::PyModule>) -> pyo3::PyResult<()> {
        crate::outside::add_games()
    }
}
