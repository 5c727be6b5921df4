//! How fast the same work could be: programs written by hand for one game that do nothing else. They know no other
//! board, keep no records, cannot be stopped and count nothing, so they are limits and not aims.
//!
//! `cargo benches limits` measures ours beside them, in the same rounds.

use plyscope_core::{Game, Rng, cpu, playouts};
use plyscope_games::{Reversi, TicTacToe};

use crate::measure::{self, median, ratio};
use crate::ours::{Kind, Workload, start};
use crate::rows::Row;
use crate::{limit_reversi, limit_tictactoe, rate_text, ratio_text};

/// The name of the subcommand.
pub(crate) const NAME: &str = "limits";

/// What is measured besides the workloads of the other tables: ours with games side by side, and the limits.
pub(crate) const WORKLOADS: &[Workload] = &[
    Workload {
        name: "reversi-side-by-side",
        kind: Kind::Playouts,
        run: |n, seed| side_by_side::<Reversi>("8x8", n, seed),
    },
    Workload {
        name: "tictactoe-side-by-side",
        kind: Kind::Playouts,
        run: |n, seed| side_by_side::<TicTacToe>("", n, seed),
    },
    Workload { name: "limit-reversi-perft", kind: Kind::Perft(9), run: |n, _| limit_reversi::perfts(n, 9) },
    Workload { name: "limit-reversi-playouts", kind: Kind::Playouts, run: limit_reversi::games },
    Workload { name: "limit-reversi-side-by-side", kind: Kind::Playouts, run: limit_reversi::games_side_by_side },
    Workload { name: "limit-tictactoe-playouts", kind: Kind::Playouts, run: limit_tictactoe::games },
    Workload { name: "limit-tictactoe", kind: Kind::Search(9), run: |n, _| limit_tictactoe::solutions::<false>(n) },
    Workload {
        name: "limit-tictactoe-soonest",
        kind: Kind::Search(9),
        run: |n, _| limit_tictactoe::solutions::<true>(n),
    },
];

/// Ours and its limit.
const PAIRS: [(&str, &str); 7] = [
    ("tictactoe-playouts", "limit-tictactoe-playouts"),
    ("tictactoe-side-by-side", "limit-tictactoe-playouts"),
    ("search-tictactoe", "limit-tictactoe"),
    ("search-tictactoe", "limit-tictactoe-soonest"),
    ("reversi-perft", "limit-reversi-perft"),
    ("reversi-playouts", "limit-reversi-playouts"),
    ("reversi-side-by-side", "limit-reversi-side-by-side"),
];

/// Measures all pairs and prints how much of its limit each of ours reaches.
///
/// # Errors
/// If a run fails.
pub(crate) fn run(all: Vec<Row>) -> Result<(), String> {
    let is_chosen = |row: &Row| PAIRS.iter().any(|(ours, limit)| [*ours, *limit].contains(&row.name));
    let mut chosen: Vec<Row> = all.into_iter().filter(is_chosen).collect();
    // Only ours and the limits; the peers are compared in the other tables.
    chosen.iter_mut().for_each(|row| row.runs[1..].fill(None));
    for (ours, limit) in PAIRS {
        check_same_work(&chosen, ours, limit)?;
    }
    println!("CPU level {:?}, {} rounds after a warm-up, medians:\n", cpu::level(), measure::ROUNDS);
    let rates = measure::measure(&chosen)?;
    let find = |name: &str| {
        let index = chosen.iter().position(|row| row.name == name).ok_or_else(|| format!("no row {name}"))?;
        rates[index][0].as_deref().map(|rates| (&chosen[index], rates)).ok_or_else(|| format!("no rates of {name}"))
    };
    println!("{:28}{:12}{:>10}{:>10}   {:20}limit", "workload", "unit", "ours", "limit", "ours / limit");
    for (ours, limit) in PAIRS {
        let ((row, ours), (limit_row, limit)) = (find(ours)?, find(limit)?);
        let [ours_text, limit_text] = [ours, limit].map(|rates| rate_text(Some(median(rates))));
        println!(
            "{:28}{:12}{ours_text:>10}{limit_text:>10}   {:20}{}",
            row.name,
            row.unit(),
            ratio_text(ratio(ours, limit)),
            limit_row.name
        );
    }
    Ok(())
}

/// A limit must count the same leaves and find the same value; its random games must be as long up to chance.
fn check_same_work(rows: &[Row], ours: &str, limit: &str) -> Result<(), String> {
    let find = |name| rows.iter().find(|row| row.name == name).and_then(|row| Some((row.kind, row.runs[0]?)));
    let (Some((kind, ours_run)), Some((_, limit_run))) = (find(ours), find(limit)) else {
        return Err(format!("there is no workload {ours} or {limit}"));
    };
    let (n, tolerance) = if kind == Kind::Playouts { (20_000, 0.01) } else { (1, 0.0) };
    let [ours_sum, limit_sum] = [ours_run, limit_run].map(|run| run(n, 1).1 as f64);
    let same = (ours_sum - limit_sum).abs() <= tolerance * ours_sum;
    same.then_some(()).ok_or_else(|| format!("{limit} does other work than {ours}: {limit_sum} instead of {ours_sum}"))
}

/// Random games as a match between random players plays them, side by side, without keeping records.
fn side_by_side<G: Game>(variant: &str, n: u64, seed: u64) -> (u64, u64) {
    const AT_ONCE: u64 = 1024;
    let start = start::<G>(variant);
    let mut plies = 0;
    for begin in (0..n).step_by(AT_ONCE as usize) {
        let mut rngs: Vec<Rng> = (begin..n.min(begin + AT_ONCE)).map(|game| Rng::part(seed, game)).collect();
        plies += playouts(&start, &mut rngs).iter().map(|game| u64::from(game.plies)).sum::<u64>();
    }
    (n, plies)
}
