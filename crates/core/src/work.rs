//! Work in progress: what can stop it, and how it reports progress.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Why work ended early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Interrupted {
    /// The stop flag was set.
    Cancelled,
    /// The deadline passed.
    Time,
}

impl Interrupted {
    /// A word for people and programs.
    pub const fn name(self) -> &'static str {
        match self {
            Interrupted::Cancelled => "cancelled",
            Interrupted::Time => "time",
        }
    }
}

/// How far some work is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress<'a> {
    /// What is counted, such as `positions solved`. Another text means that another part of the work has begun.
    pub what: &'a str,
    /// Number completed.
    pub done: u64,
    /// Number to complete, if it is known.
    pub total: Option<u64>,
    /// A second count worth showing, with its unit.
    pub also: Option<(u64, &'a str)>,
}

impl<'a> Progress<'a> {
    /// This many are done, and it is not known how many there will be.
    pub fn count(what: &'a str, done: u64) -> Self {
        Progress { what, done, total: None, also: None }
    }

    /// This many of all are done.
    pub fn of(what: &'a str, done: u64, total: u64) -> Self {
        Progress { what, done, total: Some(total), also: None }
    }
}

/// A stop flag, a deadline and a listener, handed to everything that takes long. Copies share the flag and the
/// listener.
///
/// ```
/// use std::sync::atomic::{AtomicBool, Ordering};
/// use plyscope_core::{Interrupted, Work};
///
/// let stop = AtomicBool::new(false);
/// let work = Work::new(&stop);
/// assert_eq!(work.check(), Ok(()));
/// stop.store(true, Ordering::Relaxed);
/// assert_eq!(work.check(), Err(Interrupted::Cancelled));
/// ```
#[derive(Clone, Copy)]
pub struct Work<'a> {
    stop: &'a AtomicBool,
    deadline: Option<Instant>,
    listener: Option<&'a (dyn Fn(Progress<'_>) + Sync)>,
}

impl fmt::Debug for Work<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Work").field("stop", &self.stop).field("deadline", &self.deadline).finish_non_exhaustive()
    }
}

static NEVER: AtomicBool = AtomicBool::new(false);

impl Work<'static> {
    /// Work that cannot be stopped.
    pub fn never() -> Self {
        Work::new(&NEVER)
    }
}

impl<'a> Work<'a> {
    /// Work that ends when the flag is set.
    pub fn new(stop: &'a AtomicBool) -> Self {
        Work { stop, deadline: None, listener: None }
    }

    /// The same work with a listener, which may be called from any thread.
    #[must_use]
    pub fn telling(self, listener: &'a (dyn Fn(Progress<'_>) + Sync)) -> Self {
        Work { listener: Some(listener), ..self }
    }

    /// The same work without a listener, for parts that report nothing of their own.
    #[must_use]
    pub fn silent(self) -> Self {
        Work { listener: None, ..self }
    }

    /// The same work with this much time from now, or until its own deadline if that is earlier. `None` changes
    /// nothing.
    #[must_use]
    pub fn within(self, time: Option<Duration>) -> Self {
        // What lies beyond the end of the clock is no deadline.
        let new = time.and_then(|time| Instant::now().checked_add(time));
        let deadline = match (self.deadline, new) {
            (Some(own), Some(new)) => Some(own.min(new)),
            (own, new) => own.or(new),
        };
        Work { deadline, ..self }
    }

    /// Whether the stop flag is set: one relaxed load, for hot loops.
    #[inline(always)]
    pub fn is_cancelled(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Looks at the flag, and at the clock if there is a deadline.
    ///
    /// # Errors
    /// If the work must end.
    #[inline]
    pub fn check(&self) -> Result<(), Interrupted> {
        if self.is_cancelled() {
            return Err(Interrupted::Cancelled);
        }
        match self.deadline {
            Some(deadline) if Instant::now() >= deadline => Err(Interrupted::Time),
            _ => Ok(()),
        }
    }

    /// Tells the listener, if there is one.
    pub fn tell(&self, progress: Progress<'_>) {
        if let Some(listener) = self.listener {
            listener(progress);
        }
    }
}

impl<'a> From<&'a AtomicBool> for Work<'a> {
    fn from(stop: &'a AtomicBool) -> Self {
        Work::new(stop)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;

    #[test]
    fn the_earlier_deadline_counts() {
        let (now, hour) = (Some(Duration::ZERO), Some(Duration::from_secs(3600)));
        for (times, expected) in [
            ([None, None], Ok(())),
            ([hour, None], Ok(())),
            ([now, hour], Err(Interrupted::Time)),
            ([hour, now], Err(Interrupted::Time)),
            ([Some(Duration::MAX), None], Ok(())),
        ] {
            assert_eq!(Work::never().within(times[0]).within(times[1]).check(), expected, "{times:?}");
        }
    }

    #[test]
    fn a_set_flag_is_reported_before_a_passed_deadline() {
        let stop = AtomicBool::new(true);
        let work = Work::new(&stop).within(Some(Duration::ZERO));
        assert!(work.is_cancelled());
        assert_eq!(work.check(), Err(Interrupted::Cancelled));
        stop.store(false, Ordering::Relaxed);
        assert!(!work.is_cancelled());
        assert_eq!(work.check(), Err(Interrupted::Time));
    }

    #[test]
    fn only_the_listener_of_this_work_hears_of_it() {
        let heard = Mutex::new(Vec::new());
        let listener = |progress: Progress<'_>| heard.lock().expect("one thread").push((progress.done, progress.total));
        let work = Work::never().telling(&listener);
        work.tell(Progress::of("parts", 1, 3));
        work.silent().tell(Progress::of("parts", 2, 3));
        work.within(None).tell(Progress::count("parts", 3));
        assert_eq!(*heard.lock().expect("one thread"), [(1, Some(3)), (3, None)]);
    }
}
