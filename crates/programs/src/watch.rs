//! Counts what a program that is locked in uses, and ends it when that is too much.
//!
//! The limits of the kernel are for single processes, and some do not apply to programs that root started. A look ten
//! times a second holds for all of them together; a program that multiplies is ended as a whole, at once.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::thread::JoinHandle;
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process_group};

use crate::proc::{Seen, members, memory, removed_files};

/// The time between two looks.
const PAUSE: Duration = Duration::from_millis(100);
/// Entries of its scratch folder.
const ENTRIES: usize = 10_000;

/// What a program may use.
pub(crate) struct Allowed {
    /// Its first process, and the group of all.
    pub(crate) first: Pid,
    pub(crate) group: Pid,
    /// Those of ours among them are counted too.
    pub(crate) processes: usize,
    pub(crate) threads: usize,
    pub(crate) memory: u64,
    /// The folder in which it can write, and how many bytes. None if the folder is bounded by other means.
    pub(crate) scratch: Option<(PathBuf, u64)>,
    /// Processor time at first; more is granted with every question.
    pub(crate) time: Duration,
}

/// Watches a program until it is dropped.
pub(crate) struct Watch {
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

#[derive(Default)]
struct Shared {
    over: AtomicBool,
    /// Milliseconds of processor time that it may use in all.
    time: AtomicU64,
    /// Why it was ended.
    verdict: OnceLock<String>,
}

impl Watch {
    pub(crate) fn new(allowed: Allowed) -> std::io::Result<Self> {
        let shared = Arc::new(Shared { time: AtomicU64::new(milliseconds(allowed.time)), ..Shared::default() });
        let of_thread = Arc::clone(&shared);
        let look = move || {
            let mut used = Used::default();
            while !of_thread.over.load(Ordering::Relaxed) {
                let time = Duration::from_millis(of_thread.time.load(Ordering::Relaxed));
                if let Some(excess) = used.look(&allowed, time) {
                    let _ = of_thread.verdict.set(excess);
                    // It may have ended by itself.
                    let _ = kill_process_group(allowed.group, Signal::KILL);
                }
                std::thread::park_timeout(PAUSE);
            }
        };
        let thread = std::thread::Builder::new().name("watch".to_owned()).stack_size(1 << 18).spawn(look)?;
        Ok(Watch { shared, thread: Some(thread) })
    }

    /// Lets the program use more processor time.
    pub(crate) fn grant(&self, time: Duration) {
        self.shared.time.fetch_add(milliseconds(time), Ordering::Relaxed);
    }

    /// Takes back some of that.
    pub(crate) fn take_back(&self, time: Duration) {
        self.shared.time.fetch_sub(milliseconds(time), Ordering::Relaxed);
    }

    /// Why the program was ended, if it was.
    pub(crate) fn verdict(&self) -> Option<&str> {
        self.shared.verdict.get().map(String::as_str)
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.shared.over.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            thread.thread().unpark();
            // It does nothing that could fail.
            let _ = thread.join();
        }
    }
}

fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX >> 8)
}

/// What was seen of a program so far.
#[derive(Default)]
struct Used {
    /// Processor time of every process, also of those that have ended.
    times: HashMap<i32, Duration>,
}

impl Used {
    /// What is too much, in words.
    fn look(&mut self, allowed: &Allowed, time: Duration) -> Option<String> {
        let members = members(allowed.first, allowed.group);
        let more = |what: &str, most: String| Some(format!("it was ended because it had more than {most} {what}"));
        if members.len() > allowed.processes {
            return more("processes", allowed.processes.to_string());
        }
        if members.iter().map(|process| process.threads).sum::<usize>() > allowed.threads {
            return more("threads", allowed.threads.to_string());
        }
        if members.iter().map(|process| memory(process.pid)).sum::<u64>() > allowed.memory {
            return more("of memory", format!("{} MB", allowed.memory >> 20));
        }
        if self.time(&members) > time {
            let words = "of processor time, which is all the time that it was given";
            return more(words, format!("{:.1} s", time.as_secs_f64()));
        }
        let (folder, most) = allowed.scratch.as_ref()?;
        (on_disk(folder, &members, *most) > *most).then(|| more("of files", format!("{} MB", most >> 20))).flatten()
    }

