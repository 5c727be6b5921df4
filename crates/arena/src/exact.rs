//! Experiments that are computed instead of played.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use plyscope_core::{BadInput, Progress, Work};
use plyscope_registry::{ExactMatch, ExactRequest};
use serde::Serialize;

use crate::plan::Plan;
use crate::tables::starts;

/// A computed experiment.
#[derive(Clone, Debug, Serialize)]
pub struct ExactSummary {
    /// Always `None`: nothing is stored, since everything follows from the file.
    pub run: Option<i64>,
    /// The name of the experiment.
    pub name: String,
    /// Always 0: nothing is played.
    pub games: u64,
    /// Always 0.
    pub played: u64,
    /// Always true: nothing is estimated.
    pub exact: bool,
    /// The cells, as in a played experiment; wins, draws and losses are probabilities.
    pub cells: Vec<ExactCell>,
    /// The mean score of each player over all its cells, the best first.
    pub scores: Vec<(String, f64)>,
    /// The findings in plain words.
    pub report: String,
}

/// Two players in fixed seats on one board.
#[derive(Clone, Debug, Serialize)]
pub struct ExactCell {
    /// The game.
    pub game: String,
    /// The player who moves first.
    pub first: String,
    /// The other player.
    pub second: String,
    /// The probability that the first player wins.
    pub wins: f64,
    /// The probability of a draw.
    pub draws: f64,
    /// The probability that the second player wins.
    pub losses: f64,
    /// The expected number of moves.
    pub plies: f64,
    /// The number of positions that can occur, summed over the openings.
    pub positions: u64,
}

/// The largest number of positions of a match, so that they fit into the memory of a small machine.
const MAX_POSITIONS: usize = 20_000_000;

/// Computes all cells on several threads. The listener is told how many are done.
///
/// # Errors
/// If a player does not choose by fixed probabilities, if a match has too many positions, or if it was stopped.
pub fn compute(plan: &Plan, jobs: usize, work: Work<'_>) -> Result<ExactSummary, BadInput> {
    let places = starts(plan)?;
    let (next, done) = (AtomicUsize::new(0), Mutex::new(0));
    let found: Mutex<Vec<Option<Result<ExactMatch, BadInput>>>> = Mutex::new(vec![None; plan.cells.len()]);
    let failed = AtomicBool::new(false);
    std::thread::scope(|scope| {
        for _ in 0..jobs.max(1) {
            scope.spawn(|| {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(cell) = plan.cells.get(index).filter(|_| !failed.load(Ordering::Relaxed)) else { break };
                    let result = mean_over_openings(plan, &places[cell.board], index, work.silent());
                    failed.fetch_or(result.is_err(), Ordering::Relaxed);
                    if let Ok(mut found) = found.lock() {
                        found[index] = Some(result);
                    }
                    // The listener is called under the lock, so that counts arrive in order.
                    if let Ok(mut done) = done.lock() {
                        *done += 1;
                        work.tell(Progress::of("cells", *done, plan.cells.len() as u64));
                    }
                }
            });
        }
    });
    let found = found.into_inner().unwrap_or_default();
    let found = found.into_iter().flatten().collect::<Result<Vec<_>, _>>()?;
    Ok(summary(plan, &found))
}

fn mean_over_openings(
    plan: &Plan,
    places: &[Box<dyn plyscope_registry::AnyPosition>],
    index: usize,
    work: Work<'_>,
) -> Result<ExactMatch, BadInput> {
    let cell = &plan.cells[index];
    let players = [&plan.players[cell.first].player, &plan.players[cell.second].player];
    let mut sum = ExactMatch { first: 0.0, second: 0.0, draw: 0.0, plies: 0.0, positions: 0 };
    let share = 1.0 / places.len() as f64;
    for place in places {
        let found = place.exact(players, ExactRequest { max_positions: MAX_POSITIONS, work })?;
        sum.first += share * found.first;
        sum.second += share * found.second;
        sum.draw += share * found.draw;
        sum.plies += share * found.plies;
        sum.positions += found.positions;
    }
    Ok(sum)
}

fn summary(plan: &Plan, found: &[ExactMatch]) -> ExactSummary {
    let cells = plan.cells.iter().zip(found).map(|(cell, exact)| ExactCell {
        game: plan.boards[cell.board].spec.clone(),
        first: plan.players[cell.first].name.clone(),
        second: plan.players[cell.second].name.clone(),
        wins: exact.first,
        draws: exact.draw,
        losses: exact.second,
        plies: exact.plies,
        positions: exact.positions,
    });
    let score = |player: usize| {
        let own = plan.cells.iter().zip(found).flat_map(|(cell, exact)| {
            let as_first = (cell.first == player).then_some(exact.first + exact.draw / 2.0);
            as_first.into_iter().chain((cell.second == player).then_some(exact.second + exact.draw / 2.0))
        });
        let own: Vec<f64> = own.collect();
        own.iter().sum::<f64>() / own.len().max(1) as f64
    };
    let mut scores: Vec<_> =
        plan.players.iter().enumerate().map(|(index, player)| (player.name.clone(), score(index))).collect();
    scores.sort_by(|a, b| b.1.total_cmp(&a.1));
    let report = scores.first().map_or_else(String::new, |(name, score)| {
        let n = scores.len();
        format!("{name} has the highest score of {n} players: {:.2} % over all cells, computed exactly.", 100.0 * score)
    });
    let cells = cells.collect();
    ExactSummary { run: None, name: plan.name.clone(), games: 0, played: 0, exact: true, cells, scores, report }
}
