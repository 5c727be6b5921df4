//! The results of a run in numbers. `statistics.rs` computes them.

use plyscope_stats::Interval;
use plyscope_store::{Forfeits, SeatCount};
use serde::Serialize;

use crate::ablation::OptionWorth;
use crate::experiment::Schedule;
use crate::forfeits::ForfeitSummary;
use crate::plan::Plan;
use crate::sampling::{CellSample, Clusters, PairSample, Sampling};
use crate::sequential::SprtSummary;
use crate::workers::WorkerSummary;

/// The level of all intervals.
pub const LEVEL: f64 = 0.95;

/// The counts of a cell, from the store or from a computation.
#[derive(Clone, Debug, Default)]
pub struct CellCounts {
    /// Losses, draws and wins of the first seat.
    pub tally: [u64; 3],
    /// Games lost by a fault.
    pub forfeits: Vec<Forfeits>,
    /// Distinct games.
    pub distinct: u64,
    /// Distinct pairs of games with swapped seats; `None` if there are no such pairs.
    pub distinct_pairs: Option<u64>,
    /// Moves of all games.
    pub plies: u64,
    /// Moves, nodes, microseconds and depths of each seat.
    pub seats: [SeatCounts; 2],
}

/// What the moves of one seat cost, added up.
#[derive(Clone, Copy, Debug, Default)]
pub struct SeatCounts {
    /// Moves.
    pub moves: u64,
    /// Positions visited.
    pub nodes: u64,
    /// Microseconds.
    pub time_us: u64,
    /// Depths.
    pub depths: u64,
    /// Games in which the following were counted.
    pub counted: u64,
    /// Captures, pieces and memory of these games, added up.
    pub counts: SeatCount,
}

/// A run in numbers.
#[derive(Clone, Debug, Serialize)]
pub struct Summary {
    /// The number of the run in its store; `None` if it was not stored.
    pub run: Option<i64>,
    /// The name of the experiment.
    pub name: String,
    /// Games that are planned.
    pub games: u64,
    /// Games that were played.
    pub played: u64,
    /// Whether all planned games were played. Until then intervals are wider, so that they are valid at any time.
    pub complete: bool,
    /// Who meets whom.
    pub schedule: Schedule,
    /// The boards.
    pub boards: Vec<BoardSummary>,
    /// The players, in the order of the file.
    pub players: Vec<PlayerSummary>,
    /// Games in fixed seats.
    pub cells: Vec<CellSummary>,
    /// Players against each other, over both seats and all boards.
    pub pairs: Vec<PairSummary>,
    /// The players by strength.
    pub ratings: Vec<Rating>,
    /// The advantage of moving first.
    pub first_move: FirstMove,
    /// The probability of a misfit of the ratings as large as this; small if strength alone does not explain the
    /// results.
    pub fit_p: Option<f64>,
    /// Cycles of three players in which each beats the next.
    pub cycles: Vec<[usize; 3]>,
    /// Games lost by a fault, by player and reason.
    pub forfeits: Vec<ForfeitSummary>,
    /// The sequential tests, if the experiment has any.
    pub sprt: Vec<SprtSummary>,
    /// What the options of a player are worth, if the schedule is an ablation.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<OptionWorth>,
    /// The workers of other machines that played, if any did.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub workers: Vec<WorkerSummary>,
    /// The findings in plain words.
    pub findings: Vec<String>,
    /// Notes about the results.
    pub notes: Vec<String>,
    /// Findings and notes as one text.
    pub report: String,
}

/// A board.
#[derive(Clone, Debug, Serialize)]
pub struct BoardSummary {
    /// The game.
    pub game: String,
    /// Games played.
    pub games: u64,
    /// The score of the first seat.
    pub first_score: Option<f64>,
    /// Its interval.
    pub first_interval: Interval,
    /// The share of draws.
    pub draws: f64,
    /// The mean length of a game.
    pub plies: f64,
}

