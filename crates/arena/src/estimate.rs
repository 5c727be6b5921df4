//! How long a plan will take, from a sample of its games.
//!
//! The sample is played as the run would be: on as many threads, from any place in the plan. Every cell has its turn
//! before any has a second one, because cells can differ a thousandfold in cost. The first game of a cell is left out
//! if there are others, because it pays for cold caches and fresh memory. A game that does not end in time counts for
//! the time that it took by then, and the estimate is then only a lower bound.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use plyscope_core::{BadInput, Rng, Work};
use plyscope_store::{Game, Store, StoreError};

use crate::plan::Plan;
use crate::rounds::Rounds;
use crate::session::new_run;
use crate::tables::Tables;

/// The expected time of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunEstimate {
    /// All games of the sample were over in time.
    Range {
        /// The best guess.
        expected: Duration,
        /// The true time is probably above this,
        low: Duration,
        /// and below this.
        high: Duration,
    },
    /// A game of the sample was not over in time; if all take at least as long as it did by then, so does the run.
    MoreThan(Duration),
}

/// Storing is measured if games are faster than this, in seconds per game; otherwise it takes no time of its own.
const FAST: f64 = 2e-4;
/// Games that are stored to measure it, at most.
const MAX_STORED: usize = 5000;
/// What a run takes besides its games, as a rule and at most: creating the database, waiting for the disk, the report.
const REST: (f64, f64) = (0.02, 0.2);
/// Sampled games of a cell, at most: enough for any precision that makes sense.
const MAX_GAMES: usize = 200;
/// The load of a machine changes, so the time may differ by this factor even if the sample is perfect.
const CHANGING_LOAD: f64 = 1.3;
/// The disk changes more: it is measured in a moment, and a run waits for it many times.
const CHANGING_DISK: f64 = 2.0;
/// Standard errors between the expected time and the ends.
const ERRORS: f64 = 2.0;

/// The estimated time for all games of a plan on `jobs` threads. Games of the sample begin until the budget is spent,
/// and each may take as long.
///
/// `None` if it is stopped before the first game is over.
///
/// # Errors
/// If a player cannot play.
pub fn estimate(plan: &Plan, jobs: usize, budget: Duration, work: Work<'_>) -> Result<Option<RunEstimate>, BadInput> {
    let tables = Tables::new(plan)?;
    let (begun, jobs) = (Instant::now(), jobs.max(1));
    let sample = Mutex::new(Sample::new(plan));
    let failure = Mutex::new(None);
    std::thread::scope(|scope| {
        for _ in 0..jobs {
            scope.spawn(|| {
                // On a busy machine the budget may be spent before the first game begins.
                let is_first = || sample.lock().is_ok_and(|sample| sample.begun == 0);
                while begun.elapsed() < budget || is_first() {
                    let Some((cell, number)) = sample.lock().ok().and_then(|mut sample| sample.next(plan)) else {
                        break;
                    };
                    let (before, work) = (Instant::now(), work.within(Some(budget)));
                    match tables.play(plan, &[(cell, number)], work).map(|mut games| games.pop()) {
                        Ok(Some(game)) => {
                            let seconds = before.elapsed().as_secs_f64();
                            sample.lock().unwrap_or_else(PoisonError::into_inner).note(game, seconds);
                        }
                        Ok(None) => {
                            if !work.is_cancelled() {
                                let seconds = before.elapsed().as_secs_f64();
                                sample.lock().unwrap_or_else(PoisonError::into_inner).note_unfinished(cell, seconds);
                            }
                            break;
                        }
                        Err(error) => {
                            *failure.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
                            break;
                        }
                    }
                }
            });
        }
    });
    if let Some(error) = failure.into_inner().unwrap_or_else(PoisonError::into_inner) {
        return Err(error);
    }
    let sample = sample.into_inner().unwrap_or_else(PoisonError::into_inner);
    Ok(sample.total(plan).map(|(seconds, error)| {
        let per_game = seconds / plan.n_games() as f64 / jobs as f64;
        let storing = if per_game < FAST { sample.seconds_to_store(plan).unwrap_or(0.0) } else { 0.0 };
        let storing = plan.n_games() as f64 * storing;
        let time = |seconds: f64, storing: f64, rest: f64| {
            Duration::try_from_secs_f64((seconds / jobs as f64).max(storing) + rest).unwrap_or(Duration::MAX)
        };
        if sample.is_cut {
            return RunEstimate::MoreThan(time(seconds, 0.0, 0.0));
        }
        let (low, high) = ((seconds - ERRORS * error).max(seconds / 3.0), seconds + ERRORS * error);
        // With a stop rule, the first look may settle everything.
        let first_look = Rounds::new(plan).first_look() as f64 / plan.n_games() as f64;
        RunEstimate::Range {
            expected: time(seconds, storing, REST.0),
            low: time(low / CHANGING_LOAD, storing / CHANGING_DISK, 0.0).mul_f64(first_look),
            high: time(high * CHANGING_LOAD, storing * CHANGING_DISK, REST.1),
        }
    }))
}

