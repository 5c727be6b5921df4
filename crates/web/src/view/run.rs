//! Experiments as they are listed, planned and watched.

use plyscope_arena::{Plan, RunProgress};
use plyscope_store::{Run, Status};
use serde::Serialize;
use utoipa::ToSchema;

use super::board::BoardView;

/// How far a run is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum RunStatus {
    /// It is being played, by this server or by another process.
    Running,
    /// It can be resumed.
    Stopped,
    /// All its games are there.
    Finished,
}

/// A run in a list.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct RunInfo {
    /// Its number.
    pub(crate) run: i64,
    pub(crate) name: String,
    pub(crate) status: RunStatus,
    /// Whether this server plays it, so that it can be stopped here.
    pub(crate) here: bool,
    /// Games that are planned.
    pub(crate) games: u64,
    /// Games that are there.
    pub(crate) played: u64,
    /// What all chance comes from, as text: it may be larger than numbers in a browser.
    pub(crate) seed: String,
    /// The version of the program that played.
    pub(crate) program: String,
    /// When it began, in milliseconds since the beginning of 1970.
    pub(crate) created_ms: i64,
    /// When it was last stopped or finished.
    pub(crate) ended_ms: Option<i64>,
}

impl RunInfo {
    pub(crate) fn new(run: &Run, here: bool) -> Self {
        let status = match run.status {
            Status::Running => RunStatus::Running,
            Status::Stopped => RunStatus::Stopped,
            Status::Finished => RunStatus::Finished,
        };
        RunInfo {
            run: run.id,
            name: run.name.clone(),
            status,
            here,
            games: run.planned,
            played: run.played,
            seed: run.seed.to_string(),
            program: run.program.clone(),
            created_ms: run.created_ms,
            ended_ms: run.ended_ms,
        }
    }
}

/// A player of an experiment.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct EntrantView {
    pub(crate) name: String,
    /// The canonical spec.
    pub(crate) player: String,
}

/// What an experiment would play.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct PlanView {
    pub(crate) name: String,
    pub(crate) players: Vec<EntrantView>,
    /// The games with their boards.
    pub(crate) boards: Vec<String>,
    /// The openings of each board; 0 means the start of the game.
    pub(crate) openings: Vec<usize>,
    /// Pairings in fixed seats.
    pub(crate) cells: usize,
    /// All games that may be played.
    pub(crate) games: u64,
    /// About how long it would take, in seconds; none if not even one game was over soon.
    pub(crate) estimate_s: Option<f64>,
    /// What the author should know.
    pub(crate) notes: Vec<String>,
    /// The experiment as a file.
    pub(crate) toml: String,
}

impl PlanView {
    pub(crate) fn new(plan: &Plan, toml: String, estimate: Option<std::time::Duration>) -> Self {
        let entrant = |entrant: &plyscope_arena::Entrant| EntrantView {
            name: entrant.name.clone(),
            player: entrant.player.to_string(),
        };
        PlanView {
            name: plan.name.clone(),
            players: plan.players.iter().map(entrant).collect(),
            boards: plan.boards.iter().map(|board| board.spec.clone()).collect(),
            openings: plan.boards.iter().map(|board| board.openings.len()).collect(),
            cells: plan.cells.len(),
            games: plan.n_games(),
            estimate_s: estimate.map(|estimate| estimate.as_secs_f64()),
            notes: plan.notes.clone(),
            toml,
        }
    }
}

/// How far a run is, several times a second.
#[derive(Clone, Debug, Default, Serialize, ToSchema)]
pub(crate) struct ProgressView {
    /// Games that are there.
    pub(crate) played: u64,
    /// Games that there will be, as far as is known.
    pub(crate) planned: u64,
    /// Games a second.
    pub(crate) rate: f64,
    pub(crate) elapsed_ms: f64,
    /// How long the rest will take, if anything is known of it.
    pub(crate) left_ms: Option<f64>,
    /// Losses, draws and wins of the first seat, by cell, in the order of the cells of the summary.
    pub(crate) cells: Vec<[u64; 3]>,
}

impl From<&RunProgress<'_>> for ProgressView {
    fn from(progress: &RunProgress<'_>) -> Self {
        ProgressView {
            played: progress.played,
            planned: progress.planned,
            rate: progress.rate(),
            elapsed_ms: progress.elapsed.as_secs_f64() * 1000.0,
            left_ms: progress.left().map(|left| left.as_secs_f64() * 1000.0),
            cells: progress.tallies.to_vec(),
        }
    }
}

/// A stored game in a list.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct GameRecord {
    /// The index of its cell.
    pub(crate) cell: u32,
    /// Its number within the cell; with the cell it is the address of the game.
    pub(crate) number: u32,
    pub(crate) game: String,
    pub(crate) first: String,
    pub(crate) second: String,
    /// `1-0`, `1/2-1/2` or `0-1`, the first seat first.
    pub(crate) result: String,
    /// Why it ended.
    pub(crate) reason: String,
    /// Whether a player lost by a fault of its own, and not by the rules.
    pub(crate) forfeit: bool,
    pub(crate) plies: u32,
    /// The position it began from; none for the start of the game.
    pub(crate) opening: Option<String>,
    pub(crate) moves: Vec<String>,
    /// Positions searched by the first and the second seat.
    pub(crate) nodes: [u64; 2],
    pub(crate) time_ms: [f64; 2],
}

/// One position of a replayed game.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct FrameView {
    /// The move that led here; none at the beginning.
    #[serde(rename = "move")]
    pub(crate) m: Option<String>,
    /// The cells it touched.
    pub(crate) cells: Vec<String>,
    /// The text of the position.
    pub(crate) position: String,
    pub(crate) board: BoardView,
}
