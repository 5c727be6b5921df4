//! Ratings of many players from all their games together.
//!
//! Bradley and Terry (Rank analysis of incomplete block designs I, Biometrika 39, 1952) give each player a strength; an
//! advantage of the first seat is added to it (Davidson and Beaver: On extending the Bradley–Terry model to incorporate
//! within-pair order effects, Biometrics 33, 1977), and draws have the weight that Davidson proposed (On extending the
//! Bradley–Terry model to accommodate ties in paired comparison experiments, JASA 65, 1970). With η = strength of the
//! first − strength of the second + advantage, the results have probabilities
//!
//! ```text
//! first wins : draw : second wins  =  exp(η/2) : ν : exp(−η/2)
//! ```
//!
//! Strengths are logarithms of odds. They are printed in Elo, 400/ln 10 times that, over 1 + ν/2: then a small
//! difference moves the expected score as much as it does in [`crate::elo_of_score`], however many draws there are.

use std::collections::BTreeMap;
use std::f64::consts::LN_10;

use nalgebra::{Cholesky, DMatrix, DVector, Dyn};

use crate::intervals::normal_cdf;

/// Results of two players in fixed seats within one cluster.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeatResults {
    /// The player who moved first.
    pub first: usize,
    /// The other one; may be the same player.
    pub second: usize,
    /// The number of the cluster. Games of the same cluster, such as all games from one opening, depend on each other,
    /// also those of other players; games of different clusters do not.
    pub cluster: usize,
    /// How often the first seat lost, drew and won.
    pub counts: [u64; 3],
}

/// All results of a set of players, numbered from 0.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Results {
    /// The number of players.
    pub players: usize,
    /// The games.
    pub games: Vec<SeatResults>,
}

/// What is estimated, and how wide the prior is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Model {
    /// Whether the first seat may have an advantage. Draws have a parameter whenever there are any.
    pub first_seat: bool,
    /// The standard deviation, in Elo, of a normal prior distribution about 0 of every strength and of the advantage
    /// (and of ln ν, in the same unit). It keeps the ratings of players who won everything finite. 1000 Elo weigh as
    /// much as an eighth of a game against an equal opponent.
    pub prior_deviation: f64,
}

impl Default for Model {
    fn default() -> Self {
        Model { first_seat: true, prior_deviation: 1000.0 }
    }
}

/// Results in one arrangement of seats; counts are lost, drawn, won by the first, and may be fractions.
pub(crate) struct SeatShares {
    pub(crate) first: usize,
    pub(crate) second: usize,
    pub(crate) counts: [f64; 3],
}

impl SeatShares {
    pub(crate) fn n(&self) -> f64 {
        self.counts.iter().sum()
    }
}

impl Results {
    /// The results by seats, each arrangement once, in a fixed order; arrangements without games are left out. `None`
    /// if there are no players, or if a result names an unknown one.
    pub(crate) fn cells(&self) -> Option<Vec<SeatShares>> {
        let mut cells: BTreeMap<(usize, usize), [f64; 3]> = BTreeMap::new();
        for games in &self.games {
            if games.first.max(games.second) >= self.players {
                return None;
            }
            let cell = cells.entry((games.first, games.second)).or_default();
            (0..3).for_each(|result| cell[result] += games.counts[result] as f64);
        }
        let cells = cells.into_iter().map(|((first, second), counts)| SeatShares { first, second, counts });
        (self.players > 0).then(|| cells.filter(|cell| cell.n() > 0.0).collect())
    }
}

/// The probabilities that the first seat loses, draws and wins, and the logarithm of the sum of the three weights.
fn probabilities(eta: f64, draw: f64) -> ([f64; 3], f64) {
    // Relative to the weight of the likelier win, so that nothing overflows.
    let root = (-eta.abs() / 2.0).exp();
    let (unlikely, drawn) = (root * root, draw * root);
    let sum = 1.0 + unlikely + drawn;
    let (lost, won) = if eta > 0.0 { (unlikely, 1.0) } else { (1.0, unlikely) };
    ([lost / sum, drawn / sum, won / sum], sum.ln() + eta.abs() / 2.0)
}

/// What each element of the vector of unknowns is: strengths first, then the advantage and ln ν where they are
/// estimated.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Unknowns {
    players: usize,
    advantage: Option<usize>,
    log_draw: Option<usize>,
    precision: f64,
}

/// The logarithm of the posterior density, its slope, and minus its curvature.
type Surface = (f64, DVector<f64>, DMatrix<f64>);

