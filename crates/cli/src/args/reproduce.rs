//! Arguments of `plyscope reproduce`.

use std::path::PathBuf;

use super::shared::{Chance, Output, Overwrite, Parallel};

/// Run a published study again and compare its tables with ours.
#[derive(clap::Args)]
#[command(after_help = "\
Each cell shows the published figure and ours, and whether they are equal, within noise, or differ. Differences \
are explained below each table.

Examples:
  plyscope reproduce                            list the studies
  plyscope reproduce reversi-lab                run one of them
  plyscope reproduce pawn-thesis --full         run everything, including the slow parts
  plyscope reproduce andantino --plots plots    write its plots as SVG files into a folder")]
pub(crate) struct Reproduce {
    /// Study [default: list all]
    #[arg(value_name = "STUDY")]
    pub(crate) study: Option<String>,
    /// Compute everything, including the slow parts
    #[arg(long)]
    pub(crate) full: bool,
    #[command(flatten)]
    pub(crate) chance: Chance,
    #[command(flatten)]
    pub(crate) parallel: Parallel,
    /// Write the study's plots as SVG files into this folder
    #[arg(long, value_name = "FOLDER")]
    pub(crate) plots: Option<PathBuf>,
    /// Write the tables to this file as Markdown
    #[arg(long, value_name = "FILE")]
    pub(crate) markdown: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) overwrite: Overwrite,
    #[command(flatten)]
    pub(crate) output: Output,
}
