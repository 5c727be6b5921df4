//! Simulations: do intervals cover, and do tests err, as often as they say? All seeds are fixed.

use crate::random::Rng;
use crate::{
    BootstrapRequest, Cluster, Decision, EloModel, Look, Model, Results, SeatResults, Sprt, Strata, Tally, bootstrap,
    cluster_interval, confidence_sequence, correlation, deviance_test, difference_p, fit, sequential_p,
};

/// An index drawn with these probabilities.
fn draw(rng: &mut Rng, probabilities: &[f64]) -> usize {
    let mut rest = rng.uniform();
    for (index, probability) in probabilities.iter().enumerate() {
        rest -= probability;
        if rest < 0.0 {
            return index;
        }
    }
    probabilities.len() - 1
}

fn sample<const N: usize>(rng: &mut Rng, probabilities: &[f64; N], n: usize) -> Tally<N> {
    let mut tally = Tally([0; N]);
    (0..n).for_each(|_| tally.0[draw(rng, probabilities)] += 1);
    tally
}

fn mean<const N: usize>(probabilities: &[f64; N]) -> f64 {
    probabilities.iter().enumerate().map(|(i, p)| p * i as f64).sum::<f64>() / (N - 1) as f64
}

/// The share of `rounds` rounds in which something happens.
fn share(rounds: u32, mut happens: impl FnMut() -> bool) -> f64 {
    f64::from((0..rounds).map(|_| u32::from(happens())).sum::<u32>()) / f64::from(rounds)
}

fn covers((low, high): (f64, f64), truth: f64) -> bool {
    low <= truth && truth <= high
}

/// Pairs of games as they occur: drawish, without draws, decided by the seat, one-sided.
const PAIRS: [[f64; 5]; 5] = [
    [0.02, 0.2, 0.5, 0.25, 0.03],
    [0.2, 0.0, 0.5, 0.0, 0.3],
    [0.02, 0.0, 0.95, 0.0, 0.03],
    [0.0, 0.01, 0.04, 0.15, 0.8],
    [0.2, 0.2, 0.2, 0.2, 0.2],
];

#[test]
fn score_intervals_cover() {
    let mut rng = Rng::new(1);
    for pairs in &PAIRS {
        for n in [10, 30, 100, 1000] {
            let truth = mean(pairs);
            let covered = share(4000, || covers(sample(&mut rng, pairs, n).interval(0.95), truth));
            // For few pairs, 95 % or more is better than less; for many pairs, 95 %.
            let (least, most) = if n < 1000 { (0.925, 0.9999) } else { (0.94, 0.965) };
            assert!((least..=most).contains(&covered), "{pairs:?} {n}: {covered}");
        }
    }
}

#[test]
fn normalised_elo_intervals_cover() {
    let mut rng = Rng::new(2);
    for pairs in [&PAIRS[0], &PAIRS[1], &PAIRS[4]] {
        let truth = mean(pairs);
        let variance: f64 = (0..5).map(|i| pairs[i] * (i as f64 / 4.0 - truth).powi(2)).sum();
        let normalised = (truth - 0.5) / (2.0 * variance).sqrt() * 800.0 / 10f64.ln();
        let covered =
            share(2000, || covers(sample(&mut rng, pairs, 300).normalised_elo(0.95).unwrap().interval, normalised));
        assert!((0.93..=0.97).contains(&covered), "{pairs:?}: {covered}");
    }
}

/// Looks after every pair to the end, and counts the runs in which any interval was wrong.
#[test]
fn peeking_is_harmless() {
    let mut rng = Rng::new(3);
    for pairs in &PAIRS {
        let truth = mean(pairs);
        let (mut misses_once, mut misses_ordinary) = (0, 0);
        for _ in 0..200 {
            let mut tally = Tally([0; 5]);
            let (mut missed, mut missed_ordinary) = (false, false);
            for _ in 0..250 {
                tally.0[draw(&mut rng, pairs)] += 1;
                missed |= !covers(confidence_sequence(&tally, 0.95), truth);
                missed_ordinary |= !covers(tally.interval(0.95), truth);
            }
            misses_once += u32::from(missed);
            misses_ordinary += u32::from(missed_ordinary);
        }
        // At most 10 of 200 are allowed. The ordinary interval misses more often, or this test would show nothing.
        assert!(misses_once <= 10, "{pairs:?}: {misses_once}");
        assert!(misses_ordinary > 20, "{pairs:?}: {misses_ordinary}");
    }
}

