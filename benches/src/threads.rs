//! What a second thread gives the engine: the same positions to the same depths with one and with two, once as it plays
//! and once looking at everything.

use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use plyscope_core::{Control, Game, Insight, Limits, Rng, Search};
use plyscope_games::{Breakthrough, Pawn, Reversi};
use plyscope_heuristics::Judged;
use plyscope_search::{Engine, Techniques, TreeSearch};

use crate::measure::median;
use crate::ours::start;
use crate::searches::{middle_game, searched};

/// The name of the subcommand.
pub(crate) const NAME: &str = "threads";
/// How often each position is searched with each number of threads.
const ROUNDS: usize = 5;
/// A depth is measured if it takes one thread at least this long.
const SECONDS: f64 = 0.2;
/// Bytes in the table.
const TABLE: usize = 64 << 20;

/// Measures and prints everything.
pub(crate) fn run() {
    let cores = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    println!("Engine with 1 and 2 threads on {cores} cores, medians of {ROUNDS} rounds:");
    for kind in [Kind::Selective, Kind::Exhaustive] {
        println!("\n{:32}{:>6}{:>12}{:>12}{:>10}", kind.name(), "depth", "1 thread", "2 threads", "speed-up");
        let mut all = vec![
            speed_up(kind, "breakthrough 8x8, start", &start::<Breakthrough<u64>>("8x8")),
            speed_up(kind, "breakthrough 8x8, middle game", &middle_game()),
            speed_up(kind, "breakthrough 8x8, 16 plies", &later::<Breakthrough<u64>>("8x8", 16, 1)),
            speed_up(kind, "breakthrough 8x8, 24 plies", &later::<Breakthrough<u64>>("8x8", 24, 2)),
            speed_up(kind, "breakthrough 6x6, start", &start::<Breakthrough<u64>>("6x6")),
            speed_up(kind, "breakthrough 6x6, 6 plies", &later::<Breakthrough<u64>>("6x6", 6, 3)),
            speed_up(kind, "reversi 8x8, start", &start::<Reversi>("8x8")),
            speed_up(kind, "reversi 8x8, 12 plies", &later::<Reversi>("8x8", 12, 4)),
            speed_up(kind, "reversi 8x8, 24 plies", &later::<Reversi>("8x8", 24, 5)),
            speed_up(kind, "pawn 6x6, start", &start::<Pawn<u64>>("6x6")),
            speed_up(kind, "pawn 6x6, 4 plies", &later::<Pawn<u64>>("6x6", 4, 6)),
        ];
        all.sort_by(f64::total_cmp);
        println!("median speed-up {:.2} ({:.2}–{:.2})", median(&all), all[0], all[all.len() - 1]);
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

/// The position after this many random plies.
fn later<G: Game>(variant: &str, plies: usize, seed: u64) -> G {
    let (mut position, mut rng) = (start::<G>(variant), Rng::new(seed));
    for _ in 0..plies {
        position.play(position.pick(|n| rng.below(n)).expect("games last longer"));
    }
    position
}

/// How many times as fast two threads are as one on this position: the median of the ratios within each round.
fn speed_up<G: Judged + Insight>(kind: Kind, name: &str, position: &G) -> f64 {
    let mut engines = [1, 2].map(|threads| kind.engine::<G>(threads));
    let depth = depth_that_takes_long(&mut *kind.engine(1), position);
    let mut times = [Vec::new(), Vec::new()];
    for _ in 0..ROUNDS {
        for (engine, times) in engines.iter_mut().zip(&mut times) {
            let begun = Instant::now();
            searched(&mut **engine, position, depth);
            times.push(begun.elapsed().as_secs_f64());
        }
    }
    let [one, two] = &times;
    let ratios: Vec<f64> = one.iter().zip(two).map(|(one, two)| one / two).collect();
    let ms = |times: &[f64]| format!("{:.0} ms", median(times) * 1e3);
    println!("{name:32}{depth:>6}{:>12}{:>12}{:>10.2}", ms(one), ms(two), median(&ratios));
    median(&ratios)
}

fn judge<G: Judged>() -> impl plyscope_core::Heuristic<G> {
    G::opinion(None, 0).unwrap_or_else(|error| panic!("{error}"))
}

/// The first depth that takes one thread long enough, or the last one if the game is solved before.
fn depth_that_takes_long<G: Judged>(engine: &mut dyn Search<G>, position: &G) -> u32 {
    let stop = AtomicBool::new(false);
    let mut depth = 0;
    let mut on_iteration = |report: &plyscope_core::Report<G::Move>| {
        depth = report.depth;
        stop.store(report.time.as_secs_f64() >= SECONDS, std::sync::atomic::Ordering::Relaxed);
    };
    let mut control = Control::new(&stop, &mut on_iteration);
    engine.search(position, &Limits::default(), &mut control);
    depth
}
