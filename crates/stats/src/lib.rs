//! Statistics as functions of numbers; nothing here knows what a game is.

/// The Wilson score interval for a share of successes: the values of the true share that the observation does not contradict at the
/// level of `z` standard deviations (1.96 for 95 %). Also right near 0 and 1, where plus and minus one standard error is not (E. B. Wilson: Probable inference,
/// the law of succession, and statistical inference, JASA 22, 1927). Successes may be half ones: a draw counts as half a win.
pub fn wilson(successes: f64, n: f64, z: f64) -> (f64, f64) {
    if n <= 0.0 {
        return (0.0, 1.0);
    }
    let (share, z2) = (successes / n, z * z);
    let centre = (share + z2 / (2.0 * n)) / (1.0 + z2 / n);
    let half_width = z / (1.0 + z2 / n) * (share * (1.0 - share) / n + z2 / (4.0 * n * n)).sqrt();
    ((centre - half_width).max(0.0), (centre + half_width).min(1.0))
}

/// The z of a two-sided 95 % interval.
pub const Z_95: f64 = 1.959_963_984_540_054;

#[cfg(test)]
mod tests {
    use super::*;

    /// Newcombe (Two-sided confidence intervals for the single proportion, Statistics in Medicine 17, 1998), table I, method 3.
    #[test]
    fn published_intervals() {
        for (successes, n, low, high) in [
            (81.0, 263.0, 0.2553, 0.3662),
            (15.0, 148.0, 0.0624, 0.1605),
            (0.0, 20.0, 0.0, 0.1611),
            (1.0, 29.0, 0.0061, 0.1718),
        ] {
            let (l, h) = wilson(successes, n, Z_95);
            assert!((l - low).abs() < 5e-5 && (h - high).abs() < 5e-5, "{successes} of {n}: {l} to {h}");
        }
    }

    #[test]
    fn nothing_observed_says_nothing() {
        assert_eq!(wilson(0.0, 0.0, Z_95), (0.0, 1.0));
    }
}
