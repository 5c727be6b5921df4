//! Arguments of `plyscope league`.

use std::path::PathBuf;
use std::time::Duration;

use super::shared::{Output, Parallel};

/// Hold a tournament for a class: every folder in FOLDER is an entrant.
///
/// An entrant has an agent.toml or an agent.py. Each is checked first and gets a page in FOLDER/reports; one that is
/// broken does not stop the others. The rest play each other and four yardsticks: random, one ply, three plies and the
/// engine.
/// Games are kept in FOLDER/league.db, so that the next call plays only what is missing: what is new or has changed.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  plyscope league entrants --game reversi
  plyscope league entrants --game breakthrough:6x6 --games 10 --time 200ms --site public
  plyscope league entrants --game reversi --schedule swiss
  plyscope league entrants --game reversi --within 60m --json")]
pub(crate) struct League {
    /// Folder with one folder for each entrant
    #[arg(value_name = "FOLDER")]
    pub(crate) folder: PathBuf,
    /// Game, for example reversi (`plyscope games` lists them)
    #[arg(long, value_name = "GAME", default_value = "reversi")]
    pub(crate) game: String,
    /// Games of each pair; each side moves first in half of them
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u32).range(2..=10_000))]
    pub(crate) games: u32,
    /// Time for a move
    #[arg(long, value_name = "TIME", default_value = "1s", value_parser = plyscope_registry::read_time)]
    pub(crate) time: Duration,
    /// Who meets whom; without it, the fullest schedule that fits into the time at hand
    #[arg(long, value_name = "KIND")]
    pub(crate) schedule: Option<LeagueSchedule>,
    /// Time at hand, by which a schedule is chosen; without it, a night of 8 hours
    #[arg(long, value_name = "TIME", value_parser = plyscope_registry::read_time)]
    pub(crate) within: Option<Duration>,
    /// Time for judging the lost games of each entrant, for its report; 0s for none
    #[arg(long, value_name = "TIME", default_value = "5s", value_parser = plyscope_registry::read_time)]
    pub(crate) review: Duration,
    /// Run the build commands of entrants, outside of the sandbox; only for people you trust
    #[arg(long)]
    pub(crate) build: bool,
    /// Write the table, the reports and all games as static files into this folder
    #[arg(long, value_name = "DIR")]
    pub(crate) site: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) parallel: Parallel,
    #[command(flatten)]
    pub(crate) output: Output,
}

/// Who meets whom in a league. All meet the yardsticks.
#[derive(Clone, Copy, clap::ValueEnum)]
pub(crate) enum LeagueSchedule {
    /// Each entrant meets all others
    RoundRobin,
    /// A few rounds in which entrants with about the same points meet
    Swiss,
    /// Entrants meet the yardsticks only
    Gauntlet,
}

impl From<LeagueSchedule> for plyscope_league::Schedule {
    fn from(schedule: LeagueSchedule) -> Self {
        match schedule {
            LeagueSchedule::RoundRobin => Self::RoundRobin,
            LeagueSchedule::Swiss => Self::Swiss,
            LeagueSchedule::Gauntlet => Self::Gauntlet,
        }
    }
}