/// Plays until the test is over.
fn decision<const N: usize>(rng: &mut Rng, sprt: &Sprt, probabilities: &[f64; N]) -> Decision {
    let mut tally = Tally([0; N]);
    loop {
        tally.0[draw(rng, probabilities)] += 1;
        match sprt.decide(&tally) {
            Decision::Continue => {}
            decision => return decision,
        }
    }
}

/// Wrong decisions of the sequential test at both bounds: 5 % each, if the steps are small compared with the bounds.
#[test]
fn sprt_errs_as_rarely_as_it_says() {
    let mut rng = Rng::new(4);
    let sprt = Sprt::new(0.0, 60.0, 0.05, 0.05, EloModel::Logistic).unwrap();
    let lower = [0.1, 0.2, 0.4, 0.2, 0.1];
    // The same with the mean moved to the upper bound by moving pairs from one end to the other.
    let shift = crate::score_of_elo(60.0) - 0.5;
    let upper = [0.1 - shift, 0.2, 0.4, 0.2, 0.1 + shift];
    for (pairs, wrong) in [(lower, Decision::AcceptUpper), (upper, Decision::AcceptLower)] {
        let erred = share(2000, || decision(&mut rng, &sprt, &pairs) == wrong);
        assert!((0.02..=0.065).contains(&erred), "{wrong:?}: {erred}");
    }
}

#[test]
fn sprt_in_normalised_elo_errs_as_rarely_as_it_says() {
    let mut rng = Rng::new(5);
    // Wins and losses only: normalised Elo is (s − ½)/√(s·(1−s))·800/ln 10.
    let s = 0.55f64;
    let at_s = (s - 0.5) / (s * (1.0 - s)).sqrt() * 800.0 / 10f64.ln();
    let sprt = Sprt::new(0.0, at_s, 0.05, 0.05, EloModel::Normalised).unwrap();
    for (games, wrong) in [([0.5, 0.0, 0.5], Decision::AcceptUpper), ([1.0 - s, 0.0, s], Decision::AcceptLower)] {
        let erred = share(1000, || decision(&mut rng, &sprt, &games) == wrong);
        assert!((0.02..=0.07).contains(&erred), "{wrong:?}: {erred}");
    }
}

/// Equal players differ "significantly" at 5 % in at most 5 % of the cases, and with many pairs in not much less.
#[test]
fn false_differences_are_rare() {
    let mut rng = Rng::new(6);
    for n in [5, 20, 100, 1000] {
        let found = share(4000, || difference_p(&sample(&mut rng, &[0.1, 0.2, 0.4, 0.2, 0.1], n)) <= 0.05);
        assert!(found <= 0.06 && (n < 100 || found >= 0.03), "{n}: {found}");
    }
}

/// Four players of known ratings, in Elo, and an advantage of the first seat.
const RATINGS: [f64; 4] = [120.0, 40.0, -20.0, -140.0];
const FIRST_SEAT: f64 = 30.0;

/// A round robin from `openings` openings, both seats of each. `shared` is the chance that the opening decides a game,
/// in the same way for all who play it; other games are decided on their own. Every game still has the probabilities of
/// the ratings.
fn round_robin(rng: &mut Rng, openings: usize, shared: f64) -> Results {
    let mut results = Results { players: 4, ..Results::default() };
    for cluster in 0..openings {
        let luck = rng.uniform();
        for (first, second) in (0..4).flat_map(|a| (0..4).map(move |b| (a, b))).filter(|(a, b)| a != b) {
            let difference = RATINGS[first] - RATINGS[second] + FIRST_SEAT;
            let own = if rng.uniform() < shared { luck } else { rng.uniform() };
            let won = u64::from(own < crate::score_of_elo(difference));
            results.games.push(SeatResults { first, second, cluster, counts: [1 - won, 0, won] });
        }
    }
    results
}

