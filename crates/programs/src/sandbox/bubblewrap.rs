//! Walls by bubblewrap (`bwrap`): namespaces of its own.

use std::io;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::Command;

use rustix::process::Pid;

use super::{Cell, FILES, Locked, PROCESSES, SETTINGS, environment, filter, limits, piped};
use crate::spec::{Program, Walls};

/// Gives bubblewrap the filters that lie in a folder. The shell stays: bubblewrap ends with the thread that started it,
/// and those of the shell last as long as the program.
const SCRIPT: &str = r#""$@" 8< "$0/refused" 9< "$0/missing"; exit $?"#;

pub(super) fn start(program: &Program, words: &[String], mark: (&str, &str)) -> io::Result<Locked> {
    let folder = tempfile::Builder::new().prefix("plyscope-").tempdir()?;
    filter::write(&filter::refused()?, &folder.path().join("refused"))?;
    filter::write(&filter::missing()?, &folder.path().join("missing"))?;
    let mut command = Command::new("/bin/sh");
    command.args(["-c", SCRIPT]).arg(folder.path()).arg("bwrap").args(walls(&program.folder));
    for (name, value) in environment(program, mark, "/tmp") {
        command.args(["--setenv", name, value]);
    }
    command.args(["--add-seccomp-fd", "8", "--add-seccomp-fd", "9", "--"]);
    // The kernel counts processes only for others than root, and threads with them.
    command.arg("prlimit").args(limits(program)).arg(format!("--nproc={PROCESSES}")).arg("--").args(words);
    // The program can read the environment of bubblewrap, so that has nothing of ours.
    command.env_clear().envs(std::env::var_os("PATH").map(|path| ("PATH", path))).env(mark.0, mark.1);
    let child = piped(&mut command).current_dir(&program.folder).process_group(0).spawn()?;
    let group = Pid::from_child(&child);
    Ok(Locked { child, group, cell: Cell { walls: Walls::Bubblewrap, folder, leader: None } })
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
    for place in SETTINGS {
        walls.extend(text(&["--ro-bind-try", place, place]));
    }
    walls.extend(text(&["--proc", "/proc", "--dev", "/dev"]));
    for place in ["/tmp", "/dev/shm"] {
        walls.extend(text(&["--size", &FILES.to_string(), "--tmpfs", place]));
    }
    let folder = folder.display().to_string();
    walls.extend(text(&["--ro-bind", &folder, &folder, "--chdir", &folder]));
    walls.extend(text(&["--remount-ro", "/dev", "--remount-ro", "/"]));
    walls
}
