//! When to stop: the limits of a search and the work it belongs to, checked often enough and no more often.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use plyscope_core::{Interrupted, Limits, Stop, Work};

/// The search was interrupted, and what it was working on must be thrown away. The clock knows why: without a reason in
/// it, a `Result` of a score fits into two registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stopped;

/// Nodes between two looks at the clock: well below a millisecond of work.
const PATIENCE: u64 = 512;

/// The same where other threads may have found out meanwhile that the work is useless.
const SHARED_PATIENCE: u64 = 32;

/// Knows when a search must end.
pub(crate) struct Clock<'a> {
    begun: Instant,
    /// What the search is meant to take.
    soft_time: Option<Duration>,
    /// The nodes that may be visited, or have been taken from the budget so far.
    max_nodes: u64,
    /// The nodes that are left for all threads of a search.
    budget: Option<&'a AtomicU64>,
    /// Nodes between two looks.
    patience: u64,
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
            soft_time: limits.soft_time,
            max_nodes: limits.nodes.unwrap_or(u64::MAX),
            budget: None,
            patience: PATIENCE,
            work: work.into().within(limits.time),
            next_look: 0,
            stopped: None,
        }
    }

    /// A clock for a search without depths, which has no use for time beyond the soft limit.
    pub(crate) fn start_sampling(limits: &Limits, work: impl Into<Work<'a>>) -> Self {
        Clock::start(limits, work.into().within(limits.soft_time))
    }

    /// A clock for one of several threads that search together, and whose work may become useless at any time.
    pub(crate) fn start_shared(limits: &Limits, work: impl Into<Work<'a>>, budget: Option<&'a AtomicU64>) -> Self {
        let max_nodes = if budget.is_some() { 0 } else { u64::MAX };
        Clock { budget, max_nodes, patience: SHARED_PATIENCE, ..Clock::start(limits, work) }
    }

    /// Takes some nodes from the budget. Whether there were any left.
    fn take_nodes(&mut self) -> bool {
        let Some(budget) = self.budget else { return false };
        let taken = |left: u64| left.min(self.patience);
        let before = budget.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| Some(left - taken(left)));
        let taken = taken(before.unwrap_or_default());
        self.max_nodes += taken;
        taken > 0
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.begun.elapsed()
    }

    /// Whether there is time to begin a further depth, which takes about as long as all before it, or longer.
    pub(crate) fn may_deepen(&self) -> bool {
        self.soft_time.is_none_or(|soft| self.elapsed() < soft / 2)
    }

    /// To be called at every node with the number of nodes so far.
    #[inline(always)]
    pub(crate) fn tick(&mut self, nodes: u64) -> Result<(), Stopped> {
        if self.is_due(nodes) { self.look(nodes) } else { Ok(()) }
    }

    /// Whether it is time to look at the limits.
    #[inline(always)]
    pub(crate) fn is_due(&self, nodes: u64) -> bool {
        nodes >= self.next_look
    }

    /// Checks all limits now.
    #[cold]
    pub(crate) fn look(&mut self, nodes: u64) -> Result<(), Stopped> {
        while nodes >= self.max_nodes {
            if !self.take_nodes() {
                return self.stop(Stop::Nodes);
            }
        }
        match self.work.check() {
            Err(Interrupted::Cancelled) => return self.stop(Stop::Cancelled),
            Err(Interrupted::Time) => return self.stop(Stop::Time),
            Ok(()) => {}
        }
        self.next_look = (nodes + self.patience).min(self.max_nodes);
        Ok(())
    }

    /// Interrupts the search.
    pub(crate) fn stop(&mut self, why: Stop) -> Result<(), Stopped> {
        self.stopped = Some(why);
        Err(Stopped)
    }
}

/// A clock that counts the nodes itself, down to the next look: one step at a node instead of a count and a comparison.
pub(crate) struct NodeClock<'a> {
    clock: Clock<'a>,
    /// Nodes until the next look. A search that goes on has at least one; 0 means that it is stopped.
    pub(crate) left: u64,
}

impl<'a> NodeClock<'a> {
    /// A clock that has counted nothing yet.
    pub(crate) fn of(mut clock: Clock<'a>) -> Self {
        clock.next_look = 1;
        NodeClock { clock, left: 1 }
    }

    /// Nodes so far.
    #[inline(always)]
    pub(crate) fn nodes(&self) -> u64 {
        self.clock.next_look - self.left
    }

    /// To be called at every node: counts it.
    #[inline(always)]
    pub(crate) fn tick(&mut self) -> Result<(), Stopped> {
        self.left -= 1;
        if self.left == 0 { self.look() } else { Ok(()) }
    }

    /// Checks all limits when the next look is due.
    #[cold]
    pub(crate) fn look(&mut self) -> Result<(), Stopped> {
        self.left = 0;
        let nodes = self.clock.next_look;
        self.clock.look(nodes)?;
        self.left = self.clock.next_look - nodes;
        Ok(())
    }

    /// Whether the search is stopped.
    #[inline(always)]
    pub(crate) fn is_stopped(&self) -> bool {
        self.left == 0
    }

    /// Why the search was interrupted, if it was.
    pub(crate) fn stopped(&self) -> Option<Stop> {
        self.clock.stopped
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.clock.elapsed()
    }

    /// See [`Clock::may_deepen`].
    pub(crate) fn may_deepen(&self) -> bool {
        self.clock.may_deepen()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The faster one gets more of the nodes; together they get all, and no more.
    #[test]
    fn threads_share_one_budget_of_nodes() {
        for (limit, pace) in [(1000, 1), (1000, 7), (100, 3), (33, 1), (1, 1)] {
            let (budget, limits) = (AtomicU64::new(limit), Limits { nodes: Some(limit), ..Limits::default() });
            let mut clocks = [(); 2].map(|()| (Clock::start_shared(&limits, Work::never(), Some(&budget)), 0_u64));
            // As a search does: look before the first node, then count every node and ask whether to go on.
            while clocks.iter().any(|(clock, _)| clock.stopped.is_none()) {
                for ((clock, nodes), steps) in clocks.iter_mut().zip([1, pace]) {
                    for _ in 0..steps {
                        if clock.stopped.is_none() && (*nodes > 0 || clock.look(0).is_ok()) {
                            *nodes += 1;
                            let _ = clock.tick(*nodes);
                        }
                    }
                }
            }
            assert_eq!(clocks.iter().map(|(_, nodes)| nodes).sum::<u64>(), limit);
            assert!(clocks.iter().all(|(clock, _)| clock.stopped == Some(Stop::Nodes)));
        }
    }

    #[test]
    fn a_clock_that_counts_stops_at_the_last_node() {
        for limit in [0, 1, 2, PATIENCE - 1, PATIENCE, PATIENCE + 1, 3 * PATIENCE + 7] {
            let limits = Limits { nodes: Some(limit), ..Limits::default() };
            let mut clock = NodeClock::of(Clock::start(&limits, Work::never()));
            assert_eq!((clock.nodes(), clock.is_stopped()), (0, false));
            for node in 1..limit {
                assert_eq!((clock.tick(), clock.nodes()), (Ok(()), node));
            }
            assert_eq!((clock.tick(), clock.nodes()), (Err(Stopped), limit.max(1)));
            assert_eq!((clock.is_stopped(), clock.stopped()), (true, Some(Stop::Nodes)));
        }
    }
}
