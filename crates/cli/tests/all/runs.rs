//! Runs by the real program, really killed.

use std::io::Read;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

pub(crate) fn plyscope(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_plyscope"));
    command.args(arguments).current_dir(folder).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

pub(crate) fn output(folder: &Path, arguments: &[&str]) -> Output {
    plyscope(folder, arguments).output().expect("the program runs")
}

fn json(folder: &Path, arguments: &[&str]) -> Value {
    let output = output(folder, arguments);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{arguments:?}: {error}: {output:?}"))
}

/// Enough games for some seconds of work.
const LONG: &str = "
name = 'long'
game = 'pawn:5x5'
games = 8000
[players]
random = 'random'
greedy = 'alphabeta:ties=random+material@depth=2'
thinker = 'alphabeta:ties=random+material@depth=3'
";

pub(crate) fn folder_with(text: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    std::fs::write(folder.path().join("long.toml"), text).expect("a file");
    folder
}

/// The games of a run as the program tells them, without what the clock says.
fn games(folder: &Path, run: &str) -> Vec<Value> {
    let mut all =
        json(folder, &["records", run, "--limit", "1000000", "--json"])["games"].as_array().cloned().expect("games");
    for game in &mut all {
        game["time_ms"] = Value::Null;
    }
    all
}

#[test]
fn killed_at_any_moment_nothing_is_lost_and_nothing_is_there_twice() {
    let folder = folder_with(LONG);
    let folder = folder.path();
    let mut last = 0;
    let mut kills = 0;
    for round in 0_u64.. {
        let mut child =
            plyscope(folder, &["run", "long.toml", "--resume", "--json"]).spawn().expect("the program runs");
        // Moments spread over the work; later rounds get more time, so that it ends on any machine.
        std::thread::sleep(Duration::from_millis(40 + (round * 7919) % 160 + 5 * round));
        if child.try_wait().expect("a child").is_some() {
            let status = child.wait().expect("a child");
            assert!(status.success(), "{status}");
            break;
        }
        child.kill().expect("a child that can be killed");
        child.wait().expect("a child");
        kills += 1;
        // Killed very early, the database is not there yet, or has no tables yet.
        let is_made = folder.join("plyscope.db").exists()
            && !String::from_utf8_lossy(&output(folder, &["runs"]).stderr).contains("is an empty database");
        assert!(is_made || last == 0, "a database with {last} games is gone");
        if is_made {
            let runs = json(folder, &["runs", "--json"]);
            let runs = runs["runs"].as_array().cloned().expect("runs");
            assert!(runs.len() <= 1, "it goes on with the same run: {runs:?}");
            let played = runs.first().map_or(0, |run| run["played"].as_u64().expect("a number"));
            assert!(played >= last, "{played} games after {last}");
            last = played;
            // It came to its end between the look and the kill.
            if runs.first().is_some_and(|run| run["status"] == "finished") {
                break;
            }
        }
        assert!(round < 400, "it never ends");
    }
    assert!(kills >= 3, "it was killed {kills} times");
    let report = json(folder, &["report", "1", "--json"]);
    assert_eq!(
        (&report["played"], &report["games"], &report["complete"]),
        (&24000.into(), &24000.into(), &true.into())
    );
    // The same as without a single interruption.
    let whole = output(folder, &["run", "long.toml", "--db", "whole.db", "--json"]);
    assert!(whole.status.success(), "{whole:?}");
    let other = folder.join("other");
    std::fs::create_dir(&other).expect("a folder");
    std::fs::rename(folder.join("whole.db"), other.join("plyscope.db")).expect("a file");
    assert_eq!(games(folder, "1"), games(&other, "1"));
}

/// Waits for a child, but not for ever.
fn wait(child: &mut Child, most: Duration) -> Option<i32> {
    let begun = Instant::now();
    while begun.elapsed() < most {
        if let Some(status) = child.try_wait().expect("a child") {
            return status.code();
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    None
}

#[test]
fn an_interrupt_stops_cleanly_and_tells_how_to_go_on() {
    let folder = folder_with(&LONG.replace("depth=3", "depth=9"));
    for signal in ["-INT", "-TERM"] {
        let mut child = plyscope(folder.path(), &["run", "long.toml", "--resume"]).spawn().expect("the program runs");
        std::thread::sleep(Duration::from_millis(600));
        // Twice, as `timeout` does: that is not a second wish.
        let twice = format!("kill {signal} {pid}; kill {signal} {pid}", pid = child.id());
        let sent = Command::new("sh").args(["-c", &twice]).status().expect("kill");
        assert!(sent.success());
        // A second is what is promised; a busy machine may be slower to notice.
        let code = wait(&mut child, Duration::from_secs(20));
        assert_eq!(code, Some(130), "{signal}");
        let mut said = String::new();
        child.stderr.take().expect("standard error").read_to_string(&mut said).expect("text");
        assert!(said.contains("plyscope run long.toml --db plyscope.db --resume"), "{said}");
    }
    let runs = json(folder.path(), &["runs", "--json"]);
    assert_eq!(runs["runs"].as_array().map(Vec::len), Some(1));
    assert_eq!(runs["runs"][0]["status"], "stopped");
}

/// A signal while files are written ends the program at once, and nothing unfinished stays behind.
#[test]
fn an_interrupted_export_leaves_nothing_unfinished() {
    let folder = folder_with("game = 'tictactoe'\ngames = 60000\n[players]\na = 'random'\nb = 'random'\n");
    assert!(output(folder.path(), &["run", "long.toml"]).status.success());
    let names = || {
        let entries = std::fs::read_dir(folder.path()).expect("a folder");
        let names = entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned());
        names.filter(|name| name.starts_with("games.")).collect::<Vec<_>>()
    };
    for command in
        [&["report", "1", "--jsonl", "games.jsonl"][..], &["run", "long.toml", "--resume", "--jsonl", "games.jsonl"]]
    {
        // It may be quicker than its observer, but hardly every time.
        let was_stopped = (0..20).any(|_| {
            let mut child = plyscope(folder.path(), command).spawn().expect("the program runs");
            while child.try_wait().expect("a child").is_none() && names().is_empty() {
                std::thread::sleep(Duration::from_millis(1));
            }
            Command::new("kill").args(["-TERM", &child.id().to_string()]).status().expect("kill");
            let code = wait(&mut child, Duration::from_secs(20));
            assert!(names().iter().all(|name| !name.ends_with(".part")), "{command:?}: {:?}", names());
            // What was complete may stay.
            let _ = std::fs::remove_file(folder.path().join("games.jsonl"));
            code == Some(130)
        });
        assert!(was_stopped, "{command:?} was never stopped");
    }
}

#[test]
fn a_second_process_on_the_same_run_is_refused() {
    let folder = folder_with(&LONG.replace("depth=3", "depth=9"));
    let mut child = plyscope(folder.path(), &["run", "long.toml"]).spawn().expect("the program runs");
    std::thread::sleep(Duration::from_millis(600));
    let second = output(folder.path(), &["run", "long.toml", "--resume"]);
    assert_eq!(second.status.code(), Some(2), "{second:?}");
    // Looking is allowed.
    assert!(output(folder.path(), &["report", "1"]).status.success());
    child.kill().expect("a child that can be killed");
    child.wait().expect("a child");
}

#[test]
fn bad_files_and_databases_are_told_in_a_sentence() {
    let folder = folder_with("game = 'pawn'\n");
    std::fs::write(folder.path().join("text.db"), "this is no database, but it is long enough to look like one")
        .expect("a file");
    for (arguments, said) in [
        (&["run", "none.toml"][..], "none.toml"),
        (&["run", "long.toml"], "players"),
        (&["report", "1"], "plyscope.db"),
        (&["report", "1", "--db", "text.db"], "text.db"),
        (&["run", "--db", "."], "."),
        (&["run", "--db", "no/such/folder/x.db"], "no/such/folder"),
    ] {
        let output = output(folder.path(), arguments);
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {error}");
        assert!(error.contains(said) && !error.contains("panicked"), "{arguments:?}: {error}");
    }
}

/// A gauntlet asks how strong its challengers are, also if there is one and meets one.
#[test]
fn a_gauntlet_ends_with_a_rating() {
    let folder = folder_with(
        "game = 'tictactoe'\ngames = 40\nschedule = 'gauntlet'\nchallengers = ['flat']\n\
         [players]\nflat = 'alphabeta:ties=random@depth=1'\nchance = 'random'\n",
    );
    let text = String::from_utf8_lossy(&output(folder.path(), &["run", "long.toml"]).stdout).into_owned();
    assert!(text.contains(" RATING "), "{text}");
}
