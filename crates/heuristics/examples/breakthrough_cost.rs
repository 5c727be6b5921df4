//! What each heuristic of Breakthrough costs, asked as a search asks, beside `offensive2`.
//!
//! `cargo run --release -p plyscope-heuristics --example breakthrough_cost` prints a table.

#![allow(clippy::print_stdout, reason = "an example is a program")]

use std::hint::black_box;
use std::time::Instant;

use plyscope_core::{Game, Heuristic, Rng};
use plyscope_games::Breakthrough;
use plyscope_heuristics::{Judged, Opinion};

type Position = Breakthrough<u64>;

const HEURISTICS: [&str; 7] =
    ["offensive2", "dummy", "material", "offensive1", "defensive2", "{10*pieces+steps}", "strong"];

/// Positions of random games.
fn positions() -> Vec<Position> {
    let (mut rng, mut positions) = (Rng::new(1), Vec::new());
    while positions.len() < 2000 {
        let mut position = Position::start(&Default::default());
        while let Some(m) = position.pick(|n| rng.below(n)) {
            positions.push(position.clone());
            position.play(m);
        }
    }
    positions
}

/// Nanoseconds for each evaluation, over all positions several times.
fn time(opinion: &Opinion<Position>, positions: &[Position]) -> f64 {
    const ROUNDS: usize = 10;
    let begin = Instant::now();
    for _ in 0..ROUNDS {
        for position in positions {
            black_box(opinion.evaluate(black_box(position)));
        }
    }
    begin.elapsed().as_secs_f64() * 1e9 / (ROUNDS * positions.len()) as f64
}

fn main() {
    let positions = positions();
    let opinions = HEURISTICS.map(|text| Position::opinion(Some(&text.parse().expect(text)), 0).expect(text));
    // The fastest of many short runs, taken in turns, is what the machine can do when nothing else runs.
    let mut best = [f64::MAX; HEURISTICS.len()];
    for _ in 0..100 {
        for (opinion, best) in opinions.iter().zip(&mut best) {
            *best = best.min(time(opinion, &positions));
        }
    }
    for (name, time) in HEURISTICS.iter().zip(best) {
        println!("{time:6.1} ns {:6.2}  {name}", time / best[0]);
    }
}
