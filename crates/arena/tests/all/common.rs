//! Small real runs.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use plyscope_arena::{Conducted, Experiment, Plan, RunProgress, SessionRequest, Summary, conduct, play_in_memory};
use plyscope_core::Work;
use plyscope_store::{Game, RunId, Store};
use tempfile::TempDir;

/// Names that must be escaped in tables and pages.
pub(crate) const NAMES: [&str; 4] =
    ["one, two", "say \"hi\"", "two\nlines & 'quotes'", "</script><script>alert(1)</script>"];

pub(crate) fn plan(text: &str) -> Plan {
    Plan::new(&Experiment::read(text).expect("an experiment"), Path::new("")).expect("a plan")
}

/// The mistake in an experiment.
pub(crate) fn plan_error(text: &str) -> String {
    let experiment = Experiment::read(text).expect("an experiment");
    Plan::new(&experiment, Path::new("")).expect_err("a mistake").to_string()
}

/// Plays a plan without a database.
pub(crate) fn played(plan: &Plan) -> Summary {
    play_in_memory(plan, 1, Work::never()).expect("games")
}

/// Plays an experiment in a new database; the folder must live as long as the store.
pub(crate) fn play(text: &str) -> (TempDir, Store, RunId) {
    let folder = tempfile::tempdir().expect("a folder");
    let db = folder.path().join("runs.db");
    let run = play_in(&db, text, false, 2, None).run;
    (folder, Store::open(&db).expect("the store"), run)
}

/// Plays an experiment, or the rest of it, and stops after some games if a number is given.
pub(crate) fn play_in(db: &Path, text: &str, resume: bool, jobs: usize, stop_after: Option<u64>) -> Conducted {
    let (plan, stop) = (plan(text), AtomicBool::new(false));
    let request = SessionRequest { plan: &plan, text, db, resume, jobs, work: Work::new(&stop) };
    let mut on_progress = |progress: &RunProgress<'_>| {
        if stop_after.is_some_and(|games| progress.fresh >= games) {
            stop.store(true, Ordering::Relaxed);
        }
    };
    conduct(&request, &mut |_, _| {}, &mut on_progress).unwrap_or_else(|error| panic!("{error}"))
}

/// All games of a run.
pub(crate) fn games(store: &Store, run: RunId) -> Vec<Game> {
    let n = store.setup(run).expect("a run").pairings.len() as u32;
    let games = (0..n).flat_map(|pairing| store.games(run, pairing, 0, None).expect("a pairing"));
    games.collect::<Result<_, _>>().expect("games")
}

/// Players with these names, all of them random.
pub(crate) fn random_players() -> String {
    NAMES.map(|name| format!("{} = 'random'\n", toml_key(name))).concat()
}

fn toml_key(name: &str) -> String {
    format!("\"{}\"", name.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n"))
}
