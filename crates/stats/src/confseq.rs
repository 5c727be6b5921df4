//! Intervals that may be looked at at any time.
//!
//! An ordinary 95 % interval is right once, at a number of games fixed before. If people look after every game, it will
//! exclude the truth sooner or later. A confidence sequence holds for all numbers of games at once: with probability 95
//! % no interval of the whole run misses, so it is safe to stop at any time.

use std::f64::consts::PI;

use statrs::function::gamma::ln_gamma;

use crate::intervals::{Interval, error_of_level};
use crate::likelihood::cost_of_mean;
use crate::tally::Tally;

/// The interval of the mean score at this moment of a run, from 0 to 1 if there are no games. It depends on the counts
/// only, not on the order of the results.
///
/// If the true mean is m, no bet against it at fair odds has a positive expected gain. The universal portfolio of Cover
/// and Ordentlich (Universal portfolios with side information, IEEE Transactions on Information Theory 42, 1996) is a
/// way to bet whose logarithmic gain is below the best constant bet in hindsight by at most ln(√π·Γ(n+1)/Γ(n+½)). By
/// Ville's inequality its gain ever reaches 1/α with probability at most α; all m against which it would have gained
/// more are excluded (Orabona and Jun: Tight concentrations and time-uniform confidence sequences from coin betting,
/// 2021).
pub fn confidence_sequence<const N: usize>(tally: &Tally<N>, level: f64) -> Interval {
    let Some(mean) = tally.mean() else { return (0.0, 1.0) };
    let limit = allowance(tally.n()) - error_of_level(level).ln();
    (edge(tally, mean, 0.0, limit), edge(tally, mean, 1.0, limit))
}

/// The probability that equal players ever produce a result as clear as this one, however often people look: the
/// smallest error at which [`confidence_sequence`] excludes one half.
pub fn sequential_p<const N: usize>(tally: &Tally<N>) -> f64 {
    let (cost, _) = cost_of_mean(&tally.0, 0.5);
    (allowance(tally.n()) - cost).exp().min(1.0)
}

/// By how much the logarithmic gain of the universal portfolio is below the best constant bet after `n` units, at most.
fn allowance(n: u64) -> f64 {
    0.5 * PI.ln() + ln_gamma(n as f64 + 1.0) - ln_gamma(n as f64 + 0.5)
}

/// Where, between the observed mean and an end of the scale, the cost reaches the limit.
fn edge<const N: usize>(tally: &Tally<N>, mean: f64, end: f64, limit: f64) -> f64 {
    if mean == end {
        return end;
    }
    let (mut inside, mut outside) = (mean, end);
    let mut m = (mean + end) / 2.0;
    for _ in 0..100 {
        let (cost, slope) = cost_of_mean(&tally.0, m);
        if cost > limit {
            outside = m;
        } else {
            inside = m;
        }
        // Newton's step if it stays inside the bracket, otherwise halving.
        let newton = m - (cost - limit) / slope;
        let is_between = newton > inside.min(outside) && newton < inside.max(outside);
        let next = if is_between { newton } else { (inside + outside) / 2.0 };
        let step = (next - m).abs();
        m = next;
        if step < 1e-11 {
            break;
        }
    }
    m
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::intervals::wilson;
    use proptest::prelude::*;

    /// All scores equal to 1 refute m when mⁿ·√π·Γ(n+1)/Γ(n+½) is below α. For n = 1 the factor is √π·1/(√π/2) = 2, so
    /// the end is 0.05/2; for n = 2 it is √π·2/(3√π/4) = 8/3, so the end is √(0.05·3/8).
    #[test]
    fn by_hand() {
        let low = |n| confidence_sequence(&Tally([0, 0, n]), 0.95).0;
        assert!((low(1) - 0.025).abs() < 1e-9);
        assert!((low(2) - (0.05f64 * 3.0 / 8.0).sqrt()).abs() < 1e-9);
        assert_eq!(confidence_sequence(&Tally([0; 5]), 0.95), (0.0, 1.0));
    }

    /// For wins and losses only, the cost of a mean is n times the Kullback–Leibler distance, which is simple.
    #[test]
    fn wins_and_losses() {
        let (n, wins) = (1000.0, 600.0);
        let distance = |p: f64, q: f64| p * (p / q).ln() + (1.0 - p) * ((1.0 - p) / (1.0 - q)).ln();
        let (low, high) = confidence_sequence(&Tally([400, 0, 600]), 0.95);
        // Stirling: √π·Γ(n+1)/Γ(n+½) is √(π·n)·(1 + 1/(8n)) up to 1/n².
        let limit = 20f64.ln() + 0.5 * (PI * n).ln() + 1.0 / (8.0 * n);
        for end in [low, high] {
            assert!((n * distance(wins / n, end) - limit).abs() < 1e-5);
        }
    }

    proptest! {
        /// The interval excludes one half exactly when the probability is below its error.
        #[test]
        fn interval_and_probability_agree(counts in prop::array::uniform5(0u64..60), level in 0.5f64..0.999) {
            let tally = Tally(counts);
            let (low, high) = confidence_sequence(&tally, level);
            let excess = sequential_p(&tally) - (1.0 - level);
            prop_assert!(excess.abs() < 1e-7 || (excess < 0.0) == (low > 0.5 || high < 0.5));
        }

        /// Never narrower than the interval for one look, never off the scale, and its mirror image for the opponent.
        #[test]
        fn sensible(counts in prop::array::uniform3(0u64..300)) {
            let tally = Tally(counts);
            let (low, high) = confidence_sequence(&tally, 0.95);
            let (mirrored_low, mirrored_high) = confidence_sequence(&tally.mirrored(), 0.95);
            prop_assert!((low + mirrored_high - 1.0).abs() < 1e-9 && (high + mirrored_low - 1.0).abs() < 1e-9);
            if counts[1] == 0 {
                let once = wilson(counts[2] as f64, tally.n() as f64, 1.96);
                prop_assert!(0.0 <= low && low <= once.0 && once.1 <= high && high <= 1.0);
            }
        }
    }
}
