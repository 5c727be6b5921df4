//! The one source of randomness: small, portable, and the same for ever.
//!
//! SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators, OOPSLA 2014). Results that people
//! publish must not change with a dependency, so the generator is ours and tested against published numbers.

/// A seeded generator. Equal seeds give equal sequences on every machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rng {
    state: u64,
}

/// 2⁶⁴ divided by the golden ratio, made odd: the step between states.
const GAMMA: u64 = 0x9E37_79B9_7F4A_7C15;

impl Rng {
    /// The generator of this seed.
    pub const fn new(seed: u64) -> Self {
        Rng { state: seed }
    }

    /// A generator for part `index` of the work of `seed`, unrelated to those of other parts.
    pub fn part(seed: u64, index: u64) -> Self {
        let mut outer = Rng::new(seed);
        Rng::new(outer.next_u64() ^ Rng::new(index).next_u64().rotate_left(32))
    }

    /// The next 64 random bits.
    #[inline(always)]
    pub fn next_u64(&mut self) -> u64 {
        self.state = self.state.wrapping_add(GAMMA);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number below `n`, uniform up to a bias of n/2⁶⁴, which no experiment can see. `n` must not be 0.
    #[inline(always)]
    pub fn below(&mut self, n: usize) -> usize {
        debug_assert!(n > 0);
        ((u128::from(self.next_u64()) * n as u128) >> 64) as usize
    }

    /// A number from 0 up to but not including 1, uniform over the multiples of 2⁻⁵³.
    #[inline(always)]
    pub fn unit(&mut self) -> f64 {
        (self.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The values for seed 1234567 that Rosetta Code lists for its task "Pseudo-random numbers/Splitmix64".
    #[test]
    fn published_sequence() {
        let mut rng = Rng::new(1_234_567);
        let expected = [
            6_457_827_717_110_365_317,
            3_203_168_211_198_807_973,
            9_817_491_932_198_370_423,
            4_593_380_528_125_082_431,
            16_408_922_859_458_223_821,
        ];
        for value in expected {
            assert_eq!(rng.next_u64(), value);
        }
    }

    /// The same source: counts of floor(5 · value / 2⁶⁴) over 100 000 values of seed 987654321.
    #[test]
    fn published_histogram() {
        let mut rng = Rng::new(987_654_321);
        let mut counts = [0; 5];
        for _ in 0..100_000 {
            counts[rng.below(5)] += 1;
        }
        assert_eq!(counts, [20027, 19892, 20073, 19978, 20030]);
    }

    #[test]
    fn parts_differ() {
        let firsts: std::collections::HashSet<u64> =
            (0..100).flat_map(|seed| (0..100).map(move |index| Rng::part(seed, index).next_u64())).collect();
        assert_eq!(firsts.len(), 10_000);
    }
}
