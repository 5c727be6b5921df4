//! When to stop: the limits of a search and the work it belongs to, checked often enough and no more often.

use std::time::{Duration, Instant};

use plyscope_core::{Interrupted, Limits, Stop, Work};

/// The search was interrupted, and what it was working on must be thrown away. The clock knows why: without a reason in
/// it, a `Result` of a score fits into two registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stopped;

/// Nodes between two looks at the clock: well below a millisecond of work.
const PATIENCE: u64 = 512;

/// Knows when a search must end.
pub(crate) struct Clock<'a> {
    begun: Instant,
    max_nodes: u64,
    /// The stop flag, and the earlier of the two deadlines.
    work: Work<'a>,
    /// The node count at which to look again.
    next_look: u64,
    /// Why the search was interrupted, if it was.
    pub(crate) stopped: Option<Stop>,
}

impl<'a> Clock<'a> {
    pub(crate) fn start(limits: &Limits, work: impl Into<Work<'a>>) -> Self {
        Clock {
            begun: Instant::now(),
            max_nodes: limits.nodes.unwrap_or(u64::MAX),
            work: work.into().within(limits.time),
            next_look: 0,
            stopped: None,
        }
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.begun.elapsed()
    }

    /// To be called at every node with the number of nodes so far.
    #[inline(always)]
    pub(crate) fn tick(&mut self, nodes: u64) -> Result<(), Stopped> {
        if nodes < self.next_look { Ok(()) } else { self.look(nodes) }
    }

    /// Nodes that may still be visited before the next call of [`Clock::tick`].
    #[inline(always)]
    pub(crate) fn patience(&self, nodes: u64) -> u64 {
        self.next_look.saturating_sub(nodes)
    }

    /// Checks all limits now.
    #[cold]
    pub(crate) fn look(&mut self, nodes: u64) -> Result<(), Stopped> {
        if nodes >= self.max_nodes {
            return self.stop(Stop::Nodes);
        }
        match self.work.check() {
            Err(Interrupted::Cancelled) => return self.stop(Stop::Cancelled),
            Err(Interrupted::Time) => return self.stop(Stop::Time),
            Ok(()) => {}
        }
        self.next_look = (nodes + PATIENCE).min(self.max_nodes);
        Ok(())
    }

    /// Interrupts the search.
    pub(crate) fn stop(&mut self, why: Stop) -> Result<(), Stopped> {
        self.stopped = Some(why);
        Err(Stopped)
    }
}
