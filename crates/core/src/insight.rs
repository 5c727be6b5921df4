//! What a game knows about its positions beyond the rules: which ones play alike, what is certain without a search, and
//! which moves to try first. Solvers ask for it. Everything has a default, so a game only answers what it knows.

use crate::{Game, Score};

/// What is certain of an unfinished position, for its side to move.
///
/// A bound that costs a few machine instructions saves a whole tree. The tests of the crate `solve` compare every claim
/// with plain search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outlook {
    /// It is worth this or more.
    pub at_least: Score,
    /// It is worth this or less.
    pub at_most: Score,
    /// If given, no move to another cell is better than a move to this one; see [`Insight::goes_to`].
    pub only_to: Option<u16>,
}

impl Outlook {
    /// Nothing but that the game is not over: the next move may win it or lose it.
    pub const UNKNOWN: Outlook = Outlook::between(Score::loss_in(1), Score::win_in(1));

    /// The same where a move cannot lose the game at once.
    pub const NO_SUICIDE: Outlook = Outlook::between(Score::loss_in(2), Score::win_in(1));

    /// These bounds, and any move.
    #[inline(always)]
    pub const fn between(at_least: Score, at_most: Score) -> Outlook {
        Outlook { at_least, at_most, only_to: None }
    }

    /// The exact value.
    #[inline(always)]
    pub const fn decided(score: Score) -> Outlook {
        Outlook::between(score, score)
    }
}

/// What a result is counted in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// Wins and losses by their plies: the winner wants few, the loser many.
    Plies,
    /// The difference of a count at the end, such as discs; plies do not matter. Scores are estimates of whole numbers.
    Margin,
}

/// A game that tells solvers what it knows. The defaults claim nothing, so `impl Insight for MyGame {}` is correct.
pub trait Insight: Game {
    /// What results are counted in. With [`Measure::Margin`], `outlook` and `final_score` must be given too.
    const MEASURE: Measure = Measure::Plies;

    /// A key that is the same for positions that play alike, and a number that says how this one was turned to get it.
    #[inline(always)]
    fn symmetric_key(&self) -> (u64, u8) {
        (self.key(), 0)
    }

    /// A number for a move, the same in all positions that play alike: `index` is the place of the move in the order of
    /// [`Game::moves`], `image` comes from [`Insight::symmetric_key`]. Moves may share a number; it only suggests what
    /// to try first.
    #[inline(always)]
    fn move_code(&self, m: Self::Move, index: usize, image: u8) -> u16 {
        let _ = (m, image);
        index as u16
    }

    /// What is certain of an unfinished position without a search.
    #[inline(always)]
    fn outlook(&self) -> Outlook {
        Outlook::UNKNOWN
    }

    /// Whether a move goes to the cell that [`Outlook::only_to`] names.
    #[inline(always)]
    fn goes_to(m: Self::Move, cell: u16) -> bool {
        let _ = (m, cell);
        true
    }

    /// How promising a move looks: higher is tried earlier.
    #[inline(always)]
    fn promise(&self, m: Self::Move) -> i32 {
        let _ = m;
        0
    }

    /// Whether a move changes the position so much that it should not be judged before the reply, such as a capture.
    /// Selective searches follow such moves beyond their horizon.
    #[inline(always)]
    fn is_sharp(&self, m: Self::Move) -> bool {
        let _ = m;
        false
    }

    /// The same position with the other side to move, where having to move is hardly ever a burden; `None` where it may
    /// be one.
    #[inline(always)]
    fn skipped(&self) -> Option<Self> {
        None
    }

    /// How uncertain it is what a search of `depth` plies will say, if one of `shallow` plies is known: the standard
    /// error in swings (the mean change of the heuristic value from one turn of a side to its next). `None` where this
    /// was not measured.
    #[inline(always)]
    fn shallow_error(depth: u32, shallow: u32) -> Option<f64> {
        let _ = (depth, shallow);
        None
    }

    /// How many times more work goes into who wins than into how soon, as long as both are unknown; 0 where there is no
    /// hope of finding out who wins.
    fn outcome_share(&self) -> u64 {
        8
    }

    /// The score of a finished game for the side whose turn it would be; `None` while the game goes on.
    #[inline(always)]
    fn final_score(&self) -> Option<Score> {
        self.end_score()
    }
}
