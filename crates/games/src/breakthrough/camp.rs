//! What one side of Breakthrough has on the board, for heuristics: plain counts of sets that few rotations make.

use plyscope_core::{Game, Side};

use super::Breakthrough;
use crate::bits::Word;
use crate::pawns::{LEFT, Layout, RIGHT, STRAIGHT};

/// A position as one side sees it.
#[derive(Clone, Copy, Debug)]
pub struct Camp<W: Word> {
    mine: W,
    theirs: W,
    /// The board as I see it and as they do: I go their way backwards.
    own: &'static Layout<W>,
    enemy: &'static Layout<W>,
    is_to_move: bool,
}

impl<W: Word> Breakthrough<W> {
    /// The position as this side sees it.
    #[inline(always)]
    pub fn camp(&self, side: Side) -> Camp<W> {
        let is_to_move = side == self.side_to_move();
        let (own, enemy) = (&self.pawns.mover, &self.pawns.other);
        let (own, enemy) = if is_to_move { (own, enemy) } else { (enemy, own) };
        Camp { mine: own.pieces, theirs: enemy.pieces, own: own.layout, enemy: enemy.layout, is_to_move }
    }
}

impl<W: Word> Camp<W> {
    /// My pieces.
    #[inline(always)]
    pub fn pieces(&self) -> W {
        self.mine
    }

    /// Rows of the board.
    #[inline(always)]
    pub fn n_rows(&self) -> u32 {
        self.own.size().rows.into()
    }

    /// Cells of the board.
    #[inline(always)]
    pub fn n_cells(&self) -> u32 {
        self.own.size().cells()
    }

    /// The row on which I begin.
    #[inline(always)]
    pub fn home(&self) -> W {
        self.enemy.goal()
    }

    /// The row that I want to reach.
    #[inline(always)]
    pub fn goal(&self) -> W {
        self.own.goal()
    }

    /// These cells, one row nearer to my goal; what leaves the board is gone.
    #[inline(always)]
    pub fn ahead(&self, cells: W) -> W {
        self.own.step(cells, STRAIGHT)
    }

    /// These cells, one row nearer to my own edge; what leaves the board is gone.
    #[inline(always)]
    pub fn behind(&self, cells: W) -> W {
        self.enemy.step(cells, STRAIGHT)
    }

    /// My pieces this many rows before the goal, 0 for those on it. The board must have that many rows.
    #[inline(always)]
    pub fn before_goal(&self, n_rows: u32) -> u32 {
        let mut row = self.goal();
        for _ in 0..n_rows {
            row = self.behind(row);
        }
        (self.mine & row).count()
    }

    /// How many rows my foremost piece is away from my own edge; 0 if I have none.
    #[inline(always)]
    pub fn furthest(&self) -> u32 {
        let mut row = self.goal();
        for n_rows in (1..self.n_rows()).rev() {
            if self.mine & row != W::EMPTY {
                return n_rows;
            }
            row = self.behind(row);
        }
        0
    }

    /// My pieces that are nearer to the goal than to my own edge.
    #[inline(always)]
    pub fn n_in_far_half(&self) -> u32 {
        let (mut half, mut row) = (W::EMPTY, self.goal());
        for _ in 0..self.n_rows() / 2 {
            half |= row;
            row = self.behind(row);
        }
        (self.mine & half).count()
    }

    /// The columns in which I have no piece.
    #[inline(always)]
    pub fn n_holes(&self) -> u32 {
        let mut columns = self.mine;
        for _ in 1..self.n_rows() {
            columns |= self.behind(columns);
        }
        (self.home() & !columns).count()
    }

    /// The cells that my pieces attack to either side, occupied or not.
    #[inline(always)]
    pub fn strikes(&self) -> [W; 2] {
        [self.own.step(self.mine, LEFT), self.own.step(self.mine, RIGHT)]
    }

    /// The cells that their pieces attack to either side, occupied or not.
    #[inline(always)]
    pub fn their_strikes(&self) -> [W; 2] {
        [self.enemy.step(self.theirs, LEFT), self.enemy.step(self.theirs, RIGHT)]
    }

    /// The moves that I would have if it were my turn.
    #[inline(always)]
    pub fn n_moves(&self) -> u32 {
        let [left, right] = self.strikes();
        let straight = self.ahead(self.mine) & !(self.mine | self.theirs);
        (left & !self.mine).count() + (right & !self.mine).count() + straight.count()
    }

    /// Those of them that capture.
    #[inline(always)]
    pub fn n_captures(&self) -> u32 {
        let [left, right] = self.strikes();
        (left & self.theirs).count() + (right & self.theirs).count()
    }

    /// Pairs of my pieces of which one would take back what captures the other.
    #[inline(always)]
    pub fn n_protections(&self) -> u32 {
        let [left, right] = self.strikes();
        (left & self.mine).count() + (right & self.mine).count()
    }

    /// My pieces that could be captured.
    #[inline(always)]
    pub fn attacked(&self) -> W {
        let [left, right] = self.their_strikes();
        (left | right) & self.mine
    }

    /// My pieces that are attacked more often than they are protected.
    #[inline(always)]
    pub fn hanging(&self) -> W {
        let ([left, right], [their_left, their_right]) = (self.strikes(), self.their_strikes());
        let once = (their_left | their_right) & !(left | right);
        let twice = (their_left & their_right) & !(left & right);
        (once | twice) & self.mine
    }

    /// My pieces that no enemy can ever meet: none stands in the triangle of cells that they can reach.
    #[inline(always)]
    pub fn free(&self) -> W {
        let mut reach = W::EMPTY;
        let mut front = self.theirs;
        for _ in 1..self.n_rows() {
            front = self.spread(front);
            reach |= front;
        }
        self.mine & !reach
    }

    /// My pieces that no single enemy catches if they run straight on.
    ///
    /// An enemy in front comes nearer by two rows for each move that the runner makes, and by one column at most, and
    /// it must be on a neighbouring column when it is one row away. So it must not be further aside than half of the
    /// rows between them, rounded up if it moves first and down otherwise. An enemy that stands right before a runner
    /// only blocks it, and the runner steps around.
    #[inline(always)]
    pub fn unstoppable(&self) -> W {
        // What the enemies catch if it is their turn: one row before them, two rows, and so on.
        let mut front = self.enemy.step(self.theirs, LEFT) | self.enemy.step(self.theirs, RIGHT);
        let mut caught = front;
        for _ in 1..self.n_rows().div_ceil(2) {
            let next = self.behind(front);
            front = self.spread(next);
            caught |= next | front;
        }
        // If it is mine, the runner has made one step before all this begins.
        self.mine & !if self.is_to_move { self.behind(caught) } else { caught }
    }

    /// The cells that their pieces on these cells could step to.
    #[inline(always)]
    fn spread(&self, cells: W) -> W {
        self.behind(cells) | self.enemy.step(cells, LEFT) | self.enemy.step(cells, RIGHT)
    }
}
