//! `plyscope bench`: the speed of this machine on fixed work. The package `benches` compares with other programs.

use std::path::Path;
use std::time::{Duration, Instant};

use cpu_time::ProcessTime;
use plyscope_core::{BadInput, Work};
use plyscope_programs::{ProgramSpec, ProgramTable, Programs};
use plyscope_registry::{AnyPosition, Jobs, Player, SearchRequest, consult, read, start};
use serde_json::json;

use crate::args::{Bench, read_player};
use crate::interrupt;
use crate::output::{Failure, print, print_json};
use crate::table::right_aligned;

/// Fixed work: a position and a player, or a perft depth.
struct Workload {
    name: &'static str,
    unit: &'static str,
    game: &'static str,
    position: Option<&'static str>,
    measured: Measured,
}

enum Measured {
    /// Leaves per second of a perft of this depth.
    Perft(usize),
    /// Milliseconds of a search.
    Milliseconds(&'static str),
    /// Simulations per second of a search.
    Rollouts(&'static str),
    /// Microseconds from a question to a program to its move, which it chooses at random. The program is this one.
    Exchange,
    /// Microseconds of processor time that such a move costs on our side.
    ExchangeOurs,
}

/// The Cargo profile that this program was built with; see `build.rs`.
const PROFILE: &str = env!("PLYSCOPE_PROFILE");

/// A Breakthrough middle game on which searches are compared.
const MIDDLE_GAME: &str = ".oooo.oo/...o.ooo/ooo.o.o./x......./....x.../....xx../xx..xxxx/xx....xx x";

const WORKLOADS: [Workload; 11] = [
    Workload { name: "perft-reversi", unit: "leaves/s", game: "reversi", position: None, measured: Measured::Perft(9) },
    Workload {
        name: "perft-breakthrough",
        unit: "leaves/s",
        game: "breakthrough",
        position: None,
        measured: Measured::Perft(5),
    },
    Workload { name: "perft-pawn", unit: "leaves/s", game: "pawn:6x6", position: None, measured: Measured::Perft(9) },
    Workload {
        name: "alphabeta-breakthrough",
        unit: "ms",
        game: "breakthrough",
        position: None,
        measured: Measured::Milliseconds("alphabeta+material@depth=6"),
    },
    Workload {
        name: "pvs-middle-game",
        unit: "ms",
        game: "breakthrough",
        position: Some(MIDDLE_GAME),
        measured: Measured::Milliseconds("iterative:order=table/killer/history@depth=8"),
    },
    Workload {
        name: "engine-middle-game",
        unit: "ms",
        game: "breakthrough",
        position: Some(MIDDLE_GAME),
        measured: Measured::Milliseconds("engine@depth=8"),
    },
    Workload {
        name: "solve-tictactoe",
        unit: "ms",
        game: "tictactoe",
        position: None,
        measured: Measured::Milliseconds("alphabeta@depth=9"),
    },
    Workload {
        name: "mcts-breakthrough",
        unit: "rollouts/s",
        game: "breakthrough",
        position: None,
        measured: Measured::Rollouts("mcts@rollouts=20k"),
    },
    Workload {
        name: "mcts-reversi",
        unit: "rollouts/s",
        game: "reversi",
        position: None,
        measured: Measured::Rollouts("mcts@rollouts=20k"),
    },
    Workload { name: "program-move", unit: "µs", game: "breakthrough", position: None, measured: Measured::Exchange },
    Workload {
        name: "program-move-ours",
        unit: "µs",
        game: "breakthrough",
        position: None,
        measured: Measured::ExchangeOurs,
    },
];

pub(crate) fn run(options: &Bench) -> Result<(), Failure> {
    let names = || WORKLOADS.iter().map(|workload| workload.name);
    if let Some(name) = &options.name
        && !names().any(|known| known.starts_with(name.as_str()))
    {
        return Err(BadInput::unknown("benchmark", name, names().collect::<Vec<_>>()).into());
    }
    let chosen = WORKLOADS
        .iter()
        .filter(|workload| options.name.as_ref().is_none_or(|name| workload.name.starts_with(name.as_str())));
    interrupt::flag_or_end("stopped; nothing was measured")?;
    let mut results = Vec::new();
    for workload in chosen {
        results.push((workload, measure(workload)?));
    }
    if options.output.json {
        let benches: Vec<_> =
            results.iter().map(|(w, value)| json!({"name": w.name, "unit": w.unit, "value": value})).collect();
        return print_json(&json!({"benches": benches, "profile": PROFILE}));
    }
    let rows = results.iter().map(|(w, value)| [w.name.to_owned(), shown(*value), w.unit.to_owned()]);
    let hint = if PROFILE == "dist" { "" } else { "; `cargo build --profile dist` builds the fastest program" };
    print(&format!("{}\nBuild profile: {PROFILE}{hint}\n", right_aligned(["benchmark", "median", "unit"], rows)))
}

/// The median of at least five runs, and at least half a second of them.
fn measure(workload: &Workload) -> Result<f64, BadInput> {
    let (mut values, begun) = (Vec::new(), Instant::now());
    while values.len() < 5 || begun.elapsed() < Duration::from_millis(500) {
        values.push(once(workload)?);
    }
    values.sort_by(f64::total_cmp);
    Ok(values[values.len() / 2])
}

fn once(workload: &Workload) -> Result<f64, BadInput> {
    let position = match workload.position {
        None => start(workload.game)?,
        Some(text) => read(workload.game, text)?,
    };
    let search = |player: &str| {
        let player = read_player(player)?;
        let request = SearchRequest { player: &player, seed: 1, work: Work::never() };
        position.search(&request, &mut |_| {})
    };
    Ok(match workload.measured {
        Measured::Perft(depth) => {
            let begun = Instant::now();
            let counts = position.perft(depth, Jobs(std::num::NonZeroUsize::MIN), Work::never());
            counts.map_or(0, |counts| counts.leaves()) as f64 / begun.elapsed().as_secs_f64()
        }
        Measured::Milliseconds(player) => search(player)?.time.as_secs_f64() * 1000.0,
        Measured::Rollouts(player) => {
            let answer = search(player)?;
            answer.counters.rollouts as f64 / answer.time.as_secs_f64()
        }
        Measured::Exchange => exchange(&*position)?.0,
        Measured::ExchangeOurs => exchange(&*position)?.1,
    })
}

/// Asks ourselves as a program, after a first question that starts it: microseconds for a move by the clock, and of the
/// processor time of this process.
fn exchange(position: &dyn AnyPosition) -> Result<(f64, f64), BadInput> {
    const MOVES: u32 = 1000;
    let this = std::env::current_exe()
        .map_err(|error| BadInput::new(format!("this program cannot find itself to be asked for moves: {error}")))?;
    let words = ["engine", position.about().id, "random", "--protocol", "lines"];
    let command = [this.display().to_string()].into_iter().chain(words.map(str::to_owned)).collect();
    let table = ProgramTable::from([("this".to_owned(), ProgramSpec { command, ..ProgramSpec::default() })]);
    let pool = Programs::listed(&table, Path::new(""))?.pool();
    let player: Player = "program:this".parse()?;
    consult(position, &player, &pool, Work::never(), &mut |_| {})?;
    let (begun, worked) = (Instant::now(), ProcessTime::now());
    for _ in 0..MOVES {
        consult(position, &player, &pool, Work::never(), &mut |_| {})?;
    }
    let for_a_move = |time: Duration| time.as_secs_f64() * 1e6 / f64::from(MOVES);
    Ok((for_a_move(begun.elapsed()), for_a_move(worked.elapsed())))
}

fn shown(value: f64) -> String {
    match value {
        value if value >= 1e9 => format!("{:.2} G", value / 1e9),
        value if value >= 1e6 => format!("{:.1} M", value / 1e6),
        value if value >= 1e4 => format!("{:.0} k", value / 1e3),
        value => format!("{value:.3}"),
    }
}
