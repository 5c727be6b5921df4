//! Arguments of `plyscope engine`.

use plyscope_protocols::Protocol;

use super::shared::Chance;

/// Be an engine for other programs: answer requests for moves on standard input.
///
/// GTP is for boards and managers of Othello (game reversi), NBoard for the program of that name (reversi:8x8), UCI for
/// those of chess variants (game breakthrough), and lines for programs of your own (all games). The player's own limits
/// and those of the other program both hold; where neither has one, the player thinks one second. The engine ends with
/// `quit` or the end of the input. docs/protocol.md describes what it understands.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  plyscope engine reversi engine@time=1s --protocol gtp     for Quarry and other boards
  plyscope engine breakthrough engine --protocol uci        the other program gives the time
  plyscope engine reversi mcts@rollouts=2000 --protocol nboard
  plyscope engine andantino:5 alphabeta@depth=3 --protocol lines")]
pub(crate) struct Engine {
    /// Game, for example reversi (`plyscope games` lists them)
    #[arg(value_name = "GAME")]
    pub(crate) game: String,
    /// Player, for example engine@time=1s
    #[arg(value_name = "PLAYER")]
    pub(crate) player: String,
    /// Protocol to speak: gtp, uci, nboard or lines
    #[arg(long, value_name = "PROTOCOL", default_value = "lines")]
    pub(crate) protocol: Protocol,
    #[command(flatten)]
    pub(crate) chance: Chance,
}
