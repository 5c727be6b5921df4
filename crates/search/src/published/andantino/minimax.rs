//! `published-andantino-minimax`: every move of every position, but with the sides exchanged.
//!
//! What is wrong: the root calls it for the opponent's turn as if the maximising side were to move, and leaves are
//! judged for the side that moved last and not for one side. So at the program's odd depths it looks for the line in
//! which the opponent's last stone does best, and plays the move that leads there. A win found on the way counts for
//! the side that minimises as something to avoid.

use plyscope_core::{Game, Heuristic};

use super::{Recursion, Walk};
use crate::clock::Stopped;

pub(in super::super) struct Minimax;

impl Recursion for Minimax {
    fn value<G: Game, H: Heuristic<G>>(walk: &mut Walk<'_, H>, position: &G, depth: u32) -> Result<f64, Stopped> {
        minimax(walk, position, depth, true)
    }
}

fn minimax<G: Game, H: Heuristic<G>>(
    walk: &mut Walk<'_, H>,
    position: &G,
    depth: u32,
    is_max: bool,
) -> Result<f64, Stopped> {
    if let Some(value) = walk.enter(position, depth)? {
        return Ok(value);
    }
    let mut best = if is_max { f64::NEG_INFINITY } else { f64::INFINITY };
    for m in position.moves() {
        let value = minimax(walk, &position.child(m), depth - 1, !is_max)?;
        best = if is_max { best.max(value) } else { best.min(value) };
    }
    Ok(best)
}
