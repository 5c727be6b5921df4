//! The runs to join: they must be of one experiment, played by one version of the program.

use std::path::{Path, PathBuf};

use plyscope_core::BadInput;
use plyscope_store::{Pairing, Run, RunId, Setup, Status, Store};

use crate::session::ArenaError;

/// A run to join.
pub(super) struct Part<'a> {
    pub(super) file: &'a Path,
    pub(super) about: Run,
    /// The machines that played it.
    pub(super) machines: Vec<String>,
}

/// The run that all are joined into.
pub(super) struct Whole<'a> {
    /// What the runs have in common.
    pub(super) about: &'a Run,
    /// Who plays whom, in the whole experiment.
    pub(super) setup: Setup,
    /// When the first part began.
    pub(super) created_ms: i64,
    /// The run, if it is there already.
    pub(super) known: Option<(Store, RunId)>,
}

/// The runs of all files, checked against the first. Those of one file may be several.
pub(super) fn find<'a>(files: &'a [PathBuf], db: &Path) -> Result<Vec<Part<'a>>, ArenaError> {
    let mut parts: Vec<Part<'a>> = Vec::new();
    for file in files {
        if is_same(file, db) {
            return Err(refuse(format!(
                "{} is both a part and the database for all games; name another file after --db",
                file.display()
            )));
        }
        let store = Store::open_untouched(file)?;
        let runs = store.runs()?;
        if runs.is_empty() {
            return Err(refuse(format!("{} has no runs; leave it out", file.display())));
        }
        for about in runs {
            if about.status == Status::Running {
                return Err(refuse(format!(
                    "run {} of {} is still being played; wait for it or stop it, or leave the file out",
                    about.id,
                    file.display()
                )));
            }
            let machines = store.machines(about.id)?;
            parts.push(Part { file, about, machines });
        }
    }
    let first = parts.first().ok_or_else(|| refuse("there are no parts to join; name their databases".to_owned()))?;
    let setup = whole_setup(first)?;
    for part in &parts[1..] {
        check(&first.about, first.file, part)?;
        if whole_setup(part)? != setup {
            return Err(refuse(format!(
                "{} and {} differ in their players, pairings or openings, although their experiments are the same: \
                 one of them was changed",
                first.file.display(),
                part.file.display()
            )));
        }
    }
    Ok(parts)
}

fn refuse(sentence: String) -> ArenaError {
    BadInput::new(sentence).into()
}

fn is_same(file: &Path, db: &Path) -> bool {
    match (file.canonicalize(), db.canonicalize()) {
        (Ok(file), Ok(db)) => file == db,
        _ => file == db,
    }
}

/// Refuses a part of another experiment or of another version of the program.
fn check(about: &Run, file: &Path, part: &Part<'_>) -> Result<(), ArenaError> {
    let [one, other] = [file, part.file].map(Path::display);
    if about.fingerprint != part.about.fingerprint {
        return Err(refuse(format!(
            "{one} and {other} are of different experiments ({:?} and {:?}, with different settings, players or \
             seeds); join those of each experiment into a database of its own",
            about.name, part.about.name
        )));
    }
    if about.program != part.about.program {
        return Err(refuse(format!(
            "{one} was played by Plyscope {} and {other} by {}; play all parts with the same version",
            about.program, part.about.program
        )));
    }
    Ok(())
}

/// The setup of the experiment that a run is a part of.
fn whole_setup(part: &Part<'_>) -> Result<Setup, ArenaError> {
    let mut setup = Store::open_untouched(part.file)?.setup(part.about.id)?;
    for pairing in &mut setup.pairings {
        *pairing = Pairing { planned: pairing.whole.unwrap_or(pairing.planned), whole: None, ..pairing.clone() };
    }
    Ok(setup)
}

/// The run that these are joined into, if the database has it already.
pub(super) fn whole<'a>(parts: &'a [Part<'_>], db: &Path) -> Result<Whole<'a>, ArenaError> {
    let first = &parts[0];
    let created_ms = parts.iter().map(|part| part.about.created_ms).min().unwrap_or_default();
    let mut whole = Whole { about: &first.about, setup: whole_setup(first)?, created_ms, known: None };
    let Some(store) = Store::open_if_begun(db)? else { return Ok(whole) };
    let runs = store.runs()?;
    let is_wanted = |run: &&Run| run.fingerprint == first.about.fingerprint;
    // A run of all games, rather than a part.
    let Some(run) = runs.iter().filter(is_wanted).min_by_key(|run| run.shard.is_some()).or(runs.first()) else {
        return Ok(whole);
    };
    check(run, db, first)?;
    if run.shard.is_some() {
        return Err(refuse(format!(
            "{} is a part itself and is left as it is; name another file after --db",
            db.display()
        )));
    }
    if run.status == Status::Running {
        return Err(refuse(format!(
            "run {} of {} is being written by another process; wait for it or stop it",
            run.id,
            db.display()
        )));
    }
    let id = run.id;
    whole.known = Some((store, id));
    Ok(whole)
}
