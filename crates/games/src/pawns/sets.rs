//! Sets of pawns that mean something: attacked, protected, passed, free to run.
//!
//! All of them are a few steps of a whole army at once. `us` is the side that is asked about, `them` the other.

use crate::{Camp, Word};

/// The cells onto which this side could capture.
#[inline(always)]
pub(crate) fn attacks<W: Word>(us: &Camp<W>) -> W {
    us.left(us.own) | us.right(us.own)
}

/// The empty cells that a piece can step onto.
#[inline(always)]
pub(crate) fn steps<W: Word>(us: &Camp<W>) -> W {
    us.ahead(us.own) & !(us.own | us.enemies)
}

/// The cells that lie ahead of this side's pieces, in their own and the neighbouring columns: everything that they can
/// hold up or take without leaving their column first.
#[inline(always)]
pub(crate) fn reach<W: Word>(us: &Camp<W>) -> W {
    us.sweep(us.ahead(us.own) | attacks(us))
}

/// Pieces that no enemy can hold up or take on their way to the goal, unless it captures its way into another column.
#[inline(always)]
pub(crate) fn passed<W: Word>(us: &Camp<W>, them: &Camp<W>) -> W {
    us.own & !reach(them)
}

/// Passed pieces without another piece of their side straight ahead.
#[inline(always)]
pub(crate) fn free_runners<W: Word>(us: &Camp<W>, them: &Camp<W>) -> W {
    let own_ahead = them.sweep(them.ahead(us.own));
    passed(us, them) & !own_ahead
}

/// Pawned's checkmate of type 2: one step from the goal, with an enemy to take on it.
#[inline(always)]
pub(crate) fn checkmate2<W: Word>(us: &Camp<W>, them: &Camp<W>) -> W {
    let prey = us.enemies & us.goal();
    us.own & (them.left(prey) | them.right(prey))
}

/// Pieces without a neighbour of their side in the columns next to them, in any row.
#[inline(always)]
pub(crate) fn isolated<W: Word>(us: &Camp<W>, them: &Camp<W>) -> W {
    // Next to a column is one step to the side and on and one step back; where going on is impossible, back and on.
    let columns = us.sweep(us.own) | them.sweep(us.own);
    let on_and_back = them.ahead(us.left(columns) | us.right(columns));
    let back_and_on = us.ahead(them.left(columns) | them.right(columns));
    us.own & !(on_and_back | back_and_on)
}

/// The rows that the foremost cell of a set has still to go to the goal, if the set is not empty.
#[inline(always)]
pub(crate) fn rows_to_goal<W: Word>(us: &Camp<W>, set: W) -> Option<u32> {
    let mut front = set;
    for rows in 0..us.n_rows() {
        if front & us.goal() != W::EMPTY {
            return Some(rows);
        }
        front = us.ahead(front);
    }
    None
}

/// How many moves a side would have if it were its turn, and how many of them are captures.
#[inline(always)]
pub(crate) fn n_moves<W: Word>(us: &Camp<W>) -> (u32, u32) {
    let captures = (us.left(us.own) & us.enemies).count() + (us.right(us.own) & us.enemies).count();
    (captures + steps(us).count(), captures)
}

/// The cells that this side's pieces can step to one after the other, never onto one where an enemy could capture now.
#[inline(always)]
pub(crate) fn spare<W: Word>(us: &Camp<W>, them: &Camp<W>) -> W {
    let safe = !(us.own | us.enemies | attacks(them));
    let mut front = us.ahead(us.own) & safe;
    let mut all = front;
    while front != W::EMPTY {
        front = us.ahead(front) & safe;
        all |= front;
    }
    all
}

/// The empty cells with a piece of ours behind and one of theirs ahead in their column.
#[inline(always)]
pub(crate) fn gaps<W: Word>(us: &Camp<W>, them: &Camp<W>) -> W {
    us.sweep(us.ahead(us.own)) & them.sweep(them.ahead(them.own)) & !(us.own | us.enemies)
}
