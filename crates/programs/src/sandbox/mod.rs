//! Locks a program in, with bubblewrap where it works, and with Landlock, seccomp and limits of the kernel elsewhere.
//!
//! | kept out | bubblewrap | Landlock |
//! | --- | --- | --- |
//! | network, loopback included | a network namespace of its own | no sockets (seccomp) |
//! | files | only `/usr` and its folder, both read-only, and an empty `/tmp` | opens only these and a scratch folder |
//! | other processes | a process namespace of its own | no signals to others, no ptrace |
//! | processes that stay | all end with their namespace | they cannot leave their group, which is ended |
//! | privileges | no capabilities, and no new privileges | the same |
//! | disk | files live in memory and are bounded | each file is bounded, and the watch counts the folder |
//!
//! Both have the same limits for memory, processor time, processes and open files, partly by the kernel for each
//! process and partly by the watch for all of them together ([`crate::watch`]), and calls that no player needs are
//! refused by the same filter. With Landlock a program can still find out whether a file outside exists.
//!
//! Nothing of this is done halfway: where it cannot be done, the program does not run.

mod bubblewrap;
mod filter;
mod landlock;

use std::io;
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;

use plyscope_core::BadInput;
use rustix::process::Pid;
use tempfile::TempDir;

use crate::spec::{Program, Sandbox, Walls};
use crate::watch::Allowed;

/// Bytes that the processes of a program may allocate together, if nothing else is said.
const MEMORY: u64 = 1 << 30;
/// Processes that a program may have at a time, and the threads of all of them.
const PROCESSES: usize = 64;
const THREADS: usize = 512;
/// Bytes of files that it can write.
const FILES: u64 = 64 << 20;
/// Bytes of one of them.
const FILE: u64 = FILES / 4;
/// Open files and pipes of a process.
const HANDLES: u32 = 256;
/// Where programs are looked for inside.
const PATH: &str = "/usr/local/bin:/usr/bin:/bin:/usr/games";
/// What interpreters need of /etc: where libraries are, and which of several versions is meant.
const SETTINGS: [&str; 5] = [
    "/etc/alternatives",
    "/etc/ld.so.cache",
    "/etc/java-17-openjdk",
    "/etc/java-21-openjdk",
    // Node.js does not start if it may not look at it.
    "/etc/ssl/openssl.cnf",
];

/// A program in its cell.
pub(crate) struct Locked {
    pub(crate) child: Child,
    /// All processes that can be reached by a signal to a group.
    pub(crate) group: Pid,
    pub(crate) cell: Cell,
}

/// What a program that is locked in leaves behind. It vanishes with this.
pub(crate) struct Cell {
    pub(crate) walls: Walls,
    /// Of Landlock, the only folder in which it can write.
    pub(crate) folder: TempDir,
    /// Keeps the number of the group.
    leader: Option<Child>,
}

impl Cell {
    /// What a program may use in all.
    pub(crate) fn allowed(&self, program: &Program, cores: u32, (first, group): (Pid, Pid)) -> Allowed {
        let (ours, scratch) = match self.walls {
            // A shell, and two of bubblewrap. Its folders are bounded by the kernel.
            Walls::Bubblewrap => (3, None),
            Walls::Landlock => (1, Some((self.folder.path().to_owned(), FILES))),
        };
        Allowed {
            first,
            group,
            processes: PROCESSES + ours,
            threads: THREADS,
            memory: program.memory.unwrap_or(MEMORY),
            scratch,
            time: program.start * cores,
        }
    }
}

impl Drop for Cell {
    fn drop(&mut self) {
        if let Some(leader) = &mut self.leader {
            // It may have been ended with its group.
            let _ = leader.kill();
            let _ = leader.wait();
        }
        landlock::unlock(self.folder.path());
    }
}

/// How a program is locked in on this machine.
///
/// # Errors
/// If it cannot be, with the reason and the remedy.
pub(crate) fn choose(asked: Sandbox) -> Result<Option<Walls>, BadInput> {
    static BUBBLEWRAP: OnceLock<Result<(), String>> = OnceLock::new();
    static LANDLOCK: OnceLock<Result<(), String>> = OnceLock::new();
    let works = |walls| match walls {
        Walls::Bubblewrap => BUBBLEWRAP.get_or_init(|| tried(Walls::Bubblewrap)).clone(),
        Walls::Landlock => LANDLOCK.get_or_init(|| tried(Walls::Landlock)).clone(),
    };
    let refusal = |text: String| {
        Err(BadInput::new(format!("{text}; or run programs that you trust with sandbox = false, not in a league")))
    };
    match asked {
        Sandbox::Asked(false) => Ok(None),
        Sandbox::With(walls) => match works(walls) {
            Ok(()) => Ok(Some(walls)),
            Err(why) => refusal(format!("sandbox = {:?} does not work here ({why}); {}", walls.name(), walls.needs())),
        },
        Sandbox::Asked(true) => match (works(Walls::Bubblewrap), Walls::Landlock) {
            (Ok(()), _) => Ok(Some(Walls::Bubblewrap)),
            (Err(why), other) => match works(other) {
                Ok(()) => Ok(Some(other)),
                Err(why_not) => refusal(format!(
                    "sandbox = true works neither with bubblewrap ({why}) nor with Landlock ({why_not}); {}",
                    Walls::Bubblewrap.needs()
                )),
            },
        },
    }
}

/// Locks in a program that does nothing.
fn tried(walls: Walls) -> Result<(), String> {
    let program = Program { folder: "/usr".into(), ..Program::plain(vec!["true".to_owned()]) };
    let locked = start(&program, walls, &["true".to_owned()], ("TRIAL", "")).map_err(|error| error.to_string())?;
    let Locked { child, cell, .. } = locked;
    let output = child.wait_with_output().map_err(|error| error.to_string())?;
    drop(cell);
    if output.status.success() {
        return Ok(());
    }
    Err(format!("{}: {}", output.status, String::from_utf8_lossy(&output.stderr).trim()))
}

/// Starts the words of a program. The mark is a variable of its environment.
pub(crate) fn start(program: &Program, walls: Walls, words: &[String], mark: (&str, &str)) -> io::Result<Locked> {
    match walls {
        Walls::Bubblewrap => bubblewrap::start(program, words, mark),
        Walls::Landlock => landlock::start(program, words, mark),
    }
}

/// The arguments of `prlimit`, which sets limits for each process of a program and then becomes it.
fn limits(program: &Program) -> Vec<String> {
    let bytes = program.memory.unwrap_or(MEMORY);
    let limits = [("data", bytes), ("fsize", FILE), ("nofile", u64::from(HANDLES)), ("core", 0)];
    limits.into_iter().map(|(name, most)| format!("--{name}={most}")).collect()
}

/// The variables that a program has inside.
fn environment<'a>(program: &'a Program, mark: (&'a str, &'a str), home: &'a str) -> Vec<(&'a str, &'a str)> {
    let own = program.env.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    let all = [("PATH", PATH), ("HOME", home), ("TMPDIR", home), ("LANG", "C.UTF-8")];
    all.into_iter().chain(own).chain([mark]).collect()
}

/// Pipes for everything that a program says and hears.
fn piped(command: &mut Command) -> &mut Command {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped())
}
