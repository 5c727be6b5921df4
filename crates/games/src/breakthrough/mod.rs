//! Breakthrough: the first piece on the enemy's home row wins.
//!
//! A piece steps straight or diagonally forward onto an empty cell and captures only diagonally. The most advanced
//! piece always has a free diagonal, so on two or more columns no side is ever stuck, and there are no draws.
//!
//! `workers=3` is the course variant "three workers to base": three pieces must stand on the enemy's home row, where
//! they stay, and a side with fewer than three pieces has lost. There a side can be stuck behind its own workers; it
//! loses.

mod camp;
mod heuristics;
mod insight;

pub use camp::Camp;

use std::fmt;
use std::str::FromStr;

use plyscope_core::{About, BadInput, Choice, Draw, Game, Notation, Outcome, Picture, Side, Symmetry};

use crate::bits::Word;
use crate::grid::{self, OnGrid, Size};
use crate::pawns::{Armies, Army, LEFT, MOVE_FORM, PawnMove, Pawns, RIGHT, STRAIGHT, Targets, on_pawns};
use crate::spec::Parts;

/// A position of Breakthrough.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Breakthrough<W: Word> {
    pawns: Pawns<W>,
    goal: Goal,
}

/// What a side needs to win.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Goal {
    /// One piece on the last row.
    Reach,
    /// Three pieces there.
    ThreeWorkers,
}

const WORKERS: u32 = 3;

/// The board and the rules of a game of Breakthrough.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variant {
    size: Size,
    rows: u8,
    goal: Goal,
}

static ABOUT: About = About {
    id: "breakthrough",
    name: "Breakthrough",
    summary: "Step straight or diagonally forward, capture diagonally; the first piece on the last row wins.",
    sizes: "RxC (rows x columns, 3x2 up to 128 cells)",
    default: "8x8",
    variants: &["4x4", "5x5", "6x6", "8x8", "5x10", "10x5", "6x6,rows=1", "8x8,workers=3"],
    odd_variants: &[
        "4x2",
        "3x2,rows=1",
        "8x3",
        "16x4",
        "10x12",
        "4x32",
        "42x3,rows=1",
        "4x3,rows=1,workers=3",
        "5x5,workers=3",
        "9x9,workers=3",
    ],
    small_variant: "5x4",
    options: &[
        Choice {
            name: "rows",
            values: &["1", "2"],
            default: "2",
            meaning: "full rows of pieces that each side begins with",
        },
        Choice {
            name: "workers",
            values: &["3"],
            default: "",
            meaning: "three pieces on the last row win, fewer than three left lose",
        },
    ],
    symmetries: &[Symmetry::Mirror, Symmetry::SwapSidesUpsideDown],
};

impl<W: Word> Breakthrough<W> {
    #[inline(always)]
    fn targets(&self) -> Targets<W> {
        let (pawns, free) = (&self.pawns, !self.pawns.mover.pieces);
        Targets {
            left: pawns.stepped(LEFT) & free,
            right: pawns.stepped(RIGHT) & free,
            straight: pawns.stepped(STRAIGHT) & pawns.empty(),
            double: W::EMPTY,
        }
    }

    /// Whether the side to move has lost; the side that moved last cannot have.
    #[inline(always)]
    fn lost(&self) -> bool {
        match self.goal {
            Goal::Reach => self.pawns.reached() || self.pawns.mover.pieces == W::EMPTY,
            Goal::ThreeWorkers => {
                self.workers_home() || self.pawns.mover.pieces.count() < WORKERS || self.targets().none()
            }
        }
    }

    #[inline(always)]
    fn workers_home(&self) -> bool {
        workers(&self.pawns.other) >= WORKERS
    }
}

/// The pieces of an army on its last row.
#[inline(always)]
fn workers<W: Word>(army: &Army<W>) -> u32 {
    (army.pieces & army.layout.goal()).count()
}

impl<W: Word> Game for Breakthrough<W> {
    type Move = PawnMove;
    type Variant = Variant;

