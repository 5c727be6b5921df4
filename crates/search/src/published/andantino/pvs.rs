//! `published-andantino-pvs`: what the report calls Principal Variation Search.
//!
//! What is wrong: it returns after the first child, so the narrow windows that make the algorithm are never reached.
//! One line is followed below each root move, in which both sides play the move that looks best at once: as many calls
//! as the line has positions, at any depth. A leaf is not turned round for its side to move, as negamax would need, and
//! the root drops the sign that is left.

use plyscope_core::{Game, Heuristic};

use super::{Recursion, Walk};
use crate::clock::Stopped;

pub(in super::super) struct Pvs;

impl Recursion for Pvs {
    fn value<G: Game, H: Heuristic<G>>(walk: &mut Walk<'_, H>, position: &G, depth: u32) -> Result<f64, Stopped> {
        if let Some(value) = walk.enter(position, depth)? {
            return Ok(value);
        }
        // A game that goes on without a move has no first child; the program would fail here.
        let first = walk.falling(position).into_iter().next();
        first.map_or(Ok(0.0), |child| Ok(-Self::value(walk, &child.position, depth - 1)?))
    }

    fn at_root(value: f64) -> f64 {
        value.abs()
    }
}
