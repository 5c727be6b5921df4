//! One game between two players: a pure function of position, players and seed.

use std::sync::atomic::AtomicBool;

use plyscope_core::{BadInput, Control, Notation, Outcome, Rng};
use plyscope_heuristics::Judged;

use crate::player::{Player, build};

/// A game that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// Its moves.
    pub moves: Vec<String>,
    /// How it ended.
    pub outcome: Outcome,
    /// Why it ended.
    pub reason: &'static str,
    /// Positions visited by the player who moved first and by the other.
    pub nodes: [u64; 2],
}

/// Plays from a position; the first player moves first there. The seed decides whatever is left to chance.
pub(crate) fn play<G: Notation + Judged>(start: &G, players: [&Player; 2], seed: u64) -> Result<Record, BadInput> {
    let mut searches = [
        build::<G>(players[0], Rng::part(seed, 0).next_u64())?,
        build::<G>(players[1], Rng::part(seed, 1).next_u64())?,
    ];
    let never = AtomicBool::new(false);
    let (mut position, mut moves, mut nodes) = (start.clone(), Vec::new(), [0; 2]);
    loop {
        if let Some((outcome, reason)) = position.outcome().zip(position.reason()) {
            return Ok(Record { moves, outcome, reason, nodes });
        }
        let seat = moves.len() % 2;
        let report = searches[seat].search(&position, &players[seat].limits, &mut Control::new(&never, &mut |_| {}));
        nodes[seat] += report.counters.nodes;
        moves.push(position.move_text(report.best));
        position.play(report.best);
    }
}
