//! What a position is worth to the side to move.
//!
//! A score is one integer, so that windows can be as narrow as one step and comparing is one instruction:
//!
//! ```text
//! −WIN … loss in n plies … │ estimates, in the order of their f64 values, 0 is even │ … win in n plies … WIN
//! ```
//!
//! Published heuristics compute in f64 and their exact values matter, so an estimate keeps its f64: the bits of a
//! finite number, read as sign and magnitude, are an integer in the same order. A shorter win is higher, a longer loss
//! too.
//!
//! A score belongs to its position, not to the root: turning it into the parent's view moves a win one ply further
//! away. There is no negation, because that would forget the ply; [`Score::from_child`] and [`Score::to_child`] do
//! both.

use std::fmt;

use crate::{Outcome, Side};

/// The worth of a position to its side to move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(i64);

/// What a score means.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Verdict {
    /// The side to move wins in this many plies.
    Win(u32),
    /// The side to move loses in this many plies.
    Loss(u32),
    /// Neither side can force a win.
    Draw,
    /// Undecided; a heuristic says so much.
    Estimate(f64),
}

impl Verdict {
    /// The same result as the side that has just moved sees it, counted from before its move.
    #[must_use]
    pub fn for_mover(self) -> Verdict {
        match self {
            Verdict::Win(plies) => Verdict::Loss(plies + 1),
            Verdict::Loss(plies) => Verdict::Win(plies + 1),
            Verdict::Draw => Verdict::Draw,
            Verdict::Estimate(value) => Verdict::Estimate(-value),
        }
    }
}

/// A win in 0 plies. Above all finite f64 numbers, whose magnitudes end below 0x7FF0….
const WIN: i64 = 0x7FF8_0000_0000_0000;
/// Everything beyond is a win or a loss; no game lasts so long.
const DECIDED: i64 = WIN - 1_000_000;
/// The magnitudes of the largest finite f64 and of infinity.
const LARGEST: i64 = f64::MAX.to_bits() as i64;
const INFINITE: i64 = f64::INFINITY.to_bits() as i64;

impl Score {
    /// Below every score, even turned around at many plies.
    pub const MIN: Score = Score(-WIN - 1_000_000);
    /// Above every score, even turned around at many plies.
    pub const MAX: Score = Score(WIN + 1_000_000);
    /// Neither side is ahead: a finished draw, or an estimate of 0.
    pub const EVEN: Score = Score(0);

    /// The side to move wins in `plies`.
    #[inline(always)]
    pub const fn win_in(plies: u32) -> Score {
        Score(WIN - plies as i64)
    }

    /// The side to move loses in `plies`.
    #[inline(always)]
    pub const fn loss_in(plies: u32) -> Score {
        Score(-WIN + plies as i64)
    }

    /// A heuristic value. Infinite ones become the largest finite ones; a value that is not a number counts as 0, so
    /// that no search ever meets one.
    #[inline(always)]
    pub fn estimate(value: f64) -> Score {
        let (magnitude, sign) = (value.abs().to_bits() as i64, value.to_bits() as i64 >> 63);
        let finite = if magnitude <= LARGEST { magnitude } else { Score::finite(magnitude) };
        // The sign is 0 or −1: this negates without a branch, and −0 becomes 0.
        Score((finite ^ sign) - sign)
    }

    /// The magnitude that counts instead of one that is not finite.
    #[cold]
    const fn finite(magnitude: i64) -> i64 {
        if magnitude == INFINITE { LARGEST } else { 0 }
    }

    /// The score of a finished game for the side whose turn it would be.
    #[inline(always)]
    pub fn of(outcome: Outcome, side_to_move: Side) -> Score {
        match outcome {
            Outcome::Draw => Score::EVEN,
            Outcome::Win(side) if side == side_to_move => Score::win_in(0),
            Outcome::Win(_) => Score::loss_in(0),
        }
    }

