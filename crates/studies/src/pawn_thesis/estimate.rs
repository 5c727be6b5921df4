//! A chance, computed or sampled, and whether a published score is consistent with it.

use plyscope_stats::{Z_95, binomial_p, sampled_binomial_p, wilson};

/// Published scores less likely than this count as different: with 169 cells, chance gives one or two.
pub(super) const LEAST_P: f64 = 0.01;

/// The chance that the first player wins.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Estimate {
    pub(super) share: f64,
    /// Wins and games, if it was sampled.
    pub(super) sample: Option<(u64, u64)>,
}

impl Estimate {
    pub(super) fn exact(share: f64) -> Self {
        Estimate { share, sample: None }
    }

    pub(super) fn sampled(wins: u64, games: u64) -> Self {
        Estimate { share: wins as f64 / games as f64, sample: Some((wins, games)) }
    }

    /// The chance that the second player wins.
    pub(super) fn seen_by_the_second(&self) -> Self {
        Estimate { share: 1.0 - self.share, sample: self.sample.map(|(wins, games)| (games - wins, games)) }
    }

    /// The probability of a score no likelier than this one.
    pub(super) fn p(&self, (wins, losses): (u64, u64)) -> f64 {
        match self.sample {
            None => binomial_p(wins, wins + losses, self.share),
            Some(sample) => sampled_binomial_p(wins, wins + losses, sample),
        }
    }

    /// Whether a published score is consistent with it.
    pub(super) fn fits(&self, score: (u64, u64)) -> bool {
        self.p(score) >= LEAST_P
    }

    /// The interval of the chance, if it was sampled.
    pub(super) fn interval(&self) -> Option<(f64, f64)> {
        self.sample.map(|(wins, games)| wilson(wins as f64, games as f64, Z_95))
    }
}
