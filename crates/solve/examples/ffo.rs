//! Solves the FFO endgame positions from one number to another and prints a table:
//! `cargo run --release -p plyscope-solve --example ffo -- 40 44 [threads]`.

#![expect(clippy::print_stdout, reason = "an example that prints its findings")]

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use plyscope_core::{BadInput, Notation};
use plyscope_games::Reversi;
use plyscope_solve::reversi::{Empties, Settings, solve};

/// Number, board, side to move, score, empty cells, best moves.
const POSITIONS: &str = include_str!("../tests/data/ffo.txt");

fn main() -> Result<(), BadInput> {
    let mut numbers = std::env::args().skip(1).filter_map(|word| word.parse().ok());
    let (first, last) = (numbers.next().unwrap_or(40), numbers.next().unwrap_or(44));
    let threads = numbers.next().unwrap_or(1);
    let settings = Settings { empties: Empties::Winner, table_bytes: 1 << 30, threads, ..Settings::default() };
    let (mut nodes, mut time) = (0, Duration::ZERO);
    println!("  # empties score        best         nodes  seconds  Mnodes/s");
    for line in POSITIONS.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split(' ').collect();
        let [number, board, side, score, n_empties, best_moves] = fields[..] else {
            return Err(BadInput::new(format!("{line:?} has not six fields")));
        };
        if !number.parse().is_ok_and(|number: usize| (first..=last).contains(&number)) {
            continue;
        }
        let rows: Vec<String> = (0..8).map(|row| board[8 * row..][..8].to_lowercase().replace('-', ".")).collect();
        let text = format!("{} {}", rows.join("/"), side.to_lowercase());
        let position = Reversi::read_position(&"8x8".parse()?, &text)?;
        let solution = solve(&position, &settings, &AtomicBool::new(false), &mut |_| {});
        let found = solution.score().map_or("?".to_owned(), |score| format!("{score:+}"));
        let best = solution.best.map_or("-".to_owned(), |m| position.move_text(m));
        let is_right = found == score && best_moves.to_lowercase().split(',').any(|m| m == best);
        let verdict = if is_right { "" } else { "  WRONG" };
        row(number, n_empties, &found, &best, solution.nodes, solution.time, verdict);
        nodes += solution.nodes;
        time += solution.time;
    }
    row("all", "", "", "", nodes, time, "");
    Ok(())
}

fn row(number: &str, n_empties: &str, score: &str, best: &str, nodes: u64, time: Duration, verdict: &str) {
    let (seconds, speed) = (time.as_secs_f64(), nodes as f64 / time.as_secs_f64() / 1e6);
    println!("{number:>3} {n_empties:>7} {score:>5} {best:>11} {nodes:>13} {seconds:>8.3} {speed:>9.1}{verdict}");
}
