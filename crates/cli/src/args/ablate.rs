//! `plyscope ablate`.

use std::path::PathBuf;
use std::time::Duration;

use super::cluster::OnHub;
use super::experiment::Files;
use super::shared::{Chance, Database, Output, Parallel};

/// Measure what each option of a player is worth.
///
/// Switches off one option of its search at a time and lets the whole player meet the one without it, in pairs of games
/// with swapped seats from random openings, with equal time and with equal nodes. All games are kept; `plyscope report`
/// shows the run again, and `plyscope run` plays it from a file with schedule = "ablation".
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  plyscope ablate breakthrough engine
  plyscope ablate reversi:6x6 iterative --nodes 2000 --games 400
  plyscope ablate pawn:5x5 mcts:merge=yes --time 10ms --option solver --option merge
  plyscope ablate reversi engine --check
  plyscope ablate reversi engine --resume --svg worth.svg")]
pub(crate) struct Ablate {
    /// Game, for example pawn:4x4 (`plyscope games` lists them)
    #[arg(value_name = "GAME")]
    pub(crate) game: String,
    /// Player whose options are switched off; with a limit of its own (@depth=4), everything is measured with that
    #[arg(value_name = "PLAYER")]
    pub(crate) player: String,
    /// Measure with this time for each move [default: 50ms, unless only --nodes is given]
    #[arg(long, value_name = "TIME", value_parser = plyscope_registry::read_time)]
    pub(crate) time: Option<Duration>,
    /// Measure with this number of nodes for each move [default: 10000, unless only --time is given]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) nodes: Option<u64>,
    /// Games for each option and limit
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u32).range(2..=10_000_000))]
    pub(crate) games: u32,
    /// Switch off only this option; can be given several times
    #[arg(long, value_name = "NAME")]
    pub(crate) option: Vec<String>,
    /// Begin each pair of games with this many random moves
    #[arg(long, value_name = "PLIES", default_value_t = 4, value_parser = clap::value_parser!(u32).range(0..=1000))]
    pub(crate) random_plies: u32,
    #[command(flatten)]
    pub(crate) chance: Chance,
    #[command(flatten)]
    pub(crate) parallel: Parallel,
    #[command(flatten)]
    pub(crate) hub: OnHub,
    #[command(flatten)]
    pub(crate) database: Database,
    /// Continue the unfinished run of the same ablation; report a finished one without playing again
    #[arg(long)]
    pub(crate) resume: bool,
    /// Only show what would be played, the number of games and the expected time
    #[arg(long)]
    pub(crate) check: bool,
    /// Draw what the options are worth as SVG
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) files: Files,
    #[command(flatten)]
    pub(crate) output: Output,
}
