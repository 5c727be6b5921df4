//! The test programs of the workspace, each run as soon as it is compiled. Many tests wait (for a player that hangs, or
//! for a limit), so while one program waits, others run and the compiler works.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use anyhow::{Context, Result, bail};
use serde_json::Value;

use crate::run;

/// Programs that run at the same time. Each has as many threads as there are cores, but most of them wait.
const AT_ONCE: usize = 2;

/// A test program as cargo reports it.
#[derive(Debug, PartialEq, Eq)]
struct TestProgram {
    /// The package, and which of its programs.
    name: String,
    path: PathBuf,
    /// Where its tests expect to run.
    folder: PathBuf,
    /// Whether its tests may start the program of their package.
    tests_a_program: bool,
}

/// Compiles test programs with `cargo test` and these options, and runs them with these arguments and environment
/// variables. All are run, even if some fail.
pub(crate) fn run(options: &[&str], arguments: &[&str], environment: &[(&str, &str)]) -> Result<()> {
    let build = [&["test", "--no-run", "--message-format", "json-render-diagnostics"], options].concat();
    let mut cargo = run::cargo_command(&build).stdout(Stdio::piped()).spawn().context("cannot start cargo")?;
    let messages = BufReader::new(cargo.stdout.take().expect("its output is piped"));
    let (sender, programs) = channel();
    let programs = Mutex::new(programs);
    let failed = std::thread::scope(|scope| {
        let runners: Vec<_> =
            (0..AT_ONCE).map(|_| scope.spawn(|| run_all(&programs, arguments, environment))).collect();
        let send = |program| sender.send(program).expect("the runners wait for programs");
        let mut later = Vec::new();
        for program in messages.lines().map_while(Result::ok).filter_map(|line| TestProgram::read(&line)) {
            if program.tests_a_program { later.push(program) } else { send(program) }
        }
        // Cargo may compile the program that they start after them.
        later.into_iter().for_each(send);
        drop(sender);
        runners.into_iter().flat_map(|runner| runner.join().expect("runners do not panic")).collect::<Vec<_>>()
    });
    let status = cargo.wait().context("cannot wait for cargo")?;
    if !status.success() {
        bail!("`cargo {}` failed ({status})", build.join(" "));
    }
    if !failed.is_empty() {
        bail!("{}", failed.join("\n"));
    }
    Ok(())
}

/// Runs one program after the other until there are no more, and says of each that failed how to run it again.
fn run_all(programs: &Mutex<Receiver<TestProgram>>, arguments: &[&str], environment: &[(&str, &str)]) -> Vec<String> {
    let next = || programs.lock().unwrap_or_else(PoisonError::into_inner).recv();
    let mut failed = Vec::new();
    while let Ok(program) = next() {
        let begun = Instant::now();
        let result = Command::new(&program.path)
            .args(arguments)
            .envs(environment.iter().copied())
            .env("CARGO_MANIFEST_DIR", &program.folder)
            .current_dir(&program.folder)
            .output();
        let seconds = begun.elapsed().as_secs_f64();
        match result {
            Ok(output) => {
                let text = [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
                println!("── {} ({seconds:.1} s)\n{}", program.name, text.concat());
                if !output.status.success() {
                    failed.push(format!("tests failed: {} ({})", program.name, output.status));
                }
            }
            Err(error) => failed.push(format!("cannot start {}: {error}", program.path.display())),
        }
    }
    failed
}

impl TestProgram {
    /// The program that a message of cargo is about, if it is one with tests.
    fn read(message: &str) -> Option<TestProgram> {
        let message: Value = serde_json::from_str(message).ok()?;
        if message["reason"] != "compiler-artifact" || message["profile"]["test"] != true {
            return None;
        }
        let path = PathBuf::from(message["executable"].as_str()?);
        let folder = Path::new(message["manifest_path"].as_str()?).parent()?.to_owned();
        let (package, target) = (folder.file_name()?.to_str()?.to_owned(), message["target"]["name"].as_str()?);
        let is_inside = message["target"]["kind"][0] != "test";
        let name = if is_inside { format!("{package}, unit tests") } else { format!("{package}, tests/{target}") };
        let tests_a_program = !is_inside && folder.join("src/main.rs").exists();
        Some(TestProgram { name, path, folder, tests_a_program })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(reason: &str, is_test: bool, kind: &str, executable: &str) -> String {
        format!(
            r#"{{"reason":"{reason}","manifest_path":"/p/crates/web/Cargo.toml","executable":{executable},
            "target":{{"kind":["{kind}"],"name":"all"}},"profile":{{"test":{is_test}}}}}"#
        )
    }

    #[test]
    fn programs_with_tests_are_recognised() {
        let read = |reason, is_test, kind, path| TestProgram::read(&message(reason, is_test, kind, path));
        let program = read("compiler-artifact", true, "test", r#""/t/all-1""#).expect("a test program");
        assert_eq!((program.name.as_str(), program.path.to_str()), ("web, tests/all", Some("/t/all-1")));
        assert_eq!(program.folder, Path::new("/p/crates/web"));
        let inside = read("compiler-artifact", true, "lib", r#""/t/web-2""#).expect("a test program");
        assert_eq!(inside.name, "web, unit tests");
        assert_eq!(read("compiler-artifact", false, "bin", r#""/t/plyscope""#), None);
        assert_eq!(read("compiler-artifact", true, "lib", "null"), None);
        assert_eq!(read("build-finished", true, "test", r#""/t/all-1""#), None);
        assert_eq!(TestProgram::read("warning: no message"), None);
    }
}
