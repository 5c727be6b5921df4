//! A game as people play it: through a real pseudo-terminal, and through pipes.

use std::io::Write;
use std::process::{Command, Stdio};

use rexpect::process::WaitStatus;
use rexpect::session::{PtySession, spawn_command};

fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_plyscope"));
    command.arg("play").args(args).env_remove("NO_COLOR").env("TERM", "xterm-256color");
    command
}

/// A terminal with the program in it; whatever takes longer than a minute has failed.
fn terminal(args: &[&str]) -> PtySession {
    spawn_command(command(args), Some(60_000)).expect("a pseudo-terminal")
}

fn piped(args: &[&str], typed: &str) -> (String, String, Option<i32>) {
    let mut child = command(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // A program that does not read its input to the end is right to close it.
    let _ = child.stdin.take().expect("a pipe").write_all(typed.as_bytes());
    let output = child.wait_with_output().expect("the program ends");
    let text = |bytes| String::from_utf8(bytes).expect("text");
    (text(output.stdout), text(output.stderr), output.status.code())
}

#[test]
fn a_game_at_a_terminal() {
    let mut session = terminal(&["tictactoe", "--second", "engine@depth=9"]);
    session.exp_string("x").unwrap();
    session.exp_string("> ").unwrap();
    session.send_line("nonsense").unwrap();
    session.exp_string("is not a legal move here").unwrap();
    session.send_line("moves").unwrap();
    session.exp_string("9 c3").unwrap();
    session.send_line("99").unwrap();
    session.exp_string("there is no move number 99").unwrap();
    session.send_line("hint").unwrap();
    session.exp_string("hint: ").unwrap();
    session.exp_string("next best").unwrap();
    session.send_line("1").unwrap();
    session.exp_string("engine@depth=9 plays b2").unwrap();
    session.exp_string("Move 3").unwrap();
    session.send_line("undo").unwrap();
    session.exp_string("Move 1").unwrap();
    session.send_line("resign").unwrap();
    session.exp_string("x resigned").unwrap();
    session.send_line("b2").unwrap();
    session.exp_string("the game is over").unwrap();
    session.send_line("quit").unwrap();
    session.exp_eof().unwrap();
    assert!(matches!(session.process().wait().unwrap(), WaitStatus::Exited(_, 0)));
}

#[test]
fn the_tab_key_completes() {
    let mut session = terminal(&["pawn:4x4", "--second", "human"]);
    session.exp_string("> ").unwrap();
    session.send("a1\t\n").unwrap();
    session.flush().unwrap();
    session.exp_string("Move 2").unwrap();
    session.send_control('d').unwrap();
    session.exp_string("To continue: plyscope play pawn:4x4 --first human --second human --moves \"a1-a2\"").unwrap();
    session.exp_eof().unwrap();
    assert!(matches!(session.process().wait().unwrap(), WaitStatus::Exited(_, 0)));
}

#[test]
fn ctrl_c_leaves_at_the_prompt_and_while_a_program_thinks() {
    let mut session = terminal(&["pawn:4x4", "--moves", "a1-a2 b4-b3"]);
    session.exp_string("Move 3").unwrap();
    session.exp_string("> ").unwrap();
    session.send_control('c').unwrap();
    session.exp_string("To continue: ").unwrap();
    session.exp_eof().unwrap();
    assert!(matches!(session.process().wait().unwrap(), WaitStatus::Exited(_, 130)));

    let mut session = terminal(&["breakthrough", "--first", "engine@time=50s"]);
    session.exp_string("depth 3").unwrap();
    session.send_control('c').unwrap();
    session.exp_string("left the game").unwrap();
    session.exp_eof().unwrap();
    assert!(matches!(session.process().wait().unwrap(), WaitStatus::Exited(_, 130)));
}

#[test]
fn end_of_input_leaves_cleanly() {
    let (out, err, code) = piped(&["pawn:4x4", "--second", "human"], "a1-a2\nfoo\n");
    assert_eq!(code, Some(0), "{err}");
    assert!(out.contains("\"foo\" is not a legal move here") && err.starts_with("To continue: "), "{out}\n{err}");
    assert!(!out.contains('\x1B'), "a pipe gets no colours");
}

#[test]
fn games_are_saved_loaded_and_replayed() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("game.txt");
    let file = file.to_str().expect("text");
    let (out, _, code) = piped(&["pawn:4x4", "--second", "human"], &format!("a1-a2\nb4-b3\nsave {file}\nquit\n"));
    assert_eq!(code, Some(0));
    assert!(out.contains("Saved to"), "{out}");
    let (out, err, code) = piped(&["--load", file, "--replay"], "");
    assert_eq!((code, err.as_str()), (Some(0), ""));
    assert!(out.contains("the start") && out.contains("move 2: b4-b3"), "{out}");
    // The capture is possible only in the loaded game.
    let (out, _, _) = piped(&["--load", file], "a2xb3\nundo\neval\nline\nquit\n");
    assert!(out.contains("Move 4") && out.contains("TERM") && out.contains("(depth "), "{out}");
    assert!(out.contains("x wins in "), "the line says who wins: {out}");
    let (_, err, code) = piped(&["--load", "no/such/file"], "");
    assert_eq!(code, Some(2));
    assert!(err.contains("cannot read the saved game no/such/file"), "{err}");
    // A file of another kind is not overwritten.
    let other = folder.path().join("notes.txt");
    std::fs::write(&other, "my notes").expect("a file");
    let (out, _, _) = piped(&["pawn:4x4", "--second", "human"], &format!("save {}\nquit\n", other.display()));
    assert!(out.contains("is not an earlier saved game") && !out.contains("--force"), "{out}");
    assert_eq!(std::fs::read_to_string(&other).expect("a file"), "my notes");
}

