//! Ratings with intervals, and whether they explain the results, if games of the same cluster depend on each other: the
//! bootstrap.

use nalgebra::DVector;

use crate::bradley_terry::{Fit, Model, Results, SeatShares, Unknowns, fit};
use crate::fitted::{Meeting, meetings, misfit, ratings_of};
use crate::intervals::{Interval, error_of_level, normal_cdf, z_of_level};
use crate::look::Look;
use crate::random::Rng;

/// Ratings with intervals.
#[derive(Clone, Debug)]
pub struct Bootstrap {
    /// The ratings themselves.
    pub fit: Fit,
    /// The interval of each rating, in Elo.
    pub ratings: Vec<Interval>,
    /// The interval of the advantage of moving first, in Elo.
    pub first_seat: Interval,
    /// The probability of results at least as far from the predictions of the ratings, if strength explains all. A
    /// small one means that it does not: a style may suit an opponent, or players may beat each other in a cycle.
    /// `None` if there are no more meetings than free ratings, or fewer than two clusters.
    pub misfit_p: Option<f64>,
    /// The ratings of each player in every round.
    samples: Vec<Vec<f64>>,
    stretch: f64,
}

impl Bootstrap {
    /// The probability that `a` is stronger than `b`, from the spread of the difference over all rounds. With one
    /// cluster it is that of independent games, as the intervals are. One half if nothing is known, as between a player
    /// and itself.
    pub fn superiority(&self, a: usize, b: usize) -> f64 {
        let [Some(one), Some(other)] = [a, b].map(|player| self.samples.get(player)) else {
            return self.fit.superiority(a, b);
        };
        let differences: Vec<f64> = one.iter().zip(other).map(|(one, other)| one - other).collect();
        let n = differences.len().max(1) as f64;
        let mean = differences.iter().sum::<f64>() / n;
        let spread = (differences.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / n).sqrt();
        let least = LEAST_SHARE * self.fit.error_of_difference(a, b).unwrap_or(0.0);
        let error = (self.stretch * spread).max(least);
        if error > 0.0 { normal_cdf((self.fit.ratings[a] - self.fit.ratings[b]) / error) } else { 0.5 }
    }
}

/// What the bootstrap is asked for.
#[derive(Clone, Copy, Debug)]
pub struct BootstrapRequest {
    /// The level of the intervals.
    pub level: f64,
    /// How often people look.
    pub look: Look,
    /// How often the results get new weights.
    pub rounds: usize,
    /// Equal seeds give equal intervals.
    pub seed: u64,
}

/// The ends of an interval are at least this share of the half-width for independent games away from the estimate.
/// Clusters can vary less than independent games, but a few results that happen to be equal do not prove that nothing
/// varies.
const LEAST_SHARE: f64 = 0.5;

/// Estimates ratings and their intervals: gives all clusters random weights and fits the ratings again, many times.
///
/// Every cluster gets an exponentially distributed weight (the weighted likelihood bootstrap of Newton and Raftery:
/// Approximate Bayesian inference with the weighted likelihood bootstrap, JRSS B 56, 1994, after Rubin: The Bayesian
/// bootstrap, Annals of Statistics 9, 1981). The intervals reach from quantile to quantile (Efron and Tibshirani: An
/// Introduction to the Bootstrap, 1993, chapter 13), stretched for few clusters: the spread of such means is that of
/// the sample times (n−1)/(n+1), and Student's t is wider than a normal distribution. `None` as for [`fit`], and for
/// fewer than two rounds.
pub fn bootstrap(results: &Results, model: &Model, request: &BootstrapRequest) -> Option<Bootstrap> {
    let fit = fit(results, model)?;
    if request.rounds < 2 {
        return None;
    }
    let mut resampler = Resampler::new(results)?;
    let n_clusters = resampler.weights.len() as f64;
    let z = z_of_level(request.level);
    let Some(stretch) = stretch(n_clusters, request) else {
        return Some(without_spread(fit, z));
    };
    let mut rng = Rng::new(request.seed);
    let players = results.players;
    let unknowns = Unknowns::new(players, model, fit.draw > 0.0);
    let mut samples = vec![Vec::with_capacity(request.rounds); players + 1];
    let mut test = Misfit::new(&resampler.cells, &fit);
    for _ in 0..request.rounds {
        resampler.weigh(&mut rng);
        // Newton's error is about the square of the last step: far less than one Elo.
        let (at, _) = unknowns.summit(&resampler.cells, fit.at.clone(), 0.02);
        let (scale, mean) = (unknowns.scale(&at), at.rows(0, players).mean());
        (0..players).for_each(|player| samples[player].push((at[player] - mean) * scale));
        samples[players].push(unknowns.advantage(&at) * scale);
        test.add(&resampler.cells, &unknowns, &at);
    }
    let interval = |samples: &[f64], value: f64, error: f64| {
        let (low, high) = quantiles(samples.to_vec(), request.level);
        let least = LEAST_SHARE * request.look.reach(n_clusters, request.level) * error;
        ((value + stretch * (low - value)).min(value - least), (value + stretch * (high - value)).max(value + least))
    };
    let first_seat = interval(&samples[players], fit.first_seat.0, fit.first_seat.1);
    let ratings = (0..players).map(|i| interval(&samples[i], fit.ratings[i], fit.standard_errors[i])).collect();
    let misfit_p = test.p(&fit, (n_clusters + 1.0) / (n_clusters - 1.0));
    samples.truncate(players);
    Some(Bootstrap { fit, ratings, first_seat, misfit_p, samples, stretch })
}

