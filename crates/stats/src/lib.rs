//! Statistics as functions of numbers; nothing here knows what a game is.
//!
//! Counts come in, numbers go out: one file per subject, each formula with its source. The sampling unit is the *pair*,
//! two games with seats swapped, wherever pairs were played ([`Pairs`], [`PairCounts`]), and the *cluster*, all games
//! from one opening, where several pairings are put together ([`Cluster`]). No function returns NaN or
//! infinity: a value that does not exist is `None`, or the widest possible interval. A `level` is the probability that
//! an interval covers the truth, 0.95 for instance.
//!
//! ```
//! use plyscope_stats::{Look, Tally, difference_p, games_to_settle};
//!
//! // 100 pairs of games: 8 lost twice, 20 lost and drawn, 40 even, 22 won and drawn, 10 won twice.
//! let pairs = Tally([8, 20, 40, 22, 10]);
//! let elo = pairs.elo(0.95).unwrap();
//! assert!(elo.low.unwrap() < 0.0 && elo.high.unwrap() > 0.0);
//! assert!(difference_p(&pairs) > 0.05);
//! // Too close to call. This many more games would probably settle it, if the observed difference is real.
//! assert!(games_to_settle(&pairs, 0.95, 0.8, Look::Once).unwrap() > 1000);
//! ```

mod bootstrap;
mod bradley_terry;
mod clusters;
mod compare;
mod confseq;
mod correlation;
#[cfg(test)]
mod coverage;
mod cycles;
mod fitted;
mod intervals;
mod likelihood;
mod logistic;
mod look;
mod pairs;
mod prediction;
mod random;
mod sprt;
mod tally;

pub use bootstrap::{Bootstrap, BootstrapRequest, bootstrap};
pub use bradley_terry::{Fit, Model, Results, SeatResults, fit};
pub use clusters::{Cluster, Strata, cluster_interval, cluster_mean, cluster_p};
pub use compare::{detectable_elo, difference_p, games_to_settle, holm};
pub use confseq::{confidence_sequence, sequential_p};
pub use correlation::{Correlation, kendall, spearman};
pub use cycles::{Beats, Cycle, worst_cycles};
pub use fitted::{ChiSquare, deviance_test};
pub use intervals::{Interval, Z_95, clopper_pearson, mean_interval, wilson, z_of_level};
pub use logistic::{Logistic, Trials, logistic};
pub use look::Look;
pub use pairs::PairCounts;
pub use prediction::{binomial_p, sampled_binomial_p};
pub use sprt::{Decision, EloModel, Sprt};
pub use tally::{Elo, Estimate, Games, Pairs, Tally, elo_of_score, score_of_elo};
