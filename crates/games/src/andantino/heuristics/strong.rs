//! `strong`: who wins the fight that is going on, and who has more to fight with.
//!
//! A side that can win with its next stone has won, and one whose enemy could win on two cells has lost. Everything
//! else is a weighted sum of the [`Patterns`] of both sides. It matters who is to move, and whether the enemy's only
//! threat takes that move away; so there are two tables of weights, each with a column for the side to move and one for
//! the other.

use plyscope_core::{Game, Side};
use plyscope_heuristics::{Rule, Settings, Term};

use crate::Andantino;
use crate::andantino::Patterns;

/// A win with the next stone; more than any sum of patterns.
const WIN: f64 = 10_000.0;
/// The enemy wins with its next stone in any case.
const LOSS: f64 = -9_000.0;

/// What the patterns are called, in the order of the weights.
const NAMES: [&str; 6] = ["fork cells", "ready threes", "near fours", "near threes", "twos", "half rings"];

/// Weights of a situation: to be on move, and each pattern of the side to move and of the other.
struct Weights {
    turn: f64,
    mover: [f64; 6],
    other: [f64; 6],
}

// From `cargo run --release -p plyscope-games --example fit_andantino -- 4 5000`, its last round.

/// The other side threatens nothing.
const FREE: Weights =
    Weights { turn: 8.0, mover: [88.0, 51.0, 67.0, 39.0, 14.0, 8.0], other: [5.0, -34.0, -68.0, -30.0, -8.0, -8.0] };

/// The other side threatens to win on one cell, so the move is forced.
const FORCED: Weights =
    Weights { turn: -32.0, mover: [-32.0, 35.0, 50.0, 10.0, 1.0, 2.0], other: [20.0, -80.0, -66.0, -45.0, -2.0, 0.0] };

/// `strong`.
pub(super) struct Strong;

/// The patterns in the order of the weights.
#[inline(always)]
fn counts(patterns: &Patterns) -> [u32; 6] {
    let Patterns { forks, ready_threes, near_fours, near_threes, twos, half_rings, wins: _ } = *patterns;
    [forks.min(2), ready_threes, near_fours, near_threes, twos, half_rings]
}

#[inline(always)]
fn sum(weights: &[f64; 6], patterns: &Patterns) -> f64 {
    weights.iter().zip(counts(patterns)).map(|(weight, count)| weight * f64::from(count)).sum()
}

/// The patterns of the side to move and of the other.
#[inline(always)]
fn both(position: &Andantino) -> (Patterns, Patterns) {
    let [first, second] = position.patterns();
    if position.side_to_move() == Side::First { (first, second) } else { (second, first) }
}

/// The value for the side to move, if it is a matter of the next stones.
#[inline(always)]
fn decided(mover: &Patterns, other: &Patterns) -> Option<(&'static str, f64)> {
    if mover.wins > 0 {
        Some(("wins with the next stone", WIN))
    } else if other.wins > 1 {
        Some(("cannot parry two threats", LOSS))
    } else {
        None
    }
}

impl Rule<Andantino> for Strong {
    fn new(_: &Settings) -> Self {
        Strong
    }

    #[inline(always)]
    fn value(&self, position: &Andantino, side: Side) -> f64 {
        let (mover, other) = both(position);
        let value = match decided(&mover, &other) {
            Some((_, value)) => value,
            None => {
                let weights = if other.wins == 0 { &FREE } else { &FORCED };
                weights.turn + sum(&weights.mover, &mover) + sum(&weights.other, &other)
            }
        };
        if side == position.side_to_move() { value } else { -value }
    }

    fn terms(&self, position: &Andantino, side: Side) -> Vec<Term> {
        let sign = if side == position.side_to_move() { 1.0 } else { -1.0 };
        let (mover, other) = both(position);
        if let Some((name, value)) = decided(&mover, &other) {
            return vec![Term::new(format!("mover {name}"), sign * value, 1.0)];
        }
        let (name, weights) = if other.wins == 0 { ("free move", &FREE) } else { ("forced move", &FORCED) };
        let mut terms = vec![Term::new(name, sign * weights.turn, 1.0)];
        for (owner, weights, patterns) in [("mover", &weights.mover, &mover), ("other", &weights.other, &other)] {
            let term = |((name, weight), count): ((&str, &f64), u32)| {
                Term::new(format!("{owner}'s {name}"), sign * weight, f64::from(count))
            };
            terms.extend(NAMES.into_iter().zip(weights).zip(counts(patterns)).map(term));
        }
        terms
    }
}
