//! What is stored, as plain values.

use std::borrow::Cow;

/// The number by which people name a run.
pub type RunId = i64;

/// How far a run is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// A process is playing it now.
    Running,
    /// It can be resumed: it was stopped, or its process died.
    Stopped,
    /// All its games are there.
    Finished,
}

impl Status {
    /// The word that stands for it in the database.
    pub(crate) fn text(self) -> &'static str {
        match self {
            Status::Running => "running",
            Status::Stopped => "stopped",
            Status::Finished => "finished",
        }
    }
}

/// Everything that is known of a run before its first game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewRun {
    /// A name for people.
    pub name: String,
    /// The experiment file as it was.
    pub experiment: String,
    /// A text that runs of the same experiment have in common.
    pub fingerprint: String,
    /// Name and version of the program that plays.
    pub program: String,
    /// What all chance of the run comes from.
    pub seed: u64,
    /// When it began, in milliseconds since the beginning of 1970.
    pub created_ms: i64,
    /// Who plays whom, on what.
    pub setup: Setup,
}

/// Who plays whom, on what. Others refer to these by their index.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Setup {
    /// The players.
    pub players: Vec<Player>,
    /// The cells of the schedule.
    pub pairings: Vec<Pairing>,
    /// The positions that games begin from; none if all begin from the start.
    pub openings: Vec<Opening>,
}

/// A player of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    /// A name for people.
    pub name: String,
    /// How to make it.
    pub spec: String,
}

/// A cell of the schedule: games between two players in fixed seats.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pairing {
    /// The game and its variant.
    pub game: String,
    /// The index of the player that moves first.
    pub first: u32,
    /// The index of the other one; may be the same.
    pub second: u32,
    /// How many games are wanted; may grow.
    pub planned: u32,
}

/// A position that games begin from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    /// A name for people; may be empty.
    pub name: String,
    /// The position or the moves that lead to it.
    pub text: String,
}

/// A stored run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// Its number.
    pub id: RunId,
    /// A name for people.
    pub name: String,
    /// The experiment file as it was.
    pub experiment: String,
    /// A text that runs of the same experiment have in common.
    pub fingerprint: String,
    /// Name and version of the program that played.
    pub program: String,
    /// What all chance of the run comes from.
    pub seed: u64,
    /// How far it is.
    pub status: Status,
    /// When it began, in milliseconds since the beginning of 1970.
    pub created_ms: i64,
    /// When it was last stopped or finished; none while it runs or if its process died.
    pub ended_ms: Option<i64>,
    /// How many games are wanted in all.
    pub planned: u64,
    /// How many games are there.
    pub played: u64,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameResult {
    /// The second seat won.
    SecondWins = 0,
    /// Nobody won.
    Draw = 1,
    /// The seat that moves first won.
    FirstWins = 2,
}

impl GameResult {
    /// All of them, by their half points for the first seat.
    pub const ALL: [GameResult; 3] = [GameResult::SecondWins, GameResult::Draw, GameResult::FirstWins];
}

/// What the moves of one seat cost in one game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SeatCost {
    /// Positions searched.
    pub nodes: u64,
    /// Time in microseconds.
    pub time_us: u64,
    /// The sum of the depths over all moves, for the mean depth.
    pub depth_sum: u64,
}

/// A game that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// The index of its pairing in the run.
    pub pairing: u32,
    /// Its number within the pairing.
    pub number: u32,
    /// What its chance came from.
    pub seed: u64,
    /// The index of its opening, if it had one.
    pub opening: Option<u32>,
    /// How it ended.
    pub result: GameResult,
    /// Why it ended so; there are only a few different ones.
    pub reason: Cow<'static, str>,
    /// Whether a player lost by an error of its own, and not by the rules.
    pub forfeit: bool,
    /// How many moves the two players made together.
    pub plies: u32,
    /// The moves, in whatever code the caller likes.
    pub moves: Vec<u8>,
    /// A hash of the moves: equal for equal games.
    pub moves_hash: u64,
    /// The cost of the first and the second seat.
    pub cost: [SeatCost; 2],
}
