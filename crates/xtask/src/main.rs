//! Checks and chores: `cargo xtask test` is what the README and CI run.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program for the terminal")]

mod built;
mod chaos;
mod gate;
mod instructions;
mod licences;
mod packages;
mod page;
mod programs;
mod python;
mod recipe;
mod run;
mod tidy;
mod toolchain;

use std::process::ExitCode;

use gate::Scope;

const HELP: &str = "\
cargo xtask test            run every check: toolchain, format, tidiness, licences, lints, documentation, tests, the
                            page in a browser (on Debian, what they need is installed if it is missing), Parquet
  --quick                   only format, tidiness, lints, and tests without the heavy ones
  --only CRATE              only format, tidiness, lints and tests of one crate, such as `search`
cargo xtask tidy            only the rules of the project: file heads, lengths of files and lines, choice of words,
                            dependencies, packaging
cargo xtask licences        only the licences and sources of dependencies, against deny.toml
cargo xtask page            only the page: its types, and its tests in Chromium against the built program
                            (PLYSCOPE_CHROMIUM names another browser, PLYSCOPE_BIN a program that is already built)
cargo xtask python          only the Python package: its types by mypy and its tests by pytest, in a virtual environment
  --all                     also with the packages that some of its tests need and otherwise are skipped without
  --wheel                   build, install and test the wheel instead, as `pip install .` does
cargo xtask recipe          only the recipe for a new game in CONTRIBUTING.md: its listing compiles
cargo xtask chaos           experiments on several workers while everything goes wrong: some minutes of kills, a full
                            stream, a worker cut off (needs root) and one with a wrong clock (needs faketime)
cargo xtask instructions    count the instructions of the hot paths under valgrind and compare them with
                            benches/instructions.txt
  --update                  write that file";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    let result = match words[..] {
        ["help" | "--help" | "-h"] | [] | [.., "--help" | "-h"] => {
            println!("{HELP}");
            Ok(())
        }
        ["test", ref options @ ..] => match Scope::parse(options) {
            Ok(scope) => gate::run(&scope),
            Err(error) => return usage(&error.to_string()),
        },
        ["tidy"] => tidy::check(),
        ["licences"] => licences::check(),
        ["page"] => page::check(),
        ["python", ref options @ ..] => match python::Extent::parse(options) {
            Ok(extent) => python::check(&["--package", "plyscope-python"], extent),
            Err(error) => return usage(&error.to_string()),
        },
        ["recipe"] => recipe::check(),
        ["chaos"] => chaos::run(),
        ["instructions"] => instructions::compare(),
        ["instructions", "--update"] => instructions::update(),
        _ => return usage(&format!("unknown command: cargo xtask {}", words.join(" "))),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn usage(error: &str) -> ExitCode {
    eprintln!("error: {error}\n\n{HELP}");
    ExitCode::from(2)
}
