//! How much a study computes, on how many threads, and how it reports progress.

use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// How a study is run.
pub struct Effort<'a> {
    /// Whether everything is computed, even what takes long.
    pub full: bool,
    /// The seed of everything that is left to chance.
    pub seed: u64,
    /// Threads to use. The results do not depend on it.
    pub jobs: NonZeroUsize,
    /// Becomes true when somebody wants to stop.
    pub stop: &'a AtomicBool,
    /// Is told how far the work is; from any thread, one at a time.
    pub progress: &'a (dyn Fn(Step<'_>) + Sync),
}

/// How far a part of a study is.
#[derive(Clone, Copy, Debug)]
pub struct Step<'a> {
    /// What is being computed, for example the name of a table.
    pub part: &'a str,
    /// Pieces of it that are done.
    pub done: usize,
    /// Pieces that it has.
    pub total: usize,
}

/// Somebody stopped the run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interrupted;

impl Effort<'_> {
    /// Whether to go on.
    ///
    /// # Errors
    /// If the run is stopped.
    pub fn go_on(&self) -> Result<(), Interrupted> {
        if self.stop.load(Ordering::Relaxed) { Err(Interrupted) } else { Ok(()) }
    }
}

/// Computes something for each piece on the allowed threads; results come in the order of the pieces.
///
/// # Errors
/// If the run is stopped.
///
/// # Panics
/// If the computation of a piece panics.
pub fn spread<T: Sync, R: Send>(
    effort: &Effort<'_>,
    part: &str,
    pieces: &[T],
    compute: impl Fn(&T) -> R + Sync,
) -> Result<Vec<R>, Interrupted> {
    let (next, done) = (AtomicUsize::new(0), Mutex::new(0));
    let slots: Vec<Mutex<Option<R>>> = pieces.iter().map(|_| Mutex::new(None)).collect();
    let work = || {
        while effort.go_on().is_ok() {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(piece) = pieces.get(index) else { break };
            let result = compute(piece);
            *slots[index].lock().expect("no thread panics with it") = Some(result);
            let mut done = done.lock().expect("no thread panics with it");
            *done += 1;
            (effort.progress)(Step { part, done: *done, total: pieces.len() });
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..effort.jobs.get().min(pieces.len()) {
            scope.spawn(work);
        }
    });
    let results = slots.into_iter().map(|slot| slot.into_inner().expect("no thread panics with it"));
    results.collect::<Option<Vec<R>>>().ok_or(Interrupted)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_order_on_any_number_of_threads() {
        for jobs in [1, 2, 7] {
            let stop = AtomicBool::new(false);
            let steps = AtomicUsize::new(0);
            let progress = |step: Step<'_>| {
                assert!(step.part == "squares" && step.total == 100);
                steps.fetch_max(step.done, Ordering::Relaxed);
            };
            let jobs = NonZeroUsize::new(jobs).unwrap();
            let effort = Effort { full: false, seed: 1, jobs, stop: &stop, progress: &progress };
            let pieces: Vec<u64> = (0..100).collect();
            let squares = spread(&effort, "squares", &pieces, |n| n * n).unwrap();
            assert_eq!(squares, pieces.iter().map(|n| n * n).collect::<Vec<_>>());
            assert_eq!(steps.load(Ordering::Relaxed), 100);
            stop.store(true, Ordering::Relaxed);
            assert_eq!(spread(&effort, "squares", &pieces, |n| n * n), Err(Interrupted));
        }
    }
}
