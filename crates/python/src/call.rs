//! Long calls from Python: the work runs in a thread of its own, without the lock of the interpreter, while the calling
//! thread looks for Ctrl-C.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use plyscope_core::{BadInput, Work};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::{PyErr, PyResult, Python};

/// How often the calling thread looks for Ctrl-C.
const POLL: Duration = Duration::from_millis(50);

/// The stack of the main thread on most systems; deep searches need more than the two megabytes of other threads.
const STACK: usize = 8 << 20;

/// A call in progress: its stop flag, and the exception that ended it.
#[derive(Default)]
pub(crate) struct Call {
    stop: AtomicBool,
    error: Mutex<Option<PyErr>>,
}

impl Call {
    /// Ends the call with an exception; the first one counts.
    fn fail(&self, error: PyErr) {
        self.error.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
        self.stop.store(true, Ordering::Relaxed);
    }
}

/// Does some work that may take long. Ctrl-C stops it and becomes `KeyboardInterrupt`, or what the handler raises.
pub(crate) fn long<T: Send>(py: Python<'_>, job: impl FnOnce(Work<'_>) -> Result<T, BadInput> + Send) -> PyResult<T> {
    let call = Arc::new(Call::default());
    let own = Arc::clone(&call);
    let result = py.detach(|| {
        thread::scope(|scope| {
            let (done, finished) = channel::<()>();
            let work = move || {
                let result = job(Work::new(&own.stop));
                drop(done);
                result
            };
            let worker = thread::Builder::new().name("plyscope".to_owned()).stack_size(STACK);
            let worker =
                worker.spawn_scoped(scope, work).map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
            while let Err(RecvTimeoutError::Timeout) = finished.recv_timeout(POLL) {
                if let Err(error) = Python::attach(|py| py.check_signals()) {
                    call.fail(error);
                }
            }
            worker.join().map_err(|_| PyRuntimeError::new_err("plyscope failed; please report what is printed above"))
        })
    })?;
    match call.error.lock().unwrap_or_else(PoisonError::into_inner).take() {
        Some(error) => Err(error),
        None => result.map_err(bad_input),
    }
}

/// The exception for what was not understood.
pub(crate) fn bad_input(error: BadInput) -> PyErr {
    PyValueError::new_err(error.to_string())
}
