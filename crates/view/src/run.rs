//! Runs of experiments, their plans and their games.

use plyscope_arena::{Entrant, Plan, RunEstimate, Starts, opening_text, result_text};
use plyscope_core::BadInput;
use plyscope_store::{Game, Run, Setup, Status};
use serde::Serialize;
use utoipa::ToSchema;

use crate::short_time;

/// The state of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum RunStatus {
    /// It is being played, by this process or another.
    Running,
    /// It can be resumed.
    Stopped,
    /// All its games are stored.
    Finished,
}

impl RunStatus {
    /// The status as a word.
    pub fn name(self) -> &'static str {
        match self {
            RunStatus::Running => "running",
            RunStatus::Stopped => "stopped",
            RunStatus::Finished => "finished",
        }
    }
}

impl From<Status> for RunStatus {
    fn from(status: Status) -> Self {
        match status {
            Status::Running => RunStatus::Running,
            Status::Stopped => RunStatus::Stopped,
            Status::Finished => RunStatus::Finished,
        }
    }
}

/// A stored run, without its seed: a browser cannot hold every seed as a number.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct RunRecord {
    /// Its number.
    pub run: i64,
    /// The name of the experiment.
    pub name: String,
    /// Its state.
    pub status: RunStatus,
    /// The number of planned games.
    pub games: u64,
    /// The number of stored games.
    pub played: u64,
    /// The version of the program that played.
    pub program: String,
    /// When it began, in milliseconds since the beginning of 1970.
    pub created_ms: i64,
    /// When it was last stopped or finished.
    pub ended_ms: Option<i64>,
}

impl From<&Run> for RunRecord {
    fn from(run: &Run) -> Self {
        RunRecord {
            run: run.id,
            name: run.name.clone(),
            status: run.status.into(),
            games: run.planned,
            played: run.played,
            program: run.program.clone(),
            created_ms: run.created_ms,
            ended_ms: run.ended_ms,
        }
    }
}

/// A player of an experiment.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct EntrantView {
    /// Its name in the experiment.
    pub name: String,
    /// Its canonical spec.
    pub player: String,
}

impl From<&Entrant> for EntrantView {
    fn from(entrant: &Entrant) -> Self {
        EntrantView { name: entrant.name.clone(), player: entrant.player.to_string() }
    }
}

/// What an experiment would play.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PlanSize {
    /// The name of the experiment.
    pub name: String,
    /// The games with their boards.
    pub boards: Vec<String>,
    /// The number of openings of each board; 0 means the start of the game.
    pub openings: Vec<usize>,
    /// The number of pairings in fixed seats.
    pub cells: usize,
    /// The number of games, at most.
    pub games: u64,
    /// About how long it would take, in seconds; null if a game took too long to tell, and a note says so.
    pub estimate_s: Option<f64>,
    /// Whether stop rules may end it earlier.
    pub may_stop: bool,
    /// The ends of the range in which the time probably lies, in seconds; the lower one is that of the earliest stop.
    pub estimate_range_s: Option<[f64; 2]>,
    /// What the author should know.
    pub notes: Vec<String>,
}

impl PlanSize {
    /// A plan, and about how long it would take.
    pub fn new(plan: &Plan, estimate: Option<RunEstimate>) -> Self {
        let may_stop = plan.stop.sprt.is_some() || plan.stop.width.is_some();
        let mut notes = plan.notes.clone();
        let times = match estimate {
            Some(RunEstimate::Range { expected, low, high }) => {
                Some([expected, low, high].map(|time| time.as_secs_f64()))
            }
            Some(RunEstimate::MoreThan(least)) => {
                let unless = if may_stop { ", unless a stop rule ends it" } else { "" };
                notes.push(format!(
                    "games are too long to estimate the time of the run; it takes more than {}{unless}",
                    short_time(least)
                ));
                None
            }
            None => None,
        };
        PlanSize {
            name: plan.name.clone(),
            boards: plan.boards.iter().map(|board| board.spec.clone()).collect(),
            openings: plan.boards.iter().map(|board| board.openings.len()).collect(),
            cells: plan.cells.len(),
            games: plan.n_games(),
            may_stop,
            estimate_s: times.map(|[expected, ..]| expected),
            estimate_range_s: times.map(|[_, low, high]| [low, high]),
            notes,
        }
    }
}

/// A stored game.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct GameRecord {
    /// The index of its cell.
    pub cell: u32,
    /// Its number within the cell. Cell and number are the address of the game.
    pub number: u32,
    /// The game with its board.
    pub game: String,
    /// The name of the player that moved first.
    pub first: String,
    /// The name of the other player.
    pub second: String,
    /// `1-0`, `1/2-1/2` or `0-1`, for the first seat.
    pub result: String,
    /// Why it ended.
    pub reason: String,
    /// Whether a player lost by a fault of its own and not by the rules.
    pub forfeit: bool,
    /// Its length.
    pub plies: u32,
    /// The position it began in; null for the start of the game.
    pub opening: Option<String>,
    /// The moves.
    pub moves: Vec<String>,
    /// Positions searched by the first and the second seat.
    pub nodes: [u64; 2],
    /// Time used by the first and the second seat, in milliseconds.
    pub time_ms: [f64; 2],
    /// Opposing pieces that the first and the second seat took off the board or turned over; null in games of older
    /// versions, which did not count them.
    pub captures: Option<[u64; 2]>,
    /// Their pieces in the end.
    pub pieces: Option<[u64; 2]>,
    /// The most bytes that the tables and trees of their searches took.
    pub memory: Option<[u64; 2]>,
    /// What happened where a program lost by a fault, with the last words of the program; otherwise null.
    pub words: Option<String>,
}

impl GameRecord {
    /// A game of a run with this setup.
    ///
    /// # Errors
    /// If the stored moves are not moves of the game.
    pub fn new(game: &Game, setup: &Setup, starts: &mut Starts<'_>) -> Result<Self, BadInput> {
        let pairing = &setup.pairings[game.pairing as usize];
        let name = |player: u32| setup.players[player as usize].name.clone();
        Ok(GameRecord {
            cell: game.pairing,
            number: game.number,
            game: pairing.game.clone(),
            first: name(pairing.first),
            second: name(pairing.second),
            result: result_text(game.result).to_owned(),
            reason: game.reason.to_string(),
            forfeit: game.forfeit,
            plies: game.plies,
            opening: opening_text(setup, game)?.map(str::to_owned),
            moves: starts.moves(game)?,
            nodes: game.cost.map(|cost| cost.nodes),
            time_ms: game.cost.map(|cost| cost.time_us as f64 / 1000.0),
            captures: game.counts.map(|counts| counts.map(|seat| seat.captures)),
            pieces: game.counts.map(|counts| counts.map(|seat| seat.pieces)),
            memory: game.counts.map(|counts| counts.map(|seat| seat.memory)),
            words: game.words.clone(),
        })
    }
}
