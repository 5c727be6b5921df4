//! What a second thread gives the engine: the same positions to the same depths with one and with two, once as it plays
//! and once looking at everything.

use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use plyscope_core::{Control, Game, Insight, Limits, Rng, Search};
use plyscope_games::{Andantino, Breakthrough, Pawn, Reversi};
use plyscope_heuristics::Judged;
use plyscope_search::{Engine, Techniques, TreeSearch};

use crate::ours::start;
use crate::searches::searched;

/// The name of the subcommand.
pub(crate) const NAME: &str = "threads";
/// A depth is measured if it takes one thread at least this long.
const SECONDS: f64 = 0.2;
/// Bytes in the table.
const TABLE: usize = 64 << 20;

/// Measures and prints everything.
pub(crate) fn run() {
    let cores = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    println!(
        "Two threads compared with one on {cores} cores, each position once; geometric means ± 2 standard errors:"
    );
    for kind in [Kind::Selective, Kind::Exhaustive] {
        println!("\n{:24}{:>10}{:>20}{:>20}{:>20}", kind.name(), "positions", "speed-up", "nodes", "nodes a second");
        let mut all = Vec::new();
        measure::<Breakthrough<u64>>(kind, "breakthrough", "8x8", 12, &mut all);
        measure::<Breakthrough<u64>>(kind, "breakthrough", "6x6", 6, &mut all);
        measure::<Reversi>(kind, "reversi", "8x8", 12, &mut all);
        measure::<Pawn<u64>>(kind, "pawn", "8x8", 8, &mut all);
        measure::<Pawn<u64>>(kind, "pawn", "6x6", 4, &mut all);
        measure::<Andantino>(kind, "andantino", "10", 6, &mut all);
        print("all", &all);
        let [least, most] = [f64::min, f64::max].map(|extreme| all.iter().map(|pair| pair.speed_up).reduce(extreme));
        println!("speed-ups from {:.2} to {:.2}", least.unwrap_or_default(), most.unwrap_or_default());
    }
}

/// Which of the two engines.
#[derive(Clone, Copy)]
enum Kind {
    Selective,
    Exhaustive,
}

impl Kind {
    fn name(self) -> &'static str {
        match self {
            Kind::Selective => "engine",
            Kind::Exhaustive => "engine:selective=off",
        }
    }

    /// Every search begins with an empty table: otherwise the second one would find its answers there.
    fn engine<G: Judged + Insight>(self, threads: usize) -> Box<dyn Search<G>> {
        let forgetful = Techniques { keep_table: false, ..Techniques::ALL };
        match self {
            Kind::Selective => Box::new(Engine::new(judge::<G>(), forgetful, TABLE, threads)),
            Kind::Exhaustive => Box::new(TreeSearch::engine(judge::<G>(), TABLE, threads)),
        }
    }
}

/// Two threads compared with one on a position: how many times as fast they are, how many times as many nodes they
/// need, and how many times as many they visit in a second.
struct Pair {
    speed_up: f64,
    nodes: f64,
}

/// Measures positions of a game after 4 to 15 random plies; those that are decided too soon to tell are left out.
fn measure<G: Judged + Insight>(kind: Kind, name: &str, variant: &str, n_positions: usize, all: &mut Vec<Pair>) {
    let positions = (0..).map(|seed| later::<G>(variant, 4 + seed % 12, seed as u64));
    let mut engines = [1, 2].map(|threads| kind.engine::<G>(threads));
    let pairs = positions.filter_map(|position| compare(&mut engines, &position)).take(n_positions).collect::<Vec<_>>();
    print(&format!("{name} {variant}"), &pairs);
    all.extend(pairs);
}

/// The position after this many random plies.
fn later<G: Game>(variant: &str, plies: usize, seed: u64) -> G {
    let (mut position, mut rng) = (start::<G>(variant), Rng::new(seed));
    for _ in 0..plies {
        position.play(position.pick(|n| rng.below(n)).expect("games last longer"));
    }
    position
}

fn compare<G: Judged>(engines: &mut [Box<dyn Search<G>>; 2], position: &G) -> Option<Pair> {
    let depth = depth_that_takes_long(&mut *engines[0], position)?;
    let [one, two] = engines.each_mut().map(|engine| {
        let begun = Instant::now();
        let nodes = searched(&mut **engine, position, depth).counters.nodes as f64;
        (begun.elapsed().as_secs_f64(), nodes)
    });
    Some(Pair { speed_up: one.0 / two.0, nodes: two.1 / one.1 })
}

fn print(name: &str, pairs: &[Pair]) {
    let column = |of: fn(&Pair) -> f64| {
        let logarithms: Vec<f64> = pairs.iter().map(|pair| of(pair).ln()).collect();
        let n = logarithms.len() as f64;
        let mean = logarithms.iter().sum::<f64>() / n;
        let variance = logarithms.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / (n - 1.0);
        let doubt = 2.0 * (variance / n).sqrt();
        format!("{:.2} ({:.2}–{:.2})", mean.exp(), (mean - doubt).exp(), (mean + doubt).exp())
    };
    let [speed_ups, nodes] = [column(|pair| pair.speed_up), column(|pair| pair.nodes)];
    let rates = column(|pair| pair.speed_up * pair.nodes);
    println!("{name:24}{:>10}{speed_ups:>20}{nodes:>20}{rates:>20}", pairs.len());
}

fn judge<G: Judged>() -> impl plyscope_core::Heuristic<G> {
    G::opinion(None, 0).unwrap_or_else(|error| panic!("{error}"))
}

/// The first depth that takes one thread long enough, if the position is not decided before.
fn depth_that_takes_long<G: Judged>(engine: &mut dyn Search<G>, position: &G) -> Option<u32> {
    let stop = AtomicBool::new(false);
    let mut depth = None;
    let mut on_iteration = |report: &plyscope_core::Report<G::Move>| {
        if report.time.as_secs_f64() >= SECONDS {
            depth = depth.or(Some(report.depth));
            stop.store(true, std::sync::atomic::Ordering::Relaxed);
        }
    };
    let mut control = Control::new(&stop, &mut on_iteration);
    engine.search(position, &Limits::default(), &mut control);
    depth
}
