//! Arguments of `plyscope agent`.

use std::path::PathBuf;

use plyscope_agents::Language;

use super::shared::Output;

/// Write a player of your own: begin with a template, and check what you have.
#[derive(clap::Args)]
#[command(arg_required_else_help = true)]
pub(crate) struct Agent {
    #[command(subcommand)]
    pub(crate) command: AgentCommand,
}

#[derive(clap::Subcommand)]
pub(crate) enum AgentCommand {
    New(AgentNew),
    Check(AgentCheck),
}

/// Write a folder with two small players: one that chooses at random, and one that looks one move ahead.
///
/// They speak the protocol lines, which docs/protocol.md describes. The file agent.toml says how to start them.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  plyscope agent new python --game reversi
  plyscope agent new cpp --game breakthrough:6x6 my-player")]
pub(crate) struct AgentNew {
    /// Language: python, java, cpp, javascript or rust
    #[arg(value_name = "LANGUAGE")]
    pub(crate) language: Language,
    /// Game, for example reversi (`plyscope games` lists them)
    #[arg(long, value_name = "GAME")]
    pub(crate) game: String,
    /// New folder [default: the language and -agent, such as python-agent]
    #[arg(value_name = "DIR")]
    pub(crate) dir: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) output: Output,
}

/// Play an agent through positions and odd situations, and say what is wrong.
///
/// DIR has a file agent.toml, or just an agent.py. The exit code is 0 if nothing is wrong, and 1 if something is.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  plyscope agent check python-agent
  plyscope agent check . --game reversi:6x6 --json")]
pub(crate) struct AgentCheck {
    /// Folder of the agent
    #[arg(value_name = "DIR")]
    pub(crate) dir: PathBuf,
    /// Game [default: the one that agent.toml names]
    #[arg(long, value_name = "GAME")]
    pub(crate) game: Option<String>,
    #[command(flatten)]
    pub(crate) output: Output,
}
