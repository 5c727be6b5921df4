//! The threads that search together: where those that have nothing to do wait for moves that another one can spare.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use plyscope_core::Insight;

use super::split::Split;
use crate::team::Team;

/// What the threads of a search have in common besides what they learn.
pub(super) struct Helpers<G: Insight> {
    /// Threads that wait for something to do.
    n_idle: AtomicU32,
    /// Splits that may have moves left.
    n_open: AtomicU32,
    open: Mutex<Open<G>>,
    news: Condvar,
    pub(super) team: Team,
}

struct Open<G: Insight> {
    splits: Vec<Arc<Split<G>>>,
    n_asleep: usize,
}

/// How often a thread looks for something to do at once, and then whenever no other program wants its processor, before
/// it goes to sleep. Most find something within the first 30 microseconds; to be woken takes longer than that.
const LOOKS: [u32; 2] = [1000, 1000];

impl<G: Insight> Helpers<G> {
    pub(super) fn new(n_threads: usize) -> Self {
        Helpers {
            n_idle: AtomicU32::new(0),
            n_open: AtomicU32::new(0),
            open: Mutex::new(Open { splits: Vec::new(), n_asleep: 0 }),
            news: Condvar::new(),
            team: Team::new(n_threads),
        }
    }

    /// Whether a thread waits for which there are no moves yet.
    #[inline(always)]
    pub(super) fn are_idle(&self) -> bool {
        self.n_idle.load(Ordering::Relaxed) > self.n_open.load(Ordering::Relaxed)
    }

    /// Offers the moves of a split.
    pub(super) fn open(&self, split: &Arc<Split<G>>) {
        let mut open = self.lock();
        open.splits.push(Arc::clone(split));
        self.count(&open);
    }

    /// Takes an offer back: nothing is left of it.
    pub(super) fn close(&self, split: &Arc<Split<G>>) {
        let mut open = self.lock();
        open.splits.retain(|other| !Arc::ptr_eq(other, split));
        self.count(&open);
    }

    fn count(&self, open: &Open<G>) {
        self.n_open.store(open.splits.len() as u32, Ordering::Relaxed);
        if open.n_asleep > 0 {
            self.news.notify_all();
        }
    }

    /// Waits for a split with moves left, one below `above` if that is given, and joins it. `None` if there is nothing
    /// to wait for any more.
    pub(super) fn wait(&self, above: Option<&Arc<Split<G>>>) -> Option<Arc<Split<G>>> {
        self.n_idle.fetch_add(1, Ordering::Relaxed);
        let found = self.wait_idly(above);
        self.n_idle.fetch_sub(1, Ordering::Relaxed);
        found
    }

    fn wait_idly(&self, above: Option<&Arc<Split<G>>>) -> Option<Arc<Split<G>>> {
        let is_done = || match above {
            Some(split) => split.is_done(),
            None => self.team.enough.load(Ordering::Relaxed),
        };
        let join = |open: &mut Open<G>| {
            let mut fitting = open.splits.iter().filter(|split| above.is_none_or(|above| split.is_below(above)));
            fitting.find(|split| split.join()).cloned()
        };
        let [at_once, politely] = LOOKS;
        for look in 0..at_once + politely {
            if is_done() {
                return None;
            }
            if self.n_open.load(Ordering::Relaxed) > 0
                && let Some(split) = join(&mut self.lock())
            {
                return Some(split);
            }
            if look < at_once { std::hint::spin_loop() } else { std::thread::yield_now() }
        }
        let mut open = self.lock();
        loop {
            if is_done() {
                return None;
            }
            if let Some(split) = join(&mut open) {
                return Some(split);
            }
            open.n_asleep += 1;
            open = self.news.wait(open).unwrap_or_else(PoisonError::into_inner);
            open.n_asleep -= 1;
        }
    }

    /// Tells waiting threads that something has ended that they may wait for.
    pub(super) fn wake(&self) {
        if self.lock().n_asleep > 0 {
            self.news.notify_all();
        }
    }

    /// Sends all helpers home when what it returns is dropped, by a panic too.
    pub(super) fn until_dropped(&self) -> impl Drop {
        Dismissal(self)
    }

    fn lock(&self) -> MutexGuard<'_, Open<G>> {
        // The lock is held only to look and to note: there is nothing that a panic could have left half done.
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

struct Dismissal<'a, G: Insight>(&'a Helpers<G>);

impl<G: Insight> Drop for Dismissal<'_, G> {
    fn drop(&mut self) {
        self.0.team.enough.store(true, Ordering::Relaxed);
        self.0.wake();
    }
}
