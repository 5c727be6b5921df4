//! Counts of scores, and the difference of two players that follows: score, Elo, likelihood of superiority.
//!
//! ```text
//! Games   [loss, draw, win]                   worth 0, 1/2, 1
//! Pairs   [LL, LD, WL and DD, WD, WW]         worth 0, 1/4, 1/2, 3/4, 1
//! ```
//!
//! Two games of a pair share their opening and swap the seats, so they are not independent; pairs are. The five counts
//! ("pentanomial") give the right error, the three counts of single games only where no pairs were played.

use std::f64::consts::LN_10;
use std::ops::AddAssign;

use crate::intervals::{Interval, careful_variance, mean_interval, normal_cdf, z_of_level};

/// How often each of `N` equally spaced scores from 0 to 1 occurred. `N` is 3 for games and 5 for pairs of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tally<const N: usize>(pub [u64; N]);

/// Losses, draws and wins of single games.
pub type Games = Tally<3>;

/// Pairs of games by their points: 0, ½, 1, 1½, 2.
pub type Pairs = Tally<5>;

/// A number with an interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The best single value.
    pub value: f64,
    /// Its interval at the given level.
    pub interval: Interval,
}

/// A difference in Elo with an interval. `None` stands for infinity: negative for `low`, positive for `high`, and for
/// `value` negative at a score of 0 and positive at 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Elo {
    /// The difference at which the observed score is the expected one.
    pub value: Option<f64>,
    /// The low end of the interval.
    pub low: Option<f64>,
    /// The high end of the interval.
    pub high: Option<f64>,
}

/// The Elo difference at which a score is the expected one, 400·log₁₀(s/(1−s)) (A. E. Elo: The Rating of Chessplayers,
/// 1978, in its logistic form). A score of 0 or 1 has none.
pub fn elo_of_score(score: f64) -> Option<f64> {
    (score > 0.0 && score < 1.0).then(|| 400.0 / LN_10 * (score / (1.0 - score)).ln())
}

/// The expected score of a player who is this much stronger: 1/(1+10^(−elo/400)).
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + (-elo * LN_10 / 400.0).exp())
}

/// Normalised Elo of one standard deviation of the score of a game: the factor that makes small differences between
/// players who never draw equal to Elo (Michel Van den Bergh: Normalized Elo,
/// <https://www.cantate.be/Fishtest/normalized_elo.pdf>).
pub(crate) const NORMALISED_ELO: f64 = 800.0 / LN_10;

impl<const N: usize> Tally<N> {
    /// The score of class `index`.
    pub(crate) fn score(index: usize) -> f64 {
        index as f64 / (N - 1) as f64
    }

    /// The number of games in a unit.
    pub(crate) fn games_per_unit() -> f64 {
        (N - 1) as f64 / 2.0
    }

    /// The number of units (games or pairs).
    pub fn n(&self) -> u64 {
        self.0.iter().sum()
    }

    /// The number of games.
    pub fn games(&self) -> u64 {
        self.n() * (N as u64 - 1) / 2
    }

    /// The same results as the opponent sees them.
    pub fn mirrored(&self) -> Self {
        let mut counts = self.0;
        counts.reverse();
        Tally(counts)
    }

    /// The mean score, `None` if there are no games.
    pub fn mean(&self) -> Option<f64> {
        let sum: f64 = self.0.iter().enumerate().map(|(index, &count)| count as f64 * Self::score(index)).sum();
        (self.n() > 0).then(|| sum / self.n() as f64)
    }

    /// The variance of the score of one unit about the observed mean, `None` if there are no games.
    pub fn variance(&self) -> Option<f64> {
        let mean = self.mean()?;
        let sum: f64 =
            self.0.iter().enumerate().map(|(index, &count)| count as f64 * (Self::score(index) - mean).powi(2)).sum();
        Some(sum / self.n() as f64)
    }

