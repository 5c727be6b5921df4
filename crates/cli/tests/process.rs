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
fn json_is_one_object_and_nothing_else() {
    for args in [
        &["games", "--json"][..],
        &["position", "andantino", "--json"],
        &["perft", "breakthrough", "3", "--json"],
        &["perft", "tictactoe", "0", "--json", "--divide"],
    ] {
        let output = run(args);
        assert!(output.status.success() && output.stderr.is_empty(), "{args:?}");
        let value: serde_json::Value =
            serde_json::from_slice(&output.stdout).unwrap_or_else(|e| panic!("{args:?}: {e}"));
        assert!(value.is_object());
    }
}

/// A pipe is no terminal, so colours appear there only when they are forced, and never against NO_COLOR.
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
    for command in ["games", "position", "perft"] {
        let output = run(&[command, "--help"]);
        let help = String::from_utf8(output.stdout).expect("text");
        assert!(output.status.success() && help.contains("Examples:"), "{command}: {help}");
        assert!(help.contains(&format!("plyscope {command} ")), "{command}: {help}");
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
