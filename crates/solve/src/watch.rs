//! How solving is watched and stopped.

use std::time::{Duration, Instant};

use plyscope_core::{Interrupted, Score, Work};

use crate::Bounds;

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

/// Counts the positions of one computation, stops it when its work must end, and tells a listener what is known.
pub struct Watch<'a> {
    begun: Instant,
    work: Work<'a>,
    on_progress: &'a mut dyn FnMut(&Known),
    bounds: Bounds,
    nodes: u64,
    /// The count at which the current question is given up.
    last_node: u64,
}

/// Nodes between two checks of clock and flag: about a millisecond.
const PAUSE: u64 = 4096;

impl<'a> Watch<'a> {
    /// A watch that starts now. The listener is called from time to time with what is known.
    pub fn new(work: Work<'a>, on_progress: &'a mut dyn FnMut(&Known)) -> Self {
        let begun = Instant::now();
        Watch { begun, work, on_progress, bounds: Bounds::OPEN, nodes: 0, last_node: u64::MAX }
    }

    /// Counts a position.
    ///
    /// # Errors
    /// If it is time to stop.
    #[inline(always)]
    pub fn tick(&mut self) -> Result<(), Interrupted> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(PAUSE) { self.look() } else { Ok(()) }
    }

    /// Checks clock and flag, and tells the listener.
    ///
    /// # Errors
    /// If it is time to stop.
    #[cold]
    pub fn look(&mut self) -> Result<(), Interrupted> {
        self.work.check()?;
        if self.nodes >= self.last_node {
            return Err(Interrupted::Cancelled);
        }
        let known = self.known();
        (self.on_progress)(&known);
        Ok(())
    }

    /// Works on one question until `last_node` positions are visited in all. There is no answer if it was given up
    /// then.
    ///
    /// # Errors
    /// If it was stopped for another reason.
    pub(crate) fn until<T>(
        &mut self,
        last_node: u64,
        work: impl FnOnce(&mut Self) -> Result<T, Interrupted>,
    ) -> Result<Option<T>, Interrupted> {
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

    /// What stops this computation, for threads that check it themselves.
    pub(crate) fn work(&self) -> Work<'a> {
        self.work
    }

    /// Positions visited so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, Ordering};

    use super::*;

    /// Visits this many positions, or fewer if it is stopped.
    fn visit(watch: &mut Watch<'_>, nodes: u64) -> Result<u64, Interrupted> {
        (0..nodes).try_for_each(|_| watch.tick()).map(|()| nodes)
    }

    #[test]
    fn a_question_is_given_up_and_the_next_one_goes_on() {
        let mut silent = |_: &_| {};
        let mut watch = Watch::new(Work::never(), &mut silent);
        assert_eq!(watch.until(10 * PAUSE, |watch| visit(watch, 5 * PAUSE)), Ok(Some(5 * PAUSE)));
        assert_eq!(watch.until(10 * PAUSE, |watch| visit(watch, 50 * PAUSE)), Ok(None));
        assert_eq!(watch.nodes(), 10 * PAUSE);
        assert_eq!(visit(&mut watch, 50 * PAUSE), Ok(50 * PAUSE));
    }

    #[test]
    fn clock_and_flag_stop_also_a_limited_question() {
        let (stop, mut silent) = (AtomicBool::new(true), |_: &_| {});
        let mut watch = Watch::new(Work::new(&stop), &mut silent);
        assert_eq!(watch.until(PAUSE, |watch| visit(watch, 2 * PAUSE)), Err(Interrupted::Cancelled));
        stop.store(false, Ordering::Relaxed);
        let mut watch = Watch::new(Work::new(&stop).within(Some(Duration::ZERO)), &mut silent);
        assert_eq!(watch.until(9 * PAUSE, |watch| visit(watch, 2 * PAUSE)), Err(Interrupted::Time));
    }
}