impl Unknowns {
    pub(crate) fn new(players: usize, model: &Model, has_draws: bool) -> Self {
        let advantage = model.first_seat.then_some(players);
        let log_draw = has_draws.then_some(players + usize::from(model.first_seat));
        // A prior narrower than 1 Elo or wider than 10⁶ is a mistake, and would break the arithmetic.
        let deviation = if model.prior_deviation.is_nan() { 1000.0 } else { model.prior_deviation.clamp(1.0, 1e6) };
        Unknowns { players, advantage, log_draw, precision: (deviation * LN_10 / 400.0).powi(-2) }
    }

    pub(crate) fn len(&self) -> usize {
        self.players + usize::from(self.advantage.is_some()) + usize::from(self.log_draw.is_some())
    }

    fn eta(&self, at: &DVector<f64>, first: usize, second: usize) -> f64 {
        at[first] - at[second] + self.advantage.map_or(0.0, |index| at[index])
    }

    /// Davidson's ν.
    fn draw(&self, at: &DVector<f64>) -> f64 {
        self.log_draw.map_or(0.0, |index| at[index].exp())
    }

    /// Elo per unit of strength. If nearly all games are drawn, it is close to 0, but never 0.
    pub(crate) fn scale(&self, at: &DVector<f64>) -> f64 {
        400.0 / LN_10 / (1.0 + self.draw(at) / 2.0)
    }

    /// The probabilities that the first seat loses, draws and wins.
    pub(crate) fn expected(&self, at: &DVector<f64>, first: usize, second: usize) -> [f64; 3] {
        probabilities(self.eta(at, first, second), self.draw(at)).0
    }

    pub(crate) fn advantage(&self, at: &DVector<f64>) -> f64 {
        self.advantage.map_or(0.0, |index| at[index])
    }

    fn surface(&self, cells: &[SeatShares], at: &DVector<f64>) -> Surface {
        let players = self.players as f64;
        // The likelihood does not depend on the mean strength. A penalty on it only improves the condition of the
        // matrix.
        let mean = at.rows(0, self.players).sum() / players;
        let mut value = -0.5 * self.precision * at.norm_squared() - 0.5 * players * mean * mean;
        let mut slope = at * -self.precision;
        let mut curvature = DMatrix::from_diagonal_element(self.len(), self.len(), self.precision);
        slope.rows_mut(0, self.players).add_scalar_mut(-mean);
        curvature.view_mut((0, 0), (self.players, self.players)).add_scalar_mut(1.0 / players);
        let log_draw = self.log_draw.map_or(0.0, |index| at[index]);
        let draw_weight = self.draw(at);
        for cell in cells {
            let eta = self.eta(at, cell.first, cell.second);
            let ([lose, draw, win], log_sum) = probabilities(eta, draw_weight);
            let n = cell.n();
            value += (cell.counts[2] - cell.counts[0]) * eta / 2.0 + cell.counts[1] * log_draw - n * log_sum;
            let (to_eta, to_draw) =
                ((cell.counts[2] - cell.counts[0] - n * (win - lose)) / 2.0, cell.counts[1] - n * draw);
            // Win and loss move η by ±½; the curvatures are variances and a covariance of what they count.
            let eta_eta = n * (win + lose - (win - lose).powi(2)) / 4.0;
            let eta_draw = -n * (win - lose) / 2.0 * draw;
            let mut directions = [(0, 0.0); 3];
            let mut n_directions = 0;
            let strengths = [(cell.first, 1.0), (cell.second, -1.0)];
            let strengths = if cell.first == cell.second { &[][..] } else { &strengths[..] };
            for direction in strengths.iter().copied().chain(self.advantage.map(|index| (index, 1.0))) {
                directions[n_directions] = direction;
                n_directions += 1;
            }
            for &(i, sign) in &directions[..n_directions] {
                slope[i] += sign * to_eta;
                for &(j, other_sign) in &directions[..n_directions] {
                    curvature[(i, j)] += sign * other_sign * eta_eta;
                }
                if let Some(index) = self.log_draw {
                    curvature[(i, index)] += sign * eta_draw;
                    curvature[(index, i)] += sign * eta_draw;
                }
            }
            if let Some(index) = self.log_draw {
                slope[index] += to_draw;
                curvature[(index, index)] += n * draw * (1.0 - draw);
            }
        }
        (value, slope, curvature)
    }

    /// The unknowns that maximise the posterior density, and minus the curvature there. The last of Newton's steps is
    /// shorter than `tolerance`. The density is log-concave, so these steps, halved when they overshoot, reach its only
    /// maximum.
    pub(crate) fn summit(
        &self,
        cells: &[SeatShares],
        start: DVector<f64>,
        tolerance: f64,
    ) -> (DVector<f64>, Option<Cholesky<f64, Dyn>>) {
        let mut at = start;
        let (mut value, mut slope, curvature) = self.surface(cells, &at);
        let mut factor = Cholesky::new(curvature);
        for _ in 0..200 {
            let Some(solver) = &factor else { break };
            let mut step = solver.solve(&slope);
            if step.amax() < tolerance {
                at += step;
                break;
            }
            let next = (0..40).find_map(|_| {
                let surface = self.surface(cells, &(&at + &step));
                if surface.0 >= value - 1e-9 * (1.0 + value.abs()) {
                    return Some(surface);
                }
                step *= 0.5;
                None
            });
            let Some(next) = next else { break };
            at += &step;
            (value, slope) = (next.0, next.1);
            factor = Cholesky::new(next.2);
        }
        (at, factor)
    }
}

