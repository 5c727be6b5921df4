//! The fast rules against slow, clear ones on random games: the same moves, texts, results and reasons at every ply.

use std::num::NonZeroUsize;

use crate::common::{all_specs, result, sorted_moves, start_of};
use crate::oracle::{Oracle, oracle};
use plyscope_core::{Rng, Work};
use plyscope_registry::{Jobs, read};

/// Games for each spec; fewer on boards where a game is long.
fn n_games(spec: &str) -> u64 {
    let cells = start_of(spec).picture().cells.len();
    if cells > 64 { 10 } else { 50 }
}

/// Plays a random game by both rules, comparing them at every ply. Returns the number of positions.
fn compare_random_game(spec: &str, seed: u64) -> u64 {
    let (mut fast, mut slow, mut rng) = (start_of(spec), oracle(spec), Rng::new(seed));
    for positions in 1.. {
        let place = || format!("{spec}, seed {seed}, ply {}: {}", fast.ply(), fast.text());
        let mut slow_moves = slow.moves();
        slow_moves.sort();
        assert_eq!(fast.text(), slow.text(), "{}", place());
        assert_eq!(sorted_moves(&*fast), slow_moves, "{}", place());
        assert_eq!(result(&*fast), slow.outcome(), "{}", place());
        if slow_moves.is_empty() {
            return positions;
        }
        let chosen = &slow_moves[rng.below(slow_moves.len())];
        fast.play(chosen).unwrap_or_else(|error| panic!("{spec}, seed {seed}: {error}"));
        slow.play(chosen);
    }
    unreachable!("a game ends")
}

#[test]
fn random_games_agree_at_every_ply() {
    let (mut games, mut positions) = (0, 0);
    for spec in all_specs() {
        for seed in 0..n_games(&spec) {
            positions += compare_random_game(&spec, seed);
            games += 1;
        }
    }
    assert!(games > 2000 && positions > 50_000, "only {games} games, {positions} positions");
}

/// Every size of Reversi's board: rows and columns from 4 on, up to 128 cells.
fn reversi_sizes() -> impl Iterator<Item = (usize, usize)> {
    (4..=32).flat_map(|rows| (4..=128 / rows).map(move |columns| (rows, columns)))
}

#[test]
fn reversi_agrees_on_boards_of_every_shape() {
    // One game on each board of a seventh of the sizes; they include boards with more than 9 rows and 26 columns.
    let sizes: Vec<(usize, usize)> = reversi_sizes().step_by(7).collect();
    let passes = |spec: &str, seed: u64| {
        compare_random_game(spec, seed);
        let (mut position, mut rng, mut played) = (start_of(spec), Rng::new(seed), Vec::new());
        while position.outcome().is_none() {
            let chosen = position.moves().swap_remove(rng.below(position.moves().len()));
            position.play(&chosen).expect("a legal move");
            played.push(chosen);
        }
        // The moves lead to the same position when they are read as one text, and the text of the position back to it.
        let mut again = start_of(spec);
        again.play_all(&played.join(" ")).expect("a game that was played");
        assert_eq!(again.text(), position.text());
        // So does a transcript: no blanks, no passes.
        let mut again = start_of(spec);
        let transcript: String = played.iter().filter(|m| *m != "pass").cloned().collect();
        again.play_all(&transcript).expect("a transcript of a game that was played");
        assert_eq!(again.text(), position.text());
        assert_eq!(read(spec, &position.text()).expect("a position that occurred").text(), position.text());
        played.iter().filter(|m| *m == "pass").count()
    };
    let n_passes: usize = sizes.iter().map(|(rows, columns)| passes(&format!("reversi:{rows}x{columns}"), 3)).sum();
    assert!(sizes.len() > 25 && n_passes > 10, "{} sizes, {n_passes} passes", sizes.len());
    assert!(sizes.iter().any(|size| size.0 > 9) && sizes.iter().any(|size| size.1 > 26));
}

/// The number of games of this length by the slow rules, which cannot go back: every line is played from the start.
fn slow_perft(spec: &str, line: &mut Vec<String>, depth: usize) -> u64 {
    let mut slow: Box<dyn Oracle> = oracle(spec);
    line.iter().for_each(|m| slow.play(m));
    if depth == 0 {
        return 1;
    }
    let count = |m: String| {
        line.push(m);
        let leaves = slow_perft(spec, line, depth - 1);
        line.pop();
        leaves
    };
    slow.moves().into_iter().map(count).sum()
}

#[test]
fn perft_of_reversi_agrees_with_the_slow_rules() {
    for size in ["4x5", "5x5", "5x7", "7x4", "9x9", "4x32", "32x4", "16x8"] {
        let spec = format!("reversi:{size}");
        let one = Jobs(NonZeroUsize::MIN);
        let fast = start_of(&spec).perft(4, one, Work::never()).expect("it is not stopped").by_depth;
        let slow: Vec<u64> = (1..=4).map(|depth| slow_perft(&spec, &mut Vec::new(), depth)).collect();
        assert_eq!(fast, slow, "{spec}");
    }
}
