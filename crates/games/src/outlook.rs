//! What can be said of an unfinished position without looking ahead: bounds that hold for certain, and replies that are forced.
//!
//! Solvers live on this: a bound that costs a few machine instructions saves a tree. Every claim made here is compared with plain search in the
//! tests of the crate `solve`.

use plyscope_core::Score;

/// What is certain of an unfinished position, for its side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outlook {
    /// It is worth this or more.
    pub at_least: Score,
    /// It is worth this or less.
    pub at_most: Score,
    /// If there is one, no move to another cell is better than one to this.
    pub only_to: Option<u16>,
}

impl Outlook {
    /// These bounds, and any move.
    #[inline(always)]
    pub const fn between(at_least: Score, at_most: Score) -> Outlook {
        Outlook { at_least, at_most, only_to: None }
    }

    /// The game is decided so.
    #[inline(always)]
    pub const fn decided(score: Score) -> Outlook {
        Outlook::between(score, score)
    }

    /// All that is known where only the side that moved can win and only the other can lose by a move.
    pub const NOTHING: Outlook = Outlook::between(Score::loss_in(2), Score::win_in(1));

    /// All that is known where a move can also lose at once.
    pub const NOTHING_AT_ALL: Outlook = Outlook::between(Score::loss_in(1), Score::win_in(1));
}
