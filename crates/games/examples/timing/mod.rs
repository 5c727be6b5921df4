//! What programs that measure heuristics share.

use std::hint::black_box;
use std::time::Instant;

use plyscope_core::{Heuristic, Rng};
use plyscope_heuristics::{Judged, Opinion};

/// Two thousand positions of random games, or a few more.
pub(crate) fn positions<G: Judged>() -> Vec<G> {
    let (mut rng, mut positions) = (Rng::new(1), Vec::new());
    while positions.len() < 2000 {
        let mut position = G::start(&Default::default());
        while let Some(m) = position.pick(|n| rng.below(n)) {
            positions.push(position.clone());
            position.play(m);
        }
    }
    positions
}

/// Nanoseconds for each evaluation, over all positions several times.
pub(crate) fn time<G: Judged>(opinion: &Opinion<G>, positions: &[G]) -> f64 {
    const ROUNDS: usize = 10;
    let begin = Instant::now();
    for _ in 0..ROUNDS {
        for position in positions {
            black_box(opinion.evaluate(black_box(position)));
        }
    }
    begin.elapsed().as_secs_f64() * 1e9 / (ROUNDS * positions.len()) as f64
}
