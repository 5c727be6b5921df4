//! The Pawn Game of the thesis, which is Hexapawn (Gardner 1962) on any board: reach the last row, take all pawns, or
//! leave the opponent without a move. There are no draws.
//!
//! A pawn steps straight onto an empty cell and captures diagonally. `classic` is the older Pawn Game on a chess
//! board: pawns begin on the second rows and may first go two steps; `en-passant` adds that capture.

mod heuristics;

use std::fmt;
use std::str::FromStr;

use plyscope_core::{
    About, BadInput, Choice, Draw, Game, Insight, Notation, Outcome, Outlook, Picture, Side, Symmetry,
};

use crate::bits::Word;
use crate::grid::{self, OnGrid, Size};
use crate::pawns::{Armies, Army, Camp, MOVE_FORM, PawnMove, Pawns, STRAIGHT, Targets, on_pawns};
use crate::spec::Parts;

/// A position of the Pawn Game.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Pawn<W: Word> {
    pawns: Pawns<W>,
    rules: Rules,
    /// The cell that a pawn has just jumped over, if an enemy can take it there; empty otherwise, so that positions
    /// which play alike are equal.
    passed: W,
}

/// How pawns begin and move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Rules {
    /// Outer rows, single steps.
    Thesis,
    /// Second rows, double steps from there.
    Classic { en_passant: bool },
}

/// The board and the rules of a Pawn Game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variant {
    size: Size,
    rules: Rules,
}

static ABOUT: About = About {
    id: "pawn",
    name: "Pawn Game",
    summary: "Hexapawn on any board: reach the last row, take all pawns or leave the opponent without a move.",
    sizes: "RxC (rows x columns, 3x2 up to 128 cells)",
    default: "4x4",
    variants: &["3x3", "4x4", "5x5", "6x6", "8x8", "8x8,classic", "8x8,classic,en-passant"],
    odd_variants: &[
        "3x2",
        "7x3",
        "3x21",
        "8x9",
        "16x8",
        "10x12",
        "3x42",
        "64x2",
        "4x4,classic",
        "5x4,classic,en-passant",
        "9x5,classic,en-passant",
        "12x10,classic,en-passant",
    ],
    small_variant: "4x4",
    options: &[
        Choice {
            name: "classic",
            values: &[],
            default: "",
            meaning: "pawns on the second rows, double step from there (8x8 unless a size is given)",
        },
        Choice {
            name: "en-passant",
            values: &[],
            default: "",
            meaning: "with classic: pawns can be captured en passant after a double step",
        },
    ],
    symmetries: &[Symmetry::Mirror, Symmetry::SwapSidesUpsideDown],
};

impl<W: Word> Pawn<W> {
    #[inline(always)]
    fn targets(&self) -> Targets<W> {
        match self.rules {
            Rules::Thesis => self.pawns.pawn_targets(W::EMPTY),
            Rules::Classic { .. } => Targets { double: self.double_targets(), ..self.pawns.pawn_targets(self.passed) },
        }
    }

    /// Where pawns on their second row can go by a double step.
    fn double_targets(&self) -> W {
        let Army { pieces, layout } = self.pawns.mover;
        let empty = self.pawns.empty();
        let jumped = layout.step(pieces & layout.row(1), STRAIGHT) & empty;
        layout.step(jumped, STRAIGHT) & empty
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

    /// How many moves a side would have if it were its turn, and how many of them are captures. A capture in passing
    /// is open only to the side that really is to move.
    #[inline(always)]
    pub fn n_moves(&self, side: Side) -> (u32, u32) {
        let targets = if side == self.side_to_move() {
            self.targets()
        } else {
            let mut turned = Pawn { passed: W::EMPTY, ..self.clone() };
            turned.pawns.pass();
            turned.targets()
        };
        (targets.count() as u32, targets.left.count() + targets.right.count())
    }

    /// What only the classic rules do when a pawn moves: a capture in passing removes the pawn next to it, a double
    /// step can be answered by one.
    fn play_classic(&mut self, m: PawnMove, en_passant: bool) {
        let target = W::cell(m.to.into());
        let enemy = &mut self.pawns.other;
        if target & self.passed != W::EMPTY {
            enemy.pieces = enemy.pieces & !enemy.layout.step(target, STRAIGHT);
        }
        self.pawns.play(m);
        self.passed = W::EMPTY;
        let cols = self.pawns.size().cols;
        if en_passant && m.from.abs_diff(m.to) == 2 * cols {
            let jumped = W::cell(u32::from(m.from.midpoint(m.to)));
            // With the jumped cell as prey, are there targets that the enemies alone do not give?
            if (jumped & (self.pawns.pawn_targets(jumped).left | self.pawns.pawn_targets(jumped).right)) != W::EMPTY {
                self.passed = jumped;
            }
        }
    }

    /// Whether a legal step takes a pawn: only captures leave the column.
    fn captures(&self, m: PawnMove) -> bool {
        !m.from.abs_diff(m.to).is_multiple_of(self.pawns.size().cols)
    }
}

impl<W: Word> Game for Pawn<W> {
    type Move = PawnMove;
    type Variant = Variant;

    fn start(variant: &Variant) -> Self {
        let skipped = u32::from(variant.rules != Rules::Thesis);
        Pawn { pawns: Pawns::start(variant.size, 1, skipped), rules: variant.rules, passed: W::EMPTY }
    }

    #[inline(always)]
    fn side_to_move(&self) -> Side {
        self.pawns.side_to_move()
    }

    /// Whatever ended the game, the side to move has lost it.
    #[inline(always)]
    fn outcome(&self) -> Option<Outcome> {
        (self.pawns.reached() || self.targets().none()).then_some(Outcome::Win(!self.pawns.side_to_move()))
    }

