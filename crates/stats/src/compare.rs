//! Who is stronger, and how many games it takes to know.

use statrs::distribution::{Binomial, Discrete, DiscreteCDF};

use crate::confseq::confidence_sequence;
use crate::intervals::{careful_variance, normal_cdf, quantile, z_of_level};
use crate::look::Look;
use crate::tally::{Tally, elo_of_score};

/// The test is exact for up to this many units that are not even; beyond, the normal distribution is as good.
const EXACT_UP_TO: u64 = 200;

/// The probability that equal players produce a score at least as far from one half, on either side.
///
/// If the players are equal, each pair could as well have gone the other way round, so each distance from one half has
/// either sign with probability ½ (the randomisation test of Fisher: The Design of Experiments, 1935, section 21). With
/// wins and losses only it is the sign test. 1 if there are no games.
pub fn difference_p<const N: usize>(tally: &Tally<N>) -> f64 {
    let middle = N / 2;
    // The number of units by distance from one half, and the sum of all signed distances.
    let units: Vec<u64> = (1..=middle).map(|step| tally.0[middle - step] + tally.0[middle + step]).collect();
    let sum: i128 = (1..=middle)
        .map(|step| step as i128 * (i128::from(tally.0[middle + step]) - i128::from(tally.0[middle - step])))
        .sum();
    let extreme = sum.unsigned_abs() as f64;
    if extreme == 0.0 {
        return 1.0;
    }
    if units.iter().sum::<u64>() > EXACT_UP_TO {
        let variance: f64 = units.iter().zip(1..).map(|(&n, step)| n as f64 * f64::from(step * step)).sum();
        // A change of sign moves the sum by twice the distance; half of the smallest move corrects for continuity.
        let half_move = units.iter().zip(1..).find(|&(&n, _)| n > 0).map_or(0.0, |(_, step)| f64::from(step));
        return (2.0 * normal_cdf(-(extreme - half_move) / variance.sqrt())).min(1.0);
    }
    (2.0 * upper_tail(&units, extreme as i64)).min(1.0)
}

/// The probability that a sum of `units[k]` terms of size k + 1, each of either sign, is at least `least`.
fn upper_tail(units: &[u64], least: i64) -> f64 {
    let Some((&n, smaller)) = units.split_last() else { return if least <= 0 { 1.0 } else { 0.0 } };
    let (n, step) = (n as i64, units.len() as i64);
    let Ok(positive) = Binomial::new(0.5, n as u64) else { return 1.0 };
    if smaller.is_empty() {
        // The sum is 2·positive − n; at least `least` when positive ≥ (least + n)/2, rounded up.
        let needed = (least + n + 1).div_euclid(2);
        return match needed {
            ..=0 => 1.0,
            needed if needed > n => 0.0,
            needed => positive.sf(needed as u64 - 1),
        };
    }
    (0..=n).map(|k| positive.pmf(k as u64) * upper_tail(smaller, least - step * (2 * k - n))).sum()
}

/// Holm's correction for many tests: if the corrected probabilities are compared with α, the chance of even one false
/// difference is at most α (S. Holm: A simple sequentially rejective multiple test procedure, Scandinavian Journal of
/// Statistics 6, 1979). The order is that of the arguments.
pub fn holm(probabilities: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..probabilities.len()).collect();
    order.sort_by(|&a, &b| probabilities[a].total_cmp(&probabilities[b]));
    let mut adjusted = vec![1.0; probabilities.len()];
    let mut largest: f64 = 0.0;
    for (rank, &index) in order.iter().enumerate() {
        largest = largest.max((probabilities.len() - rank) as f64 * probabilities[index]).min(1.0);
        adjusted[index] = largest;
    }
    adjusted
}

/// The reach of intervals that hold at any time grows slowly with the number of units; this many are typical.
const MANY: f64 = 1000.0;

