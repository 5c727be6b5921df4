//! Players for others and players of others: `plyscope engine`, `plyscope agent new` and `plyscope agent check`.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

fn plyscope(folder: &Path, args: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_plyscope"))
        .args(args)
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // A program that refuses its arguments reads nothing.
    let _ = child.stdin.take().expect("a pipe").write_all(input.as_bytes());
    child.wait_with_output().expect("it ends")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("text")
}

#[test]
fn the_engine_speaks_every_protocol_through_its_pipes() {
    let folder = tempfile::tempdir().expect("a folder");
    let request = "lines 1\ngame tictactoe\nposition xx./oo./... x\nlegal c1 c2 a3 b3 c3\ntime 1000\ngo\n";
    for (game, protocol, input, expected) in [
        ("reversi", "gtp", "1 play black f5\n2 genmove white\n3 quit\n", "=1\n\n=2 D6\n\n=3\n\n"),
        ("tictactoe", "lines", request, "lines 1 Plyscope alphabeta@depth=1\ninfo depth 1 nodes 5"),
        ("breakthrough", "uci", "isready\ngo perft 1\n", "readyok\n"),
        ("reversi", "nboard", "nboard 2\nset depth 1\nping 5\n", "set myname Plyscope alphabeta@depth=1\npong 5\n"),
    ] {
        let args = ["engine", game, "alphabeta@depth=1", "--protocol", protocol];
        let output = plyscope(folder.path(), &args, input);
        let said = text(&output.stdout);
        assert!(output.status.success() && output.stderr.is_empty(), "{protocol}: {:?}", text(&output.stderr));
        if protocol == "gtp" {
            // Which of its three moves White chooses is not the question here.
            let moves = ["D6", "F4", "F6"].map(|m| expected.replace("D6", m));
            assert!(moves.contains(&said), "{said}");
        } else {
            assert!(said.starts_with(expected), "{protocol}: {said}");
        }
    }
    let said = text(&plyscope(folder.path(), &["engine", "tictactoe", "minimax@depth=1"], request).stdout);
    assert!(said.ends_with("move c1\n"), "lines is the default, and it wins: {said}");
}

#[test]
fn an_engine_that_cannot_be_is_refused_with_code_2() {
    let folder = tempfile::tempdir().expect("a folder");
    for (args, sentence) in [
        (&["engine", "reversi", "engine", "--protocol", "uci"][..], "UCI cannot play reversi:8x8"),
        (&["engine", "reversi", "engine", "--protocol", "gpt"], "did you mean \"gtp\""),
        (&["engine", "chess", "engine"], "unknown game"),
        (&["engine", "reversi", "human", "--protocol", "gtp"], "human cannot be an engine"),
        (&["engine", "reversi", "program:python3 agent.py", "--protocol", "gtp"], "cannot be an engine"),
    ] {
        let output = plyscope(folder.path(), args, "");
        let said = text(&output.stderr);
        assert!(output.status.code() == Some(2) && output.stdout.is_empty(), "{args:?}: {said}");
        assert!(said.contains(sentence), "{args:?}: {said}");
    }
}

#[test]
fn an_agent_is_written_checked_and_played() {
    let folder = tempfile::tempdir().expect("a folder");
    let run = |args: &[&str]| plyscope(folder.path(), args, "");
    let written = text(&run(&["agent", "new", "python", "--game", "tictactoe"]).stdout);
    assert!(written.contains("agent.py, one_ply.py, agent.toml into python-agent"), "{written}");
    // What it says to do next can be done.
    let commands: Vec<&str> = written.lines().filter_map(|line| line.strip_prefix("  plyscope ")).collect();
    assert_eq!(commands.len(), 2, "{written}");
    for command in commands {
        let args: Vec<&str> = command
            .split('"')
            .enumerate()
            .flat_map(|(index, part)| if index % 2 == 1 { vec![part] } else { part.split_whitespace().collect() })
            .collect();
        let output = run(&args);
        assert!(output.status.success(), "{command}: {}", text(&output.stderr));
    }
    let output = run(&["agent", "check", "python-agent", "--game", "reversi:6x6", "--json"]);
    let found: Value = serde_json::from_slice(&output.stdout).expect("one object");
    assert_eq!((&found["ok"], &found["problems"]), (&Value::Bool(true), &Value::Array(Vec::new())));
    assert_eq!(output.status.code(), Some(0));
    // A broken one has problems, code 1, and the same in JSON.
    let file = folder.path().join("python-agent/agent.py");
    let source = std::fs::read_to_string(&file).expect("a file").replace("random.choice(legal)", "'z9'");
    std::fs::write(&file, source).expect("a file");
    let output = run(&["agent", "check", "python-agent", "--json"]);
    let found: Value = serde_json::from_slice(&output.stdout).expect("one object");
    assert_eq!((output.status.code(), &found["ok"]), (Some(1), &Value::Bool(false)));
    for key in ["what", "answer", "hint"] {
        assert!(found["problems"][0][key].as_str().is_some_and(|text| !text.is_empty()), "{found}");
    }
    assert!(text(&run(&["agent", "check", "python-agent"]).stdout).contains("move z9"));
}

#[test]
fn a_league_of_two_has_a_table() {
    let folder = tempfile::tempdir().expect("a folder");
    let run = |args: &[&str]| plyscope(folder.path(), args, "");
    for name in ["class/anna", "class/bob"] {
        assert!(run(&["agent", "new", "python", "--game", "tictactoe", name]).status.success());
    }
    std::fs::write(folder.path().join("class/bob/agent.py"), "print('hello')").expect("a file");
    let league = ["league", "class", "--game", "tictactoe", "--games", "2"];
    let output = run(&[&league[..], &["--json", "--site", "site"]].concat());
    let table: Value = serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{}", text(&output.stderr)));
    assert_eq!((&table["games"], &table["played"]), (&20.into(), &20.into()));
    let entrants = table["entrants"].as_array().expect("a list");
    let one = |name: &str| entrants.iter().find(|one| one["name"] == name).expect("an entrant");
    assert!(one("anna")["state"] == "ok" && one("anna")["rating"].is_f64(), "{table}");
    assert_eq!(one("anna")["interval"].as_array().map(Vec::len), Some(2));
    assert!(one("bob")["state"] == "broken" && one("bob")["rating"].is_null(), "{table}");
    assert!(folder.path().join("site/index.html").exists() && folder.path().join("class/reports/bob.html").exists());
    let again = text(&run(&league).stdout);
    assert!(again.contains("20 games, 0 of them new") && again.contains("broken"), "{again}");
    assert_eq!(run(&["league", "nowhere"]).status.code(), Some(2));
}

#[test]
fn agents_that_are_none_are_refused_with_code_2() {
    let folder = tempfile::tempdir().expect("a folder");
    for (args, sentence) in [
        (&["agent", "check", "nowhere"][..], "is not a folder"),
        (&["agent", "check", "."], "neither agent.toml nor agent.py"),
        (&["agent", "new", "cobol", "--game", "reversi"], "unknown language"),
        (&["agent", "new", "python", "--game", "chess"], "unknown game"),
    ] {
        let output = plyscope(folder.path(), args, "");
        let said = text(&output.stderr);
        assert!(output.status.code() == Some(2) && output.stdout.is_empty(), "{args:?}: {said}");
        assert!(said.contains(sentence), "{args:?}: {said}");
    }
}
