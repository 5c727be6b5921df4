//! Speed of Plyscope beside other crates: `cargo run --release -p plyscope-benches -- --help`.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program that prints its measurements")]

mod board_game_peer;
mod keys;
mod measure;
mod minimax_peer;
mod ours;
mod rows;

use std::process::ExitCode;

use measure::{CHILD, ROUNDS, Rates, median, ratio};
use plyscope_core::cpu;
use rows::{COLUMNS, Row};

const USAGE: &str = "\
Measures our speed beside that of the crates minimax and board-game, on one thread, in interleaved rounds.

Usage: cargo run --release -p plyscope-benches -- [NAME-PART]...   all workloads whose name contains one of the parts
       cargo run --release -p plyscope-benches -- repeat NAME N    does ours N times and prints its units and checksum
       cargo run --release -p plyscope-benches -- --help           prints this

Workloads:";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    match answer(&args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failure::Usage(sentence)) => {
            eprintln!("{sentence}");
            ExitCode::from(2)
        }
        Err(Failure::Run(sentence)) => {
            eprintln!("{sentence}");
            ExitCode::FAILURE
        }
    }
}

/// Why there is no answer, as a sentence.
enum Failure {
    /// The arguments make no sense.
    Usage(String),
    /// A run failed, or somebody does other work than we do.
    Run(String),
}

fn answer(args: &[&str]) -> Result<(), Failure> {
    match args {
        [flag, ..] if ["--help", "-h"].contains(flag) => {
            println!("{USAGE}");
            rows::all().iter().for_each(|row| println!("  {:28}{}", row.name, row.summary()));
        }
        ["repeat", name, n] => {
            let [Some(run), ..] = named(name)?.runs else { return Err(unknown(name)) };
            let (units, checksum) = run(number(n)?, 1);
            println!("{units} {checksum}");
        }
        &[CHILD, name, column, n, seed] => {
            let column = COLUMNS.iter().position(|known| *known == column).ok_or_else(|| unknown(column))?;
            let run = named(name)?.runs[column].ok_or_else(|| unknown(name))?;
            println!("{}", measure::run_once(run, number(n)?, number(seed)?));
        }
        ["repeat", ..] => return Err(Failure::Usage("repeat needs a name and a number; see --help.".into())),
        parts => {
            if let Some(part) = parts.iter().find(|part| !rows::all().iter().any(|row| row.name.contains(**part))) {
                return Err(unknown(part));
            }
            let wanted = |row: &Row| parts.is_empty() || parts.iter().any(|part| row.name.contains(part));
            let chosen: Vec<Row> = rows::all().into_iter().filter(wanted).collect();
            println!("CPU level {:?}, {ROUNDS} rounds after a warm-up, medians:\n", cpu::level());
            let rates = measure::measure(&chosen).map_err(Failure::Run)?;
            print_table(&chosen, &rates);
            print_key_costs(&chosen, &rates);
        }
    }
    Ok(())
}

fn named(name: &str) -> Result<Row, Failure> {
    rows::all().into_iter().find(|row| row.name == name).ok_or_else(|| unknown(name))
}

fn unknown(name: &str) -> Failure {
    let names: Vec<&str> = rows::all().iter().map(|row| row.name).collect();
    Failure::Usage(format!("There is no workload {name:?}; there are {}.", names.join(", ")))
}

fn number(text: &str) -> Result<u64, Failure> {
    text.parse().map_err(|_| Failure::Usage(format!("{text:?} is not a number of repetitions.")))
}

fn print_table(rows: &[Row], all: &[Rates]) {
    let [ours, minimax, board_game] = COLUMNS;
    println!("{:28}{:12}{ours:>10}{minimax:>10}{board_game:>12}   ours / the better peer", "workload", "unit");
    for (row, rates) in rows.iter().zip(all) {
        let [ours, minimax, board_game] = rates.each_ref().map(|rates| rates.as_ref().map(|rates| median(rates)));
        let better = if minimax > board_game { &rates[1] } else { &rates[2] };
        let ratio = match (&rates[0], better) {
            (Some(ours), Some(better)) => ratio_text(ratio(ours, better)),
            _ => "–".into(),
        };
        let [ours, minimax, board_game] = [ours, minimax, board_game].map(rate_text);
        println!("{:28}{:12}{ours:>10}{minimax:>10}{board_game:>12}   {ratio}", row.name, row.unit());
    }
}

/// What keys cost, if it was measured.
fn print_key_costs(rows: &[Row], all: &[Rates]) {
    let ours = |name: &str| all[rows.iter().position(|row| row.name == name)?][0].as_ref();
    let Some(baseline) = ours(keys::BASELINE) else { return };
    println!("\nTime / time of {}:", keys::BASELINE);
    for walk in keys::WORKLOADS {
        if let Some(rates) = ours(walk.name).filter(|_| walk.name != keys::BASELINE) {
            println!("{:28}{}", walk.name, ratio_text(ratio(baseline, rates)));
        }
    }
}

/// A rate with the unit's prefix; a dash where nobody can do the work.
fn rate_text(rate: Option<f64>) -> String {
    match rate {
        None => "–".into(),
        Some(rate) if rate >= 1e9 => format!("{:.2} G", rate / 1e9),
        Some(rate) if rate >= 1e6 => format!("{:.2} M", rate / 1e6),
        Some(rate) => format!("{:.1} k", rate / 1e3),
    }
}

fn ratio_text([median, least, most]: [f64; 3]) -> String {
    format!("{median:.2} ({least:.2}–{most:.2})")
}
