//! Other people's programs as players: what is known of them, how they are started, asked and ended, and what counts
//! as a fault.
//!
//! ```text
//! Programs     the programs of an experiment or of the command line, by name
//!    ▼
//!  Pool        lends a running program to every game, and takes it back
//!    ▼
//! client/      a conversation in one of the protocols
//!    ▼
//! Process      pipes with limits of time and size; nothing is left running
//! ```
//!
//! A program is never trusted: every wait ends, every line has a greatest length, and whatever it does costs it at most
//! its game. What fails on our side (no memory, no file handles) is an error and costs nobody anything.

mod client;
mod guard;
mod last_words;
mod launch;
mod pool;
mod process;
mod sandbox;
mod spec;
mod watch;

pub use pool::Pool;
pub use spec::{OptionValue, Program, ProgramSpec, ProgramTable, Programs, Protocol};
