//! The fast rules against slow, clear ones on random games: the same moves, texts, results and reasons at every ply.

use crate::common::{all_specs, result, sorted_moves, start_of};
use crate::oracle::oracle;
use plyscope_core::Rng;

/// Games for each spec; fewer on boards where a game is long.
fn n_games(spec: &str) -> u64 {
    let cells = start_of(spec).picture().cells.len();
    if cells > 64 { 20 } else { 100 }
}

#[test]
fn random_games_agree_at_every_ply() {
    let (mut games, mut positions) = (0, 0);
    for spec in all_specs() {
        for seed in 0..n_games(&spec) {
            let (mut fast, mut slow, mut rng) = (start_of(&spec), oracle(&spec), Rng::new(seed));
            loop {
                positions += 1;
                let place = || format!("{spec}, seed {seed}, ply {}: {}", fast.ply(), fast.text());
                let mut slow_moves = slow.moves();
                slow_moves.sort();
                assert_eq!(fast.text(), slow.text(), "{}", place());
                assert_eq!(sorted_moves(&*fast), slow_moves, "{}", place());
                assert_eq!(result(&*fast), slow.outcome(), "{}", place());
                if slow_moves.is_empty() {
                    break;
                }
                let chosen = &slow_moves[rng.below(slow_moves.len())];
                fast.play(chosen).unwrap_or_else(|error| panic!("{spec}, seed {seed}: {error}"));
                slow.play(chosen);
            }
            games += 1;
        }
    }
    assert!(games > 4000 && positions > 100_000, "only {games} games, {positions} positions");
}
