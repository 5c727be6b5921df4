//! Tests of ratings, their errors and their fit, against published numbers and slower methods.

use super::*;
use crate::{bootstrap, deviance_test, transitivity_test};
use proptest::prelude::*;

/// Seven baseball teams in 1987 (Agresti: Categorical Data Analysis, 2002, table 10.10): games won by the home team
/// (row) and by the visitor (column). Milwaukee, Detroit, Toronto, New York, Boston, Cleveland, Baltimore.
const BASEBALL: [[(u64, u64); 7]; 7] = [
    [(0, 0), (4, 3), (4, 2), (4, 3), (6, 1), (4, 2), (6, 0)],
    [(3, 3), (0, 0), (4, 2), (4, 3), (6, 0), (6, 1), (4, 3)],
    [(2, 5), (4, 3), (0, 0), (2, 4), (4, 3), (4, 2), (6, 0)],
    [(3, 3), (5, 1), (2, 5), (0, 0), (4, 3), (4, 2), (6, 1)],
    [(5, 1), (2, 5), (3, 3), (4, 2), (0, 0), (5, 2), (6, 0)],
    [(2, 5), (3, 3), (3, 4), (4, 3), (4, 2), (0, 0), (2, 4)],
    [(2, 5), (1, 5), (1, 6), (2, 4), (1, 6), (3, 4), (0, 0)],
];

fn baseball() -> Results {
    let mut results = Results { players: 7, ..Results::default() };
    for (first, row) in BASEBALL.iter().enumerate() {
        for (second, &(won, lost)) in row.iter().enumerate() {
            results.games.push(SeatResults { first, second, counts: [lost, 0, won] });
        }
    }
    results
}

/// Practically no prior.
fn likelihood_only(first_seat: bool) -> Model {
    Model { first_seat, prior_deviation: 1e6 }
}

fn near(found: f64, expected: f64, error: f64) {
    assert!((found - expected).abs() <= error, "{found} is not {expected}");
}

const LOGIT: f64 = LN_10 / 400.0;

/// Agresti's table 10.11: abilities above Baltimore, whose standard errors are about 0.3, without home advantage; the
/// advantage, 0.302, and the abilities as shares of 1, with it. The deviances, 44.05 and 38.64 with 36 and 35 degrees
/// of freedom, are those that the R package BradleyTerry2 prints for these data.
#[test]
fn published_baseball() {
    let results = baseball();
    let plain = fit(&results, &likelihood_only(false)).unwrap();
    for (team, ability) in [1.58, 1.44, 1.29, 1.25, 1.11, 0.68].into_iter().enumerate() {
        near((plain.ratings[team] - plain.ratings[6]) * LOGIT, ability, 0.0051);
        near(plain.error_of_difference(team, 6).unwrap() * LOGIT, 0.3, 0.05);
    }
    let test = deviance_test(&results, &plain).unwrap();
    near(test.statistic, 44.05, 0.005);
    assert_eq!(test.degrees, 36);

    let with_home = fit(&results, &likelihood_only(true)).unwrap();
    near(with_home.first_seat.0 * LOGIT, 0.302, 0.0005);
    let odds: Vec<f64> = with_home.ratings.iter().map(|rating| (rating * LOGIT).exp()).collect();
    for (share, expected) in odds.iter().zip([0.220, 0.190, 0.164, 0.157, 0.137, 0.088, 0.044]) {
        near(share / odds.iter().sum::<f64>(), expected, 0.00051);
    }
    let test = deviance_test(&results, &with_home).unwrap();
    near(test.statistic, 38.64, 0.005);
    assert_eq!(test.degrees, 35);
    assert!(transitivity_test(&results, &with_home).unwrap().p > 0.05);
}

/// The usual prior changes those ratings by less than a tenth of their errors.
#[test]
fn the_prior_is_weak() {
    let (weak, without) = (fit(&baseball(), &Model::default()), fit(&baseball(), &likelihood_only(true)));
    let (weak, without) = (weak.unwrap(), without.unwrap());
    for team in 0..7 {
        near(weak.ratings[team], without.ratings[team], without.standard_errors[team] / 10.0);
    }
}

/// The logarithm of the posterior density, straight from its definition.
fn log_posterior(results: &Results, model: &Model, strengths: &[f64], advantage: f64, draw: f64) -> f64 {
    let deviation = model.prior_deviation * LOGIT;
    let mut sum: f64 = 0.0;
    for x in strengths.iter().chain([&advantage, &draw.ln()]) {
        sum -= x * x / (2.0 * deviation * deviation);
    }
    for games in &results.games {
        let (first, second) = ((strengths[games.first] + advantage).exp(), strengths[games.second].exp());
        let tie = draw * (first * second).sqrt();
        let total = first + second + tie;
        for (count, weight) in games.counts.into_iter().zip([second, tie, first]) {
            sum += count as f64 * (weight / total).ln();
        }
    }
    sum
}

