//! Experiments as they are listed, planned and watched.

use plyscope_arena::{Plan, RunEstimate, RunProgress};
use plyscope_registry::AnyPosition;
use plyscope_store::Run;
use plyscope_view::{BoardView, EntrantView, PlanSize, RunRecord};
use serde::Serialize;
use utoipa::ToSchema;

/// A run in a list.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct RunInfo {
    #[serde(flatten)]
    pub(crate) record: RunRecord,
    /// Whether this server plays it, so that it can be stopped here.
    pub(crate) here: bool,
    /// The seed, as text: it may be larger than numbers in a browser.
    pub(crate) seed: String,
}

impl RunInfo {
    pub(crate) fn new(run: &Run, here: bool) -> Self {
        RunInfo { record: run.into(), here, seed: run.seed.to_string() }
    }
}

/// What an experiment would play.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct PlanView {
    #[serde(flatten)]
    pub(crate) size: PlanSize,
    /// The players.
    pub(crate) players: Vec<EntrantView>,
    /// The experiment as a file.
    pub(crate) toml: String,
}

impl PlanView {
    pub(crate) fn new(plan: &Plan, toml: String, estimate: Option<RunEstimate>) -> Self {
        let players = plan.players.iter().map(EntrantView::from).collect();
        PlanView { size: PlanSize::new(plan, estimate), players, toml }
    }
}

/// The progress of a run, sent several times a second.
#[derive(Clone, Debug, Default, Serialize, ToSchema)]
pub(crate) struct ProgressView {
    /// The number of stored games.
    pub(crate) played: u64,
    /// The number of games in all, as far as is known.
    pub(crate) planned: u64,
    /// Games per second.
    pub(crate) rate: f64,
    pub(crate) elapsed_ms: f64,
    /// How long the rest will take; null if that is unknown.
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

/// One position of a replayed game.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct FrameView {
    /// The move that led here; null at the beginning.
    #[serde(rename = "move")]
    pub(crate) m: Option<String>,
    /// The cells it touched.
    pub(crate) cells: Vec<String>,
    /// The text of the position.
    pub(crate) position: String,
    pub(crate) board: BoardView,
}

impl FrameView {
    pub(crate) fn new(position: &dyn AnyPosition, m: Option<String>) -> Self {
        FrameView {
            m,
            cells: position.last_move_cells().to_vec(),
            position: position.text(),
            board: position.picture().into(),
        }
    }
}
