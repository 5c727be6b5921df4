//! The build script: a program that does not end, such as npm without a registry, is given up in time.

use std::time::{Duration, Instant};

#[expect(clippy::print_stdout, reason = "a build script talks to cargo this way")]
#[path = "../../build.rs"]
#[expect(dead_code, reason = "only a part of it is tested")]
mod build_script;

#[cfg(unix)]
#[test]
fn a_program_that_does_not_end_is_given_up() {
    let folder = tempfile::tempdir().expect("a folder");
    let log = folder.path().join("log");
    let run = |program, arguments: &[&str], time| build_script::run(program, arguments, folder.path(), &log, time);
    let begun = Instant::now();
    let slow = run("sleep", &["60"], Duration::from_millis(200));
    assert_eq!(slow, Err("`sleep 60` had not finished after 0.2 s.".to_owned()));
    assert!(begun.elapsed() < Duration::from_secs(5), "{:?}", begun.elapsed());
    assert_eq!(run("false", &["now"], Duration::from_secs(9)), Err("`false now` failed.".to_owned()));
    assert_eq!(run("no-such-program", &[], Duration::from_secs(9)), Err("`no-such-program` was not found.".to_owned()));
    assert_eq!(run("true", &[], Duration::from_secs(9)), Ok(()));
}