    /// The variance of one unit for standard errors: not 0 if all scores are equal. See [`mean_interval`].
    pub(crate) fn careful_variance(&self) -> Option<f64> {
        Some(careful_variance(self.mean()?, self.variance()?, self.n() as f64))
    }

    /// The standard error of the mean score, `None` if there are no games. Never 0.
    pub fn standard_error(&self) -> Option<f64> {
        Some((self.careful_variance()? / self.n() as f64).sqrt())
    }

    /// The interval of the score, from 0 to 1 if there are no games. See [`mean_interval`].
    pub fn interval(&self, level: f64) -> Interval {
        match (self.mean(), self.variance()) {
            (Some(mean), Some(variance)) => mean_interval(mean, variance, self.n() as f64, level),
            _ => (0.0, 1.0),
        }
    }

    /// The difference in Elo: the score and the ends of its interval, each transformed. `None` if there are no games.
    pub fn elo(&self, level: f64) -> Option<Elo> {
        let (low, high) = self.interval(level);
        Some(Elo { value: elo_of_score(self.mean()?), low: elo_of_score(low), high: elo_of_score(high) })
    }

    /// The likelihood of superiority: the probability that the true score is above one half, if all true scores were
    /// equally likely before (Φ of the distance to one half in standard errors, as BayesElo and fishtest have it). One
    /// half if there are no games.
    pub fn los(&self) -> f64 {
        match (self.mean(), self.standard_error()) {
            (Some(mean), Some(error)) => normal_cdf((mean - 0.5) / error),
            _ => 0.5,
        }
    }

    /// The difference in normalised Elo: the score above one half, in standard deviations of the score of one game,
    /// times 800/ln 10. It tells how many games are needed to see the difference, whatever the share of draws; its
    /// error is 1/√games standard deviations (Michel Van den Bergh: Normalized Elo,
    /// <https://www.cantate.be/Fishtest/normalized_elo.pdf>). `None` if there are no games.
    pub fn normalised_elo(&self, level: f64) -> Option<Estimate> {
        let deviation_per_game = (self.careful_variance()? * Self::games_per_unit()).sqrt();
        let value = NORMALISED_ELO * (self.mean()? - 0.5) / deviation_per_game;
        let error = NORMALISED_ELO * z_of_level(level) / (self.games() as f64).sqrt();
        Some(Estimate { value, interval: (value - error, value + error) })
    }
}

