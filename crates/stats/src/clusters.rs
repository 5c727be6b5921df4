//! Means of results that are not independent.
//!
//! All games from one opening go up and down together, for all players. So openings are drawn, not games: the
//! *cluster* is the unit, and the spread between clusters gives the error (Cochran: Sampling Techniques, 1977, sections
//! 6.3 and 9A). Boards are *strata*: they were chosen, not drawn, and differ among themselves without adding to the
//! error.

use crate::intervals::{Interval, careful_variance, careful_yes_no_variance, wilson};
use crate::look::Look;

/// Games that depend on each other.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Cluster {
    /// The sum of their scores.
    pub points: f64,
    /// Their number.
    pub games: f64,
    /// How many of them are not copies of others: at least the number of pairings that they belong to.
    pub different: f64,
}

/// The clusters of each stratum.
pub type Strata = Vec<Vec<Cluster>>;

/// The mean score of all games, `None` if there are none.
pub fn cluster_mean(strata: &Strata) -> Option<f64> {
    let (points, games) = sums(strata.iter().flatten());
    (games > 0.0).then(|| points / games)
}

/// The interval of the mean score, from 0 to 1 if there are no games or only one cluster that varies.
///
/// The standard error is that of a ratio, points over games, whose clusters differ in size. The interval is Wilson's
/// for as many yes-or-no trials as give this error, with Student's t for as many clusters as weigh as much if they were
/// of equal size. Clusters that happen to agree do not look like certainty: the variance is at least that of
/// [`mean_interval`](crate::mean_interval) for equal scores, if all games had the same result, and otherwise that of as
/// many independent games as there are different ones.
pub fn cluster_interval(strata: &Strata, level: f64, look: Look) -> Interval {
    let Some(mean) = cluster_mean(strata) else { return (0.0, 1.0) };
    let (_, games) = sums(strata.iter().flatten());
    let squares: f64 = strata.iter().flatten().map(|cluster| cluster.games.powi(2)).sum();
    let n = games * games / squares;
    // Two clusters of different size weigh as much as 1.5, but still leave one degree of freedom.
    let n_clusters = strata.iter().flatten().filter(|cluster| cluster.games > 0.0).count();
    let reach = look.reach(n.max((n_clusters as f64).min(2.0)), level);
    if !reach.is_finite() {
        return (0.0, 1.0);
    }
    let variance = n * strata.iter().map(|clusters| variance_of_sum(clusters)).sum::<f64>() / (games * games);
    let least = careful_variance(mean, 0.0, n);
    let is_unanimous = mean == 0.0 || mean == 1.0;
    let different: f64 = strata.iter().flatten().map(|cluster| cluster.different).sum();
    let least = if is_unanimous { least } else { least * n / different.max(n) };
    let n_effective = if is_unanimous {
        n * careful_yes_no_variance(mean, n) / least
    } else {
        n * mean * (1.0 - mean) / variance.max(least)
    };
    wilson(mean * n_effective, n_effective, reach)
}

/// The probability that a mean of one half gives a result at least as far from it: the smallest error at which
/// [`cluster_interval`] excludes one half. 1 if none does.
pub fn cluster_p(strata: &Strata, look: Look) -> f64 {
    let excludes = |error: f64| {
        let (low, high) = cluster_interval(strata, 1.0 - error, look);
        low > 0.5 || high < 0.5
    };
    // The logarithms of an error that does not exclude it and of one that does.
    let (mut too_small, mut enough) = (-27.0, -0.01);
    if excludes(f64::exp(too_small)) {
        return f64::exp(too_small);
    }
    if !excludes(f64::exp(enough)) {
        return 1.0;
    }
    for _ in 0..50 {
        let middle = 0.5 * (too_small + enough);
        if excludes(f64::exp(middle)) { enough = middle } else { too_small = middle }
    }
    f64::exp(enough)
}

fn sums<'a>(clusters: impl Iterator<Item = &'a Cluster>) -> (f64, f64) {
    clusters.fold((0.0, 0.0), |(points, games), cluster| (points + cluster.points, games + cluster.games))
}

