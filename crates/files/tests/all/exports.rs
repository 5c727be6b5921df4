//! Which targets are refused, and what is left after each outcome.

use std::fs;
use std::io::Write;
use std::path::Path;

use plyscope_files::{Exports, FileKind};

const CSV: &str = "run,game,first,second,number\r\n";

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder")
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder");
    let mut names: Vec<String> =
        entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

fn refusal(exports: Exports, file: &Path) -> String {
    exports.with(FileKind::Csv, Some(file)).check().expect_err("a refusal").to_string()
}

#[test]
fn a_file_is_complete_or_missing() {
    let folder = folder();
    let file = folder.path().join("games.csv");
    let exports = Exports::new(false).with(FileKind::Csv, Some(&file));
    exports.check().expect("nothing is in the way");
    assert_eq!(names(folder.path()), [""; 0], "checking leaves nothing behind");
    let mut export = exports.create(FileKind::Csv, &file).expect("a file");
    export.write_all(b"half").expect("space");
    drop(export);
    assert_eq!(names(folder.path()), [""; 0], "nor does an unfinished file");
    exports.write(FileKind::Csv, &file, CSV.as_bytes()).expect("space");
    exports.write(FileKind::Csv, &file, CSV.repeat(2).as_bytes()).expect("our own export is replaced");
    assert_eq!(fs::read_to_string(&file).expect("a file"), CSV.repeat(2));
    assert_eq!(names(folder.path()), ["games.csv"]);
}

#[test]
fn files_of_others_are_kept() {
    let folder = folder();
    let file = folder.path().join("games.csv");
    for text in ["name,price\n", CSV] {
        fs::write(&file, text).expect("a file");
        let kind = if text == CSV { FileKind::Pgn } else { FileKind::Csv };
        let refused = Exports::new(false).with(kind, Some(&file)).check().expect_err("a refusal").to_string();
        assert!(refused.contains("is not an earlier") && refused.contains("--force"), "{refused}");
        let refused = Exports::without_force().with(kind, Some(&file)).check().expect_err("a refusal").to_string();
        assert!(!refused.contains("--force"), "{refused}");
        Exports::new(true).with(kind, Some(&file)).check().expect("--force allows it");
        assert_eq!(fs::read_to_string(&file).expect("a file"), text);
    }
    let experiment = folder.path().join("experiment.toml");
    fs::write(&experiment, "game = 'pawn:4x4'\n").expect("a file");
    assert!(refusal(Exports::new(true), &experiment).contains("never overwritten"), "not even with --force");
    fs::write(&file, "").expect("a file");
    Exports::new(false).with(FileKind::Csv, Some(&file)).check().expect("an empty file holds nothing");
    assert!(refusal(Exports::new(true), folder.path()).contains("is a folder"));
    assert!(refusal(Exports::new(true), &folder.path().join("none/x.csv")).contains("there is no folder"));
}

#[test]
fn databases_and_inputs_are_never_overwritten() {
    let folder = folder();
    let at = |name: &str| folder.path().join(name);
    let exports = || Exports::new(true).keeping_database(&at("x.db"));
    // The database need not exist yet.
    for name in ["x.db", "x.db-wal", "x.db-shm", "x.db-journal", "x.db-lock", "x.db-lock-7", "./x.db"] {
        assert!(refusal(exports(), &at(name)).contains("belongs to the database"), "{name}");
    }
    exports().with(FileKind::Csv, Some(&at("x.db-games.csv"))).check().expect("another file");
    fs::write(at("x.db"), "SQLite format 3\0…").expect("a file");
    fs::write(at("other.db"), "SQLite format 3\0…").expect("a file");
    assert!(refusal(exports(), &at("other.db")).contains("is a database"));
    fs::write(at("small.toml"), "").expect("a file");
    let input = Exports::new(true).keeping("the experiment file", Some(&at("small.toml")));
    assert!(refusal(input, &at("small.toml")).contains("is the experiment file"));
}

#[cfg(unix)]
#[test]
fn links_do_not_hide_a_database() {
    use std::os::unix::fs::symlink;
    let folder = folder();
    let at = |name: &str| folder.path().join(name);
    symlink("x.db", at("early.csv")).expect("a link");
    let exports = || Exports::new(true).keeping_database(&at("x.db"));
    assert!(refusal(exports(), &at("early.csv")).contains("belongs to the database"), "before it exists");
    fs::write(at("x.db"), "contents").expect("a file");
    symlink(at("early.csv"), at("far.csv")).expect("a link");
    fs::hard_link(at("x.db"), at("hard.csv")).expect("a link");
    for name in ["early.csv", "far.csv", "hard.csv"] {
        assert!(refusal(exports(), &at(name)).contains("belongs to the database"), "{name}");
    }
    // A link to an export stays a link.
    fs::write(at("real.csv"), CSV).expect("a file");
    symlink("real.csv", at("link.csv")).expect("a link");
    exports().write(FileKind::Csv, &at("link.csv"), CSV.repeat(3).as_bytes()).expect("our own export is replaced");
    assert!(at("link.csv").is_symlink());
    assert_eq!(fs::read_to_string(at("real.csv")).expect("a file"), CSV.repeat(3));
}

#[test]
fn two_exports_need_two_files() {
    let folder = folder();
    let file = folder.path().join("x");
    let check = |one: &Path, two: &Path| {
        Exports::new(true)
            .with(FileKind::Csv, Some(one))
            .with(FileKind::Pgn, Some(two))
            .check()
            .map_err(|e| e.to_string())
    };
    let refused = check(&file, &folder.path().join("./x")).expect_err("a refusal");
    assert!(refused.contains("cannot hold both the CSV export and the PGN export"), "{refused}");
    assert!(check(Path::new("-"), Path::new("/dev/stdout")).expect_err("a refusal").starts_with("standard output"));
    check(&file, Path::new("-")).expect("two different targets");
}

#[cfg(unix)]
#[test]
fn devices_are_written_in_place() {
    use std::os::unix::fs::FileTypeExt;
    let null = Path::new("/dev/null");
    let exports = Exports::new(false).with(FileKind::Csv, Some(null)).with(FileKind::Pgn, Some(null));
    exports.check().expect("anything may go there");
    exports.write(FileKind::Csv, null, CSV.as_bytes()).expect("it takes everything");
    assert!(fs::metadata(null).expect("a device").file_type().is_char_device());
}
