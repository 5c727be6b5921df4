//! What the last stone has done: the questions of Stanczyk's program (Maastricht 2019), whose evaluation looks at
//! nothing else.
//!
//! A position that was read from text does not tell which stone came last. Then every stone of the side that moved last
//! is asked, and the best answer counts.

use plyscope_core::Side;

use super::enclosure::{enclosed, enclosed_with_edge, neighbour};
use super::hex::Set;
use super::{Andantino, LINE, NOWHERE};

/// Which two places of a ring have a neighbour in common with the neighbour at a place: the one before and the one
/// after it.
const BESIDE: [[u32; 2]; 6] = [[5, 1], [0, 2], [1, 3], [2, 4], [3, 5], [4, 0]];

impl Andantino {
    /// The longest row that the last stone is part of, five at most; 0 if the side did not place it.
    #[inline(always)]
    pub fn last_line(&self, side: Side) -> u32 {
        match self.last_stone_of(side) {
            Last::OfOther => 0,
            Last::Unknown => self.longest_line(side).min(LINE as u32),
            Last::At(cell) => {
                let own = &self.stones[side.index()];
                (0..3).map(|place| row_through(own, cell, place)).max().unwrap_or(0).min(LINE) as u32
            }
        }
    }

    /// Whether the side placed the last stone and has no other stone next to it.
    #[inline(always)]
    pub fn last_is_alone(&self, side: Side) -> bool {
        let own = &self.stones[side.index()];
        match self.last_stone_of(side) {
            Last::OfOther => false,
            Last::Unknown => own.cells().all(|cell| own.ring(cell) == 0),
            Last::At(cell) => own.ring(cell) == 0,
        }
    }

    /// Whether the side placed the last stone and encloses an enemy stone.
    #[inline(always)]
    pub fn encloses(&self, side: Side) -> bool {
        // An enclosure ends the game, so there is nothing to look for as long as it goes on.
        self.end.is_some() && !matches!(self.last_stone_of(side), Last::OfOther) && self.encloses_by_flooding(side)
    }

    fn encloses_by_flooding(&self, side: Side) -> bool {
        let own = self.stones[side.index()];
        let inside = if self.rules.edge_wall { enclosed_with_edge(self.board, own) } else { enclosed(self.board, own) };
        !(inside & self.stones[(!side).index()]).is_empty()
    }

    /// What the program's test for an enclosure says: whether the side placed the last stone, and an enemy stone can be
    /// reached from it over cells that do not see the edge.
    ///
    /// A cell sees the edge if one of the six straight ways from it is free of the side's stones. The test goes from
    /// cell to neighbour, skips the side's stones and whatever sees the edge, and also a cell that touches a cell that
    /// sees the edge, but only if that one touches the cell it comes from, too. So it takes open regions with blind
    /// corners for closed ones.
    #[inline(always)]
    pub fn seems_to_enclose(&self, side: Side) -> bool {
        match self.last_stone_of(side) {
            Last::OfOther => false,
            Last::Unknown => self.stones[side.index()].cells().any(|cell| self.seems_to_enclose_from(side, cell)),
            Last::At(cell) => self.seems_to_enclose_from(side, cell),
        }
    }

    #[inline(always)]
    fn seems_to_enclose_from(&self, side: Side, stone: usize) -> bool {
        let blind = self.blind_neighbours(side, stone);
        blind != 0 && self.blind_region_has_enemy(side, stone, blind)
    }

    fn blind_region_has_enemy(&self, side: Side, stone: usize, blind: u32) -> bool {
        let enemy = &self.stones[(!side).index()];
        let mut reached = Set::default();
        let mut open = vec![(stone, blind)];
        while let Some((cell, blind)) = open.pop() {
            for next in (0..6).filter(|place| blind >> place & 1 != 0).map(|place| neighbour(cell, place)) {
                if enemy.has(next) {
                    return true;
                }
                if !reached.has(next) {
                    reached.insert(next);
                    open.push((next, self.blind_neighbours(side, next)));
                }
            }
        }
        false
    }

    /// The neighbours of a cell to which the test goes on, as bits of a ring.
    #[inline(always)]
    fn blind_neighbours(&self, side: Side, cell: usize) -> u32 {
        let own = &self.stones[side.index()];
        let not_own = self.board.all.ring(cell) & !own.ring(cell);
        let (mut seeing, mut rest) = (0, not_own);
        while rest != 0 {
            let place = rest.trailing_zeros();
            seeing |= u32::from(self.sees_edge(own, neighbour(cell, place))) << place;
            rest &= rest - 1;
        }
        let blind = not_own & !seeing;
        let is_free = |place: &u32| BESIDE[*place as usize].iter().all(|beside| seeing >> beside & 1 == 0);
        (0..6).filter(|place| blind >> place & 1 != 0).filter(is_free).map(|place| 1 << place).sum()
    }

    /// Whether one of the six straight ways from a cell is free of these stones.
    #[inline(always)]
    fn sees_edge(&self, own: &Set, cell: usize) -> bool {
        (0..6).any(|place| {
            let mut next = neighbour(cell, place);
            while self.board.all.has(next) {
                if own.has(next) {
                    return false;
                }
                next = neighbour(next, place);
            }
            true
        })
    }

    #[inline(always)]
    fn last_stone_of(&self, side: Side) -> Last {
        if side == self.side || self.n_stones == 0 {
            Last::OfOther
        } else if self.last == NOWHERE {
            Last::Unknown
        } else {
            Last::At(self.last.into())
        }
    }
}

/// What a side knows of the last stone.
enum Last {
    At(usize),
    /// It is the side's, but the position was not reached by a move.
    Unknown,
    OfOther,
}

/// The stones in a row through a cell, in the direction of this place of a ring and against it.
#[inline(always)]
fn row_through(own: &Set, cell: usize, place: u32) -> usize {
    let mut length = 1;
    for place in [place, place + 3] {
        let mut next = neighbour(cell, place);
        while own.has(next) {
            length += 1;
            next = neighbour(next, place);
        }
    }
    length
}
