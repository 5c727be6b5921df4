//! The program `plyscope`.

use std::process::ExitCode;

fn main() -> ExitCode {
    let words: Vec<_> = std::env::args_os().collect();
    ExitCode::from(plyscope_cli::run(&words))
}