    /// This score of a child as its parent sees it: for the other side, one ply further away.
    #[inline(always)]
    #[must_use]
    pub const fn from_child(self) -> Score {
        self.for_other_side().further()
    }

    /// The inverse of [`Score::from_child`]: a bound of the parent as the child sees it.
    #[inline(always)]
    #[must_use]
    pub const fn to_child(self) -> Score {
        self.nearer().for_other_side()
    }

    /// The same result one ply further away, for the same side: how a value travels up when all values are the first
    /// player's.
    #[inline(always)]
    #[must_use]
    pub const fn further(self) -> Score {
        // A branch that is nearly always the same costs less than the arithmetic without one.
        if self.is_decided() { Score(self.0 - self.0.signum()) } else { self }
    }

    /// The inverse of [`Score::further`].
    #[inline(always)]
    #[must_use]
    pub const fn nearer(self) -> Score {
        if self.0 >= DECIDED || self.0 <= -DECIDED { Score(self.0 + self.0.signum()) } else { self }
    }

    /// The same result with its plies counted from a position this many plies above, for the same side. A search that
    /// counts all its scores from the root need only change their sign between a position and its parent.
    #[inline(always)]
    #[must_use]
    pub const fn seen_from(self, plies_above: u32) -> Score {
        if self.is_decided() { Score(self.0 - self.0.signum() * plies_above as i64) } else { self }
    }

    /// The inverse of [`Score::seen_from`].
    #[inline(always)]
    #[must_use]
    pub const fn seen_at(self, plies_below: u32) -> Score {
        let plies = plies_below as i64;
        if self.0 > DECIDED - plies || self.0 < plies - DECIDED {
            Score(self.0 + self.0.signum() * plies)
        } else {
            self
        }
    }

    /// The same position as the other side sees it; no ply passes.
    #[inline(always)]
    #[must_use]
    pub const fn for_other_side(self) -> Score {
        Score(-self.0)
    }

    /// The bits of the score, for tables.
    #[inline(always)]
    pub const fn to_bits(self) -> u64 {
        self.0 as u64
    }

    /// The inverse of [`Score::to_bits`].
    #[inline(always)]
    pub const fn from_bits(bits: u64) -> Score {
        Score(bits as i64)
    }

    /// The next higher score: the upper end of the narrowest window above this one.
    #[inline(always)]
    #[must_use]
    pub const fn next(self) -> Score {
        Score(self.0 + 1)
    }

    /// The next lower score.
    #[inline(always)]
    #[must_use]
    pub const fn previous(self) -> Score {
        Score(self.0 - 1)
    }

    /// Whether the game is decided: a win or a loss in a known number of plies.
    #[inline(always)]
    pub const fn is_decided(self) -> bool {
        self.0 > DECIDED || self.0 < -DECIDED
    }

    /// Whether the side to move wins.
    #[inline(always)]
    pub const fn is_win(self) -> bool {
        self.0 > DECIDED
    }

    /// The value of an estimate; wins and losses are infinite.
    pub fn value(self) -> f64 {
        match self.0 {
            score if score > DECIDED => f64::INFINITY,
            score if score < -DECIDED => f64::NEG_INFINITY,
            score if score < 0 => -f64::from_bits(score.unsigned_abs()),
            score => f64::from_bits(score.unsigned_abs()),
        }
    }

    /// What the score means; `proven` tells an exact 0 from an estimate of 0.
    pub fn verdict(self, proven: bool) -> Verdict {
        match self.0 {
            score if score > DECIDED => Verdict::Win((WIN - score) as u32),
            score if score < -DECIDED => Verdict::Loss((WIN + score) as u32),
            0 if proven => Verdict::Draw,
            _ => Verdict::Estimate(self.value()),
        }
    }
}

impl fmt::Debug for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Score::MIN => f.write_str("MIN"),
            Score::MAX => f.write_str("MAX"),
            _ => self.verdict(false).fmt(f),
        }
    }
}

