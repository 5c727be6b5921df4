//! Intervals for a share of successes and for the mean of scores between 0 and 1.

use statrs::distribution::{ContinuousCDF, Normal};
use statrs::function::beta::beta_reg;

/// The low and the high end of an interval.
pub type Interval = (f64, f64);

/// The z of a two-sided 95 % interval.
pub const Z_95: f64 = 1.959_963_984_540_054;

/// The number of standard deviations on either side of the mean that hold this share of a normal distribution. The
/// level is clamped to 0 to 1 − 10⁻¹².
pub fn z_of_level(level: f64) -> f64 {
    quantile(1.0 - error_of_level(level) / 2.0)
}

/// One minus the level, which is clamped to 0 to 1 − 10⁻¹²; 5 % for NaN.
pub(crate) fn error_of_level(level: f64) -> f64 {
    if level.is_nan() { 0.05 } else { 1.0 - level.clamp(0.0, 1.0 - 1e-12) }
}

/// The standard normal quantile of a probability strictly between 0 and 1.
pub(crate) fn quantile(probability: f64) -> f64 {
    Normal::standard().inverse_cdf(probability)
}

/// The probability that a standard normal variable is below `x`.
pub(crate) fn normal_cdf(x: f64) -> f64 {
    Normal::standard().cdf(x)
}

/// The Wilson score interval for a share of successes: the values of the true share that the observation does not
/// contradict at the level of `z` standard deviations (1.96 for 95 %). Also correct near 0 and 1, where plus and minus
/// one standard error is not (E. B. Wilson: Probable inference, the law of succession, and statistical inference, JASA
/// 22, 1927). Successes may be fractions: a draw counts as half a win. More successes than trials count as all trials.
pub fn wilson(successes: f64, n: f64, z: f64) -> (f64, f64) {
    if n <= 0.0 {
        return (0.0, 1.0);
    }
    let (share, z2) = ((successes / n).clamp(0.0, 1.0), z * z);
    let centre = (share + z2 / (2.0 * n)) / (1.0 + z2 / n);
    let half_width = z / (1.0 + z2 / n) * (share * (1.0 - share) / n + z2 / (4.0 * n * n)).sqrt();
    ((centre - half_width).max(0.0), (centre + half_width).min(1.0))
}

/// The exact interval for a share of successes: covers at least as often as its level, usually more (Clopper and
/// Pearson: The use of confidence or fiducial limits illustrated in the case of the binomial, Biometrika 26, 1934; the
/// ends are quantiles of beta distributions). More successes than trials count as all trials.
pub fn clopper_pearson(successes: u64, n: u64, level: f64) -> Interval {
    let (successes, n) = (successes.min(n) as f64, n as f64);
    let tail = error_of_level(level) / 2.0;
    // Wilson's interval for half as many standard deviations lies within the exact one.
    let inner = wilson(successes, n, z_of_level(level) / 2.0);
    let low = if successes == 0.0 { 0.0 } else { beta_quantile(successes, n - successes + 1.0, tail, (0.0, inner.0)) };
    let high =
        if successes == n { 1.0 } else { beta_quantile(successes + 1.0, n - successes, 1.0 - tail, (inner.1, 1.0)) };
    (low, high)
}

/// The quantile of a beta distribution with shapes of at least 1, within a bracket.
///
/// By halving, because the inverse of `statrs` (Newton's method) never returns for some shapes of many thousands. The
/// bracket avoids the middle, where its continued fraction is cut off too early for shapes of many millions.
fn beta_quantile(a: f64, b: f64, probability: f64, (mut low, mut high): Interval) -> f64 {
    // Until there is no number between the ends: about sixty halvings, at most 1,075.
    loop {
        let middle = 0.5 * (low + high);
        if middle <= low || middle >= high {
            return middle;
        }
        if beta_reg(a, b, middle) < probability { low = middle } else { high = middle }
    }
}

