//! Intervals of ratings that respect pairs: the bootstrap.

use crate::bradley_terry::{Fit, Model, Results, SeatShares, Unknowns, fit};
use crate::intervals::{Interval, error_of_level, z_of_level};
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
}

/// The ends of an interval are at least this share of the half-width for independent games away from the estimate.
/// Pairs can vary less than independent games, but a few results that happen to be equal do not prove that nothing
/// varies.
const LEAST_SHARE: f64 = 0.5;

/// Estimates ratings and their intervals: gives all pairs (and single games) random weights and fits the ratings again,
/// `rounds` times.
///
/// Every pair gets an exponentially distributed weight of its own (the weighted likelihood bootstrap of Newton and
/// Raftery: Approximate Bayesian inference with the weighted likelihood bootstrap, JRSS B 56, 1994, after Rubin: The
/// Bayesian bootstrap, Annals of Statistics 9, 1981). Equal pairs together then weigh a gamma variable with their
/// number as its shape, so the time does not depend on the number of games. The intervals reach from quantile to
/// quantile (Efron and Tibshirani: An Introduction to the Bootstrap, 1993, chapter 13); with some dozens of pairs per
/// pairing a 95 % interval covers in 94 % of simulated cases. Equal seeds give equal intervals. `None` as for [`fit`],
/// and for fewer than two rounds.
pub fn bootstrap(results: &Results, model: &Model, level: f64, rounds: usize, seed: u64) -> Option<Bootstrap> {
    let fit = fit(results, model)?;
    if rounds < 2 {
        return None;
    }
    let mut resampler = Resampler::new(results)?;
    let mut rng = Rng::new(seed);
    let players = results.players;
    let unknowns = Unknowns::new(players, model, fit.draw > 0.0);
    let mut samples = vec![Vec::with_capacity(rounds); players + 1];
    for _ in 0..rounds {
        resampler.weigh(&mut rng);
        // Newton's error is about the square of the last step: far less than one Elo.
        let (at, _) = unknowns.summit(&resampler.cells, fit.at.clone(), 0.02);
        let (scale, mean) = (unknowns.scale(&at), at.rows(0, players).mean());
        (0..players).for_each(|player| samples[player].push((at[player] - mean) * scale));
        samples[players].push(unknowns.advantage(&at) * scale);
    }
    let z = z_of_level(level);
    let interval = |samples: &mut Vec<f64>, value: f64, error: f64| {
        let (low, high) = quantiles(samples, level);
        let least = LEAST_SHARE * z * error;
        (low.min(value - least), high.max(value + least))
    };
    let first_seat = interval(&mut samples[players], fit.first_seat.0, fit.first_seat.1);
    let ratings = (0..players).map(|i| interval(&mut samples[i], fit.ratings[i], fit.standard_errors[i])).collect();
    Some(Bootstrap { fit, ratings, first_seat })
}

/// The central interval that holds this share of the samples.
fn quantiles(samples: &mut [f64], level: f64) -> Interval {
    samples.sort_by(f64::total_cmp);
    let tail = error_of_level(level) / 2.0;
    let at = |share: f64| {
        let place = share * (samples.len() - 1) as f64;
        let (below, above) = (samples[place.floor() as usize], samples[place.ceil() as usize]);
        below + (above - below) * place.fract()
    };
    (at(tail), at(1.0 - tail))
}

/// One kind of result of two players, and where its weight is added: a cell and a result for each of its games.
struct Kind {
    count: u64,
    goes_to: [Option<(usize, usize)>; 2],
}

/// Gives new weights to all results.
struct Resampler {
    cells: Vec<SeatShares>,
    kinds: Vec<Kind>,
}

impl Resampler {
    fn new(results: &Results) -> Option<Resampler> {
        let cells = results.cells()?;
        // The cells are in the order of their players.
        let cell = |first, second| cells.binary_search_by_key(&(first, second), |cell| (cell.first, cell.second)).ok();
        let mut kinds = Vec::new();
        for pairs in &results.pairs {
            let (began, answered) = (cell(pairs.a, pairs.b), cell(pairs.b, pairs.a));
            kinds.extend(pairs.counts.cells().map(|(as_first, as_second, count)| Kind {
                count,
                goes_to: [began.map(|cell| (cell, as_first)), answered.map(|cell| (cell, 2 - as_second))],
            }));
        }
        for games in &results.games {
            let cell = cell(games.first, games.second);
            kinds.extend(
                games
                    .counts
                    .iter()
                    .enumerate()
                    .map(|(result, &count)| Kind { count, goes_to: [cell.map(|cell| (cell, result)), None] }),
            );
        }
        kinds.retain(|kind| kind.count > 0);
        Some(Resampler { cells, kinds })
    }

    fn weigh(&mut self, rng: &mut Rng) {
        self.cells.iter_mut().for_each(|cell| cell.counts = [0.0; 3]);
        for kind in &self.kinds {
            let weight = rng.gamma(kind.count);
            for (cell, result) in kind.goes_to.into_iter().flatten() {
                self.cells[cell].counts[result] += weight;
            }
        }
    }
}