/// What a search knows of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Bound {
    /// It is this.
    Exact,
    /// It is this or more: the search was cut off.
    Lower,
    /// It is this or less: no move reached the window.
    Upper,
}

impl Bound {
    /// What a value found with the window from `alpha` to `beta` means.
    #[inline(always)]
    pub fn of(score: Score, alpha: Score, beta: Score) -> Bound {
        if score >= beta {
            Bound::Lower
        } else if score <= alpha {
            Bound::Upper
        } else {
            Bound::Exact
        }
    }

    /// The same of the value as the other side sees it.
    #[must_use]
    pub fn for_mover(self) -> Bound {
        match self {
            Bound::Exact => Bound::Exact,
            Bound::Lower => Bound::Upper,
            Bound::Upper => Bound::Lower,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SAMPLES: [f64; 11] = [f64::MIN, -1e9, -2.5, -1.0, -1e-300, 0.0, 5e-324, 0.1, 1.0, 127.0, f64::MAX];

    #[test]
    fn scores_are_in_order() {
        let mut scores = vec![Score::MIN, Score::loss_in(0), Score::loss_in(1), Score::loss_in(500)];
        scores.extend(SAMPLES.map(Score::estimate));
        scores.extend([Score::win_in(500), Score::win_in(1), Score::win_in(0), Score::MAX]);
        assert!(scores.is_sorted_by(|a, b| a < b), "{scores:?}");
    }

    #[test]
    fn estimates_keep_their_value() {
        for value in SAMPLES {
            assert_eq!(Score::estimate(value).value(), value);
            assert_eq!(Score::estimate(value).from_child(), Score::estimate(-value));
        }
        assert_eq!(Score::estimate(-0.0), Score::EVEN);
        assert_eq!(Score::estimate(f64::NAN), Score::EVEN);
        assert_eq!(Score::estimate(f64::INFINITY), Score::estimate(f64::MAX));
        assert!(!Score::estimate(f64::NEG_INFINITY).is_decided());
    }

    #[test]
    fn turning_counts_plies_and_can_be_undone() {
        assert_eq!(Score::loss_in(0).from_child(), Score::win_in(1));
        assert_eq!(Score::win_in(4).from_child(), Score::loss_in(5));
        assert_eq!(Score::win_in(3).verdict(false), Verdict::Win(3));
        assert_eq!(Score::loss_in(8).verdict(true), Verdict::Loss(8));
        assert_eq!(Score::EVEN.verdict(true), Verdict::Draw);
        let mut bounds: Vec<Score> = SAMPLES.iter().map(|&value| Score::estimate(value)).collect();
        bounds.extend((0..20).flat_map(|n| [Score::win_in(n), Score::loss_in(n)]));
        for score in bounds {
            assert_eq!(score.to_child().from_child(), score);
            assert_eq!(score.from_child().to_child(), score);
        }
    }

    #[test]
    fn many_plies_are_one_ply_many_times() {
        let mut scores: Vec<Score> = SAMPLES.iter().map(|&value| Score::estimate(value)).collect();
        scores.extend((0..6).flat_map(|n| [Score::win_in(n), Score::loss_in(n)]));
        for score in scores {
            for plies in 0..9 {
                let one_by_one = (0..plies).fold(score, |score, _| score.further());
                assert_eq!(score.seen_from(plies), one_by_one);
                assert_eq!(one_by_one.seen_at(plies), score);
            }
        }
    }

    /// Turning a window down and a value up keeps their order: a value is inside for the child exactly if it is for the
    /// parent.
    #[test]
    fn windows_and_values_turn_together() {
        let mut all: Vec<Score> = SAMPLES.iter().map(|&value| Score::estimate(value)).collect();
        all.extend((0..6).flat_map(|n| [Score::win_in(n), Score::loss_in(n)]));
        for &bound in &all {
            for &value in &all {
                assert_eq!(value.from_child() > bound, value < bound.to_child(), "{value:?} {bound:?}");
            }
        }
    }
}
