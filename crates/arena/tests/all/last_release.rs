//! Databases of the last release: reports and `--resume` still work.

use std::path::{Path, PathBuf};

use plyscope_arena::{Ended, find_unfinished, html, summarise};
use plyscope_store::{Game, RunId, Status, Store};
use rusqlite::Connection;
use tempfile::TempDir;

use crate::common::{self, plan, play_in};

const FINISHED: RunId = 1;
const STOPPED: RunId = 2;
const KILLED: RunId = 3;

/// The database of the last release in a new file.
fn database() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("runs.db");
    change(&path, include_str!("../data/last-release.sql"));
    (folder, path)
}

fn change(path: &Path, sql: &str) {
    Connection::open(path).and_then(|file| file.execute_batch(sql)).expect("a database");
}

fn games(db: &Path, run: RunId) -> Vec<Game> {
    common::games(&Store::open(db).expect("the store"), run)
}

fn experiment(db: &Path, run: RunId) -> String {
    Store::open(db).and_then(|store| store.run(run)).expect("the run").experiment
}

#[test]
fn unfinished_runs_are_resumed() {
    let (_folder, db) = database();
    for (run, stored, all) in [(STOPPED, 125, 144), (KILLED, 30, 120)] {
        let before = games(&db, run);
        assert_eq!(before.len(), stored);
        // Neither the layout of the file nor the name of the experiment matters.
        let text = experiment(&db, run).replace("name = \"", "# A comment.\nname   =   \"another ");
        let conducted = play_in(&db, &text, true, 2, None);
        assert_eq!((conducted.run, conducted.ended, conducted.summary.played), (run, Ended::Complete, all));
        let after = games(&db, run);
        assert_eq!(after.len() as u64, all, "every game is there once");
        let kept = after
            .iter()
            .filter(|game| before.iter().any(|old| (old.pairing, old.number) == (game.pairing, game.number)));
        assert!(kept.eq(&before), "stored games are not played again");
    }
    assert_eq!(Store::open(&db).and_then(|store| store.runs()).expect("runs").len(), 3);
}

/// Resuming finds the run of exactly the same experiment only.
#[test]
fn other_experiments_are_not_resumed() {
    let (_folder, db) = database();
    let store = Store::open(&db).expect("the store");
    let find = |text: &str| find_unfinished(&store, &plan(text)).expect("readable runs");
    let (stopped, killed) = (experiment(&db, STOPPED), experiment(&db, KILLED));
    assert_eq!((find(&stopped), find(&killed)), (Some(STOPPED), Some(KILLED)));
    assert_eq!(find(&experiment(&db, FINISHED)), None, "it is finished");
    for (text, old, new) in [
        (&stopped, "max-plies = 40", "max-plies = 41"),
        (&stopped, "count = 3", "count = 2"),
        (&stopped, "games = 12", "games = 14"),
        (&stopped, "18446744073709551615", "1"),
        (&stopped, "p=3", "p=4"),
        (&killed, "width = 0.1", "width = 0.2"),
        (&killed, "width = 0.1", "sprt = { elo1 = 5 }"),
    ] {
        assert!(text.contains(old), "{old}");
        assert_eq!(find(&text.replace(old, new)), None, "{new}");
    }
}

#[test]
fn the_finished_run_is_reported_as_before() {
    let (_folder, db) = database();
    let store = Store::open(&db).expect("the store");
    let summary = summarise(&store, FINISHED).expect("a summary");
    assert_eq!((summary.played, summary.games, summary.complete), (32, 32, true));
    let cells: Vec<_> =
        summary.cells.iter().map(|cell| (cell.wins, cell.draws, cell.losses, cell.distinct_games)).collect();
    assert_eq!(cells, [(16, 0, 0, 15), (0, 0, 16, 16)]);
    assert_eq!(summary.cells.iter().map(|cell| cell.plies).collect::<Vec<_>>(), [7.125, 7.125]);
    // What `plyscope report 1 --json` of that version said, except for two numbers: its probability was that of a run
    // without a stop rule (now 2⁻¹⁶·√π·Γ(17)/Γ(16½)), and its interval of the first move took the two games of a pair
    // for independent.
    let pair = &summary.pairs[0];
    assert_eq!((pair.pairs, pair.score), ([0, 0, 0, 0, 16], 1.0));
    for (ours, theirs) in [
        (pair.interval.0, 0.733_345_985_520_695_6),
        (pair.p, 1.090_303_411_828_060_7e-4),
        (summary.ratings[0].elo, 511.115_913_493_171_15),
    ] {
        assert!((ours - theirs).abs() < 1e-6 * theirs.abs(), "{ours} instead of {theirs}");
    }
    assert!(html(&store, FINISHED).expect("a page").contains("plyscope run finished.toml"));
}

/// A stored experiment file that cannot be read is an error that names the run, the reason and the remedy.
#[test]
fn a_damaged_run_is_not_guessed_at() {
    let (_folder, db) = database();
    let text = experiment(&db, STOPPED);
    change(&db, "UPDATE runs SET experiment = replace(experiment, 'max-plies = 40', 'max-plies = many') WHERE id = 2");
    let store = Store::open(&db).expect("the store");
    let said = |result: Result<(), plyscope_arena::ArenaError>| result.expect_err("a damaged run").to_string();
    let file = store.path().display();
    let remedy = "; use Plyscope 0.1.0, which played it, or a backup of the database";
    for error in [
        said(summarise(&store, STOPPED).map(drop)),
        said(html(&store, STOPPED).map(drop)),
        said(find_unfinished(&store, &plan(&text)).map(drop)),
    ] {
        assert!(
            error.starts_with(&format!("run 2 of {file} cannot be read: its experiment file: line 6, ")),
            "{error}"
        );
        assert!(error.ends_with(remedy), "{error}");
    }
    // Other runs are not affected.
    assert_eq!(find_unfinished(&store, &plan(&experiment(&db, KILLED))).expect("another run"), Some(KILLED));
    assert_eq!(store.run(STOPPED).expect("the run").status, Status::Stopped);

    change(&db, "UPDATE players SET spec = 'minmax@depth=1' WHERE run = 1 AND number = 0");
    let error = said(summarise(&store, FINISHED).map(drop));
    assert!(error.starts_with(&format!("run 1 of {file} cannot be read: player search: ")), "{error}");
    assert!(error.contains("minmax") && error.ends_with(remedy), "{error}");
}
