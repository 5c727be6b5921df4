//! `published-andantino-negamax`: alpha-beta in its negamax form, whose sign is lost at the root.
//!
//! What is wrong: inside, nothing. Leaves are turned round for the side to move, and the value that arrives at the root
//! is the opponent's. But instead of turning it round once more, the program takes its size: a line that is good for
//! the opponent looks as good as one that is good for itself. It is not equivalent to `published-andantino-alphabeta`
//! either, because here a win within the tree is good for the side that wins.

use plyscope_core::{Game, Heuristic};

use super::{Recursion, Walk};
use crate::clock::Stopped;

pub(in super::super) struct Negamax;

impl Recursion for Negamax {
    fn value<G: Game, H: Heuristic<G>>(walk: &mut Walk<'_, H>, position: &G, depth: u32) -> Result<f64, Stopped> {
        negamax(walk, position, depth, f64::NEG_INFINITY, f64::INFINITY)
    }

    fn at_root(value: f64) -> f64 {
        value.abs()
    }
}

fn negamax<G: Game, H: Heuristic<G>>(
    walk: &mut Walk<'_, H>,
    position: &G,
    depth: u32,
    mut alpha: f64,
    beta: f64,
) -> Result<f64, Stopped> {
    if let Some(value) = walk.enter(position, depth)? {
        return Ok(-value);
    }
    let mut best = f64::NEG_INFINITY;
    for child in walk.falling(position) {
        best = best.max(-negamax(walk, &child.position, depth - 1, -beta, -alpha)?);
        alpha = alpha.max(best);
        if best >= beta {
            walk.counters.cutoffs += 1;
            break;
        }
    }
    Ok(best)
}