    /// The processor time of all processes. Those that end are counted by their parents, or were seen before.
    fn time(&mut self, members: &[Seen]) -> Duration {
        self.times.extend(members.iter().map(|process| (process.pid, process.own)));
        let living = members.iter().map(|process| process.own + process.of_children).sum();
        self.times.values().sum::<Duration>().max(living)
    }
}

/// The bytes of a folder and of files that were removed from it and are still held. Too many files count as too much.
fn on_disk(folder: &Path, members: &[Seen], most: u64) -> u64 {
    use std::os::unix::fs::MetadataExt;
    let (mut bytes, mut entries, mut open) = (0, 0, vec![folder.to_owned()]);
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(&folder).into_iter().flatten().flatten() {
            entries += 1;
            // It may have vanished meanwhile.
            let Ok(about) = entry.metadata() else { continue };
            bytes += about.blocks() * 512;
            if about.is_dir() {
                open.push(entry.path());
            }
            if entries > ENTRIES || bytes > most {
                return u64::MAX;
            }
        }
    }
    let removed: HashMap<u64, u64> =
        members.iter().flat_map(|process| removed_files(process.pid, folder, most / 4)).collect();
    bytes + removed.values().sum::<u64>()
}

#[cfg(test)]
mod tests {
    use std::os::unix::process::CommandExt;
    use std::process::Command;
    use std::time::Instant;

    use super::*;

    /// What the watch says of a shell that does this.
    fn verdict(script: &str, change: impl FnOnce(&mut Allowed)) -> String {
        let mut child = Command::new("/bin/sh").args(["-c", script]).process_group(0).spawn().expect("a shell");
        let pid = Pid::from_child(&child);
        let time = Duration::from_secs(60);
        let (processes, threads, memory) = (100, 100, 1 << 30);
        let mut allowed = Allowed { first: pid, group: pid, processes, threads, memory, scratch: None, time };
        change(&mut allowed);
        let watch = Watch::new(allowed).expect("a thread");
        let begun = Instant::now();
        while child.try_wait().expect("a status").is_none() {
            assert!(begun.elapsed() < Duration::from_secs(20), "{script} was not ended");
            std::thread::sleep(Duration::from_millis(10));
        }
        watch.verdict().unwrap_or_default().to_owned()
    }

    #[test]
    fn processor_time_is_counted_for_all_processes_together() {
        let time = |allowed: &mut Allowed| allowed.time = Duration::from_millis(300);
        for script in ["while :; do :; done", "while :; do (i=0; while [ $i -lt 3000 ]; do i=$((i+1)); done); done"] {
            let said = verdict(script, time);
            assert!(said.contains("0.3 s of processor time"), "{script}: {said}");
        }
        assert_eq!(verdict("sleep 0.3", |_| ()), "");
    }

    #[test]
    fn what_is_too_much_is_said() {
        let said = verdict("sleep 60 & sleep 60 & sleep 60", |allowed| allowed.processes = 3);
        assert!(said.contains("more than 3 processes"), "{said}");
        let folder = tempfile::tempdir().expect("a folder");
        let within = |allowed: &mut Allowed| allowed.scratch = Some((folder.path().to_owned(), 1 << 20));
        let file = folder.path().join("file").display().to_string();
        let removed = format!("exec 3> {file}; rm {file}; head -c 3000000 /dev/zero >&3; sleep 60");
        for script in [format!("head -c 3000000 /dev/zero > {file}; sleep 60"), removed] {
            let said = verdict(&script, within);
            assert!(said.contains("more than 1 MB of files"), "{script}: {said}");
        }
    }
}
