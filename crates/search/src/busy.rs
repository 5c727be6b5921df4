//! Which moves other threads are searching right now, so that threads spread over the tree instead of walking it in
//! step.
//!
//! A thread that meets such a move leaves it for later; when it comes back, the table usually has the answer. The list
//! of moves is small and may lose some: then a little work is done twice, but no value changes (T. Kerrigan's
//! simplification of ABDADA: J.-C. Weill, The ABDADA distributed minimax search algorithm, ICCA Journal 19, 1996).

use std::sync::atomic::{AtomicU64, Ordering};

/// The moves that are being searched.
pub(crate) struct Busy {
    slots: Vec<AtomicU64>,
}

const N_SLOTS: usize = 1 << 12;

/// Below this depth searching a move is faster than announcing it.
pub(crate) const MIN_DEPTH: u32 = 3;

impl Busy {
    pub(crate) fn new() -> Self {
        Busy { slots: (0..N_SLOTS).map(|_| AtomicU64::new(0)).collect() }
    }

    #[inline]
    fn slot(&self, name: u64) -> &AtomicU64 {
        &self.slots[(name >> 32) as usize % N_SLOTS]
    }

    /// Whether some thread has announced this move of this position.
    #[inline]
    pub(crate) fn has(&self, name: u64) -> bool {
        self.slot(name).load(Ordering::Relaxed) == name
    }
}

/// Announces a move to other threads, if there are any and its slot is free; [`end`] withdraws it. Not a function
/// around the search of the move: the compiler would no longer inline that.
#[inline(always)]
pub(crate) fn begin(busy: Option<&Busy>, name: u64) {
    if let Some(busy) = busy {
        let _ = busy.slot(name).compare_exchange(0, name, Ordering::Relaxed, Ordering::Relaxed);
    }
}

/// Withdraws an announcement.
#[inline(always)]
pub(crate) fn end(busy: Option<&Busy>, name: u64) {
    if let Some(busy) = busy {
        let _ = busy.slot(name).compare_exchange(name, 0, Ordering::Relaxed, Ordering::Relaxed);
    }
}

/// A name for a move, from the key of its position and its index there. Never 0, which marks an empty slot.
#[inline]
pub(crate) fn name(key: u64, index: u16) -> u64 {
    (key ^ u64::from(index)).wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1
}