/// An interval for the mean of `n` independent scores between 0 and 1 with the observed mean and variance.
///
/// It is Wilson's interval for the number of yes-or-no trials that gives the same precision: `n` times the variance of
/// one such trial over the observed variance (the effective sample size of Kish: Survey Sampling, 1965; with Wilson's
/// interval: Dean and Pagano, Journal of Survey Statistics and Methodology 3, 2015). For scores of only 0 and 1 it is
/// Wilson's interval itself; for many scores it is the mean ± z standard errors. The variance includes one more score,
/// half of it 0 and half of it 1, so that equal scores (two wins, two draws) do not look like certainty.
pub fn mean_interval(mean: f64, variance: f64, n: f64, level: f64) -> Interval {
    if n <= 0.0 {
        return (0.0, 1.0);
    }
    let mean = mean.clamp(0.0, 1.0);
    let n_effective = n * careful_yes_no_variance(mean, n) / careful_variance(mean, variance, n);
    wilson(mean * n_effective, n_effective, z_of_level(level))
}

/// The variance of `n` scores and one more, half of it 0 and half of it 1. Never 0.
pub(crate) fn careful_variance(mean: f64, variance: f64, n: f64) -> f64 {
    let careful_mean = (n * mean + 0.5) / (n + 1.0);
    let observed = n * (variance.max(0.0) + (mean - careful_mean).powi(2));
    (observed + 0.5 * careful_mean.powi(2) + 0.5 * (1.0 - careful_mean).powi(2)) / (n + 1.0)
}

