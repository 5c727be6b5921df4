//! Fits the weights of Reversi's strong heuristic to games that it plays against itself, and prints them as Rust.
//!
//! ```sh
//! cargo run --release -p plyscope-games --example fit_reversi -- 3 15000 1 > weights.txt
//! ```
//!
//! The three numbers are rounds, games in each round, and the seed; the same numbers give the same weights. The first
//! round is played by moves and corners, every later one by what the round before has found. Games begin with random
//! moves and have some later, so that much is seen. When few cells are empty, the rest is played perfectly. Each
//! position then learns the final difference of discs by least squares; every tenth game is kept apart to tell how far
//! off the weights are.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program that prints what it finds")]

use plyscope_core::{Game, Heuristic, Rng, Side};
use plyscope_games::Reversi;
use plyscope_games::reversi::strong::{self, COUNTS, KNOTS, WIDTH, Weights};
use plyscope_heuristics::{HeuristicSpec, Judged};

/// How deep the players look, and from how many empty cells on they see everything.
const DEPTH: u32 = 3;
const PERFECT: u32 = 10;

/// One move in this many is random.
const RANDOM: usize = 24;

/// Keeps weights of rare patterns near zero.
const RIDGE: f64 = 40.0;

type Eval = Box<dyn Fn(&Reversi) -> f64>;

fn main() {
    let numbers: Vec<u64> = std::env::args().skip(1).filter_map(|text| text.parse().ok()).collect();
    let &[rounds, games, seed] = numbers.as_slice() else {
        eprintln!("three numbers are wanted: rounds, games in each round, seed");
        std::process::exit(2);
    };
    let simple: HeuristicSpec = "{mobility+10*corners}".parse().expect("a formula");
    let simple = Reversi::opinion(Some(&simple), 0).expect("a formula over known features");
    let mut player: Eval = Box::new(move |position| simple.evaluate(position));
    let mut rng = Rng::new(seed);
    for round in 1..=rounds {
        let (mut fit, mut kept) = (Fit::new(), Vec::new());
        for game in 0..games {
            let (positions, result) = play(&player, &mut rng);
            for position in positions {
                let sample = Sample::new(&position, result);
                if game % 10 == 0 { kept.push(sample) } else { fit.learn(&sample) }
            }
        }
        let exact = fit.solve();
        let error = |sample: &Sample| (sample.predict(&exact) - sample.result).powi(2);
        let mean = kept.iter().map(error).sum::<f64>() / kept.len() as f64;
        let blind = kept.iter().map(|sample| sample.result.powi(2)).sum::<f64>() / kept.len() as f64;
        eprintln!("round {round}: off by {:.3} discs, without weights by {:.3}", mean.sqrt(), blind.sqrt());
        let weights: Weights = std::array::from_fn(|knot| {
            std::array::from_fn(|weight| (100.0 * exact[knot * WIDTH + weight]).round() as i16)
        });
        for (index, name) in COUNTS.iter().enumerate() {
            eprintln!("{name:>20} {:?}", weights.map(|weights| weights[WIDTH - COUNTS.len() + index]));
        }
        if round == rounds {
            print(&weights);
        }
        let judge = strong::judge(&weights);
        player = Box::new(move |position| judge.seen_by(position, position.side_to_move()));
    }
}

/// Positions of a game and the final difference as the first side sees it.
fn play(player: &Eval, rng: &mut Rng) -> (Vec<Reversi>, f64) {
    let mut position = Reversi::start(&plyscope_games::reversi::Variant::default());
    let mut positions = Vec::new();
    let opening = 4 + rng.below(12);
    for ply in 0.. {
        if position.outcome().is_some() {
            return (positions, final_difference(&position, Side::First));
        }
        let empties = position.empties().count_ones();
        if ply >= opening {
            positions.push(position.clone());
        }
        if ply >= opening && empties <= PERFECT {
            let sign = if position.side_to_move() == Side::First { 1.0 } else { -1.0 };
            return (positions, sign * perfect(&position, -64.0, 64.0));
        }
        let m = if ply < opening || rng.below(RANDOM) == 0 {
            position.pick(|n| rng.below(n)).expect("the game is not over")
        } else {
            best(player, &position)
        };
        position.play(m);
    }
    unreachable!("games end")
}

/// The difference of discs when the game is over; empty cells go to the winner.
fn final_difference(position: &Reversi, side: Side) -> f64 {
    let difference = f64::from(position.n_discs(side)) - f64::from(position.n_discs(!side));
    let empties = f64::from(position.empties().count_ones());
    if difference == 0.0 { 0.0 } else { difference + difference.signum() * empties }
}

