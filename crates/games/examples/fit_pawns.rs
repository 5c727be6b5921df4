//! Fits the weights of `strong` for the Pawn Game and Pawned to exact results.
//!
//! ```sh
//! cargo run --release -p plyscope-games --example fit_pawns
//! ```
//!
//! Positions of random games on small boards are solved; then logistic regression finds the weights with which the
//! terms of `strong` best tell won from lost positions. The same seed gives the same numbers. It takes a minute or two.

use std::collections::{HashMap, HashSet};
use std::io::Write;

use plyscope_core::{Notation, Outcome, Rng};
use plyscope_games::{Pawn, Pawned};
use plyscope_heuristics::Judged;

/// Boards, with how many plies of a random game are skipped, because the positions there take too long to solve.
const BOARDS: [(&str, usize); 3] = [("4x4", 1), ("5x5", 2), ("6x6", 12)];
const POSITIONS: usize = 9000;
/// A position that needs more nodes is left out.
const NODES: u64 = 300_000;

/// Terms as the side to move sees them, and its result: 1, 1/2 or 0.
type Example = (Vec<f64>, f64);

fn main() -> std::io::Result<()> {
    let mut out = std::io::stdout().lock();
    fit_game::<Pawn<u64>>("pawn", &mut out)?;
    fit_game::<Pawned<u64>>("pawned", &mut out)
}

fn fit_game<G: Judged + Notation>(name: &str, out: &mut impl Write) -> std::io::Result<()> {
    let mut all = Vec::new();
    for (board, skipped) in BOARDS {
        let examples = examples::<G>(board, skipped);
        report(&format!("{name}:{board}"), &examples, out)?;
        all.extend(examples);
    }
    report(name, &all, out)
}

fn report(name: &str, examples: &[Example], out: &mut impl Write) -> std::io::Result<()> {
    let weights = fit(examples);
    let decided: Vec<&Example> = examples.iter().filter(|(_, result)| *result != 0.5).collect();
    let right = decided.iter().filter(|(terms, result)| (dot(terms, &weights) > 0.0) == (*result > 0.5)).count();
    let share = 100.0 * right as f64 / decided.len() as f64;
    let weights: Vec<String> = weights.iter().map(|weight| format!("{:.0}", 100.0 * weight)).collect();
    writeln!(out, "{name}: {} positions, {share:.1} % predicted, weights {}", examples.len(), weights.join(" "))
}

/// Positions of random games, each once, with their results.
fn examples<G: Judged + Notation>(board: &str, skipped: usize) -> Vec<Example> {
    let variant: G::Variant = board.parse().unwrap_or_default();
    let strong = G::opinion(None, 0).expect("the default heuristic has no options that can be wrong");
    let (mut rng, mut solver, mut seen) = (Rng::new(1), Solver::default(), HashSet::new());
    let mut examples = Vec::new();
    while examples.len() < POSITIONS {
        let mut position = G::start(&variant);
        for ply in 0.. {
            if ply >= skipped && position.outcome().is_none() && rng.below(4) == 0 && seen.insert(position.key()) {
                solver.left = NODES;
                if let Some(value) = solver.solve(&position) {
                    let terms = strong.terms(&position, position.side_to_move());
                    examples.push((terms.iter().map(|term| term.value).collect(), f64::from(value + 1) / 2.0));
                }
            }
            match position.pick(|n| rng.below(n)) {
                Some(m) => position.play(m),
                None => break,
            }
        }
    }
    examples.truncate(POSITIONS);
    examples
}

/// Win, draw or loss by plain search with a memory.
#[derive(Default)]
struct Solver {
    known: HashMap<u64, i8>,
    left: u64,
}

impl Solver {
    /// 1, 0 or -1 for the side to move, if the nodes suffice.
    fn solve<G: Notation>(&mut self, position: &G) -> Option<i8> {
        match position.outcome() {
            Some(Outcome::Draw) => return Some(0),
            Some(Outcome::Win(winner)) => return Some(if winner == position.side_to_move() { 1 } else { -1 }),
            None => {}
        }
        let key = position.key();
        if let Some(value) = self.known.get(&key) {
            return Some(*value);
        }
        self.left = self.left.checked_sub(1)?;
        let mut best = -1;
        for m in position.moves() {
            best = best.max(-self.solve(&position.child(m))?);
            if best == 1 {
                break;
            }
        }
        self.known.insert(key, best);
        Some(best)
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// Logistic regression by Newton's method, with a little damping, so that a term that never occurs stays at 0.
fn fit(examples: &[Example]) -> Vec<f64> {
    const DAMPING: f64 = 1e-3;
    let n = examples[0].0.len();
    let mut weights = vec![0.0; n];
    for _ in 0..25 {
        // The equations of one step: the matrix of second derivatives, and next to it the gradient.
        let mut rows = vec![vec![0.0; n + 1]; n];
        for (i, row) in rows.iter_mut().enumerate() {
            row[i] = DAMPING;
            row[n] = -DAMPING * weights[i];
        }
        for (terms, result) in examples {
            let expected = 1.0 / (1.0 + (-dot(terms, &weights)).exp());
            let variance = expected * (1.0 - expected);
            for (row, term) in rows.iter_mut().zip(terms).filter(|(_, term)| **term != 0.0) {
                row.iter_mut().zip(terms).for_each(|(cell, other)| *cell += variance * term * other);
                row[n] += (result - expected) * term;
            }
        }
        let step = solve_equations(rows);
        weights.iter_mut().zip(step).for_each(|(weight, step)| *weight += step.clamp(-2.0, 2.0));
    }
    weights
}

/// Gauss and Jordan; the matrix is positive definite, so no row needs to be exchanged.
fn solve_equations(mut rows: Vec<Vec<f64>>) -> Vec<f64> {
    let n = rows.len();
    for i in 0..n {
        let pivot = rows[i][i];
        rows[i].iter_mut().for_each(|cell| *cell /= pivot);
        let pivot_row = rows[i].clone();
        for (_, row) in rows.iter_mut().enumerate().filter(|(other, _)| *other != i) {
            let factor = row[i];
            row.iter_mut().zip(&pivot_row).for_each(|(cell, pivot)| *cell -= factor * pivot);
        }
    }
    rows.iter().map(|row| row[n]).collect()
}
