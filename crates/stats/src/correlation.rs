//! How well two lists agree in order: Spearman's ρ and Kendall's τ.

use crate::intervals::{Interval, z_of_level};

/// A coefficient of correlation, from −1 (opposite order) to 1 (same order).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Correlation {
    /// The coefficient of the sample.
    pub value: f64,
    /// The interval of the true coefficient at the given level; −1 to 1 if there are too few observations.
    pub interval: Interval,
}

/// Spearman's rank correlation ρ: the ordinary correlation of the ranks, ties sharing their mean rank (Spearman: The
/// proof and measurement of association between two things, American Journal of Psychology 15, 1904). The interval is
/// Fisher's with the variance (1 + ρ²/2)/(n − 3) (Bonett and Wright: Sample size requirements for estimating Pearson,
/// Kendall and Spearman correlations, Psychometrika 65, 2000).
///
/// `None` if the lists differ in length, contain NaN, or one of them has no two different values.
pub fn spearman(x: &[f64], y: &[f64], level: f64) -> Option<Correlation> {
    check(x, y)?;
    let n = x.len() as f64;
    let (x, y) = (ranks(x), ranks(y));
    let mean = (n + 1.0) / 2.0;
    let product = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| (a - mean) * (b - mean)).sum::<f64>();
    let value = (product(&x, &y) / (product(&x, &x) * product(&y, &y)).sqrt()).clamp(-1.0, 1.0);
    // Exchanging two neighbours costs 12/(n³ − n).
    let half_exchange = 6.0 / (n * (n * n - 1.0));
    let variance = (1.0 + value * value / 2.0) / (n - 3.0);
    Some(Correlation { value, interval: fisher_interval(value, half_exchange, variance, level) })
}

/// Kendall's τ-b: pairs in the same order less pairs in opposite order, over the geometric mean of the numbers of pairs
/// that are not tied in one list (Kendall: The treatment of ties in ranking problems, Biometrika 33, 1945), counted
/// while sorting (Knight: A computer method for calculating Kendall's tau with ungrouped data, JASA 61, 1966). The
/// interval is Fisher's with the variance 0.437/(n − 4) (Fieller, Hartley and Pearson: Tests for rank correlation
/// coefficients I, Biometrika 44, 1957), which is good for |τ| below 0.8.
///
/// `None` in the same cases as [`spearman`].
pub fn kendall(x: &[f64], y: &[f64], level: f64) -> Option<Correlation> {
    check(x, y)?;
    let n = x.len();
    let mut points: Vec<(f64, f64)> = x.iter().copied().zip(y.iter().copied()).collect();
    points.sort_by(|a, b| order(a.0, b.0).then(order(a.1, b.1)));
    let all = pairs_among(n as u64);
    let tied_x = tied_pairs(&points, |a, b| a.0 == b.0);
    let tied_both = tied_pairs(&points, |a, b| a == b);
    let exchanges = sort_by_y(&mut points);
    let tied_y = tied_pairs(&points, |a, b| a.1 == b.1);
    let difference = (all - tied_x - tied_y + tied_both) as f64 - 2.0 * exchanges as f64;
    let value = (difference / ((all - tied_x) as f64 * (all - tied_y) as f64).sqrt()).clamp(-1.0, 1.0);
    // Exchanging two neighbours costs 2 of all pairs.
    let half_exchange = 1.0 / all as f64;
    let variance = 0.437 / (n as f64 - 4.0);
    Some(Correlation { value, interval: fisher_interval(value, half_exchange, variance, level) })
}

fn check(x: &[f64], y: &[f64]) -> Option<()> {
    let varies = |list: &[f64]| list.iter().any(|value| *value != list[0]);
    let is_sound = |list: &[f64]| !list.iter().any(|value| value.is_nan());
    (x.len() == y.len() && is_sound(x) && is_sound(y) && varies(x) && varies(y)).then_some(())
}

/// Orders numbers; 0 and −0 are equal, and there is no NaN.
fn order(a: f64, b: f64) -> std::cmp::Ordering {
    a.partial_cmp(&b).unwrap_or(std::cmp::Ordering::Equal)
}

/// The rank of each value from 1, equal values sharing their mean rank.
fn ranks(values: &[f64]) -> Vec<f64> {
    let mut by_value: Vec<usize> = (0..values.len()).collect();
    by_value.sort_by(|&a, &b| order(values[a], values[b]));
    let mut ranks = vec![0.0; values.len()];
    let mut done = 0;
    for equal in by_value.chunk_by(|&a, &b| values[a] == values[b]) {
        // The ranks of this chunk are done + 1 to done + its length.
        let mean = done as f64 + (equal.len() as f64 + 1.0) / 2.0;
        equal.iter().for_each(|&index| ranks[index] = mean);
        done += equal.len();
    }
    ranks
}

fn pairs_among(n: u64) -> u64 {
    n * n.saturating_sub(1) / 2
}

/// Pairs within runs of equal neighbours.
fn tied_pairs(points: &[(f64, f64)], equal: impl Fn(&(f64, f64), &(f64, f64)) -> bool) -> u64 {
    points.chunk_by(equal).map(|run| pairs_among(run.len() as u64)).sum()
}

/// Sorts by the second number and counts the pairs that had to change places.
fn sort_by_y(points: &mut [(f64, f64)]) -> u64 {
    if points.len() < 2 {
        return 0;
    }
    let (left, right) = points.split_at_mut(points.len() / 2);
    let mut exchanges = sort_by_y(left) + sort_by_y(right);
    let (left, right) = (left.to_vec(), right.to_vec());
    let (mut i, mut j) = (0, 0);
    for place in points.iter_mut() {
        if j == right.len() || (i < left.len() && left[i].1 <= right[j].1) {
            *place = left[i];
            i += 1;
        } else {
            exchanges += (left.len() - i) as u64;
            *place = right[j];
            j += 1;
        }
    }
    exchanges
}

