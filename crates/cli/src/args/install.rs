//! Commands that write what a shell and `man` need.

use std::path::PathBuf;

use clap_complete::Shell;

use super::shared::{Output, Overwrite};

/// Print the completion script of a shell.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  plyscope completions bash > ~/.local/share/bash-completion/completions/plyscope
  plyscope completions zsh > ~/.zfunc/_plyscope        a folder of your fpath
  plyscope completions fish > ~/.config/fish/completions/plyscope.fish")]
pub(crate) struct Completions {
    /// Shell
    #[arg(value_name = "SHELL", value_enum)]
    pub(crate) shell: Shell,
    #[command(flatten)]
    pub(crate) output: Output,
}

/// Print the manual page, or write one page for each command.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  plyscope manual | man -l -
  plyscope manual --dir ~/.local/share/man/man1        then: man plyscope, man plyscope-search")]
pub(crate) struct Manual {
    /// Write plyscope.1 and a page for each command into this folder
    #[arg(long, value_name = "DIR")]
    pub(crate) dir: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) overwrite: Overwrite,
    #[command(flatten)]
    pub(crate) output: Output,
}
