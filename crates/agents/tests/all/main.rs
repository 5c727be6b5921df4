//! Templates in every language, and what the checker says of players with every fault.

mod faults;
mod templates;

use std::fs;
use std::path::Path;

use plyscope_agents::{Agent, Checked, check};
use plyscope_core::Work;

/// Checks the player of a folder.
fn checked(folder: &Path, game: Option<&str>) -> Checked {
    let agent = Agent::read(folder).expect("a description");
    let start = agent.start_of(game).expect("a game");
    check(&agent, &*start, Work::never()).expect("a check")
}

/// Puts a text into a file of a folder.
fn put(folder: &Path, name: &str, text: &str) {
    fs::write(folder.join(name), text).expect("a file");
}
