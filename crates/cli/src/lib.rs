//! The command line of Plyscope: parses arguments, runs a command, and prints one clear sentence if it fails.
//!
//! It is a library, so that `python -m plyscope` is the same program.

mod args;
mod commands;
mod drawing;
mod interrupt;
mod live;
mod output;
mod play;
mod progress;
mod solution_text;
mod study_text;
mod summary_text;
mod table;
mod wrap;

use std::ffi::OsString;

use clap::Parser;

use args::{Args, Command};
use output::Failure;

/// Runs a command line, whose first word is the name of the program, and returns its exit code. Wrong arguments and
/// requests for help end the process.
pub fn run(words: &[OsString]) -> u8 {
    interrupt::survive_file_size_limit();
    let args = Args::try_parse_from(words).unwrap_or_else(|error| output::refuse_arguments(&error, words));
    let result = match args.command {
        Command::Games(options) => commands::games::run(&options),
        Command::Position(options) => commands::position::run(&options),
        Command::Perft(options) => commands::perft::run(&options),
        Command::Evaluate(options) => commands::evaluate::run(&options),
        Command::Search(options) => commands::search::run(&options),
        Command::Solve(options) => commands::solve::run(&options),
        Command::Grade(options) => commands::grade::run(&options),
        Command::Match(options) => commands::play_match::run(&options),
        Command::Run(options) => commands::run::run(&options),
        Command::Worker(options) => commands::worker::run(&options),
        Command::Workers(options) => commands::worker::list(&options),
        Command::Ablate(options) => commands::ablate::run(&options),
        Command::Report(options) => commands::report::run(&options),
        Command::Merge(options) => commands::merge::run(&options),
        Command::Runs(options) => commands::report::list(&options),
        Command::Records(options) => commands::records::run(&options),
        Command::Play(options) => play::run(&options),
        Command::Reproduce(options) => commands::reproduce::run(&options),
        Command::Serve(options) => commands::serve::run(&options),
        Command::Engine(options) => commands::engine::run(&options),
        Command::Agent(options) => commands::agent::run(&options.command),
        Command::League(options) => commands::league::run(&options),
        Command::Learn(options) => commands::learn::run(&options),
        Command::Tune(options) => commands::tune::run(&options),
        Command::Verify(options) => commands::verify::run(&options),
        Command::Bench(options) => commands::bench::run(&options),
        Command::Completions(options) => commands::completions::run(&options),
        Command::Manual(options) => commands::manual::run(&options),
    };
    match result {
        Ok(()) => 0,
        // The reader has enough, as in `plyscope … | head`.
        Err(Failure::OutputClosed) => 0,
        Err(failure) => {
            output::complain(&failure);
            failure.exit_code()
        }
    }
}
