//! Measuring in rounds: every way to do every workload in turn, so that all of them see the same good and bad moments
//! of the machine, and a ratio compares neighbours in time.
//!
//! Each run is a process of its own. So the output of `minimax::perft` is not shown, and no
//! run finds the memory or the branch predictor as another has left them. What is measured is
//! processor time, which a busy machine disturbs least.

use std::process::Command;

use cpu_time::ProcessTime;

use crate::ours::Kind;
use crate::rows::{COLUMNS, Row, Run};

/// Rounds that count, after one that does not.
pub(crate) const ROUNDS: usize = 7;
/// How long one run should take.
const SECONDS: f64 = 0.15;
/// The command that a process of one run gets; see [`run_once`].
pub(crate) const CHILD: &str = "run-once";

/// What one row gave: for each column that can do it, its units per second in each round.
pub(crate) type Rates = [Option<Vec<f64>>; COLUMNS.len()];

/// One run, as a process of its own reports it.
struct Sample {
    units: u64,
    sum: u64,
    seconds: f64,
}

/// Measures these rows; an error says who does not do the same work as we do.
pub(crate) fn measure(rows: &[Row]) -> Result<Vec<Rates>, String> {
    let mut jobs = Vec::new();
    for (index, row) in rows.iter().enumerate() {
        for column in (0..COLUMNS.len()).filter(|&column| row.runs[column].is_some()) {
            jobs.push((index, column, calibrated(row, column)?));
        }
    }
    let mut all: Vec<Rates> = rows.iter().map(|row| row.runs.map(|run| run.map(|_| Vec::new()))).collect();
    for round in 0..=ROUNDS {
        let mut ours_per_n = 0.0;
        for &(index, column, n) in &jobs {
            let row = &rows[index];
            let sample = sampled(row, column, n, round as u64)?;
            let per_n = sample.sum as f64 / n as f64;
            if column == 0 {
                ours_per_n = per_n;
            }
            check_same_work(row, column, per_n, ours_per_n)?;
            if let Some(rates) = &mut all[index][column]
                && round > 0
            {
                rates.push(sample.units as f64 / sample.seconds);
            }
        }
    }
    Ok(all)
}

/// Perfts must count exactly the same leaves, and searches find exactly the same values. Random games differ by chance,
/// but their mean length over thousands of them hardly does: different rules would show.
fn check_same_work(row: &Row, column: usize, per_n: f64, ours_per_n: f64) -> Result<(), String> {
    let (tolerance, what) = match row.kind {
        Kind::Playouts => (0.02, "plies in a random game"),
        Kind::Perft(_) => (0.0, "leaves"),
        Kind::Search(_) => (0.0, "as the value of the root plus 2^20"),
        Kind::Nodes(_) => (0.0, "nodes"),
        Kind::Simulations => (0.0, "simulations"),
    };
    if (per_n - ours_per_n).abs() > tolerance * ours_per_n {
        return Err(format!("{}: {} has {per_n} {what}, ours has {ours_per_n}", row.name, COLUMNS[column]));
    }
    Ok(())
}

/// How often to do the work so that it takes about [`SECONDS`].
fn calibrated(row: &Row, column: usize) -> Result<u64, String> {
    let mut n = 1;
    loop {
        let seconds = sampled(row, column, n, 0)?.seconds;
        if seconds > SECONDS / 8.0 {
            return Ok(((n as f64 * SECONDS / seconds).round() as u64).max(1));
        }
        n *= 8;
    }
}

/// Starts a process for one run and reads its report.
fn sampled(row: &Row, column: usize, n: u64, seed: u64) -> Result<Sample, String> {
    let failed = |why: &dyn std::fmt::Display| format!("the run of {} by {} failed: {why}", row.name, COLUMNS[column]);
    let program = std::env::current_exe().map_err(|error| failed(&error))?;
    let output = Command::new(program)
        .args([CHILD, row.name, COLUMNS[column], &n.to_string(), &seed.to_string()])
        .output()
        .map_err(|error| failed(&error))?;
    let text = String::from_utf8_lossy(&output.stdout);
    if !output.status.success() {
        return Err(failed(&String::from_utf8_lossy(&output.stderr)));
    }
    parsed(text.lines().next_back().unwrap_or_default()).ok_or_else(|| failed(&"its report cannot be read"))
}

fn parsed(report: &str) -> Option<Sample> {
    let mut words = report.split(' ');
    let sample = Sample {
        units: words.next()?.parse().ok()?,
        sum: words.next()?.parse().ok()?,
        seconds: words.next()?.parse().ok()?,
    };
    words.next().is_none().then_some(sample)
}

/// What such a process does; returns the last line that it prints.
pub(crate) fn run_once(run: Run, n: u64, seed: u64) -> String {
    let begin = ProcessTime::now();
    let (units, sum) = run(n, seed);
    format!("{units} {sum} {}", begin.elapsed().as_secs_f64())
}

/// The middle of these numbers, of which there must be some.
pub(crate) fn median(numbers: &[f64]) -> f64 {
    let mut sorted = numbers.to_vec();
    sorted.sort_by(f64::total_cmp);
    f64::midpoint(sorted[(sorted.len() - 1) / 2], sorted[sorted.len() / 2])
}

/// How many times as fast `a` is as `b`, by the rounds of both: the median, the least and the most.
pub(crate) fn ratio(a: &[f64], b: &[f64]) -> [f64; 3] {
    let ratios: Vec<f64> = a.iter().zip(b).map(|(a, b)| a / b).collect();
    let least = ratios.iter().copied().fold(f64::INFINITY, f64::min);
    let most = ratios.iter().copied().fold(0.0, f64::max);
    [median(&ratios), least, most]
}
