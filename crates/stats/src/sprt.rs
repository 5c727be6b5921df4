//! The sequential probability ratio test: play until one of two hypotheses about a difference in strength is rejected.
//!
//! Wald (Sequential tests of statistical hypotheses, Annals of Mathematical Statistics 16, 1945) compares two simple
//! hypotheses. Here each hypothesis fixes only the strength and leaves the distribution of scores open, so the largest
//! likelihood of each is used (the generalised test of Michel Van den Bergh, as fishtest, OpenBench and fastchess use
//! it). An Elo that is computed when such a test stops is biased away from 0; say so where it is printed.

use crate::likelihood::{best_tilt, cost_of_mean};
use crate::tally::{NORMALISED_ELO, Tally, score_of_elo};

/// The unit of the two bounds of the test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EloModel {
    /// Elo by the mean score.
    Logistic,
    /// Normalised Elo, the mean score in standard deviations: the expected number of games does not depend on draws.
    Normalised,
}

/// The state of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// The difference is at most the lower bound.
    AcceptLower,
    /// The difference is at least the upper bound.
    AcceptUpper,
    /// More games are needed.
    Continue,
}

/// A test of "the difference is `elo0`" against "the difference is `elo1`".
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
    model: EloModel,
}

impl Sprt {
    /// A test that wrongly accepts the upper bound with probability `alpha` when the lower one is true, and wrongly
    /// accepts the lower one with probability `beta` when the upper one is true. `None` unless `elo0 < elo1`, both
    /// finite and within ±4000, and both probabilities are positive with a sum below 1.
    pub fn new(elo0: f64, elo1: f64, alpha: f64, beta: f64, model: EloModel) -> Option<Sprt> {
        let sensible =
            elo0 < elo1 && elo0 >= -4000.0 && elo1 <= 4000.0 && alpha > 0.0 && beta > 0.0 && alpha + beta < 1.0;
        sensible.then_some(Sprt { elo0, elo1, alpha, beta, model })
    }

    /// The log-likelihood ratios at which the test ends: ln(β/(1−α)) and ln((1−β)/α), Wald's approximation.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The generalised log-likelihood ratio of `elo1` over `elo0`: positive speaks for `elo1`. 0 if there are no games.
    pub fn log_likelihood_ratio<const N: usize>(&self, tally: &Tally<N>) -> f64 {
        if tally.n() == 0 {
            return 0.0;
        }
        match self.model {
            EloModel::Logistic => {
                let cost = |elo| cost_of_mean(&tally.0, score_of_elo(elo)).0;
                cost(self.elo0) - cost(self.elo1)
            }
            EloModel::Normalised => {
                // Elo per game to standard deviations per unit.
                let per_unit = Tally::<N>::games_per_unit().sqrt() / NORMALISED_ELO;
                normalised_ratio(tally, self.elo0 * per_unit, self.elo1 * per_unit)
            }
        }
    }

    /// Whether the test is over, and how.
    pub fn decide<const N: usize>(&self, tally: &Tally<N>) -> Decision {
        let (lower, upper) = self.bounds();
        match self.log_likelihood_ratio(tally) {
            ratio if ratio >= upper => Decision::AcceptUpper,
            ratio if ratio <= lower => Decision::AcceptLower,
            _ => Decision::Continue,
        }
    }
}

impl Sprt {
    /// The expected number of further games until the test ends, if scores keep their observed distribution; 0 if it is
    /// over, `None` if there are no games. The ratio of many games is nearly a Brownian motion between its bounds.
    pub fn games_to_go<const N: usize>(&self, tally: &Tally<N>) -> Option<u64> {
        let (mean, variance) = (tally.mean()?, tally.careful_variance()?);
        let (low, high) = match self.model {
            EloModel::Logistic => (score_of_elo(self.elo0), score_of_elo(self.elo1)),
            EloModel::Normalised => {
                let per_unit = Tally::<N>::games_per_unit().sqrt() / NORMALISED_ELO * variance.sqrt();
                (0.5 + self.elo0 * per_unit, 0.5 + self.elo1 * per_unit)
            }
        };
        // The ratio of normal distributions with this variance, whose means are those of the two hypotheses.
        let drift = (high - low) * (2.0 * mean - low - high) / (2.0 * variance);
        let step = (high - low).powi(2) / variance;
        let units = expected_exit(self.log_likelihood_ratio(tally), self.bounds(), drift, step);
        Some((units * Tally::<N>::games_per_unit()).ceil() as u64)
    }
}

