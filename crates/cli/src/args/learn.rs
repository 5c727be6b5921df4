//! Arguments of `plyscope learn`.

use std::path::PathBuf;

use plyscope_learn::Kind;

use super::shared::{Chance, Output, Overwrite, Parallel, TimeLimit};

/// Learn a heuristic for a game from nothing but its rules.
///
/// A player plays against itself with a few random moves, a model is fitted to the positions of these games, checked
/// against what it began with, and plays the next games. The file is a heuristic: engine+file:FILE@time=50ms.
#[derive(clap::Args)]
#[command(after_help = "\
The games are kept in a database next to the file. A session that was stopped goes on with --resume, and the same \
games serve to fit another model. With --games the same seed gives the same file; with --time alone the number of \
games depends on the machine.

Examples:
  plyscope learn tictactoe --out tictactoe.heuristic --games 2000
  plyscope learn breakthrough --time 30m --out breakthrough.heuristic
  plyscope learn reversi --model patterns --games 50000 --generations 3 --out reversi.heuristic
  plyscope learn breakthrough --formula \"{10*pieces+steps-3*hanging}\"
  plyscope match breakthrough engine+file:breakthrough.heuristic@time=50ms engine@time=50ms --games 100 --swap")]
pub(crate) struct Learn {
    /// Game, for example breakthrough:6x6 (`plyscope games` lists them)
    #[arg(value_name = "GAME")]
    pub(crate) game: String,
    /// Write the heuristic to this file
    #[arg(long, value_name = "FILE", required_unless_present = "formula")]
    pub(crate) out: Option<PathBuf>,
    /// Fit the weights of this formula instead of a model, and print it
    #[arg(long, value_name = "FORMULA")]
    #[arg(conflicts_with_all = ["out", "model", "features", "stages", "hidden", "passes"])]
    pub(crate) formula: Option<String>,
    /// What to learn: weights of features and cells, patterns of cells, or a small network
    #[arg(long, value_name = "MODEL", default_value = "network", value_parser = ["weights", "patterns", "network"])]
    pub(crate) model: String,
    #[command(flatten)]
    pub(crate) limit: TimeLimit,
    /// Games of each generation [default: as many as a fifth of --time allows, or 5000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    pub(crate) games: Option<u64>,
    /// The most generations
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u64).range(1..=1000))]
    pub(crate) generations: u64,
    /// Who plays the games; its heuristic is what learning begins with
    #[arg(long, value_name = "PLAYER", default_value = "engine:table=256KB@nodes=1000")]
    pub(crate) player: String,
    /// Features to use besides the cells: names, all or none [default: all for weights, else a few of the game]
    #[arg(long, value_name = "NAMES")]
    pub(crate) features: Option<String>,
    /// Stages of the game with weights of their own, by number of pieces
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=64))]
    pub(crate) stages: Option<u64>,
    /// Hidden units of a network, a multiple of 32
    #[arg(long, value_name = "N", default_value_t = 64, value_parser = clap::value_parser!(u64).range(32..=512))]
    pub(crate) hidden: u64,
    /// Passes over the positions when fitting a network
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u64).range(1..=10_000))]
    pub(crate) passes: u64,
    /// Share of the value of the search in what is predicted; the rest is the result of the game
    #[arg(long, value_name = "SHARE", default_value_t = 0.5)]
    pub(crate) values: f64,
    /// Fewest and most random moves at the beginning of a game
    #[arg(long, value_name = "MIN-MAX", default_value = "2-8")]
    pub(crate) opening: String,
    /// The most random moves in the middle of a game
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u32).range(0..=100))]
    pub(crate) random: u32,
    /// Leave out positions whose best move takes something; for players that search exchanges to their end
    #[arg(long)]
    pub(crate) quiet: bool,
    /// The most games to check each generation with; 0 for no check
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = clap::value_parser!(u64).range(0..=1_000_000))]
    pub(crate) check: u64,
    /// Database of the games [default: FILE with the ending .db, or learn.db for a formula]
    #[arg(long, value_name = "FILE")]
    pub(crate) data: Option<PathBuf>,
    /// Draw the learning curve as SVG
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,
    /// Go on with the games of a session that was stopped, or fit another model to them
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

impl Learn {
    /// The kind of model.
    pub(crate) fn kind(&self) -> Kind {
        self.model.parse().unwrap_or(Kind::Network)
    }
}
