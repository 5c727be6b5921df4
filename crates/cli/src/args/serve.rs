//! Arguments of `plyscope serve`.

use std::path::PathBuf;

use plyscope_registry::Jobs;

use super::shared::{Database, Output, ProgramArgs, jobs};

/// Open Plyscope in the browser: play, look inside searches, run experiments.
///
/// The page needs no network and is served to this machine only, unless --host says otherwise. Other machines then need
/// a token, which is part of the address that is printed. Ctrl-C ends the server; its experiments stop and can be
/// resumed.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  plyscope serve
  plyscope serve --port 0 --browser
  plyscope serve --programs agents.toml                      players such as program:mine
  plyscope serve --league class                              the table of `plyscope league class`
  plyscope serve --host 0.0.0.0 --db class.db --max-searches 8 --max-seconds 10")]
pub(crate) struct Serve {
    /// Port; 0 for any free port
    #[arg(long, short, value_name = "P", default_value_t = 7420)]
    pub(crate) port: u16,
    /// Address or name to listen on; 0.0.0.0 admits other machines, which need a token
    #[arg(long, value_name = "H", default_value = "127.0.0.1")]
    pub(crate) host: String,
    #[command(flatten)]
    pub(crate) database: Database,
    /// Token that requests need [default: made at random if other machines can reach the server]
    #[arg(long, value_name = "TEXT")]
    pub(crate) token: Option<String>,
    /// Admit every machine that can reach the server, without a token
    #[arg(long, conflicts_with = "token")]
    pub(crate) open: bool,
    /// Open the page in the browser
    #[arg(long)]
    pub(crate) browser: bool,
    /// Maximum number of searches at the same time
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) max_searches: u16,
    /// Maximum time of one search in seconds, even if its player allows more
    #[arg(long, value_name = "S", default_value_t = 60, value_parser = clap::value_parser!(u32).range(1..=86_400))]
    pub(crate) max_seconds: u32,
    /// Number of threads for an experiment [default: all cores but one]
    #[arg(long, short, value_name = "N", value_parser = jobs)]
    pub(crate) jobs: Option<Jobs>,
    /// Show the league in this folder, which `plyscope league` plays
    #[arg(long, value_name = "FOLDER")]
    pub(crate) league: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) programs: ProgramArgs,
    #[command(flatten)]
    pub(crate) output: Output,
}
