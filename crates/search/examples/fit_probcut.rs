//! How well a shallow search predicts a deep one in Reversi: the standard error in swings, for pairs of depths. What
//! `Insight::shallow_error` of Reversi returns was read off this table.
//!
//! ```sh
//! cargo run --release -p plyscope-search --example fit_probcut [POSITIONS] [DEPTH]
//! ```

#![allow(clippy::print_stdout, reason = "a program that prints its measurements")]

use plyscope_core::{Control, Game, Limits, Rng, Search, Work};
use plyscope_games::Reversi;
use plyscope_heuristics::Judged;
use plyscope_search::{Engine, Techniques, TreeSearch};

fn main() {
    let mut arguments = std::env::args().skip(1).map(|text| text.parse().expect("a number"));
    let n_positions: usize = arguments.next().unwrap_or(200);
    let deepest = arguments.next().unwrap_or(10) as u32;
    let heuristic = || Reversi::opinion(None, 0).expect("Reversi has a default heuristic");
    let mut engine = Engine::<Reversi, _>::new(heuristic(), Techniques::ALL, 1 << 22, 1);
    let mut exact = TreeSearch::engine(heuristic(), 1 << 26, 1);
    let mut rng = Rng::new(1);
    let mut values: Vec<Vec<f64>> = Vec::new();
    while values.len() < n_positions {
        let Some(position) = sample(&mut rng, &mut engine) else { continue };
        let mut by_depth = Vec::new();
        let mut note = |report: &plyscope_core::Report<_>| by_depth.push(report.score.value());
        let limits = Limits { depth: Some(deepest), ..Limits::default() };
        exact.search(&position, &limits, &mut Control::new(Work::never(), &mut note));
        if by_depth.len() == deepest as usize && by_depth.iter().all(|value| value.is_finite()) {
            values.push(by_depth);
        }
    }
    let swing = engine.swing().expect("thousands of positions were judged");
    println!("{n_positions} positions, swing {swing:.1}");
    println!("depth shallow  mean/swing  error/swing");
    for depth in 3..=deepest as usize {
        for shallow in (1..depth).filter(|shallow| (depth - shallow) % 2 == 0) {
            let errors: Vec<f64> = values.iter().map(|by_depth| by_depth[depth - 1] - by_depth[shallow - 1]).collect();
            let mean = errors.iter().sum::<f64>() / errors.len() as f64;
            let variance = errors.iter().map(|error| (error - mean).powi(2)).sum::<f64>() / (errors.len() - 1) as f64;
            println!("{depth:5} {shallow:7}  {:10.2}  {:11.2}", mean / swing, variance.sqrt() / swing);
        }
    }
}

/// A position after some moves of which most are sensible; `None` if the game ended before.
fn sample(rng: &mut Rng, engine: &mut impl Search<Reversi>) -> Option<Reversi> {
    let mut position = Reversi::start(&Default::default());
    let n_plies = 8 + rng.below(36);
    for ply in 0..n_plies {
        position.outcome().is_none().then_some(())?;
        let m = if ply < 6 || rng.below(8) == 0 {
            let moves: Vec<_> = position.moves().collect();
            moves[rng.below(moves.len())]
        } else {
            let limits = Limits { nodes: Some(2000), ..Limits::default() };
            engine.search(&position, &limits, &mut Control::new(Work::never(), &mut |_| {})).best
        };
        position.play(m);
    }
    position.outcome().is_none().then_some(position)
}
