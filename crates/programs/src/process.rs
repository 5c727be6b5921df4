//! A running program: lines out, lines in, within limits of time and size.
//!
//! All pipes are non-blocking and watched together, so a program that floods one of them, or reads none, can neither
//! block us nor fill our memory.

use std::io;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use plyscope_core::{BadInput, Work};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process, kill_process_group, waitid};

use crate::guard::Guarded;
use crate::last_words::LastWords;
use crate::launch::{self, Launched};
use crate::proc::marked;
use crate::sandbox::Cell;
use crate::spec::Program;
use crate::watch::Watch;

/// What is read at once.
const CHUNK: usize = 1 << 14;
/// How often we look whether the work was stopped.
const PATIENCE: Duration = Duration::from_millis(50);
/// How long a program may take to end after it was asked to.
const FAREWELL: Duration = Duration::from_millis(500);
/// How long we wait for the exit status and the last words of a program that closed its output.
const AUTOPSY: Duration = Duration::from_millis(200);

/// Why a conversation cannot go on.
#[derive(Debug)]
pub(crate) enum Trouble {
    /// The time was up.
    Late,
    /// The program ended or closed its output; in words.
    Ended(String),
    /// A line or an answer is too long; in words.
    TooLong(String),
    /// The program could not be started; in words.
    NoStart(String),
    /// The work was stopped.
    Interrupted,
    /// We failed.
    Ours(BadInput),
}

/// The greatest lengths of what a program says.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bounds {
    /// Bytes of a line.
    pub(crate) line: usize,
    /// Bytes of all lines since it was last sent something.
    pub(crate) answer: usize,
}

/// A running program.
pub(crate) struct Process {
    child: Child,
    /// Its first process.
    pid: Pid,
    group: Pid,
    mark: String,
    /// Processors that it may use.
    cores: u32,
    /// Gone once the program was asked to end.
    input: Option<ChildStdin>,
    output: ChildStdout,
    /// Gone once it was closed.
    errors: Option<ChildStderr>,
    chunk: Box<[u8]>,
    /// Read, but not yet taken; the first `searched` bytes hold no line feed.
    unread: Vec<u8>,
    searched: usize,
    /// Bytes read since something was sent.
    answered: usize,
    words: LastWords,
    _guarded: Guarded,
    /// Only of those that are locked in.
    watch: Option<Watch>,
    _cell: Option<Cell>,
}

impl Process {
    pub(crate) fn start(program: &Program) -> Result<Self, Trouble> {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        let mark = format!("{}-{}", std::process::id(), NUMBER.fetch_add(1, Ordering::Relaxed));
        let Launched { mut child, group, cell } = launch::start(program, &mark)?;
        let pid = Pid::from_child(&child);
        let cores = launch::cores(program).and_then(|cores| u32::try_from(cores).ok()).unwrap_or(1);
        let (input, output, errors) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let ready = || -> io::Result<_> {
            let guarded = Guarded::new(group.as_raw_nonzero().get().unsigned_abs())?;
            let watch = cell.as_ref().map(|cell| Watch::new(cell.allowed(program, cores, (pid, group)))).transpose()?;
            let (input, output, errors) =
                input.zip(output).zip(errors).map(|((a, b), c)| (a, b, c)).ok_or_else(io::Error::last_os_error)?;
            rustix::io::ioctl_fionbio(&input, true)?;
            rustix::io::ioctl_fionbio(&output, true)?;
            rustix::io::ioctl_fionbio(&errors, true)?;
            Ok((guarded, watch, input, output, errors))
        };
        let (guarded, watch, input, output, errors) = match ready() {
            Ok(parts) => parts,
            Err(error) => {
                end(group, &mut child, &mark);
                return Err(ours("watch a program", &error));
            }
        };
        Ok(Process {
            child,
            pid,
            group,
            mark,
            cores,
            input: Some(input),
            output,
            errors: Some(errors),
            chunk: vec![0; CHUNK].into_boxed_slice(),
            unread: Vec::new(),
            searched: 0,
            answered: 0,
            words: LastWords::default(),
            _guarded: guarded,
            watch,
            _cell: cell,
        })
    }

    /// Lets it work for this long: the processor time of one that is locked in is counted.
    pub(crate) fn grant(&self, time: Duration) {
        if let Some(watch) = &self.watch {
            watch.grant(time * self.cores);
        }
    }

    /// Takes back what it was granted and did not need.
    pub(crate) fn take_back(&self, time: Duration) {
        if let Some(watch) = &self.watch {
            watch.take_back(time * self.cores);
        }
    }

    /// Sends lines. The program must read them in time; meanwhile what it says is taken in.
    pub(crate) fn send(&mut self, text: &str, until: Instant, bounds: Bounds, work: Work<'_>) -> Result<(), Trouble> {
        self.answered = 0;
        let mut rest = text.as_bytes();
        loop {
            let Some(input) = &self.input else { return Err(Trouble::Ended("it was asked to end".to_owned())) };
            match rustix::io::write(input, rest) {
                Ok(n) if n == rest.len() => return Ok(()),
                Ok(n) => rest = &rest[n..],
                Err(Errno::AGAIN | Errno::INTR) => self.wait(true, until, bounds, work)?,
                Err(Errno::PIPE) => return Err(Trouble::Ended(self.autopsy())),
                Err(error) => return Err(ours("write to a program", &error.into())),
            }
        }
    }

    /// The next line, without its end.
    pub(crate) fn line(&mut self, until: Instant, bounds: Bounds, work: Work<'_>) -> Result<String, Trouble> {
        loop {
            if let Some(line) = self.take_line() {
                return Ok(line);
            }
            self.wait(false, until, bounds, work)?;
        }
    }

