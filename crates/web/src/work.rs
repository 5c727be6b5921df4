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
    /// Short requests take turns too: a flood of them must not start a thread for each.
    quick: Arc<Semaphore>,
    patience: std::time::Duration,
    running: Arc<AtomicUsize>,
    stops: Mutex<Vec<Weak<AtomicBool>>>,
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
    pub(crate) async fn slot(&self) -> Result<(SearchSlot, StopOnDrop), ApiError> {
        let waiting = timeout(self.patience, Arc::clone(&self.searches).acquire_owned());
        let Ok(Ok(permit)) = waiting.await else {
            return Err(ApiError::new(
                ErrorCode::Busy,
                "the server is busy with other searches; try again in a few seconds",
            ));
        };
        let stop = Arc::new(AtomicBool::new(false));
        let mut stops = self.stops.lock().unwrap_or_else(PoisonError::into_inner);
        stops.retain(|flag| flag.strong_count() > 0);
        stops.push(Arc::downgrade(&stop));
        self.running.fetch_add(1, Ordering::Relaxed);
        let slot = SearchSlot { _permit: permit, running: Arc::clone(&self.running), stop: Arc::clone(&stop) };
        Ok((slot, StopOnDrop(stop)))
    }

    /// Does long work. It is stopped when the client goes away.
    pub(crate) async fn long<T: Send + 'static>(
        &self,
        work: impl FnOnce(Work<'_>) -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let (slot, _waiting) = self.slot().await?;
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

    /// Stops all searches and starts no more.
    pub(crate) fn stop_all(&self) {
        self.searches.close();
        let stops = self.stops.lock().unwrap_or_else(PoisonError::into_inner);
        stops.iter().filter_map(Weak::upgrade).for_each(|flag| flag.store(true, Ordering::Relaxed));
    }
}

fn finished<T>(result: Result<Result<T, ApiError>, tokio::task::JoinError>) -> Result<T, ApiError> {
    result.unwrap_or_else(|_| {
        Err(ApiError::new(ErrorCode::Failed, "this made the server fail; please report it with the request"))
    })
}
