//! What can be counted in a position, for heuristics.
//!
//! A window is five cells in a row: the side that fills one wins. A cell is playable if a stone may be placed there
//! now.

use plyscope_core::{Game, Side};

use super::enclosure::{closes_region, enclosed, neighbour};
use super::hex::{STEPS, Set};
use super::{Andantino, LINE, has_line_through};

impl Andantino {
    /// The stones of a side.
    #[inline(always)]
    pub fn stones(&self, side: Side) -> u32 {
        self.stones[side.index()].count() as u32
    }

    /// The cells without a stone.
    #[inline(always)]
    pub fn empties(&self) -> u32 {
        self.empty().count() as u32
    }

    /// The length of the longest row of stones of a side.
    pub fn longest_line(&self, side: Side) -> u32 {
        let own = self.stones[side.index()];
        let mut longest = 0;
        for by in STEPS {
            let (mut rest, mut length) = (own, 0);
            while !rest.is_empty() {
                length += 1;
                rest = rest & rest.shifted_up(by) & own;
            }
            longest = longest.max(length);
        }
        longest
    }

    /// The empty cells at the ends of the rows of exactly this many stones, each counted once for every row that it is
    /// an end of.
    pub fn open_ends(&self, side: Side, length: usize) -> u32 {
        let own = self.stones[side.index()];
        let empty = self.empty();
        let mut n = 0;
        for by in STEPS {
            // The last stones of the rows of this length, and the cells before and after the rows.
            let mut last = own & !own.shifted_down(by);
            let mut rest = own;
            for _ in 1..length {
                rest = rest.shifted_up(by) & own;
            }
            last = last & rest & !(rest.shifted_up(by) & own);
            let mut before = last;
            for _ in 0..length {
                before = before.shifted_down(by);
            }
            n += (last.shifted_up(by) & empty).count() + (before & empty).count();
        }
        n as u32
    }

    /// The windows with exactly this many stones of a side and none of the other.
    pub fn open_windows(&self, side: Side, stones: usize) -> u32 {
        self.windows_within(side, self.empty(), stones)
    }

    /// The windows with exactly this many stones of a side whose other cells are all playable.
    pub fn ready_windows(&self, side: Side, stones: usize) -> u32 {
        self.windows_within(side, self.playable(), stones)
    }

    /// The playable cells that make a row of five for a side.
    pub fn threats(&self, side: Side) -> u32 {
        self.threat_cells(side).count() as u32
    }

    /// The playable cells that win nothing at once but make two threats or more.
    pub fn double_threats(&self, side: Side) -> u32 {
        let quiet = self.playable() & !self.threat_cells(side);
        quiet.cells().filter(|&cell| self.with_stone(side, cell).threats(side) >= 2).count() as u32
    }

    /// The playable cells on which a stone of this side encloses an enemy stone.
    pub fn ring_threats(&self, side: Side) -> u32 {
        let (own, enemy) = (self.stones[side.index()], self.stones[(!side).index()]);
        let closes = |&cell: &usize| {
            let mut own = own;
            own.insert(cell);
            closes_region(&own, cell, own.ring(cell)) && !(enclosed(self.board, own) & enemy).is_empty()
        };
        self.playable().cells().filter(closes).count() as u32
    }

    /// The enemy stones that have exactly this many of a side's stones around them and otherwise only empty cells.
    pub fn rings(&self, side: Side, stones: u32) -> u32 {
        let (own, enemy) = (&self.stones[side.index()], &self.stones[(!side).index()]);
        let is_ring =
            |&cell: &usize| own.ring(cell).count_ones() == stones && own.ring(cell) | self.empty().ring(cell) == 0x3F;
        enemy.cells().filter(is_ring).count() as u32
    }

    /// The empty cells next to the stones of a side.
    pub fn liberties(&self, side: Side) -> u32 {
        (self.stones[side.index()].grown() & self.empty()).count() as u32
    }

    /// The empty cells next to that group of a side that has the fewest; 0 without stones.
    pub fn fewest_liberties(&self, side: Side) -> u32 {
        let mut unseen = self.stones[side.index()];
        let mut fewest = None;
        while let Some(cell) = unseen.smallest() {
            let group = Set::from_iter([cell]).flood(unseen);
            unseen = unseen & !group;
            let liberties = (group.grown() & self.empty()).count();
            fewest = Some(fewest.map_or(liberties, |fewest: usize| fewest.min(liberties)));
        }
        fewest.unwrap_or(0) as u32
    }

    /// The playable cells, none if the game is over.
    pub(super) fn playable(&self) -> Set {
        if self.outcome().is_some() { Set::default() } else { self.places() }
    }

    #[inline(always)]
    pub(super) fn empty(&self) -> Set {
        self.board.all & !(self.stones[0] | self.stones[1])
    }

    fn threat_cells(&self, side: Side) -> Set {
        let mut own = self.stones[side.index()];
        let wins = |&cell: &usize| {
            own.insert(cell);
            let wins = has_line_through(&own, cell, own.ring(cell));
            own.remove(cell);
            wins
        };
        self.playable().cells().filter(wins).collect()
    }

    /// The windows with exactly this many stones of a side whose other cells are among these.
    fn windows_within(&self, side: Side, others: Set, stones: usize) -> u32 {
        let own = self.stones[side.index()];
        let mut n = 0;
        for place in 0..3 {
            let starts = (own | others).cells();
            n += starts
                .filter(|&start| {
                    let (mut cell, mut n_own) = (start, 0);
                    for _ in 0..LINE {
                        n_own += usize::from(own.has(cell));
                        if !own.has(cell) && !others.has(cell) {
                            return false;
                        }
                        cell = neighbour(cell, place);
                    }
                    n_own == stones
                })
                .count();
        }
        n as u32
    }

    /// The position with one more stone of a side, with either side to move.
    fn with_stone(&self, side: Side, cell: usize) -> Andantino {
        let mut position = self.clone();
        position.side = side;
        position.place(cell);
        position
    }
}
