//! `plyscope match … --exact`: the chance of every result, computed.

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use plyscope_core::BadInput;
use plyscope_registry::{AnyPosition, ExactLimits, ExactMatch, Player};
use serde::Serialize;

use crate::output::{Failure, grouped, print, print_json};
use crate::progress::LateBar;

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
const MOST_POSITIONS: usize = 50_000_000;

pub(crate) fn run(position: &dyn AnyPosition, players: &[Player; 2], json: bool) -> Result<(), Failure> {
    let (begun, stop, mut bar) = (Instant::now(), AtomicBool::new(false), LateBar::new("positions"));
    let mut on_progress = |n| bar.count(n);
    let mut limits = ExactLimits { most_positions: MOST_POSITIONS, stop: &stop, on_progress: &mut on_progress };
    let result: Result<ExactMatch, BadInput> = position.exact([&players[0], &players[1]], &mut limits);
    bar.finish();
    let ExactMatch { first, second, draw, plies, positions } = result?;
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
    text.push_str(&format!("\n{plies:.3} moves are expected; {} positions can occur\n", grouped(positions)));
    text.push_str(&format!("{time:.2} s\n"));
    print(&text)
}
