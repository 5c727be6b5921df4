//! Attacks from inside the sandbox. Each is also made without it where that does no harm, so that a test that could not
//! fail is noticed.

use std::net::TcpListener;
use std::time::Duration;

use plyscope_core::{Limits, Side, Work};
use plyscope_programs::ProgramSpec;
use plyscope_registry::{Fault, Guests, NoMove, Question};

use crate::common::{agent, programs};

/// What an agent says of its attack, or how it failed.
fn attack(words: &[&str], sandbox: bool) -> Result<String, (Fault, String)> {
    let command = [&["/usr/bin/python3", "attack.py"], words].concat();
    let mut spec = ProgramSpec { sandbox, ..agent(&command) };
    spec.env.insert("MINE".to_owned(), "yes".to_owned());
    ask(spec)
}

/// What a program answers in the first move of a game, as a remark.
fn ask(spec: ProgramSpec) -> Result<String, (Fault, String)> {
    let pool = programs(spec).pool();
    let legal = ["a1".to_owned(), "b2".to_owned()];
    let question = Question {
        game: "tictactoe",
        start: ".../.../... x",
        played: &[],
        position: ".../.../... x",
        side: Side::First,
        legal: &legal,
        limits: Limits { time: Some(Duration::from_secs(8)), ..Limits::default() },
        move_limit: None,
        work: Work::never(),
    };
    match pool.seat("agent").expect("a sandbox").ask(&question) {
        Ok(reply) => Ok(reply.text.unwrap_or_default()),
        Err(NoMove::Forfeit { fault, words, .. }) => Err((fault, words)),
        Err(other) => panic!("{other:?}"),
    }
}

/// An attack succeeds outside and fails inside with these words.
fn check(words: &[&str], failure: &str) {
    let outside = attack(words, false).expect("it plays on");
    assert!(outside.starts_with("success"), "{words:?} outside: {outside}");
    let inside = attack(words, true).expect("it plays on");
    assert!(inside.starts_with("failure") && inside.contains(failure), "{words:?} inside: {inside}");
}

#[test]
fn files_of_others() {
    let folder = tempfile::tempdir().expect("a folder");
    let secret = folder.path().join("secret");
    std::fs::write(&secret, "the answers").expect("a file");
    check(&["read", secret.to_str().expect("text")], "No such file");
    check(&["read", "/etc/passwd"], "No such file");
    let neighbour = folder.path().join("neighbour");
    check(&["write", neighbour.to_str().expect("text")], "No such file");
    let own = crate::common::agents().join("written");
    check(&["write", own.to_str().expect("text")], "Read-only file system");
    std::fs::remove_file(own).expect("the attack outside wrote it");
    let listed = attack(&["list", "/"], true).expect("a list");
    assert!(!listed.contains("home") && !listed.contains("root") && !listed.contains("etc/passwd"), "{listed}");
    for place in ["/plant", "/dev/plant", "/usr/plant"] {
        let inside = attack(&["write", place], true).expect("it plays on");
        assert!(inside.starts_with("failure"), "{place}: {inside}");
    }
}

#[test]
fn the_network() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("an address").port().to_string();
    check(&["connect", &port], "Connection refused");
    assert!(attack(&["resolve"], true).expect("it plays on").starts_with("failure"));
}

#[test]
fn other_processes() {
    let mut sleeper = std::process::Command::new("sleep").arg("60").spawn().expect("a process");
    let pid = sleeper.id().to_string();
    for how in ["kill", "ptrace"] {
        let inside = attack(&[how, &pid], true).expect("it plays on");
        assert!(inside.contains("No such process"), "{how}: {inside}");
    }
    assert!(matches!(sleeper.try_wait(), Ok(None)), "it lives");
    sleeper.kill().expect("it can be ended");
    sleeper.wait().expect("it ends");
    assert_eq!(attack(&["uid"], true), Ok("success: nobody".to_owned()));
}

#[test]
fn memory_and_disk() {
    for how in ["disk", "shared memory"] {
        let inside = attack(&[how], true).expect("it plays on");
        assert!(inside.starts_with("failure"), "{how}: {inside}");
    }
    let inside = attack(&["memory"], true).expect("it plays on");
    assert!(inside.contains("MemoryError"), "{inside}");
    let (fault, words) = attack(&["memory of many"], true).expect_err("too much together");
    assert_eq!(fault, Fault::Crash, "{words}");
}

#[test]
fn processes_without_end() {
    // It is either refused more of them, or ended.
    match attack(&["fork"], true) {
        Ok(told) => assert!(told.contains("Resource temporarily unavailable"), "{told}"),
        Err((fault, words)) => assert_eq!(fault, Fault::Crash, "{words}"),
    }
    let begun = std::time::Instant::now();
    while left("attack.py fork") > 0 {
        assert!(begun.elapsed() < Duration::from_secs(5), "{} processes are left", left("attack.py fork"));
        std::thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn a_daemon_ends_with_its_program() {
    assert_eq!(attack(&["daemon"], true), Ok("success: started".to_owned()));
    let begun = std::time::Instant::now();
    while left("sleep 1003") > 0 {
        assert!(begun.elapsed() < Duration::from_secs(5), "a daemon is left");
        std::thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn what_it_is_given() {
    assert_eq!(attack(&["environment", "MINE"], true), Ok("success: yes".to_owned()));
    assert_eq!(attack(&["environment", "CARGO_MANIFEST_DIR"], true), Ok("success: unset".to_owned()));
    assert_eq!(attack(&["cores"], true), Ok("success: 1".to_owned()));
    assert_eq!(attack(&["write", "/tmp/scratch"], true), Ok("success: written".to_owned()));
}

/// Memory and cores can be limited without a sandbox too.
#[test]
fn limits_without_walls() {
    let limited = |words: &[&str]| {
        let mut spec = agent(&[&["/usr/bin/python3", "attack.py"], words].concat());
        (spec.memory, spec.cores) = (Some("256MB".to_owned()), Some(1));
        ask(spec)
    };
    assert_eq!(limited(&["cores"]), Ok("success: 1".to_owned()));
    assert!(limited(&["memory"]).expect("it plays on").contains("MemoryError"));
    let cores = attack(&["cores"], false).expect("a number");
    let all = std::thread::available_parallelism().map_or(1, std::num::NonZeroUsize::get);
    assert_eq!(cores, format!("success: {all}"));
}

/// The processes whose command line contains a text.
fn left(text: &str) -> usize {
    crate::leftovers::processes(text).len()
}