impl<const N: usize> AddAssign for Tally<N> {
    fn add_assign(&mut self, other: Self) {
        self.0.iter_mut().zip(other.0).for_each(|(count, more)| *count += more);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn within(found: f64, expected: f64, share: f64) {
        assert!((found - expected).abs() <= share * expected.abs(), "{found} is not {expected}");
    }

    /// The numbers that the tests of fastchess (app/tests/elo_test.cpp, 2026) expect of single games: wins, losses,
    /// draws; normalised Elo and its error, share of superiority, score. They are given to about 1 %.
    #[test]
    fn fastchess_games() {
        for (wins, losses, draws, normalised, error, los, score) in [
            (76, 89, 123, -20.76, 40.13, 0.1553, 0.477),
            (136, 96, 111, 49.77, 36.77, 0.9960, 0.558),
            (34, 356, 0, -508.44, 34.48, 0.0, 0.087),
        ] {
            let games = Tally([losses, draws, wins]);
            let estimate = games.normalised_elo(0.95).unwrap();
            within(estimate.value, normalised, 0.01);
            within(estimate.interval.1 - estimate.value, error, 0.001);
            assert!((games.los() - los).abs() < 1e-3);
            within(games.mean().unwrap(), score, 0.01);
        }
        let elo = Tally([96, 111, 136]).elo(0.95).unwrap();
        within(elo.value.unwrap(), 40.70, 0.001);
        within((elo.high.unwrap() - elo.low.unwrap()) / 2.0, 30.43, 0.01);
    }

    /// The same for pairs: normalised Elo, its error, Elo, its error, share of superiority.
    #[test]
    fn fastchess_pairs() {
        for (pairs, normalised, normalised_error, elo, elo_error, los) in [
            ([34, 54, 31 + 32, 64, 75], 57.94, 28.28, 55.58, 27.65, 1.0),
            ([332, 433, 457 + 41, 333, 334], -9.17, 10.96, -8.64, 10.33, 0.0505),
            ([7895, 8757, 5485 + 200, 568, 9999], -19.01, 2.65, -21.04, 2.95, 0.0),
        ] {
            let pairs = Tally(pairs);
            let estimate = pairs.normalised_elo(0.95).unwrap();
            within(estimate.value, normalised, 0.01);
            within(estimate.interval.1 - estimate.value, normalised_error, 0.002);
            let found = pairs.elo(0.95).unwrap();
            within(found.value.unwrap(), elo, 0.001);
            within((found.high.unwrap() - found.low.unwrap()) / 2.0, elo_error, 0.01);
            assert!((pairs.los() - los).abs() < 1e-3);
        }
    }

    /// Elo's own table: 0.76 is 200 points, and a difference of 400 gives ten to one.
    #[test]
    fn elo_and_score() {
        within(score_of_elo(200.0), 0.76, 0.001);
        within(score_of_elo(400.0), 10.0 / 11.0, 1e-12);
        assert_eq!(elo_of_score(0.5), Some(0.0));
        assert_eq!((elo_of_score(0.0), elo_of_score(1.0)), (None, None));
    }

    /// fastchess once printed "190.85 ± 0.00" and "inf ± nan" (its issue 257): two games, all equal.
    #[test]
    fn few_and_equal_games() {
        let one_pair = Tally([0, 0, 0, 1, 0]);
        let elo = one_pair.elo(0.95).unwrap();
        within(elo.value.unwrap(), 190.85, 1e-4);
        assert!(elo.low.unwrap() < -100.0 && elo.high.is_none_or(|high| high > 400.0));
        let two_wins = Tally([0, 0, 2]).elo(0.95).unwrap();
        assert!(two_wins.value.is_none() && two_wins.high.is_none() && two_wins.low.unwrap() < 0.0);
        assert!(Games::los(&Tally([0, 0, 2])) < 0.999);
        let nothing = Tally([0; 5]);
        assert_eq!((nothing.mean(), nothing.variance(), nothing.elo(0.95)), (None, None, None));
        assert_eq!((nothing.los(), nothing.interval(0.95)), (0.5, (0.0, 1.0)));
    }

    proptest! {
        #[test]
        fn the_opponent_sees_the_mirror_image(counts in prop::array::uniform5(0u64..50)) {
            let (tally, mirrored) = (Tally(counts), Tally(counts).mirrored());
            prop_assert!((tally.los() + mirrored.los() - 1.0).abs() < 1e-9);
            let ((low, high), (mirrored_low, mirrored_high)) = (tally.interval(0.95), mirrored.interval(0.95));
            prop_assert!((low + mirrored_high - 1.0).abs() < 1e-9 && (high + mirrored_low - 1.0).abs() < 1e-9);
            if let (Some(a), Some(b)) = (tally.normalised_elo(0.95), mirrored.normalised_elo(0.95)) {
                prop_assert!((a.value + b.value).abs() < 1e-6);
                prop_assert!(a.value.is_finite() && a.interval.0.is_finite() && a.interval.1.is_finite());
            }
            if let (Some(a), Some(b)) = (tally.elo(0.95), mirrored.elo(0.95)) {
                let cancels = |x: Option<f64>, y: Option<f64>| match (x, y) {
                    (Some(x), Some(y)) => (x + y).abs() < 1e-6,
                    (x, y) => x == y,
                };
                prop_assert!(cancels(a.value, b.value));
                prop_assert!(tally.n() < 2 || cancels(a.low, b.high) && cancels(a.high, b.low));
            }
        }
    }
}
