//! `plyscope match … --exact`: the chance of each result, computed.

use std::time::{Duration, Instant};

use plyscope_core::{Progress, Work};
use plyscope_registry::{AnyPosition, ExactMatch, ExactRequest, Player};
use serde::Serialize;

use crate::interrupt;
use crate::output::{Failure, grouped, print, print_json};
use crate::progress::Bars;

#[derive(Serialize)]
struct Json {
    game: String,
    players: [String; 2],
    first: f64,
    second: f64,
    draw: f64,
    plies: f64,
    positions: u64,
    time_ms: f64,
}

/// Positions that fit into the memory of a small machine.
const MAX_POSITIONS: usize = 50_000_000;

pub(crate) fn run(
    position: &dyn AnyPosition,
    players: &[Player; 2],
    limit: Option<Duration>,
    json: bool,
) -> Result<(), Failure> {
    const STOPPED: &str = "stopped; nothing was computed";
    let stop = interrupt::flag_or_end(STOPPED)?;
    let (begun, bars) = (Instant::now(), Bars::default());
    let listener = |progress: Progress<'_>| bars.show(progress);
    let work = Work::new(&stop).telling(&listener).within(limit);
    let result = position.exact([&players[0], &players[1]], ExactRequest { max_positions: MAX_POSITIONS, work });
    let stopped = work.check().err();
    bars.finish();
    let ExactMatch { first, second, draw, plies, positions } = result.map_err(|error| match stopped {
        None => error.into(),
        Some(why) => Failure::stopped(why, STOPPED, "out of time; nothing was computed"),
    })?;
    let time = begun.elapsed().as_secs_f64();
    if json {
        let players = [players[0].to_string(), players[1].to_string()];
        let game = position.spec();
        return print_json(&Json { game, players, first, second, draw, plies, positions, time_ms: time * 1000.0 });
    }
    let mut text = format!("{}: computed, not played\n\n", position.spec());
    for (chance, what) in [
        (first, format!("{} wins, moving first", players[0])),
        (second, format!("{} wins", players[1])),
        (draw, "draw".to_owned()),
    ] {
        text.push_str(&format!("{:>10.4} %   {what}\n", 100.0 * chance));
    }
    text.push_str(&format!("\n{plies:.3} moves on average; {} positions can occur\n", grouped(positions)));
    text.push_str(&format!("{time:.2} s\n"));
    print(&text)
}
