//! What a search is asked, and what it answers.

use std::time::Duration;

use crate::{Bound, Game, Score, Side, Work};

/// Judges a position that is not decided.
pub trait Heuristic<G>: Send + Sync {
    /// The value for the side to move: higher is better, 0 is even.
    fn evaluate(&self, position: &G) -> f64;

    /// Says which side searches. Heuristics that are not zero-sum then give that side's value, negated where the other
    /// side is to move; for others it makes no difference.
    fn speak_for(&mut self, side: Side) {
        let _ = side;
    }

    /// Says that the unfinished positions after this one will probably be evaluated next, for heuristics that judge
    /// several positions at once faster than one by one.
    #[inline(always)]
    fn expect(&self, parent: &G) {
        let _ = parent;
    }
}

impl<G, H: Heuristic<G> + ?Sized> Heuristic<G> for Box<H> {
    #[inline]
    fn evaluate(&self, position: &G) -> f64 {
        (**self).evaluate(position)
    }

    fn speak_for(&mut self, side: Side) {
        (**self).speak_for(side);
    }

    #[inline]
    fn expect(&self, parent: &G) {
        (**self).expect(parent);
    }
}

/// When a search must end; the first limit reached ends it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Plies to look ahead.
    pub depth: Option<u32>,
    /// Positions to visit.
    pub nodes: Option<u64>,
    /// Simulations to run.
    pub rollouts: Option<u64>,
    /// Time to use; whatever the search is doing then, it ends.
    pub time: Option<Duration>,
    /// Time that the search is meant to take, where it may take longer to finish what it has begun. A search that
    /// deepens begins no depth after half of it, since a depth takes longer than the one before; one without depths
    /// ends when it is over.
    pub soft_time: Option<Duration>,
}

/// Why a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// It looked as deep as it was asked to.
    Depth,
    /// It visited as many positions as it was allowed to.
    Nodes,
    /// It ran as many simulations as it was asked for.
    Rollouts,
    /// Its time was up.
    Time,
    /// The stop flag was set.
    Cancelled,
    /// There is only one move.
    OnlyMove,
    /// Nothing is left to find out: the whole game tree is known.
    Complete,
    /// A program from outside has answered, for reasons of its own.
    Answered,
}

impl Stop {
    /// A word for people and programs.
    pub const fn name(self) -> &'static str {
        match self {
            Stop::Depth => "depth",
            Stop::Nodes => "nodes",
            Stop::Rollouts => "rollouts",
            Stop::Time => "time",
            Stop::Cancelled => "cancelled",
            Stop::OnlyMove => "only move",
            Stop::Complete => "complete",
            Stop::Answered => "answered",
        }
    }
}

/// What was counted during a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Positions visited, the root not included; for simulations, plies played.
    pub nodes: u64,
    /// Visited positions whose moves were tried.
    pub interior: u64,
    /// Visited positions where the game was over or the horizon reached.
    pub leaves: u64,
    /// Calls of the heuristic.
    pub evaluations: u64,
    /// Positions whose remaining moves were not tried because one was good enough.
    pub cutoffs: u64,
    /// Those where the first move was.
    pub first_move_cutoffs: u64,
    /// Positions found in the table with an answer.
    pub table_hits: u64,
    /// Positions written into the table.
    pub table_stores: u64,
    /// Positions searched a second time with a wider window.
    pub researches: u64,
    /// Simulations.
    pub rollouts: u64,
}

impl Counters {
    /// Adds the counts of another part of the same search.
    pub fn add(&mut self, other: &Counters) {
        self.nodes += other.nodes;
        self.interior += other.interior;
        self.leaves += other.leaves;
        self.evaluations += other.evaluations;
        self.cutoffs += other.cutoffs;
        self.first_move_cutoffs += other.first_move_cutoffs;
        self.table_hits += other.table_hits;
        self.table_stores += other.table_stores;
        self.researches += other.researches;
        self.rollouts += other.rollouts;
    }
}

/// The effective branching factor: how many moves every position of a uniform tree of this depth would have, if it had
/// as many nodes. None where less than one node or one ply was searched.
#[must_use]
pub fn effective_branching(nodes: f64, depth: f64) -> Option<f64> {
    (nodes >= 1.0 && depth >= 1.0).then(|| nodes.powf(1.0 / depth))
}

/// A move of the root and what was found out about it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RootMove<M> {
    /// The move.
    pub m: M,
    /// Its worth for the side to move at the root.
    pub score: Score,
    /// What is known of that worth.
    pub bound: Bound,
    /// The positions visited below it, or its simulations.
    pub nodes: u64,
}

