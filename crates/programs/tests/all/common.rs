//! Games against the agents of `tests/agents`.

use std::path::{Path, PathBuf};

use indexmap::IndexMap;
use plyscope_programs::{ProgramSpec, Programs};
use plyscope_registry::{GameConditions, Guests, Player, Record, start};

/// The folder of the agents.
pub(crate) fn agents() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/agents")
}

/// A program called `agent` with this command.
pub(crate) fn agent(command: &[&str]) -> ProgramSpec {
    ProgramSpec { command: command.iter().map(|&word| word.to_owned()).collect(), ..ProgramSpec::default() }
}

/// The agent that breaks in this way after some games.
pub(crate) fn broken(how: &str, games: i32) -> Programs {
    programs(agent(&["python3", "broken.py", how, &games.to_string()]))
}

pub(crate) fn programs(agent: ProgramSpec) -> Programs {
    Programs::listed(&IndexMap::from([("agent".to_owned(), agent)]), &agents()).expect("a program")
}

pub(crate) fn player(text: &str) -> Player {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// A game of the agent, as the first player unless it is told otherwise, against random moves.
pub(crate) fn play(game: &str, players: [&str; 2], seed: u64, guests: &dyn Guests) -> Record {
    let players = players.map(player);
    let conditions = GameConditions { guests: Some(guests), ..GameConditions::default() };
    let record = start(game).expect("a game").play_out([&players[0], &players[1]], seed, &conditions);
    record.expect("no failure of ours").expect("it is not stopped")
}