/// By how much quantiles of the bootstrap are moved away from the estimate; `None` for fewer than two clusters.
fn stretch(n_clusters: f64, request: &BootstrapRequest) -> Option<f64> {
    let reach = request.look.reach(n_clusters, request.level);
    let spread = ((n_clusters + 1.0) / (n_clusters - 1.0)).sqrt();
    reach.is_finite().then(|| spread * reach / z_of_level(request.level).max(1e-9))
}

/// With one cluster there is no spread to measure; the intervals are those of independent games.
fn without_spread(fit: Fit, z: f64) -> Bootstrap {
    let around = |value: f64, error: f64| (value - z * error, value + z * error);
    let ratings = fit.ratings.iter().zip(&fit.standard_errors).map(|(&value, &error)| around(value, error)).collect();
    let first_seat = around(fit.first_seat.0, fit.first_seat.1);
    Bootstrap { fit, ratings, first_seat, misfit_p: None, samples: Vec::new(), stretch: 1.0 }
}

/// The central interval that holds this share of the samples.
fn quantiles(mut samples: Vec<f64>, level: f64) -> Interval {
    samples.sort_by(f64::total_cmp);
    let tail = error_of_level(level) / 2.0;
    let at = |share: f64| {
        let place = share * (samples.len() - 1) as f64;
        let (below, above) = (samples[place.floor() as usize], samples[place.ceil() as usize]);
        below + (above - below) * place.fract()
    };
    (at(tail), at(1.0 - tail))
}

/// How far the results are from the predictions, and how far they would be by chance: in every round, the distance of
/// the weighted results from the weighted fit, beyond that of the results themselves.
struct Misfit {
    observed: Vec<Meeting>,
    statistic: f64,
    by_chance: Vec<f64>,
}

impl Misfit {
    fn new(cells: &[SeatShares], fit: &Fit) -> Self {
        let observed = meetings(cells, |first, second| fit.expected(first, second));
        let statistic = misfit(&observed, |index| observed[index].excess / observed[index].games);
        Misfit { observed, statistic, by_chance: Vec::new() }
    }

    fn add(&mut self, cells: &[SeatShares], unknowns: &Unknowns, at: &DVector<f64>) {
        let weighted = meetings(cells, |first, second| unknowns.expected(at, first, second));
        let own = &self.observed;
        self.by_chance.push(misfit(own, |index| {
            weighted[index].excess / weighted[index].games - own[index].excess / own[index].games
        }));
    }

    /// The share of rounds that were as far off, with the spread of few clusters corrected.
    fn p(&self, fit: &Fit, correction: f64) -> Option<f64> {
        if self.observed.len() as u64 <= ratings_of(fit) {
            return None;
        }
        let as_far = self.by_chance.iter().filter(|&&distance| distance * correction >= self.statistic).count();
        Some((as_far + 1) as f64 / (self.by_chance.len() + 1) as f64)
    }
}

/// Gives new weights to all clusters.
struct Resampler {
    cells: Vec<SeatShares>,
    /// For each entry of the results: its cell, its cluster and its counts.
    entries: Vec<(usize, usize, [f64; 3])>,
    weights: Vec<f64>,
}

impl Resampler {
    fn new(results: &Results) -> Option<Resampler> {
        let cells = results.cells()?;
        let played = results.games.iter().filter(|games| games.counts.iter().any(|&n| n > 0));
        // Clusters without games have no weight to vary.
        let mut clusters: Vec<usize> = played.clone().map(|games| games.cluster).collect();
        clusters.sort_unstable();
        clusters.dedup();
        let entries = played.filter_map(|games| {
            let by_seats = |cell: &SeatShares| (cell.first, cell.second);
            let cell = cells.binary_search_by_key(&(games.first, games.second), by_seats).ok()?;
            let cluster = clusters.binary_search(&games.cluster).ok()?;
            Some((cell, cluster, games.counts.map(|n| n as f64)))
        });
        let entries = entries.collect();
        Some(Resampler { cells, entries, weights: vec![1.0; clusters.len()] })
    }

    fn weigh(&mut self, rng: &mut Rng) {
        self.weights.iter_mut().for_each(|weight| *weight = rng.exponential());
        self.cells.iter_mut().for_each(|cell| cell.counts = [0.0; 3]);
        for (cell, cluster, counts) in &self.entries {
            let (cell, weight) = (&mut self.cells[*cell], self.weights[*cluster]);
            (0..3).for_each(|result| cell.counts[result] += weight * counts[result]);
        }
    }
}
