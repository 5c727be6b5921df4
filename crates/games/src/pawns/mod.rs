//! What the Pawn Game, Pawned and Breakthrough share: two armies of pieces that only go forward.
//!
//! ```text
//! 3   8  9 10 11     cells are numbered from the bottom left, row by row; the first player goes up (+columns), the
//! 2   4  5  6  7     second goes down. A step of a whole army is one rotation of its word and one mask.
//! 1   0  1  2  3
//!     a  b  c  d
//! ```

mod camp;
pub(crate) mod features;
mod layout;
mod outlook;
mod races;
pub(crate) mod sets;
pub(crate) mod strong;
mod symmetry;
mod text;

pub use camp::Camp;
pub(crate) use layout::{DOUBLE, Direction, LEFT, Layout, RIGHT, STRAIGHT};
pub(crate) use text::MOVE_FORM;

use std::hint::select_unpredictable as select;

use plyscope_core::Side;
use plyscope_heuristics::View;

use crate::bits::{Word, side_salt};
use crate::grid::Size;

/// What heuristics ask of a game with two armies.
pub trait Armies {
    /// How many pieces a side has.
    fn n_pieces(&self, side: Side) -> u32;
    /// How many rows its pieces are away from its own edge, all together.
    fn n_steps(&self, side: Side) -> u32;
}

/// What a pawn game leaves to its field `pawns`, and its variant to its field `size`.
macro_rules! on_pawns {
    ($game:ident) => {
        impl<W: Word> Draw for $game<W> {
            fn picture(&self) -> Picture {
                self.pawns.picture()
            }

            fn move_cells(&self, m: PawnMove) -> Vec<String> {
                self.pawns.step_cells(m)
            }

            #[inline(always)]
            fn count_pieces(&self, side: Side) -> u32 {
                self.pawns.n_pieces(side)
            }
        }

        impl<W: Word> Armies for $game<W> {
            #[inline(always)]
            fn n_pieces(&self, side: Side) -> u32 {
                self.pawns.n_pieces(side)
            }

            #[inline(always)]
            fn n_steps(&self, side: Side) -> u32 {
                self.pawns.n_steps(side)
            }
        }

        impl OnGrid for Variant {
            fn size(&self) -> Size {
                self.size
            }
        }
    };
}
pub(crate) use on_pawns;

/// How models see a pawn game with a field `pawns` whose other fields `rules` are part of the rules.
macro_rules! seen_as_pawns {
    ($($rules:ident)?) => {
        #[inline(always)]
        fn view(&self) -> plyscope_heuristics::View {
            self.pawns.view()
        }

        fn cell_bits(&self, mover: plyscope_core::Side) -> Vec<u16> {
            self.pawns.cell_bits(mover)
        }

        #[inline(always)]
        fn plays_like(&self, other: &Self) -> bool {
            self.pawns.size() == other.pawns.size() $(&& self.$rules == other.$rules)?
        }

        fn holds(variant: &Self::Variant) -> bool {
            crate::grid::OnGrid::size(variant).cells() <= W::BITS
        }
    };
}
pub(crate) use seen_as_pawns;

/// A move of one piece, by cell numbers; a pass goes from cell 0 to cell 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PawnMove {
    /// Where the piece stands.
    pub from: u8,
    /// Where it goes.
    pub to: u8,
}

impl PawnMove {
    /// Staying where everything is.
    pub const PASS: PawnMove = PawnMove { from: 0, to: 0 };
}

/// The pieces of one side, and the board as it sees it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Army<W: Word> {
    pub(crate) pieces: W,
    pub(crate) layout: &'static Layout<W>,
}

/// Both armies. Giving away the turn exchanges them, so nothing ever asks which side it works for.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Pawns<W: Word> {
    /// The side to move.
    pub(crate) mover: Army<W>,
    pub(crate) other: Army<W>,
}

/// The cells that the side to move can step to, by direction. Together with the direction a target names its move.
#[derive(Clone, Copy)]
pub(crate) struct Targets<W> {
    pub(crate) left: W,
    pub(crate) right: W,
    pub(crate) straight: W,
    pub(crate) double: W,
}

impl<W: Word> Pawns<W> {
    /// `rows` full rows of pieces for each side, the outermost `skipped` rows left empty.
    pub(crate) fn start(size: Size, rows: u32, skipped: u32) -> Self {
        let army = |side| {
            let layout = Layout::of(size, side);
            let mut pieces = W::EMPTY;
            (skipped..skipped + rows).for_each(|row| pieces |= layout.row(row));
            Army { pieces, layout }
        };
        Pawns { mover: army(Side::First), other: army(Side::Second) }
    }

    #[inline(always)]
    pub(crate) fn side_to_move(&self) -> Side {
        self.mover.layout.side()
    }

    #[inline(always)]
    pub(crate) fn size(&self) -> Size {
        self.mover.layout.size()
    }

    /// Every piece of the side to move, one step on in this direction, as far as the board goes.
    #[inline(always)]
    pub(crate) fn stepped(&self, direction: Direction) -> W {
        self.mover.layout.step(self.mover.pieces, direction)
    }

    #[inline(always)]
    pub(crate) fn empty(&self) -> W {
        !(self.mover.pieces | self.other.pieces)
    }

    /// Straight onto empty cells, diagonally onto enemies and the cells `also`.
    #[inline(always)]
    pub(crate) fn pawn_targets(&self, also: W) -> Targets<W> {
        let prey = self.other.pieces | also;
        Targets {
            left: self.stepped(LEFT) & prey,
            right: self.stepped(RIGHT) & prey,
            straight: self.stepped(STRAIGHT) & self.empty(),
            double: W::EMPTY,
        }
    }

