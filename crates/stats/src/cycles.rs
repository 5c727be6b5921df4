//! Cycles of players in which each beats the next, which no rating can express.

use std::collections::HashMap;

/// One player scored better than another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Beats {
    /// The player who scored more than one half.
    pub winner: usize,
    /// The player who scored less.
    pub loser: usize,
    /// The score of the winner.
    pub score: f64,
    /// The probability of such a score between equal players, corrected for the number of comparisons
    /// (see [`crate::difference_p`] and [`crate::holm`]).
    pub p: f64,
}

/// Three players: the first beats the second, the second beats the third, the third beats the first.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cycle {
    /// The three, beginning with the smallest number.
    pub players: [usize; 3],
    /// The smallest of the three winning scores.
    pub weakest_score: f64,
    /// The largest of the three probabilities.
    pub weakest_p: f64,
}

/// Up to `limit` cycles of three in which every link has a probability of at most `alpha`, the one with the largest
/// weakest score first. If a complete round robin has a cycle of any length, it has one of three (Kendall and Babington
/// Smith: On the method of paired comparisons, Biometrika 31, 1940).
pub fn worst_cycles(results: &[Beats], alpha: f64, limit: usize) -> Vec<Cycle> {
    let mut losers: HashMap<usize, Vec<Beats>> = HashMap::new();
    let mut links: HashMap<(usize, usize), Beats> = HashMap::new();
    for &link in results.iter().filter(|link| link.p <= alpha && link.score > 0.5 && link.winner != link.loser) {
        losers.entry(link.winner).or_default().push(link);
        links.insert((link.winner, link.loser), link);
    }
    let followers = |player: usize| losers.get(&player).map_or(&[][..], Vec::as_slice);
    let mut cycles = Vec::new();
    for &a in losers.keys() {
        for ab in followers(a).iter().filter(|link| link.loser > a) {
            for bc in followers(ab.loser).iter().filter(|link| link.loser > a) {
                if let Some(ca) = links.get(&(bc.loser, a)) {
                    cycles.push(Cycle {
                        players: [a, ab.loser, bc.loser],
                        weakest_score: ab.score.min(bc.score).min(ca.score),
                        weakest_p: ab.p.max(bc.p).max(ca.p),
                    });
                }
            }
        }
    }
    // Equal scores are ordered by players, so that the order does not depend on the map.
    cycles.sort_by(|x, y| y.weakest_score.total_cmp(&x.weakest_score).then(x.players.cmp(&y.players)));
    cycles.truncate(limit);
    cycles
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn beats(winner: usize, loser: usize, score: f64) -> Beats {
        Beats { winner, loser, score, p: 0.001 }
    }

    #[test]
    fn rock_paper_scissors() {
        let game = [beats(1, 0, 0.8), beats(2, 1, 0.9), beats(0, 2, 0.7)];
        let found = worst_cycles(&game, 0.05, 10);
        assert_eq!(found, [Cycle { players: [0, 2, 1], weakest_score: 0.7, weakest_p: 0.001 }]);
        assert!(worst_cycles(&game, 0.0001, 10).is_empty());
        assert!(worst_cycles(&game[..2], 0.05, 10).is_empty());
    }

    proptest! {
        /// Kendall and Babington Smith: a tournament of n players in which player i beats aᵢ others has C(n,3) − Σ
        /// C(aᵢ,2) cycles of three.
        #[test]
        fn number_of_cycles(n in 3usize..9, seed in any::<u64>()) {
            let mut wins = vec![0usize; n];
            let mut results = Vec::new();
            for a in 0..n {
                for b in 0..a {
                    let (winner, loser) = if seed >> (a * (a - 1) / 2 + b) & 1 == 1 { (a, b) } else { (b, a) };
                    wins[winner] += 1;
                    results.push(beats(winner, loser, 0.6));
                }
            }
            let transitive: usize = wins.iter().map(|a| a * a.saturating_sub(1) / 2).sum();
            let expected = n * (n - 1) * (n - 2) / 6 - transitive;
            prop_assert_eq!(worst_cycles(&results, 0.05, usize::MAX).len(), expected);
        }
    }
}