    #[inline(always)]
    fn moves(&self) -> impl Iterator<Item = PawnMove> {
        self.pawns.steps(self.targets(), None)
    }

    #[inline(always)]
    fn play(&mut self, m: PawnMove) {
        match self.rules {
            Rules::Thesis => self.pawns.play(m),
            Rules::Classic { en_passant } => self.play_classic(m, en_passant),
        }
    }

    #[inline(always)]
    fn key(&self) -> u64 {
        let key = self.pawns.key();
        if self.passed == W::EMPTY { key } else { key ^ self.passed.key(W::EMPTY, !0) }
    }

    #[inline(always)]
    fn count_moves(&self) -> usize {
        if self.pawns.reached() { 0 } else { self.targets().count() }
    }

    #[inline(always)]
    fn pick(&self, choose: impl FnOnce(usize) -> usize) -> Option<PawnMove> {
        if self.pawns.reached() {
            return None;
        }
        let targets = self.targets();
        match targets.count() {
            0 => None,
            n => Some(self.pawns.nth_step(targets, choose(n))),
        }
    }
}

impl<W: Word> Notation for Pawn<W> {
    const ABOUT: &'static About = &ABOUT;

    fn position_text(&self) -> String {
        let text = self.pawns.position_text();
        if self.passed == W::EMPTY {
            text
        } else {
            format!("{text} {}", self.pawns.cell_name(self.passed.first() as u8))
        }
    }

    fn read_position(variant: &Variant, text: &str) -> Result<Self, BadInput> {
        let read = grid::read(variant.size, text)?;
        let pawns = Pawns::from_text(variant.size, &read).check_goal()?.check_other_alive()?;
        let mut position = Pawn { pawns, rules: variant.rules, passed: W::EMPTY };
        if let Some(name) = &read.rest {
            position.passed = position.read_passed(name)?;
        }
        Ok(position)
    }

    fn move_text(&self, m: PawnMove) -> String {
        self.pawns.step_text(m, self.captures(m))
    }

    fn spells(&self, m: PawnMove, text: &str) -> bool {
        self.pawns.spells(m, text)
    }

    fn move_form() -> &'static str {
        MOVE_FORM
    }

    fn reason(&self) -> Option<&'static str> {
        self.outcome()?;
        Some(if self.pawns.reached() {
            "last row"
        } else if self.pawns.mover.pieces == W::EMPTY {
            "all captured"
        } else {
            "no move"
        })
    }
}

impl<W: Word> Pawn<W> {
    /// The third field of a position: the cell that a pawn has just jumped over and on which it can be taken.
    fn read_passed(&self, name: &str) -> Result<W, BadInput> {
        let enemy = &self.pawns.other;
        let fits = |cell: &W| {
            let landed = enemy.layout.step(*cell, STRAIGHT);
            let with = self.pawns.pawn_targets(*cell);
            *cell & enemy.layout.row(2) != W::EMPTY
                && *cell & self.pawns.empty() != W::EMPTY
                && landed & enemy.pieces != W::EMPTY
                && *cell & (with.left | with.right) != W::EMPTY
        };
        let cell = self.pawns.cell_named(&name.to_lowercase()).map(|cell| W::cell(cell.into()));
        match (self.rules, cell.filter(fits)) {
            (Rules::Classic { en_passant: true }, Some(cell)) => Ok(cell),
            (Rules::Classic { en_passant: true }, None) => Err(BadInput::new(format!(
                "no pawn can be captured en passant on {:?}; the third field is the cell that a pawn has just jumped \
                 over, if it can be captured there",
                name.chars().take(20).collect::<String>()
            ))),
            _ => Err(BadInput::new("only pawn:…,classic,en-passant has a third field in its positions")),
        }
    }
}

impl<W: Word> Insight for Pawn<W> {
    #[inline(always)]
    fn symmetric_key(&self) -> (u64, u8) {
        self.pawns.symmetric_key(self.passed)
    }

    #[inline(always)]
    fn move_code(&self, m: PawnMove, _: usize, image: u8) -> u16 {
        self.pawns.step_code(m, image)
    }

    #[inline(always)]
    fn outlook(&self) -> Outlook {
        match self.rules {
            Rules::Thesis => self.pawns.pawn_outlook(Outlook::NO_SUICIDE),
            Rules::Classic { .. } => Outlook::NO_SUICIDE,
        }
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

on_pawns!(Pawn);

impl Default for Variant {
    fn default() -> Self {
        Variant { size: Size { rows: 4, cols: 4 }, rules: Rules::Thesis }
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.size)?;
        match self.rules {
            Rules::Thesis => Ok(()),
            Rules::Classic { en_passant: false } => write!(f, ",classic"),
            Rules::Classic { en_passant: true } => write!(f, ",classic,en-passant"),
        }
    }
}

impl FromStr for Variant {
    type Err = BadInput;

    fn from_str(text: &str) -> Result<Self, BadInput> {
        let parts = Parts::of(&ABOUT, text)?;
        let rules = match (parts.has("classic"), parts.has("en-passant")) {
            (false, false) => Rules::Thesis,
            (true, en_passant) => Rules::Classic { en_passant },
            (false, true) => {
                return Err(BadInput::new(
                    "en-passant needs the double step of classic: write pawn:8x8,classic,en-passant",
                ));
            }
        };
        let (default, fewest_rows) = match rules {
            Rules::Thesis => (Variant::default().size, 3),
            Rules::Classic { .. } => (Size { rows: 8, cols: 8 }, 4),
        };
        Ok(Variant { size: parts.size(default)?.check_pawns(ABOUT.id, fewest_rows)?, rules })
    }
}
