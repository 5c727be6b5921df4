//! The strong heuristic of the Pawn Game and Pawned: a weighted sum of what decides games between pawns.
//!
//! A free runner decides at once, so the race comes first: who reaches the goal first if both only run. Without a race,
//! either something can be taken (then it matters what can be taken back), or the position is quiet: then one side runs
//! out of safe steps, and if nothing changes, the number of empty cells between facing pawns says who (odd: the side to
//! move makes the last step).
//!
//! The weights are hundredths of a logit, fitted to exact results:
//! `cargo run --release -p plyscope-games --example fit_pawns` prints them.

use plyscope_core::{Choice, Game, Side};
use plyscope_heuristics::{NUMBER, Rule, Settings, Term};

use super::sets::{attacks, gaps, passed, steps};
use crate::{Camp, Pawn, Pawned, Word};

/// The names of the weights, in the order of [`shares`].
const NAMES: [&str; 9] = ["tempo", "pieces", "steps", "safe_steps", "prey", "risk", "squeeze", "parity", "race"];

/// `strong`.
pub(crate) struct Strong {
    weights: [f64; NAMES.len()],
}

const fn weight(name: &'static str, default: &'static str, meaning: &'static str) -> Choice {
    Choice { name, values: NUMBER, default, meaning }
}

/// The weights for the Pawn Game: those fitted on 4x4, its default board, which hold on larger ones too.
pub(crate) const PAWN: &[Choice] = &[
    weight("tempo", "184", "having the turn"),
    weight("pieces", "71", "each piece"),
    weight("steps", "60", "each row advanced"),
    weight("safe_steps", "33", "each step onto a cell where no enemy could capture"),
    weight("prey", "126", "each unprotected enemy that the side to move can take"),
    weight("risk", "115", "each unprotected piece of the side to move that can be taken"),
    weight("squeeze", "219", "having to move without a capture or a safe step"),
    weight("parity", "179", "the last step between facing pieces, divided by the steps left"),
    weight("race", "478", "being the first to run to the goal"),
];

/// The weights for Pawned: those fitted on all three boards together.
pub(crate) const PAWNED: &[Choice] = &[
    weight("tempo", "99", "having the turn"),
    weight("pieces", "56", "each piece"),
    weight("steps", "23", "each row advanced"),
    weight("safe_steps", "52", "each step onto a cell where no enemy could capture"),
    weight("prey", "121", "each unprotected enemy that the side to move can take"),
    weight("risk", "65", "each unprotected piece of the side to move that can be taken"),
    weight("squeeze", "199", "having to move without a capture or a safe step"),
    weight("parity", "20", "the last step between facing pieces, divided by the steps left"),
    weight("race", "397", "being the first to run to the goal"),
];

/// How much there is of everything that has a weight, as the side to move sees it.
#[inline(always)]
fn shares<W: Word>(us: &Camp<W>, them: &Camp<W>) -> [f64; NAMES.len()] {
    let (our_attacks, their_attacks) = (attacks(us), attacks(them));
    let difference = |ours: u32, theirs: u32| f64::from(ours as i32 - theirs as i32);
    let our_safe = steps(us) & !their_attacks;
    let their_safe = steps(them) & !our_attacks;
    let prey = them.own & our_attacks;
    let race = race(us, them, prey);
    let (mut squeeze, mut parity) = (0.0, 0.0);
    if race == 0 && prey == W::EMPTY {
        squeeze = -f64::from(our_safe == W::EMPTY);
        let gaps = gaps(us, them).count() as i32;
        parity = f64::from(gaps % 2 * 2 - 1) / f64::from(gaps + 1);
    }
    [
        1.0,
        difference(us.own.count(), them.own.count()),
        difference(us.rows_from_edge(us.own), them.rows_from_edge(them.own)),
        difference(our_safe.count(), their_safe.count()),
        f64::from((prey & !their_attacks).count()),
        -f64::from((us.own & their_attacks & !our_attacks).count()),
        squeeze,
        parity,
        f64::from(race),
    ]
}

/// 1 if the side to move gets to the goal first, -1 if the other does, 0 if neither is free to run. Running first wins,
/// and so does a capture on the goal row.
#[inline(always)]
fn race<W: Word>(us: &Camp<W>, them: &Camp<W>, prey: W) -> i32 {
    if prey & us.goal() != W::EMPTY {
        return 1;
    }
    let (mut ours, mut theirs) = (passed(us, them), passed(them, us));
    while ours | theirs != W::EMPTY {
        ours = us.ahead(ours);
        if ours & us.goal() != W::EMPTY {
            return 1;
        }
        theirs = them.ahead(theirs);
        if theirs & them.goal() != W::EMPTY {
            return -1;
        }
    }
    0
}

impl Strong {
    fn read(settings: &Settings) -> Self {
        Strong { weights: NAMES.map(|name| settings.number(name)) }
    }

    #[inline(always)]
    fn sum<W: Word>(&self, (us, them): (Camp<W>, Camp<W>), is_mover: bool) -> f64 {
        let shares = shares(&us, &them);
        let value = shares.iter().zip(&self.weights).fold(0.0, |sum, (share, weight)| sum + share * weight);
        if is_mover { value } else { -value }
    }

    fn list<W: Word>(&self, (us, them): (Camp<W>, Camp<W>), is_mover: bool) -> Vec<Term> {
        let sign = if is_mover { 1.0 } else { -1.0 };
        let named = NAMES.iter().zip(&self.weights).zip(shares(&us, &them));
        // Adding 0 makes a negative zero a plain one.
        named.map(|((name, weight), share)| Term::new(*name, *weight, sign * share + 0.0)).collect()
    }
}

impl<W: Word> Rule<Pawn<W>> for Strong {
    fn new(settings: &Settings) -> Self {
        Strong::read(settings)
    }

    #[inline(always)]
    fn value(&self, position: &Pawn<W>, side: Side) -> f64 {
        self.sum(position.camps(), position.side_to_move() == side)
    }

    fn terms(&self, position: &Pawn<W>, side: Side) -> Vec<Term> {
        self.list(position.camps(), position.side_to_move() == side)
    }
}

impl<W: Word> Rule<Pawned<W>> for Strong {
    fn new(settings: &Settings) -> Self {
        Strong::read(settings)
    }

    #[inline(always)]
    fn value(&self, position: &Pawned<W>, side: Side) -> f64 {
        self.sum(position.camps(), position.side_to_move() == side)
    }

    fn terms(&self, position: &Pawned<W>, side: Side) -> Vec<Term> {
        self.list(position.camps(), position.side_to_move() == side)
    }
}