    fn start(variant: &Variant) -> Self {
        Breakthrough { pawns: Pawns::start(variant.size, variant.rows.into(), 0), goal: variant.goal }
    }

    #[inline(always)]
    fn side_to_move(&self) -> Side {
        self.pawns.side_to_move()
    }

    #[inline(always)]
    fn outcome(&self) -> Option<Outcome> {
        self.lost().then_some(Outcome::Win(!self.pawns.side_to_move()))
    }

    #[inline(always)]
    fn moves(&self) -> impl Iterator<Item = PawnMove> {
        self.pawns.steps(self.targets(), None)
    }

    #[inline(always)]
    fn play(&mut self, m: PawnMove) {
        self.pawns.play(m);
    }

    #[inline(always)]
    fn key(&self) -> u64 {
        self.pawns.key()
    }

    #[inline(always)]
    fn count_moves(&self) -> usize {
        if self.lost() { 0 } else { self.targets().count() }
    }

    #[inline(always)]
    fn pick(&self, choose: impl FnOnce(usize) -> usize) -> Option<PawnMove> {
        if self.lost() {
            return None;
        }
        let targets = self.targets();
        Some(self.pawns.nth_step(targets, choose(targets.count())))
    }
}

impl<W: Word> Notation for Breakthrough<W> {
    const ABOUT: &'static About = &ABOUT;

    fn position_text(&self) -> String {
        self.pawns.position_text()
    }

    fn read_position(variant: &Variant, text: &str) -> Result<Self, BadInput> {
        let read = grid::read_board(variant.size, text)?;
        let pawns = Pawns::<W>::from_text(variant.size, &read);
        let pawns = match variant.goal {
            Goal::Reach => pawns.check_goal()?.check_other_alive()?,
            Goal::ThreeWorkers if workers(&pawns.mover) >= WORKERS => {
                return Err(grid::already_won(read.to_move, "three workers"));
            }
            Goal::ThreeWorkers if pawns.other.pieces.count() < WORKERS => {
                return Err(grid::already_won(read.to_move, "too few workers"));
            }
            Goal::ThreeWorkers => pawns,
        };
        Ok(Breakthrough { pawns, goal: variant.goal })
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
        self.outcome()?;
        Some(match self.goal {
            Goal::Reach if self.pawns.reached() => "last row",
            Goal::Reach => "all captured",
            Goal::ThreeWorkers if self.workers_home() => "three workers",
            Goal::ThreeWorkers if self.pawns.mover.pieces.count() < WORKERS => "too few workers",
            Goal::ThreeWorkers => "no move",
        })
    }
}

on_pawns!(Breakthrough);

impl Default for Variant {
    fn default() -> Self {
        Variant { size: Size { rows: 8, cols: 8 }, rows: 2, goal: Goal::Reach }
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.size)?;
        if self.rows != Variant::default().rows {
            write!(f, ",rows={}", self.rows)?;
        }
        if self.goal == Goal::ThreeWorkers {
            write!(f, ",workers={WORKERS}")?;
        }
        Ok(())
    }
}

impl FromStr for Variant {
    type Err = BadInput;

    fn from_str(text: &str) -> Result<Self, BadInput> {
        let parts = Parts::of(&ABOUT, text)?;
        let standard = Variant::default();
        let rows = if parts.value("rows") == Some("1") { 1 } else { standard.rows };
        let goal = if parts.has("workers") { Goal::ThreeWorkers } else { Goal::Reach };
        let size = parts.size(standard.size)?.check_pawns(ABOUT.id, 3)?;
        if size.rows < 2 * rows {
            return Err(BadInput::new(format!(
                "breakthrough:{size} has no room for two rows of pieces each; write breakthrough:{size},rows=1"
            )));
        }
        if goal == Goal::ThreeWorkers && u32::from(size.cols) < WORKERS {
            return Err(BadInput::new(format!("breakthrough with workers=3 needs at least 3 columns, not {size}")));
        }
        Ok(Variant { size, rows, goal })
    }
}
