//! Threads that search the same position together.

use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, PoisonError};

use plyscope_core::{Counters, Limits};

use crate::busy::Busy;

/// What the threads of a search share besides the table.
pub(crate) struct Team {
    /// What each is searching, if they want to know.
    pub(crate) busy: Option<Busy>,
    /// Whether the search is over and the helpers may go.
    pub(crate) enough: AtomicBool,
    /// What each helper has counted, up to the last depth that it finished.
    helped: Vec<Mutex<Counters>>,
}

impl Team {
    pub(crate) fn new(n_threads: usize) -> Self {
        let helped = (1..n_threads).map(|_| Mutex::default()).collect();
        Team { busy: None, enough: AtomicBool::new(false), helped }
    }

    /// Keeps what a helper has counted so far.
    pub(crate) fn keep(&self, helper: usize, counters: Counters) {
        // The lock is held only to copy: there is nothing that a panic could have left half done.
        *self.helped[helper].lock().unwrap_or_else(PoisonError::into_inner) = counters;
    }

    /// These counts with those of all helpers.
    pub(crate) fn counted_with(&self, mut counters: Counters) -> Counters {
        for helped in &self.helped {
            counters.add(&helped.lock().unwrap_or_else(PoisonError::into_inner));
        }
        counters
    }
}

/// The limits of each of these threads: an equal share of the nodes.
pub(crate) fn share_of(limits: &Limits, n_threads: usize) -> Limits {
    Limits { nodes: limits.nodes.map(|nodes| nodes.div_ceil(n_threads as u64)), ..*limits }
}