/// Openings that decide all games, some or none. Intervals of ratings and of the first seat must cover; those from the
/// curvature, which assumes independent games, must not where openings matter, or this test would show nothing.
#[test]
fn bootstrap_intervals_cover() {
    const ROUNDS: u32 = 200;
    let mut rng = Rng::new(7);
    for (openings, shared) in [(60, 0.0), (60, 0.5), (60, 1.0), (15, 0.5)] {
        let (mut covered, mut first_seat, mut by_curvature) = (0, 0, 0);
        for round in 0..ROUNDS {
            let results = round_robin(&mut rng, openings, shared);
            let request = BootstrapRequest { level: 0.95, look: Look::Once, rounds: 200, seed: u64::from(round) };
            let found = bootstrap(&results, &Model::default(), &request).unwrap();
            covered += RATINGS.iter().zip(&found.ratings).filter(|(rating, i)| covers(**i, **rating)).count();
            first_seat += u32::from(covers(found.first_seat, FIRST_SEAT));
            let (value, error) = found.fit.first_seat;
            by_curvature += u32::from((value - FIRST_SEAT).abs() < 1.96 * error);
        }
        let covered = covered as f64 / f64::from(4 * ROUNDS);
        let [first_seat, by_curvature] = [first_seat, by_curvature].map(|n| f64::from(n) / f64::from(ROUNDS));
        assert!((0.93..=0.98).contains(&covered), "{openings} {shared}: {covered}");
        assert!((0.92..=0.98).contains(&first_seat), "{openings} {shared}: first seat {first_seat}");
        assert!((by_curvature < 0.8) == (shared > 0.4), "{openings} {shared}: curvature {by_curvature}");
    }
}

/// The points of the first seat by opening.
fn first_seats(results: &Results) -> Strata {
    let n = results.games.iter().map(|games| games.cluster + 1).max().unwrap_or(0);
    let mut clusters = vec![Cluster::default(); n];
    for games in &results.games {
        let cluster = &mut clusters[games.cluster];
        cluster.points += games.counts[2] as f64 + games.counts[1] as f64 / 2.0;
        cluster.games += games.counts.iter().sum::<u64>() as f64;
        cluster.different += 1.0;
    }
    vec![clusters]
}

/// The true score of the first seat in [`round_robin`].
fn first_seat_score() -> f64 {
    let all = (0..4).flat_map(|a| (0..4).map(move |b| (a, b))).filter(|(a, b)| a != b);
    all.map(|(a, b)| crate::score_of_elo(RATINGS[a] - RATINGS[b] + FIRST_SEAT)).sum::<f64>() / 12.0
}

#[test]
fn cluster_intervals_cover() {
    let mut rng = Rng::new(10);
    let truth = first_seat_score();
    for openings in [10, 20, 60, 300] {
        for shared in [0.0, 0.3, 1.0] {
            let covered = share(2000, || {
                let strata = first_seats(&round_robin(&mut rng, openings, shared));
                covers(cluster_interval(&strata, 0.95, Look::Once), truth)
            });
            assert!((0.93..=0.97).contains(&covered), "{openings} {shared}: {covered}");
        }
    }
}

