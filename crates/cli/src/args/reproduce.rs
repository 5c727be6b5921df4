//! What can be typed after `plyscope reproduce`.

use std::path::PathBuf;

use plyscope_registry::Jobs;

use super::jobs;

/// Run a published study again: its tables beside ours.
#[derive(clap::Args)]
#[command(after_help = "\
Each cell shows the published figure and ours, and whether they are equal, within noise, or differ; below stands what explains it.

Examples:
  plyscope reproduce                            the studies
  plyscope reproduce reversi-lab                one of them
  plyscope reproduce pawn-thesis --full         everything, even what takes long
  plyscope reproduce andantino --plots plots    with its plots as SVG files in a folder")]
pub(crate) struct Reproduce {
    /// The study; without it, all are listed
    #[arg(value_name = "STUDY")]
    pub(crate) study: Option<String>,
    /// Compute everything, even what takes long
    #[arg(long)]
    pub(crate) full: bool,
    /// The seed of all that is left to chance
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Threads to use [default: one for each core]
    #[arg(long, value_name = "J", value_parser = jobs)]
    pub(crate) jobs: Option<Jobs>,
    /// Write the study's plots as SVG files into this folder
    #[arg(long, value_name = "FOLDER")]
    pub(crate) plots: Option<PathBuf>,
    /// Write the tables as Markdown into this file
    #[arg(long, value_name = "FILE")]
    pub(crate) markdown: Option<PathBuf>,
    /// Print one JSON object and nothing else
    #[arg(long)]
    pub(crate) json: bool,
}
