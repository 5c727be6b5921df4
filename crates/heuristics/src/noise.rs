//! A random number that is no surprise: a pure function of a seed and a position.
//!
//! Some published heuristics add a random number to break ties. Drawn again at every call, it would give one position
//! many values, and neither a table nor a second run could be trusted. Here it belongs to the position.

use plyscope_core::Rng;

/// Noise from 0 up to an amplitude.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Noise {
    pub(crate) amplitude: f64,
    pub(crate) seed: u64,
}

impl Noise {
    /// The noise of the position with this key.
    pub(crate) fn at(&self, key: u64) -> f64 {
        self.amplitude * Rng::part(self.seed, key).unit()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn noise_belongs_to_seed_and_position() {
        let noise = |seed, key| Noise { amplitude: 1.0, seed }.at(key);
        assert_eq!(noise(1, 2), noise(1, 2));
        assert_ne!(noise(1, 2), noise(1, 3));
        assert_ne!(noise(1, 2), noise(2, 2));
    }

    /// The mean of a uniform number in [0, 1) is 1/2 and its variance 1/12.
    #[test]
    fn noise_is_uniform() {
        const N: u64 = 100_000;
        let values: Vec<f64> = (0..N).map(|key| Noise { amplitude: 1.0, seed: 7 }.at(key)).collect();
        assert!(values.iter().all(|value| (0.0..1.0).contains(value)));
        let mean = values.iter().sum::<f64>() / N as f64;
        let variance = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / N as f64;
        // Five standard errors of the mean, and the same width for the variance.
        let tolerance = 5.0 / (12.0 * N as f64).sqrt();
        assert!((mean - 0.5).abs() < tolerance, "{mean}");
        assert!((variance - 1.0 / 12.0).abs() < tolerance, "{variance}");
    }
}
