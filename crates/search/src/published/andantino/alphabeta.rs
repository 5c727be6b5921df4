//! `published-andantino-alphabeta`: alpha-beta that finds exactly the value of `published-andantino-minimax`, and so
//! the wrong one.
//!
//! What is wrong: the same as there. The pruning itself is right, and so is the order, which is sorted by the
//! evaluation.

use plyscope_core::{Game, Heuristic};

use super::{Recursion, Walk};
use crate::clock::Stopped;

pub(in super::super) struct AlphaBeta;

impl Recursion for AlphaBeta {
    fn value<G: Game, H: Heuristic<G>>(walk: &mut Walk<'_, H>, position: &G, depth: u32) -> Result<f64, Stopped> {
        alphabeta(walk, position, depth, (f64::NEG_INFINITY, f64::INFINITY), true)
    }
}

fn alphabeta<G: Game, H: Heuristic<G>>(
    walk: &mut Walk<'_, H>,
    position: &G,
    depth: u32,
    (mut alpha, mut beta): (f64, f64),
    is_max: bool,
) -> Result<f64, Stopped> {
    if let Some(value) = walk.enter(position, depth)? {
        return Ok(value);
    }
    let children = if is_max { walk.falling(position) } else { walk.rising(position) };
    let mut best = if is_max { f64::NEG_INFINITY } else { f64::INFINITY };
    for child in children {
        let value = alphabeta(walk, &child.position, depth - 1, (alpha, beta), !is_max)?;
        if is_max {
            best = best.max(value);
            alpha = alpha.max(best);
        } else {
            best = best.min(value);
            beta = beta.min(best);
        }
        if alpha >= beta {
            walk.counters.cutoffs += 1;
            break;
        }
    }
    Ok(best)
}
