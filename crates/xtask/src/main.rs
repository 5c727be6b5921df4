//! Checks and chores: `cargo xtask test` is what the README and CI run.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program for the terminal")]

mod instructions;
mod page;
mod run;
mod tidy;
mod toolchain;

use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Result, bail};

const HELP: &str = "\
cargo xtask test            everything that must hold: format, lints, tests, documentation, tidiness, toolchain,
                            the page in a browser (Chromium is installed if it is missing and the system is Debian's)
cargo xtask tidy            only the rules of the house: file heads and lengths, which crate may know which
cargo xtask page            only the page: its types, and its tests in Chromium against the built program
                            (PLYSCOPE_CHROMIUM names another browser, PLYSCOPE_BIN a program that is built already)
cargo xtask instructions    instruction counts of the hot paths under valgrind, against benches/instructions.txt
                            (--update writes that file anew)";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    let result = match words[..] {
        ["test"] => test(),
        ["tidy"] => tidy::check(),
        ["page"] => page::check(),
        ["instructions"] => instructions::compare(),
        ["instructions", "--update"] => instructions::update(),
        ["help" | "--help" | "-h"] | [] => {
            println!("{HELP}");
            Ok(())
        }
        _ => {
            eprintln!("error: no such chore: {}\n\n{HELP}", words.join(" "));
            return ExitCode::from(2);
        }
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// A check with its name.
type Step = (&'static str, fn() -> Result<()>);

/// All checks, the quick ones first; the first that fails ends it.
fn test() -> Result<()> {
    let steps: [Step; 8] = [
        ("toolchain", toolchain::check),
        ("format", || run::cargo(&["fmt", "--all", "--check"])),
        ("tidy", tidy::check),
        ("lints", || run::cargo(&["clippy", "--workspace", "--all-targets", "--locked", "--", "-D", "warnings"])),
        ("documentation", || {
            run::cargo_with(&["doc", "--workspace", "--no-deps", "--locked"], &[("RUSTDOCFLAGS", "-D warnings")])
        }),
        // With one seed for all properties, so that the gate gives the same answer twice. A plain `cargo test` draws new cases.
        ("tests", || run::cargo_with(&["test", "--workspace", "--locked"], &[("PROPTEST_RNG_SEED", "1")])),
        // After the tests, whose program it drives.
        ("page", page::check),
        // Off by default because of its build, but not unchecked.
        ("parquet", || {
            run::cargo(&[
                "test",
                "--locked",
                "-p",
                "plyscope-store",
                "--features",
                "parquet",
                "--test",
                "all",
                "columns",
            ])
        }),
    ];
    let begun = Instant::now();
    for (name, step) in steps {
        println!("── {name}");
        let step_begun = Instant::now();
        if let Err(error) = step() {
            bail!("{name}: {error:#}");
        }
        println!("── {name}: fine, {:.0} s", step_begun.elapsed().as_secs_f64());
    }
    println!("── all checks passed in {:.0} s", begun.elapsed().as_secs_f64());
    Ok(())
}
