//! Players with faults, in Python, and what the checker says of them.

use plyscope_agents::{Agent, Checked};

use crate::{checked, put};

/// A correct player, of which each test breaks a part.
const GOOD: &str = r#"
import sys, time
for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "lines":
        print("lines 1 test", flush=True)
    elif word == "legal":
        legal = rest.split()
    elif word == "side":
        side = rest
    elif word == "time":
        limit = int(rest)
    elif word == "go":
        print("move", legal[0], flush=True)
"#;

/// What is found in the good player with a part replaced.
fn broken(part: &str, replacement: &str, game: &str) -> Checked {
    assert!(GOOD.contains(part));
    let folder = tempfile::tempdir().expect("a folder");
    put(folder.path(), "agent.py", &GOOD.replace(part, replacement));
    checked(folder.path(), Some(game))
}

/// Asserts that something is found whose three sentences contain these words.
fn assert_found(found: &Checked, what: &str, answer: &str, hint: &str) {
    assert!(!found.ok);
    let is_it = |problem: &plyscope_agents::Problem| {
        problem.what.contains(what) && problem.answer.contains(answer) && problem.hint.contains(hint)
    };
    assert!(found.problems.iter().any(is_it), "{:#?}", found.problems);
}

const MOVE: &str = r#"print("move", legal[0], flush=True)"#;

#[test]
fn a_correct_player_has_no_problems() {
    for game in ["reversi", "breakthrough:6x6", "tictactoe", "pawned"] {
        let found = broken("test", "test", game);
        assert!(found.ok && found.problems.is_empty(), "{:#?}", found.problems);
        assert!(found.slowest_ms > 0.0 && found.slowest_ms < 1000.0);
    }
}

#[test]
fn illegal_moves_are_shown_with_their_position() {
    let found = broken(MOVE, r#"print("move z9", flush=True)"#, "reversi");
    assert_found(&found, "at the first move: this move is not legal", "move z9 (position ....", "words after `legal`");
}

#[test]
fn a_player_that_forgets_to_pass_is_told_so() {
    let found = broken(MOVE, r#"print("move", legal[0] if legal != ["pass"] else "a1", flush=True)"#, "reversi");
    assert_found(&found, "where it must pass: this move is not legal", "move a1", "legal");
    assert!(found.problems.iter().all(|problem| !problem.what.contains("first move")), "{:#?}", found.problems);
}

#[test]
fn a_player_that_fails_as_the_second_side_is_told_so() {
    let found = broken(MOVE, r#"print("move", legal[0] if side == "x" else None.name, flush=True)"#, "breakthrough");
    assert_found(&found, "as the second side, at its first move: the program ended", "AttributeError", "last words");
}

#[test]
fn a_player_that_fails_on_unknown_lines_is_told_so() {
    let found = broken(
        "elif word == \"legal\"",
        "elif word == \"weather\":\n        sys.exit(1)\n    elif word == \"legal\"",
        "tictactoe",
    );
    assert_found(&found, "line of a later version, which it must ignore", "exit status: 1", "");
}

#[test]
fn a_player_that_does_not_look_at_the_clock_is_told_so() {
    let found = broken(MOVE, &format!("time.sleep(0.3); {MOVE}"), "tictactoe");
    assert_found(&found, "with only 50 ms: no answer in time", "no answer within 50 ms", "`time`");
    assert_eq!(found.problems.len(), 1, "{:#?}", found.problems);
}

#[test]
fn a_player_that_talks_is_told_where_to() {
    let found = broken(MOVE, &format!("print(\"thinking hard\", flush=True); {MOVE}"), "tictactoe");
    assert_found(&found, "at the first move: this is no answer", "thinking hard", "standard error");
}

#[test]
fn a_player_that_does_not_greet_does_not_start() {
    let folder = tempfile::tempdir().expect("a folder");
    put(folder.path(), "agent.py", &GOOD.replace(r#"print("lines 1 test", flush=True)"#, "pass"));
    put(folder.path(), "agent.toml", "command = ['python3', 'agent.py']\nstart = '500ms'\ngame = 'tictactoe'\n");
    let found = checked(folder.path(), None);
    assert_found(&found, "at the beginning: the program does not start", "within 500 ms", "flushed");
    assert_eq!((found.problems.len(), found.questions), (1, 1), "once is enough");
}

#[test]
fn a_player_that_cannot_be_parsed_shows_its_trace() {
    let found = broken("import sys", "import sys,", "tictactoe");
    assert_found(&found, "the program does not start", "SyntaxError", "by hand");
}

#[test]
fn a_player_that_remembers_the_wrong_game_is_found() {
    // It keeps the moves of its first request for ever.
    let keeps = "elif word == \"legal\" and \"legal\" not in globals():";
    let found = broken("elif word == \"legal\":", keeps, "breakthrough:6x6");
    assert_found(&found, "not legal", "move ", "only of this one");
}

#[test]
fn a_player_that_does_not_quit_is_found() {
    let found = broken("import sys, time", "import sys, time, signal", "tictactoe");
    assert!(found.ok, "{:#?}", found.problems);
    let folder = tempfile::tempdir().expect("a folder");
    put(folder.path(), "agent.py", &format!("{GOOD}\ntime.sleep(60)\n"));
    assert_found(&checked(folder.path(), Some("tictactoe")), "after quit", "killed", "`quit`");
}

#[test]
fn what_is_no_agent_is_bad_input() {
    let folder = tempfile::tempdir().expect("a folder");
    let error = |folder: &std::path::Path| Agent::read(folder).expect_err("no agent").to_string();
    assert!(error(&folder.path().join("nowhere")).contains("not a folder"));
    assert!(error(folder.path()).contains("neither agent.toml nor agent.py"));
    put(folder.path(), "agent.toml", "command = 3");
    assert!(error(folder.path()).contains("agent.toml"));
    put(folder.path(), "agent.toml", "command = []");
    assert!(error(folder.path()).contains("command: empty"));
    put(folder.path(), "agent.toml", "comand = ['python3']");
    assert!(error(folder.path()).contains("comand"));
    put(folder.path(), "agent.toml", "command = ['python3', 'agent.py']");
    let agent = Agent::read(folder.path()).expect("an agent");
    assert!(agent.start_of(None).err().expect("no game").to_string().contains("--game"));
    assert!(agent.start_of(Some("chess")).is_err());
}

#[test]
fn what_cannot_be_built_shows_the_compiler() {
    let folder = tempfile::tempdir().expect("a folder");
    put(folder.path(), "agent.cpp", "int main() { return nothing; }");
    put(folder.path(), "agent.toml", "build = ['g++', '-o', 'agent', 'agent.cpp']\ncommand = ['./agent']\n");
    assert_found(&checked(folder.path(), Some("tictactoe")), "cannot be built", "nothing", "`build`");
}