/// The variance of the points of a stratum above what its mean score gives.
fn variance_of_sum(clusters: &[Cluster]) -> f64 {
    let n = clusters.iter().filter(|cluster| cluster.games > 0.0).count() as f64;
    let (points, games) = sums(clusters.iter());
    if games == 0.0 {
        return 0.0;
    }
    let mean = points / games;
    if n < 2.0 {
        // One cluster says nothing about the spread.
        return careful_variance(mean, 0.0, 1.0) * games * games;
    }
    let squares: f64 = clusters.iter().map(|cluster| (cluster.points - mean * cluster.games).powi(2)).sum();
    squares * n / (n - 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn strata(clusters: &[(f64, f64)]) -> Strata {
        vec![clusters.iter().map(|&(points, games)| Cluster { points, games, different: 1.0 }).collect()]
    }

    /// Clusters of two games with 2, 1, 1 and 0 points: the mean is ½ and the residuals are 1, 0, 0 and −1, so the
    /// variance of the sum is 2·4/3 and that of the mean 8/3/64. That is the variance of ¼·64·3/8 yes-or-no trials, for
    /// which Wilson's interval is ½ ± ½·√(x/(1 + x)) with x = t²/trials.
    #[test]
    fn by_hand() {
        let (low, high) =
            cluster_interval(&strata(&[(2.0, 2.0), (1.0, 2.0), (1.0, 2.0), (0.0, 2.0)]), 0.95, Look::Once);
        let trials = 0.25 / ((8.0f64 / 3.0) / 64.0);
        let x = 3.182_446f64.powi(2) / trials;
        let half = 0.5 * (x / (1.0 + x)).sqrt();
        assert!((low - (0.5 - half)).abs() < 1e-6 && (high - (0.5 + half)).abs() < 1e-6, "{low} {high}");
    }

    #[test]
    fn nothing_and_one_cluster_tell_nothing() {
        assert_eq!(cluster_interval(&Vec::new(), 0.95, Look::Once), (0.0, 1.0));
        assert_eq!(cluster_interval(&strata(&[(900.0, 1000.0)]), 0.95, Look::AnyTime), (0.0, 1.0));
        assert_eq!(cluster_mean(&strata(&[(0.0, 0.0)])), None);
    }

    /// Strata that differ do not widen the interval: 60 % on one board and 20 % on the other, without any spread.
    #[test]
    fn boards_are_not_drawn() {
        let board = |score: f64| vec![Cluster { points: score, games: 1.0, different: 1.0 }; 50];
        let (low, high) = cluster_interval(&vec![board(0.6), board(0.2)], 0.95, Look::Once);
        assert!(low > 0.37 && high < 0.43, "{low} {high}");
        let mixed: Vec<Cluster> = board(0.6).into_iter().chain(board(0.2)).collect();
        let (low, high) = cluster_interval(&vec![mixed], 0.95, Look::Once);
        assert!(low < 0.37 && high > 0.43, "{low} {high}");
    }

    /// Interval and probability say the same, and with many clusters of one game it is the usual test.
    #[test]
    fn probabilities() {
        let wins =
            |won: usize, n: usize| strata(&(0..n).map(|i| (f64::from(u8::from(i < won)), 1.0)).collect::<Vec<_>>());
        // 540 of 1000 is 2.53 standard errors from one half: p = 0.0114.
        assert!((cluster_p(&wins(540, 1000), Look::Once) - 0.0114).abs() < 0.0005);
        assert_eq!(cluster_p(&wins(5, 10), Look::Once), 1.0);
        assert!(cluster_p(&wins(900, 1000), Look::Once) < 1e-9);
        for won in [10, 12, 15, 18, 20] {
            for look in [Look::Once, Look::AnyTime] {
                let strata = wins(won, 20);
                let (low, _) = cluster_interval(&strata, 0.95, look);
                assert_eq!(cluster_p(&strata, look) < 0.05, low > 0.5, "{won}");
            }
        }
    }

    proptest! {
        /// Copies of all games change nothing, and the opponent sees the mirror image.
        #[test]
        fn copies_are_no_evidence(scores in prop::collection::vec(0.0f64..=1.0, 2..40), copies in 1u32..100) {
            let times = |copies: f64| strata(&scores.iter().map(|s| (s * copies, copies)).collect::<Vec<_>>());
            let (once, often) = (times(1.0), times(f64::from(copies)));
            let mirrored = strata(&scores.iter().map(|s| (1.0 - s, 1.0)).collect::<Vec<_>>());
            for look in [Look::Once, Look::AnyTime] {
                let [a, b, c] = [&once, &often, &mirrored].map(|strata| cluster_interval(strata, 0.95, look));
                prop_assert!((a.0 - b.0).abs() < 1e-9 && (a.1 - b.1).abs() < 1e-9);
                prop_assert!((a.0 + c.1 - 1.0).abs() < 1e-9 && (a.1 + c.0 - 1.0).abs() < 1e-9);
                prop_assert!(0.0 <= a.0 && a.1 <= 1.0);
            }
        }
    }
}
