//! A small real run in a temporary folder.

use std::path::Path;

use plyscope_arena::{Experiment, Plan, SessionRequest, conduct};
use plyscope_core::Work;
use plyscope_store::{RunId, Store};
use tempfile::TempDir;

/// Names that break careless writers of tables and pages.
pub(crate) const NAMES: [&str; 4] =
    ["one, two", "say \"hi\"", "two\nlines & 'quotes'", "</script><script>alert(1)</script>"];

/// Plays an experiment; the folder must live as long as the store.
pub(crate) fn play(text: &str) -> (TempDir, Store, RunId) {
    let folder = tempfile::tempdir().expect("a folder");
    let experiment = Experiment::read(text).expect("an experiment");
    let plan = Plan::new(&experiment, Path::new(".")).expect("a plan");
    let db = folder.path().join("runs.db");
    let request = SessionRequest { plan: &plan, text, db: &db, resume: false, jobs: 2, work: Work::never() };
    let run = conduct(&request, &mut |_, _| {}, &mut |_| {}).expect("a run").run;
    (folder, Store::open(&db).expect("the store"), run)
}

/// Players of these names, all of them random.
pub(crate) fn random_players() -> String {
    NAMES.map(|name| format!("{} = 'random'\n", toml_key(name))).concat()
}

fn toml_key(name: &str) -> String {
    format!("\"{}\"", name.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n"))
}
