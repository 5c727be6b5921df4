//! Clocks for whole games, and how much of one to spend on a move.

use std::time::Duration;

use crate::Limits;

/// The time of a player for a whole game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameClock {
    /// What it begins with.
    pub base: Duration,
    /// What each move adds.
    pub increment: Duration,
}

/// The clock of a player before its move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClockReading {
    /// What is left.
    pub left: Duration,
    /// What the move adds.
    pub increment: Duration,
}

impl GameClock {
    /// The clock before the first move.
    pub fn start(self) -> ClockReading {
        ClockReading { left: self.base, increment: self.increment }
    }
}

impl ClockReading {
    /// The clock after a move that took this long; `None` if that was longer than it had.
    #[must_use]
    pub fn after(self, time: Duration) -> Option<ClockReading> {
        let left = self.left.checked_sub(time)?;
        Some(ClockReading { left: left.saturating_add(self.increment), ..self })
    }

    /// The time for the next move if this many are still to be made, the next one included. `overhead` is what each of
    /// them takes besides the search.
    ///
    /// A move is meant to get an equal share of what is left and most of what it gains. A search that has begun
    /// something may take three shares to finish it, but never more than half of the clock: then a machine can be slow,
    /// or a game much longer than foreseen, and there is still something left.
    pub fn budget(self, moves_ahead: u32, overhead: Duration) -> Budget {
        let moves_ahead = moves_ahead.max(1);
        let reserve =
            overhead.saturating_mul(moves_ahead).max(DELAY).min(self.left / 4 * 3).max(overhead.min(self.left));
        let usable = self.left - reserve;
        let share = usable / moves_ahead + self.increment.mul_f64(INCREMENT_SHARE);
        // Without anything usable a search still answers with a legal move, as fast as it can.
        let most = (usable / 2).max((self.left / 4).min(Duration::from_millis(1)));
        Budget { soft: share.min(most), hard: (share * STRETCH).min(most) }
    }
}

/// What a busy machine may take of a single move: it is kept back as long as there is more.
const DELAY: Duration = Duration::from_millis(150);
/// The part of an increment that is spent at once.
const INCREMENT_SHARE: f64 = 0.8;
/// Shares that a move may take if it does not end in one.
const STRETCH: u32 = 3;

/// The time for one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// What it is meant to take.
    pub soft: Duration,
    /// What it must not exceed.
    pub hard: Duration,
}

impl Limits {
    /// These limits and a budget of time; the first one reached ends a search.
    #[must_use]
    pub fn with_budget(self, budget: Budget) -> Limits {
        let least = |own: Option<Duration>, other: Duration| Some(own.map_or(other, |own| own.min(other)));
        let (time, soft_time) = (least(self.time, budget.hard), least(self.soft_time, budget.soft));
        Limits { time, soft_time, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rng;

    const MS: Duration = Duration::from_millis(1);

    fn reading(left: u32, increment: u32) -> ClockReading {
        ClockReading { left: left * MS, increment: increment * MS }
    }

    /// A game of this many moves, each of which takes what `spend` makes of its budget, and what is left of the clock;
    /// `None` if it was overstepped.
    fn game(clock: ClockReading, n_moves: u32, foreseen: u32, spend: impl Fn(u32, Budget) -> Duration) -> Option<u128> {
        let mut clock = clock;
        for played in 0..n_moves {
            let ahead = foreseen.saturating_sub(played).max(4);
            clock = clock.after(spend(played, clock.budget(ahead, 5 * MS)))?;
        }
        Some(clock.left.as_millis())
    }

    #[test]
    fn no_game_oversteps_even_if_every_move_takes_all_it_may() {
        let mut rng = Rng::new(1);
        for _ in 0..2000 {
            let clock = reading(1 + rng.below(60_000) as u32, rng.below(3) as u32 * 100);
            let (n_moves, foreseen) = (1 + rng.below(200) as u32, rng.below(80) as u32);
            assert!(
                game(clock, n_moves, foreseen, |_, budget| budget.hard).is_some(),
                "{clock:?} {n_moves} {foreseen}"
            );
        }
    }

    /// Every move is late by up to what was reserved for it, as long as the clock has that much.
    #[test]
    fn a_slow_machine_does_not_overstep() {
        let late = |played: u32, budget: Budget| budget.hard + (played % 6) * MS;
        for (base, increment) in [(1000, 0), (200, 10), (60_000, 0), (5000, 50)] {
            assert!(game(reading(base, increment), 30, 30, late).is_some(), "{base} + {increment}");
        }
    }

    /// A machine with other work may stop us for a while, once in a game, at any move.
    #[test]
    fn one_long_delay_does_not_overstep() {
        for (base, increment) in [(2000, 0), (1000, 50), (5000, 50), (60_000, 1000)] {
            for delayed in 0..40 {
                let spend =
                    |played, budget: Budget| budget.soft + if played == delayed { DELAY / 2 } else { Duration::ZERO };
                assert!(
                    game(reading(base, increment), 40, 40, spend).is_some(),
                    "{base} + {increment}, move {delayed}"
                );
            }
        }
    }

    #[test]
    fn a_clock_is_spent_in_the_course_of_a_game() {
        for (increment, most_left) in [(0, 6000), (100, 7000)] {
            let left = game(reading(60_000, increment), 30, 30, |_, budget| budget.soft).expect("in time");
            assert!(left < most_left, "{left} ms of a minute were not used with {increment} ms a move");
        }
    }

    #[test]
    fn an_empty_clock_still_gives_a_move() {
        for left in [0, 1, 4] {
            let Budget { soft, hard } = reading(left, 0).budget(20, 30 * MS);
            assert!(soft <= hard && hard <= left * MS / 4, "{left} ms: {soft:?} {hard:?}");
        }
        // With an increment there is no use in hurrying more than the clock asks for.
        assert!(reading(1000, 1000).budget(20, 30 * MS).hard <= 485 * MS);
        assert_eq!(reading(0, 1000).after(Duration::ZERO), Some(reading(1000, 1000)));
        assert_eq!(reading(10, 1000).after(11 * MS), None);
    }

    #[test]
    fn the_stricter_of_two_limits_holds() {
        let own = Limits { time: Some(10 * MS), depth: Some(3), ..Limits::default() };
        let limits = own.with_budget(Budget { soft: 5 * MS, hard: 20 * MS });
        assert_eq!(
            limits,
            Limits { time: Some(10 * MS), soft_time: Some(5 * MS), depth: Some(3), ..Limits::default() }
        );
    }
}
