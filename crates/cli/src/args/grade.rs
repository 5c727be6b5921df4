//! What can be typed after `plyscope grade`.

use std::path::PathBuf;
use std::time::Duration;

use plyscope_core::BadInput;
use plyscope_registry::{Jobs, Positions};

use super::{DEFAULT_DB, Place, jobs};

/// Grade heuristics: how good their choices are where the truth is known.
///
/// On small boards over all positions, elsewhere over a sample of endgames that are solved first. Solved samples are kept, so the next heuristic takes seconds.
#[derive(clap::Args)]
#[command(after_help = "\
Only positions in which some moves keep the result and others do not count as decisions. Of several moves that a heuristic likes best equally, any may be played:
a mark is the mean over them. Depth 1 is the greedy choice.

Examples:
  plyscope grade tictactoe
  plyscope grade pawn:4x4 material thesis-advanced \"{2*pieces+steps}\" --depth 5
  plyscope grade reversi --positions 2000 --last 10 --html grades.html
  plyscope grade breakthrough:5x4 --matches 200
  plyscope grade pawn:5x5 --positions all --json")]
pub(crate) struct Grade {
    #[command(flatten)]
    pub(crate) place: Place,
    /// The heuristics, for example material or {2*pieces+steps}; all of the game by default
    #[arg(value_name = "HEURISTIC")]
    pub(crate) heuristics: Vec<String>,
    /// Grade the choices at depths 1 to N
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=20))]
    pub(crate) depth: u32,
    /// Which positions: all, or a sample of so many [default: all if there are few, else 1000]
    #[arg(long, value_name = "all|N", value_parser = positions)]
    pub(crate) positions: Option<Positions>,
    /// Draw a sample from the last N plies of games; in Reversi about as many cells are empty
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub(crate) last: u32,
    /// Leave out a position of a sample that is not solved in this time
    #[arg(long, value_name = "TIME", default_value = "1s", value_parser = plyscope_registry::read_time)]
    pub(crate) time: Duration,
    /// Decides the sample, the games and whatever else is left to chance
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// Threads to use; all cores by default
    #[arg(long, short, value_name = "N", value_parser = jobs)]
    pub(crate) jobs: Option<Jobs>,
    /// The folder that keeps solved samples
    #[arg(long, value_name = "FOLDER", default_value = "plyscope-truth")]
    pub(crate) cache: PathBuf,
    /// Let every two of the heuristics play so many games, and tell whether grades predict results
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(2..=1_000_000))]
    pub(crate) matches: Option<u64>,
    /// The depth of the players of these games [default: that of --depth]
    #[arg(long, value_name = "N", requires = "matches", value_parser = clap::value_parser!(u32).range(1..=20))]
    pub(crate) match_depth: Option<u32>,
    /// Begin these games with so many random moves
    #[arg(long, value_name = "PLIES", default_value_t = 2, value_parser = clap::value_parser!(u32).range(0..=1000))]
    pub(crate) random_plies: u32,
    /// Take the results from this run of an experiment with the same heuristics instead (`plyscope runs` lists them)
    #[arg(long, value_name = "RUN", conflicts_with = "matches")]
    pub(crate) run: Option<i64>,
    /// The database of that run
    #[arg(long, value_name = "FILE", default_value = DEFAULT_DB)]
    pub(crate) db: PathBuf,
    /// Write the report card as one HTML file
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,
    /// Write the tables as Markdown into this file
    #[arg(long, value_name = "FILE")]
    pub(crate) markdown: Option<PathBuf>,
    /// Print one JSON object and nothing else
    #[arg(long)]
    pub(crate) json: bool,
}

fn positions(text: &str) -> Result<Positions, BadInput> {
    if text == "all" {
        return Ok(Positions::All);
    }
    let number = text.parse().ok().filter(|number| (1..=1_000_000).contains(number));
    number.map(Positions::Sample).ok_or_else(|| BadInput::new("positions are \"all\" or a number from 1 to 1000000"))
}
