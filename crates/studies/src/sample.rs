//! Sampled numbers: their mean with its interval, and where another number lies among them.

use plyscope_stats::Z_95;

/// Values of one kind, one from each game.
#[derive(Clone, Debug)]
pub(crate) struct Sample {
    sorted: Vec<f64>,
}

impl Sample {
    /// A sample of at least one value.
    pub(crate) fn new(mut values: Vec<f64>) -> Self {
        values.sort_by(f64::total_cmp);
        Sample { sorted: values }
    }

    fn n(&self) -> f64 {
        self.sorted.len() as f64
    }

    pub(crate) fn mean(&self) -> f64 {
        self.sorted.iter().sum::<f64>() / self.n()
    }

    /// Where the true mean lies, with 95 % confidence: the mean ± 1.96 standard errors.
    pub(crate) fn interval(&self) -> (f64, f64) {
        let mean = self.mean();
        let variance = self.sorted.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / (self.n() - 1.0).max(1.0);
        let error = Z_95 * (variance / self.n()).sqrt();
        (mean - error, mean + error)
    }

    /// The value below which this share of the sample lies.
    pub(crate) fn quantile(&self, share: f64) -> f64 {
        let index = (share * (self.n() - 1.0)).round() as usize;
        self.sorted[index.min(self.sorted.len() - 1)]
    }

    /// The share of the sample below a value, in per cent; values equal to it count half.
    pub(crate) fn percentile(&self, value: f64) -> f64 {
        let below = self.sorted.iter().filter(|sampled| **sampled < value).count();
        let equal = self.sorted.iter().filter(|sampled| **sampled == value).count();
        100.0 * (below as f64 + 0.5 * equal as f64) / self.n()
    }

    /// Whether a value lies among the middle 95 % of the sample, so that it may come from the same distribution.
    pub(crate) fn could_be(&self, value: f64) -> bool {
        (2.5..=97.5).contains(&self.percentile(value))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_small_sample_by_hand() {
        let sample = Sample::new(vec![4.0, 1.0, 3.0, 2.0, 2.0]);
        assert_eq!(sample.mean(), 2.4);
        assert_eq!([0.0, 0.5, 1.0].map(|share| sample.quantile(share)), [1.0, 2.0, 4.0]);
        assert_eq!([0.0, 2.0, 2.5, 9.0].map(|value| sample.percentile(value)), [0.0, 40.0, 60.0, 100.0]);
        assert!(sample.could_be(2.0) && !sample.could_be(0.5));
        // The sample variance is 1.3, the standard error of the mean √(1.3/5) = 0.5099.
        let (low, high) = sample.interval();
        assert!((low - 1.4006).abs() < 1e-3 && (high - 3.3994).abs() < 1e-3, "{low} {high}");
    }
}
