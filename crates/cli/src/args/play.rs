//! Arguments of `plyscope play`.

use std::path::PathBuf;

use plyscope_core::BadInput;
use plyscope_registry::AnyPosition;

use super::shared::{Chance, Output, ProgramArgs, begin};

/// Play a game in the terminal, against a program or another person.
#[derive(clap::Args)]
#[command(after_help = "\
A PLAYER is human, easy, fair, strong, or any spec of `plyscope games`. During the game, type help for a list of \
commands. With --json, the board and the conversation go to standard error, and the record of the game to standard \
output when it ends.

Examples:
  plyscope play reversi                                      you against a strong program
  plyscope play pawn:5x5 --first easy --second human         the program begins
  plyscope play andantino --first human --second human       two people
  plyscope play breakthrough --first mcts@rollouts=500 --second engine@depth=4
  plyscope play reversi --second \"program:python3 agent.py@time=2s\"
  plyscope play --load game.txt                              continue a saved game")]
pub(crate) struct Play {
    /// Game, for example pawn:4x4 (`plyscope games` lists them)
    #[arg(value_name = "GAME")]
    pub(crate) game: Option<String>,
    /// Player that moves first
    #[arg(long, value_name = "PLAYER", default_value = "human")]
    pub(crate) first: String,
    /// Player that moves second
    #[arg(long, value_name = "PLAYER", default_value = "strong")]
    pub(crate) second: String,
    /// Begin in this position instead of the game's start
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub(crate) position: Option<String>,
    /// Moves that have already been played
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    pub(crate) moves: Option<String>,
    /// Player that gives hints
    #[arg(long, value_name = "PLAYER", default_value = "strong")]
    pub(crate) hint: String,
    /// Continue a game from a file
    #[arg(long, value_name = "FILE", conflicts_with_all = ["game", "position", "moves"])]
    pub(crate) load: Option<PathBuf>,
    /// Show the game from its beginning and exit
    #[arg(long)]
    pub(crate) replay: bool,
    #[command(flatten)]
    pub(crate) chance: Chance,
    #[command(flatten)]
    pub(crate) programs: ProgramArgs,
    #[command(flatten)]
    pub(crate) output: Output,
}

impl Play {
    /// Where the game begins.
    pub(crate) fn start(&self) -> Result<Box<dyn AnyPosition>, BadInput> {
        begin(self.game.as_deref().unwrap_or_default(), self.position.as_deref())
    }
}
