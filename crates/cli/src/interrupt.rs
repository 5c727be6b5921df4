//! Ctrl-C and SIGTERM, as a flag that stops the work.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use plyscope_core::BadInput;

/// A flag that the first Ctrl-C or SIGTERM sets. A second one ends the program at once.
pub(crate) fn flag() -> Result<Arc<AtomicBool>, BadInput> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    call(move || flag.store(true, Ordering::Relaxed))?;
    Ok(stop)
}

/// Calls `first` at the first Ctrl-C or SIGTERM. A second one ends the program at once.
pub(crate) fn call(first: impl FnOnce() + Send + 'static) -> Result<(), BadInput> {
    let mut first = Some(first);
    ctrlc::set_handler(move || match first.take() {
        Some(first) => first(),
        None => std::process::exit(INTERRUPTED.into()),
    })
    .map_err(|error| BadInput::new(format!("cannot listen for Ctrl-C: {error}")))
}

/// The exit code that shells give an interrupted program.
pub(crate) const INTERRUPTED: u8 = 130;