/// The answer of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct Report<M> {
    /// The move to play; always legal.
    pub best: M,
    /// The worth of the root for its side to move.
    pub score: Score,
    /// The depth of the last completed search, in plies.
    pub depth: u32,
    /// Whether no heuristic value was needed: the score is then exact for the whole game.
    pub complete: bool,
    /// The line of best play that was found, beginning with `best`.
    pub pv: Vec<M>,
    /// All moves of the root, in the game's order.
    pub root_moves: Vec<RootMove<M>>,
    /// What was counted, over all iterations.
    pub counters: Counters,
    /// Why the search ended.
    pub stop: Stop,
    /// How long it took.
    pub time: Duration,
}

/// How a search is watched and stopped from outside.
pub struct Control<'a, M> {
    work: Work<'a>,
    /// Called with the answer so far whenever an iteration is complete.
    pub on_iteration: &'a mut dyn FnMut(&Report<M>),
}

impl<'a, M> Control<'a, M> {
    /// A control that ends the search when this work must end.
    pub fn new(work: impl Into<Work<'a>>, on_iteration: &'a mut dyn FnMut(&Report<M>)) -> Self {
        Control { work: work.into(), on_iteration }
    }

    /// What ends the search.
    pub fn work(&self) -> Work<'a> {
        self.work
    }
}

/// Watches every position that a search visits. All functions do nothing by default, so that a search without an
/// observer pays nothing.
pub trait Observer<G: Game> {
    /// Whether anything is observed at all; searches leave out what only an observer needs.
    const IDLE: bool = false;

    /// A position is entered by a move (`None` at the root) with this many plies to go and this window.
    #[inline(always)]
    fn enter(&mut self, position: &G, m: Option<G::Move>, depth: u32, alpha: Score, beta: Score) {
        let _ = (position, m, depth, alpha, beta);
    }

    /// The position entered last is left with this score for its side to move.
    #[inline(always)]
    fn leave(&mut self, score: Score, bound: Bound, kind: NodeKind) {
        let _ = (score, bound, kind);
    }

    /// The moves of the position entered last, from this one on, are not tried, because `by` was good enough.
    #[inline(always)]
    fn cut(&mut self, by: G::Move, untried: &[G::Move]) {
        let _ = (by, untried);
    }

    /// The position entered last was visited by this many simulations, with this mean reward for the side that moved
    /// into it.
    #[inline(always)]
    fn simulated(&mut self, visits: u64, mean: f64) {
        let _ = (visits, mean);
    }

    /// Like [`Observer::enter`], but no move is tried: the search tests whether it can save itself work at the position
    /// entered last. The side to move is the same as there, except after a null move.
    #[inline(always)]
    fn enter_test(&mut self, position: &G, test: Test, depth: u32, alpha: Score, beta: Score) {
        let _ = (position, test, depth, alpha, beta);
    }

    /// Why the position entered last is searched as it is.
    #[inline(always)]
    fn remark(&mut self, remark: Remark) {
        let _ = remark;
    }

    /// Why the position entered next is searched as it is.
    #[inline(always)]
    fn announce(&mut self, remark: Remark) {
        let _ = remark;
    }

    /// A move of the position entered last is not searched at all.
    #[inline(always)]
    fn skip(&mut self, m: G::Move, why: Skip) {
        let _ = (m, why);
    }
}

/// A search that a selective search makes to save itself a larger one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Test {
    /// Is the position good enough even if the turn is given away?
    NullMove,
    /// Is it really, or was it a burden to have to move?
    Verification,
    /// Is one move much better than all others?
    Singular,
    /// Does a shallower search lie far outside the window?
    ProbCut,
}

/// Why a selective search looks less deep, deeper or not at all.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Remark {
    /// Searched less deep, because many moves were tried before.
    Reduced {
        /// By this many plies.
        by: u32,
        /// Which move it is in the order of search, from 1.
        number: u32,
        /// What its history says: from bad (−16384) to good (16384).
        history: i32,
    },
    /// One ply deeper: there is only one reply to a threat.
    ForcedReply,
    /// One ply deeper: the move is much better than all others.
    OnlyGoodMove,
    /// One ply less deep: the table has no move to begin with.
    Unknown,
    /// Not searched: the heuristic value lies so far above the window.
    Safe {
        /// What was needed.
        margin: f64,
    },
    /// Not searched: good enough even without a move.
    NullMove,
    /// Not searched: a shallower search lies far outside the window.
    ProbCut {
        /// The depth of that search.
        depth: u32,
    },
    /// Not searched: other moves are good enough too, besides the best one.
    SeveralGoodMoves,
}

