//! How the program behaves as a process: streams, exit codes, colours, closed pipes.

use std::io::Read;
use std::process::{Command, Output, Stdio};

fn plyscope(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_plyscope"));
    command.args(args).env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE").stdin(Stdio::null());
    command
}

fn run(args: &[&str]) -> Output {
    plyscope(args).output().expect("the program starts")
}

#[test]
fn errors_go_to_standard_error_with_code_2() {
    for args in [
        &["position", "chess"][..],
        &["position", "chess", "--json"],
        &["perft", "pawn:1x1", "3"],
        &["position", "pawn", "--moves", "z9"],
        &["games", "nothing"],
        &["no-such-command"],
        &["perft", "pawn", "many"],
        &["perft", "pawn", "-1"],
    ] {
        let output = run(args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(output.stdout.is_empty(), "{args:?}");
        let said = String::from_utf8(output.stderr).expect("text");
        assert!(said.starts_with("error: ") && !said.contains("panicked"), "{args:?}: {said}");
    }
}

#[test]
fn numbers_are_refused_in_plain_words() {
    for (number, said) in [("99999999999999999999", "the number is too large"), ("ten", "not a whole number")] {
        let output = run(&["match", "tictactoe", "random", "random", "--games", number]);
        assert_eq!(output.status.code(), Some(2));
        assert!(String::from_utf8_lossy(&output.stderr).contains(said), "{output:?}");
    }
}

#[test]
fn json_is_one_object_and_nothing_else() {
    for args in [
        &["games", "--json"][..],
        &["position", "andantino", "--json"],
        &["perft", "breakthrough", "3", "--json"],
        &["perft", "tictactoe", "0", "--json", "--divide"],
        &["completions", "bash", "--json"],
        &["manual", "--json"],
        &["play", "tictactoe", "--moves", "a1 b2", "--replay", "--json"],
    ] {
        let output = run(args);
        assert!(output.status.success() && output.stderr.is_empty(), "{args:?}");
        let value: serde_json::Value =
            serde_json::from_slice(&output.stdout).unwrap_or_else(|e| panic!("{args:?}: {e}"));
        assert!(value.is_object());
    }
}

/// The board goes to standard error, the record of the game to standard output.
#[test]
fn a_played_game_has_a_record() {
    let output = run(&["play", "pawn:3x3", "--first", "random", "--second", "random", "--json"]);
    let record: serde_json::Value = serde_json::from_slice(&output.stdout).expect("one JSON object");
    assert!(output.status.success() && String::from_utf8_lossy(&output.stderr).contains("has won"));
    assert_eq!((&record["game"], &record["first"]), (&"pawn:3x3".into(), &"random".into()));
    assert_eq!(record["moves"].as_array().map(Vec::len), record["ply"].as_u64().map(|ply| ply as usize));
    assert!(record["outcome"].is_string() && record["reason"].is_string() && record["to_move"].is_null());
}

/// A pipe is not a terminal: colours appear there only when they are forced, and never against NO_COLOR.
#[test]
fn colours_respect_the_environment() {
    let escapes = |output: Output| output.stdout.contains(&0x1B);
    let args = ["position", "pawn", "--moves", "a1-a2"];
    assert!(!escapes(run(&args)));
    assert!(escapes(plyscope(&args).env("CLICOLOR_FORCE", "1").output().expect("the program starts")));
    assert!(!escapes(plyscope(&args).env("NO_COLOR", "1").output().expect("the program starts")));
}

#[test]
fn help_has_examples() {
    let commands = "games position perft evaluate search solve grade match run report runs records play reproduce \
                    serve verify bench completions manual";
    for command in commands.split_whitespace() {
        let output = run(&[command, "--help"]);
        let help = String::from_utf8(output.stdout).expect("text");
        assert!(output.status.success() && help.contains("Examples:"), "{command}: {help}");
        assert!(help.contains(&format!("plyscope {command} ")), "{command}: {help}");
        assert!(help.contains("--json"), "{command}: {help}");
    }
}

/// `plyscope … | head -1` must not end in a panic or an error message.
#[test]
fn a_closed_pipe_is_no_fault() {
    let mut child = plyscope(&["perft", "breakthrough:4x32", "2", "--divide"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    drop(child.stdout.take());
    let mut said = String::new();
    child.stderr.take().expect("piped").read_to_string(&mut said).expect("text");
    assert!(child.wait().expect("it ends").success() && said.is_empty(), "{said}");
}

/// Ctrl-C prints what is proven so far on standard output; the exit code says that it is not everything.
#[test]
fn an_interrupted_solver_tells_what_is_proven() {
    let child = plyscope(&["solve", "breakthrough:8x8", "--json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    std::thread::sleep(std::time::Duration::from_millis(1500));
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill");
    assert!(sent.success());
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(130));
    let answer: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(
        (&answer["outcome"], &answer["plies"], &answer["stopped"]),
        (&serde_json::Value::Null, &serde_json::Value::Null, &"cancelled".into())
    );
    // On 8×8 no side can win before ply 11, and a moment is enough to exclude somewhat more.
    let plies = |bound: &str| answer["bounds"][bound]["plies"].as_u64().expect("plies");
    assert!(plies("at_least") >= 12 && plies("at_most") >= 11, "{answer}");
    assert!(String::from_utf8_lossy(&output.stderr).contains("not solved"));
}

#[test]
fn a_proof_can_be_written_and_checked_and_a_false_one_is_found_out() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("pawn.proof");
    let name = file.to_str().expect("a name");
    let written = run(&["solve", "pawn:3x4", "--proof", name, "--json"]);
    assert!(written.status.success(), "{written:?}");
    let answer: serde_json::Value = serde_json::from_slice(&written.stdout).expect("JSON");
    assert!(answer["proof"]["positions"]["x"].as_u64() > Some(0), "{answer}");
    let checked = run(&["solve", "pawn:3x4", "--check", name, "--json"]);
    assert!(checked.status.success(), "{checked:?}");
    let answer: serde_json::Value = serde_json::from_slice(&checked.stdout).expect("JSON");
    assert_eq!(
        (&answer["proof"]["holds"], &answer["outcome"], &answer["plies"]),
        (&true.into(), &"x".into(), &5.into())
    );
    // Another game, then another claim.
    assert_eq!(run(&["solve", "pawn:3x3", "--check", name]).status.code(), Some(2));
    let text = std::fs::read_to_string(&file).expect("a file");
    std::fs::write(&file, text.replace("x wins in 5", "x wins in 3")).expect("a file");
    let refuted = run(&["solve", "pawn:3x4", "--check", name]);
    assert_eq!(refuted.status.code(), Some(1), "{refuted:?}");
    assert!(String::from_utf8_lossy(&refuted.stderr).contains("does not hold"));
    // A strategy that lacks a line, and a file that is no text.
    let last = text.trim_end().rfind('\n').expect("lines");
    std::fs::write(&file, &text[..last]).expect("a file");
    let damaged = run(&["solve", "pawn:3x4", "--check", name]);
    assert_eq!(damaged.status.code(), Some(1), "{damaged:?}");
    assert!(String::from_utf8_lossy(&damaged.stderr).contains("has no move for"));
    std::fs::write(&file, [0xFF, 0xFE, 0x00]).expect("a file");
    assert_eq!(run(&["solve", "pawn:3x4", "--check", name]).status.code(), Some(2));
    assert_eq!(run(&["solve", "pawn:3x4", "--proof", "no/such/folder/file"]).status.code(), Some(2));
    let left: Vec<_> = std::fs::read_dir(folder.path()).expect("a folder").collect();
    assert_eq!(left.len(), 1, "nothing unfinished is left behind: {left:?}");
}
