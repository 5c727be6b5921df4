//! What the tree searches share: visiting a position, its table entry, and counting. How its moves are tried is in `children`.
//!
//! A search is this machine with an [`Algorithm`]: how a child is searched. All scores are for the side to move of the position they belong
//! to, and searches are fail-soft: a value outside the window is still a bound.
//!
//! Inside a search, wins and losses count their plies from the root. So a score changes only its sign on its way up, and a window on its way down.
//! The table and observers see scores as the position sees them.

use std::marker::PhantomData;

use plyscope_core::cpu::{Build, Recursion};
use plyscope_core::{Bound, Counters, Game, Heuristic, NodeKind, Observer, Score};

use crate::busy::Busy;
use crate::clock::{Clock, Stopped};
use crate::line::Lines;
use crate::options::Options;
use crate::ordering::{Experience, Ranked};
use crate::table::{Entry, Table};

/// A search in progress.
pub(crate) struct Machine<'a, G: Game, H, O, B> {
    pub(crate) heuristic: &'a H,
    pub(crate) observer: O,
    /// The copy of the code that the search runs in.
    build: B,
    /// What is counted, except for what [`Machine::counted`] adds.
    pub(crate) counters: Counters,
    pub(crate) clock: Clock<'a>,
    pub(crate) table: Option<&'a Table>,
    pub(crate) experience: Experience<G::Move>,
    pub(crate) options: Options,
    /// Whether there is neither a table nor an order of moves.
    is_plain: bool,
    /// Whether deeper table entries than asked for may answer. They know more than a search of the asked depth would, so a
    /// search that promises the value of plain minimax must not use them.
    pub(crate) use_deeper: bool,
    /// What other threads are searching, if there are any.
    pub(crate) busy: Option<&'a Busy>,
    /// Positions at the horizon.
    pub(crate) horizons: u64,
    /// Answers of the table into which heuristic values went.
    vague_hits: u64,
    /// What kind of node was answered last; kept only for an observer.
    kind: NodeKind,
    pub(crate) lines: Lines<G::Move>,
    /// Lists that are not in use.
    pub(crate) pool: Vec<Vec<Ranked<G::Move>>>,
}

/// A window from `alpha` to `beta`, and how many plies are left below a position and lie above it.
#[derive(Clone, Copy)]
pub(crate) struct Frame {
    pub(crate) depth: u32,
    pub(crate) ply: u32,
    pub(crate) alpha: Score,
    pub(crate) beta: Score,
}

impl Frame {
    /// The frame of a child, with the whole window turned round.
    #[inline(always)]
    pub(crate) fn child(self) -> Frame {
        self.child_with(self.alpha, self.beta)
    }

    /// The frame of a child with another window, given as the parent sees it.
    #[inline(always)]
    pub(crate) fn child_with(self, alpha: Score, beta: Score) -> Frame {
        Frame { depth: self.depth - 1, ply: self.ply + 1, alpha: beta.for_other_side(), beta: alpha.for_other_side() }
    }
}

/// How a search treats the children of a position.
pub(crate) trait Algorithm: Sized {
    /// The worth of a child to its parent, whose frame has the best value so far as `alpha`. `is_first` tells whether it is the
    /// first child.
    fn child<G: Game, H: Heuristic<G>, O: Observer<G>, B: Build>(
        machine: &mut Machine<'_, G, H, O, B>,
        child: &G,
        m: G::Move,
        parent: Frame,
        is_first: bool,
    ) -> Result<Score, Stopped>;
}

impl<'a, G: Game, H: Heuristic<G>, O: Observer<G>, B: Build> Machine<'a, G, H, O, B> {
    pub(crate) fn new(
        heuristic: &'a H,
        observer: O,
        build: B,
        clock: Clock<'a>,
        table: Option<&'a Table>,
        options: Options,
    ) -> Self {
        Machine {
            heuristic,
            observer,
            build,
            counters: Counters::default(),
            clock,
            table,
            experience: Experience::new(options.order),
            options,
            is_plain: table.is_none() && options.order.is_none(),
            use_deeper: false,
            busy: None,
            horizons: 0,
            vague_hits: 0,
            kind: NodeKind::Interior,
            lines: Lines::new(),
            pool: Vec::new(),
        }
    }

    /// What was counted so far. What follows from other counts is not counted while searching.
    pub(crate) fn counted(&self) -> Counters {
        let Counters { nodes, interior, table_hits, evaluations, .. } = self.counters;
        // The node at which a search was stopped is neither.
        let leaves = nodes - interior - table_hits - u64::from(self.clock.stopped.is_some());
        Counters { leaves, evaluations: evaluations + self.horizons, ..self.counters }
    }

    /// Heuristic values used so far, directly or through the table: a subtree that used none is known completely.
    #[inline(always)]
    pub(crate) fn guesses(&self) -> u64 {
        self.horizons + self.vague_hits
    }