    /// The side that moved last has pieces on its last row.
    #[inline(always)]
    pub(crate) fn reached(&self) -> bool {
        self.other.pieces & self.other.layout.goal() != W::EMPTY
    }

    /// Moves a piece and takes what stands on its target. The other side is then to move.
    #[inline(always)]
    pub(crate) fn play(&mut self, m: PawnMove) {
        let to = W::cell(m.to.into());
        self.mover.pieces ^= W::cell(m.from.into()) ^ to;
        self.other.pieces = self.other.pieces & !to;
        self.pass();
    }

    /// Gives the turn away.
    #[inline(always)]
    pub(crate) fn pass(&mut self) {
        std::mem::swap(&mut self.mover, &mut self.other);
    }

    #[inline(always)]
    pub(crate) fn key(&self) -> u64 {
        self.mover.pieces.key(self.other.pieces, side_salt(self.side_to_move()))
    }

    #[inline(always)]
    pub(crate) fn step_to(&self, to: u32, direction: Direction) -> PawnMove {
        PawnMove { from: self.mover.layout.origin(to, direction) as u8, to: to as u8 }
    }

    /// The steps onto these targets: left, right, straight, double, each by rising cell number. Captures so come first.
    /// Where there is no target at all, a pass may take their place.
    #[inline(always)]
    pub(crate) fn steps(&self, targets: Targets<W>, pass: Option<PawnMove>) -> Steps<'_, W> {
        Steps { pawns: self, targets, direction: LEFT, rest: targets.left, pass }
    }

    /// The step at this index in the order of [`Pawns::steps`].
    #[inline(always)]
    pub(crate) fn nth_step(&self, targets: Targets<W>, index: usize) -> PawnMove {
        let index = index as u32;
        let (n_left, n_diagonal) = (targets.left.count(), targets.left.count() + targets.right.count());
        // The direction of a random step is a coin toss that no branch predictor can guess, so nothing branches on it.
        let (is_left, is_diagonal) = (index < n_left, index < n_diagonal);
        let set = select(is_diagonal, select(is_left, targets.left, targets.right), targets.straight);
        let skipped = select(is_diagonal, select(is_left, 0, n_left), n_diagonal);
        let direction = select(is_diagonal, select(is_left, LEFT, RIGHT), STRAIGHT);
        let n = index - skipped;
        // Only one of the games has double steps; in the others the compiler drops this.
        if targets.double != W::EMPTY && n >= set.count() {
            return self.step_to(targets.double.nth(n - set.count()), DOUBLE);
        }
        self.step_to(set.nth(n), direction)
    }

    /// Both armies as the side to move sees them: the second player turns the board around.
    #[inline(always)]
    pub(crate) fn view(&self) -> View {
        let (mut own, mut other) = (self.mover.pieces, self.other.pieces);
        if self.side_to_move() == Side::Second {
            let n_cells = self.size().cells();
            (own, other) = (own.turned(n_cells), other.turned(n_cells));
        }
        View::wide(own.halves(), other.halves())
    }

    /// The bits of the cells in that view, rows from the top.
    pub(crate) fn cell_bits(&self, mover: Side) -> Vec<u16> {
        let (size, is_turned) = (self.size(), mover == Side::Second);
        let (cols, n_cells) = (u32::from(size.cols), size.cells());
        let cells = (0..u32::from(size.rows)).rev().flat_map(|row| (0..cols).map(move |column| row * cols + column));
        cells.map(|cell| if is_turned { n_cells - 1 - cell } else { cell } as u16).collect()
    }

    /// The pieces of a side.
    #[inline(always)]
    pub(crate) fn pieces(&self, side: Side) -> W {
        self.army(side).pieces
    }

    #[inline(always)]
    fn army(&self, side: Side) -> &Army<W> {
        if side == self.side_to_move() { &self.mover } else { &self.other }
    }
}

/// The steps onto a set of targets; see [`Pawns::steps`].
pub(crate) struct Steps<'a, W: Word> {
    pawns: &'a Pawns<W>,
    targets: Targets<W>,
    direction: Direction,
    /// The targets in this direction that are still to come.
    rest: W,
    pass: Option<PawnMove>,
}

impl<W: Word> Iterator for Steps<'_, W> {
    type Item = PawnMove;

    #[inline(always)]
    fn next(&mut self) -> Option<PawnMove> {
        while self.rest == W::EMPTY {
            (self.direction, self.rest) = match self.direction {
                LEFT => (RIGHT, self.targets.right),
                RIGHT => (STRAIGHT, self.targets.straight),
                STRAIGHT => (DOUBLE, self.targets.double),
                _ => return self.pass.take(),
            };
        }
        let to = self.rest.first();
        self.rest = self.rest.without_first();
        Some(self.pawns.step_to(to, self.direction))
    }
}

impl<W: Word> Armies for Pawns<W> {
    #[inline(always)]
    fn n_pieces(&self, side: Side) -> u32 {
        self.army(side).pieces.count()
    }

    #[inline(always)]
    fn n_steps(&self, side: Side) -> u32 {
        let army = self.army(side);
        army.layout.rows_from_edge(army.pieces)
    }
}

impl<W: Word> Targets<W> {
    #[inline(always)]
    pub(crate) fn count(self) -> usize {
        (self.left.count() + self.right.count() + self.straight.count() + self.double.count()) as usize
    }

    /// Whether there are no targets. A double step goes over a cell that is one, so it need not be asked.
    #[inline(always)]
    pub(crate) fn none(self) -> bool {
        self.left | self.right | self.straight == W::EMPTY
    }
}