/// Ratings of players.
#[derive(Clone, Debug)]
pub struct Fit {
    /// The rating of each player in Elo; their mean is 0.
    pub ratings: Vec<f64>,
    /// The standard error of each rating, from the curvature of the likelihood (as if games were independent).
    pub standard_errors: Vec<f64>,
    /// The advantage of moving first, in Elo, with its standard error; 0 if it was not estimated.
    pub first_seat: (f64, f64),
    /// Davidson's ν: the draws between equal players as a multiple of the geometric mean of wins and losses. 0 if no
    /// game was drawn.
    pub draw: f64,
    /// The group of each player. Ratings of different groups cannot be compared, because no chain of games connects
    /// them.
    pub groups: Vec<usize>,
    pub(crate) at: DVector<f64>,
    unknowns: Unknowns,
    /// Covariances of the centred strengths, in Elo².
    covariance: DMatrix<f64>,
}

impl Fit {
    /// The probabilities that the first seat loses, draws and wins when these two play. One third each if there is no
    /// such player.
    pub fn expected(&self, first: usize, second: usize) -> [f64; 3] {
        if first.max(second) >= self.ratings.len() {
            return [1.0 / 3.0; 3];
        }
        self.unknowns.expected(&self.at, first, second)
    }

    /// The standard error of the difference between two ratings, `None` if there is no such player. It does not follow
    /// from the two standard errors, because ratings depend on each other.
    pub fn error_of_difference(&self, a: usize, b: usize) -> Option<f64> {
        let c = &self.covariance;
        (a.max(b) < self.ratings.len()).then(|| (c[(a, a)] + c[(b, b)] - 2.0 * c[(a, b)]).max(0.0).sqrt())
    }

    /// The probability that `a` is stronger than `b`: the likelihood of superiority of BayesElo. One half if nothing is
    /// known, as between a player and itself.
    pub fn superiority(&self, a: usize, b: usize) -> f64 {
        match self.error_of_difference(a, b) {
            Some(error) if error > 0.0 => normal_cdf((self.ratings[a] - self.ratings[b]) / error),
            _ => 0.5,
        }
    }
}

/// Estimates all ratings together. `None` if there are no players, or if a result names an unknown one.
pub fn fit(results: &Results, model: &Model) -> Option<Fit> {
    let cells = results.cells()?;
    let has_draws = cells.iter().any(|cell| cell.counts[1] > 0.0);
    let unknowns = Unknowns::new(results.players, model, has_draws);
    let (at, factor) = unknowns.summit(&cells, DVector::zeros(unknowns.len()), 1e-10);
    let players = results.players;
    let covariance = factor?.inverse();
    let scale = unknowns.scale(&at);
    let centring = DMatrix::from_fn(players, players, |i, j| f64::from(i == j) - 1.0 / players as f64);
    let strengths = &centring * covariance.view((0, 0), (players, players)) * &centring * (scale * scale);
    let mean = at.rows(0, players).mean();
    let error_of = |index: usize| covariance[(index, index)].max(0.0).sqrt() * scale;
    Some(Fit {
        ratings: at.rows(0, players).iter().map(|strength| (strength - mean) * scale).collect(),
        standard_errors: (0..players).map(|player| strengths[(player, player)].max(0.0).sqrt()).collect(),
        first_seat: (unknowns.advantage(&at) * scale, unknowns.advantage.map_or(0.0, error_of)),
        draw: unknowns.draw(&at),
        groups: groups(players, &cells),
        at,
        unknowns,
        covariance: strengths,
    })
}

/// Numbers the connected groups of players in the order of their first members.
fn groups(players: usize, cells: &[SeatShares]) -> Vec<usize> {
    let mut group: Vec<usize> = (0..players).collect();
    for cell in cells {
        let (a, b) = (group[cell.first], group[cell.second]);
        group.iter_mut().filter(|member| **member == a.max(b)).for_each(|member| *member = a.min(b));
    }
    // Each group is now named by its first member; count those.
    let firsts: Vec<usize> = (0..players).filter(|&player| group[player] == player).collect();
    group.iter().map(|name| firsts.binary_search(name).unwrap_or(0)).collect()
}

#[cfg(test)]
#[path = "bradley_terry_tests.rs"]
mod tests;
