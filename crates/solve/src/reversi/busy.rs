//! Which positions other threads are searching, so that threads spread over the tree.
//!
//! All threads search the same tree and share the table. A move whose position is being searched is put off until the
//! others are done; by then it is in the table (J.-C. Weill's ABDADA, ICCA Journal 1996, without its changes to the
//! table).

use std::sync::atomic::{AtomicU64, Ordering};

use super::discs::Discs;

/// More than enough for the positions that dozens of threads search at a time; if two share a slot, one of them is not
/// seen.
const PLACES: usize = 4096;

/// The positions that are being searched.
pub(super) struct Busy(Vec<AtomicU64>);

impl Busy {
    pub(super) fn new() -> Busy {
        Busy((0..PLACES).map(|_| AtomicU64::new(0)).collect())
    }

    fn place(&self, discs: Discs) -> (&AtomicU64, u64) {
        let hash = discs.hash() | 1;
        (&self.0[(hash >> 32) as usize % PLACES], hash)
    }

    /// Whether a thread searches this position.
    pub(super) fn has(&self, discs: Discs) -> bool {
        let (place, hash) = self.place(discs);
        place.load(Ordering::Relaxed) == hash
    }

    /// A thread begins to search this position.
    pub(super) fn begin(&self, discs: Discs) {
        let (place, hash) = self.place(discs);
        place.store(hash, Ordering::Relaxed);
    }

    /// A thread is done with this position.
    pub(super) fn end(&self, discs: Discs) {
        self.place(discs).0.store(0, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_is_busy_until_it_is_done() {
        let busy = Busy::new();
        let (one, two) = (Discs { mover: 5, other: 2 }, Discs { mover: 2, other: 5 });
        assert!(!busy.has(one));
        busy.begin(one);
        assert!(busy.has(one) && !busy.has(two));
        busy.end(one);
        assert!(!busy.has(one));
    }
}
