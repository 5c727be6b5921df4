//! Files that cannot be used are refused with an error message and not changed.

use std::fs;
use std::path::{Path, PathBuf};

use crate::common::{game, small_run};
use plyscope_store::Store;
use rusqlite::Connection;

fn place(name: &str) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    (folder, path)
}

/// Both ways to open must refuse with a message that contains this part and names the file.
fn assert_refused(path: &Path, part: &str) {
    for result in [Store::open(path), Store::open_or_create(path)] {
        let error = result.err().expect("it must be refused").to_string();
        assert!(error.contains(part) && error.contains(&path.display().to_string()), "{error}");
    }
}

#[test]
fn a_missing_file_is_created_only_for_writing() {
    let (_folder, path) = place("runs of today?#100%.db");
    let error = Store::open(&path).err().unwrap().to_string();
    assert_eq!(
        error,
        format!("there is no database {}: name another one, or play an experiment first", path.display())
    );
    assert!(!path.exists());
    Store::open_or_create(&path).unwrap();
    assert_eq!(Store::open(&path).unwrap().runs().unwrap(), []);
}

#[test]
fn folders_and_files_in_missing_folders_are_refused() {
    let (folder, path) = place("absent");
    assert_refused(folder.path(), "is a folder: name a file in it");
    assert_eq!(
        Store::open_or_create(path.join("runs.db")).err().unwrap().to_string(),
        format!("there is no folder {}: make it, or name another file", path.display())
    );
}

#[test]
fn a_file_that_is_no_database_is_refused_and_not_changed() {
    let (_folder, path) = place("notes.txt");
    let text = "These are my notes, and they are longer than the head of a database has to be for SQLite. ".repeat(9);
    fs::write(&path, &text).unwrap();
    assert_refused(&path, "is not a database of Plyscope: use another file");
    assert_eq!(fs::read_to_string(&path).unwrap(), text);
}

#[test]
fn a_database_of_another_program_is_refused_and_not_changed() {
    let (_folder, path) = place("other.db");
    let other = Connection::open(&path).unwrap();
    other.execute_batch("CREATE TABLE runs (id INTEGER); INSERT INTO runs VALUES (1)").unwrap();
    drop(other);
    let before = fs::read(&path).unwrap();
    assert_refused(&path, "is a database of another program: use another file");
    assert_eq!(fs::read(&path).unwrap(), before);

    Connection::open(&path).unwrap().pragma_update(None, "application_id", 77).unwrap();
    assert_refused(&path, "is a database of another program: use another file");
}

#[test]
fn a_newer_database_is_refused() {
    let (_folder, path) = place("newer.db");
    Store::open_or_create(&path).unwrap().start(&small_run()).unwrap().finish(0).unwrap();
    let newer = Connection::open(&path).unwrap();
    newer.pragma_update(None, "user_version", 1000).unwrap();
    drop(newer);
    assert_refused(&path, "was written by a newer Plyscope (its format is 1000, this program knows up to 1): update");
}

#[test]
fn an_interrupted_creation_is_completed() {
    let (_folder, path) = place("started.db");
    let started = Connection::open(&path).unwrap();
    started.pragma_update(None, "journal_mode", "wal").unwrap();
    drop(started);
    assert!(Store::open(&path).err().unwrap().to_string().ends_with("is empty: name another file"));
    let store = Store::open_or_create(&path).unwrap();
    store.start(&small_run()).unwrap().append(&[game(0, 0)]).unwrap();
    assert_eq!(store.run(1).unwrap().played, 1);
}

#[test]
fn a_damaged_database_is_reported() {
    let (_folder, path) = place("damaged.db");
    let store = Store::open_or_create(&path).unwrap();
    let mut writer = store.start(&small_run()).unwrap();
    writer.append(&(0..3000).map(|n| game(0, n)).collect::<Vec<_>>()).unwrap();
    writer.finish(0).unwrap();
    drop(store);
    let mut bytes = fs::read(&path).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle..middle + 8192].fill(0xaa);
    fs::write(&path, bytes).unwrap();
    let error = Store::open(&path).unwrap().totals(1).unwrap_err().to_string();
    assert!(error.contains("damaged.db is damaged") && error.contains("use a copy of it"), "{error}");
}

#[test]
fn a_locked_database_is_reported() {
    let (_folder, path) = place("locked.db");
    drop(Store::open_or_create(&path).unwrap());
    let other = Connection::open(&path).unwrap();
    other.execute_batch("PRAGMA locking_mode = exclusive; BEGIN EXCLUSIVE; CREATE TABLE x (y); COMMIT").unwrap();
    let error = Store::open(&path).err().unwrap().to_string();
    assert!(error.contains("locked.db is locked by another process: try again"), "{error}");
}

#[test]
fn the_file_identifies_itself() {
    let (_folder, path) = place("settings.db");
    drop(Store::open_or_create(&path).unwrap());
    let file = Connection::open(&path).unwrap();
    let mode: String = file.pragma_query_value(None, "journal_mode", |row| row.get(0)).unwrap();
    assert_eq!(mode, "wal");
    let version: i64 = file.pragma_query_value(None, "user_version", |row| row.get(0)).unwrap();
    assert_eq!(version, 1);
    let name: i32 = file.pragma_query_value(None, "application_id", |row| row.get(0)).unwrap();
    assert_eq!(name.to_be_bytes(), *b"PlyS");
    let loose: i64 = file
        .query_row("SELECT count(*) FROM pragma_table_list WHERE name NOT LIKE 'sqlite_%' AND strict = 0", [], |row| {
            row.get(0)
        })
        .unwrap();
    assert_eq!(loose, 0, "all tables are strict");
}
