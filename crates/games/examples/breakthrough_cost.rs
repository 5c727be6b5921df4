//! What each heuristic of Breakthrough costs, called as in a search, compared with `offensive2`.
//!
//! `cargo run --release -p plyscope-games --example breakthrough_cost` prints a table.

#![allow(clippy::print_stdout, reason = "an example is a program")]

mod timing;

use plyscope_games::Breakthrough;
use plyscope_heuristics::Judged;
use timing::{positions, time};

type Position = Breakthrough<u64>;

const HEURISTICS: [&str; 7] =
    ["offensive2", "dummy", "material", "offensive1", "defensive2", "{10*pieces+steps}", "strong"];

fn main() {
    let positions: Vec<Position> = positions();
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
