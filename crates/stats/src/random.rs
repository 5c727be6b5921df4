//! Random numbers for the bootstrap and for the simulations of the tests.
//!
//! SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators, OOPSLA 2014): a published interval
//! must be reproducible from its seed, whatever happens to other crates.

/// A seeded generator. Equal seeds give equal sequences.
pub(crate) struct Rng {
    state: u64,
}

impl Rng {
    pub(crate) const fn new(seed: u64) -> Self {
        Rng { state: seed }
    }

    fn next_u64(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// Uniform between 0 and 1, both excluded.
    pub(crate) fn uniform(&mut self) -> f64 {
        ((self.next_u64() >> 11) as f64 + 0.5) / (1u64 << 53) as f64
    }

    /// Standard normal, for simulations, by Marsaglia's polar method (Marsaglia and Bray: A convenient method for
    /// generating normal variables, SIAM Review 6, 1964).
    #[cfg(test)]
    pub(crate) fn normal(&mut self) -> f64 {
        loop {
            let (u, v) = (2.0 * self.uniform() - 1.0, 2.0 * self.uniform() - 1.0);
            let square = u * u + v * v;
            if square < 1.0 && square > 0.0 {
                return u * (-2.0 * square.ln() / square).sqrt();
            }
        }
    }

    /// Exponential with mean 1.
    pub(crate) fn exponential(&mut self) -> f64 {
        -self.uniform().ln()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The values for seed 1234567 that Rosetta Code lists for its task "Pseudo-random numbers/Splitmix64".
    #[test]
    fn published_sequence() {
        let mut rng = Rng::new(1_234_567);
        for value in [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423] {
            assert_eq!(rng.next_u64(), value);
        }
    }

    /// Mean, variance and skewness are 1, 1 and 2 of an exponential variable, and 0, 1 and 0 of a normal one.
    #[test]
    fn moments() {
        let mut rng = Rng::new(1);
        let mut moments = |draw: &mut dyn FnMut(&mut Rng) -> f64| {
            let values: Vec<f64> = (0..200_000).map(|_| draw(&mut rng)).collect();
            let n = values.len() as f64;
            let mean = values.iter().sum::<f64>() / n;
            let central = |power| values.iter().map(|x| (x - mean).powi(power)).sum::<f64>() / n;
            (mean, central(2), central(3) / central(2).powf(1.5))
        };
        let near = |x: f64, y: f64, error: f64| assert!((x - y).abs() < error, "{x} is not {y}");
        let (mean, variance, skewness) = moments(&mut Rng::exponential);
        near(mean, 1.0, 0.01);
        near(variance, 1.0, 0.03);
        near(skewness, 2.0, 0.06);
        let (mean, variance, skewness) = moments(&mut Rng::normal);
        near(mean, 0.0, 0.01);
        near(variance, 1.0, 0.02);
        near(skewness, 0.0, 0.03);
    }
}
