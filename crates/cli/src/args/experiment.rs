//! Commands that play many games, and those that show stored games.

use std::path::{Path, PathBuf};
use std::time::Duration;

use plyscope_core::BadInput;
use plyscope_files::{Exports, FileKind};
use plyscope_store::Shard;

use super::cluster::OnHub;
use super::shared::{Chance, Database, Output, Overwrite, Parallel, PositionArgs, ProgramArgs};

/// Let two players play many games.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  plyscope match pawn:4x4 random random --games 1000
  plyscope match breakthrough mcts@rollouts=500 alphabeta@depth=3 --games 100 --swap
  plyscope match reversi alphabeta+strong@depth=3 alphabeta+pmc2@depth=3 --games 1000 --swap --random-plies 6
  plyscope match pawn:4x4 random alphabeta:ties=random+material@depth=2 --exact
  plyscope match breakthrough engine@time=1s \"program:python3 agent.py@time=1s\" --games 10 --swap
  plyscope match reversi:6x6 alphabeta:ties=random@depth=2 random --games 200 --seed 7 --json")]
pub(crate) struct Match {
    #[command(flatten)]
    pub(crate) place: PositionArgs,
    /// Player that moves first
    #[arg(value_name = "PLAYER")]
    pub(crate) first: String,
    /// The other player
    #[arg(value_name = "PLAYER")]
    pub(crate) second: String,
    /// Number of games
    #[arg(
        long,
        value_name = "N",
        default_value_t = 100,
        value_parser = clap::value_parser!(u64).range(1..=100_000_000)
    )]
    pub(crate) games: u64,
    #[command(flatten)]
    pub(crate) chance: Chance,
    #[command(flatten)]
    pub(crate) parallel: Parallel,
    /// Let the players take turns moving first
    #[arg(long)]
    pub(crate) swap: bool,
    /// Referee's limit for a move, such as 1s: a player whose move takes this long loses the game
    ///
    /// A player's own limit (@time=1s) only ends its search. With a referee's limit, results depend on the speed and
    /// the load of the machine; leave some of its cores idle.
    #[arg(long, value_name = "TIME", value_parser = move_limit)]
    pub(crate) move_limit: Option<Duration>,
    /// Compute the probability of each result instead of playing
    ///
    /// Works for players that choose moves with fixed probabilities, on boards with few positions.
    #[arg(long, conflicts_with_all = ["games", "seed", "jobs", "swap", "random_plies", "move_limit"])]
    pub(crate) exact: bool,
    /// Give up if --exact takes longer than this
    #[arg(long, value_name = "TIME", requires = "exact", value_parser = plyscope_registry::read_time)]
    pub(crate) time: Option<Duration>,
    /// Begin each game with this many random moves; with --swap, both games of a pair begin with the same ones
    #[arg(long, value_name = "PLIES", default_value_t = 0, value_parser = clap::value_parser!(u32).range(0..=1000))]
    pub(crate) random_plies: u32,
    #[command(flatten)]
    pub(crate) programs: ProgramArgs,
    #[command(flatten)]
    pub(crate) output: Output,
}

fn move_limit(text: &str) -> Result<Duration, BadInput> {
    let limit = plyscope_registry::read_time(text)?;
    if limit.is_zero() {
        Err(BadInput::new("the limit must be longer than zero; give a time such as 500ms"))
    } else {
        Ok(limit)
    }
}

/// Play an experiment, keep every game, and report what was found and how certain it is.
///
/// Without a file it plays the built-in quickstart. Ctrl-C stops it; --resume continues it later, also after a crash.
#[derive(clap::Args)]
#[command(after_help = "\
An experiment file is TOML; `plyscope run --schema` prints its JSON schema for editors, and the folder experiments/ \
has examples.

Examples:
  plyscope run
  plyscope run experiments/depth.toml --check
  plyscope run experiments/depth.toml --html report.html
  plyscope run experiments/depth.toml --resume
  plyscope run experiments/depth.toml --shard 3/40 --db part-3.db --resume
  plyscope run experiments/depth.toml --on nats://hub:4222")]
