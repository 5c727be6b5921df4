//! Matches computed against the published chance, against enumeration by hand, and against matches played.

use crate::common::start_of;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use plyscope_core::{Outcome, Progress, Rng, Work};
use plyscope_registry::{AnyPosition, ExactMatch, ExactRequest, GameConditions, Player, start};

fn exact(spec: &str, first: &str, second: &str) -> ExactMatch {
    let players: [Player; 2] = [first, second].map(|text| text.parse().expect("a player"));
    let request = ExactRequest { max_positions: 1_000_000, work: Work::never() };
    start_of(spec).exact([&players[0], &players[1]], request).unwrap_or_else(|error| panic!("{spec}: {error}"))
}

fn close(found: f64, wanted: f64, tolerance: f64) {
    assert!((found - wanted).abs() <= tolerance, "{found} instead of {wanted}");
}

/// The study of the Pawn Game gives the chance and the length to five and three decimals, and the number of positions.
#[test]
fn random_play_on_the_small_pawn_game() {
    let found = exact("pawn:4x4", "random", "random");
    close(found.first, 0.54448, 5e-6);
    close(found.plies, 9.776, 5e-4);
    assert_eq!((found.draw, found.positions), (0.0, 20_286));
}

/// Random tic-tac-toe by the number of games of each length, each weighted by its chance (the games per ply are those
/// that many sources list).
#[test]
fn random_tictactoe() {
    let found = exact("tictactoe", "random", "random");
    let chance = |plies: u32, games: f64| (0..plies).fold(games, |chance, ply| chance / f64::from(9 - ply));
    close(found.first, chance(5, 1440.0) + chance(7, 47_952.0) + chance(9, 81_792.0), 1e-12);
    close(found.second, chance(6, 5328.0) + chance(8, 72_576.0), 1e-12);
    close(found.draw, chance(9, 46_080.0), 1e-12);
    assert_eq!(found.positions, 5478);
}

fn play(position: &dyn AnyPosition, players: [&Player; 2], n: u64) -> (u64, u64) {
    let (mut wins, mut plies) = (0, 0);
    for game in 0..n {
        let seed = Rng::part(5, game).next_u64();
        let record =
            position.play_out(players, seed, &GameConditions::default()).expect("a game").expect("it is not stopped");
        wins += u64::from(record.outcome == Outcome::Win(position.side_to_move()));
        plies += u64::from(record.plies);
    }
    (wins, plies)
}

/// Played matches come out as computed, within four standard errors.
#[test]
fn played_matches_agree() {
    const GAMES: u64 = 4000;
    let spread = "alphabeta:ties=random+{pieces}@depth=2";
    for (spec, first, second) in [
        ("pawn:4x4", "random", spread),
        ("pawn:4x4", spread, spread),
        ("pawned:4x4", spread, "random"),
        ("breakthrough:4x3", "random", "minimax:ties=random+{steps}@depth=1"),
        ("reversi:4x4", "random", "negamax:ties=random+{mobility}@depth=2"),
    ] {
        let wanted = exact(spec, first, second);
        let players: [Player; 2] = [first, second].map(|text| text.parse().expect("a player"));
        let position = start(spec).expect("a game");
        let (wins, plies) = play(&*position, [&players[0], &players[1]], GAMES);
        let error = (wanted.first * (1.0 - wanted.first) / GAMES as f64).sqrt();
        close(wins as f64 / GAMES as f64, wanted.first, 4.0 * error + 1e-9);
        close(plies as f64 / GAMES as f64, wanted.plies, 0.2);
        close(wanted.first + wanted.second + wanted.draw, 1.0, 1e-12);
    }
}

/// Two players without any chance play one game, and it can be computed too.
#[test]
fn a_match_without_chance_is_one_game() {
    let text = "alphabeta+{10*pieces+steps}@depth=3";
    let found = exact("pawn:5x5", text, text);
    let player: Player = text.parse().expect("a player");
    let (wins, plies) = play(&*start_of("pawn:5x5"), [&player, &player], 1);
    assert_eq!((found.first, found.plies), (wins as f64, plies as f64));
    assert_eq!(found.positions, plies + 1);
}

#[test]
fn what_cannot_be_computed_says_why() {
    let request = ExactRequest { max_positions: 1000, work: Work::never() };
    let random: Player = "random".parse().expect("a player");
    for (text, said) in [
        ("mcts@rollouts=10", "simulations"),
        ("alphabeta@time=1s", "limited time"),
        ("alphabeta+{pieces}:noise=1@depth=2", "noise"),
        ("engine:threads=2@depth=2", "threads"),
        ("human", "person"),
        ("random", "positions or more can occur in this match, and at most 1000 can be computed"),
    ] {
        let player: Player = text.parse().expect("a player");
        let error = start_of("pawn:4x4").exact([&player, &random], request).expect_err(text).to_string();
        assert!(error.contains(said), "{text}: {error}");
    }
}

/// Far too many positions are noticed before anything is computed.
#[test]
fn what_cannot_end_is_refused_at_once() {
    let random: Player = "random".parse().expect("a player");
    for spec in ["breakthrough", "breakthrough:5x5", "connect4", "reversi", "andantino"] {
        let heard = AtomicBool::new(false);
        let listener = |_: Progress<'_>| heard.store(true, Ordering::Relaxed);
        let request = ExactRequest { max_positions: 50_000_000, work: Work::never().telling(&listener) };
        let error = start_of(spec).exact([&random, &random], request).expect_err(spec).to_string();
        assert!(error.contains("or more can occur") && error.contains("smaller board"), "{spec}: {error}");
        assert!(!heard.load(Ordering::Relaxed), "{spec}: nothing is computed");
    }
}

/// The estimate is a lower bound, and near the truth where the sample sees most positions.
#[test]
fn progress_is_told_with_an_estimate() {
    let players: [Player; 2] = ["random", "random"].map(|text| text.parse().expect("a player"));
    let total = AtomicU64::new(0);
    let listener = |progress: Progress<'_>| {
        total.fetch_max(progress.total.unwrap_or(0), Ordering::Relaxed);
    };
    let request = ExactRequest { max_positions: 1_000_000, work: Work::never().telling(&listener) };
    let found = start_of("pawn:4x4").exact([&players[0], &players[1]], request).expect("a small board");
    let total = total.into_inner();
    assert!(found.positions / 4 <= total && total <= found.positions * 3 / 2, "{total} of {}", found.positions);
}
