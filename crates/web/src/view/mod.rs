//! What is sent: plain values that the OpenAPI description knows. The page's types are made from these.

mod board;
mod report;
mod run;
mod summary;
mod tree;

pub(crate) use board::{BoardView, OutcomeView, PositionView};
pub(crate) use report::{ScoreView, SearchReport, TermView, score_text, terms};
pub(crate) use run::{FrameView, GameRecord, PlanView, ProgressView, RunInfo, RunStatus};
pub(crate) use summary::{IntervalView, RunSummary, ScheduleView};
pub(crate) use tree::{ActionView, NodeView, StepView, TreeView};