/// The same maximum by walking uphill along one axis at a time.
#[test]
fn agrees_with_walking_uphill() {
    let games = [(0, 1, [3, 2, 7]), (1, 0, [5, 1, 4]), (1, 2, [2, 3, 9]), (2, 0, [8, 1, 1]), (2, 2, [3, 1, 4])];
    let games = games.map(|(first, second, counts)| SeatResults { first, second, counts }).to_vec();
    let results = Results { players: 3, pairs: Vec::new(), games };
    let model = Model { first_seat: true, prior_deviation: 300.0 };
    let value = |at: &[f64; 5]| log_posterior(&results, &model, &at[..3], at[3], at[4].exp());
    let mut at = [0.0; 5];
    let mut step = 0.5;
    while step > 1e-9 {
        let before = value(&at);
        for axis in 0..5 {
            for direction in [-step, step] {
                let mut tried = at;
                tried[axis] += direction;
                if value(&tried) > value(&at) {
                    at = tried;
                }
            }
        }
        if value(&at) <= before {
            step /= 2.0;
        }
    }
    let found = fit(&results, &model).unwrap();
    let scale = 1.0 / LOGIT / (1.0 + found.draw / 2.0);
    near(found.draw, at[4].exp(), 1e-5);
    near(found.first_seat.0, at[3] * scale, 1e-3);
    let mean = at[..3].iter().sum::<f64>() / 3.0;
    for (rating, strength) in found.ratings.iter().zip(&at[..3]) {
        near(*rating, (strength - mean) * scale, 1e-3);
    }
}

/// Two players who do not draw: the rating difference is the Elo of the score, and its error that of the logarithm of
/// odds, √(1/wins + 1/losses).
#[test]
fn two_players() {
    let pairs = PairCounts([[10, 0, 10], [0, 0, 0], [20, 0, 60]]);
    let results = Results { players: 2, pairs: vec![PairResults { a: 0, b: 1, counts: pairs }], games: Vec::new() };
    let found = fit(&results, &likelihood_only(false)).unwrap();
    near(found.ratings[0] - found.ratings[1], crate::elo_of_score(0.75).unwrap(), 1e-3);
    near(found.error_of_difference(0, 1).unwrap() * LOGIT, (1.0f64 / 150.0 + 1.0 / 50.0).sqrt(), 1e-6);
    near(found.superiority(0, 1) + found.superiority(1, 0), 1.0, 1e-12);
    assert!(transitivity_test(&results, &found).is_none());
}

/// With many draws, the rating difference of nearly equal players is still the Elo of their score.
#[test]
fn draws_do_not_stretch_the_scale() {
    let games = [(0, 1), (1, 0)].map(|(first, second)| SeatResults {
        first,
        second,
        counts: if first == 0 { [900, 8000, 1100] } else { [1100, 8000, 900] },
    });
    let results = Results { players: 2, pairs: Vec::new(), games: games.to_vec() };
    let found = fit(&results, &Model::default()).unwrap();
    near(found.ratings[0] - found.ratings[1], crate::elo_of_score(0.51).unwrap(), 0.02);
    near(found.expected(0, 1).iter().sum::<f64>(), 1.0, 1e-12);
    near(found.expected(0, 1)[2] + found.expected(0, 1)[1] / 2.0, 0.51, 1e-4);
}

#[test]
fn extremes_stay_finite() {
    let one =
        |counts| Results { players: 3, pairs: Vec::new(), games: vec![SeatResults { first: 0, second: 1, counts }] };
    for counts in [[0, 0, 0], [0, 0, 1], [0, 0, 1_000_000], [0, 1_000_000, 0], [1, 0, 0], [1 << 29, 0, 1 << 29]] {
        let found = bootstrap(&one(counts), &Model::default(), 0.95, 50, 1).unwrap();
        let numbers = found.fit.ratings.iter().chain(&found.fit.standard_errors);
        assert!(numbers.chain([&found.fit.first_seat.0, &found.fit.draw]).all(|number| number.is_finite()));
        assert!(found.ratings.iter().all(|(low, high)| low.is_finite() && high.is_finite() && low < high));
    }
    let all_won = fit(&one([0, 0, 1000]), &Model::default()).unwrap();
    assert_eq!(all_won.groups, [0, 0, 1]);
    assert!(all_won.ratings[0] - all_won.ratings[1] > 500.0);
    assert!(fit(&Results::default(), &Model::default()).is_none());
    assert!(fit(&Results { players: 1, ..one([0, 0, 1]) }, &Model::default()).is_none());
}