pub(crate) struct Run {
    /// Experiment file
    #[arg(value_name = "FILE")]
    pub(crate) file: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) database: Database,
    #[command(flatten)]
    pub(crate) parallel: Parallel,
    #[command(flatten)]
    pub(crate) hub: OnHub,
    /// Continue the unfinished run of the same experiment; report a finished one without playing again
    #[arg(long)]
    pub(crate) resume: bool,
    /// Play only part K of N, chosen fairly from all pairings; `plyscope merge` joins the parts
    ///
    /// The same K/N always means the same games, so each part can be played on another machine, as a task of a batch
    /// system for example. Give each part a database of its own.
    #[arg(long, value_name = "K/N", value_parser = plyscope_arena::read_shard, conflicts_with = "on")]
    pub(crate) shard: Option<Shard>,
    /// Only check the file and show the plan, the number of games and the expected time
    #[arg(long)]
    pub(crate) check: bool,
    /// Only print the JSON schema of experiment files
    #[arg(long)]
    pub(crate) schema: bool,
    #[command(flatten)]
    pub(crate) files: Files,
    #[command(flatten)]
    pub(crate) output: Output,
}

/// Files to write; - is standard output.
#[derive(clap::Args)]
pub(crate) struct Files {
    /// Write the report as one HTML file
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,
    /// Write all games as CSV
    #[arg(long, value_name = "FILE")]
    pub(crate) csv: Option<PathBuf>,
    /// Write all games as JSON Lines
    #[arg(long, value_name = "FILE")]
    pub(crate) jsonl: Option<PathBuf>,
    /// Write all games as PGN-like text; its White is the first player, its Black the second
    #[arg(long, value_name = "FILE")]
    pub(crate) pgn: Option<PathBuf>,
    /// Write all games as Parquet
    #[arg(long, value_name = "FILE")]
    pub(crate) parquet: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) overwrite: Overwrite,
}

impl Files {
    /// The files that were asked for, checked against the database that they come from.
    pub(crate) fn exports(&self, database: &Database) -> Exports {
        let exports = Exports::new(self.overwrite.force).keeping_database(&database.db);
        self.all().into_iter().fold(exports, |exports, (kind, file)| exports.with(kind, file))
    }

    /// All kinds of files, with their names if they were asked for.
    pub(crate) fn all(&self) -> [(FileKind, Option<&Path>); 5] {
        [
            (FileKind::Html, self.html.as_deref()),
            (FileKind::Csv, self.csv.as_deref()),
            (FileKind::Jsonl, self.jsonl.as_deref()),
            (FileKind::Pgn, self.pgn.as_deref()),
            (FileKind::Parquet, self.parquet.as_deref()),
        ]
    }
}

/// Report a run again, or write its report and games to files.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  plyscope report 1
  plyscope report 1 --html report.html --csv games.csv")]
pub(crate) struct Report {
    /// Number of the run (`plyscope runs` lists them) [default: the newest]
    #[arg(value_name = "RUN")]
    pub(crate) run: Option<i64>,
    #[command(flatten)]
    pub(crate) database: Database,
    #[command(flatten)]
    pub(crate) files: Files,
    #[command(flatten)]
    pub(crate) output: Output,
}

/// List the runs of a database.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  plyscope runs
  plyscope runs --db results.db --json")]
pub(crate) struct Runs {
    #[command(flatten)]
    pub(crate) database: Database,
    #[command(flatten)]
    pub(crate) output: Output,
}

/// List the games of a run, or replay one.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  plyscope records 1
  plyscope records 1 --first thinker --second random --limit 5
  plyscope records 1 --first thinker --second random --number 0")]
pub(crate) struct Records {
    /// Number of the run (`plyscope runs` lists them)
    #[arg(value_name = "RUN")]
    pub(crate) run: i64,
    /// Only games in which this player moved first
    #[arg(long, value_name = "NAME")]
    pub(crate) first: Option<String>,
    /// Only games in which this player moved second
    #[arg(long, value_name = "NAME")]
    pub(crate) second: Option<String>,
    /// Only the game with this number; a single game is shown board by board
    #[arg(long, value_name = "N")]
    pub(crate) number: Option<u32>,
    /// Maximum number of games to list
    #[arg(long, value_name = "N", default_value_t = 20)]
    pub(crate) limit: usize,
    #[command(flatten)]
    pub(crate) database: Database,
    #[command(flatten)]
    pub(crate) output: Output,
}
