//! Experiments: from a file to games, from games to findings. This crate knows nothing about terminals or HTTP.

mod ablation;
mod contest;
mod crew;
mod date;
mod estimate;
mod exact;
mod excerpt;
mod experiment;
mod export;
mod figure;
mod findings;
mod fingerprint;
mod forfeits;
pub mod grades;
mod machine;
mod memory;
mod merge;
mod openings;
mod outside;
mod plan;
mod pooled;
mod published;
mod queue;
mod repetition;
mod report;
mod rounds;
mod runner;
mod sampling;
mod sequential;
mod session;
mod shard;
mod sizes;
mod starts;
mod statistics;
mod stored;
mod summary;
mod sweep;
mod symmetry;
mod tables;
mod workers;

pub use ablation::{OptionWorth, elo_text};
pub use contest::{ContestRequest, ContestResult, ContestSeat, check_begins, contest, is_repetition};
pub use crew::{Collected, Crew, Parcel};
pub use date::civil;
pub use estimate::{RunEstimate, estimate};
pub use exact::{ExactCell, ExactSummary, compute};
pub use experiment::{
    Ablation, Experiment, NamedFormula, OneOrMore, Openings, Schedule, SprtRule, StopRule, Sweep, Value, Values,
};
pub use export::write_parquet;
pub use export::{ExportError, result_text, write_csv, write_jsonl, write_pgn};
pub use forfeits::ForfeitSummary;
pub use memory::play_in_memory;
pub use merge::{MergeRequest, Merged, MissingShard, merge};
pub use openings::Opening;
pub use plan::{Entrant, Plan, PlanBoard, PlanCell, read_heuristic};
pub use published::PublishedPlan;
pub use queue::Queue;
pub use report::{RunPlot, html, plots};
pub use runner::{Ended, Ledger, RunProgress, RunRequest, run, run_with};
pub use sampling::{CellSample, Clusters, PairSample, Sampling, collect_samples};
pub use sequential::{SPRT_MODEL, SprtDecision, SprtState, SprtSummary};
pub use session::{ArenaError, Conducted, SessionRequest, conduct, conduct_with};
pub use shard::{Part, read_shard, shard_text};
pub use sizes::bytes_text;
pub use starts::{Starts, opening_text};
pub use stored::{find_finished, find_unfinished, stored_plan, summarise};
pub use summary::{
    BoardSummary, CellCounts, CellSummary, Counts, FirstMove, LEVEL, PairSummary, PlayerOnBoard, PlayerSummary, Rating,
    SeatCounts, Summary,
};
pub use tables::{Pace, Tables};
pub use workers::WorkerSummary;

/// The experiment that is run when none is given: a copy of `experiments/quickstart.toml`.
pub const QUICKSTART: &str = include_str!("quickstart.toml");