    /// A line that the program has said already, if there is one.
    pub(crate) fn said(&mut self, bounds: Bounds) -> Result<Option<String>, Trouble> {
        self.read_output(bounds)?;
        Ok(self.take_line())
    }

    fn take_line(&mut self) -> Option<String> {
        let Some(length) = self.unread[self.searched..].iter().position(|&byte| byte == b'\n') else {
            self.searched = self.unread.len();
            return None;
        };
        let end = self.searched + length;
        let line = String::from_utf8_lossy(&self.unread[..end]).trim_end_matches('\r').to_owned();
        self.unread.drain(..=end);
        self.searched = 0;
        Some(line)
    }

    /// Waits until there is something to read, or room to write, and reads.
    fn wait(&mut self, for_room: bool, until: Instant, bounds: Bounds, work: Work<'_>) -> Result<(), Trouble> {
        work.check().map_err(|_| Trouble::Interrupted)?;
        let left = until.checked_duration_since(Instant::now()).filter(|left| !left.is_zero()).ok_or(Trouble::Late)?;
        let patience = Timespec::try_from(left.min(PATIENCE)).unwrap_or_default();
        let mut fds = vec![PollFd::new(&self.output, PollFlags::IN)];
        fds.extend(self.errors.iter().map(|errors| PollFd::new(errors, PollFlags::IN)));
        let input = self.input.as_ref().filter(|_| for_room);
        fds.extend(input.map(|input| PollFd::new(input, PollFlags::OUT)));
        match poll(&mut fds, Some(&patience)) {
            Ok(0) | Err(Errno::INTR) => return Ok(()),
            Ok(_) => {}
            Err(error) => return Err(ours("watch a program", &error.into())),
        }
        let (has_output, has_errors) =
            (!fds[0].revents().is_empty(), fds.get(1).is_some_and(|fd| !fd.revents().is_empty()));
        if has_errors {
            self.read_errors();
        }
        if has_output { self.read_output(bounds) } else { Ok(()) }
    }

    fn read_output(&mut self, bounds: Bounds) -> Result<(), Trouble> {
        match rustix::io::read(&self.output, &mut self.chunk[..]) {
            Ok(0) => Err(Trouble::Ended(self.autopsy())),
            Ok(n) => {
                self.answered += n;
                self.unread.extend_from_slice(&self.chunk[..n]);
                let too_long = |what: &str, most| Err(Trouble::TooLong(format!("{what} of more than {most} bytes")));
                if self.answered > bounds.answer {
                    return too_long("an answer", bounds.answer);
                }
                let is_whole = self.unread[self.searched..].contains(&b'\n');
                if !is_whole && self.unread.len() > bounds.line {
                    return too_long("a line", bounds.line);
                }
                Ok(())
            }
            Err(Errno::AGAIN | Errno::INTR) => Ok(()),
            Err(error) => Err(ours("read from a program", &error.into())),
        }
    }

    fn read_errors(&mut self) {
        let Some(errors) = &self.errors else { return };
        match rustix::io::read(errors, &mut self.chunk[..]) {
            Ok(n) if n > 0 => self.words.add(&self.chunk[..n]),
            Err(Errno::AGAIN | Errno::INTR) => {}
            Ok(_) | Err(_) => self.errors = None,
        }
    }

    /// Why a program that closed its output did so. Its last words are read meanwhile.
    fn autopsy(&mut self) -> String {
        let begun = Instant::now();
        loop {
            let ended = self.has_ended();
            // Its end is told before its last words are read.
            (0..16).for_each(|_| self.read_errors());
            if ended || begun.elapsed() > AUTOPSY {
                break;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
        if let Some(verdict) = self.watch.as_ref().and_then(Watch::verdict) {
            return verdict.to_owned();
        }
        if !self.has_ended() {
            return "it closed its standard input or output".to_owned();
        }
        self.kill_group();
        match self.child.wait() {
            Ok(status) => format!("it ended ({status})"),
            Err(error) => format!("it ended ({error})"),
        }
    }

    /// Looks whether the program has ended, without forgetting it: its group keeps its number until then.
    fn has_ended(&self) -> bool {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        !matches!(waitid(WaitId::Pid(self.pid), options), Ok(None))
    }

    fn kill_group(&self) {
        // It may have no process left.
        let _ = kill_process_group(self.group, Signal::KILL);
    }

    /// What it last said on standard error, after everything that is still in the pipe was read.
    pub(crate) fn last_words(&mut self) -> String {
        (0..16).for_each(|_| self.read_errors());
        self.words.text()
    }

    /// Says good-bye, and ends the program if it does not end by itself.
    pub(crate) fn finish(mut self, farewell: &str) {
        let until = Instant::now() + FAREWELL;
        let bounds = Bounds { line: usize::MAX, answer: usize::MAX };
        let _ = self.send(farewell, until, bounds, Work::never());
        self.input = None;
        while !self.has_ended() && Instant::now() < until {
            std::thread::sleep(Duration::from_millis(1));
            // A program that cannot write cannot end either.
            let _ = rustix::io::read(&self.output, &mut self.chunk[..]);
            self.read_errors();
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        end(self.group, &mut self.child, &self.mark);
    }
}

/// Ends a program with everything that it started.
fn end(group: Pid, child: &mut Child, mark: &str) {
    // The group first: once its leader is forgotten, the number may belong to others.
    let _ = kill_process_group(group, Signal::KILL);
    let _ = child.wait();
    // Some may have left the group.
    for stray in marked(mark) {
        let _ = kill_process(stray, Signal::KILL);
    }
}

pub(crate) fn ours(what: &str, error: &io::Error) -> Trouble {
    Trouble::Ours(BadInput::new(format!("this machine cannot {what}: {error}; no player loses a game because of it")))
}
