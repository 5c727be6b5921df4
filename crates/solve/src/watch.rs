//! How solving is watched and stopped.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use plyscope_core::Score;

use crate::Bounds;

/// Why solving ended early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stopped {
    /// The time was up.
    Time,
    /// Somebody asked for it.
    Cancelled,
}

/// What is known while solving goes on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Known {
    /// The position is worth this or more to its side to move.
    pub at_least: Score,
    /// And this or less.
    pub at_most: Score,
    /// Positions visited so far.
    pub nodes: u64,
    /// Time used so far.
    pub time: Duration,
}

/// The clock, the flag and the listener of one computation, and the count of positions.
pub struct Watch<'a> {
    begun: Instant,
    deadline: Option<Instant>,
    stop: &'a AtomicBool,
    on_progress: &'a mut dyn FnMut(&Known),
    bounds: Bounds,
    nodes: u64,
    /// Where the question at hand is given up.
    last_node: u64,
}

/// Nodes between two looks at clock and flag: about a millisecond.
const PAUSE: u64 = 4096;

impl<'a> Watch<'a> {
    /// A watch that starts now. The listener is called now and then with what is known.
    pub fn new(time: Option<Duration>, stop: &'a AtomicBool, on_progress: &'a mut dyn FnMut(&Known)) -> Self {
        let begun = Instant::now();
        let deadline = time.and_then(|time| begun.checked_add(time));
        Watch { begun, deadline, stop, on_progress, bounds: Bounds::OPEN, nodes: 0, last_node: u64::MAX }
    }

    /// Counts a position.
    ///
    /// # Errors
    /// If it is time to stop.
    #[inline(always)]
    pub fn tick(&mut self) -> Result<(), Stopped> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(PAUSE) { self.look() } else { Ok(()) }
    }

    /// Looks at clock and flag, and tells the listener.
    ///
    /// # Errors
    /// If it is time to stop.
    #[cold]
    pub fn look(&mut self) -> Result<(), Stopped> {
        if self.stop.load(Ordering::Relaxed) {
            return Err(Stopped::Cancelled);
        }
        if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return Err(Stopped::Time);
        }
        if self.nodes >= self.last_node {
            return Err(Stopped::Cancelled);
        }
        let known = self.known();
        (self.on_progress)(&known);
        Ok(())
    }

    /// Works on one question until so many positions are visited in all. There is no answer if it was given up then.
    ///
    /// # Errors
    /// If it was stopped for another reason.
    pub(crate) fn until<T>(
        &mut self,
        last_node: u64,
        work: impl FnOnce(&mut Self) -> Result<T, Stopped>,
    ) -> Result<Option<T>, Stopped> {
        self.last_node = last_node;
        let result = work(self);
        self.last_node = u64::MAX;
        match result {
            Ok(answer) => Ok(Some(answer)),
            Err(_) if self.nodes >= last_node => self.look().map(|()| None),
            Err(stopped) => Err(stopped),
        }
    }

    /// What is known of the position in question is this from now on.
    pub fn tell(&mut self, bounds: Bounds) {
        self.bounds = bounds;
    }

    /// What is known so far.
    pub fn known(&self) -> Known {
        let Bounds { at_least, at_most } = self.bounds;
        Known { at_least, at_most, nodes: self.nodes, time: self.begun.elapsed() }
    }

    /// Counts the positions that others visited for this computation.
    pub fn add_nodes(&mut self, nodes: u64) {
        self.nodes += nodes;
    }

    /// When it is time to stop, and who else may say so: for threads that look for themselves.
    pub fn limits(&self) -> (Option<Instant>, &'a AtomicBool) {
        (self.deadline, self.stop)
    }

    /// Positions visited so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Visits positions until it is stopped, or so many.
    fn visit(watch: &mut Watch<'_>, nodes: u64) -> Result<u64, Stopped> {
        (0..nodes).try_for_each(|_| watch.tick()).map(|()| nodes)
    }

    #[test]
    fn a_question_is_given_up_and_the_next_one_goes_on() {
        let (stop, mut silent) = (AtomicBool::new(false), |_: &_| {});
        let mut watch = Watch::new(None, &stop, &mut silent);
        assert_eq!(watch.until(10 * PAUSE, |watch| visit(watch, 5 * PAUSE)), Ok(Some(5 * PAUSE)));
        assert_eq!(watch.until(10 * PAUSE, |watch| visit(watch, 50 * PAUSE)), Ok(None));
        assert_eq!(watch.nodes(), 10 * PAUSE);
        assert_eq!(visit(&mut watch, 50 * PAUSE), Ok(50 * PAUSE));
    }

    #[test]
    fn clock_and_flag_stop_also_a_limited_question() {
        let (stop, mut silent) = (AtomicBool::new(true), |_: &_| {});
        let mut watch = Watch::new(None, &stop, &mut silent);
        assert_eq!(watch.until(PAUSE, |watch| visit(watch, 2 * PAUSE)), Err(Stopped::Cancelled));
        stop.store(false, Ordering::Relaxed);
        let mut watch = Watch::new(Some(Duration::ZERO), &stop, &mut silent);
        assert_eq!(watch.until(9 * PAUSE, |watch| visit(watch, 2 * PAUSE)), Err(Stopped::Time));
    }
}
