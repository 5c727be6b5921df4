//! What an installation brings besides the program: completions and manual pages.

use std::collections::BTreeSet;
use std::io::Write;
use std::process::{Command, Output, Stdio};

fn plyscope(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_plyscope")).args(arguments).output().expect("the program runs")
}

fn text(arguments: &[&str]) -> String {
    let output = plyscope(arguments);
    assert!(output.status.success(), "{arguments:?}: {output:?}");
    String::from_utf8(output.stdout).expect("text")
}

/// The commands that the help lists.
fn commands() -> Vec<String> {
    let help = text(&["--help"]);
    let list = help.split("Commands:\n").nth(1).and_then(|rest| rest.split("\n\n").next()).expect("a list");
    let name = |line: &str| line.strip_prefix("  ").filter(|line| !line.starts_with(' ')).map(first_word);
    let commands: Vec<String> = list.lines().filter_map(name).collect();
    assert!(commands.len() >= 19, "{commands:?}");
    commands
}

fn first_word(line: &str) -> String {
    line.split_whitespace().next().unwrap_or_default().to_owned()
}

#[test]
fn completions_know_every_command() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = text(&["completions", shell]);
        for command in commands() {
            assert!(script.contains(&command), "{shell}: {command}");
        }
    }
}

#[cfg(unix)]
#[test]
fn bash_accepts_its_script() {
    let mut bash = Command::new("bash").arg("-n").stdin(Stdio::piped()).spawn().expect("bash");
    let script = text(&["completions", "bash"]);
    bash.stdin.take().expect("a pipe").write_all(script.as_bytes()).expect("bash reads");
    assert!(bash.wait().expect("bash ends").success());
}

/// Bash completes a command and an option with the script.
#[cfg(unix)]
#[test]
fn bash_completes_with_its_script() {
    let script = text(&["completions", "bash"]);
    for (typed, wanted) in [("plyscope ev", "evaluate"), ("plyscope search --ra", "--ratios")] {
        let words = typed.split(' ').count();
        let ask = format!(
            "COMP_WORDS=({typed}); COMP_CWORD={}; _plyscope plyscope \"${{COMP_WORDS[-1]}}\" \"${{COMP_WORDS[-2]}}\"; \
             echo \"${{COMPREPLY[*]}}\"",
            words - 1
        );
        let output = Command::new("bash").args(["-c", &format!("{script}\n{ask}")]).output().expect("bash");
        assert_eq!(String::from_utf8_lossy(&output.stdout).trim(), wanted, "{typed}: {output:?}");
    }
}

#[test]
fn an_unknown_shell_is_refused_with_the_known_ones() {
    let output = plyscope(&["completions", "cmd"]);
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8(output.stderr).expect("text");
    assert!(said.starts_with("error: invalid value 'cmd' for '<SHELL>'"), "{said}");
    assert!(said.contains("[possible values: bash, elvish, fish, powershell, zsh]"), "{said}");
}

/// Every line is text, a comment or a known request, and every list of requests that must be closed is closed.
fn check_page(page: &str, name: &str) {
    assert_eq!(page.matches(".TH ").count(), 1, "{name} has one title");
    for section in ["NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "EXAMPLES", "VERSION"] {
        assert_eq!(page.matches(&format!("\n.SH {section}\n")).count(), 1, "{name}: {section}");
    }
    let requests: Vec<&str> = page.lines().filter_map(|line| line.strip_prefix('.')?.split(' ').next()).collect();
    let known = BTreeSet::from(["TH", "SH", "SS", "PP", "IP", "TP", "RS", "RE", "br", "ie", "el", "nf", "fi"]);
    assert!(requests.iter().all(|request| known.contains(request)), "{name}: {requests:?}");
    let count = |request: &str| requests.iter().filter(|known| **known == request).count();
    assert_eq!(count("nf"), count("fi"), "{name}");
    assert_eq!(count("RS"), count("RE"), "{name}");
}

#[test]
fn the_manual_has_a_page_for_every_command() {
    let folder = tempfile::tempdir().expect("a folder");
    let pages = folder.path().join("man1");
    assert_eq!(text(&["manual", "--dir", pages.to_str().expect("text")]), "");
    for command in commands() {
        let page = std::fs::read_to_string(pages.join(format!("plyscope-{command}.1"))).expect(&command);
        check_page(&page, &command);
        assert!(page.contains(&format!("plyscope {command}")), "{command}: an example");
    }
    let main = std::fs::read_to_string(pages.join("plyscope.1")).expect("the main page");
    check_page(&main, "plyscope");
    assert_eq!(main, text(&["manual"]), "standard output gets the main page");
    assert_eq!(std::fs::read_dir(&pages).expect("a folder").count(), commands().len() + 1);
}

#[test]
fn a_folder_that_cannot_be_written_is_an_error() {
    let file = tempfile::NamedTempFile::new().expect("a file");
    let output = plyscope(&["manual", "--dir", file.path().to_str().expect("text")]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).starts_with("error: cannot write "), "{output:?}");
}