/// How many more games are needed to tell the players apart if score and variance stay as they are: after them, an
/// interval of this level excludes one half with probability `power`. 0 if it does so already; `None` if there are no
/// games, or if the score is exactly one half, because then no number is enough.
///
/// From n = v·((z_level + z_power)/(s − ½))², the usual sample size for a mean (Cochran: Sampling Techniques, 1977).
pub fn games_to_settle<const N: usize>(tally: &Tally<N>, level: f64, power: f64, look: Look) -> Option<u64> {
    let (mean, variance) = (tally.mean()?, tally.variance()?);
    let (low, high) = match look {
        Look::Once => tally.interval(level),
        Look::AnyTime => confidence_sequence(tally, level),
    };
    if low > 0.5 || high < 0.5 {
        return Some(0);
    }
    if mean == 0.5 {
        return None;
    }
    let distance = (mean - 0.5).abs();
    let reach = match look {
        Look::Once => z_of_level(level),
        Look::AnyTime => look.reach(MANY, level),
    };
    let wanted = reach + z_of_power(power);
    // The variance as it will be computed for that number of units, at most ¼.
    let is_enough = |units: f64| units >= careful_variance(mean, variance, units) * (wanted / distance).powi(2);
    let (mut too_few, mut enough) = (0.0, 0.25 * (wanted / distance).powi(2) + 1.0);
    while enough - too_few > 0.5 + enough * 1e-9 {
        let middle = (too_few + enough) / 2.0;
        if is_enough(middle) {
            enough = middle;
        } else {
            too_few = middle;
        }
    }
    let games = enough.ceil() * Tally::<N>::games_per_unit();
    Some((games as u64).saturating_sub(tally.games()).max(1))
}

/// The smallest difference in Elo that this number of games shows with probability `power`, at an interval of this
/// level; `variance_per_game` is the variance of the score of a game, ¼ when nothing is drawn, or twice the variance of
/// a pair. `None` if there are no games, or if not even winning all of them would be enough.
pub fn detectable_elo(games: u64, variance_per_game: f64, level: f64, power: f64) -> Option<f64> {
    if games == 0 {
        return None;
    }
    let distance = (z_of_level(level) + z_of_power(power)) * (variance_per_game.max(0.0) / games as f64).sqrt();
    elo_of_score(0.5 + distance)
}

