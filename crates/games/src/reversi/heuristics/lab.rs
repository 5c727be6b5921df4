//! The heuristics of the Reversi lab report, as its program computed them.
//!
//! All are seen by one side, MAX, while either side may be to move. Shares are differences in percent, 100·(a − b)/(a +
//! b), or 0 if there is nothing to share. When the game is over, each is the plain disc difference. Products come
//! before the one division and sums go from left to right, so that every value equals that of the original to the last
//! bit (the sign of zero apart).

use plyscope_core::{Choice, Game, Side};
use plyscope_heuristics::{NUMBER, Rule, Settings, Term};

use crate::bits::Word;
use crate::reversi::{Board, ReversiOn};

/// Which cells count as corners.
pub(super) const FORM: Choice = Choice {
    name: "form",
    values: &["published", "right"],
    default: "published",
    meaning: "corners as the program read them, with width and height swapped, or the right ones",
};

/// What the disc difference gains by a move: each flipped disc counts twice, the new one once.
#[inline(always)]
pub(super) fn gain(flips: u32) -> u32 {
    2 * flips + 1
}

#[inline(always)]
fn share(mine: u32, theirs: u32) -> f64 {
    let all = mine + theirs;
    if all == 0 { 0.0 } else { 100.0 * (f64::from(mine) - f64::from(theirs)) / f64::from(all) }
}

#[inline(always)]
fn difference<B: Board>(position: &ReversiOn<B>, side: Side) -> f64 {
    f64::from(position.n_discs(side)) - f64::from(position.n_discs(!side))
}

/// How many moves a side and the other one have, unless neither has any: then the game is over.
#[inline(always)]
fn moves<B: Board>(position: &ReversiOn<B>, side: Side) -> Option<(u32, u32)> {
    let (mine, theirs) = (position.mobility(side), position.mobility(!side));
    (mine + theirs > 0).then_some((mine, theirs))
}

/// The one term of a position in which neither side can move.
fn over<B: Board>(position: &ReversiOn<B>, side: Side) -> Vec<Term> {
    vec![Term::new("discs", 1.0, difference(position, side))]
}

/// What the moves of the side to move win for MAX: in all, and the best of them. The opponent's moves win less than
/// nothing in all, and never beat the nothing that the search for the best begins with.
#[inline(always)]
fn captures<B: Board>(position: &ReversiOn<B>, side: Side) -> (f64, f64) {
    let mover = position.side_to_move();
    let (mut sum, mut best) = (0, 0);
    for gain in position.flips(mover).map(gain) {
        sum += gain;
        best = best.max(gain);
    }
    if side == mover { (sum.into(), best.into()) } else { (-f64::from(sum), 0.0) }
}

/// A function of the report that is a heuristic by itself and a part of others.
pub(super) trait Part: Send + Sync + Sized + 'static {
    const NAME: &'static str;

    fn new(settings: &Settings) -> Self;

    /// The value before the game is over; `moves` counts those of MAX and of the other side.
    fn value<B: Board>(&self, position: &ReversiOn<B>, side: Side, moves: (u32, u32)) -> f64;
}

/// A part as a heuristic of its own.
pub(super) struct Alone<P>(P);

impl<B: Board, P: Part> Rule<ReversiOn<B>> for Alone<P> {
    fn new(settings: &Settings) -> Self {
        Alone(P::new(settings))
    }

    #[inline(always)]
    fn value(&self, position: &ReversiOn<B>, side: Side) -> f64 {
        match moves(position, side) {
            None => difference(position, side),
            Some(moves) => self.0.value(position, side, moves),
        }
    }

    fn terms(&self, position: &ReversiOn<B>, side: Side) -> Vec<Term> {
        match moves(position, side) {
            None => over(position, side),
            Some(moves) => vec![Term::new(P::NAME, 1.0, self.0.value(position, side, moves))],
        }
    }
}

/// The sum over the successors of what they win.
pub(super) struct PossibleCaptures;

impl Part for PossibleCaptures {
    const NAME: &'static str = "possible captures";

    fn new(_: &Settings) -> Self {
        PossibleCaptures
    }

    #[inline(always)]
    fn value<B: Board>(&self, position: &ReversiOn<B>, side: Side, _: (u32, u32)) -> f64 {
        captures(position, side).0
    }
}

/// The best of the successors.
pub(super) struct BestCapture;

impl Part for BestCapture {
    const NAME: &'static str = "best capture";

    fn new(_: &Settings) -> Self {
        BestCapture
    }

    #[inline(always)]
    fn value<B: Board>(&self, position: &ReversiOn<B>, side: Side, _: (u32, u32)) -> f64 {
        captures(position, side).1
    }
}

/// The share of the corners.
pub(super) struct Corners {
    published: bool,
}

impl Part for Corners {
    const NAME: &'static str = "share of corners";

    fn new(settings: &Settings) -> Self {
        Corners { published: settings.word(FORM.name) == FORM.default }
    }

    #[inline(always)]
    fn value<B: Board>(&self, position: &ReversiOn<B>, side: Side, _: (u32, u32)) -> f64 {
        let cells = if self.published { position.transposed_corners() } else { position.corner_cells() };
        let held = |side| (position.discs(side) & cells).count();
        share(held(side), held(!side))
    }
}

/// The share of the discs.
pub(super) struct Parity;

impl Part for Parity {
    const NAME: &'static str = "share of discs";

    fn new(_: &Settings) -> Self {
        Parity
    }

    #[inline(always)]
    fn value<B: Board>(&self, position: &ReversiOn<B>, side: Side, _: (u32, u32)) -> f64 {
        share(position.n_discs(side), position.n_discs(!side))
    }
}

