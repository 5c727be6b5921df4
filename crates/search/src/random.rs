//! Uniformly random moves, by a seed.

use plyscope_core::{Bound, Control, Game, Limits, Report, Rng, RootMove, Score, Search, Stop};

/// Chooses any legal move with equal chance.
pub struct Random {
    rng: Rng,
}

impl Random {
    /// The player of this seed.
    pub fn new(seed: u64) -> Self {
        Random { rng: Rng::new(seed) }
    }
}

impl<G: Game> Search<G> for Random {
    fn search(&mut self, position: &G, _: &Limits, _: &mut Control<'_, G::Move>) -> Report<G::Move> {
        let moves: Vec<G::Move> = position.moves().collect();
        let best = moves[self.rng.below(moves.len())];
        let unknown = |m| RootMove { m, score: Score::EVEN, bound: Bound::Lower, nodes: 0 };
        Report {
            best,
            score: Score::EVEN,
            depth: 0,
            complete: false,
            pv: vec![best],
            root_moves: moves.iter().map(|&m| unknown(m)).collect(),
            counters: Default::default(),
            stop: if moves.len() == 1 { Stop::OnlyMove } else { Stop::Depth },
            time: Default::default(),
        }
    }
}
