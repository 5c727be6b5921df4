//! One game between two players: a pure function of position, players and seed.

use std::sync::atomic::AtomicBool;

use plyscope_core::{BadInput, Control, Game, Notation, Outcome, Rng};
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

/// The position after so many random moves, if the game can still go on then.
pub(crate) fn random_moves<G: Game>(start: &G, plies: u32, seed: u64) -> Option<G> {
    // A game that ends too early is replaced by another one, a bounded number of times.
    const TRIES: u64 = 1000;
    (0..TRIES).find_map(|attempt| {
        let (mut position, mut rng) = (start.clone(), Rng::part(seed, attempt));
        for _ in 0..plies {
            let m = position.pick(|n| rng.below(n))?;
            position.play(m);
        }
        position.outcome().is_none().then_some(position)
    })
}
