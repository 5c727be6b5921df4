//! How a program is started: in a group of its own, with pipes, and within what it is given.

use std::io;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};

use plyscope_core::BadInput;
use rustix::io::Errno;
use rustix::process::Pid;

use crate::process::{Trouble, ours};
use crate::sandbox::{self, Cell, Locked};
use crate::spec::Program;

/// The variable by which processes are recognised that left the group of their program.
pub(crate) const MARK: &str = "PLYSCOPE_PROGRAM";

/// A program that was started.
pub(crate) struct Launched {
    pub(crate) child: Child,
    /// The group of its processes.
    pub(crate) group: Pid,
    /// Only of one that is locked in.
    pub(crate) cell: Option<Cell>,
}

/// Whether this machine can run a program within what it is given.
///
/// # Errors
/// If it cannot: nobody should lose a game by that.
pub(crate) fn check(program: &Program) -> Result<(), BadInput> {
    if sandbox::choose(program.sandbox)?.is_none() && program.memory.is_some() {
        let folders = std::env::var_os("PATH").unwrap_or_default();
        if !std::env::split_paths(&folders).any(|folder| folder.join("prlimit").is_file()) {
            let words = "memory needs the program prlimit; install the package util-linux, or remove memory";
            return Err(BadInput::new(words));
        }
    }
    if program.cores.is_some() && !cfg!(target_os = "linux") {
        return Err(BadInput::new("cores needs Linux; remove cores"));
    }
    Ok(())
}

/// Starts a program. The mark is different for every start.
pub(crate) fn start(program: &Program, mark: &str) -> Result<Launched, Trouble> {
    let walls = sandbox::choose(program.sandbox).map_err(Trouble::Ours)?;
    let begin = || match walls {
        None => {
            let child = plain(program, mark).spawn()?;
            Ok(Launched { group: Pid::from_child(&child), child, cell: None })
        }
        Some(walls) => {
            let Locked { child, group, cell } = sandbox::start(program, walls, &words(program), (MARK, mark))?;
            Ok(Launched { child, group, cell: Some(cell) })
        }
    };
    let started = match cores(program) {
        None => begin(),
        Some(cores) => on_cores(cores, begin),
    };
    started.map_err(|error| match walls {
        // What was started then is not the program itself.
        Some(_) => ours("lock a program in", &error),
        None => no_start(program, &error),
    })
}

/// The number of cores that a program may use, if that is limited.
pub(crate) fn cores(program: &Program) -> Option<usize> {
    program.cores.or(program.sandbox.is_on().then_some(1))
}

/// The command of a program that is not locked in.
fn plain(program: &Program, mark: &str) -> Command {
    let mut all = program
        .memory
        .map_or(Vec::new(), |bytes| vec!["prlimit".to_owned(), format!("--data={bytes}"), "--".to_owned()]);
    all.extend(words(program));
    let mut command = Command::new(&all[0]);
    command.args(&all[1..]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.envs(program.env.iter().map(|(name, value)| (name, value))).env(MARK, mark);
    command.current_dir(&program.folder).process_group(0);
    command
}

/// The words of the command.
fn words(program: &Program) -> Vec<String> {
    let (name, arguments) = program.command.split_first().expect("a command has a word");
    // A name with a stroke is a path from the folder; others are looked up as a shell does.
    let is_path = name.contains('/');
    let name = if is_path { program.folder.join(name).display().to_string() } else { name.clone() };
    std::iter::once(name).chain(arguments.iter().cloned()).collect()
}

/// Starts something from a thread that may use only some of the cores, because what it starts may then use only these.
fn on_cores<T: Send>(n: usize, begin: impl FnOnce() -> io::Result<T> + Send) -> io::Result<T> {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().name("start".to_owned()).spawn_scoped(scope, move || {
            stay_on(n)?;
            begin()
        })?;
        thread.join().unwrap_or_else(|_| Err(io::Error::other("the thread that starts programs failed")))
    })
}

/// Keeps this thread on some of its cores, others for every start.
#[cfg(target_os = "linux")]
fn stay_on(n: usize) -> io::Result<()> {
    use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};
    static NEXT: AtomicUsize = AtomicUsize::new(0);
    let allowed = sched_getaffinity(None)?;
    let all: Vec<usize> = (0..CpuSet::MAX_CPU).filter(|&core| allowed.is_set(core)).collect();
    let first = NEXT.fetch_add(n, Ordering::Relaxed);
    let mut some = CpuSet::new();
    all.iter().cycle().skip(first % all.len().max(1)).take(n.min(all.len())).for_each(|&core| some.set(core));
    Ok(sched_setaffinity(None, &some)?)
}

#[cfg(not(target_os = "linux"))]
fn stay_on(_: usize) -> io::Result<()> {
    Err(io::Error::from(io::ErrorKind::Unsupported))
}

fn no_start(program: &Program, error: &io::Error) -> Trouble {
    let is_ours = [Errno::MFILE, Errno::NFILE, Errno::NOMEM, Errno::AGAIN];
    match error.raw_os_error() {
        Some(code) if is_ours.iter().any(|errno| errno.raw_os_error() == code) => ours("start a program", error),
        _ => Trouble::NoStart(format!("{:?} cannot be started: {error}", program.command[0])),
    }
}
