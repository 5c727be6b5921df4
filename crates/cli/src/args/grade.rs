//! Arguments of `plyscope grade`.

use std::path::PathBuf;
use std::time::Duration;

use plyscope_core::BadInput;
use plyscope_registry::Positions;

use super::shared::{Chance, Database, Output, Overwrite, Parallel, PositionArgs, TimeLimit};

/// Grade heuristics: how good their choices are where the truth is known.
///
/// Small boards are graded over all positions, others over a sample of endgames that are solved first. Solved samples
/// are kept, so the next heuristic takes seconds.
#[derive(clap::Args)]
#[command(after_help = "\
A position counts as a decision only if some moves keep the result and others do not. If a heuristic rates several \
moves equally, its mark is the mean over them. Depth 1 is the greedy choice.

Examples:
  plyscope grade tictactoe
  plyscope grade pawn:4x4 material thesis-advanced \"{2*pieces+steps}\" --depth 5
  plyscope grade reversi --positions 2000 --last 10 --html grades.html
  plyscope grade breakthrough:5x4 --matches 200
  plyscope grade pawn:5x5 --positions all --json")]
pub(crate) struct Grade {
    #[command(flatten)]
    pub(crate) place: PositionArgs,
    /// Heuristics, for example material or {2*pieces+steps} [default: all of the game]
    #[arg(value_name = "HEURISTIC")]
    pub(crate) heuristics: Vec<String>,
    /// Grade the choices at depths 1 to N
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=20))]
    pub(crate) depth: u32,
    /// All positions, or a sample of N [default: all if there are few, else 1000]
    #[arg(long, value_name = "all|N", value_parser = positions)]
    pub(crate) positions: Option<Positions>,
    /// Take the sample from the last N plies of games; in Reversi this is about the number of empty cells
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub(crate) last: u32,
    /// Leave out positions of the sample that take longer than this to solve
    #[arg(long, value_name = "TIME", default_value = "1s", value_parser = plyscope_registry::read_time)]
    pub(crate) solve_time: Duration,
    #[command(flatten)]
    pub(crate) limit: TimeLimit,
    #[command(flatten)]
    pub(crate) chance: Chance,
    #[command(flatten)]
    pub(crate) parallel: Parallel,
    /// Folder for solved samples
    #[arg(long, value_name = "FOLDER", default_value = "plyscope-truth")]
    pub(crate) cache: PathBuf,
    /// Play N games between every two heuristics and report whether grades predict results
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(2..=1_000_000))]
    pub(crate) matches: Option<u64>,
    /// Search depth in these games [default: the value of --depth]
    #[arg(long, value_name = "N", requires = "matches", value_parser = clap::value_parser!(u32).range(1..=20))]
    pub(crate) match_depth: Option<u32>,
    /// Begin these games with this many random moves
    #[arg(long, value_name = "PLIES", default_value_t = 2, value_parser = clap::value_parser!(u32).range(0..=1000))]
    pub(crate) random_plies: u32,
    /// Take the results from this run of an experiment with the same heuristics (`plyscope runs` lists runs)
    #[arg(long, value_name = "RUN", conflicts_with = "matches")]
    pub(crate) run: Option<i64>,
    #[command(flatten)]
    pub(crate) database: Database,
    /// Write the report card as one HTML file
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,
    /// Write the tables to this file as Markdown
    #[arg(long, value_name = "FILE")]
    pub(crate) markdown: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) overwrite: Overwrite,
    #[command(flatten)]
    pub(crate) output: Output,
}

fn positions(text: &str) -> Result<Positions, BadInput> {
    if text == "all" {
        return Ok(Positions::All);
    }
    let number = text.parse().ok().filter(|number| (1..=1_000_000).contains(number));
    number.map(Positions::Sample).ok_or_else(|| BadInput::new("positions are \"all\" or a number from 1 to 1000000"))
}
