//! Perft on several threads, with progress.
//!
//! The tree is cut a few plies below the root into many parts; threads take one part after another, and the counts are
//! sums, so the result does not depend on the number of threads.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};
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
    let deeper = count_parts(&parts, depth - cut, jobs, work)?;
    for (part, counts) in parts.iter().zip(deeper) {
        for (total, count) in by_depth[cut..].iter_mut().zip(&counts) {
            *total += count;
        }
        divided[part.root_index] += counts.last().copied().unwrap_or(0);
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

/// The perft of every part, in their order.
fn count_parts<G: Notation>(
    parts: &[Part<G>],
    depth: usize,
    jobs: Jobs,
    work: Work<'_>,
) -> Result<Vec<Vec<u64>>, Interrupted> {
    let mut counts = vec![Vec::new(); parts.len()];
    let next = AtomicUsize::new(0);
    let (sender, receiver) = mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..jobs.0.get().min(parts.len()) {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || {
                while work.check().is_ok() {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(part) = parts.get(index) else { break };
                    let Ok(counts) = perft_within(&part.position, depth, work) else { break };
                    if sender.send((index, counts)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let (mut done, mut leaves) = (0, 0);
        loop {
            // Waking up regularly keeps the clock of a progress line going while a large part is counted.
            match receiver.recv_timeout(Duration::from_millis(200)) {
                Ok((index, part_counts)) => {
                    leaves += part_counts.last().copied().unwrap_or(0);
                    done += 1;
                    counts[index] = part_counts;
                }
                Err(mpsc::RecvTimeoutError::Timeout) => {}
                Err(mpsc::RecvTimeoutError::Disconnected) => break,
            }
            work.tell(Progress { also: Some((leaves, "leaves")), ..Progress::of("parts", done, parts.len() as u64) });
        }
        if done == parts.len() as u64 { Ok(()) } else { Err(work.check().err().unwrap_or(Interrupted::Cancelled)) }
    })?;
    Ok(counts)
}
