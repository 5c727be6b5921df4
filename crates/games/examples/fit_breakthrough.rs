//! Fits the weights of Breakthrough's `strong`: a player with weights chosen by hand plays against itself from random
//! openings, and logistic regression finds which weights of `strong` best predict the winner.
//!
//! `cargo run --release -p plyscope-games --example fit_breakthrough` prints the weights in the order of `strong.rs`.
//! Everything is seeded, and the player does not depend on the weights that are found, so the result is always the
//! same.

#![allow(clippy::print_stdout, reason = "an example is a program")]

use std::sync::atomic::AtomicBool;

use plyscope_core::{Control, Game, Limits, Rng, Search};
use plyscope_games::Breakthrough;
use plyscope_heuristics::Judged;
use plyscope_search::{DepthPlan, Kind, Options, TreeSearch};

type Position = Breakthrough<u64>;

/// Who plays: pieces, more the nearer they are to the goal, safe ones and free ones, by eye.
const PLAYER: &str = "{100*pieces+5*steps+80*three_to_go+200*two_to_go+400*one_to_go+20*home_row+10*protected\
                      +3*mobility-50*hanging+500*(mine.unstoppable>0)-500*(theirs.unstoppable>0)}";
/// Boards and how many games are played on each.
const BOARDS: [(&str, u64); 4] = [("8x8", 2500), ("6x6", 800), ("5x5", 400), ("10x5", 600)];
const DEPTH: u32 = 3;
/// One move in this many is random, so that the games leave the paths of good play.
const RANDOM: usize = 12;

/// What the terms of a position were for the side to move, and whether it won.
struct Sample {
    values: Vec<f64>,
    won: bool,
}

/// One game from a random opening; every position after the opening is a sample.
fn play(start: &Position, rng: &mut Rng, samples: &mut Vec<Sample>) {
    let judge = Position::opinion(None, 0).expect("the default heuristic");
    let player = Position::opinion(Some(&PLAYER.parse().expect(PLAYER)), 0).expect(PLAYER);
    let mut search = TreeSearch::new(Kind::Negamax, Options::default(), DepthPlan::OneDepth, player, rng.next_u64());
    let limits = Limits { depth: Some(DEPTH), ..Limits::default() };
    let stop = AtomicBool::new(false);
    let mut position = start.clone();
    let opening = 4 + rng.below(10);
    let mut seen = Vec::new();
    for ply in 0.. {
        if position.outcome().is_some() {
            break;
        }
        let mover = position.side_to_move();
        let m = if ply < opening || rng.below(RANDOM) == 0 {
            position.pick(|n| rng.below(n)).expect("the game goes on")
        } else {
            search.search(&position, &limits, &mut Control::new(&stop, &mut |_| {})).best
        };
        if ply >= opening {
            seen.push((mover, judge.terms(&position, mover).iter().map(|term| term.value).collect()));
        }
        position.play(m);
    }
    let winner = position.outcome().and_then(plyscope_core::Outcome::winner);
    samples.extend(seen.into_iter().map(|(mover, values)| Sample { values, won: winner == Some(mover) }));
}

/// The weights under which what happened is most likely, by Newton's method; a small penalty keeps those finite of
/// which there is no example.
fn fit(samples: &[Sample]) -> Vec<f64> {
    const PENALTY: f64 = 1.0;
    let n = samples[0].values.len();
    let mut weights = vec![0.0; n];
    for _ in 0..12 {
        let mut gradient: Vec<f64> = weights.iter().map(|weight| -PENALTY * weight).collect();
        let mut curvature = vec![vec![0.0; n]; n];
        for Sample { values, won } in samples {
            let sum: f64 = values.iter().zip(&weights).map(|(value, weight)| value * weight).sum();
            let chance = 1.0 / (1.0 + (-sum).exp());
            let (error, slope) = (f64::from(u8::from(*won)) - chance, chance * (1.0 - chance));
            for ((row, gradient), value) in curvature.iter_mut().zip(&mut gradient).zip(values) {
                *gradient += error * value;
                row.iter_mut().zip(values).for_each(|(cell, other)| *cell += slope * value * other);
            }
        }
        curvature.iter_mut().enumerate().for_each(|(i, row)| row[i] += PENALTY);
        let step = solve(curvature, gradient);
        weights.iter_mut().zip(step).for_each(|(weight, step)| *weight += step);
    }
    weights
}

/// Solves a linear system by elimination; the matrix is positive definite, so no pivot is needed.
fn solve(mut matrix: Vec<Vec<f64>>, mut right: Vec<f64>) -> Vec<f64> {
    let n = right.len();
    for column in 0..n {
        let pivot = matrix[column].clone();
        for row in column + 1..n {
            let factor = matrix[row][column] / pivot[column];
            for (cell, above) in matrix[row].iter_mut().zip(&pivot) {
                *cell -= factor * above;
            }
            right[row] -= factor * right[column];
        }
    }
    for row in (0..n).rev() {
        let known: f64 = (row + 1..n).map(|column| matrix[row][column] * right[column]).sum();
        right[row] = (right[row] - known) / matrix[row][row];
    }
    right
}

fn main() {
    let mut samples = Vec::new();
    for (board, games) in BOARDS {
        let start = Position::start(&board.parse().expect(board));
        for game in 0..games {
            play(&start, &mut Rng::part(1, game), &mut samples);
        }
    }
    let judge = Position::opinion(None, 0).expect("the default heuristic");
    let start = Position::start(&Default::default());
    let terms = judge.terms(&start, start.side_to_move());
    let weights = fit(&samples);
    // A piece six rows before the goal is worth 100.
    const UNIT: &str = "six rows to go";
    let unit = terms.iter().position(|term| term.name == UNIT).expect("the unit is a term");
    println!("{} positions", samples.len());
    for (term, weight) in terms.iter().zip(&weights) {
        println!("(\"{}\", {:.0}),", term.name, 100.0 * weight / weights[unit]);
    }
}
