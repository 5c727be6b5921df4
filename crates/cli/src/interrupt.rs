//! Signals: Ctrl-C and SIGTERM as a flag that stops the work, and the limit on file sizes as an error.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use plyscope_core::BadInput;

use crate::output::tell;

/// Makes a file that outgrows a limit (`ulimit -f`) an error of the write, which names the file, instead of the end of
/// the program. Called before other threads start, because they inherit it.
pub(crate) fn survive_file_size_limit() {
    #[cfg(unix)]
    {
        use nix::sys::signal::{SigSet, Signal};
        let mut signals = SigSet::empty();
        signals.add(Signal::SIGXFSZ);
        // If it cannot be blocked, the signal ends the program, and nothing stored is lost.
        let _ = signals.thread_block();
    }
}

/// A flag that the first Ctrl-C or SIGTERM sets. A second one ends the program at once.
pub(crate) fn flag() -> Result<Arc<AtomicBool>, BadInput> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    call(move || {
        if IS_KEPT.load(Ordering::Relaxed) {
            end(NOT_WRITTEN);
        }
        flag.store(true, Ordering::Relaxed);
    })?;
    Ok(stop)
}

/// Whether everything worth keeping is stored.
static IS_KEPT: AtomicBool = AtomicBool::new(false);

/// What is said when only files are missing.
pub(crate) const NOT_WRITTEN: &str = "stopped before all files were written; `plyscope report` writes them";

/// From now on a signal ends the program at once: only files are left to write, and they can be written again.
pub(crate) fn only_files_are_left() {
    IS_KEPT.store(true, Ordering::Relaxed);
}

/// Lets a signal end a command that only writes files. Unfinished ones are removed.
pub(crate) fn end_while_writing() -> Result<(), BadInput> {
    call(|| end(NOT_WRITTEN))
}

/// How long a command has to stop by itself.
const PATIENCE: Duration = Duration::from_millis(150);

/// A flag like that of [`flag`] for a command that has nothing to save: if it does not stop at once, it is ended with
/// this sentence.
pub(crate) fn flag_or_end(sentence: &'static str) -> Result<Arc<AtomicBool>, BadInput> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    call(move || {
        flag.store(true, Ordering::Relaxed);
        std::thread::sleep(PATIENCE);
        end(sentence);
    })?;
    Ok(stop)
}

/// Signals so soon after the first are the same one: GNU `timeout`, for example, sends it to the program and to its
/// group.
const ECHO: Duration = Duration::from_millis(100);

/// Calls `first` at the first Ctrl-C or SIGTERM. A second one ends the program at once.
pub(crate) fn call(first: impl FnOnce() + Send + 'static) -> Result<(), BadInput> {
    let mut first = Some(first);
    let mut at = None;
    ctrlc::set_handler(move || match (first.take(), at) {
        (Some(first), _) => {
            at = Some(Instant::now());
            first();
        }
        (None, Some(at)) if Instant::elapsed(&at) < ECHO => {}
        (None, _) => end_silently(),
    })
    .map_err(|error| BadInput::new(format!("cannot listen for Ctrl-C: {error}")))
}

/// Ends the program with a sentence.
fn end(sentence: &str) -> ! {
    tell(sentence);
    end_silently()
}

fn end_silently() -> ! {
    plyscope_files::remove_unfinished();
    std::process::exit(INTERRUPTED.into())
}

/// The exit code that shells give an interrupted program.
pub(crate) const INTERRUPTED: u8 = 130;
