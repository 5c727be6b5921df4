//! Databases that somebody changed: every command gets an answer or a sentence, never a panic.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use plyscope_arena::{
    SessionRequest, conduct, find_finished, find_unfinished, html, summarise, write_csv, write_jsonl, write_pgn,
};
use plyscope_core::Work;
use plyscope_store::Store;
use rusqlite::Connection;

use crate::common::{plan, play_in};

const SMALL: &str = "
name = 'small'
game = 'pawn:3x3'
games = 4
[players]
a = 'random'
b = 'alphabeta:ties=random+material@depth=1'
[openings.positions]
one = 'ooo/x../.xx o'
two = 'ooo/..x/xx. o'
";

/// What no column should hold, as SQL.
const VALUES: [&str; 4] = ["NULL", "-1", "9223372036854775807", "'x'"];

const TABLES: [&str; 6] = ["runs", "players", "pairings", "openings", "reasons", "games"];

/// Changes of each column of each table, and of whole tables.
fn changes(db: &Path) -> Vec<String> {
    let file = Connection::open(db).expect("a database");
    let mut changes = Vec::new();
    for table in TABLES {
        // A copy without types and constraints takes anything.
        let loose = format!(
            "PRAGMA foreign_keys = off; CREATE TABLE loose AS SELECT * FROM {table}; DROP TABLE {table};
            ALTER TABLE loose RENAME TO {table};"
        );
        let columns = file.prepare(&format!("SELECT * FROM {table}")).expect("a table");
        for column in columns.column_names() {
            let set = |value: &str| format!("{loose} UPDATE {table} SET {column} = {value} WHERE rowid = 1;");
            changes.extend(VALUES.map(set));
        }
        changes.push(format!("{loose} DELETE FROM {table};"));
        changes.push(format!("{loose} DELETE FROM {table} WHERE rowid = 1;"));
        changes.push(format!("{loose} INSERT INTO {table} SELECT * FROM {table};"));
        changes.push(format!("PRAGMA foreign_keys = off; DROP TABLE {table};"));
    }
    changes.extend(
        [
            "UPDATE pairings SET first = second",
            "UPDATE pairings SET second = 99 WHERE number = 1",
            "UPDATE pairings SET game = 'tictactoe'",
            "UPDATE pairings SET game = 'no game'",
            "UPDATE players SET spec = 'nobody@depth=x'",
            "UPDATE runs SET experiment = 'game = 7'",
            "UPDATE runs SET experiment = '', status = 'finished'",
            "UPDATE games SET moves = x'ffffffffffff', moves_hash = 1",
            "UPDATE games SET opening = 7",
            "UPDATE games SET id = id + (1 << 40)",
            "UPDATE games SET id = id + 100, plies = 4294967295, forfeit = 1",
        ]
        .map(|change| format!("PRAGMA foreign_keys = off; {change};")),
    );
    changes
}

/// Reads everything, and resumes the run if asked; only panics count. Returns whether all answers were good.
fn use_all(db: &Path, resume: bool) -> bool {
    let Ok(store) = Store::open(db) else { return false };
    let plan = plan(SMALL);
    let mut sink = std::io::sink();
    let good = [
        store.runs().is_ok(),
        find_unfinished(&store, &plan).is_ok(),
        find_finished(&store, &plan).is_ok(),
        store.present(1).is_ok(),
        summarise(&store, 1).is_ok(),
        html(&store, 1).is_ok(),
        write_csv(&store, 1, &mut sink).is_ok(),
        write_jsonl(&store, 1, &mut sink).is_ok(),
        write_pgn(&store, 1, &mut sink).is_ok(),
    ];
    let request = SessionRequest { plan: &plan, text: SMALL, db, resume: true, jobs: 1, work: Work::never() };
    let resumed = !resume || conduct(&request, &mut |_, _| {}, &mut |_| {}).is_ok();
    resumed && good.into_iter().all(|good| good)
}

#[test]
fn a_tampered_database_is_a_sentence_and_not_a_panic() {
    let folder = tempfile::tempdir().expect("a folder");
    let db = folder.path().join("runs.db");
    play_in(&db, SMALL, false, 1, None);
    let file = Connection::open(&db).expect("a database");
    // A game is missing, so that the run can be resumed.
    file.execute_batch("DELETE FROM games WHERE id = (SELECT max(id) FROM games); UPDATE runs SET status = 'stopped'")
        .expect("a change");
    drop(file);
    let whole = std::fs::read(&db).expect("a file");
    let changes = changes(&db);
    assert!(use_all(&db, true), "without a change, everything works");
    let mut refused = 0;
    for (index, change) in changes.iter().enumerate() {
        std::fs::write(&db, &whole).expect("a file");
        let file = Connection::open(&db).expect("a database");
        file.execute_batch(&format!("PRAGMA synchronous = off; {change}"))
            .unwrap_or_else(|error| panic!("{change}: {error}"));
        drop(file);
        // Resuming waits for the disk.
        let resume = index % 6 == 0;
        let is_good = catch_unwind(AssertUnwindSafe(|| use_all(&db, resume)));
        refused += usize::from(!is_good.unwrap_or_else(|_| panic!("after {change}")));
    }
    assert!(refused * 2 > changes.len(), "{refused} of {} changes were noticed", changes.len());
}
