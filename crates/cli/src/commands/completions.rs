//! `plyscope completions`: a script that completes commands and options in a shell.

use clap::CommandFactory;

use crate::args::{Args, Completions};
use crate::output::{Failure, print};

pub(crate) fn run(options: &Completions) -> Result<(), Failure> {
    let (mut command, mut script) = (Args::command(), Vec::new());
    clap_complete::generate(options.shell, &mut command, "plyscope", &mut script);
    print(&String::from_utf8_lossy(&script))
}
