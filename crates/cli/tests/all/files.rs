//! Files that commands read and write: nothing of others is lost, bounds hold, and names are harmless.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use serde_json::Value;

/// A small experiment whose names are meant to harm a terminal.
const SMALL: &str = "
name = \"small\\u001B]0;title\\u0007\"
game = 'pawn:3x3'
games = 10
[players]
\"red\\u001B[31m\\nman\" = 'random'
other = 'random'
";

fn plyscope(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_plyscope"));
    command.args(arguments).current_dir(folder).stdin(Stdio::null()).env_remove("CLICOLOR_FORCE");
    command
}

fn output(folder: &Path, arguments: &[&str]) -> Output {
    plyscope(folder, arguments).output().expect("the program runs")
}

/// What a refused command said.
fn refusal(folder: &Path, arguments: &[&str]) -> String {
    let output = output(folder, arguments);
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {error}");
    assert!(output.stdout.is_empty() && error.starts_with("error: "), "{arguments:?}: {error}");
    error
}

fn played() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("small.toml"), SMALL).expect("a file");
    let run = output(folder.path(), &["run", "small.toml", "--db", "x.db"]);
    assert!(run.status.success(), "{run:?}");
    folder
}

#[test]
fn no_command_overwrites_what_it_did_not_write() {
    let folder = played();
    let place = folder.path();
    fs::write(place.join("mine"), "mine").expect("a file");
    let before = [fs::read(place.join("x.db")), fs::read(place.join("small.toml"))].map(|file| file.expect("a file"));
    for (arguments, said) in [
        (&["run", "small.toml", "--db", "x.db", "--csv", "x.db"][..], "belongs to the database"),
        (&["run", "small.toml", "--db", "x.db", "--csv", "small.toml", "--force"], "is the experiment file"),
        (&["run", "small.toml", "--db", "x.db", "--csv", "y", "--pgn", "y"], "cannot hold both"),
        (&["run", "small.toml", "--db", "x.db", "--parquet", "no/folder/x"], "there is no folder"),
        (&["report", "1", "--db", "x.db", "--html", "x.db"], "belongs to the database"),
        (&["report", "1", "--db", "x.db", "--jsonl", "x.db-wal", "--force"], "belongs to the database"),
        (&["report", "1", "--db", "x.db", "--pgn", "mine"], "is not an earlier PGN export"),
        (&["report", "1", "--db", "x.db", "--json", "--csv", "-"], "standard output"),
        (&["position", "pawn", "--svg", "mine"], "is not an earlier SVG picture"),
        (&["position", "pawn", "--png", "x.db", "--force"], "is a database"),
        (&["search", "pawn", "alphabeta@depth=2", "--tree", "1", "--svg", "mine"], "is not an earlier SVG picture"),
        (&["solve", "breakthrough", "--proof", "mine"], "is not an earlier proof"),
        (&["reproduce", "andantino", "--markdown", "mine"], "is not an earlier Markdown export"),
        (&["reproduce", "andantino", "--plots", "mine"], "cannot write mine"),
        (&["grade", "breakthrough", "--html", "mine"], "is not an earlier HTML report"),
        (&["grade", "breakthrough", "--markdown", "x.db", "--force"], "is a database"),
    ] {
        let error = refusal(place, arguments);
        assert!(error.contains(said), "{arguments:?}: {error}");
    }
    let after = [fs::read(place.join("x.db")), fs::read(place.join("small.toml"))].map(|file| file.expect("a file"));
    assert!(before == after && fs::read(place.join("mine")).expect("a file") == b"mine");
    // Pages of the manual have fixed names.
    fs::create_dir(place.join("man")).expect("a folder");
    fs::write(place.join("man/plyscope-solve.1"), "mine").expect("a file");
    assert!(refusal(place, &["manual", "--dir", "man"]).contains("is not an earlier manual page"));
    assert_eq!(fs::read_dir(place.join("man")).expect("a folder").count(), 1);
}

/// Each kind of file is recognised as our own, so that a command can be repeated.
#[test]
fn every_file_can_be_written_again() {
    let folder = played();
    let report = ["report", "1", "--db", "x.db", "--html", "a", "--csv", "b", "--jsonl", "c", "--pgn", "d"];
    for arguments in [
        &report[..],
        &["report", "1", "--db", "x.db", "--parquet", "k"],
        &["position", "pawn", "--svg", "e", "--png", "f"],
        &["search", "pawn", "alphabeta@depth=2", "--tree", "1", "--svg", "g"],
        &["solve", "pawn:3x3", "--proof", "h"],
        &["grade", "pawn:3x3", "--html", "i", "--markdown", "j"],
        &["manual", "--dir", "man"],
    ] {
        for _ in 0..2 {
            let output = output(folder.path(), arguments);
            assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        }
    }
    let csv = output(folder.path(), &["report", "1", "--db", "x.db", "--csv", "-"]);
    assert_eq!(csv.stdout, fs::read(folder.path().join("b")).expect("a file"), "nothing else is printed");
}

/// `plyscope report --csv - | head -1`: the reader has enough.
#[test]
fn an_export_into_a_closed_pipe_is_no_fault() {
    let folder = played();
    for kind in ["--csv", "--jsonl", "--pgn", "--parquet", "--html"] {
        let mut child = plyscope(folder.path(), &["report", "1", "--db", "x.db", kind, "-"])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program runs");
        drop(child.stdout.take());
        let output = child.wait_with_output().expect("it ends");
        assert!(output.status.success() && output.stderr.is_empty(), "{kind}: {output:?}");
    }
}

