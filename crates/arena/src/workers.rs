//! Which machines played a run, and how fast they were.

use std::collections::BTreeMap;
use std::time::Duration;

use plyscope_store::WorkerShare;
use serde::Serialize;

use crate::summary::Summary;

/// A worker that played games of a run.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct WorkerSummary {
    /// Its name.
    pub name: String,
    /// The name of its machine.
    pub machine: String,
    /// The kind of its processor.
    pub processor: String,
    /// The cores of the machine.
    pub cores: u32,
    /// The version of its program.
    pub version: String,
    /// The games that it played.
    pub games: u64,
    /// Its share of all games.
    pub share: f64,
    /// Games that one of its threads played in a second.
    pub games_per_second: f64,
}

/// Machines that a note names.
const MAX_NAMED: usize = 5;

/// Adds the workers of a run to its summary, and a note about their machines.
pub(crate) fn add(summary: &mut Summary, shares: &[WorkerShare], repeats_exactly: bool) {
    if shares.is_empty() {
        return;
    }
    let rate = |games: u64, busy: Duration| games as f64 / busy.as_secs_f64().max(1e-6);
    summary.workers = shares
        .iter()
        .map(|WorkerShare { worker, games, busy }| WorkerSummary {
            name: worker.name.clone(),
            machine: worker.machine.clone(),
            processor: worker.processor.clone(),
            cores: worker.cores,
            version: worker.version.clone(),
            games: *games,
            share: *games as f64 / summary.played.max(1) as f64,
            games_per_second: rate(*games, *busy),
        })
        .collect();
    let mut machines: BTreeMap<(&str, &str, u32), (u64, Duration)> = BTreeMap::new();
    for WorkerShare { worker, games, busy } in shares {
        let machine = machines.entry((&worker.machine, &worker.processor, worker.cores)).or_default();
        *machine = (machine.0 + games, machine.1 + *busy);
    }
    let mut sorted: Vec<_> = machines.into_iter().collect();
    sorted.sort_by_key(|(_, (games, _))| std::cmp::Reverse(*games));
    let mut named: Vec<String> = (sorted.iter().take(MAX_NAMED))
        .map(|((machine, processor, cores), (games, busy))| {
            let percent = 100.0 * *games as f64 / summary.played.max(1) as f64;
            let cores = if *cores == 1 { "1 core".to_owned() } else { format!("{cores} cores") };
            format!("{machine} ({processor}, {cores}) {percent:.0} % at {} per second", Short(rate(*games, *busy)))
        })
        .collect();
    if sorted.len() > MAX_NAMED {
        named.push(format!("{} more machines", sorted.len() - MAX_NAMED));
    }
    let plural = |n: usize, one: &str| if n == 1 { format!("1 {one}") } else { format!("{n} {one}s") };
    let mut note = format!(
        "Games by {} on {}, with the speed of one thread: {}.",
        plural(shares.len(), "worker"),
        plural(sorted.len(), "machine"),
        named.join("; ")
    );
    if !repeats_exactly && sorted.len() > 1 {
        note.push_str(" What depends on time or on programs from outside may differ between them.");
    }
    summary.report = format!("{}\n{note}", summary.report);
    summary.notes.push(note);
}

/// A rate with as many digits as say something.
struct Short(f64);

impl std::fmt::Display for Short {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.0 {
            rate if rate >= 10.0 => write!(f, "{rate:.0}"),
            rate => write!(f, "{rate:.2}"),
        }
    }
}
