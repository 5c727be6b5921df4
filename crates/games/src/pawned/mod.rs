//! Pawned: the pawns of the Pawn Game, but a side that cannot move passes.
//!
//! A pawn on the last row wins. When neither side can move, more pieces win, and equal numbers are a stalemate. So the
//! loss of all pawns is not the end by itself: the other side walks home while the loser passes.

mod heuristics;

use std::fmt;
use std::str::FromStr;

use plyscope_core::{About, BadInput, Draw, Game, Insight, Notation, Outcome, Outlook, Picture, Side, Symmetry};

use crate::bits::Word;
use crate::grid::{self, OnGrid, Size};
use crate::pawns::{Armies, Camp, MOVE_FORM, PawnMove, Pawns, Targets, on_pawns};
use crate::spec::Parts;

/// A position of Pawned.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Pawned<W: Word> {
    pawns: Pawns<W>,
}

/// The board of a game of Pawned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variant {
    size: Size,
}

static ABOUT: About = About {
    id: "pawned",
    name: "Pawned",
    summary: "Reach the last row; a side that cannot move passes; when both are stuck, more pieces win.",
    sizes: "RxC (rows x columns, 3x2 up to 128 cells)",
    default: "6x6",
    variants: &["3x3", "4x4", "5x5", "6x6", "8x8"],
    odd_variants: &["3x2", "8x3", "4x16", "10x12", "5x25", "42x3"],
    small_variant: "4x4",
    options: &[],
    symmetries: &[Symmetry::Mirror, Symmetry::SwapSidesUpsideDown],
};

impl<W: Word> Pawned<W> {
    #[inline(always)]
    fn targets(&self) -> Targets<W> {
        self.pawns.pawn_targets(W::EMPTY)
    }

    /// Whether the side that is not to move could move if it were.
    #[inline(always)]
    fn other_can_move(&self) -> bool {
        let mut passed = self.pawns.clone();
        passed.pass();
        !passed.pawn_targets(W::EMPTY).none()
    }

    /// One side as heuristics look at it.
    #[inline(always)]
    pub fn camp(&self, side: Side) -> Camp<W> {
        self.pawns.camp(side)
    }

    /// The camp of the side to move and that of the other.
    #[inline(always)]
    pub fn camps(&self) -> (Camp<W>, Camp<W>) {
        self.pawns.camps()
    }
}

impl<W: Word> Game for Pawned<W> {
    type Move = PawnMove;
    type Variant = Variant;

    fn start(variant: &Variant) -> Self {
        Pawned { pawns: Pawns::start(variant.size, 1, 0) }
    }

    #[inline(always)]
    fn side_to_move(&self) -> Side {
        self.pawns.side_to_move()
    }

    #[inline(always)]
    fn outcome(&self) -> Option<Outcome> {
        if self.pawns.reached() {
            Some(Outcome::Win(!self.pawns.side_to_move()))
        } else if self.targets().none() && !self.other_can_move() {
            let [first, second] = Side::BOTH.map(|side| self.pawns.pieces(side).count());
            Some(Outcome::by_count(first, second))
        } else {
            None
        }
    }

    #[inline(always)]
    fn moves(&self) -> impl Iterator<Item = PawnMove> {
        let targets = self.targets();
        let pass = targets.none().then_some(PawnMove::PASS);
        self.pawns.steps(targets, pass)
    }

    #[inline(always)]
    fn play(&mut self, m: PawnMove) {
        if m == PawnMove::PASS {
            self.pawns.pass();
        } else {
            self.pawns.play(m);
        }
    }

    #[inline(always)]
    fn key(&self) -> u64 {
        self.pawns.key()
    }

    #[inline(always)]
    fn count_moves(&self) -> usize {
        if self.pawns.reached() {
            return 0;
        }
        match self.targets().count() {
            0 => usize::from(self.other_can_move()),
            n => n,
        }
    }

    #[inline(always)]
    fn pick(&self, choose: impl FnOnce(usize) -> usize) -> Option<PawnMove> {
        if self.pawns.reached() {
            return None;
        }
        let targets = self.targets();
        match targets.count() {
            0 => self.other_can_move().then_some(PawnMove::PASS),
            n => Some(self.pawns.nth_step(targets, choose(n))),
        }
    }
}

impl<W: Word> Notation for Pawned<W> {
    const ABOUT: &'static About = &ABOUT;

    fn position_text(&self) -> String {
        self.pawns.position_text()
    }

    fn read_position(variant: &Variant, text: &str) -> Result<Self, BadInput> {
        let read = grid::read_board(variant.size, text)?;
        Ok(Pawned { pawns: Pawns::from_text(variant.size, &read).check_goal()? })
    }

    fn move_text(&self, m: PawnMove) -> String {
        self.pawns.step_text(m, self.pawns.other.pieces.has(m.to.into()))
    }

    fn spells(&self, m: PawnMove, text: &str) -> bool {
        self.pawns.spells(m, text)
    }

    fn move_form() -> &'static str {
        MOVE_FORM
    }

    fn reason(&self) -> Option<&'static str> {
        let outcome = self.outcome()?;
        Some(if self.pawns.reached() {
            "last row"
        } else if outcome == Outcome::Draw {
            "stalemate"
        } else {
            "more pieces"
        })
    }
}

impl<W: Word> Insight for Pawned<W> {
    #[inline(always)]
    fn symmetric_key(&self) -> (u64, u8) {
        self.pawns.symmetric_key(W::EMPTY)
    }

    #[inline(always)]
    fn move_code(&self, m: PawnMove, _: usize, image: u8) -> u16 {
        self.pawns.step_code(m, image)
    }

    #[inline(always)]
    fn outlook(&self) -> Outlook {
        self.pawns.pawn_outlook(Outlook::UNKNOWN)
    }

    #[inline(always)]
    fn goes_to(m: PawnMove, cell: u16) -> bool {
        u16::from(m.to) == cell
    }

    /// Captures first.
    #[inline(always)]
    fn promise(&self, m: PawnMove) -> i32 {
        i32::from(self.is_sharp(m))
    }

    /// Captures.
    #[inline(always)]
    fn is_sharp(&self, m: PawnMove) -> bool {
        self.pawns.other.pieces.has(m.to.into())
    }
}

on_pawns!(Pawned);

impl Default for Variant {
    fn default() -> Self {
        Variant { size: Size { rows: 6, cols: 6 } }
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.size.fmt(f)
    }
}

impl FromStr for Variant {
    type Err = BadInput;

    fn from_str(text: &str) -> Result<Self, BadInput> {
        let parts = Parts::of(&ABOUT, text)?;
        Ok(Variant { size: parts.size(Variant::default().size)?.check_pawns(ABOUT.id, 3)? })
    }
}
