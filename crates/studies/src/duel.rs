//! A single game between two searches, with all their counters. The registry plays games by the thousand; here every
//! move is inspected.

use std::time::Duration;

use plyscope_core::{Control, Counters, Game, Limits, Search, Side, Work};
use plyscope_heuristics::{HeuristicSpec, Judged, Opinion};

use crate::clock::timed;

/// A player at a board.
pub(crate) type Seat<'a, G> = (&'a mut dyn Search<G>, Limits);

/// A finished game.
pub(crate) struct Duel<G: Game> {
    /// The last position.
    pub(crate) end: G,
    /// The moves that led to it.
    pub(crate) moves: Vec<Played<G::Move>>,
}

/// A move and its cost.
pub(crate) struct Played<M> {
    pub(crate) m: M,
    pub(crate) side: Side,
    pub(crate) counters: Counters,
    /// Processor time.
    pub(crate) time: Duration,
}

impl<G: Game> Duel<G> {
    /// Plays a game; the first seat moves first. A game that the work stops is not finished, and nothing that follows
    /// from it may be used.
    pub(crate) fn play(start: &G, [first, second]: [Seat<'_, G>; 2], work: Work<'_>) -> Self {
        let (mut end, mut moves) = (start.clone(), Vec::new());
        while end.outcome().is_none() && work.check().is_ok() {
            let side = end.side_to_move();
            let (search, limits) =
                if side == Side::First { (&mut *first.0, first.1) } else { (&mut *second.0, second.1) };
            let (report, time) = timed(|| search.search(&end, &limits, &mut Control::new(work, &mut |_| {})));
            end.play(report.best);
            moves.push(Played { m: report.best, side, counters: report.counters, time });
        }
        Duel { end, moves }
    }

    /// Recursive calls of both sides, from position to position.
    pub(crate) fn calls(&self) -> Vec<u64> {
        self.moves.iter().map(|played| played.counters.nodes).collect()
    }
}

/// A heuristic of a game by its text. The texts come from the studies, so they are valid.
pub(crate) fn opinion<G: Judged>(heuristic: &str, seed: u64) -> Opinion<G> {
    let spec: HeuristicSpec = heuristic.parse().expect("heuristics of the studies are well-formed");
    G::opinion(Some(&spec), seed).expect("heuristics of the studies are known")
}

/// Only a depth limit.
pub(crate) fn to_depth(depth: u32) -> Limits {
    Limits { depth: Some(depth), ..Limits::default() }
}
