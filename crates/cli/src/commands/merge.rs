//! `plyscope merge`: joins the parts of an experiment into one run.

use plyscope_arena::{MergeRequest, Merged, merge, shard_text};
use plyscope_core::{Progress, Work};
use plyscope_files::printable;
use serde::Serialize;

use crate::args::Merge;
use crate::interrupt;
use crate::output::{Failure, grouped, print, print_json};
use crate::progress::Bars;

/// Missing parts named at most; the rest are counted.
const MAX_NAMED: usize = 20;

#[derive(Serialize)]
struct MergeJson {
    /// The run of all games.
    run: i64,
    name: String,
    /// The runs that were joined.
    runs: usize,
    /// Games that were not there before.
    added: u64,
    games: u64,
    /// Games that are planned and not there.
    missing: u64,
    missing_shards: Vec<MissingJson>,
}

#[derive(Serialize)]
struct MissingJson {
    shard: String,
    games: u64,
    missing: u64,
}

pub(crate) fn run(options: &Merge) -> Result<(), Failure> {
    let stop = interrupt::flag()?;
    let work = Work::new(&stop);
    let bars = Bars::default();
    let listener = |progress: Progress<'_>| bars.show(progress);
    let db = &options.database.db;
    let request = MergeRequest { parts: &options.parts, db, work: work.telling(&listener) };
    let merged = merge(&request);
    bars.finish();
    let merged = merged.map_err(|error| match work.check() {
        Ok(()) => Failure::from(error),
        Err(_) => Failure::Interrupted("stopped; no game was copied".to_owned()),
    })?;
    if options.output.json {
        print_json(&MergeJson::new(&merged))?;
    } else {
        print(&text(&merged, &db.display().to_string()))?;
    }
    if merged.stopped {
        return Err(Failure::Interrupted(format!(
            "stopped after {} games were copied, all of them stored; the same command copies the rest",
            grouped(merged.added)
        )));
    }
    Ok(())
}

impl MergeJson {
    fn new(merged: &Merged) -> Self {
        let missing = merged.missing_shards.iter().map(|missing| MissingJson {
            shard: shard_text(missing.shard),
            games: missing.games,
            missing: missing.missing,
        });
        MergeJson {
            run: merged.run,
            name: merged.name.clone(),
            runs: merged.parts,
            added: merged.added,
            games: merged.games,
            missing: merged.missing,
            missing_shards: missing.collect(),
        }
    }
}

fn text(merged: &Merged, db: &str) -> String {
    let Merged { run, parts, added, games, missing, .. } = *merged;
    let name = printable(&merged.name);
    let runs = if parts == 1 { "1 run".to_owned() } else { format!("{} runs", grouped(parts as u64)) };
    let mut text = format!("Joined {runs} of {name:?} into run {run} of {db}: {} new games.\n", grouped(added));
    if merged.stopped {
        return text;
    }
    if missing == 0 {
        text.push_str(&format!("All {} games are there.\n", grouped(games)));
        return text;
    }
    text.push_str(&format!("{} of {} games are missing", grouped(missing), grouped(games + missing)));
    text.push_str(if merged.missing_shards.is_empty() { ".\n" } else { ":\n" });
    for lost in merged.missing_shards.iter().take(MAX_NAMED) {
        let (lost, shard, all) = (lost.missing, shard_text(lost.shard), lost.games);
        let what = if lost == all {
            format!("all {} games", grouped(all))
        } else {
            format!("{} of {} games", grouped(lost), grouped(all))
        };
        text.push_str(&format!("  {shard}: {what}\n"));
    }
    if let Some(more) = merged.missing_shards.len().checked_sub(MAX_NAMED).filter(|&more| more > 0) {
        text.push_str(&format!("  and {more} more parts\n"));
    }
    text
}
