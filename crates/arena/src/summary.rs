//! What came out of a run, in numbers: the shape of a summary. How it is reckoned is in `reckoning.rs`.

use plyscope_stats::{Interval, PairCounts};
use serde::Serialize;

use crate::experiment::Schedule;
use crate::plan::Plan;

/// The level of all intervals.
pub const LEVEL: f64 = 0.95;

/// The counts of a cell, from the store or from a computation.
#[derive(Clone, Debug, Default)]
pub struct CellCounts {
    /// Losses, draws and wins of the first seat.
    pub tally: [u64; 3],
    /// Games that were lost by a fault.
    pub forfeits: u64,
    /// Games that differ.
    pub distinct: u64,
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
}

/// A run in numbers.
#[derive(Clone, Debug, Serialize)]
pub struct Summary {
    /// The number of the run in its store; none if it was not kept.
    pub run: Option<i64>,
    /// What the experiment is called.
    pub name: String,
    /// Games that are planned.
    pub games: u64,
    /// Games that were played.
    pub played: u64,
    /// Whether all planned games are there. Until then intervals are wider, so that they may be looked at all the time.
    pub complete: bool,
    /// Who meets whom.
    pub schedule: Schedule,
    /// The boards.
    pub boards: Vec<BoardSummary>,
    /// The players, in the order of the file.
    pub players: Vec<PlayerSummary>,
    /// Games in fixed seats.
    pub cells: Vec<CellSummary>,
    /// Players against each other, seats and boards together.
    pub pairs: Vec<PairSummary>,
    /// The players by strength, if everybody has met everybody at least through others.
    pub ratings: Vec<Rating>,
    /// What moving first is worth.
    pub first_move: FirstMove,
    /// The probability that ratings miss the results by so much; small where strength is not all.
    pub fit_p: Option<f64>,
    /// Circles of three players each of whom beats the next.
    pub cycles: Vec<[usize; 3]>,
    /// What was found, in plain words.
    pub findings: Vec<String>,
    /// What should be known about the results.
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

/// A player and what he spent.
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
    /// Positions visited for a move.
    pub nodes_per_move: f64,
    /// Milliseconds for a move.
    pub ms_per_move: f64,
    /// The mean depth of a search.
    pub depth: f64,
    /// The number of moves that would make a full tree of that depth as large as what was visited.
    pub branching: Option<f64>,
}

/// Games in fixed seats on one board.
#[derive(Clone, Debug, Serialize)]
pub struct CellSummary {
    /// The game.
    pub game: String,
    /// Who moved first.
    pub first: String,
    /// The other.
    pub second: String,
    /// Games played.
    pub games: u64,
    /// Those that the first seat won.
    pub wins: u64,
    /// Those that nobody won.
    pub draws: u64,
    /// Those that the second seat won.
    pub losses: u64,
    /// Those that were lost by a fault.
    pub forfeits: u64,
    /// Different games.
    pub distinct_games: u64,
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
    /// The index of the one whose score it is.
    pub a: usize,
    /// The index of the other.
    pub b: usize,
    /// Games played.
    pub games: u64,
    /// Pairs by the points of `a`: 0, ½, 1, 1½, 2.
    pub pairs: [u64; 5],
    /// The score of `a`.
    pub score: f64,
    /// Its interval.
    pub interval: Interval,
    /// The difference in Elo; none at 0 % and 100 %.
    pub elo: Option<f64>,
    /// The ends of its interval; none where it has no end.
    pub elo_interval: (Option<f64>, Option<f64>),
    /// The difference in normalised Elo.
    pub normalised_elo: Option<f64>,
    /// The likelihood that `a` is the stronger one.
    pub los: f64,
    /// The probability of such a score between equals, corrected for the number of comparisons (Holm).
    pub p: f64,
    /// How many more games would probably settle it; 0 if it is settled, none if it is even.
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

/// What moving first is worth.
#[derive(Clone, Debug, Serialize)]
pub struct FirstMove {
    /// The score of the first seat over all games.
    pub score: Option<f64>,
    /// Its interval.
    pub interval: Interval,
    /// The advantage in Elo by the ratings, and its interval.
    pub elo: Option<(f64, Interval)>,
}

/// Everything that is known of a run.
pub struct Counts<'a> {
    /// What was planned.
    pub plan: &'a Plan,
    /// The number of the run.
    pub run: Option<i64>,
    /// Whether all planned games are there.
    pub complete: bool,
    /// Games planned, by cell, after stop rules.
    pub planned: Vec<u32>,
    /// The counts of each cell.
    pub cells: Vec<CellCounts>,
    /// For each cell with a partner of a higher index, the pairs of games as its first player sees them.
    pub pairs: Vec<(usize, PairCounts)>,
}
