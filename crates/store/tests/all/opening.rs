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
    // A server asks before it opens anything.
    for file in [path.as_path(), Path::new("/dev/zero")] {
        let refused = Store::check_place(file).expect_err("no database").to_string();
        assert!(refused.contains("is not a database of Plyscope"), "{refused}");
    }
    fs::write(&path, "").unwrap();
    Store::check_place(&path).expect("an empty file becomes a database");
    fs::write(&path, &text).unwrap();
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
    assert_refused(&path, "was written by a newer Plyscope (its format is 1000, this program knows up to 5): update");
}

#[test]
fn a_reader_may_come_while_a_database_is_created() {
    for _ in 0..40 {
        let (_folder, path) = place("new.db");
        let created = path.clone();
        let writer = std::thread::spawn(move || Store::open_or_create(created).map(drop));
        let begun = std::time::Instant::now();
        let store = loop {
            assert!(begun.elapsed() < std::time::Duration::from_secs(30), "it was never there");
            if let Some(store) = Store::open_if_begun(&path).unwrap() {
                break store;
            }
        };
        assert_eq!(store.runs().unwrap(), []);
        writer.join().unwrap().unwrap();
    }
}

#[test]
fn an_interrupted_creation_is_completed() {
    let (_folder, path) = place("started.db");
    let started = Connection::open(&path).unwrap();
    started.pragma_update(None, "journal_mode", "wal").unwrap();
    drop(started);
    let error = Store::open(&path).err().unwrap().to_string();
    assert!(error.contains("started.db is an empty database, without any runs"), "{error}");
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

/// A writer that goes on after its file has lost its name would lose every game when it ends.
#[cfg(unix)]
#[test]
fn a_database_that_disappears_is_written_to_another_file() {
    type Harm = fn(&std::path::Path);
    let log = |path: &std::path::Path| path.with_extension("db-wal");
    let harms: [(&str, Harm); 4] = [
        ("was deleted", |path| fs::remove_file(path).unwrap()),
        ("was deleted", |path| {
            fs::remove_file(path).unwrap();
            fs::remove_file(path.with_extension("db-wal")).unwrap();
        }),
        ("was replaced", |path| {
            fs::write(path.with_extension("new"), "something else").unwrap();
            fs::rename(path.with_extension("new"), path).unwrap();
        }),
        ("lost its log", |path| fs::remove_file(path.with_extension("db-wal")).unwrap()),
    ];
    for (what, harm) in harms {
        let (folder, path) = place("runs.db");
        let store = Store::open_or_create(&path).unwrap();
        let mut writer = store.start(&small_run()).unwrap();
        writer.append(&[game(0, 0)]).unwrap();
        harm(&path);
        let error = writer.append(&[game(0, 1)]).unwrap_err().to_string();
        let copy = folder.path().join("runs.recovered.db");
        assert!(error.contains(&format!("runs.db {what} while games were being stored")), "{error}");
        assert!(error.contains(&format!("were saved to {}", copy.display())), "{error}");
        assert_eq!(Store::open(&copy).unwrap().run(1).unwrap().played, 2, "{what}");
        // A log without its database would be taken for the log of the next one.
        assert!(!log(&path).exists(), "{what}");
        drop((writer, store));
        // The copy is a database like any other.
        Store::open(&copy).unwrap().resume(1).unwrap().append(&[game(0, 2)]).unwrap();
    }
}

#[test]
fn a_truncated_database_is_noticed_and_a_vacuumed_one_is_not() {
    let (_folder, path) = place("runs.db");
    let store = Store::open_or_create(&path).unwrap();
    let mut writer = store.start(&small_run()).unwrap();
    let checkpoint = "PRAGMA wal_checkpoint(TRUNCATE);";
    let other = Connection::open(&path).unwrap();
    writer.append(&(0..3000).map(|n| game(0, n)).collect::<Vec<_>>()).unwrap();
    other.execute_batch(&format!("DELETE FROM games; {checkpoint}")).unwrap();
    writer.append(&(0..3000).map(|n| game(0, n)).collect::<Vec<_>>()).unwrap();
    let before = fs::metadata(&path).unwrap().len();
    other.execute_batch(&format!("DELETE FROM games; VACUUM; {checkpoint}")).unwrap();
    assert!(fs::metadata(&path).unwrap().len() < before);
    writer.append(&(0..3000).map(|n| game(1, n)).collect::<Vec<_>>()).unwrap();
    other.execute_batch(checkpoint).unwrap();
    writer.append(&[game(2, 0)]).unwrap();
    fs::File::options().write(true).open(&path).unwrap().set_len(4096).unwrap();
    let error = writer.append(&[game(2, 1)]).unwrap_err().to_string();
    assert!(error.contains("runs.db was truncated while games were being stored in it"), "{error}");
}

#[test]
fn a_run_that_disappears_is_noticed_at_its_end() {
    let (_folder, path) = place("runs.db");
    let store = Store::open_or_create(&path).unwrap();
    let writer = store.start(&small_run()).unwrap();
    Connection::open(&path).unwrap().execute_batch("PRAGMA foreign_keys = off; DELETE FROM runs").unwrap();
    let error = writer.finish(0).unwrap_err().to_string();
    assert!(error.contains("was changed by another program (run 1 is missing)"), "{error}");
}

#[test]
fn a_run_with_missing_parts_is_refused() {
    for (change, said) in [
        ("DELETE FROM players WHERE number = 0", "run 1: player 0 is missing"),
        ("DELETE FROM players WHERE number = 1", "run 1: pairing 0 has an unknown player; there are 1"),
        ("DELETE FROM pairings WHERE number = 1", "run 1: pairing 1 is missing"),
        ("DELETE FROM pairings", "run 1: it has no pairings"),
        ("UPDATE openings SET number = 5", "run 1: opening 0 is missing"),
        ("UPDATE pairings SET second = 7 WHERE number = 2", "run 1: pairing 2 has an unknown player"),
    ] {
        let (_folder, path) = place("runs.db");
        let store = Store::open_or_create(&path).unwrap();
        store.start(&small_run()).unwrap().finish(0).unwrap();
        let other = Connection::open(&path).unwrap();
        other.execute_batch(&format!("PRAGMA foreign_keys = off; {change}")).unwrap();
        let error = store.setup(1).unwrap_err().to_string();
        assert!(error.contains(said), "{change}: {error}");
    }
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
    assert_eq!(version, 5);
    let name: i32 = file.pragma_query_value(None, "application_id", |row| row.get(0)).unwrap();
    assert_eq!(name.to_be_bytes(), *b"PlyS");
    let loose: i64 = file
        .query_row("SELECT count(*) FROM pragma_table_list WHERE name NOT LIKE 'sqlite_%' AND strict = 0", [], |row| {
            row.get(0)
        })
        .unwrap();
    assert_eq!(loose, 0, "all tables are strict");
}
