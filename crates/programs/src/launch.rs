//! How a program is started: in a group of its own, with pipes, and within what it is given.

use std::os::unix::process::CommandExt;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};

use plyscope_core::BadInput;

use crate::sandbox;
use crate::spec::Program;

/// The variable by which processes are recognised that left the group of their program.
pub(crate) const MARK: &str = "PLYSCOPE_PROGRAM";

/// Whether this machine can run a program within what it is given.
///
/// # Errors
/// If it cannot: nobody should lose a game by that.
pub(crate) fn check(program: &Program) -> Result<(), BadInput> {
    if program.sandbox {
        return sandbox::check();
    }
    let needed = [(program.memory.is_some(), "memory", "prlimit"), (program.cores.is_some(), "cores", "taskset")];
    let folders = std::env::var_os("PATH").unwrap_or_default();
    let is_there = |tool: &str| std::env::split_paths(&folders).any(|folder| folder.join(tool).is_file());
    match needed.into_iter().find(|(is_asked, _, tool)| *is_asked && !is_there(tool)) {
        None => Ok(()),
        Some((_, key, tool)) => Err(BadInput::new(format!(
            "{key} needs the program {tool}; install the package util-linux, or remove {key}"
        ))),
    }
}

/// The command of a program. The mark is different for every start.
pub(crate) fn command(program: &Program, mark: &str) -> Command {
    let words = words(program, mark);
    let mut command = Command::new(&words[0]);
    command
        .args(&words[1..])
        .env(MARK, mark)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .current_dir(&program.folder)
        .process_group(0);
    if !program.sandbox {
        command.envs(program.env.iter().map(|(name, value)| (name, value)));
    }
    command
}

/// The words of the command, after those of programs that set limits and then become the next one.
fn words(program: &Program, mark: &str) -> Vec<String> {
    let mut words = match (program.sandbox, program.memory) {
        (true, _) => sandbox::words(program, (MARK, mark)),
        (false, Some(bytes)) => vec!["prlimit".to_owned(), format!("--data={bytes}"), "--".to_owned()],
        (false, None) => Vec::new(),
    };
    if let Some(cores) = program.cores.or(program.sandbox.then_some(1)) {
        words.extend(["taskset".to_owned(), "--cpu-list".to_owned(), some_cores(cores)]);
    }
    let (name, arguments) = program.command.split_first().expect("a command has a word");
    // A name with a stroke is a path from the folder; others are looked up as a shell does.
    let is_path = name.contains('/');
    words.push(if is_path { program.folder.join(name).display().to_string() } else { name.clone() });
    words.extend(arguments.iter().cloned());
    words
}

/// Some of the cores of this machine, others for every start.
fn some_cores(n: usize) -> String {
    static NEXT: AtomicUsize = AtomicUsize::new(0);
    let all = std::thread::available_parallelism().map_or(1, |all| all.get());
    let (n, first) = (n.min(all), NEXT.fetch_add(n, Ordering::Relaxed));
    (first..first + n).map(|core| (core % all).to_string()).collect::<Vec<_>>().join(",")
}
