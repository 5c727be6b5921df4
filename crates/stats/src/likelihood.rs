//! The largest likelihood of counts for a given mean.
//!
//! Of all distributions on given values with mean m, the one that makes counts cᵢ of values vᵢ most likely has pᵢ =
//! cᵢ/n / (1 + x·(vᵢ − m)), where x solves Σ cᵢ·(vᵢ − m)/(1 + x·(vᵢ − m)) = 0 (Owen: Empirical Likelihood, 2001; for
//! results of games: Michel Van den Bergh, <https://www.cantate.be/Fishtest/support_MLE_multinomial.pdf>, proposition
//! 1.1). The loss in log-likelihood, Σ cᵢ·ln(1 + x·(vᵢ − m)), is also the logarithm of the largest gain from betting
//! that the mean is different; both the SPRT and the confidence sequence use it.

/// The `x` between −1/max and −1/min of `values` at which Σ weight·ln(1 + x·value) is largest. `None` unless there are
/// values on both sides of 0, of any weight.
pub(crate) fn best_tilt(values: &[f64], weights: &[f64]) -> Option<f64> {
    let (min, max) = values.iter().fold((0.0f64, 0.0f64), |(min, max), &v| (min.min(v), max.max(v)));
    if min >= 0.0 || max <= 0.0 {
        return None;
    }
    let (mut low, mut high) = (-1.0 / max, -1.0 / min);
    let slope = |x: f64| {
        let terms = values.iter().zip(weights).filter(|&(_, &weight)| weight > 0.0);
        terms.fold((0.0, 0.0), |(first, second), (&value, &weight)| {
            let part = value / (1.0 + x * value);
            (first + weight * part, second - weight * part * part)
        })
    };
    // The sum has a finite slope at an end where the extreme value was not observed, and may still rise there.
    let observed = |extreme: f64| values.iter().zip(weights).any(|(&v, &weight)| weight > 0.0 && v == extreme);
    if !observed(min) && slope(high).0 >= 0.0 {
        return Some(high);
    }
    if !observed(max) && slope(low).0 <= 0.0 {
        return Some(low);
    }
    let ends = (low, high);
    let mut x = 0.0;
    for _ in 0..200 {
        let (first, second) = slope(x);
        if first > 0.0 {
            low = x;
        } else {
            high = x;
        }
        // Newton's step if it stays between the ends, otherwise halving.
        let newton = x - first / second;
        let next = if newton > low && newton < high { newton } else { (low + high) / 2.0 };
        let step = (next - x).abs();
        x = next;
        // The distance to the ends matters, where a logarithm is infinite; Newton's next step would be about the
        // square.
        if step <= 1e-8 * (x - ends.0).min(ends.1 - x) {
            break;
        }
    }
    Some(x)
}

/// The loss in log-likelihood if the mean of scores spaced evenly from 0 to 1 is fixed and `counts` were observed, and
/// its slope. It is 0 at the observed mean and convex on both sides; its slope is −x·n. The mean must be strictly
/// between 0 and 1.
pub(crate) fn cost_of_mean<const N: usize>(counts: &[u64; N], mean: f64) -> (f64, f64) {
    let values: [f64; N] = std::array::from_fn(|index| index as f64 / (N - 1) as f64 - mean);
    let weights = counts.map(|count| count as f64);
    let Some(x) = best_tilt(&values, &weights) else { return (0.0, 0.0) };
    let terms = values.iter().zip(&weights).filter(|&(_, &weight)| weight > 0.0);
    let cost = terms.map(|(value, weight)| weight * (x * value).ln_1p()).sum::<f64>().max(0.0);
    (cost, -x * weights.iter().sum::<f64>())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The slow way: minus the largest Σ c·ln(p) over all distributions of three scores with this mean, by trying
    /// the probability of the draw, plus the largest without the condition.
    fn cost_by_trying(counts: [u64; 3], mean: f64) -> f64 {
        let log_likelihood = |p: [f64; 3]| -> f64 {
            counts.iter().zip(p).map(|(&c, p)| if c == 0 { 0.0 } else { c as f64 * p.ln() }).sum()
        };
        let n = counts.iter().sum::<u64>() as f64;
        let free = log_likelihood(counts.map(|c| c as f64 / n));
        let most_draws = 2.0 * mean.min(1.0 - mean);
        let tried = (0..=100_000).map(|i| f64::from(i) / 100_000.0 * most_draws);
        let best = tried.map(|d| log_likelihood([1.0 - mean - d / 2.0, d, mean - d / 2.0])).fold(f64::MIN, f64::max);
        free - best
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        #[test]
        fn agrees_with_trying(counts in prop::array::uniform3(0u64..100), mean in 0.02f64..0.98) {
            prop_assume!(counts.iter().sum::<u64>() > 0);
            let ((found, slope), slow) = (cost_of_mean(&counts, mean), cost_by_trying(counts, mean));
            prop_assert!((found - slow).abs() < 1e-4 * (1.0 + slow), "{} by trying {}", found, slow);
            let nearby = |step: f64| cost_of_mean(&counts, mean + step).0;
            let slow_slope = (nearby(1e-6) - nearby(-1e-6)) / 2e-6;
            prop_assert!((slope - slow_slope).abs() < 1e-3 * (1.0 + slope.abs()), "{} is not {}", slope, slow_slope);
        }
    }
}
