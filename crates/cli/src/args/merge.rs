//! `plyscope merge`.

use std::path::PathBuf;

use super::shared::{Database, Output};

/// Join the parts of an experiment that were played with `plyscope run --shard`.
///
/// The result is the run that one machine would have played: the same games under the same numbers. Games that are
/// already there are compared and not copied again, so a merge can be repeated, continued after a crash, and done
/// with some of the parts first and the others later. The parts are never changed.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  plyscope merge part-*.db --db all.db
  plyscope merge part-1.db part-2.db --db all.db --json
  plyscope report --db all.db --html report.html")]
pub(crate) struct Merge {
    /// Databases of the parts
    #[arg(value_name = "PART", required = true)]
    pub(crate) parts: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) database: Database,
    #[command(flatten)]
    pub(crate) output: Output,
}
