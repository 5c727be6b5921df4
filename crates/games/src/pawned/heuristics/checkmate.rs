//! Pawned's utility with its two checkmate detectors, as the paper describes them.
//!
//! A side *checkmates* if a piece of it has no enemy ahead, in its own column and the neighbouring ones (type 1), or if
//! a piece one step from the goal could capture onto it (type 2, distance 1). If both sides do, the shorter distance
//! decides; if that is equal, or neither does, the plain utility 2*pieces + steps + mobility remains. Whose turn it is
//! plays no part, and neither is a proof.
//!
//! The paper subtracts the steps made so far from 36, the number of cells of its board; its printed example does not,
//! and a position does not know them.

use plyscope_core::Side;
use plyscope_heuristics::{Rule, Settings, Term};

use crate::pawns::sets::{checkmate2, n_moves, passed, rows_to_goal};
use crate::{Camp, Pawned, Word};

/// `pawned-checkmate`.
pub(super) struct Checkmate;

/// How far a checkmating side has to go; farther than any board if it does not checkmate.
#[inline(always)]
fn distance<W: Word>(us: &Camp<W>, them: &Camp<W>) -> u32 {
    if checkmate2(us, them) != W::EMPTY {
        return 1;
    }
    rows_to_goal(us, passed(us, them)).unwrap_or(us.n_rows())
}

/// The share of the side that checkmates first, as `us` sees it: the number of cells of the board, or its negative, or
/// 0.
#[inline(always)]
fn checkmate<W: Word>(us: &Camp<W>, them: &Camp<W>) -> i32 {
    let (ours, theirs) = (distance(us, them), distance(them, us));
    us.n_cells() as i32 * (i32::from(ours < theirs) - i32::from(theirs < ours))
}

#[inline(always)]
fn difference<W: Word>(us: &Camp<W>, them: &Camp<W>, of: impl Fn(&Camp<W>) -> u32) -> i32 {
    of(us) as i32 - of(them) as i32
}

#[inline(always)]
fn parts<W: Word>(us: &Camp<W>, them: &Camp<W>) -> [(&'static str, i32, i32); 3] {
    [
        ("pieces", 2, difference(us, them, |camp| camp.own.count())),
        ("steps", 1, difference(us, them, |camp| camp.rows_from_edge(camp.own))),
        ("mobility", 1, difference(us, them, |camp| n_moves(camp).0)),
    ]
}

impl<W: Word> Rule<Pawned<W>> for Checkmate {
    fn new(_: &Settings) -> Self {
        Checkmate
    }

    #[inline(always)]
    fn value(&self, position: &Pawned<W>, side: Side) -> f64 {
        let (us, them) = (position.camp(side), position.camp(!side));
        f64::from(match checkmate(&us, &them) {
            0 => parts(&us, &them).iter().map(|(_, weight, value)| weight * value).sum(),
            decided => decided,
        })
    }

    fn terms(&self, position: &Pawned<W>, side: Side) -> Vec<Term> {
        let (us, them) = (position.camp(side), position.camp(!side));
        match checkmate(&us, &them) {
            0 => {
                let term = |(name, weight, value)| Term::new(name, f64::from(weight), f64::from(value));
                parts(&us, &them).map(term).to_vec()
            }
            decided => vec![Term::new("checkmate", 1.0, f64::from(decided))],
        }
    }
}
