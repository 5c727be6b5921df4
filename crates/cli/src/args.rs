//! The command line: its commands, and for each of them a type with its arguments.

mod ablate;
mod agent;
mod check;
mod cluster;
mod engine;
mod experiment;
mod grade;
mod install;
mod league;
mod learn;
mod look;
mod merge;
mod play;
mod reproduce;
mod serve;
mod shared;
mod tune;

pub(crate) use ablate::Ablate;
pub(crate) use agent::{Agent, AgentCheck, AgentCommand, AgentNew};
pub(crate) use check::{Bench, Verify};
pub(crate) use cluster::{Worker, Workers};
pub(crate) use engine::Engine;
pub(crate) use experiment::{Files, Match, Records, Report, Run, Runs};
pub(crate) use grade::Grade;
pub(crate) use install::{Completions, Manual};
pub(crate) use league::League;
pub(crate) use learn::Learn;
pub(crate) use look::{Evaluate, Games, Perft, Position, Search, Solve};
pub(crate) use merge::Merge;
pub(crate) use play::Play;
pub(crate) use reproduce::Reproduce;
pub(crate) use serve::Serve;
pub(crate) use shared::{Database, Overwrite, read_heuristic, read_player};
pub(crate) use tune::Tune;

use clap::{Parser, Subcommand};

/// An instrument for looking into game-tree search.
#[derive(Parser)]
#[command(
    name = "plyscope",
    version,
    propagate_version = true,
    arg_required_else_help = true,
    disable_help_subcommand = true,
    after_help = "\
A GAME is id[:size[,option[=value]…]], for example pawn:4x4, reversi:6x6, breakthrough:8x8,workers=3 \
or andantino:10. `plyscope games` lists them all. Every command that prints a result takes --json. \
Colours respect NO_COLOR.

Examples:
  plyscope games
  plyscope position reversi --moves \"f5 d6 c3\"
  plyscope perft breakthrough 6 --divide"
)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    Games(Games),
    Position(Position),
    Perft(Perft),
    Evaluate(Evaluate),
    Search(Search),
    Solve(Solve),
    Grade(Grade),
    Match(Match),
    Run(Run),
    Worker(Worker),
    Workers(Workers),
    Ablate(Ablate),
    Report(Report),
    Merge(Merge),
    Runs(Runs),
    Records(Records),
    Play(Play),
    Reproduce(Reproduce),
    Serve(Serve),
    Engine(Engine),
    Agent(Agent),
    League(League),
    Learn(Learn),
    Tune(Tune),
    Verify(Verify),
    Bench(Bench),
    Completions(Completions),
    Manual(Manual),
}