#[test]
fn programs_play_a_whole_game_alone() {
    let (out, err, code) = piped(&["pawn:4x4", "--first", "fair", "--second", "easy"], "");
    assert_eq!((code, err.as_str()), (Some(0), ""));
    assert!(out.contains(" has won: "), "{out}");
    let again = piped(&["pawn:4x4", "--first", "fair", "--second", "easy"], "").0;
    assert_eq!(out, again, "the same seed gives the same game");
}

#[test]
fn what_is_wrong_is_said_at_once() {
    for (args, part) in [
        (&["chess"][..], "chess"),
        (&["pawn", "--first", "nobody"], "nobody"),
        (&["pawn", "--moves", "z9"], "--moves"),
        (&[], "needs a game"),
        (&["breakthrough", "--second", "alphabeta"], "alphabeta has no limit"),
        (&["andantino", "--hint", "minimax"], "minimax has no limit"),
    ] {
        let (out, err, code) = piped(args, "");
        assert_eq!((code, out.as_str()), (Some(2), ""), "{args:?}");
        assert!(err.contains(part), "{args:?}: {err}");
    }
}

/// The session in the README, line by line, after the first move.
#[test]
fn the_readme_shows_a_real_session() {
    let readme = include_str!("../../../../README.md");
    let shown = readme.split("$ plyscope play pawn:4x4 --second ").nth(1).expect("a session");
    let mut lines = shown.split("```").next().expect("a block").lines();
    let player = lines.next().expect("the command goes on");
    let (out, _, code) = piped(&["pawn:4x4", "--second", player], "a1-a2\nhint\nquit\n");
    assert_eq!(code, Some(0));
    // What is typed is not part of the output.
    for line in lines.filter(|line| *line != "..." && *line != "x> hint") {
        assert!(out.contains(line), "{line:?} is not in {out}");
    }
}

/// A move that was not compared with others has no value, in hints and in lines.
#[test]
fn hints_and_lines_without_a_value_say_so() {
    for (adviser, hint, line) in [
        ("minimax@depth=30,nodes=1000", "there was no time to compare it", "no depth was completed (stopped by nodes)"),
        ("random", "was chosen at random.", ", chosen at random"),
    ] {
        let (out, _, code) = piped(&["pawn:6x6", "--hint", adviser], "hint\nline\nquit\n");
        assert_eq!(code, Some(0));
        assert!(out.contains(hint) && out.contains(line) && !out.contains("depth 0"), "{adviser}: {out}");
    }
}
