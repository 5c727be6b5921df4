//! What is reserved of the time for a move.

use std::time::Duration;

/// What the other program and the way to it may take of the time for a move, beyond our thinking.
pub(crate) const OVERHEAD: Duration = Duration::from_millis(30);

/// The time for a move, less what the way takes; always some.
pub(crate) fn net(time: Duration, overhead: Duration) -> Duration {
    time.saturating_sub(overhead).max(Duration::from_millis(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_time_still_gives_a_move() {
        assert_eq!(net(OVERHEAD, OVERHEAD), Duration::from_millis(1));
        assert_eq!(net(Duration::from_millis(100), OVERHEAD), Duration::from_millis(70));
    }
}
