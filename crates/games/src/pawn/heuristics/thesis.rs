//! The two utilities of the Pawn Game thesis (program: repository verdoganai/Heuristic_Analysis), as its text means
//! them and as its program returned them.
//!
//! ```text
//! n         = Yellow's pawns - Purple's pawns
//! pawn      = (n+1) * |n|                                  one pawn less counts like equality
//! promotion = rows Purple has to go - rows Yellow has to go, all pawns together
//! distance  = D if D is odd, -D if it is even              D is scanned for the side to move, see `scan`
//! simple    = pawn,  advanced = promotion + 2*pawn + distance
//! published = simple or advanced, times 1 if Yellow is to move and -1 if Purple is;
//!             100 to the winner of a finished game
//! ```
//!
//! Yellow is the first player. In its matches the program turned the board for the player in the second seat, who thus
//! was Yellow too: `view=own`.

use std::marker::PhantomData;

use plyscope_core::{Game, Side};
use plyscope_heuristics::{Rule, Settings, Term};

use crate::{Camp, Pawn, Word};

/// What the program gave a finished game when no depth remained.
const FINISHED: i32 = 100;

/// A utility of the thesis, as its parts.
pub(super) trait Utility: Send + Sync + 'static {
    /// Each part with its name and its weight, as Yellow sees it; the utility is their sum.
    fn parts<W: Word>(yellow: &Camp<W>, purple: &Camp<W>, yellow_moves: bool) -> [(&'static str, i32, i32); 3];
}

/// `thesis-simple`.
pub(super) struct Simple;

impl Utility for Simple {
    #[inline(always)]
    fn parts<W: Word>(yellow: &Camp<W>, _: &Camp<W>, _: bool) -> [(&'static str, i32, i32); 3] {
        [("pawn", 1, pawn(yellow)), ("promotion", 0, 0), ("distance", 0, 0)]
    }
}

/// `thesis-advanced`.
pub(super) struct Advanced;

impl Utility for Advanced {
    #[inline(always)]
    fn parts<W: Word>(yellow: &Camp<W>, purple: &Camp<W>, yellow_moves: bool) -> [(&'static str, i32, i32); 3] {
        let to_go = |camp: &Camp<W>| (camp.own.count() * (camp.n_rows() - 1) - camp.rows_from_edge(camp.own)) as i32;
        let scanned = scan(yellow, yellow_moves);
        let distance = if scanned % 2 == 1 { scanned } else { -scanned };
        [("promotion", 1, to_go(purple) - to_go(yellow)), ("pawn", 2, pawn(yellow)), ("distance", 1, distance)]
    }
}

#[inline(always)]
fn pawn<W: Word>(yellow: &Camp<W>) -> i32 {
    let more = yellow.own.count() as i32 - yellow.enemies.count() as i32;
    (more + 1) * more.abs()
}

/// In each column, from Yellow's edge on and beginning at the first pawn of the side to move: for every pawn of the
/// other side, the cells between that are not the other side's. So it sees pawns that are still to meet if Yellow is to
/// move, and pawns that have passed each other if Purple is.
#[inline(always)]
fn scan<W: Word>(yellow: &Camp<W>, yellow_moves: bool) -> i32 {
    let (own, others) = if yellow_moves { (yellow.own, yellow.enemies) } else { (yellow.enemies, yellow.own) };
    let beyond = yellow.sweep(yellow.ahead(own));
    let met = beyond & others;
    let mut gaps = beyond & !others;
    let mut sum = 0;
    for _ in 2..yellow.n_rows() {
        gaps = yellow.ahead(gaps);
        sum += (gaps & met).count();
    }
    sum as i32
}

/// A utility as the text of the thesis means it.
pub(super) struct Prose<U>(View, PhantomData<U>);

/// A utility as the program returned it.
pub(super) struct Published<U>(View, PhantomData<U>);

/// Who is Yellow.
#[derive(Clone, Copy, PartialEq)]
enum View {
    First,
    Own,
}

impl View {
    fn new(settings: &Settings) -> Self {
        if settings.word("view") == "own" { View::Own } else { View::First }
    }

    /// The utility's parts, and the sign that turns Yellow's view into that of this side.
    #[inline(always)]
    fn parts<U: Utility, W: Word>(self, position: &Pawn<W>, side: Side) -> ([(&'static str, i32, i32); 3], i32) {
        let yellow = if self == View::Own { side } else { Side::First };
        let parts = U::parts(&position.camp(yellow), &position.camp(!yellow), position.side_to_move() == yellow);
        (parts, if side == yellow { 1 } else { -1 })
    }

    /// 1 if Yellow is to move, -1 if Purple is.
    #[inline(always)]
    fn turn<W: Word>(self, position: &Pawn<W>, side: Side) -> i32 {
        let yellow = if self == View::Own { side } else { Side::First };
        if position.side_to_move() == yellow { 1 } else { -1 }
    }
}

// Whole numbers until the end, so that there is no negative zero.
#[inline(always)]
fn sum(parts: [(&'static str, i32, i32); 3], factor: i32) -> f64 {
    f64::from(factor * parts.iter().map(|(_, weight, value)| weight * value).sum::<i32>())
}

fn terms(parts: [(&'static str, i32, i32); 3], factor: i32) -> Vec<Term> {
    let counted = parts.into_iter().filter(|(_, weight, _)| *weight != 0);
    counted.map(|(name, weight, value)| Term::new(name, f64::from(factor * weight), f64::from(value))).collect()
}

impl<W: Word, U: Utility> Rule<Pawn<W>> for Prose<U> {
    fn new(settings: &Settings) -> Self {
        Prose(View::new(settings), PhantomData)
    }

    #[inline(always)]
    fn value(&self, position: &Pawn<W>, side: Side) -> f64 {
        let (parts, sign) = self.0.parts::<U, W>(position, side);
        sum(parts, sign)
    }

    fn terms(&self, position: &Pawn<W>, side: Side) -> Vec<Term> {
        let (parts, sign) = self.0.parts::<U, W>(position, side);
        terms(parts, sign)
    }
}

impl<W: Word, U: Utility> Rule<Pawn<W>> for Published<U> {
    fn new(settings: &Settings) -> Self {
        Published(View::new(settings), PhantomData)
    }

    #[inline(always)]
    fn value(&self, position: &Pawn<W>, side: Side) -> f64 {
        if position.outcome().is_some() {
            return finished(position, side);
        }
        let (parts, sign) = self.0.parts::<U, W>(position, side);
        sum(parts, sign * self.0.turn(position, side))
    }

    fn terms(&self, position: &Pawn<W>, side: Side) -> Vec<Term> {
        if position.outcome().is_some() {
            return vec![Term::new("finished", 1.0, finished(position, side))];
        }
        let (parts, sign) = self.0.parts::<U, W>(position, side);
        terms(parts, sign * self.0.turn(position, side))
    }
}

/// The side to move has lost a finished game.
#[inline(always)]
fn finished<W: Word>(position: &Pawn<W>, side: Side) -> f64 {
    f64::from(if side == position.side_to_move() { -FINISHED } else { FINISHED })
}
