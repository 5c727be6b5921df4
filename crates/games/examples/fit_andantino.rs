//! Fits the weights of Andantino's `strong` by playing against itself.
//!
//! `cargo run --release -p plyscope-games --example fit_andantino -- 4 6000`
//!
//! Rounds, and games in each. Both sides look two plies ahead with the weights of the round before, after random
//! openings on several boards. From every position in which neither side wins at once comes a sample: the patterns of
//! both sides, and who won. Logistic regression then makes the next weights: 100 of them multiply the odds by e. The
//! same arguments give the same weights.

use plyscope_core::{Game, Rng, Side};
use plyscope_games::Andantino;
use plyscope_games::andantino::Patterns;

/// Being on move, and six patterns of either side.
const N: usize = 13;
/// Weights without a threat of the other side, and with one.
type Tables = [[f64; N]; 2];

/// A position: which table it belongs to, its patterns, and whether the side to move won.
struct Sample {
    table: usize,
    inputs: [f64; N],
    won: bool,
}

fn inputs(mover: &Patterns, other: &Patterns) -> [f64; N] {
    let list = |p: &Patterns| [p.forks.min(2), p.ready_threes, p.near_fours, p.near_threes, p.twos, p.half_rings];
    let mut all = [1.0; N];
    for (index, count) in list(mover).into_iter().chain(list(other)).enumerate() {
        all[1 + index] = f64::from(count);
    }
    all
}

fn patterns(position: &Andantino) -> (Patterns, Patterns) {
    let [first, second] = position.patterns();
    if position.side_to_move() == Side::First { (first, second) } else { (second, first) }
}

fn dot(weights: &[f64; N], inputs: &[f64; N]) -> f64 {
    weights.iter().zip(inputs).map(|(weight, input)| weight * input).sum()
}

/// The value for the side to move, as `strong` computes it.
fn evaluate(position: &Andantino, tables: &Tables) -> f64 {
    let (mover, other) = patterns(position);
    match (mover.wins, other.wins) {
        (1.., _) => 100.0,
        (_, 2..) => -90.0,
        (_, table) => dot(&tables[table as usize], &inputs(&mover, &other)),
    }
}

fn search(position: &Andantino, depth: u32, tables: &Tables) -> f64 {
    if let Some(outcome) = position.outcome() {
        return match outcome.winner() {
            Some(side) if side == position.side_to_move() => 1000.0,
            Some(_) => -1000.0,
            None => 0.0,
        };
    }
    if depth == 0 {
        return evaluate(position, tables);
    }
    position.moves().map(|m| -search(&position.child(m), depth - 1, tables)).fold(f64::MIN, f64::max)
}

/// Plays one game; the samples on its way.
fn play(tables: &Tables, rng: &mut Rng) -> Vec<Sample> {
    const SIDES: [&str; 4] = ["10", "10", "8", "6"];
    const OPENING: usize = 4;
    let variant = SIDES[rng.below(SIDES.len())].parse().expect("a board");
    let mut position = Andantino::start(&variant);
    let n_random = OPENING + rng.below(8);
    let mut seen: Vec<(Side, usize, [f64; N])> = Vec::new();
    for ply in 0.. {
        if position.outcome().is_some() {
            break;
        }
        let (mover, other) = patterns(&position);
        if ply >= n_random && mover.wins == 0 && other.wins < 2 {
            seen.push((position.side_to_move(), other.wins as usize, inputs(&mover, &other)));
        }
        let moves: Vec<u16> = position.moves().collect();
        let is_random = ply < n_random || rng.below(16) == 0;
        let best = if is_random {
            moves[rng.below(moves.len())]
        } else {
            // A little noise, so that no two games are the same.
            let noise = |rng: &mut Rng| rng.below(1000) as f64 / 3000.0;
            let worth: Vec<f64> = moves.iter().map(|&m| noise(rng) - search(&position.child(m), 1, tables)).collect();
            let best = (0..moves.len()).max_by(|&a, &b| worth[a].total_cmp(&worth[b]));
            moves[best.expect("an unfinished game has a move")]
        };
        position.play(best);
    }
    let Some(winner) = position.outcome().and_then(|outcome| outcome.winner()) else { return Vec::new() };
    seen.into_iter().map(|(side, table, inputs)| Sample { table, inputs, won: side == winner }).collect()
}

/// Logistic regression by Newton's method, with a small penalty that keeps rare patterns near 0.
fn fit(samples: &[Sample], table: usize) -> [f64; N] {
    const PENALTY: f64 = 5.0;
    let mut weights = [0.0; N];
    for _ in 0..12 {
        let (mut slope, mut bend) = ([0.0; N], [[0.0; N]; N]);
        for sample in samples.iter().filter(|sample| sample.table == table) {
            let expected = 1.0 / (1.0 + (-dot(&weights, &sample.inputs)).exp());
            let error = f64::from(u8::from(sample.won)) - expected;
            let spread = expected * (1.0 - expected);
            for row in 0..N {
                slope[row] += error * sample.inputs[row];
                for (bend, input) in bend[row].iter_mut().zip(sample.inputs) {
                    *bend += spread * sample.inputs[row] * input;
                }
            }
        }
        for index in 0..N {
            slope[index] -= PENALTY * weights[index];
            bend[index][index] += PENALTY;
        }
        let step = solve(bend, slope);
        weights.iter_mut().zip(step).for_each(|(weight, step)| *weight += step);
    }
    weights
}

/// The solution of linear equations with a positive matrix, by elimination.
fn solve(mut matrix: [[f64; N]; N], mut right: [f64; N]) -> [f64; N] {
    for pivot in 0..N {
        for row in pivot + 1..N {
            let factor = matrix[row][pivot] / matrix[pivot][pivot];
            let above = matrix[pivot];
            matrix[row].iter_mut().zip(above).for_each(|(number, above)| *number -= factor * above);
            right[row] -= factor * right[pivot];
        }
    }
    for row in (0..N).rev() {
        let known: f64 = (row + 1..N).map(|column| matrix[row][column] * right[column]).sum();
        right[row] = (right[row] - known) / matrix[row][row];
    }
    right
}

#[expect(clippy::print_stdout, reason = "its result is what it prints")]
fn main() {
    let mut arguments = std::env::args().skip(1).filter_map(|word| word.parse::<u64>().ok());
    let (rounds, games) = (arguments.next().unwrap_or(4), arguments.next().unwrap_or(6000));
    let mut tables: Tables = [[0.0; N]; 2];
    for round in 0..rounds {
        let samples: Vec<Sample> = (0..games).flat_map(|game| play(&tables, &mut Rng::part(round, game))).collect();
        tables = [fit(&samples, 0), fit(&samples, 1)];
        let log_loss = |sample: &Sample| {
            let value = dot(&tables[sample.table], &sample.inputs);
            (1.0 + (if sample.won { -value } else { value }).exp()).ln()
        };
        let loss = samples.iter().map(log_loss).sum::<f64>() / samples.len() as f64;
        println!("round {round}: {} samples, logarithmic loss {loss:.4}", samples.len());
        for (name, weights) in ["free", "forced"].iter().zip(&tables) {
            let list = |part: &[f64]| part.iter().map(|w| format!("{:.0}", 100.0 * w)).collect::<Vec<_>>().join(", ");
            println!(
                "{name:8} turn {} mover [{}] other [{}]",
                list(&weights[..1]),
                list(&weights[1..7]),
                list(&weights[7..])
            );
        }
    }
}
