//! `plyscope perft`: counting move sequences.

use std::time::{Duration, Instant};

use plyscope_core::{Progress, Work};
use plyscope_registry::PerftCounts;
use plyscope_view::time_text;
use serde::Serialize;

use crate::args::Perft;
use crate::interrupt;
use crate::output::{Failure, grouped, print, print_json};
use crate::progress::Bars;
use crate::table::right_aligned;

#[derive(Serialize)]
struct Json {
    game: String,
    position: String,
    depth: u16,
    leaves: u64,
    by_depth: Vec<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    divide: Option<Vec<DivideJson>>,
    time_ms: f64,
}

#[derive(Serialize)]
struct DivideJson {
    r#move: String,
    leaves: u64,
}

pub(crate) fn run(options: &Perft) -> Result<(), Failure> {
    let position = options.place.find()?;
    const STOPPED: &str = "stopped; nothing was counted";
    let stop = interrupt::flag_or_end(STOPPED)?;
    let (begun, bars) = (Instant::now(), Bars::default());
    let listener = |progress: Progress<'_>| bars.show(progress);
    let work = Work::new(&stop).telling(&listener).within(options.limit.time);
    let counts = position.perft(options.depth.into(), options.parallel.jobs(), work);
    let time = begun.elapsed();
    bars.finish();
    let counts = counts.map_err(|why| Failure::stopped(why, STOPPED, "out of time; nothing was counted"))?;
    if !options.output.json {
        return print(&format!("{}\n{}", position.spec(), report(&counts, options, time)));
    }
    let leaves = counts.leaves();
    let divide = counts.divide.into_iter().map(|(text, leaves)| DivideJson { r#move: text, leaves }).collect();
    print_json(&Json {
        game: position.spec(),
        position: position.text(),
        depth: options.depth,
        leaves,
        by_depth: counts.by_depth,
        divide: options.divide.then_some(divide),
        time_ms: time.as_secs_f64() * 1000.0,
    })
}

fn report(counts: &PerftCounts, options: &Perft, time: Duration) -> String {
    let mut text = String::new();
    if options.divide && options.depth > 0 {
        let rows = counts.divide.iter().map(|(m, leaves)| [m.clone(), grouped(*leaves)]);
        text.push_str(&right_aligned(["move", "leaves"], rows));
        text.push('\n');
    }
    let rows = counts.by_depth.iter().enumerate().map(|(index, &count)| [(index + 1).to_string(), grouped(count)]);
    text.push_str(&right_aligned(["depth", "leaves"], rows));
    let leaves = counts.leaves();
    let noun = if leaves == 1 { "leaf" } else { "leaves" };
    let speed = leaves as f64 / time.as_secs_f64().max(1e-9) / 1e6;
    text.push_str(&format!("\n{} {noun} in {}, {speed:.0} million per second\n", grouped(leaves), time_text(time)));
    text
}
