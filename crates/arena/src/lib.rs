//! Experiments: from a file to games, from games to findings. Knows neither terminals nor HTTP.

mod exact;
mod experiment;
mod findings;
mod openings;
mod plan;
mod rounds;
mod runner;
mod session;
mod summary;
mod sweep;
mod symmetry;

pub use exact::{ExactCell, ExactSummary, compute};
pub use experiment::{
    Experiment, NamedFormula, OneOrMore, Openings, Schedule, SprtRule, StopRule, Sweep, Value, Values,
};
pub use openings::Opening;
pub use plan::{Board, Cell, Entrant, Plan};
pub use runner::{Ended, Progress, Running, estimate, run};
pub use session::{ArenaError, Conducted, Request, conduct, stored_plan, summarise};
pub use summary::{
    BoardSummary, CellCounts, CellSummary, Counts, FirstMove, LEVEL, PairSummary, PlayerSummary, Rating, SeatCounts,
    Summary,
};

/// The experiment that is run when none is given.
pub const QUICKSTART: &str = include_str!("../../../experiments/quickstart.toml");
