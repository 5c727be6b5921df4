//! What is stored, as plain values.

use std::borrow::Cow;
use std::time::Duration;

/// The number of a run.
pub type RunId = i64;

/// The state of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// A process is playing it now.
    Running,
    /// It was stopped or its process died; it can be resumed.
    Stopped,
    /// All its games are stored.
    Finished,
}

impl Status {
    /// The word for it in the database.
    pub(crate) fn text(self) -> &'static str {
        match self {
            Status::Running => "running",
            Status::Stopped => "stopped",
            Status::Finished => "finished",
        }
    }
}

/// A run before its first game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewRun {
    /// The name.
    pub name: String,
    /// The text of the experiment file.
    pub experiment: String,
    /// A text that runs of the same experiment have in common.
    pub fingerprint: String,
    /// The version of the program that plays.
    pub program: String,
    /// The seed of all random choices.
    pub seed: u64,
    /// The time of its start, in milliseconds since 1970.
    pub created_ms: i64,
    /// Which part of the experiment it plays; `None` for all of it.
    pub shard: Option<Shard>,
    /// Who plays whom, on what.
    pub setup: Setup,
}

/// One of several parts of an experiment, each a run in a database of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Shard {
    /// The number of this part, from 1.
    pub number: u32,
    /// The number of parts.
    pub count: u32,
}

/// Who plays whom, on what. Players, pairings and openings are identified by their index.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Setup {
    /// The players.
    pub players: Vec<Player>,
    /// The cells of the schedule.
    pub pairings: Vec<Pairing>,
    /// The positions that games start from; empty if all start from the initial position.
    pub openings: Vec<Opening>,
}

/// A player of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    /// The name.
    pub name: String,
    /// The spec of the player.
    pub spec: String,
}

/// A cell of the schedule: games between two players in fixed seats.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pairing {
    /// The game and its variant.
    pub game: String,
    /// The index of the player who moves first.
    pub first: u32,
    /// The index of the other player; may be the same.
    pub second: u32,
    /// The number of games planned; it may change.
    pub planned: u32,
    /// The games of the whole experiment, if the run plays a part of it.
    pub whole: Option<u32>,
}

/// A position that games start from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    /// The name; may be empty.
    pub name: String,
    /// The position or the moves that lead to it.
    pub text: String,
}

/// A stored run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// Its number.
    pub id: RunId,
    /// The name.
    pub name: String,
    /// The text of the experiment file.
    pub experiment: String,
    /// A text that runs of the same experiment have in common.
    pub fingerprint: String,
    /// The version of the program that played.
    pub program: String,
    /// The seed of all random choices.
    pub seed: u64,
    /// Its state.
    pub status: Status,
    /// The time of its start, in milliseconds since 1970.
    pub created_ms: i64,
    /// The time when it was last stopped or finished; `None` while it is running or if its process died.
    pub ended_ms: Option<i64>,
    /// Which part of the experiment it plays; `None` for all of it.
    pub shard: Option<Shard>,
    /// The number of games planned.
    pub planned: u64,
    /// The number of games stored.
    pub played: u64,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameResult {
    /// The second player won.
    SecondWins = 0,
    /// A draw.
    Draw = 1,
    /// The player who moved first won.
    FirstWins = 2,
}

impl GameResult {
    /// All results, indexed by the half points of the first seat.
    pub const ALL: [GameResult; 3] = [GameResult::SecondWins, GameResult::Draw, GameResult::FirstWins];
}

/// What the moves of one seat cost in one game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SeatCost {
    /// Positions searched.
    pub nodes: u64,
    /// Time in microseconds.
    pub time_us: u64,
    /// The sum of the search depths of all moves.
    pub depth_sum: u64,
}

/// What was counted of one seat besides its cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SeatCount {
    /// Opposing pieces that it took off the board or turned over.
    pub captures: u64,
    /// Its pieces in the end.
    pub pieces: u64,
    /// The most bytes that the tables and trees of its search took.
    pub memory: u64,
}

/// A game that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// The index of its pairing in the run.
    pub pairing: u32,
    /// Its number within the pairing.
    pub number: u32,
    /// Its seed.
    pub seed: u64,
    /// The index of its opening, if it had one.
    pub opening: Option<u32>,
    /// How it ended.
    pub result: GameResult,
    /// The reason for the result; there are only a few different ones.
    pub reason: Cow<'static, str>,
    /// Whether a player lost by a fault instead of by the rules.
    pub forfeit: bool,
    /// The number of moves of both players.
    pub plies: u32,
    /// The moves, in any encoding of the caller.
    pub moves: Vec<u8>,
    /// A hash of the moves: equal for equal games.
    pub moves_hash: u64,
    /// The cost of the first and the second seat.
    pub cost: [SeatCost; 2],
    /// What else was counted of them; `None` for games of versions that did not count it.
    pub counts: Option<[SeatCount; 2]>,
    /// What a player at fault said last, for people; `None` if nothing is known.
    pub words: Option<String>,
}

/// A machine, or a process on it, that plays games for a run of another.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Worker {
    /// Its name, which no other worker of the run has.
    pub name: String,
    /// The name of the machine.
    pub machine: String,
    /// The kind of its processor.
    pub processor: String,
    /// The number of its cores.
    pub cores: u32,
    /// The version of the program.
    pub version: String,
}

/// Games that were played together.
#[derive(Clone, Copy, Debug)]
pub struct Share<'a> {
    /// Who played them; `None` for the process that stores them.
    pub worker: Option<&'a Worker>,
    /// The games.
    pub games: &'a [Game],
    /// The time that one thread spent on them.
    pub busy: Duration,
}

/// What a worker has played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WorkerShare {
    /// The worker.
    pub worker: Worker,
    /// Games of it that are stored.
    pub games: u64,
    /// The time that its threads spent on them, added up.
    pub busy: Duration,
}