/// The share of the places to move to.
pub(super) struct Mobility;

impl Part for Mobility {
    const NAME: &'static str = "share of moves";

    fn new(_: &Settings) -> Self {
        Mobility
    }

    #[inline(always)]
    fn value<B: Board>(&self, _: &ReversiOn<B>, _: Side, (mine, theirs): (u32, u32)) -> f64 {
        share(mine, theirs)
    }
}

/// Weights of shares of corners, discs and moves.
pub(super) struct Pmc {
    weights: [f64; 3],
    corners: Corners,
}

impl Pmc {
    #[inline(always)]
    fn parts<B: Board>(&self, position: &ReversiOn<B>, side: Side, moves: (u32, u32)) -> [f64; 3] {
        let corners = self.corners.value(position, side, moves);
        [corners, Parity.value(position, side, moves), Mobility.value(position, side, moves)]
    }
}

impl<B: Board> Rule<ReversiOn<B>> for Pmc {
    fn new(settings: &Settings) -> Self {
        let weights = ["corners", "parity", "mobility"].map(|name| settings.number(name));
        Pmc { weights, corners: Corners::new(settings) }
    }

    #[inline(always)]
    fn value(&self, position: &ReversiOn<B>, side: Side) -> f64 {
        let Some(moves) = moves(position, side) else { return difference(position, side) };
        let [corners, parity, mobility] = self.parts(position, side, moves);
        let [of_corners, of_parity, of_mobility] = self.weights;
        of_corners * corners + of_parity * parity + of_mobility * mobility
    }

    fn terms(&self, position: &ReversiOn<B>, side: Side) -> Vec<Term> {
        let Some(moves) = moves(position, side) else { return over(position, side) };
        let parts = self.parts(position, side, moves);
        let names = [Corners::NAME, Parity::NAME, Mobility::NAME];
        (0..3).map(|index| Term::new(names[index], self.weights[index], parts[index])).collect()
    }
}

/// The options of `ponderation-max`: which weights, and single ones that replace theirs.
pub(super) const PONDERATION: &[Choice] = &[
    Choice {
        name: "weights",
        values: &["submitted", "table"],
        default: "submitted",
        meaning: "those of the program, 0.2, 0.1, 0.3 and 0.4, or of the report's table, 0.4, 0.3, 0.3 and 0",
    },
    Choice { name: "actual", values: NUMBER, default: OF_WEIGHTS, meaning: "weight of the disc difference" },
    Choice { name: "max", values: NUMBER, default: OF_WEIGHTS, meaning: "weight of the best capture" },
    Choice { name: "sum", values: NUMBER, default: OF_WEIGHTS, meaning: "weight of the possible captures" },
    Choice { name: "corners", values: NUMBER, default: OF_WEIGHTS, meaning: "weight of the share of corners" },
    FORM,
];

/// The default of a single weight; not a number, so that it is known that none was given.
const OF_WEIGHTS: &str = "by-weights";

/// Discs, captures and corners.
pub(super) struct PonderationMax {
    weights: [f64; 4],
    corners: Corners,
}

impl PonderationMax {
    #[inline(always)]
    fn parts<B: Board>(&self, position: &ReversiOn<B>, side: Side, moves: (u32, u32)) -> [f64; 4] {
        let (sum, best) = captures(position, side);
        [difference(position, side), best, sum, self.corners.value(position, side, moves)]
    }
}

impl<B: Board> Rule<ReversiOn<B>> for PonderationMax {
    fn new(settings: &Settings) -> Self {
        let weights = if settings.word("weights") == "table" { [0.4, 0.3, 0.3, 0.0] } else { [0.2, 0.1, 0.3, 0.4] };
        let given = ["actual", "max", "sum", "corners"].map(|name| settings.weight(name));
        PonderationMax {
            weights: std::array::from_fn(|index| given[index].unwrap_or(weights[index])),
            corners: Corners::new(settings),
        }
    }

    #[inline(always)]
    fn value(&self, position: &ReversiOn<B>, side: Side) -> f64 {
        let Some(moves) = moves(position, side) else { return difference(position, side) };
        let [actual, best, sum, corners] = self.parts(position, side, moves);
        let [of_actual, of_best, of_sum, of_corners] = self.weights;
        actual * of_actual + best * of_best + sum * of_sum + corners * of_corners
    }

    fn terms(&self, position: &ReversiOn<B>, side: Side) -> Vec<Term> {
        let Some(moves) = moves(position, side) else { return over(position, side) };
        let parts = self.parts(position, side, moves);
        let names = ["discs", BestCapture::NAME, PossibleCaptures::NAME, Corners::NAME];
        (0..4).map(|index| Term::new(names[index], self.weights[index], parts[index])).collect()
    }
}

/// The moves of the side that waits less those of the side to move, from either view; a pass counts as a move.
pub(super) struct Complex;

impl<B: Board> Rule<ReversiOn<B>> for Complex {
    fn new(_: &Settings) -> Self {
        Complex
    }

    #[inline(always)]
    fn value(&self, position: &ReversiOn<B>, side: Side) -> f64 {
        match moves(position, position.side_to_move()) {
            None => difference(position, side),
            Some((mover, other)) => f64::from(other.max(1)) - f64::from(mover.max(1)),
        }
    }

    fn terms(&self, position: &ReversiOn<B>, side: Side) -> Vec<Term> {
        match moves(position, position.side_to_move()) {
            None => over(position, side),
            Some((mover, other)) => vec![
                Term::new("moves of the side that waits", 1.0, other.max(1).into()),
                Term::new("moves of the side to move", -1.0, mover.max(1).into()),
            ],
        }
    }
}