#[test]
fn a_finished_run_is_not_played_again_by_resuming_it() {
    let folder = played();
    let again = output(folder.path(), &["run", "small.toml", "--db", "x.db", "--resume"]);
    let said = String::from_utf8_lossy(&again.stderr).into_owned();
    assert!(again.status.success() && said.contains("It is finished, so nothing was played"), "{said}");
    assert!(said.contains("change games or seed") && said.contains("leave out --resume"), "{said}");
    let runs = output(folder.path(), &["runs", "--db", "x.db", "--json"]);
    let runs: Value = serde_json::from_slice(&runs.stdout).expect("JSON");
    assert_eq!(runs["runs"].as_array().map(Vec::len), Some(1));
}

#[test]
fn names_do_not_control_the_terminal() {
    let folder = played();
    let place = folder.path();
    for arguments in [
        &["run", "small.toml", "--check"][..],
        &["run", "small.toml", "--db", "y.db"],
        &["report", "1", "--db", "x.db"],
        &["runs", "--db", "x.db"],
        &["records", "1", "--db", "x.db"],
        &["records", "1", "--db", "x.db", "--first", "other", "--number", "0"],
        &["records", "1", "--db", "x.db", "--first", "x\x1B[31m"],
        &["run", "no\x1B[2Jfile.toml"],
        &["no-command\x1B[2J"],
        &["position", "pawn", "--svg", "no\x1B[2J/folder.svg"],
        &["play", "--load", "\x1B[2J"],
    ] {
        let output = plyscope(place, arguments).env("NO_COLOR", "1").output().expect("the program runs");
        let printed = [output.stdout, output.stderr].concat();
        let is_control = |byte: &&u8| byte.is_ascii_control() && **byte != b'\n';
        assert_eq!(printed.iter().find(is_control), None, "{arguments:?}: {}", String::from_utf8_lossy(&printed));
    }
    let report = output(place, &["report", "1", "--db", "x.db"]);
    assert!(String::from_utf8_lossy(&report.stdout).contains("red\\u{1b}[31m\\nman"));
    // A page cannot hold them either; JSON has its own escapes.
    assert!(output(place, &["report", "1", "--db", "x.db", "--html", "r.html"]).status.success());
    assert!(!fs::read_to_string(place.join("r.html")).expect("a page").contains('\x1B'));
    let json = output(place, &["records", "1", "--db", "x.db", "--json", "--limit", "1"]);
    let json: Value = serde_json::from_slice(&json.stdout).expect("JSON");
    assert_eq!(json["games"][0]["first"], "red\x1B[31m\nman");
}

#[test]
fn files_without_end_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let pipe = Command::new("mkfifo").arg(folder.path().join("pipe")).status().expect("mkfifo");
    assert!(pipe.success());
    for (arguments, said) in [
        (&["run", "/dev/zero"][..], "it is larger than 4 MB"),
        (&["solve", "pawn", "--check", "/dev/zero"], "does not begin with"),
        (&["play", "--load", "/dev/zero"], "it is larger than 1 MB"),
        (&["run", "pipe"], "it is a named pipe"),
        (&["solve", "pawn", "--check", "pipe"], "it is a named pipe"),
        (&["play", "--load", "."], "it is a folder"),
    ] {
        let error = refusal(folder.path(), arguments);
        assert!(error.contains(said), "{arguments:?}: {error}");
    }
    let zeros = fs::File::open("/dev/zero").expect("a device");
    let mut play = plyscope(folder.path(), &["play", "pawn", "--second", "human"]);
    let output = play.stdin(zeros).output().expect("the program runs");
    assert!(String::from_utf8_lossy(&output.stderr).contains("longer than 65536 bytes"), "{output:?}");
}

/// An experiment that takes some seconds.
fn long(folder: &Path) {
    fs::write(folder.join("long.toml"), SMALL.replace("games = 10", "games = 2000000")).expect("a file");
}

#[test]
fn a_limit_on_file_sizes_is_a_sentence() {
    let folder = tempfile::tempdir().expect("a folder");
    long(folder.path());
    let program = env!("CARGO_BIN_EXE_plyscope");
    // In blocks of 512 bytes.
    let limited = format!("ulimit -f 2000; exec {program} run long.toml --db x.db");
    let output = Command::new("sh").args(["-c", &limited]).current_dir(folder.path()).output().expect("a shell");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{:?}: {said}", output.status);
    assert!(said.contains("files may grow (ulimit -f)") && said.contains("are safe"), "{said}");
}

#[test]
fn a_database_deleted_while_it_is_used_is_written_again() {
    let folder = tempfile::tempdir().expect("a folder");
    long(folder.path());
    let mut child = plyscope(folder.path(), &["run", "long.toml", "--db", "x.db"])
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs");
    // Until it stores games.
    let log = folder.path().join("x.db-wal");
    while fs::metadata(&log).map_or(0, |log| log.len()) < 100_000 {
        assert!(child.try_wait().expect("a child").is_none(), "it ended too early");
        std::thread::sleep(Duration::from_millis(5));
    }
    fs::remove_file(folder.path().join("x.db")).expect("a database");
    let output = child.wait_with_output().expect("it ends");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("was deleted") && said.contains("x.recovered.db --resume"), "{said}");
    let runs = self::output(folder.path(), &["runs", "--db", "x.recovered.db", "--json"]);
    let runs: Value = serde_json::from_slice(&runs.stdout).expect("JSON");
    assert!(runs["runs"][0]["played"].as_u64() > Some(0), "{runs}");
}
