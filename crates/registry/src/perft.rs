//! Perft on several threads, with progress.
//!
//! The tree is cut a few plies below the root into many parts; threads take one part after another, and the counts are
//! sums, so the result does not depend on the number of threads.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::Duration;

use plyscope_core::{Interrupted, Notation, Progress, Work, perft_within};

/// How many threads to use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Jobs(pub NonZeroUsize);

impl Jobs {
    /// One for each core.
    pub fn all_cores() -> Jobs {
        Jobs(std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN))
    }
}

/// The counts of a perft.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PerftCounts {
    /// The number of move sequences of length 1, 2, ….
    pub by_depth: Vec<u64>,
    /// Each first move with the number of full sequences that begin with it.
    pub divide: Vec<(String, u64)>,
}

impl PerftCounts {
    /// The number of sequences of the full length; the empty sequence counts when that is 0.
    pub fn leaves(&self) -> u64 {
        self.by_depth.last().copied().unwrap_or(1)
    }
}

/// A part of the tree: a position and the index of the first move that leads to it.
struct Part<G> {
    position: G,
    root_index: usize,
}

/// Parts for each thread: enough that none waits long for the others, and that progress moves smoothly.
const PARTS_PER_JOB: usize = 256;

pub(crate) fn parallel_perft<G: Notation>(
    position: &G,
    depth: usize,
    jobs: Jobs,
    work: Work<'_>,
) -> Result<PerftCounts, Interrupted> {
    if depth == 0 || position.outcome().is_some() {
        return Ok(PerftCounts { by_depth: vec![0; depth], divide: Vec::new() });
    }
    let roots: Vec<_> = position.moves().collect();
    let mut by_depth = vec![roots.len() as u64];
    let mut parts: Vec<Part<G>> =
        roots.iter().enumerate().map(|(root_index, &m)| Part { position: position.child(m), root_index }).collect();
    // The last two plies are counted fastest by one thread in one go, so the cut stays above them.
    while by_depth.len() + 2 < depth && parts.len() < PARTS_PER_JOB * jobs.0.get() {
        parts = parts.iter().flat_map(children).collect();
        by_depth.push(parts.len() as u64);
    }
    let cut = by_depth.len();
    let mut divided = vec![0; roots.len()];
    if cut == depth {
        divided.fill(1);
    }
    by_depth.resize(depth, 0);
    for tally in count_parts(&parts, depth - cut, jobs, work)? {
        for (total, count) in by_depth[cut..].iter_mut().zip(&tally.by_depth) {
            *total += count;
        }
        for (root_index, leaves) in tally.leaves {
            divided[root_index] += leaves;
        }
    }
    let divide = roots.iter().map(|&m| position.move_text(m)).zip(divided).collect();
    Ok(PerftCounts { by_depth, divide })
}

fn children<G: Notation>(part: &Part<G>) -> Vec<Part<G>> {
    if part.position.outcome().is_some() {
        return Vec::new();
    }
    let child = |m| Part { position: part.position.child(m), root_index: part.root_index };
    part.position.moves().map(child).collect()
}

/// What one thread has counted.
struct Tally {
    /// The number of sequences of each length below the cut.
    by_depth: Vec<u64>,
    /// For each part that it counted, the index of the first move that leads there and the leaves.
    leaves: Vec<(usize, u64)>,
}

/// The perft of all parts. Threads keep their counts to themselves until the end: waking a listener for every part took
/// as long as counting it.
fn count_parts<G: Notation>(
    parts: &[Part<G>],
    depth: usize,
    jobs: Jobs,
    work: Work<'_>,
) -> Result<Vec<Tally>, Interrupted> {
    let (next, done, leaves) = (AtomicUsize::new(0), AtomicU64::new(0), AtomicU64::new(0));
    let count = || {
        let mut tally = Tally { by_depth: vec![0; depth], leaves: Vec::new() };
        while work.check().is_ok() {
            let Some(part) = parts.get(next.fetch_add(1, Ordering::Relaxed)) else { break };
            let Ok(counts) = perft_within(&part.position, depth, work) else { break };
            for (total, count) in tally.by_depth.iter_mut().zip(&counts) {
                *total += count;
            }
            let part_leaves = counts.last().copied().unwrap_or(0);
            tally.leaves.push((part.root_index, part_leaves));
            leaves.fetch_add(part_leaves, Ordering::Relaxed);
            done.fetch_add(1, Ordering::Relaxed);
        }
        tally
    };
    let tell = || {
        let leaves = Some((leaves.load(Ordering::Relaxed), "leaves"));
        let progress = Progress::of("parts", done.load(Ordering::Relaxed), parts.len() as u64);
        work.tell(Progress { also: leaves, ..progress });
    };
    let (sender, receiver) = mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..jobs.0.get().min(parts.len()) {
            let (sender, count) = (sender.clone(), &count);
            // A send fails only if the receiver is gone, and then so is this scope.
            scope.spawn(move || sender.send(count()));
        }
        drop(sender);
        let mut tallies = Vec::new();
        loop {
            // Waking up regularly keeps a progress line going while the threads count.
            match receiver.recv_timeout(Duration::from_millis(200)) {
                Ok(tally) => tallies.push(tally),
                Err(mpsc::RecvTimeoutError::Timeout) => {}
                Err(mpsc::RecvTimeoutError::Disconnected) => break,
            }
            tell();
        }
        let all_counted = done.load(Ordering::Relaxed) == parts.len() as u64;
        if all_counted { Ok(tallies) } else { Err(work.check().err().unwrap_or(Interrupted::Cancelled)) }
    })
}
