//! What can be typed after `plyscope serve`.

use std::path::PathBuf;

use plyscope_registry::Jobs;

use super::{DEFAULT_DB, jobs};

/// Open Plyscope in the browser: play, look inside searches, run experiments.
///
/// Serves a page that needs no network, to this machine only unless --host says otherwise. Ctrl-C ends it; experiments stop and can be resumed.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  plyscope serve
  plyscope serve --port 0 --open
  plyscope serve --host 0.0.0.0 --db class.db --max-searches 8 --max-seconds 10")]
pub(crate) struct Serve {
    /// The port; 0 for any that is free
    #[arg(long, short, value_name = "P", default_value_t = 7420)]
    pub(crate) port: u16,
    /// The address or name to listen at; 0.0.0.0 lets other machines in
    #[arg(long, value_name = "H", default_value = "127.0.0.1")]
    pub(crate) host: String,
    /// The database that keeps the games
    #[arg(long, value_name = "FILE", default_value = DEFAULT_DB)]
    pub(crate) db: PathBuf,
    /// Show the page in the browser
    #[arg(long)]
    pub(crate) open: bool,
    /// Searches that may run at the same time
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) max_searches: u16,
    /// How long a search may take, whatever its player says
    #[arg(long, value_name = "S", default_value_t = 60, value_parser = clap::value_parser!(u32).range(1..=86_400))]
    pub(crate) max_seconds: u32,
    /// Threads for an experiment; all cores but one by default
    #[arg(long, short, value_name = "N", value_parser = jobs)]
    pub(crate) jobs: Option<Jobs>,
    /// Print the address as one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}
