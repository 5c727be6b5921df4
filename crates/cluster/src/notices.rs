//! What processes tell each other without keeping it: who is there, and what is played.

use serde::{Deserialize, Serialize};

/// A worker that is there.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct WorkerNotice {
    /// Its name, which no other has.
    pub name: String,
    /// The name of its machine.
    pub machine: String,
    /// The kind of its processor.
    pub processor: String,
    /// The cores of the machine.
    pub cores: u32,
    /// The games that it plays at a time.
    pub jobs: u32,
    /// The version of its program.
    pub version: String,
    /// The version, and what its test games say.
    pub build: String,
    /// Whether it plays programs from outside.
    pub programs: bool,
    /// The games that it has played.
    pub games: u64,
    /// Games per second, lately.
    pub games_per_second: f64,
    /// The experiment that it plays.
    pub plays: Option<String>,
    /// Whether it is leaving.
    pub leaves: bool,
}

/// A run that is being collected.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct RunNotice {
    pub(crate) run: String,
    /// The experiment.
    pub(crate) name: String,
    /// The program that collects it.
    pub(crate) version: String,
    pub(crate) build: String,
}

/// The notice in a message, if it is one. What others send is bounded by the server.
pub(crate) fn read<T: serde::de::DeserializeOwned>(bytes: &[u8]) -> Option<T> {
    serde_json::from_slice(bytes).ok()
}

pub(crate) fn write(notice: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(notice).expect("a notice can be written")
}
