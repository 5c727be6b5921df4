//! Who plays in a league, as its last call found them: written for readers in other processes, which must not run the
//! programs of entrants.

use std::fs;
use std::path::Path;

use plyscope_core::BadInput;
use serde::{Deserialize, Serialize};

use crate::entrant::REPORTS;

/// The file in the folder of the reports.
const FILE: &str = "league.toml";

/// The players of a league and what they play.
#[derive(Debug, PartialEq, Eq, Deserialize, Serialize)]
pub(crate) struct Roster {
    /// The game.
    pub(crate) game: String,
    /// Games of each pair.
    pub(crate) games: u32,
    /// Entrants and yardsticks, then broken entrants.
    pub(crate) players: Vec<Listed>,
    /// The names of those who meet. Others may have met in an earlier call with another schedule, which does not count.
    pub(crate) pairs: Vec<[String; 2]>,
}

/// A player of a league.
#[derive(Debug, PartialEq, Eq, Deserialize, Serialize)]
pub(crate) struct Listed {
    /// Its name in the table.
    pub(crate) name: String,
    /// The player as text, which has the version of an entrant in it; absent if the entrant is broken.
    pub(crate) player: Option<String>,
    /// Whether it is a yardstick.
    pub(crate) yardstick: bool,
}

impl Roster {
    /// Writes it as a whole, so that a reader finds the old one or the new one.
    pub(crate) fn write(&self, folder: &Path) -> Result<(), BadInput> {
        let path = folder.join(REPORTS).join(FILE);
        let failed = |error: &dyn std::fmt::Display| BadInput::new(format!("cannot write {}: {error}", path.display()));
        let text = toml::to_string(self).map_err(|error| failed(&error))?;
        let new = path.with_extension("toml.new");
        fs::write(&new, text).and_then(|()| fs::rename(&new, &path)).map_err(|error| failed(&error))
    }

    /// Reads it; `None` if no league was held in this folder yet.
    pub(crate) fn read(folder: &Path) -> Result<Option<Roster>, BadInput> {
        let path = folder.join(REPORTS).join(FILE);
        let failed = |error: &dyn std::fmt::Display| {
            BadInput::new(format!("cannot read {}: {error}; `plyscope league` writes it again", path.display()))
        };
        match fs::read_to_string(&path) {
            Ok(text) => toml::from_str(&text).map(Some).map_err(|error| failed(&error)),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(failed(&error)),
        }
    }
}
