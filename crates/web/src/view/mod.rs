//! What only the page is sent, in addition to the views that it shares with the command line. The OpenAPI description
//! knows all of these types, and the types of the page are made from it.

mod run;
mod summary;
mod tree;

pub(crate) use run::{FrameView, PlanView, ProgressView, RunInfo};
pub(crate) use summary::{IntervalView, RunSummary, ScheduleView};
pub(crate) use tree::{ActionView, StepView, TreeView};
