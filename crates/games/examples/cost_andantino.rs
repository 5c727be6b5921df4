//! Evaluates many positions of Andantino, for counting what a heuristic costs.
//!
//! ```sh
//! cargo build --release -p plyscope-games --example cost_andantino
//! for n in 10 20; do
//!   valgrind --tool=callgrind --callgrind-out-file=/dev/null target/release/examples/cost_andantino strong $n
//! done
//! ```
//!
//! It prints the number of evaluations. The difference of the two instruction counts, divided by the difference of the
//! two numbers, is the cost of one. The positions are those of 100 games on the board of side 10, in which both sides
//! take the best of three random moves by their longest rows, so that they look like played ones.

use plyscope_core::{Game, Rng};
use plyscope_games::Andantino;
use plyscope_heuristics::{HeuristicSpec, Judged};

/// The undecided positions of one game, from the ninth stone on.
fn positions(seed: u64) -> Vec<Andantino> {
    let (mut position, mut rng) = (Andantino::start(&"10".parse().expect("a board")), Rng::new(seed));
    let mut seen = Vec::new();
    for ply in 0.. {
        let side = position.side_to_move();
        let tries: Vec<Andantino> =
            (0..3).filter_map(|_| Some(position.child(position.pick(|n| rng.below(n))?))).collect();
        match tries.into_iter().max_by_key(|child| child.longest_line(side)) {
            Some(child) if child.outcome().is_none() => position = child,
            _ => break,
        }
        if ply >= 8 {
            seen.push(position.clone());
        }
    }
    seen
}

#[expect(clippy::print_stdout, reason = "its result is what it prints")]
fn main() {
    let mut arguments = std::env::args().skip(1);
    let name = arguments.next().unwrap_or_else(|| "strong".to_owned());
    let times = arguments.next().and_then(|word| word.parse().ok()).unwrap_or(1);
    let spec: HeuristicSpec = name.parse().unwrap_or_else(|error| panic!("{error}"));
    let opinion = Andantino::opinion(Some(&spec), 0).unwrap_or_else(|error| panic!("{error}"));
    let positions: Vec<Andantino> = (0..100).flat_map(positions).collect();
    let mut sum = 0.0;
    for _ in 0..times {
        for position in &positions {
            sum += opinion.seen_by(std::hint::black_box(position), position.side_to_move());
        }
    }
    std::hint::black_box(sum);
    println!("{} evaluations", times * positions.len());
}
