//! Speed of Plyscope compared with other crates: `cargo benches --help`.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program that prints its measurements")]

#[cfg(feature = "peers")]
mod board_game_peer;
mod endgames;
mod keys;
#[cfg(target_arch = "x86_64")]
mod limit_reversi;
#[cfg(target_arch = "x86_64")]
mod limit_tictactoe;
#[cfg(target_arch = "x86_64")]
mod limits;
mod measure;
#[cfg(feature = "peers")]
mod minimax_peer;
mod observers;
mod ours;
mod peers;
mod rows;
mod searches;
mod solving;
mod threads;

use std::process::ExitCode;

use measure::{CHILD, ROUNDS, Rates, median, ratio};
use ours::Kind;
use plyscope_core::cpu;
use rows::{COLUMNS, Row};
use searches::Once;

const USAGE: &str = "\
Compares our speed with that of the crates minimax and board-game, on one thread, in interleaved rounds.

Usage: cargo benches [NAME-PART]...   all workloads whose name contains one of the parts
       cargo benches repeat NAME N    does ours N times and prints its units and checksum
       cargo benches limits           ours beside programs written by hand for one game (x86-64 only)
       cargo benches threads          our engine with one and with two threads
       cargo benches solve            boards and endgames solved to the end
       cargo benches ffo 40 44        these FFO endgame positions, one by one
       cargo benches --help           prints this

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
    /// A run failed, or a peer does other work than we do.
    Run(String),
}

fn answer(args: &[&str]) -> Result<(), Failure> {
    match args {
        [flag, ..] if ["--help", "-h"].contains(flag) => {
            println!("{USAGE}");
            rows::all().iter().for_each(|row| println!("  {:28}{}", row.name, row.summary()));
        }
        #[cfg(target_arch = "x86_64")]
        [limits::NAME] => limits::run(rows::all()).map_err(Failure::Run)?,
        [threads::NAME] => threads::run(),
        [solving::NAME] => solving::run().map_err(|error| Failure::Run(error.to_string()))?,
        [endgames::NAME, first, last] => endgames::run(number(first)?, number(last)?, solving::TABLE)
            .map_err(|error| Failure::Run(error.to_string()))?,
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
        [endgames::NAME, ..] => return Err(Failure::Usage("ffo needs a first and a last number; see --help.".into())),
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
            print_costs(&chosen, &rates, keys::BASELINE, "walk-");
            check_observers().map_err(Failure::Run)?;
            check_values(&chosen).map_err(Failure::Run)?;
            print_costs(&chosen, &rates, observers::BASELINE, "observer-");
            print_searches(&chosen, &rates);
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
    text.parse().map_err(|_| Failure::Usage(format!("{text:?} is not a number.")))
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

/// What the rows whose names begin with a prefix cost compared with a baseline, if it was measured.
fn print_costs(rows: &[Row], all: &[Rates], baseline: &str, prefix: &str) {
    let Some(index) = rows.iter().position(|row| row.name == baseline) else { return };
    let Some(base) = &all[index][0] else { return };
    println!("\nTime / time of {baseline}:");
    for (row, rates) in rows.iter().zip(all).filter(|(row, _)| row.name.starts_with(prefix) && row.name != baseline) {
        if let Some(rates) = &rates[0] {
            println!("{:28}{}", row.name, ratio_text(ratio(base, rates)));
        }
    }
}

/// All searches that show the cost of observers must visit the same number of nodes.
fn check_observers() -> Result<(), String> {
    let nodes: Vec<(&str, u64)> = observers::WORKLOADS.iter().map(|ours| (ours.name, (ours.run)(1, 1).1)).collect();
    let same = nodes.iter().all(|(_, n)| *n == nodes[0].1);
    same.then_some(()).ok_or_else(|| format!("the searches do not visit the same nodes: {nodes:?}"))
}

/// Every peer must find our values at all depths up to the one that is measured.
fn check_values(rows: &[Row]) -> Result<(), String> {
    for row in rows {
        let Kind::Search(deepest) = row.kind else { continue };
        for depth in 1..=deepest {
            let values = row.once().map(|once| once.map(|once| once(depth).value));
            if values.iter().flatten().any(|value| Some(*value) != values[0]) {
                return Err(format!("{}: at depth {depth} {COLUMNS:?} find the values {values:?}", row.name));
            }
        }
    }
    Ok(())
}

/// Milliseconds and nodes of the tree searches.
fn print_searches(rows: &[Row], all: &[Rates]) {
    let searches = || rows.iter().zip(all).filter(|(row, _)| matches!(row.kind, Kind::Search(_)));
    if searches().next().is_none() {
        return;
    }
    let [ours, minimax, board_game] = COLUMNS;
    println!("\n{:28}{ours:>22}{minimax:>22}{board_game:>22}", "ms and nodes of a search");
    for (row, rates) in searches() {
        let nodes = row.once().map(|once| once.map_or(0, |once| mean_nodes(row, once)));
        let cells: Vec<String> =
            rates.iter().zip(nodes).map(|(rates, nodes)| search_text(rates.as_deref(), nodes)).collect();
        println!("{:28}{:>22}{:>22}{:>22}", row.name, cells[0], cells[1], cells[2]);
    }
}

/// The mean of some searches, because a peer shuffles the moves of the root.
fn mean_nodes(row: &Row, once: Once) -> u64 {
    let Kind::Search(depth) = row.kind else { return 0 };
    (0..5).map(|_| once(depth).nodes).sum::<u64>() / 5
}

fn search_text(rates: Option<&[f64]>, nodes: u64) -> String {
    let nodes = if nodes == 0 { "–".into() } else { nodes.to_string() };
    rates.map_or("–".into(), |rates| format!("{:.3} ms {nodes:>9}", 1e3 / median(rates)))
}

/// A rate with the unit's prefix; a dash where no program can do the work.
fn rate_text(rate: Option<f64>) -> String {
    match rate {
        None => "–".into(),
        Some(rate) if rate >= 1e9 => format!("{:.2} G", rate / 1e9),
        Some(rate) if rate >= 1e6 => format!("{:.2} M", rate / 1e6),
        Some(rate) if rate >= 1e3 => format!("{:.1} k", rate / 1e3),
        Some(rate) => format!("{rate:.2}"),
    }
}

fn ratio_text([median, least, most]: [f64; 3]) -> String {
    format!("{median:.2} ({least:.2}–{most:.2})")
}
