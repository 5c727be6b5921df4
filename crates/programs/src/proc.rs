//! What the kernel tells of processes (`/proc`). Where there is no such folder, there is nothing to be seen.

use std::collections::{HashMap, HashSet};
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::time::Duration;

use rustix::process::Pid;

use crate::launch::MARK;

/// A process at a moment.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Seen {
    pub(crate) pid: i32,
    parent: i32,
    group: i32,
    pub(crate) threads: usize,
    /// Processor time of itself.
    pub(crate) own: Duration,
    /// Processor time of those of its children that have ended, with their children.
    pub(crate) of_children: Duration,
}

/// The processes of this group, and everything that came from this process and was not left by it.
pub(crate) fn members(first: Pid, group: Pid) -> Vec<Seen> {
    let all: Vec<Seen> = pids().into_iter().filter_map(seen).collect();
    let (first, group) = (first.as_raw_nonzero().get(), group.as_raw_nonzero().get());
    let mut children: HashMap<i32, Vec<i32>> = HashMap::new();
    for process in &all {
        children.entry(process.parent).or_default().push(process.pid);
    }
    let (mut found, mut open) = (HashSet::new(), vec![first]);
    open.extend(all.iter().filter(|process| process.group == group).map(|process| process.pid));
    while let Some(pid) = open.pop() {
        if found.insert(pid) {
            open.extend(children.get(&pid).into_iter().flatten());
        }
    }
    all.into_iter().filter(|process| found.contains(&process.pid)).collect()
}

fn pids() -> Vec<i32> {
    let Ok(folder) = std::fs::read_dir("/proc") else { return Vec::new() };
    folder.flatten().filter_map(|entry| entry.file_name().to_str()?.parse().ok()).collect()
}

fn seen(pid: i32) -> Option<Seen> {
    let text = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // Its name stands in brackets and may contain anything.
    let fields: Vec<&str> = text.rsplit_once(')')?.1.split_whitespace().collect();
    let number = |at: usize| fields.get(at)?.parse::<i64>().ok();
    let time = |at: usize| {
        let ticks = u64::try_from(number(at)? + number(at + 1)?).ok()?;
        Some(Duration::from_millis(ticks * 1000 / rustix::param::clock_ticks_per_second().max(1)))
    };
    let process = |at| number(at).and_then(|n| i32::try_from(n).ok());
    Some(Seen {
        pid,
        parent: process(1)?,
        group: process(2)?,
        own: time(11)?,
        of_children: time(13)?,
        threads: usize::try_from(number(17)?).ok()?,
    })
}

/// The processes with a mark in their environment.
pub(crate) fn marked(mark: &str) -> Vec<Pid> {
    let own = format!("{MARK}={mark}");
    let found = pids().into_iter().filter_map(|pid| {
        // Those of other people cannot be read, and are not ours.
        let environment = std::fs::read(format!("/proc/{pid}/environ")).ok()?;
        let is_marked = environment.split(|&byte| byte == 0).any(|variable| variable == own.as_bytes());
        Pid::from_raw(pid).filter(|_| is_marked)
    });
    found.collect()
}

/// The bytes that a process has in memory, without files that it only reads.
pub(crate) fn memory(pid: i32) -> u64 {
    let Ok(text) = std::fs::read_to_string(format!("/proc/{pid}/status")) else { return 0 };
    let kilobytes = text.lines().filter_map(|line| {
        let (_, rest) = line.split_once("RssAnon:").or_else(|| line.split_once("RssShmem:"))?;
        rest.split_whitespace().next()?.parse::<u64>().ok()
    });
    kilobytes.sum::<u64>() << 10
}

/// The files that a process still has open or mapped though they were removed, by their number on the disk, with their
/// bytes. Of those only mapped the size is not told, and the greatest possible is taken.
pub(crate) fn removed_files(pid: i32, folder: &Path, greatest: u64) -> HashMap<u64, u64> {
    let mut files = HashMap::new();
    let maps = std::fs::read_to_string(format!("/proc/{pid}/maps")).unwrap_or_default();
    for line in maps.lines().filter(|line| line.ends_with(" (deleted)")) {
        let mut fields = line.split_whitespace().skip(4);
        if let Some(Ok(inode)) = fields.next().map(str::parse)
            && fields.next().is_some_and(|path| Path::new(path).starts_with(folder))
        {
            files.insert(inode, greatest);
        }
    }
    for entry in std::fs::read_dir(format!("/proc/{pid}/fd")).into_iter().flatten().flatten() {
        if let Ok(about) = std::fs::metadata(entry.path())
            && about.is_file()
            && about.nlink() == 0
        {
            files.insert(about.ino(), about.blocks() * 512);
        }
    }
    files
}