/// `careful_variance` if all scores are 0 or 1.
pub(crate) fn careful_yes_no_variance(mean: f64, n: f64) -> f64 {
    let careful_mean = (n * mean + 0.5) / (n + 1.0);
    careful_mean * (1.0 - careful_mean)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn near(found: Interval, low: f64, high: f64) {
        assert!((found.0 - low).abs() < 5.1e-5 && (found.1 - high).abs() < 5.1e-5, "{found:?} is not {low} to {high}");
    }

    /// Newcombe (Two-sided confidence intervals for the single proportion, Statistics in Medicine 17, 1998), table I,
    /// method 3.
    #[test]
    fn published_wilson() {
        for (successes, n, low, high) in [
            (81.0, 263.0, 0.2553, 0.3662),
            (15.0, 148.0, 0.0624, 0.1605),
            (0.0, 20.0, 0.0, 0.1611),
            (1.0, 29.0, 0.0061, 0.1718),
        ] {
            near(wilson(successes, n, Z_95), low, high);
        }
    }

    /// The same table, method 5.
    #[test]
    fn published_clopper_pearson() {
        for (successes, n, low, high) in
            [(81, 263, 0.2527, 0.3676), (15, 148, 0.0578, 0.1617), (0, 20, 0.0, 0.1684), (1, 29, 0.0009, 0.1776)]
        {
            near(clopper_pearson(successes, n, 0.95), low, high);
        }
    }

    /// By definition: at either end, the observation or a more extreme one has the probability of one tail.
    #[test]
    fn clopper_pearson_by_summing_binomials() {
        let at_most = |k: u64, n: u64, p: f64| -> f64 {
            let mut term = (1.0 - p).powi(n as i32);
            let mut sum = term;
            for i in 0..k {
                term *= (n - i) as f64 / (i + 1) as f64 * p / (1.0 - p);
                sum += term;
            }
            sum
        };
        for (k, n) in [(1, 2), (3, 10), (9, 10), (40, 100), (150, 300)] {
            let (low, high) = clopper_pearson(k, n, 0.9);
            assert!((at_most(k, n, high) - 0.05).abs() < 1e-9);
            assert!((1.0 - at_most(k - 1, n, low) - 0.05).abs() < 1e-9);
        }
    }

    /// Quantiles of SciPy 1.17 (`scipy.stats.beta.ppf`), for the numbers with which the inverse of `statrs` 0.19 never
    /// returns and for few successes of many trials.
    #[test]
    fn clopper_pearson_of_millions() {
        for (k, n, low, high) in [
            (38_427_416, 38_430_792, 0.9999091396226906, 0.9999150921906929),
            (2_918, 40_298_010, 6.980691095088009e-05, 7.50863971446288e-05),
            (43, 10_000_002, 3.1119323918099038e-06, 5.79206630153025e-06),
            (56_221_781, 158_489_320, 0.35466096914814366, 0.35480994561713725),
        ] {
            let found = clopper_pearson(k, n, 0.95);
            let allowed = 1e-6 * (high - low);
            assert!((found.0 - low).abs() < allowed && (found.1 - high).abs() < allowed, "{k} of {n}: {found:?}");
        }
    }

    /// Quantiles from any table.
    #[test]
    fn levels() {
        for (level, z) in [(0.9, 1.644_854), (0.95, 1.959_964), (0.99, 2.575_829), (0.0, 0.0)] {
            assert!((z_of_level(level) - z).abs() < 1e-6);
        }
        assert!(z_of_level(2.0).is_finite() && z_of_level(f64::NAN).is_finite());
    }

    #[test]
    fn without_observations_the_interval_is_widest() {
        assert_eq!(wilson(0.0, 0.0, Z_95), (0.0, 1.0));
        assert_eq!(clopper_pearson(0, 0, 0.95), (0.0, 1.0));
        assert_eq!(mean_interval(0.5, 0.0, 0.0, 0.95), (0.0, 1.0));
    }

    /// Two equal scores are not certainty; a thousand nearly are.
    #[test]
    fn equal_scores() {
        let (low, high) = mean_interval(0.5, 0.0, 2.0, 0.95);
        assert!(low < 0.25 && high > 0.75);
        let (low, high) = mean_interval(0.5, 0.0, 1000.0, 0.95);
        assert!(low > 0.49 && low < 0.5 && high < 0.51 && high > 0.5);
    }

    proptest! {
        #[test]
        fn yes_and_no_give_wilson(n in 1u32..1000, share in 0.0f64..=1.0) {
            let successes = (share * f64::from(n)).round();
            let mean = successes / f64::from(n);
            let (low, high) = mean_interval(mean, mean * (1.0 - mean), f64::from(n), 0.95);
            let (wilson_low, wilson_high) = wilson(successes, f64::from(n), Z_95);
            prop_assert!((low - wilson_low).abs() < 1e-9 && (high - wilson_high).abs() < 1e-9);
        }

        /// For numbers of any size. For many trials, the two methods differ by little.
        #[test]
        fn clopper_pearson_holds_wilson_for_many_trials(n in 10_000u64..1_000_000_000, share in 0.0f64..=1.0) {
            let successes = (share * n as f64) as u64;
            let (exact, near) = (clopper_pearson(successes, n, 0.95), wilson(successes as f64, n as f64, Z_95));
            let share = successes as f64 / n as f64;
            prop_assert!(exact.0 <= share && share <= exact.1);
            prop_assert!((exact.0 - near.0).abs() < 5e-4 && (exact.1 - near.1).abs() < 5e-4);
        }

        #[test]
        fn many_scores_give_the_standard_error(mean in 0.2f64..0.8, variance in 0.01f64..0.1) {
            let n = 1e7;
            let (low, high) = mean_interval(mean, variance, n, 0.95);
            let half_width = Z_95 * (variance / n).sqrt();
            prop_assert!(((low - (mean - half_width)) / half_width).abs() < 0.01);
            prop_assert!(((high - (mean + half_width)) / half_width).abs() < 0.01);
        }

        #[test]
        fn swapping_mirrors(mean in 0.0f64..=1.0, spread in 0.0f64..=1.0, n in 1u32..500) {
            let variance = spread * mean * (1.0 - mean);
            let (low, high) = mean_interval(mean, variance, f64::from(n), 0.95);
            let mirrored = mean_interval(1.0 - mean, variance, f64::from(n), 0.95);
            prop_assert!((mirrored.0 - (1.0 - high)).abs() < 1e-9 && (mirrored.1 - (1.0 - low)).abs() < 1e-9);
            prop_assert!(0.0 <= low && low <= mean + 1e-12 && mean <= high + 1e-12 && high <= 1.0);
        }
    }
}
