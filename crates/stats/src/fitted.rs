//! Whether ratings explain the results: if A beats B and B beats C, does A beat C as clearly as expected?

use std::collections::BTreeMap;

use statrs::distribution::{ChiSquared, ContinuousCDF};

use crate::bradley_terry::{Fit, Results, SeatShares};

/// A sum of squares with the probability that chance makes it as large.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ChiSquare {
    /// The distance between results and model.
    pub statistic: f64,
    /// The degrees of freedom.
    pub degrees: u64,
    /// The probability of such a distance or a larger one if the model is right.
    pub p: f64,
    /// The fewest points that the model expects of a player in any of the compared results. Below about 1 the
    /// probability is only a rough guide (Cochran: Some methods for strengthening the common χ² tests, Biometrics 10,
    /// 1954).
    pub fewest_expected: f64,
}

/// The games of two players, both seats together, compared with what their ratings predict.
pub(crate) struct Meeting {
    /// The number of games.
    pub(crate) games: f64,
    /// The points of the player of the lower number above those that are expected.
    pub(crate) excess: f64,
    /// The variance of these points if games are independent.
    pub(crate) variance: f64,
}

/// All meetings, in the order of their players.
pub(crate) fn meetings(cells: &[SeatShares], expected: impl Fn(usize, usize) -> [f64; 3]) -> Vec<Meeting> {
    let mut meetings: BTreeMap<(usize, usize), Meeting> = BTreeMap::new();
    for cell in cells.iter().filter(|cell| cell.first != cell.second) {
        let [lose, draw, win] = expected(cell.first, cell.second);
        let (n, score) = (cell.n(), win + draw / 2.0);
        let excess = cell.counts[2] + cell.counts[1] / 2.0 - n * score;
        let variance = n * (win * (1.0 - score).powi(2) + draw * (0.5 - score).powi(2) + lose * score.powi(2));
        let (key, sign) =
            if cell.first < cell.second { ((cell.first, cell.second), 1.0) } else { ((cell.second, cell.first), -1.0) };
        let meeting = meetings.entry(key).or_insert(Meeting { games: 0.0, excess: 0.0, variance: 0.0 });
        meeting.games += n;
        meeting.excess += sign * excess;
        meeting.variance += variance;
    }
    meetings.into_values().collect()
}

/// The distance of results from what ratings predict: in each meeting the mean excess beyond a given one, in standard
/// errors of independent games; the squares are added (Pearson's χ²).
pub(crate) fn misfit(reference: &[Meeting], excess_per_game: impl Fn(usize) -> f64) -> f64 {
    let squares = reference.iter().enumerate().map(|(index, meeting)| {
        // A result without variance cannot deviate.
        if meeting.variance > 1e-9 { (meeting.games * excess_per_game(index)).powi(2) / meeting.variance } else { 0.0 }
    });
    squares.sum()
}

/// Tests the whole model, with seats and draws, against no model at all: the deviance 2·Σ
/// observed·ln(observed/expected) over losses, draws and wins in every arrangement of seats (Agresti: Categorical Data
/// Analysis, 2002, section 10.6). The probability is also small if the advantage of the first seat is not the same for
/// all. Games must be independent. `None` if there are no more results than unknowns, or if the fit is of other
/// players.
pub fn deviance_test(results: &Results, fit: &Fit) -> Option<ChiSquare> {
    let cells = cells_of(results, fit)?;
    let has_draws = fit.draw > 0.0;
    let (mut deviance, mut fewest_expected) = (0.0, f64::MAX);
    for cell in &cells {
        let expected = fit.expected(cell.first, cell.second).map(|probability| probability * cell.n());
        let seen = (0..3).filter(|&i| cell.counts[i] > 0.0 && expected[i] > 0.0);
        deviance += seen.map(|i| 2.0 * cell.counts[i] * (cell.counts[i] / expected[i]).ln()).sum::<f64>();
        fewest_expected = fewest_expected.min((expected[0] + expected[1] / 2.0).min(expected[2] + expected[1] / 2.0));
    }
    let free = cells.len() as u64 * if has_draws { 2 } else { 1 };
    let used = ratings_of(fit) + u64::from(fit.first_seat.1 > 0.0) + u64::from(has_draws);
    chi_square(deviance.max(0.0), free, used, fewest_expected)
}

fn cells_of(results: &Results, fit: &Fit) -> Option<Vec<SeatShares>> {
    (results.players == fit.ratings.len()).then(|| results.cells()).flatten()
}

/// The number of free ratings: in each group the others fix one.
pub(crate) fn ratings_of(fit: &Fit) -> u64 {
    let n_groups = fit.groups.iter().max().map_or(0, |last| last + 1);
    (fit.ratings.len() - n_groups) as u64
}

fn chi_square(statistic: f64, free: u64, used: u64, fewest_expected: f64) -> Option<ChiSquare> {
    let degrees = free.checked_sub(used).filter(|&degrees| degrees > 0)?;
    let p = ChiSquared::new(degrees as f64).ok()?.sf(statistic).clamp(0.0, 1.0);
    Some(ChiSquare { statistic, degrees, p, fewest_expected })
}
