//! Locks a program in, with bubblewrap (`bwrap`).
//!
//! | kept out | by |
//! | --- | --- |
//! | network, loopback included | a network namespace of its own |
//! | files | only `/usr` and its folder can be seen, both read-only, and an empty `/tmp` that vanishes with it |
//! | other processes | a process namespace of its own; everything in it ends with its first process |
//! | privileges | no capabilities, and no new privileges |
//! | memory | a limit for each process, and the watch for all of them together ([`crate::watch`]) |
//! | processes | a limit where the kernel applies one, and the watch |
//! | processors | one core unless it is given more |
//! | disk | files live in memory and are bounded; nothing else can be written |
//!
//! Nothing of this is done halfway: where it cannot be done, the program does not run.

use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::OnceLock;

use plyscope_core::BadInput;

use crate::spec::Program;

/// Bytes that the processes of a program may allocate together, if nothing else is said.
pub(crate) const MEMORY: u64 = 1 << 30;
/// Processes that a program may have at a time, threads included where the kernel counts them.
pub(crate) const PROCESSES: usize = 64;
/// Bytes of files that it can write.
const FILES: u64 = 64 << 20;
/// Open files and pipes of a process.
const HANDLES: u32 = 256;

/// Where programs are looked for inside.
const PATH: &str = "/usr/local/bin:/usr/bin:/bin:/usr/games";

/// Whether this machine can lock a program in.
///
/// # Errors
/// If it cannot, with the reason and the remedy.
pub(crate) fn check() -> Result<(), BadInput> {
    static ANSWER: OnceLock<Result<(), String>> = OnceLock::new();
    let tried = ANSWER.get_or_init(|| {
        let mut trial = Command::new("bwrap");
        trial.args(walls(Path::new("/usr"))).args(["--", "prlimit", "--nproc=8", "--", "taskset", "1", "true"]);
        match trial.stdin(Stdio::null()).output() {
            Ok(output) if output.status.success() => Ok(()),
            Ok(output) => Err(String::from_utf8_lossy(&output.stderr).trim().to_owned()),
            Err(error) => Err(format!("bwrap: {error}")),
        }
    });
    tried.clone().map_err(|why| {
        BadInput::new(format!(
            "sandbox = true needs bubblewrap, prlimit and taskset, and they do not work here ({why}); install the \
             packages bubblewrap and util-linux, or run programs that you trust with sandbox = false"
        ))
    })
}

/// The arguments of `bwrap` for a program that sees only this folder.
fn walls(folder: &Path) -> Vec<String> {
    let text = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect::<Vec<_>>();
    let mut walls = text(&["--unshare-all", "--die-with-parent", "--new-session", "--cap-drop", "ALL", "--clearenv"]);
    walls.extend(text(&["--ro-bind", "/usr", "/usr"]));
    for name in ["bin", "sbin", "lib", "lib32", "lib64", "libx32"] {
        let place = format!("/{name}");
        match std::fs::read_link(&place) {
            // Debian and most others have everything under /usr, and links to it.
            Ok(target) => walls.extend(["--symlink".to_owned(), target.display().to_string(), place]),
            Err(_) => walls.extend(["--ro-bind-try".to_owned(), place.clone(), place]),
        }
    }
    // What interpreters need of /etc: where libraries are, and which of several versions is meant.
    for place in ["/etc/alternatives", "/etc/ld.so.cache", "/etc/java-17-openjdk", "/etc/java-21-openjdk"] {
        walls.extend(text(&["--ro-bind-try", place, place]));
    }
    walls.extend(text(&["--proc", "/proc", "--dev", "/dev"]));
    for place in ["/tmp", "/dev/shm"] {
        walls.extend(text(&["--size", &FILES.to_string(), "--tmpfs", place]));
    }
    let folder = folder.display().to_string();
    walls.extend(text(&["--ro-bind", &folder, &folder, "--chdir", &folder]));
    walls.extend(text(&["--remount-ro", "/dev", "--remount-ro", "/"]));
    walls.extend(text(&["--setenv", "PATH", PATH, "--setenv", "HOME", "/tmp", "--setenv", "LANG", "C.UTF-8"]));
    walls
}

/// The words that run a program in the sandbox: the mark is a variable of its environment.
pub(crate) fn words(program: &Program, mark: (&str, &str)) -> Vec<String> {
    let mut words = vec!["bwrap".to_owned()];
    words.extend(walls(&program.folder));
    let own = program.env.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    for (name, value) in own.chain([mark]) {
        words.extend(["--setenv".to_owned(), name.to_owned(), value.to_owned()]);
    }
    words.push("--".to_owned());
    words.extend([
        "prlimit".to_owned(),
        format!("--data={}", program.memory.unwrap_or(MEMORY)),
        format!("--nproc={PROCESSES}"),
        format!("--fsize={FILES}"),
        format!("--nofile={HANDLES}"),
        "--core=0".to_owned(),
        "--".to_owned(),
    ]);
    words
}
