//! What each named heuristic of Reversi costs for one evaluation, compared with `pmc2`.
//!
//! ```sh
//! cargo run --release -p plyscope-games --example cost_reversi
//! ```
//!
//! All are timed in turns on the same positions of random games, and the fastest of many turns counts, so that other
//! work on the machine disturbs little.
#![allow(clippy::print_stdout, reason = "a program that prints its measurements")]

use std::hint::black_box;
use std::time::{Duration, Instant};

use plyscope_core::{Game, Rng};
use plyscope_games::Reversi;
use plyscope_games::reversi::Variant;
use plyscope_heuristics::{HeuristicSpec, Judged};

const POSITIONS: usize = 2000;
const TURNS: usize = 200;

fn main() {
    let mut rng = Rng::new(1);
    let mut positions = Vec::new();
    let mut position = Reversi::start(&Variant::default());
    while positions.len() < POSITIONS {
        positions.push(position.clone());
        match position.pick(|n| rng.below(n)) {
            Some(m) => position.play(m),
            None => position = Reversi::start(&Variant::default()),
        }
    }
    let names: Vec<&str> = Reversi::heuristics().iter().map(|named| named.name).collect();
    let opinions = names.iter().map(|name| {
        let spec: HeuristicSpec = name.parse().expect("names are specs");
        Reversi::opinion(Some(&spec), 0).expect("named heuristics exist")
    });
    let opinions: Vec<_> = opinions.collect();
    let mut fastest = vec![Duration::MAX; names.len()];
    for _ in 0..TURNS {
        for (opinion, fastest) in opinions.iter().zip(&mut fastest) {
            let begin = Instant::now();
            for position in &positions {
                black_box(opinion.seen_by(black_box(position), position.side_to_move()));
            }
            *fastest = begin.elapsed().min(*fastest);
        }
    }
    let pmc2 = fastest[names.iter().position(|&name| name == "pmc2").expect("pmc2 is there")];
    for (name, time) in names.iter().zip(&fastest) {
        let nanoseconds = time.as_secs_f64() * 1e9 / POSITIONS as f64;
        println!("{name:<18} {nanoseconds:6.1} ns  {:.2} of pmc2", time.as_secs_f64() / pmc2.as_secs_f64());
    }
}
