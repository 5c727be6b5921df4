//! The games of the Breakthrough report, and the faults of its program.

use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;

use plyscope_registry::{Answer, Ask, Player};
use plyscope_studies::{Effort, Figure, Table, breakthrough};

/// White (`x`) wins with a7-a8; two captures are there too, but only for who begins with them at once.
const WIN_IN_ONE: &str = "......oo/x......./......../...o.o.o/..x.x.x./.....x.x/......../........ x";

/// Black (`o`) threatens b2-b1; only a1xb2 stops it, but then e4 is lost.
const LOSS_IN_TWO: &str = "......oo/......../......../...o..../....x.../......../.o....../x....... x";

fn asked(position: &str, player: &str, seed: u64) -> Answer {
    let position = plyscope_registry::read("breakthrough", position).expect("a position");
    let (stop, player) = (AtomicBool::new(false), player.parse::<Player>().expect("a player"));
    let ask = Ask { player: &player, seed, stop: &stop, tree_plies: None };
    position.search(&ask, &mut |_| {}).expect("an answer")
}

/// Both published searches pass by a win in one move, whatever their random numbers; sound ones of the same depth and heuristic do not.
#[test]
fn a_win_in_one_is_passed_by() {
    for (published, sound) in [
        ("published-breakthrough-minimax+offensive1@depth=3", "minimax+offensive1:noise=1@depth=3"),
        ("published-breakthrough-alphabeta+offensive1@depth=3", "alphabeta+offensive1:noise=1@depth=3"),
    ] {
        for seed in 0..10 {
            assert_ne!(asked(WIN_IN_ONE, published, seed).best, "a7-a8", "{published}, seed {seed}");
            assert_eq!(asked(WIN_IN_ONE, sound, seed).best, "a7-a8", "{sound}, seed {seed}");
        }
    }
}

/// They save a piece and lose the game; sound ones give the piece.
#[test]
fn a_loss_is_not_seen() {
    for (published, sound) in [
        ("published-breakthrough-minimax+defensive1@depth=3", "minimax+defensive1:noise=1@depth=3"),
        ("published-breakthrough-alphabeta+defensive1@depth=3", "alphabeta+defensive1:noise=1@depth=3"),
    ] {
        for seed in 0..10 {
            assert_ne!(asked(LOSS_IN_TWO, published, seed).best, "a1xb2", "{published}, seed {seed}");
            assert_eq!(asked(LOSS_IN_TWO, sound, seed).best, "a1xb2", "{sound}, seed {seed}");
        }
    }
}

/// Three plies from the start: the root, its 22 moves and the 484 replies are expanded, and the report's counts are near that.
#[test]
fn expanded_means_interior() {
    let start = "oooooooo/oooooooo/......../......../......../......../xxxxxxxx/xxxxxxxx x";
    let answer = asked(start, "published-breakthrough-minimax+offensive1", 1);
    assert_eq!((answer.counters.interior + 1, answer.counters.leaves), (507, 11_132));
    assert_eq!(answer.depth, 3);
    let answer = asked(start, "published-breakthrough-alphabeta+offensive1", 1);
    assert_eq!(answer.depth, 4);
    assert!(answer.counters.interior + 1 < 11_639, "something is pruned: {}", answer.counters.interior);
}

/// A position has another value each time it is judged, and minimax and alpha-beta agree only up to the noise.
#[test]
fn random_numbers_are_drawn_anew() {
    let value =
        |search: &str, seed| asked(LOSS_IN_TWO, &format!("published-breakthrough-{search}+offensive1@depth=2"), seed);
    let (one, other) = (value("minimax", 1), value("minimax", 2));
    assert_ne!(one.score, other.score);
    assert_eq!(value("minimax", 1).score, one.score, "the same seed gives the same numbers");
}

/// What 40 games of an independent program gave: White's wins, and the pieces that White and Black lost, for each match and reading.
const SIMULATED: [[(u32, f64, f64); 6]; 2] = [
    [(1, 11.2, 2.7), (40, 2.9, 8.3), (39, 3.2, 0.6), (30, 1.5, 1.4), (40, 3.5, 9.2), (16, 4.8, 3.4)],
    [(9, 12.2, 11.4), (35, 1.9, 1.4), (40, 3.6, 9.6), (40, 2.9, 8.2), (39, 2.5, 0.5), (7, 4.0, 4.4)],
];

/// Our games are like those. The margin for a mean is four standard errors of the difference of two such means, ours of `GAMES` games and theirs of 40, plus half a unit of their
/// last digit and a quarter of a piece, because their order of moves was another. For wins it is four standard errors at most.
#[test]
fn captures_and_winners_are_those_of_another_program() {
    const GAMES: u64 = 12;
    let stop = AtomicBool::new(false);
    let jobs = NonZeroUsize::new(2).expect("two");
    let effort = Effort { full: false, seed: 5, jobs, stop: &stop, progress: &|_| {} };
    let tables = breakthrough::matches(&effort, GAMES).expect("nobody stops it");
    let matches: Vec<&Table> = tables.iter().filter(|table| table.id.starts_with("match-")).collect();
    assert_eq!(matches.len(), 6);
    for (reading, column) in ["White's view", "own view"].into_iter().enumerate() {
        for (table, (wins, white, black)) in matches.iter().zip(SIMULATED[reading]) {
            let cell =
                |row: &str| table.cells.iter().find(|cell| cell.row == row && cell.column == column).expect("a cell");
            for (row, simulated) in [("White pieces captured", white), ("Black pieces captured", black)] {
                let cell = cell(row);
                let Figure::Number(mean) = cell.ours else { panic!("a mean") };
                let (low, high) = cell.interval.expect("an interval");
                let error = (high - low) / (2.0 * 1.96);
                let margin = 4.0 * error * (1.0 + GAMES as f64 / 40.0).sqrt() + 0.3;
                assert!(
                    (mean - simulated).abs() <= margin,
                    "{}, {column}, {row}: {mean} ± {margin}, not {simulated}",
                    table.id
                );
            }
            let (low, high) = cell("winner").interval.expect("an interval");
            let Some(Figure::Text(winner)) = &cell("winner").published else { panic!("a winner") };
            let simulated = 100.0 * f64::from(if winner == "White" { wins } else { 40 - wins }) / 40.0;
            let margin = high - low;
            assert!(
                (low - margin..=high + margin).contains(&simulated),
                "{}, {column}: {low} to {high}, not {simulated}",
                table.id
            );
        }
    }
}
