//! The rules of a game, as a position that can be copied and played on.

use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::str::FromStr;

use crate::cpu::{self, Seen};
use crate::perft::LastTwo;
use crate::{BadInput, Outcome, Score, Side};

/// A position of a two-player, zero-sum, perfect-information game without chance, in which the sides strictly
/// alternate.
///
/// Positions are values: a search copies one and plays on the copy, so there is no undo. A pass, where the rules know
/// one, is a move. No game here can repeat a position, so neither history nor repetition is part of a position.
///
/// The first six functions are the rules; the rest have defaults that a game overrides only to be fast.
pub trait Game: Clone + Eq + Hash + Debug + Send + Sync + 'static {
    /// A move; small and cheap to copy.
    type Move: Copy + Eq + Hash + Debug + Send + Sync + 'static;
    /// Rule parameters such as the board size. `Default` is the standard game; the text is what follows the colon in a
    /// spec.
    type Variant: Clone + Default + Eq + Debug + Display + FromStr<Err = BadInput> + Send + Sync;

    /// Whether every move but a pass fills a cell, and most games go on until the board is full. Players use it to
    /// divide their time.
    const FILLS_BOARD: bool = false;
    /// Whether random games gain by a copy for processors with AVX-512; see [`cpu::boost_told`].
    const GAINS_BY_WIDE: bool = false;
    /// Whether random games are so short that playing them side by side costs more than the waiting that it fills.
    const HAS_SHORT_GAMES: bool = false;

    /// The position in which a game of this variant begins.
    fn start(variant: &Self::Variant) -> Self;

    /// Whose turn it is; in a finished game, whose turn it would be.
    fn side_to_move(&self) -> Side;

    /// How the game ended, or `None` while it goes on.
    fn outcome(&self) -> Option<Outcome>;

    /// What the end of the game is worth to the side to move, or `None` while it goes on. Searches ask this at every
    /// node; games override it where the outcome says more, namely which of the sides has won.
    #[inline(always)]
    fn end_score(&self) -> Option<Score> {
        self.outcome().map(|outcome| Score::of(outcome, self.side_to_move()))
    }

    /// Each legal move once, in a fixed order. Only for unfinished games, which have at least one; searches count them
    /// in 16 bits.
    ///
    /// An iterator rather than a list, so that nothing is allocated and a cut-off leaves the rest ungenerated; rather
    /// than a callback, so that the loop body is compiled once, where the loop is.
    fn moves(&self) -> impl Iterator<Item = Self::Move>;

    /// Plays a legal move; then the other side is to move.
    fn play(&mut self, m: Self::Move);

    /// A hash of the position: equal positions of one variant have equal keys, and different ones almost never do.
    /// Takes constant time, so that a transposition table can ask for it at every node.
    fn key(&self) -> u64;

    /// The position after a legal move.
    #[inline(always)]
    #[must_use]
    fn child(&self, m: Self::Move) -> Self {
        let mut child = self.clone();
        child.play(m);
        child
    }

    /// The number of legal moves; 0 when the game is over. Games override it where counting is cheaper than listing.
    #[inline]
    fn count_moves(&self) -> usize {
        if self.outcome().is_some() { 0 } else { self.moves().count() }
    }

    /// The number of legal moves, and of all replies to them together: the last two plies of a perft, where nearly all
    /// of its time goes. Games override it where that takes less than playing the moves.
    fn count_replies(&self) -> (u64, u64) {
        cpu::boost(LastTwo { position: self })
    }

    /// The legal move whose index in the order of [`Game::moves`] is `choose(n)`, where `n` is their number; `None`
    /// when the game is over. Random play lives on this: one move is chosen without listing the others.
    #[inline]
    fn pick(&self, choose: impl FnOnce(usize) -> usize) -> Option<Self::Move> {
        match self.count_moves() {
            0 => None,
            n => self.moves().nth(choose(n)),
        }
    }

    /// Plays the move that [`Game::pick`] would give, and tells it: a step of a random game, for a caller that was told
    /// what it is compiled for. Games override it where that takes less than picking and playing.
    #[inline(always)]
    fn play_picked(&mut self, _: Seen, choose: impl FnOnce(usize) -> usize) -> Option<Self::Move> {
        let m = self.pick(choose)?;
        self.play(m);
        Some(m)
    }

    /// Plays such steps until the game is over; how many there were. Games override it where one step can know
    /// something of the next.
    #[inline(always)]
    fn play_out(&mut self, seen: Seen, mut choose: impl FnMut(usize) -> usize) -> u32 {
        let mut plies = 0;
        while self.play_picked(seen, &mut choose).is_some() {
            plies += 1;
        }
        plies
    }
}
