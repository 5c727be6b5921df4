//! Arguments of `plyscope tune`.

use std::path::PathBuf;

use plyscope_learn::{Method, Vary};

use super::shared::{Chance, Output, Overwrite, Parallel};

/// Tune numbers of a player by its games.
///
/// PLAYER has a blank `<NAME>` for each number, and --vary gives its range. Games between players that differ a little
/// show in which direction to go; no gradient is needed, so everything in the text of a player can be tuned: margins of
/// the engine, weights of a formula, options of a heuristic. In the end the result plays against the start.
#[derive(clap::Args)]
#[command(after_help = "\
A range is NAME=LOW..HIGH, with :START after it to begin elsewhere than in the middle. If none of its numbers is \
written with a decimal point, only whole numbers are tried. The games are kept in a database; a session that was \
stopped goes on with --resume. The same seed gives the same result, whatever --jobs is.

spsa moves all numbers at once, a step for each few games; it suits many games and small differences. cma-es plays a \
generation of candidates against their mean; it also learns which numbers belong together.

Examples:
  plyscope tune breakthrough:6x6 \"engine:futility-margin=<f>,late-moves=<l>@nodes=1000\" \\
    --vary f=0.5..3.0:1.2 --vary l=0..12:3 --games 4000
  plyscope tune pawn:5x5 \"alphabeta+{10*pieces+<s>*steps}@depth=3\" --vary s=0.0..10:1 --method cma-es")]
pub(crate) struct Tune {
    /// Game, for example breakthrough:6x6 (`plyscope games` lists them)
    #[arg(value_name = "GAME")]
    pub(crate) game: String,
    /// Player with a blank `<NAME>` for each number, and a limit of nodes, depth or rollouts
    #[arg(value_name = "PLAYER")]
    pub(crate) player: String,
    /// Range of a number, with its start: NAME=LOW..HIGH or NAME=LOW..HIGH:START
    #[arg(long, value_name = "RANGE", required = true, allow_hyphen_values = true)]
    pub(crate) vary: Vec<Vary>,
    /// How to tune: spsa or cma-es
    #[arg(long, value_name = "METHOD", default_value = "spsa")]
    pub(crate) method: Method,
    /// The most games, without those of the check
    #[arg(long, value_name = "N", default_value_t = 4000)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    pub(crate) games: u64,
    /// Pairs of games of each comparison [default: 4 for spsa, 8 for cma-es]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=10_000))]
    pub(crate) pairs: Option<u64>,
    /// Begin each pair of games with this many random moves
    #[arg(long, value_name = "PLIES", default_value_t = 4, value_parser = clap::value_parser!(u32).range(0..=1000))]
    pub(crate) random_plies: u32,
    /// The most games of the result against the start; 0 for no check
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(0..=1_000_000))]
    pub(crate) check: u64,
    /// Database of the games
    #[arg(long, value_name = "FILE", default_value = "tune.db")]
    pub(crate) data: PathBuf,
    /// Draw how the numbers moved as SVG
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,
    /// Go on with a session that was stopped
    #[arg(long)]
    pub(crate) resume: bool,
    #[command(flatten)]
    pub(crate) chance: Chance,
    #[command(flatten)]
    pub(crate) parallel: Parallel,
    #[command(flatten)]
    pub(crate) overwrite: Overwrite,
    #[command(flatten)]
    pub(crate) output: Output,
}
