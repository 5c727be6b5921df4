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

#[cfg(unix)]
mod client;
#[cfg(not(unix))]
mod elsewhere;
#[cfg(unix)]
mod guard;
#[cfg(unix)]
mod last_words;
#[cfg(unix)]
mod launch;
#[cfg(unix)]
mod pool;
#[cfg(unix)]
mod proc;
#[cfg(unix)]
mod process;
#[cfg(unix)]
#[cfg_attr(not(target_os = "linux"), path = "no_sandbox.rs")]
mod sandbox;
mod spec;
#[cfg(unix)]
mod watch;

#[cfg(not(unix))]
pub use elsewhere::Pool;
#[cfg(unix)]
pub use pool::Pool;
pub use spec::{OptionValue, Program, ProgramSpec, ProgramTable, Programs, Protocol, Sandbox, Walls};