fn best(player: &Eval, position: &Reversi) -> <Reversi as Game>::Move {
    let mut best = (f64::NEG_INFINITY, None);
    for m in position.moves() {
        let mut child = position.clone();
        child.play(m);
        let value = -search(player, &child, DEPTH - 1, f64::NEG_INFINITY, -best.0);
        if value > best.0 || best.1.is_none() {
            best = (value, Some(m));
        }
    }
    best.1.expect("the game is not over")
}

fn search(player: &Eval, position: &Reversi, depth: u32, mut alpha: f64, beta: f64) -> f64 {
    if position.outcome().is_some() {
        return final_difference(position, position.side_to_move());
    }
    if depth == 0 {
        return player(position);
    }
    for m in position.moves() {
        let mut child = position.clone();
        child.play(m);
        alpha = alpha.max(-search(player, &child, depth - 1, -beta, -alpha));
        if alpha >= beta {
            break;
        }
    }
    alpha
}

/// The exact difference; moves that leave the other side little choice are tried first.
fn perfect(position: &Reversi, mut alpha: f64, beta: f64) -> f64 {
    if position.outcome().is_some() {
        return final_difference(position, position.side_to_move());
    }
    let mut children: Vec<(usize, Reversi)> = position
        .moves()
        .map(|m| {
            let mut child = position.clone();
            child.play(m);
            (child.count_moves(), child)
        })
        .collect();
    children.sort_by_key(|(moves, _)| *moves);
    for (_, child) in children {
        alpha = alpha.max(-perfect(&child, -beta, -alpha));
        if alpha >= beta {
            break;
        }
    }
    alpha
}

/// A position as the fit sees it: the unknowns that occur in it, with their factors.
struct Sample {
    factors: Vec<(usize, f64)>,
    result: f64,
}

impl Sample {
    fn new(position: &Reversi, result: f64) -> Self {
        let (stage, measures) = strong::measures(position, Side::First);
        let mut factors: Vec<(usize, f64)> = Vec::new();
        for (knot, share) in strong::phases(stage).into_iter().enumerate().filter(|(_, share)| *share > 0.0) {
            for &(weight, count) in measures.iter().filter(|(_, count)| *count != 0) {
                factors.push((knot * WIDTH + weight, share * f64::from(count)));
            }
        }
        Sample { factors, result }
    }

    fn predict(&self, weights: &[f64]) -> f64 {
        self.factors.iter().map(|&(unknown, factor)| weights[unknown] * factor).sum()
    }
}

/// The normal equations of least squares.
struct Fit {
    matrix: Vec<Vec<f64>>,
    right: Vec<f64>,
}

impl Fit {
    fn new() -> Self {
        let unknowns = KNOTS * WIDTH;
        let mut matrix = vec![vec![0.0; unknowns]; unknowns];
        for (index, row) in matrix.iter_mut().enumerate() {
            row[index] = RIDGE;
        }
        Fit { matrix, right: vec![0.0; unknowns] }
    }

    fn learn(&mut self, sample: &Sample) {
        for &(row, factor) in &sample.factors {
            self.right[row] += factor * sample.result;
            for &(column, other) in &sample.factors {
                self.matrix[row][column] += factor * other;
            }
        }
    }

    /// Gaussian elimination; the ridge keeps every pivot positive.
    fn solve(mut self) -> Vec<f64> {
        let unknowns = self.right.len();
        for pivot in 0..unknowns {
            let (upper, lower) = self.matrix.split_at_mut(pivot + 1);
            let top = &upper[pivot];
            for (index, row) in lower.iter_mut().enumerate() {
                let factor = row[pivot] / top[pivot];
                if factor != 0.0 {
                    row[pivot..].iter_mut().zip(&top[pivot..]).for_each(|(cell, above)| *cell -= factor * above);
                    self.right[pivot + 1 + index] -= factor * self.right[pivot];
                }
            }
        }
        for pivot in (0..unknowns).rev() {
            let known: f64 = (pivot + 1..unknowns).map(|column| self.matrix[pivot][column] * self.right[column]).sum();
            self.right[pivot] = (self.right[pivot] - known) / self.matrix[pivot][pivot];
        }
        self.right
    }
}

fn print(weights: &Weights) {
    for phase in weights {
        println!("    [");
        for line in phase.chunks(15) {
            let line: Vec<String> = line.iter().map(i16::to_string).collect();
            println!("        {},", line.join(", "));
        }
        println!("    ],");
    }
}