    /// The value of a position reached by a move. Inlined into the loop over its parent's moves, so that only positions with moves to
    /// try cost a call.
    #[inline(always)]
    pub(crate) fn visit<A: Algorithm>(&mut self, position: &G, m: G::Move, frame: Frame) -> Result<Score, Stopped> {
        self.counters.nodes += 1;
        self.clock.tick(self.counters.nodes)?;
        let Frame { depth, ply, alpha, beta } = frame;
        self.observer.enter(position, Some(m), depth, alpha.seen_at(ply), beta.seen_at(ply));
        let result = if let Some(outcome) = position.outcome() {
            self.note(NodeKind::End);
            Ok(Score::of(outcome, position.side_to_move()).seen_from(ply))
        } else if depth == 0 {
            self.note(NodeKind::Horizon);
            self.horizons += 1;
            Ok(Score::estimate(self.heuristic.evaluate(position)))
        } else if O::IDLE && self.is_plain {
            self.build.call(Plainly { machine: self, position, algorithm: PhantomData::<A> }, depth, ply, alpha, beta)
        } else {
            self.build.call(Explore { machine: self, position, algorithm: PhantomData::<A> }, depth, ply, alpha, beta)
        };
        if !O::IDLE {
            match result {
                Ok(score) => self.observer.leave(score.seen_at(ply), Bound::of(score, alpha, beta), self.kind),
                Err(Stopped) => self.observer.leave(Score::EVEN, Bound::Exact, NodeKind::Stopped),
            }
        }
        result
    }

    /// Notes what kind of node was just answered, if anybody wants to know.
    #[inline(always)]
    fn note(&mut self, kind: NodeKind) {
        if !O::IDLE {
            self.kind = kind;
        }
    }

    /// The value of an unfinished position above the horizon: what the table says, or its moves.
    #[inline(always)]
    fn explore<A: Algorithm>(&mut self, position: &G, frame: Frame) -> Result<Score, Stopped> {
        let key = if self.table.is_some() { position.key() } else { 0 };
        let known = self.table.and_then(|table| table.get(key));
        if let Some(score) = known.and_then(|entry| self.usable(&entry, frame)) {
            self.counters.table_hits += 1;
            self.note(NodeKind::Table);
            return Ok(score);
        }
        self.counters.interior += 1;
        let guesses_before = self.guesses();
        let (score, best) = self.try_moves::<A>(position, key, frame, known.and_then(|entry| entry.best))?;
        if let Some(table) = self.table {
            let bound = Bound::of(score, frame.alpha, frame.beta);
            let complete = self.guesses() == guesses_before;
            table.put(key, &Entry { score: score.seen_at(frame.ply), bound, depth: frame.depth, complete, best });
            self.counters.table_stores += 1;
        }
        self.note(NodeKind::Interior);
        Ok(score)
    }

    /// The score of an entry, if it answers the question of this frame.
    #[inline]
    fn usable(&mut self, entry: &Entry, frame: Frame) -> Option<Score> {
        let deep_enough =
            entry.depth == frame.depth || self.use_deeper && (entry.depth > frame.depth || entry.complete);
        let score = entry.score.seen_from(frame.ply);
        let answers = match entry.bound {
            Bound::Exact => true,
            Bound::Lower => score >= frame.beta,
            Bound::Upper => score <= frame.alpha,
        };
        if !(deep_enough && answers) {
            return None;
        }
        self.vague_hits += u64::from(!entry.complete);
        Some(score)
    }
}

/// The recursion without table and order: the same as [`Explore`] would do, in a function with little to keep in mind.
struct Plainly<'m, 'a, G: Game, H, O, B, A> {
    machine: &'m mut Machine<'a, G, H, O, B>,
    position: &'m G,
    algorithm: PhantomData<A>,
}

impl<G: Game, H: Heuristic<G>, O: Observer<G>, B: Build, A: Algorithm> Recursion<u32, u32, Score, Score>
    for Plainly<'_, '_, G, H, O, B, A>
{
    type Output = Result<Score, Stopped>;

    #[inline(always)]
    fn call(self, depth: u32, ply: u32, alpha: Score, beta: Score) -> Self::Output {
        self.machine.counters.interior += 1;
        Ok(self.machine.try_plainly::<A>(self.position, Frame { depth, ply, alpha, beta })?.0)
    }
}

/// The recursion: an unfinished position above the horizon, with its depth, ply and window.
struct Explore<'m, 'a, G: Game, H, O, B, A> {
    machine: &'m mut Machine<'a, G, H, O, B>,
    position: &'m G,
    algorithm: PhantomData<A>,
}

impl<G: Game, H: Heuristic<G>, O: Observer<G>, B: Build, A: Algorithm> Recursion<u32, u32, Score, Score>
    for Explore<'_, '_, G, H, O, B, A>
{
    type Output = Result<Score, Stopped>;

    #[inline(always)]
    fn call(self, depth: u32, ply: u32, alpha: Score, beta: Score) -> Self::Output {
        self.machine.explore::<A>(self.position, Frame { depth, ply, alpha, beta })
    }
}
