//! Work that takes time: on its own threads, a bounded number at once, and stopped when its client is gone.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};

use plyscope_core::Work;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

use crate::error::{ApiError, ErrorCode};
use crate::limits::Limits;

/// The slots for searches, and the flags that stop running ones.
pub(crate) struct Workshop {
    searches: Arc<Semaphore>,
    /// Places in the queue for a slot: a flood of searches must leave connections for ordinary requests.
    queue: Semaphore,
    /// Short requests take turns too: a flood of them must not start a thread for each.
    quick: Arc<Semaphore>,
    patience: std::time::Duration,
    running: Arc<AtomicUsize>,
    stops: Mutex<Vec<Running>>,
}

/// A search that may be running.
struct Running {
    /// What its client calls it, if it wants to stop it.
    name: Option<String>,
    stop: Weak<AtomicBool>,
}

/// Short requests that are answered at the same time.
const QUICK: usize = 8;

/// A slot for a search, which stops when the client is gone or the server closes.
pub(crate) struct SearchSlot {
    _permit: OwnedSemaphorePermit,
    running: Arc<AtomicUsize>,
    stop: Arc<AtomicBool>,
}

impl SearchSlot {
    /// What stops the search.
    pub(crate) fn work(&self) -> Work<'_> {
        Work::new(&self.stop)
    }
}

impl Drop for SearchSlot {
    fn drop(&mut self) {
        self.running.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Sets a flag when it is dropped. Held by the request that waits for the work.
pub(crate) struct StopOnDrop(Arc<AtomicBool>);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl Workshop {
    pub(crate) fn new(limits: &Limits) -> Self {
        Workshop {
            searches: Arc::new(Semaphore::new(limits.searches)),
            queue: Semaphore::new((limits.connections / 4).max(1)),
            quick: Arc::new(Semaphore::new(QUICK)),
            patience: limits.patience,
            running: Arc::default(),
            stops: Mutex::default(),
        }
    }

    /// Searches that are running now.
    pub(crate) fn running(&self) -> usize {
        self.running.load(Ordering::Relaxed)
    }

    /// Waits for a slot, for a limited time.
    pub(crate) async fn slot(&self, name: Option<String>) -> Result<(SearchSlot, StopOnDrop), ApiError> {
        let busy =
            || ApiError::new(ErrorCode::Busy, "the server is busy with other searches; try again in a few seconds");
        let in_queue = self.queue.try_acquire().map_err(|_| busy())?;
        let waiting = timeout(self.patience, Arc::clone(&self.searches).acquire_owned());
        let Ok(Ok(permit)) = waiting.await else { return Err(busy()) };
        drop(in_queue);
        let stop = Arc::new(AtomicBool::new(false));
        let mut stops = self.stops.lock().unwrap_or_else(PoisonError::into_inner);
        stops.retain(|running| running.stop.strong_count() > 0);
        stops.push(Running { name, stop: Arc::downgrade(&stop) });
        self.running.fetch_add(1, Ordering::Relaxed);
        let slot = SearchSlot { _permit: permit, running: Arc::clone(&self.running), stop: Arc::clone(&stop) };
        Ok((slot, StopOnDrop(stop)))
    }

    /// Does long work. It is stopped when the client goes away.
    pub(crate) async fn long<T: Send + 'static>(
        &self,
        work: impl FnOnce(Work<'_>) -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        self.named(None, work).await
    }

    /// The same for work that the client may stop by its name and whose result it still wants.
    pub(crate) async fn named<T: Send + 'static>(
        &self,
        name: Option<String>,
        work: impl FnOnce(Work<'_>) -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let (slot, _waiting) = self.slot(name).await?;
        finished(tokio::task::spawn_blocking(move || work(slot.work())).await)
    }

    /// Does short work on another thread, so that it cannot hold up the server.
    pub(crate) async fn quick<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let permit = Arc::clone(&self.quick).acquire_owned().await;
        finished(
            tokio::task::spawn_blocking(move || {
                let _permit = permit;
                work()
            })
            .await,
        )
    }

    /// Stops the searches with this name; returns whether there were any.
    pub(crate) fn stop(&self, name: &str) -> bool {
        let stops = self.stops.lock().unwrap_or_else(PoisonError::into_inner);
        let named = stops.iter().filter(|running| running.name.as_deref() == Some(name));
        let flags: Vec<_> = named.filter_map(|running| running.stop.upgrade()).collect();
        flags.iter().for_each(|flag| flag.store(true, Ordering::Relaxed));
        !flags.is_empty()
    }

    /// Stops all searches and starts no more.
    pub(crate) fn stop_all(&self) {
        self.searches.close();
        let stops = self.stops.lock().unwrap_or_else(PoisonError::into_inner);
        stops.iter().filter_map(|running| running.stop.upgrade()).for_each(|flag| flag.store(true, Ordering::Relaxed));
    }
}

fn finished<T>(result: Result<Result<T, ApiError>, tokio::task::JoinError>) -> Result<T, ApiError> {
    result.unwrap_or_else(|_| {
        Err(ApiError::new(ErrorCode::Failed, "the server failed; please report this with the request"))
    })
}