/// The interval that is symmetric after Fisher's transformation artanh. artanh 1 is infinite, so a perfect order is
/// treated as half an exchange of neighbours away from perfect; that end of the interval stays at ±1.
fn fisher_interval(value: f64, half_exchange: f64, variance: f64, level: f64) -> Interval {
    if !variance.is_finite() || variance <= 0.0 {
        return (-1.0, 1.0);
    }
    let most = (1.0 - half_exchange).max(0.0);
    let (centre, half_width) = (value.clamp(-most, most).atanh(), z_of_level(level) * variance.sqrt());
    let low = if value < -most { -1.0 } else { (centre - half_width).tanh() };
    let high = if value > most { 1.0 } else { (centre + half_width).tanh() };
    (low, high)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The example of the article "Spearman's rank correlation coefficient" in Wikipedia (intelligence and hours of
    /// television): ρ = −29/165.
    #[test]
    fn published_spearman() {
        let x = [106.0, 100.0, 86.0, 101.0, 99.0, 103.0, 97.0, 113.0, 112.0, 110.0];
        let y = [7.0, 27.0, 2.0, 50.0, 28.0, 29.0, 20.0, 12.0, 6.0, 17.0];
        assert!((spearman(&x, &y, 0.95).unwrap().value + 29.0 / 165.0).abs() < 1e-12);
    }

    /// The example in the documentation of scipy.stats.kendalltau, with ties: −0.47140452079103173.
    #[test]
    fn published_kendall() {
        let (x, y) = ([12.0, 2.0, 1.0, 12.0, 2.0], [1.0, 4.0, 7.0, 1.0, 0.0]);
        assert!((kendall(&x, &y, 0.95).unwrap().value + 0.471_404_520_791_031_73).abs() < 1e-12);
    }

    /// Fisher's interval by hand: artanh 0.5 = 0.5493, and the error for n = 103 is 1.96·√(1.125/100) = 0.2079.
    #[test]
    fn interval_by_hand() {
        let (low, high) = fisher_interval(0.5, 1e-6, 1.125 / 100.0, 0.95);
        assert!((low - 0.3282).abs() < 1e-3 && (high - 0.6393).abs() < 1e-3, "{low} {high}");
    }

    #[test]
    fn extremes() {
        let rising: Vec<f64> = (0..10).map(f64::from).collect();
        let falling: Vec<f64> = rising.iter().rev().copied().collect();
        for measure in [spearman, kendall] {
            let same = measure(&rising, &rising, 0.95).unwrap();
            assert!(same.value == 1.0 && same.interval.1 == 1.0 && (0.5..1.0).contains(&same.interval.0));
            let opposite = measure(&rising, &falling, 0.95).unwrap();
            assert!(opposite.value == -1.0 && opposite.interval.0 == -1.0);
            assert_eq!(measure(&rising[..2], &falling[..2], 0.95).unwrap().interval, (-1.0, 1.0));
            assert_eq!(measure(&[], &[], 0.95), None);
            assert_eq!(measure(&[1.0], &[1.0], 0.95), None);
            assert_eq!(measure(&[1.0, 1.0], &[1.0, 2.0], 0.95), None);
            assert_eq!(measure(&[1.0, f64::NAN], &[1.0, 2.0], 0.95), None);
        }
    }

    proptest! {
        /// By definition, over all pairs.
        #[test]
        fn kendall_by_all_pairs(points in prop::collection::vec((0i8..8, 0i8..8), 2..40)) {
            let (x, y): (Vec<f64>, Vec<f64>) = points.iter().map(|&(x, y)| (f64::from(x), f64::from(y))).unzip();
            let (mut sum, mut untied_x, mut untied_y) = (0i32, 0, 0);
            for (i, a) in points.iter().enumerate() {
                for b in &points[..i] {
                    let (dx, dy) = (i32::from((a.0 - b.0).signum()), i32::from((a.1 - b.1).signum()));
                    sum += dx * dy;
                    untied_x += dx.abs();
                    untied_y += dy.abs();
                }
            }
            let found = kendall(&x, &y, 0.95);
            prop_assert_eq!(found.is_some(), untied_x > 0 && untied_y > 0);
            if let Some(found) = found {
                let slow = f64::from(sum) / (f64::from(untied_x) * f64::from(untied_y)).sqrt();
                prop_assert!((found.value - slow).abs() < 1e-12);
                let (low, high) = found.interval;
                prop_assert!(-1.0 <= low && low <= found.value + 1e-12 && found.value <= high + 1e-12 && high <= 1.0);
            }
        }

        #[test]
        fn turning_one_list_round_negates(points in prop::collection::vec((-9i8..9, -9i8..9), 5..40)) {
            let (x, y): (Vec<f64>, Vec<f64>) = points.iter().map(|&(x, y)| (f64::from(x), f64::from(y))).unzip();
            let turned: Vec<f64> = y.iter().map(|y| -y).collect();
            for measure in [spearman, kendall] {
                if let (Some(a), Some(b)) = (measure(&x, &y, 0.95), measure(&x, &turned, 0.95)) {
                    prop_assert!((a.value + b.value).abs() < 1e-9 && (a.interval.0 + b.interval.1).abs() < 1e-9);
                }
            }
        }
    }
}