#[test]
fn unconnected_players_are_told_apart() {
    let games = [(4, 1), (2, 3), (3, 0)].map(|(first, second)| SeatResults { first, second, counts: [1, 0, 1] });
    let results = Results { players: 6, pairs: Vec::new(), games: games.to_vec() };
    assert_eq!(fit(&results, &Model::default()).unwrap().groups, [0, 1, 0, 0, 1, 2]);
}

/// Rock, paper, scissors: equal ratings that explain nothing. Each beats the next 70 to 30, so each of the three
/// deviations is 20/√25, and one degree of freedom is left.
#[test]
fn a_circle_does_not_fit() {
    let games = [(0, 1), (1, 2), (2, 0)].map(|(first, second)| SeatResults { first, second, counts: [30, 0, 70] });
    let results = Results { players: 3, pairs: Vec::new(), games: games.to_vec() };
    let found = fit(&results, &Model { first_seat: false, ..Model::default() }).unwrap();
    found.ratings.iter().for_each(|&rating| near(rating, 0.0, 1e-6));
    let test = transitivity_test(&results, &found).unwrap();
    near(test.statistic, 48.0, 1e-6);
    assert_eq!(test.degrees, 1);
    assert!(test.p < 1e-10);
    near(test.fewest_expected, 50.0, 1e-6);
}

/// Where games are independent, bootstrap and curvature agree about the errors.
#[test]
fn bootstrap_agrees_with_curvature() {
    let found = bootstrap(&baseball(), &Model::default(), 0.95, 2000, 7).unwrap();
    for team in 0..7 {
        let (low, high) = found.ratings[team];
        near((high - low) / (2.0 * 1.96 * found.fit.standard_errors[team]), 1.0, 0.15);
        assert!(low < found.fit.ratings[team] && found.fit.ratings[team] < high);
    }
    let again = bootstrap(&baseball(), &Model::default(), 0.95, 2000, 7).unwrap();
    assert_eq!((found.ratings, found.first_seat), (again.ratings, again.first_seat));
    assert!(bootstrap(&baseball(), &Model::default(), 0.95, 1, 7).is_none());
}

/// Fifty players, a thousand rounds: this should take about a second.
#[test]
fn large_fields_are_quick() {
    let mut results = Results { players: 50, ..Results::default() };
    for a in 0..50 {
        for b in 0..a {
            let k = (a - b) as u64;
            let counts = PairCounts([[5, 1, 3], [1, 2, 3], [7, 4, 1 + k]]);
            results.pairs.push(PairResults { a, b, counts });
        }
    }
    let start = std::time::Instant::now();
    let found = bootstrap(&results, &Model::default(), 0.95, 1000, 1).unwrap();
    assert!(start.elapsed().as_secs() < 20, "{:?}", start.elapsed());
    assert!(found.fit.ratings.is_sorted());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(50))]

    /// Numbering the players differently changes nothing, and swapping wins and losses changes the sign of all ratings.
    #[test]
    fn symmetry(counts in prop::collection::vec(prop::array::uniform3(0u64..30), 12)) {
        let all = (0..4).flat_map(|a| (0..4).map(move |b| (a, b)));
        let seats: Vec<(usize, usize)> = all.filter(|(a, b)| a != b).collect();
        let results = |rename: &dyn Fn(usize) -> usize, swap: bool| Results {
            players: 4,
            pairs: Vec::new(),
            games: seats.iter().zip(&counts).map(|(&(a, b), &[lost, drawn, won])| SeatResults {
                first: rename(a),
                second: rename(b),
                counts: if swap { [won, drawn, lost] } else { [lost, drawn, won] },
            }).collect(),
        };
        let original = fit(&results(&|player| player, false), &Model::default()).unwrap();
        let renamed = fit(&results(&|player| 3 - player, false), &Model::default()).unwrap();
        let turned = fit(&results(&|player| player, true), &Model::default()).unwrap();
        for player in 0..4 {
            prop_assert!((original.ratings[player] - renamed.ratings[3 - player]).abs() < 1e-4);
            prop_assert!((original.standard_errors[player] - renamed.standard_errors[3 - player]).abs() < 1e-4);
            prop_assert!((original.ratings[player] + turned.ratings[player]).abs() < 1e-4);
        }
        prop_assert!((original.first_seat.0 + turned.first_seat.0).abs() < 1e-4);
        prop_assert!(original.ratings.iter().sum::<f64>().abs() < 1e-6);
    }
}
