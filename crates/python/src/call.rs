//! Long calls from Python: the work runs in a thread of its own, without the lock of the interpreter, while the calling
//! thread looks for Ctrl-C.

use std::cell::RefCell;
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

thread_local! {
    /// The call for which this thread works.
    static CURRENT: RefCell<Option<Arc<Call>>> = const { RefCell::new(None) };
}

/// The calls in progress.
static CALLS: Mutex<Vec<Arc<Call>>> = Mutex::new(Vec::new());

/// Ends the call for which this thread works with an exception that was raised in Python. A thread that a search has
/// started does not know its call: then all calls in progress end, so that none goes on with a wrong answer.
pub(crate) fn fail(error: PyErr) {
    let own = CURRENT.with_borrow(Option::clone);
    match own {
        Some(call) => call.fail(error),
        None => Python::attach(|py| {
            let calls = CALLS.lock().unwrap_or_else(PoisonError::into_inner);
            calls.iter().for_each(|call| call.fail(error.clone_ref(py)));
        }),
    }
}

/// Whether the call for which this thread works has failed: then nothing needs to be asked any more.
pub(crate) fn has_failed() -> bool {
    CURRENT.with_borrow(|call| call.as_ref().is_some_and(|call| call.stop.load(Ordering::Relaxed)))
}

/// Does some short work in this thread; what Python raises meanwhile becomes its error.
pub(crate) fn short<T>(job: impl FnOnce() -> PyResult<T>) -> PyResult<T> {
    let call = Arc::new(Call::default());
    let before = CURRENT.replace(Some(Arc::clone(&call)));
    let result = job();
    CURRENT.set(before);
    match call.error.lock().unwrap_or_else(PoisonError::into_inner).take() {
        Some(error) => Err(error),
        None => result,
    }
}

/// Does some work that may take long. Ctrl-C stops it and becomes `KeyboardInterrupt`, or what the handler raises.
pub(crate) fn long<T: Send>(py: Python<'_>, job: impl FnOnce(Work<'_>) -> Result<T, BadInput> + Send) -> PyResult<T> {
    let call = Arc::new(Call::default());
    CALLS.lock().unwrap_or_else(PoisonError::into_inner).push(Arc::clone(&call));
    let own = Arc::clone(&call);
    let result = py.detach(|| {
        thread::scope(|scope| {
            let (done, finished) = channel::<()>();
            let work = move || {
                CURRENT.set(Some(Arc::clone(&own)));
                // Python knows this thread from here on; otherwise every call of a function would introduce it again.
                let result = Python::attach(|py| py.detach(|| job(Work::new(&own.stop))));
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
    });
    CALLS.lock().unwrap_or_else(PoisonError::into_inner).retain(|known| !Arc::ptr_eq(known, &call));
    let result = result?;
    match call.error.lock().unwrap_or_else(PoisonError::into_inner).take() {
        Some(error) => Err(error),
        None => result.map_err(bad_input),
    }
}

/// The exception for what was not understood.
pub(crate) fn bad_input(error: BadInput) -> PyErr {
    PyValueError::new_err(error.to_string())
}