/// The expected time until a Brownian motion leaves an interval, from a place in it; 0 if it is outside.
fn expected_exit(place: f64, (lower, upper): (f64, f64), drift: f64, variance: f64) -> f64 {
    if place <= lower || place >= upper {
        return 0.0;
    }
    let (below, width) = (place - lower, upper - lower);
    let rate = 2.0 * drift / variance;
    if (rate * width).abs() < 1e-6 {
        return below * (upper - place) / variance;
    }
    let reaches_upper = (-rate * below).exp_m1() / (-rate * width).exp_m1();
    // Where the drift to the lower bound is strong, both exponentials overflow; the upper bound is out of reach.
    let reaches_upper = if reaches_upper.is_finite() { reaches_upper } else { 0.0 };
    (reaches_upper * width - below) / drift
}

/// The weight of a score that did not occur, as in fishtest; without it, a variance could be 0.
const UNSEEN: f64 = 1e-3;

/// The log-likelihood ratio of "the mean is `t1` standard deviations above one half" over the same with `t0`.
fn normalised_ratio<const N: usize>(tally: &Tally<N>, t0: f64, t1: f64) -> f64 {
    let counts = tally.0.map(|count| if count == 0 { UNSEEN } else { count as f64 });
    let n: f64 = counts.iter().sum();
    let shares = counts.map(|count| count / n);
    match (likeliest_with_t(&shares, t0), likeliest_with_t(&shares, t1)) {
        (Some(p0), Some(p1)) => (0..N).map(|i| counts[i] * (p1[i] / p0[i]).ln()).sum(),
        // Far from the observations the iteration does not converge, but the normal approximation works (section 4.2 of
        // the paper named below).
        _ => {
            let (mean, variance) = moments::<N>(&shares);
            let t = (mean - 0.5) / variance.sqrt();
            n / 2.0 * ((1.0 + (t - t0).powi(2)) / (1.0 + (t - t1).powi(2))).ln()
        }
    }
}

/// Of the distributions whose mean is `t` standard deviations above one half, the one that makes the observed shares
/// most likely: the condition is linearised about the last estimate until nothing changes (Michel Van den Bergh:
/// Comments on normalized Elo, <https://www.cantate.be/Fishtest/normalized_elo_practical.pdf>, section 4.1). `None` if
/// that does not converge.
fn likeliest_with_t<const N: usize>(shares: &[f64; N], t: f64) -> Option<[f64; N]> {
    let mut p = [1.0 / N as f64; N];
    for _ in 0..50 {
        let (mean, variance) = moments::<N>(&p);
        let deviation = variance.sqrt();
        let values: [f64; N] = std::array::from_fn(|i| {
            let score = Tally::<N>::score(i);
            score - 0.5 - t * deviation * (1.0 + ((mean - score) / deviation).powi(2)) / 2.0
        });
        let x = best_tilt(&values, shares)?;
        let next: [f64; N] = std::array::from_fn(|i| shares[i] / (1.0 + x * values[i]));
        let change = (0..N).map(|i| (next[i] - p[i]).abs()).fold(0.0, f64::max);
        p = next;
        if !p.iter().all(|p| p.is_finite() && *p > 0.0) {
            return None;
        }
        if change < 1e-7 {
            return Some(p);
        }
    }
    None
}