/// Why a move is not searched.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Skip {
    /// Many moves were tried before.
    Late {
        /// How many.
        tried: u32,
    },
    /// The position is too bad for a quiet move to help.
    Futile {
        /// What would be missing.
        by: f64,
    },
    /// It does not stop a threat.
    Unforced,
}

/// What kind of node an observer saw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NodeKind {
    /// The game is over there.
    End,
    /// The heuristic judged it.
    Horizon,
    /// The table knew it.
    Table,
    /// Its moves were tried.
    Interior,
    /// The game knows its value, or enough of it, without a search.
    Certain,
    /// It was not searched; a remark says why.
    Pruned,
    /// The search was stopped there.
    Stopped,
}

/// Observes nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoObserver;

impl<G: Game> Observer<G> for NoObserver {
    const IDLE: bool = true;
}

impl<G: Game> DynObserver<G> for NoObserver {
    fn enter(&mut self, _: &G, _: Option<G::Move>, _: u32, _: Score, _: Score) {}

    fn leave(&mut self, _: Score, _: Bound, _: NodeKind) {}

    fn cut(&mut self, _: G::Move, _: &[G::Move]) {}

    fn enter_test(&mut self, _: &G, _: Test, _: u32, _: Score, _: Score) {}
}

/// A way to choose a move.
pub trait Search<G: Game>: Send {
    /// Searches an unfinished position. Ends as soon as one of the limits is reached or the control says so, and always
    /// answers with a legal move.
    fn search(&mut self, position: &G, limits: &Limits, control: &mut Control<'_, G::Move>) -> Report<G::Move>;

    /// The bytes of tables and trees: those it holds, or held during the last search. 0 for searches that remember
    /// nothing but the path to the current position.
    fn memory(&self) -> u64 {
        0
    }

    /// The same, shown to an observer. Searches that have no tree to show just search.
    fn search_observed(
        &mut self,
        position: &G,
        limits: &Limits,
        control: &mut Control<'_, G::Move>,
        observer: &mut dyn DynObserver<G>,
    ) -> Report<G::Move> {
        let _ = observer;
        self.search(position, limits, control)
    }
}

/// An [`Observer`] that can be chosen at run time.
pub trait DynObserver<G: Game> {
    /// See [`Observer::enter`].
    fn enter(&mut self, position: &G, m: Option<G::Move>, depth: u32, alpha: Score, beta: Score);
    /// See [`Observer::leave`].
    fn leave(&mut self, score: Score, bound: Bound, kind: NodeKind);
    /// See [`Observer::cut`].
    fn cut(&mut self, by: G::Move, untried: &[G::Move]);
    /// See [`Observer::simulated`].
    fn simulated(&mut self, visits: u64, mean: f64) {
        let _ = (visits, mean);
    }
    /// See [`Observer::enter_test`].
    fn enter_test(&mut self, position: &G, test: Test, depth: u32, alpha: Score, beta: Score);
    /// See [`Observer::remark`].
    fn remark(&mut self, remark: Remark) {
        let _ = remark;
    }
    /// See [`Observer::announce`].
    fn announce(&mut self, remark: Remark) {
        let _ = remark;
    }
    /// See [`Observer::skip`].
    fn skip(&mut self, m: G::Move, why: Skip) {
        let _ = (m, why);
    }
    /// How many positions it can take in. A search that shows its tree afterwards then leaves out what was visited
    /// least.
    fn room(&self) -> usize {
        usize::MAX
    }
}

impl<G: Game> Observer<G> for &mut dyn DynObserver<G> {
    fn enter(&mut self, position: &G, m: Option<G::Move>, depth: u32, alpha: Score, beta: Score) {
        DynObserver::enter(&mut **self, position, m, depth, alpha, beta);
    }

    fn leave(&mut self, score: Score, bound: Bound, kind: NodeKind) {
        DynObserver::leave(&mut **self, score, bound, kind);
    }

    fn cut(&mut self, by: G::Move, untried: &[G::Move]) {
        DynObserver::cut(&mut **self, by, untried);
    }

    fn simulated(&mut self, visits: u64, mean: f64) {
        DynObserver::simulated(&mut **self, visits, mean);
    }

    fn enter_test(&mut self, position: &G, test: Test, depth: u32, alpha: Score, beta: Score) {
        DynObserver::enter_test(&mut **self, position, test, depth, alpha, beta);
    }

    fn remark(&mut self, remark: Remark) {
        DynObserver::remark(&mut **self, remark);
    }

    fn announce(&mut self, remark: Remark) {
        DynObserver::announce(&mut **self, remark);
    }

    fn skip(&mut self, m: G::Move, why: Skip) {
        DynObserver::skip(&mut **self, m, why);
    }
}
