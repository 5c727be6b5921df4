//! Our own times. They are processor time of one thread, which other work on the machine changes far less than the
//! time on the wall: a table of them can be compared row by row even if the machine was busy.

use std::time::Duration;

use cpu_time::ThreadTime;

/// Does the work on this thread and says how much processor time it took.
pub(crate) fn timed<R>(work: impl FnOnce() -> R) -> (R, Duration) {
    let begin = ThreadTime::now();
    let result = work();
    (result, begin.elapsed())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waiting_is_not_counted_and_computing_is() {
        let pause = Duration::from_millis(100);
        let ((), waited) = timed(|| std::thread::sleep(pause));
        assert!(waited < pause / 2, "{waited:?} for a pause of {pause:?}");
        let (sum, computed) = timed(|| (0..1_000_000_u64).fold(0, |sum, n| std::hint::black_box(sum ^ n)));
        assert!(computed > Duration::ZERO, "{sum} took no time");
    }
}
