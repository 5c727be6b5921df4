//! The program from outside: its output, its terminal, its signals and its server.

mod cli;
#[cfg(unix)]
mod cluster;
mod drawing;
#[cfg(unix)]
mod files;
mod install;
#[cfg(unix)]
mod play;
#[cfg(unix)]
mod players;
mod process;
mod programs;
mod runs;
mod serve;
#[cfg(unix)]
mod shards;
#[cfg(unix)]
mod stopping;
mod tune;
