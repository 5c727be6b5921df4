//! Races: pieces that no enemy can catch any more.
//!
//! A runner goes straight on. An enemy `r` rows before it and `c` columns aside comes nearer by two rows for each pair
//! of moves and by one column at most, it may wait, and it takes the runner from the neighbouring column, one row
//! before it, or stands in its way. With the runner to move, all that is impossible if c > ⌊r/2⌋: a pair of moves leads
//! to (r − 1, c) or, at best, to (r − 2, c − 1), where the same holds again. With the enemy to move the same goes for c
//! > ⌈r/2⌉.

use super::{LEFT, Layout, Pawns, RIGHT, STRAIGHT};
use crate::bits::Word;

/// More rows than any board has.
const FAR: u32 = 1000;

impl<W: Word> Pawns<W> {
    /// How many moves the foremost piece of the side to move is away from its last row; very many if there is no piece.
    #[inline(always)]
    pub(crate) fn rows_to_go(&self) -> u32 {
        rows_to_go(self.mover.pieces, self.mover.layout)
    }

    /// The same for the other side without these pieces.
    #[inline(always)]
    pub(crate) fn enemy_rows_to_go(&self, without: W) -> u32 {
        rows_to_go(self.other.pieces & !without, self.other.layout)
    }

    /// How many moves the foremost piece of the side to move needs that the enemy cannot stop; very many if there is
    /// none.
    #[inline(always)]
    pub(crate) fn runner(&self) -> u32 {
        let (own, enemy) = (&self.mover, &self.other);
        let front = enemy.layout.step(enemy.pieces, STRAIGHT);
        rows_to_go(own.pieces & !caught(front, own.pieces, enemy.layout, false), own.layout)
    }

    /// The same for the other side, while the side to move has one move more.
    #[inline(always)]
    pub(crate) fn enemy_runner(&self) -> u32 {
        let (own, enemy) = (&self.mover, &self.other);
        let front = spread(own.pieces, own.layout);
        rows_to_go(enemy.pieces & !caught(front, enemy.pieces, own.layout, true), enemy.layout)
    }
}

/// The cells on which a piece is caught or held up: by the enemies whose nearest catch `front` is, or by the runner's
/// own side.
#[inline(always)]
fn caught<W: Word>(mut front: W, own: W, enemy: &Layout<W>, mut was_spread: bool) -> W {
    let mut blocked = enemy.step(own, STRAIGHT);
    let mut caught = front | blocked;
    for _ in 2..enemy.size().rows {
        front = if was_spread { enemy.step(front, STRAIGHT) } else { spread(front, enemy) };
        was_spread = !was_spread;
        blocked = enemy.step(blocked, STRAIGHT);
        caught |= front | blocked;
    }
    caught
}

/// These cells one row on, straight and to either side.
#[inline(always)]
fn spread<W: Word>(cells: W, layout: &Layout<W>) -> W {
    layout.step(cells, STRAIGHT) | layout.step(cells, LEFT) | layout.step(cells, RIGHT)
}

#[inline(always)]
fn rows_to_go<W: Word>(pieces: W, layout: &Layout<W>) -> u32 {
    if pieces == W::EMPTY {
        return FAR;
    }
    let (mut reached, mut rows) = (pieces, 0);
    while reached & layout.goal() == W::EMPTY {
        reached = layout.step(reached, STRAIGHT);
        rows += 1;
    }
    rows
}
