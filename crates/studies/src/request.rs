//! How much a study computes, on how many threads, and how it reports progress.

use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use plyscope_core::{Interrupted, Progress, Work};

/// How to run a study.
pub struct StudyRequest<'a> {
    /// Whether everything is computed, even what takes long.
    pub full: bool,
    /// The seed of everything random.
    pub seed: u64,
    /// Threads to use. The results do not depend on it.
    pub jobs: NonZeroUsize,
    /// Stops the run, and is told the progress of each part.
    pub work: Work<'a>,
}

/// Computes something for each piece on the allowed threads; results come in the order of the pieces. When the run is
/// stopped, pieces may be cut short; then no result is used.
///
/// # Errors
/// If the run is stopped.
///
/// # Panics
/// If the computation of a piece panics.
pub fn spread<T: Sync, R: Send>(
    request: &StudyRequest<'_>,
    part: &str,
    pieces: &[T],
    compute: impl Fn(&T) -> R + Sync,
) -> Result<Vec<R>, Interrupted> {
    let (next, done) = (AtomicUsize::new(0), Mutex::new(0));
    let slots: Vec<Mutex<Option<R>>> = pieces.iter().map(|_| Mutex::new(None)).collect();
    let take_pieces = || {
        while request.work.check().is_ok() {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(piece) = pieces.get(index) else { break };
            let result = compute(piece);
            *slots[index].lock().expect("no thread panics with it") = Some(result);
            // The listener is called under the lock, so that counts arrive in order.
            let mut done = done.lock().expect("no thread panics with it");
            *done += 1;
            request.work.tell(Progress::of(part, *done, pieces.len() as u64));
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..request.jobs.get().min(pieces.len()) {
            scope.spawn(take_pieces);
        }
    });
    request.work.check()?;
    let results = slots.into_iter().map(|slot| slot.into_inner().expect("no thread panics with it"));
    let results: Option<Vec<R>> = results.collect();
    results.ok_or(Interrupted::Cancelled)
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, AtomicU64};

    use super::*;

    #[test]
    fn results_come_in_order_on_any_number_of_threads() {
        for jobs in [1, 2, 7] {
            let (stop, done) = (AtomicBool::new(false), AtomicU64::new(0));
            let listener = |progress: Progress<'_>| {
                assert_eq!((progress.what, progress.total), ("squares", Some(100)));
                assert_eq!(done.swap(progress.done, Ordering::Relaxed) + 1, progress.done);
            };
            let jobs = NonZeroUsize::new(jobs).unwrap();
            let request = StudyRequest { full: false, seed: 1, jobs, work: Work::new(&stop).telling(&listener) };
            let pieces: Vec<u64> = (0..100).collect();
            let squares = spread(&request, "squares", &pieces, |n| n * n).unwrap();
            assert_eq!(squares, pieces.iter().map(|n| n * n).collect::<Vec<_>>());
            assert_eq!(done.load(Ordering::Relaxed), 100);
            stop.store(true, Ordering::Relaxed);
            assert_eq!(spread(&request, "squares", &pieces, |n| n * n), Err(Interrupted::Cancelled));
        }
    }
}
