//! Whether an observed number of successes agrees with a model.

use statrs::distribution::{Binomial, Discrete};
use statrs::function::beta::ln_beta;
use statrs::function::factorial::ln_binomial;

/// The probability of a number of successes that is no likelier than the observed one, if each of `n` trials succeeds
/// with probability `share`: the exact two-sided binomial test, as R's `binom.test` and SciPy's `binomtest` have it.
/// More successes than trials count as all trials, and the share is clamped to 0 to 1. 1 if there are no trials.
pub fn binomial_p(successes: u64, n: u64, share: f64) -> f64 {
    let share = if share.is_nan() { 0.5 } else { share.clamp(0.0, 1.0) };
    match Binomial::new(share, n) {
        Ok(model) => no_likelier(successes, n, |k| model.pmf(k)),
        Err(_) => 1.0,
    }
}

/// The same if the share is not known but was itself sampled, `sampled` successes in `of` trials: the number of
/// successes is then beta-binomial (Jeffreys' prior, a half of either result, with the sample on top). With more
/// sampled trials it approaches the binomial test; with few it is milder, because the model itself is uncertain.
pub fn sampled_binomial_p(successes: u64, n: u64, (sampled, of): (u64, u64)) -> f64 {
    let (a, b) = (sampled.min(of) as f64 + 0.5, of.saturating_sub(sampled) as f64 + 0.5);
    let probability = |k: u64| (ln_binomial(n, k) + ln_beta(k as f64 + a, (n - k) as f64 + b) - ln_beta(a, b)).exp();
    no_likelier(successes, n, probability)
}

/// The probability of all outcomes that are no likelier than the observed one. The factor, which R uses too, keeps
/// rounding from excluding outcomes that are equally likely.
fn no_likelier(successes: u64, n: u64, probability: impl Fn(u64) -> f64) -> f64 {
    let limit = probability(successes.min(n)) * (1.0 + 1e-7);
    let sum: f64 = (0..=n).map(probability).filter(|chance| *chance <= limit).sum();
    sum.min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(found: f64, wanted: f64) {
        assert!((found - wanted).abs() < 1e-9 * wanted.max(1e-3), "{found} instead of {wanted}");
    }

    /// 682 of 925 against ¾, Conover's example in the help page of R's `binom.test`, which gives 0.3825; 5 of 10 is the
    /// mode; and small ones by hand.
    #[test]
    fn binomial() {
        assert!((binomial_p(682, 925, 0.75) - 0.3825).abs() < 5e-5);
        near(binomial_p(5, 10, 0.5), 1.0);
        near(binomial_p(0, 10, 0.5), 2.0 / 1024.0);
        near(binomial_p(3, 3, 0.25), 1.0 / 64.0);
        near(binomial_p(199, 199, 1.0), 1.0);
        near(binomial_p(198, 199, 1.0), 0.0);
        near(binomial_p(0, 0, 0.3), 1.0);
    }

    /// One trial after a sample of s in n succeeds with probability (s+½)/(n+1); and many sampled trials are as good as
    /// the true share.
    #[test]
    fn sampled() {
        near(sampled_binomial_p(0, 1, (7, 10)), 3.5 / 11.0);
        for (successes, share) in [(28, 0.24656), (66, 0.25), (120, 0.585)] {
            let many = 1_000_000_000_u64;
            let sampled = sampled_binomial_p(successes, 199, ((share * many as f64) as u64, many));
            let known = binomial_p(successes, 199, share);
            assert!((sampled / known - 1.0).abs() < 1e-3, "{sampled} and {known}");
            assert!(sampled_binomial_p(successes, 199, ((share * 500.0) as u64, 500)) > known);
        }
    }
}