/// Looks after every second opening to the end; no interval of the whole run may miss.
#[test]
fn peeking_at_clusters_is_harmless() {
    let mut rng = Rng::new(11);
    let truth = first_seat_score();
    for shared in [0.0, 0.5, 1.0] {
        let (mut missed, mut missed_once) = (0, 0);
        for _ in 0..200 {
            let whole = first_seats(&round_robin(&mut rng, 300, shared));
            let ever = |look: Look| {
                (2..=300)
                    .step_by(2)
                    .any(|n| !covers(cluster_interval(&vec![whole[0][..n].to_vec()], 0.95, look), truth))
            };
            missed += u32::from(ever(Look::AnyTime));
            missed_once += u32::from(ever(Look::Once));
        }
        assert!(missed <= 10 && missed_once > 20, "{shared}: {missed} and {missed_once} of 200");
    }
}

/// Equal players who stop as soon as the probability is below 5 % do so in at most 5 % of the runs.
#[test]
fn stopping_at_a_difference_is_harmless() {
    let mut rng = Rng::new(12);
    let found = share(400, || {
        let mut tally = Tally([0; 5]);
        (0..300).any(|_| {
            tally.0[draw(&mut rng, &[0.1, 0.2, 0.4, 0.2, 0.1])] += 1;
            sequential_p(&tally) <= 0.05
        })
    });
    assert!(found <= 0.05, "{found}");
}

/// Results that follow the ratings are rejected in about 5 % of the cases, also where openings decide many games.
#[test]
fn the_test_of_ratings_holds_its_level() {
    let mut rng = Rng::new(13);
    for shared in [0.0, 0.6] {
        let rejected = share(300, || {
            let results = round_robin(&mut rng, 60, shared);
            let request = BootstrapRequest { level: 0.95, look: Look::Once, rounds: 200, seed: 1 };
            bootstrap(&results, &Model::default(), &request).unwrap().misfit_p.unwrap() <= 0.05
        });
        assert!((0.005..=0.08).contains(&rejected), "{shared}: {rejected}");
    }
}

/// Independent results that follow the model are rejected in about 5 % of the cases.
#[test]
fn the_deviance_test_holds_its_level() {
    let mut rng = Rng::new(8);
    let strengths = [0.5, 0.2, 0.0, -0.1, -0.6];
    let mut rejected = 0;
    for _ in 0..1000 {
        let mut results = Results { players: 5, ..Results::default() };
        for first in 0..5 {
            for second in (0..5).filter(|&second| second != first) {
                let odds: f64 = strengths[first] - strengths[second] + 0.3;
                let (win, draw, lose) = ((odds / 2.0).exp(), 0.5, (-odds / 2.0).exp());
                let probabilities = [lose, draw, win].map(|weight| weight / (win + draw + lose));
                let counts = sample(&mut rng, &probabilities, 40).0;
                results.games.push(SeatResults { first, second, cluster: 0, counts });
            }
        }
        let found = fit(&results, &Model::default()).unwrap();
        rejected += u32::from(deviance_test(&results, &found).unwrap().p < 0.05);
    }
    assert!((30..=75).contains(&rejected), "{rejected}");
}

/// Normal pairs of correlation r have Spearman's ρ = 6/π·arcsin(r/2) and Kendall's τ = 2/π·arcsin r.
#[test]
fn correlation_intervals_cover() {
    let mut rng = Rng::new(9);
    let r: f64 = 0.5;
    let (rho, tau) = (6.0 / std::f64::consts::PI * (r / 2.0).asin(), 2.0 / std::f64::consts::PI * r.asin());
    let (mut rho_covered, mut tau_covered) = (0, 0);
    for _ in 0..2000 {
        let (x, y): (Vec<f64>, Vec<f64>) = (0..40)
            .map(|_| {
                let (x, noise) = (rng.normal(), rng.normal());
                (x, r * x + (1.0 - r * r).sqrt() * noise)
            })
            .unzip();
        rho_covered += u32::from(covers(correlation::spearman(&x, &y, 0.95).unwrap().interval, rho));
        tau_covered += u32::from(covers(correlation::kendall(&x, &y, 0.95).unwrap().interval, tau));
    }
    assert!(
        (1860..=1950).contains(&rho_covered) && (1860..=1950).contains(&tau_covered),
        "{rho_covered} {tau_covered}"
    );
}
