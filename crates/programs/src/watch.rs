//! Counts the processes and the memory of a program that is locked in, and ends it when they are too many or too much.
//!
//! The limits of the kernel are for single processes, and some do not apply to programs that root started. A look ten
//! times a second holds for all of them together; a program that multiplies is ended with its namespace, at once.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process_group};

use crate::launch::MARK;
use crate::sandbox::PROCESSES;

/// The time between two looks.
const PAUSE: Duration = Duration::from_millis(100);

/// Watches a program until it is dropped.
pub(crate) struct Watch {
    over: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Watch {
    /// Watches the processes with this mark; the group is that of the process that leads them.
    pub(crate) fn new(mark: String, group: Pid, most_bytes: u64) -> std::io::Result<Self> {
        let over = Arc::new(AtomicBool::new(false));
        let ended = Arc::clone(&over);
        let look = move || {
            while !ended.load(Ordering::Relaxed) {
                let (processes, bytes) = count(&mark);
                // Bubblewrap has two processes of its own.
                if processes > PROCESSES + 2 || bytes > most_bytes {
                    // It may have ended by itself.
                    let _ = kill_process_group(group, Signal::KILL);
                }
                std::thread::park_timeout(PAUSE);
            }
        };
        let thread = std::thread::Builder::new().name("watch".to_owned()).stack_size(1 << 17).spawn(look)?;
        Ok(Watch { over, thread: Some(thread) })
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.over.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            thread.thread().unpark();
            // It does nothing that could fail.
            let _ = thread.join();
        }
    }
}

/// The processes of a program and the bytes that they have in memory. What they share is counted for each.
fn count(mark: &str) -> (usize, u64) {
    let of_program = marked(mark);
    let bytes = of_program.iter().map(|pid| resident(*pid)).sum();
    (of_program.len(), bytes)
}

/// The processes with a mark in their environment.
pub(crate) fn marked(mark: &str) -> Vec<Pid> {
    let own = format!("{MARK}={mark}");
    let Ok(processes) = std::fs::read_dir("/proc") else { return Vec::new() };
    let found = processes.flatten().filter_map(|entry| {
        let pid = Pid::from_raw(entry.file_name().to_str()?.parse().ok()?)?;
        // Those of other people cannot be read, and are not ours.
        let environment = std::fs::read(entry.path().join("environ")).ok()?;
        environment.split(|&byte| byte == 0).any(|variable| variable == own.as_bytes()).then_some(pid)
    });
    found.collect()
}

/// The bytes that a process has to itself in memory.
fn resident(pid: Pid) -> u64 {
    let pages = |text: String| -> Option<u64> {
        let mut words = text.split_whitespace().skip(1).map(str::parse::<u64>);
        Some(words.next()?.ok()?.saturating_sub(words.next()?.ok()?))
    };
    let path = format!("/proc/{}/statm", pid.as_raw_nonzero());
    let pages = std::fs::read_to_string(path).ok().and_then(pages).unwrap_or(0);
    pages * rustix::param::page_size() as u64
}