/// A player and its cost.
#[derive(Clone, Debug, Serialize)]
pub struct PlayerSummary {
    /// The name.
    pub name: String,
    /// The spec.
    pub player: String,
    /// The values of swept parameters.
    pub values: Vec<(String, String)>,
    /// Games played.
    pub games: u64,
    /// The score over all games.
    pub score: Option<f64>,
    /// Its interval.
    pub interval: Interval,
    /// Positions searched per move.
    pub nodes_per_move: f64,
    /// Milliseconds per move.
    pub ms_per_move: f64,
    /// The mean depth of a search.
    pub depth: f64,
    /// The branching factor at which a full tree of that depth has as many positions as were searched.
    pub branching: Option<f64>,
    /// Opposing pieces taken off the board or turned over in a game, on average; `None` if they were not counted.
    pub captures: Option<f64>,
    /// Own pieces at the end of a game, on average.
    pub pieces: Option<f64>,
    /// The most bytes that tables and trees took in a game, on average.
    pub memory: Option<f64>,
    /// Its score on each board, in the order of the boards.
    pub boards: Vec<PlayerOnBoard>,
}

/// The score of a player on one board.
#[derive(Clone, Debug, Serialize)]
pub struct PlayerOnBoard {
    /// Games played.
    pub games: u64,
    /// The score.
    pub score: Option<f64>,
    /// Its interval.
    pub interval: Interval,
}

/// Games in fixed seats on one board.
#[derive(Clone, Debug, Serialize)]
pub struct CellSummary {
    /// The game.
    pub game: String,
    /// The player who moved first.
    pub first: String,
    /// The other player.
    pub second: String,
    /// Games played.
    pub games: u64,
    /// Games won by the first seat.
    pub wins: u64,
    /// Draws.
    pub draws: u64,
    /// Games won by the second seat.
    pub losses: u64,
    /// Games lost by a fault.
    pub forfeits: u64,
    /// Distinct games.
    pub distinct_games: u64,
    /// Distinct pairs of games with swapped seats; `None` if there are no such pairs.
    pub distinct_pairs: Option<u64>,
    /// What makes its games differ.
    pub sampling: Sampling,
    /// Losses, draws and wins of the first seat, each independent observation counted once.
    pub observed: [u64; 3],
    /// The same by cluster, for statistics of several runs.
    #[serde(skip)]
    pub observed_clusters: Clusters,
    /// The score of the first seat.
    pub score: Option<f64>,
    /// Its interval.
    pub interval: Interval,
    /// The mean length of a game.
    pub plies: f64,
}

/// Two players against each other.
#[derive(Clone, Debug, Serialize)]
pub struct PairSummary {
    /// The index of the player whose score is given.
    pub a: usize,
    /// The index of the other player.
    pub b: usize,
    /// Games played in pairs.
    pub games: u64,
    /// What makes them differ.
    pub sampling: Sampling,
    /// Independent pairs by the points of `a`: 0, ½, 1, 1½, 2.
    pub pairs: [u64; 5],
    /// The score of `a`.
    pub score: f64,
    /// Its interval.
    pub interval: Interval,
    /// The difference in Elo; `None` at 0 % and 100 %.
    pub elo: Option<f64>,
    /// The ends of its interval; `None` for infinity.
    pub elo_interval: (Option<f64>, Option<f64>),
    /// The difference in normalised Elo.
    pub normalised_elo: Option<f64>,
    /// The likelihood that `a` is stronger.
    pub los: f64,
    /// The probability of such a score between equal players, corrected for the number of comparisons (Holm).
    pub p: f64,
    /// The number of further games that would probably settle it; 0 if it is settled, `None` if the score is even.
    pub more_games: Option<u64>,
}

/// A player's strength.
#[derive(Clone, Debug, Serialize)]
pub struct Rating {
    /// The index of the player.
    pub player: usize,
    /// The name.
    pub name: String,
    /// Elo, with a mean of 0.
    pub elo: f64,
    /// Its interval.
    pub interval: Interval,
    /// Players of different groups never met, not even through others.
    pub group: usize,
}

/// The advantage of moving first.
#[derive(Clone, Debug, Serialize)]
pub struct FirstMove {
    /// The score of the first seat over all games.
    pub score: Option<f64>,
    /// Its interval.
    pub interval: Interval,
    /// The advantage in Elo by the ratings, and its interval.
    pub elo: Option<(f64, Interval)>,
}

/// The counts of a run, for a summary.
pub struct Counts<'a> {
    /// The plan.
    pub plan: &'a Plan,
    /// The number of the run.
    pub run: Option<i64>,
    /// Whether all planned games were played.
    pub complete: bool,
    /// Games planned, by cell, after stop rules.
    pub planned: Vec<u32>,
    /// The counts of each cell.
    pub cells: Vec<CellCounts>,
    /// The observations of each cell.
    pub samples: Vec<CellSample>,
    /// The observations of each pair of cells with swapped seats.
    pub pairs: Vec<PairSample>,
}