/// The one-sided z of a power, which is clamped to ½ to 1 − 10⁻¹².
fn z_of_power(power: f64) -> f64 {
    quantile(if power.is_nan() { 0.5 } else { power.clamp(0.5, 1.0 - 1e-12) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Holm (1979) rejects the smallest of n at α/n, the next at α/(n−1) and so on. With 0.01, 0.04, 0.03, 0.005 at 5 %
    /// that rejects the fourth (0.005 < 0.0125) and the first (0.01 < 0.0167), not the others (0.03 > 0.025).
    #[test]
    fn four_tests() {
        let adjusted = holm(&[0.01, 0.04, 0.03, 0.005]);
        for (found, expected) in adjusted.iter().zip([0.03, 0.06, 0.06, 0.02]) {
            assert!((found - expected).abs() < 1e-12);
        }
        assert!(holm(&[]).is_empty());
    }

    /// The lady tasting tea in the form of the sign test: 9 of 10 is 22/1024, 10 of 10 is 2/1024.
    #[test]
    fn sign_test() {
        assert!((difference_p(&Tally([1, 5, 9])) - 22.0 / 1024.0).abs() < 1e-12);
        assert!((difference_p(&Tally([10, 0, 0])) - 2.0 / 1024.0).abs() < 1e-12);
        assert_eq!(difference_p(&Tally([0, 0, 0])), 1.0);
        assert_eq!(difference_p(&Tally([0, 0, 7, 0, 0])), 1.0);
        assert!((difference_p(&Tally([0, 0, 1])) - 1.0).abs() < 1e-12);
    }

    /// Where the normal distribution takes over, both agree.
    #[test]
    fn exact_and_approximate_agree() {
        for below in 30..50 {
            // 200 units are still exact, 201 are not; one unit more changes little.
            let exact = difference_p(&Tally([below, 50, 300, 70, 80 - below]));
            let approximate = difference_p(&Tally([below, 50, 300, 71, 80 - below]));
            let exact_slower = upper_tail(&[121, 80], (21 + 2 * (80 - 2 * below as i64)).abs()) * 2.0;
            assert!((approximate - exact_slower).abs() < 2e-3, "{approximate} and {exact_slower}");
            assert!((exact - approximate).abs() < 0.06, "{exact} and {approximate}");
        }
    }

    /// Cohen (Statistical Power Analysis, 1988): a standardised difference of 0.5 of one mean at 5 %, two-sided, power
    /// 0.8 needs (1.96 + 0.8416)²/0.25 = 31.4 observations before the correction for the t distribution.
    #[test]
    fn sample_size() {
        let settled = |tally: Tally<3>| games_to_settle(&tally, 0.95, 0.8, Look::Once);
        // Score 0.55 of wins and losses: variance 0.2475, so 0.2475·7.849/0.0025 = 777 games in all.
        let more = settled(Tally([45, 0, 55])).unwrap();
        assert!((more as f64 + 100.0 - 777.0).abs() < 5.0, "{more}");
        assert_eq!(settled(Tally([5, 0, 95])), Some(0));
        assert_eq!((settled(Tally([5, 0, 5])), settled(Tally([0, 0, 0]))), (None, None));
        // One win so far says little, but the result is a number.
        assert!(settled(Tally([0, 0, 1])).unwrap() < 20);
        let elo = detectable_elo(777, 0.2475, 0.95, 0.8).unwrap();
        assert!((elo - elo_of_score(0.55).unwrap()).abs() < 0.1, "{elo}");
        assert_eq!((detectable_elo(0, 0.25, 0.95, 0.8), detectable_elo(4, 0.25, 0.95, 0.8)), (None, None));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(100))]

        /// The slow way: all signs of all distances.
        #[test]
        fn randomisation_by_trying_all_signs(counts in prop::array::uniform5(0u64..4)) {
            let distances: Vec<i64> = counts.iter().enumerate()
                .flat_map(|(i, &n)| std::iter::repeat_n(i as i64 - 2, n as usize)).filter(|&d| d != 0).collect();
            let observed = distances.iter().sum::<i64>().abs();
            let n_signs = 1u32 << distances.len();
            let as_far = (0..n_signs).filter(|signs| {
                let sum: i64 = distances.iter().enumerate()
                    .map(|(bit, d)| if signs >> bit & 1 == 1 { d.abs() } else { -d.abs() }).sum();
                sum.abs() >= observed
            }).count();
            let slow = as_far as f64 / f64::from(n_signs);
            prop_assert!((difference_p(&Tally(counts)) - slow).abs() < 1e-9);
            prop_assert!((difference_p(&Tally(counts).mirrored()) - slow).abs() < 1e-9);
        }

        /// Holm's procedure is the closed test of Bonferroni: a hypothesis is rejected when every set of hypotheses
        /// that contains it is (Marcus, Peritz, Gabriel: Biometrika 63, 1976). Over all sets, the slow way.
        #[test]
        fn holm_by_all_sets(p in prop::collection::vec(0.0f64..0.3, 1..8)) {
            for (index, adjusted) in holm(&p).into_iter().enumerate() {
                let sets = (0u32..1 << p.len()).filter(|set| set >> index & 1 == 1);
                let slow = sets.map(|set| {
                    let smallest = (0..p.len()).filter(|i| set >> i & 1 == 1).map(|i| p[i]).fold(1.0, f64::min);
                    (f64::from(set.count_ones()) * smallest).min(1.0)
                }).fold(0.0, f64::max);
                prop_assert!((adjusted - slow).abs() < 1e-12);
            }
        }
    }
}