/// Which games are sampled, and how long they took.
struct Sample {
    /// The cells in a random order.
    order: Vec<usize>,
    /// Games begun.
    begun: usize,
    /// Seconds of the games of each cell.
    seconds: Vec<Vec<f64>>,
    /// Some of the games.
    games: Vec<Game>,
    /// Whether a game was not over in time.
    is_cut: bool,
    rng: Rng,
}

impl Sample {
    fn new(plan: &Plan) -> Sample {
        let mut rng = Rng::new(plan.seed);
        let mut order: Vec<usize> = (0..plan.cells.len()).collect();
        (1..order.len()).for_each(|last| order.swap(last, rng.below(last + 1)));
        Sample { order, begun: 0, seconds: vec![Vec::new(); plan.cells.len()], games: Vec::new(), is_cut: false, rng }
    }

    /// The next game, any one of the next cell.
    fn next(&mut self, plan: &Plan) -> Option<(usize, u32)> {
        let n = self.order.len();
        let most = (0..n).map(|cell| plan.numbers(cell).len().min(MAX_GAMES)).max().unwrap_or(0);
        while self.begun < most * n {
            let (round, cell) = (self.begun / n, self.order[self.begun % n]);
            self.begun += 1;
            let numbers = plan.numbers(cell);
            if round < numbers.len().min(MAX_GAMES) {
                return Some((cell, numbers.start + self.rng.below(numbers.len()) as u32));
            }
        }
        None
    }

    fn note(&mut self, game: Game, seconds: f64) {
        self.seconds[game.pairing as usize].push(seconds);
        if self.games.len() < MAX_STORED {
            self.games.push(game);
        }
    }

    fn note_unfinished(&mut self, cell: usize, seconds: f64) {
        self.seconds[cell].push(seconds);
        self.is_cut = true;
    }

    /// The seconds that storing one game takes, by storing the sample in a database that is then deleted. `None` if
    /// that is not possible.
    fn seconds_to_store(&self, plan: &Plan) -> Option<f64> {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let folder = std::env::temp_dir().join(format!("plyscope-estimate-{}-{number}", std::process::id()));
        std::fs::create_dir(&folder).ok()?;
        let store = || -> Result<f64, StoreError> {
            let mut writer = Store::open_or_create(folder.join("sample.db"))?.start(&new_run(plan, ""))?;
            // A game may have been sampled twice, but a number is stored once.
            let games: Vec<Game> =
                (0..).zip(&self.games).map(|(number, game)| Game { number, ..game.clone() }).collect();
            let begun = Instant::now();
            writer.append(&games)?;
            Ok(begun.elapsed().as_secs_f64() / games.len().max(1) as f64)
        };
        let seconds = store();
        // What is left in the folder of temporary files does no harm.
        let _ = std::fs::remove_dir_all(&folder);
        seconds.ok()
    }

