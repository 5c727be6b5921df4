//! Experiments: from a file to games, from games to findings. This crate knows nothing about terminals or HTTP.

mod date;
mod exact;
mod experiment;
mod export;
mod figure;
mod findings;
mod fingerprint;
pub mod grades;
mod openings;
mod plan;
mod report;
mod rounds;
mod runner;
mod session;
mod starts;
mod statistics;
mod stored;
mod summary;
mod sweep;
mod symmetry;

pub use date::civil;
pub use exact::{ExactCell, ExactSummary, compute};
pub use experiment::{
    Experiment, NamedFormula, OneOrMore, Openings, Schedule, SprtRule, StopRule, Sweep, Value, Values,
};
#[cfg(feature = "parquet")]
pub use export::write_parquet;
pub use export::{ExportError, result_text, write_csv, write_jsonl, write_pgn};
pub use openings::Opening;
pub use plan::{Entrant, Plan, PlanBoard, PlanCell};
pub use report::html;
pub use runner::{Ended, RunProgress, RunRequest, estimate, run};
pub use session::{ArenaError, Conducted, SessionRequest, conduct};
pub use starts::{Starts, opening_text};
pub use stored::{find_unfinished, stored_plan, summarise};
pub use summary::{
    BoardSummary, CellCounts, CellSummary, Counts, FirstMove, LEVEL, PairSummary, PlayerSummary, Rating, SeatCounts,
    Summary,
};

/// The experiment that is run when none is given: a copy of `experiments/quickstart.toml`.
pub const QUICKSTART: &str = include_str!("quickstart.toml");
