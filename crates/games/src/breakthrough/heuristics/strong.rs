//! The strong heuristic of Breakthrough: pieces by row, exchanges and races.
//!
//! Everything is seen from the side to move, because a piece that hangs is nearly lost on one turn and safe on the
//! other; the other side sees the negative.

use plyscope_core::{Game, Side};
use plyscope_heuristics::{Rule, Settings, Term};

use crate::breakthrough::Camp;
use crate::{Breakthrough, Word};

/// What is counted, with its weight in hundredths of a piece, as `cargo run --release -p plyscope-games --example
/// fit_breakthrough` found it.
const TERMS: [(&str, i32); N_TERMS] = [
    ("turn", -5),
    ("one row to go", 450),
    ("two rows to go", 166),
    ("three rows to go", 108),
    ("four rows to go", 84),
    ("five rows to go", 82),
    ("six rows to go", 100),
    ("further back", 98),
    ("home row", 7),
    ("mine hanging", -48),
    ("theirs hanging", 172),
    ("protected", -15),
    ("mobility", 6),
    ("race", 266),
];

const N_TERMS: usize = 14;

/// Rows before the goal that have a weight of their own.
const NEAR: usize = 6;

/// The strong heuristic.
pub(super) struct Strong;

/// The values of the terms as the side to move sees them.
#[inline(always)]
fn values<W: Word>(position: &Breakthrough<W>) -> [i32; N_TERMS] {
    let mover = position.side_to_move();
    let (mine, theirs) = (position.camp(mover), position.camp(!mover));
    let (rows, their_rows) = (by_row(&mine), by_row(&theirs));
    [
        1,
        rows[0] - their_rows[0],
        rows[1] - their_rows[1],
        rows[2] - their_rows[2],
        rows[3] - their_rows[3],
        rows[4] - their_rows[4],
        rows[5] - their_rows[5],
        rows[6] - their_rows[6],
        count(mine.pieces() & mine.home()) - count(theirs.pieces() & theirs.home()),
        count(mine.hanging()),
        count(theirs.hanging()),
        mine.n_protections() as i32 - theirs.n_protections() as i32,
        mine.n_moves() as i32 - theirs.n_moves() as i32,
        race(&mine, &theirs),
    ]
}

#[inline(always)]
fn count<W: Word>(cells: W) -> i32 {
    cells.count() as i32
}

/// The pieces one row before the goal, two rows, and so on; the last number is of all the others.
#[inline(always)]
fn by_row<W: Word>(camp: &Camp<W>) -> [i32; NEAR + 1] {
    let mut counts = [0; NEAR + 1];
    let (mut row, mut rest) = (camp.goal(), count(camp.pieces()));
    for on_row in &mut counts[..NEAR] {
        row = camp.behind(row);
        *on_row = count(camp.pieces() & row);
        rest -= *on_row;
    }
    counts[NEAR] = rest;
    counts
}

/// 1 if the side to move has a runner that no enemy catches and that arrives first, -1 if the other side has.
#[inline(always)]
fn race<W: Word>(mine: &Camp<W>, theirs: &Camp<W>) -> i32 {
    let (my_runners, their_runners) = (mine.unstoppable(), theirs.unstoppable());
    if my_runners | their_runners == W::EMPTY {
        return 0;
    }
    let (mut my_row, mut their_row) = (mine.goal(), theirs.goal());
    for _ in 1..mine.n_rows() {
        (my_row, their_row) = (mine.behind(my_row), theirs.behind(their_row));
        if my_row & my_runners != W::EMPTY {
            return 1;
        }
        if their_row & their_runners != W::EMPTY {
            return -1;
        }
    }
    0
}

impl<W: Word> Rule<Breakthrough<W>> for Strong {
    fn new(_: &Settings) -> Self {
        Strong
    }

    #[inline(always)]
    fn value(&self, position: &Breakthrough<W>, side: Side) -> f64 {
        let (values, mut sum) = (values(position), 0);
        for index in 0..N_TERMS {
            sum += values[index] * TERMS[index].1;
        }
        let value = f64::from(sum);
        if side == position.side_to_move() { value } else { -value }
    }

    fn terms(&self, position: &Breakthrough<W>, side: Side) -> Vec<Term> {
        let sign = if side == position.side_to_move() { 1 } else { -1 };
        let term = |((name, weight), value): ((&str, i32), i32)| Term::new(name, weight.into(), (sign * value).into());
        TERMS.into_iter().zip(values(position)).map(term).collect()
    }
}
