//! Tests of ratings, their errors and their fit, against published numbers and slower methods.

use super::*;
use crate::{Bootstrap, BootstrapRequest, Look, bootstrap, deviance_test};
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

/// Results whose clusters do not matter.
fn together(first: usize, second: usize, counts: [u64; 3]) -> SeatResults {
    SeatResults { first, second, cluster: 0, counts }
}

/// The same results, each game a cluster of its own.
fn independent(results: &Results) -> Results {
    let one = |result: usize| std::array::from_fn(|i| u64::from(i == result));
    let games = results.games.iter().flat_map(|games| {
        let single = move |result: usize| SeatResults { counts: one(result), ..*games };
        (0..3).flat_map(move |result| (0..games.counts[result]).map(move |_| single(result)))
    });
    let games = games.enumerate().map(|(cluster, game)| SeatResults { cluster, ..game });
    Results { players: results.players, games: games.collect() }
}

fn rate(results: &Results, rounds: usize, seed: u64) -> Option<Bootstrap> {
    bootstrap(results, &Model::default(), &BootstrapRequest { level: 0.95, look: Look::Once, rounds, seed })
}

fn baseball() -> Results {
    let mut results = Results { players: 7, ..Results::default() };
    for (first, row) in BASEBALL.iter().enumerate() {
        for (second, &(won, lost)) in row.iter().enumerate() {
            results.games.push(together(first, second, [lost, 0, won]));
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
    assert!(rate(&independent(&results), 500, 1).unwrap().misfit_p.unwrap() > 0.05);
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
    let games = games.map(|(first, second, counts)| together(first, second, counts)).to_vec();
    let results = Results { players: 3, games };
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
    let results = Results { players: 2, games: vec![together(0, 1, [20, 0, 80]), together(1, 0, [70, 0, 30])] };
    let found = fit(&results, &likelihood_only(false)).unwrap();
    near(found.ratings[0] - found.ratings[1], crate::elo_of_score(0.75).unwrap(), 1e-3);
    near(found.error_of_difference(0, 1).unwrap() * LOGIT, (1.0f64 / 150.0 + 1.0 / 50.0).sqrt(), 1e-6);
    near(found.superiority(0, 1) + found.superiority(1, 0), 1.0, 1e-12);
    assert_eq!(rate(&independent(&results), 50, 1).unwrap().misfit_p, None);
}

/// With many draws, the rating difference of nearly equal players is still the Elo of their score.
#[test]
fn draws_do_not_stretch_the_scale() {
    let games = [together(0, 1, [900, 8000, 1100]), together(1, 0, [1100, 8000, 900])];
    let results = Results { players: 2, games: games.to_vec() };
    let found = fit(&results, &Model::default()).unwrap();
    near(found.ratings[0] - found.ratings[1], crate::elo_of_score(0.51).unwrap(), 0.02);
    near(found.expected(0, 1).iter().sum::<f64>(), 1.0, 1e-12);
    near(found.expected(0, 1)[2] + found.expected(0, 1)[1] / 2.0, 0.51, 1e-4);
}

#[test]
fn extremes_stay_finite() {
    let one = |counts| Results { players: 3, games: vec![together(0, 1, counts)] };
    for counts in [[0, 0, 0], [0, 0, 1], [0, 0, 1_000_000], [0, 1_000_000, 0], [1, 0, 0], [1 << 29, 0, 1 << 29]] {
        let found = rate(&one(counts), 50, 1).unwrap();
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
    let games = [(4, 1), (2, 3), (3, 0)].map(|(first, second)| together(first, second, [1, 0, 1]));
    let results = Results { players: 6, games: games.to_vec() };
    assert_eq!(fit(&results, &Model::default()).unwrap().groups, [0, 1, 0, 0, 1, 2]);
}

/// Rock, paper, scissors: equal ratings that explain nothing. Each beats the next 70 to 30.
#[test]
fn a_circle_does_not_fit() {
    let games = [(0, 1), (1, 2), (2, 0)].map(|(first, second)| together(first, second, [30, 0, 70]));
    let results = independent(&Results { players: 3, games: games.to_vec() });
    let found = rate(&results, 500, 1).unwrap();
    found.fit.ratings.iter().for_each(|&rating| near(rating, 0.0, 1e-6));
    assert!(found.misfit_p.unwrap() < 0.01, "{:?}", found.misfit_p);
    // The same results of ten openings only, each of which decides all games from it, show nothing.
    let by_opening = |game: &SeatResults| game.counts[2] as usize * 7 + game.counts[0] as usize * 2;
    let games = results.games.iter().map(|game| SeatResults { cluster: by_opening(game), ..*game }).collect();
    assert!(rate(&Results { players: 3, games }, 500, 1).unwrap().misfit_p.unwrap() > 0.01);
}

/// Where games are independent, bootstrap and curvature agree about the errors.
#[test]
fn bootstrap_agrees_with_curvature() {
    let results = independent(&baseball());
    let found = rate(&results, 2000, 7).unwrap();
    for team in 0..7 {
        let (low, high) = found.ratings[team];
        near((high - low) / (2.0 * 1.96 * found.fit.standard_errors[team]), 1.0, 0.15);
        assert!(low < found.fit.ratings[team] && found.fit.ratings[team] < high);
    }
    // Milwaukee and Baltimore are far apart, Milwaukee and Detroit are not.
    near(found.superiority(0, 6), found.fit.superiority(0, 6), 0.01);
    near(found.superiority(0, 1), found.fit.superiority(0, 1), 0.1);
    near(found.superiority(0, 1) + found.superiority(1, 0), 1.0, 1e-12);
    assert_eq!((found.superiority(2, 2), found.superiority(0, 7)), (0.5, 0.5));
    let one_cluster = rate(&baseball(), 100, 7).unwrap();
    assert_eq!(one_cluster.superiority(0, 6), one_cluster.fit.superiority(0, 6));
    let again = rate(&results, 2000, 7).unwrap();
    assert_eq!((found.ratings, found.first_seat), (again.ratings, again.first_seat));
    assert!(rate(&results, 1, 7).is_none());
}

/// A hundred copies of every game, in the same clusters, add nothing.
#[test]
fn copies_are_no_evidence() {
    let results = independent(&baseball());
    let copied = results.games.iter().map(|game| SeatResults { counts: game.counts.map(|n| 100 * n), ..*game });
    let copies = Results { players: 7, games: copied.collect() };
    let [once, often] = [&results, &copies].map(|results| rate(results, 500, 3).unwrap().ratings);
    for (once, often) in once.iter().zip(&often) {
        near((often.1 - often.0) / (once.1 - once.0), 1.0, 0.1);
    }
}

/// Fifty players, a thousand rounds: this should take about a second.
#[test]
fn large_fields_are_quick() {
    let mut results = Results { players: 50, ..Results::default() };
    for a in 0..50 {
        for b in 0..a {
            for cluster in 0..30 {
                // The higher number wins more often.
                let won = u64::from((7 * cluster + a * b) % 60 < 30 + (a - b));
                results.games.push(SeatResults { first: a, second: b, cluster, counts: [1 - won, 0, won] });
            }
        }
    }
    let start = std::time::Instant::now();
    let found = rate(&results, 1000, 1).unwrap();
    assert!(start.elapsed().as_secs() < 20, "{:?}", start.elapsed());
    assert!(found.fit.ratings[49] > found.fit.ratings[0]);
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
            games: seats.iter().zip(&counts).map(|(&(a, b), &[lost, drawn, won])| SeatResults {
                first: rename(a),
                second: rename(b),
                cluster: 0,
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