/// Mean and variance of scores with these probabilities.
fn moments<const N: usize>(p: &[f64; N]) -> (f64, f64) {
    let mean: f64 = (0..N).map(|i| p[i] * Tally::<N>::score(i)).sum();
    (mean, (0..N).map(|i| p[i] * (Tally::<N>::score(i) - mean).powi(2)).sum())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn sprt(elo0: f64, elo1: f64, model: EloModel) -> Sprt {
        Sprt::new(elo0, elo1, 0.05, 0.05, model).unwrap()
    }

    fn near(found: f64, expected: f64) {
        // They are given with two decimals, from an iteration that stops early.
        assert!((found - expected).abs() < 0.01 + 1e-3 * expected.abs(), "{found} is not {expected}");
    }

    /// ±2.944 for 5 % and 5 %, as in every description of the test; for 10 % and 5 %, −2.890 and 2.251.
    #[test]
    fn published_bounds() {
        let (lower, upper) = sprt(0.0, 5.0, EloModel::Logistic).bounds();
        assert!((lower + 2.944).abs() < 5e-4 && (upper - 2.944).abs() < 5e-4);
        let (lower, upper) = Sprt::new(0.0, 5.0, 0.1, 0.05, EloModel::Logistic).unwrap().bounds();
        assert!((lower + 2.890).abs() < 5e-4 && (upper - 2.251).abs() < 5e-4);
    }

    /// The ratios that the tests of fastchess (app/tests/sprt_test.cpp, 2026) expect; counts are losses, draws, wins or
    /// pairs by points.
    #[test]
    fn fastchess_ratios() {
        let logistic = |elo0, elo1| sprt(elo0, elo1, EloModel::Logistic);
        let normalised = |elo0, elo1| sprt(elo0, elo1, EloModel::Normalised);
        near(logistic(0.5, 2.5).log_likelihood_ratio(&Tally([21184, 40708, 21404])), -1.57);
        near(logistic(0.0, 2.0).log_likelihood_ratio(&Tally([57030, 106_593, 57433])), -2.59);
        near(logistic(0.5, 2.5).log_likelihood_ratio(&Tally([223, 9863, 20279 + 1000, 10037, 246])), -3.07);
        near(logistic(0.0, 2.0).log_likelihood_ratio(&Tally([871, 26175, 55003 + 980, 26678, 821])), -4.98);
        near(normalised(0.0, 2.0).log_likelihood_ratio(&Tally([36027, 68692, 36433])), 0.92);
        near(normalised(-1.75, 0.25).log_likelihood_ratio(&Tally([10650, 20431, 10871])), 2.30);
        near(normalised(0.0, 2.0).log_likelihood_ratio(&Tally([365, 16618, 36029 + 200, 16974, 390])), 2.25);
        near(normalised(-1.75, 0.25).log_likelihood_ratio(&Tally([127, 4883, 10311 + 401, 5150, 104])), 3.01);
        near(normalised(0.0, 10.0).log_likelihood_ratio(&Tally([0, 0, 4250])), 120.56);
        near(normalised(0.0, 5.0).log_likelihood_ratio(&Tally([0, 0, 0, 0, 5550])), 111.82);
    }

    /// Wald's expected sample sizes for 5 % and 5 %: 0.9 · 2.944 = 2.650 over the drift where a hypothesis is true, and
    /// 2.944² over the variance where the ratio does not drift at all.
    #[test]
    fn expected_times_are_walds() {
        let bounds = sprt(0.0, 5.0, EloModel::Logistic).bounds();
        near(expected_exit(0.0, bounds, 0.01, 0.02), 265.0);
        near(expected_exit(0.0, bounds, -0.01, 0.02), 265.0);
        near(expected_exit(0.0, bounds, 0.0, 0.02), 2.944 * 2.944 / 0.02);
        // A strong drift takes the shortest way.
        near(expected_exit(0.0, bounds, 1000.0, 1.0), 0.002_944);
        near(expected_exit(0.0, bounds, -1000.0, 1.0), 0.002_944);
        assert_eq!(expected_exit(3.0, bounds, 0.01, 0.02), 0.0);
    }

    /// Tests that are played to their end need about as many games as was expected after some of them.
    #[test]
    fn games_to_go_are_about_as_many_as_it_takes() {
        let test = sprt(0.0, 25.0, EloModel::Logistic);
        for shares in [[1u64, 2, 4, 2, 1], [1, 1, 4, 3, 2]] {
            let begun = Tally(shares.map(|share| 2 * share));
            let expected = test.games_to_go(&begun).unwrap();
            let mut rng = crate::random::Rng::new(7);
            let (mut games, n_runs) = (0, 60);
            for _ in 0..n_runs {
                let mut tally = begun;
                while test.decide(&tally) == Decision::Continue {
                    let mut left = rng.uniform() * shares.iter().sum::<u64>() as f64;
                    let class = shares.iter().position(|&share| {
                        left -= share as f64;
                        left < 0.0
                    });
                    tally.0[class.unwrap()] += 1;
                    games += 2;
                }
            }
            let ratio = games as f64 / f64::from(n_runs) / expected as f64;
            assert!((0.6..1.6).contains(&ratio), "{ratio} times the {expected} games expected");
        }
        assert_eq!(test.games_to_go(&Tally([0; 5])), None);
        assert_eq!(test.games_to_go(&Tally([0, 0, 0, 0, 90])), Some(0));
        let normalised = sprt(0.0, 25.0, EloModel::Normalised);
        assert!(normalised.games_to_go(&Tally([1, 2, 4, 2, 1])).is_some_and(|games| games > 50));
    }

    /// The widest bounds with one-sided results, and without any.
    #[test]
    fn extremes() {
        for model in [EloModel::Logistic, EloModel::Normalised] {
            for test in [sprt(-4000.0, 4000.0, model), sprt(3999.0, 4000.0, model), sprt(-4000.0, -3999.0, model)] {
                assert_eq!(test.decide(&Tally([0; 5])), Decision::Continue);
                for counts in [[0, 0, 1_000_000], [0, 1, 0], [1, 0, 0], [1, 0, 1]] {
                    assert!(test.log_likelihood_ratio(&Tally(counts)).is_finite());
                }
            }
        }
        assert_eq!(sprt(0.0, 50.0, EloModel::Logistic).decide(&Tally([0, 0, 0, 0, 40])), Decision::AcceptUpper);
        assert_eq!(sprt(0.0, 50.0, EloModel::Logistic).decide(&Tally([40, 0, 0, 0, 0])), Decision::AcceptLower);
    }

    #[test]
    fn invalid_tests_are_refused() {
        let model = EloModel::Logistic;
        assert!(Sprt::new(5.0, 0.0, 0.05, 0.05, model).is_none());
        assert!(Sprt::new(0.0, 5.0, 0.0, 0.05, model).is_none());
        assert!(Sprt::new(0.0, 5.0, 0.6, 0.6, model).is_none());
        assert!(Sprt::new(f64::NAN, 5.0, 0.05, 0.05, model).is_none());
        assert!(Sprt::new(0.0, f64::INFINITY, 0.05, 0.05, model).is_none());
    }

    proptest! {
        /// Always finite, and the same test from the opponent's side.
        #[test]
        fn swapping_negates(
            counts in prop::array::uniform5(0u64..200), elo0 in -300.0f64..300.0, width in 1.0f64..100.0
        ) {
            for model in [EloModel::Logistic, EloModel::Normalised] {
                let ratio = sprt(elo0, elo0 + width, model).log_likelihood_ratio(&Tally(counts));
                let mirrored = sprt(-elo0 - width, -elo0, model).log_likelihood_ratio(&Tally(counts).mirrored());
                prop_assert!(ratio.is_finite());
                prop_assert!((ratio + mirrored).abs() < 1e-5 * (1.0 + ratio.abs()), "{} and {}", ratio, mirrored);
            }
        }

        /// The condition holds, whatever the method: mean and deviation have the given ratio, and no other distribution
        /// with that ratio is likelier.
        #[test]
        fn the_condition_is_met(counts in prop::array::uniform3(5u64..200), t in -0.5f64..0.5) {
            let n = counts.iter().sum::<u64>() as f64;
            let shares = counts.map(|c| c as f64 / n);
            let p = likeliest_with_t(&shares, t).unwrap();
            let (mean, variance) = moments::<3>(&p);
            prop_assert!(((mean - 0.5) / variance.sqrt() - t).abs() < 1e-6);
            prop_assert!((p.iter().sum::<f64>() - 1.0).abs() < 1e-6);
            let log_likelihood = |p: [f64; 3]| -> f64 { (0..3).map(|i| shares[i] * p[i].ln()).sum() };
            // All distributions that meet it, by their share of draws: the mean follows by bisection.
            let best = (1..500).filter_map(|i| {
                let draws = f64::from(i) / 500.0;
                let of = |mean: f64| [1.0 - mean - draws / 2.0, draws, mean - draws / 2.0];
                let (mut low, mut high) = (draws / 2.0 + 1e-9, 1.0 - draws / 2.0 - 1e-9);
                let excess = |mean: f64| {
                    let (mean, variance) = moments::<3>(&of(mean));
                    mean - 0.5 - t * variance.sqrt()
                };
                if excess(low) > 0.0 || excess(high) < 0.0 {
                    return None;
                }
                for _ in 0..40 {
                    let middle = (low + high) / 2.0;
                    if excess(middle) > 0.0 { high = middle } else { low = middle }
                }
                Some(log_likelihood(of(low)))
            });
            let best = best.fold(f64::MIN, f64::max);
            prop_assert!((log_likelihood(p) - best).abs() < 1e-3, "{} by trying {}", log_likelihood(p), best);
        }
    }
}