    /// The seconds of all games on one thread, and their standard error. Cells that were not reached are taken for an
    /// average of the others.
    fn total(&self, plan: &Plan) -> Option<(f64, f64)> {
        let (mut seconds, mut variance, mut games) = (0.0, 0.0, 0.0);
        let mut means = Vec::new();
        for (cell, times) in self.seconds.iter().enumerate() {
            let warm = if times.len() > 1 { &times[1..] } else { &times[..] };
            let (Some(mean), n) = (mean(warm), plan.numbers(cell).len() as f64) else { continue };
            // A single game says nothing about the others: they may well differ by a factor of two.
            let spread = if warm.len() > 1 { deviation(warm, mean) } else { mean };
            seconds += n * mean;
            variance += (n * spread).powi(2) / warm.len() as f64;
            games += n;
            means.push(mean);
        }
        let all = plan.n_games() as f64;
        let average = mean(&means)?;
        let scale = all / games;
        let unreached = (plan.cells.len() - means.len()) as f64;
        if unreached > 0.0 {
            // Cells not reached differ from each other as those that were do.
            let per_cell = all / plan.cells.len() as f64;
            let spread = if means.len() > 1 { deviation(&means, average) } else { average };
            variance += (unreached * per_cell * spread).powi(2) / means.len() as f64;
        }
        Some((seconds * scale, variance.sqrt()))
    }
}

fn mean(values: &[f64]) -> Option<f64> {
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

/// The standard deviation of two or more values.
fn deviation(values: &[f64], mean: f64) -> f64 {
    (values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / (values.len() - 1) as f64).sqrt()
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::experiment::Experiment;

    fn plan(text: &str) -> Plan {
        Plan::new(&Experiment::read(text).expect("an experiment"), Path::new("")).expect("a plan")
    }

    /// Every cell has its turn before any has a second one, for any number of cells; no cell is asked for more games
    /// than it has.
    #[test]
    fn all_cells_are_sampled_alike() {
        for n_players in 1..8 {
            let players: String = (0..n_players).map(|player| format!("p{player} = 'random'\n")).collect();
            let plan = plan(&format!("game = 'tictactoe'\nschedule = 'matrix'\ngames = 3\n[players]\n{players}"));
            let mut sample = Sample::new(&plan);
            let taken: Vec<(usize, u32)> = std::iter::from_fn(|| sample.next(&plan)).collect();
            assert_eq!(taken.len(), 3 * plan.cells.len());
            for round in taken.chunks(plan.cells.len()) {
                let mut cells: Vec<usize> = round.iter().map(|(cell, _)| *cell).collect();
                cells.sort_unstable();
                assert_eq!(cells, (0..plan.cells.len()).collect::<Vec<_>>());
                assert!(round.iter().all(|(_, number)| *number < 3));
            }
        }
    }

    /// The first game of a cell is cold, cells without games are taken for the average, and a wide spread widens the
    /// range.
    #[test]
    fn totals_of_known_times() {
        let plan = plan("game = 'tictactoe'\nschedule = 'matrix'\ngames = 10\n[players]\na = 'random'\nb = 'random'");
        let total = |seconds: [&[f64]; 4]| {
            let seconds = seconds.map(<[f64]>::to_vec).to_vec();
            Sample { seconds, ..Sample::new(&plan) }.total(&plan)
        };
        assert_eq!(total([&[]; 4]), None);
        assert_eq!(total([&[9.0, 1.0, 1.0], &[9.0, 2.0, 2.0], &[9.0, 3.0, 3.0], &[9.0, 4.0, 4.0]]), Some((100.0, 0.0)));
        let (seconds, error) = total([&[1.0, 1.0], &[3.0, 3.0], &[], &[]]).expect("an estimate");
        assert!((seconds - 80.0).abs() < 1e-9 && error > 20.0, "{seconds} ± {error}");
        let (_, narrow) = total([&[1.0, 1.0, 1.1]; 4]).expect("an estimate");
        let (_, wide) = total([&[1.0, 0.5, 1.6]; 4]).expect("an estimate");
        assert!(wide > 5.0 * narrow, "{wide} and {narrow}");
    }
}
