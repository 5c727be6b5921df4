//! A run as one self-contained HTML file: no network, no external fonts or scripts.

mod html;
mod plots;
mod replay;
mod series;
mod tables;

pub use plots::{RunPlot, plots};

use plyscope_store::{RunId, Store};

use crate::session::ArenaError;
use crate::stored::{stored_plan, summarise};

/// The report of a stored run as one self-contained HTML file.
///
/// # Errors
/// If the run cannot be read from the store.
pub fn html(store: &Store, run: RunId) -> Result<String, ArenaError> {
    let about = store.run(run)?;
    let setup = store.setup(run)?;
    let plan = stored_plan(store, run)?;
    let summary = summarise(store, run)?;
    let samples = replay::samples(store, run, &setup, &summary.cells)?;
    Ok(html::page(&about, &plan, &summary, &samples)?)
}
