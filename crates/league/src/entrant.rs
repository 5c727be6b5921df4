//! Who takes part.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use plyscope_agents::{Agent, Checked, Problem, check};
use plyscope_core::{BadInput, Work};
use plyscope_programs::ProgramSpec;
use plyscope_registry::{AnyPosition, stable_hash, stable_hash_of};
use serde::Serialize;

/// Whether an entrant plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum State {
    /// The check found nothing wrong.
    Ok,
    /// It has problems, which its report names, and does not play.
    Broken,
}

/// A folder that takes part.
#[derive(Debug)]
pub struct Entrant {
    /// The name of its folder, with dashes for characters that names cannot have.
    pub name: String,
    /// The hash of what is in the folder.
    pub version: u64,
    /// What the check found.
    pub checked: Checked,
    agent: Option<Agent>,
}

/// How the names of yardsticks begin, and those of entrants never do.
pub(crate) const YARDSTICK: &str = "yardstick-";
/// What the league itself puts into its folder.
pub(crate) const REPORTS: &str = "reports";

impl Entrant {
    /// Reads and checks the entrants of a folder, by name. One that is broken does not disturb the others.
    ///
    /// # Errors
    /// If the folder cannot be read, has no entrants, or the check was stopped.
    pub fn read_all(
        folder: &Path,
        start: &dyn AnyPosition,
        may_build: bool,
        on_entrant: &mut dyn FnMut(&str),
        work: Work<'_>,
    ) -> Result<Vec<Entrant>, BadInput> {
        let failed = |error| BadInput::new(format!("cannot read {}: {error}", folder.display()));
        let mut folders = BTreeMap::new();
        for entry in fs::read_dir(folder).map_err(failed)? {
            let path = entry.map_err(failed)?.path();
            let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
            if path.is_dir() && !name.starts_with('.') && name != REPORTS {
                folders.insert(name, path);
            }
        }
        if folders.is_empty() {
            return Err(BadInput::new(format!(
                "{} has no folders; a league has one for each entrant, with an agent.toml or an agent.py",
                folder.display()
            )));
        }
        let mut entrants: Vec<Entrant> = Vec::new();
        for (folder_name, path) in folders {
            on_entrant(&folder_name);
            let mut name: String = folder_name.chars().map(|c| if is_plain(c) { c } else { '-' }).collect();
            if name.starts_with(YARDSTICK) {
                name = format!("-{name}");
            }
            while entrants.iter().any(|other| other.name == name) {
                name.push('-');
            }
            entrants.push(Entrant::read(name, &path, start, may_build, work)?);
        }
        Ok(entrants)
    }

    fn read(
        name: String,
        folder: &Path,
        start: &dyn AnyPosition,
        may_build: bool,
        work: Work<'_>,
    ) -> Result<Entrant, BadInput> {
        let read = Agent::read(folder).and_then(|agent| agent.start_of(Some(&start.spec())).map(|_| agent));
        let built = read.as_ref().ok().and_then(Agent::built_file);
        let version = version(folder, built.as_deref()).unwrap_or_default();
        let (checked, agent) = match read.map(|agent| agent.locked_in(may_build)) {
            Ok(agent) => (check(&agent, start, work)?, Some(agent)),
            Err(error) => (unreadable(&name, start, &error), None),
        };
        Ok(Entrant { name, version, checked, agent })
    }

    /// Whether it plays.
    pub fn state(&self) -> State {
        if self.checked.ok && self.agent.is_some() { State::Ok } else { State::Broken }
    }

    /// Its program under a name that tells versions apart, and the folder in which it runs.
    pub(crate) fn program(&self) -> Option<(String, ProgramSpec, PathBuf)> {
        let agent = self.agent.as_ref()?;
        let name = format!("{}-{:08x}", self.name, self.version >> 32);
        Some((name, agent.program().clone(), agent.folder.clone()))
    }
}

fn is_plain(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '-' | '_' | '.')
}

fn unreadable(name: &str, start: &dyn AnyPosition, error: &BadInput) -> Checked {
    let problem = Problem {
        what: "the folder is no agent".to_owned(),
        answer: error.to_string(),
        hint: "`plyscope agent new` writes a folder to begin with, and `plyscope agent check` tries one.".to_owned(),
    };
    Checked {
        ok: false,
        problems: vec![problem],
        name: name.to_owned(),
        game: start.spec(),
        questions: 0,
        slowest_ms: 0.0,
        mean_ms: 0.0,
    }
}

/// The hash of all files of a folder, without what is built or cached in it.
fn version(folder: &Path, built: Option<&Path>) -> std::io::Result<u64> {
    let mut files = Vec::new();
    collect(folder, folder, &mut files)?;
    files.retain(|file| Some(folder.join(file)) != built.map(Path::to_owned));
    files.sort();
    let mut bytes = Vec::new();
    for file in files {
        let content = fs::File::open(folder.join(&file))?;
        bytes.extend(format!("{}\0{}\0", file.display(), content.metadata()?.len()).bytes());
        // Weights that were learnt can be large.
        bytes.extend(stable_hash_of(content)?.to_le_bytes());
    }
    Ok(stable_hash(&bytes))
}

fn collect(root: &Path, folder: &Path, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let (kind, path) = (entry.file_type()?, entry.path());
        if kind.is_dir() && entry.file_name() != "__pycache__" {
            collect(root, &path, files)?;
        } else if kind.is_file() {
            files.push(path.strip_prefix(root).unwrap_or(&path).to_owned());
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_version_is_what_was_written_by_hand() {
        let folder = tempfile::tempdir().expect("a folder");
        let put = |name: &str, text: &str| fs::write(folder.path().join(name), text).expect("a file");
        let now = || version(folder.path(), Some(&folder.path().join("agent"))).expect("readable");
        put("agent.cpp", "one");
        let first = now();
        put("agent", "built");
        fs::create_dir(folder.path().join("__pycache__")).expect("a folder");
        put("__pycache__/agent.pyc", "cached");
        assert_eq!(now(), first);
        put("agent.cpp", "two");
        let second = now();
        put("table.txt", "");
        assert!(first != second && second != now());
        fs::rename(folder.path().join("table.txt"), folder.path().join("other.txt")).expect("a file");
        assert_ne!(now(), first);
        // Large files count too: the weights of a network, for example.
        let weights = fs::File::create(folder.path().join("weights")).expect("a file");
        weights.set_len(70 << 20).expect("a large file");
        let large = now();
        put("weights", "others");
        weights.set_len(70 << 20).expect("a large file");
        assert_ne!(now(), large);
    }
}
