//! What can be typed after `plyscope play`.

use std::path::PathBuf;

use plyscope_core::BadInput;
use plyscope_registry::AnyPosition;

use super::Place;

/// Play: people and programs at one board.
#[derive(clap::Args)]
#[command(after_help = "\
A player is human, easy, fair, strong, or any spec of `plyscope games`. During the game, help lists what can be typed.

Examples:
  plyscope play reversi                                      you against a strong program
  plyscope play pawn:5x5 --first easy --second human         the program begins
  plyscope play andantino --first human --second human       two people
  plyscope play breakthrough --first mcts@rollouts=500 --second engine@depth=4
  plyscope play --load game.txt                              go on with a saved game")]
pub(crate) struct Play {
    /// The game and its variant, such as pawn:4x4
    #[arg(value_name = "GAME")]
    pub(crate) game: Option<String>,
    /// Who moves first
    #[arg(long, value_name = "PLAYER", default_value = "human")]
    pub(crate) first: String,
    /// Who moves second
    #[arg(long, value_name = "PLAYER", default_value = "strong")]
    pub(crate) second: String,
    /// Begin with this position
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub(crate) position: Option<String>,
    /// Moves that have already been played
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    pub(crate) moves: Option<String>,
    /// Who gives hints
    #[arg(long, value_name = "PLAYER", default_value = "strong")]
    pub(crate) hint: String,
    /// Go on with a game from a file
    #[arg(long, value_name = "FILE", conflicts_with_all = ["game", "position", "moves"])]
    pub(crate) load: Option<PathBuf>,
    /// Show the game from its beginning and end
    #[arg(long)]
    pub(crate) replay: bool,
    /// The seed of all that programs leave to chance
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub(crate) seed: u64,
}

impl Play {
    /// Where the game begins.
    pub(crate) fn start(&self) -> Result<Box<dyn AnyPosition>, BadInput> {
        let game = self.game.clone().unwrap_or_default();
        Place { game, position: self.position.clone(), moves: None }.find()
    }
}
