//! What the tree searches share: visiting a position, its table entry, the order of its moves, counting, and the loop over its moves.
//!
//! A search is this machine with an [`Algorithm`]: how a child is searched. All scores are for the side to move of the position they belong
//! to, and searches are fail-soft: a value outside the window is still a bound.

use plyscope_core::cpu::{Task, boost};
use plyscope_core::{Bound, Counters, Game, Heuristic, NodeKind, Observer, Score};

use crate::busy::{self, Busy};
use crate::clock::{Clock, Stopped};
use crate::options::Options;
use crate::ordering::{Experience, Ranked, bring_best};
use crate::table::{Entry, Table};

/// A search in progress.
pub(crate) struct Machine<'a, G: Game, H, O> {
    pub(crate) heuristic: &'a H,
    pub(crate) observer: O,
    pub(crate) counters: Counters,
    pub(crate) clock: Clock<'a>,
    pub(crate) table: Option<&'a Table>,
    pub(crate) experience: Experience<G::Move>,
    options: Options,
    /// Whether deeper table entries than asked for may answer. They know more than a search of the asked depth would, so a
    /// search that promises the value of plain minimax must not use them.
    pub(crate) use_deeper: bool,
    /// What other threads are searching, if there are any.
    pub(crate) busy: Option<&'a Busy>,
    /// Heuristic values used so far, directly or through the table: a subtree that used none is known completely.
    pub(crate) guesses: u64,
    /// What kind of node was answered last; kept only for an observer.
    kind: NodeKind,
    /// The best line from each ply on.
    pub(crate) lines: Vec<Vec<G::Move>>,
    /// Lists that are not in use.
    pool: Vec<Vec<Ranked<G::Move>>>,
}

/// A window from `alpha` to `beta`, and how many plies are left below a position and lie above it.
#[derive(Clone, Copy)]
pub(crate) struct Frame {
    pub(crate) depth: u32,
    pub(crate) ply: usize,
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
        Frame { depth: self.depth - 1, ply: self.ply + 1, alpha: beta.to_child(), beta: alpha.to_child() }
    }
}

/// How a search treats the children of a position.
pub(crate) trait Algorithm: Sized {
    /// The worth of a child to its parent, whose frame has the best value so far as `alpha`. `is_first` tells whether it is the
    /// first child.
    fn child<G: Game, H: Heuristic<G>, O: Observer<G>>(
        machine: &mut Machine<'_, G, H, O>,
        child: &G,
        m: G::Move,
        parent: Frame,
        is_first: bool,
    ) -> Result<Score, Stopped>;
}

impl<'a, G: Game, H: Heuristic<G>, O: Observer<G>> Machine<'a, G, H, O> {
    pub(crate) fn new(
        heuristic: &'a H,
        observer: O,
        clock: Clock<'a>,
        table: Option<&'a Table>,
        options: Options,
    ) -> Self {
        Machine {
            heuristic,
            observer,
            counters: Counters::default(),
            clock,
            table,
            experience: Experience::new(options.order),
            options,
            use_deeper: false,
            busy: None,
            guesses: 0,
            kind: NodeKind::Interior,
            lines: vec![Vec::new()],
            pool: Vec::new(),
        }
    }

    /// The value of a position reached by a move.
    #[inline]
    pub(crate) fn visit<A: Algorithm>(&mut self, position: &G, m: G::Move, frame: Frame) -> Result<Score, Stopped> {
        self.counters.nodes += 1;
        self.clock.tick(self.counters.nodes)?;
        self.observer.enter(position, Some(m), frame.depth, frame.alpha, frame.beta);
        let result = self.answer::<A>(position, frame);
        if !O::IDLE {
            match result {
                Ok(score) => self.observer.leave(score, Bound::of(score, frame.alpha, frame.beta), self.kind),
                Err(_) => self.observer.leave(Score::EVEN, Bound::Exact, NodeKind::Stopped),
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

    #[inline]
    fn answer<A: Algorithm>(&mut self, position: &G, frame: Frame) -> Result<Score, Stopped> {
        self.end_line(frame.ply);
        if let Some(outcome) = position.outcome() {
            self.counters.leaves += 1;
            self.note(NodeKind::End);
            return Ok(Score::of(outcome, position.side_to_move()));
        }
        if frame.depth == 0 {
            self.counters.leaves += 1;
            self.guesses += 1;
            self.note(NodeKind::Horizon);
            return Ok(self.evaluate(position));
        }
        let key = if self.table.is_some() { position.key() } else { 0 };
        let known = self.table.and_then(|table| table.get(key));
        if let Some(score) = known.and_then(|entry| self.usable(&entry, frame)) {
            self.counters.table_hits += 1;
            self.note(NodeKind::Table);
            return Ok(score);
        }
        self.counters.interior += 1;
        let guesses_before = self.guesses;
        let (score, best) = self.try_moves::<A>(position, key, frame, known.and_then(|entry| entry.best))?;
        if let Some(table) = self.table {
            let bound = Bound::of(score, frame.alpha, frame.beta);
            let complete = self.guesses == guesses_before;
            table.put(key, &Entry { score, bound, depth: frame.depth, complete, best });
            self.counters.table_stores += 1;
        }
        self.note(NodeKind::Interior);
        Ok(score)
    }

    /// The heuristic's value of a position.
    #[inline]
    pub(crate) fn evaluate(&mut self, position: &G) -> Score {
        self.counters.evaluations += 1;
        Score::estimate(self.heuristic.evaluate(position))
    }

    /// The score of an entry, if it answers the question of this frame.
    #[inline]
    fn usable(&mut self, entry: &Entry, frame: Frame) -> Option<Score> {
        let deep_enough =
            entry.depth == frame.depth || self.use_deeper && (entry.depth > frame.depth || entry.complete);
        let answers = match entry.bound {
            Bound::Exact => true,
            Bound::Lower => entry.score >= frame.beta,
            Bound::Upper => entry.score <= frame.alpha,
        };
        if !(deep_enough && answers) {
            return None;
        }
        self.guesses += u64::from(!entry.complete);
        Some(entry.score)
    }

    /// Tries the moves of a position until they are used up or one is good enough. The best value and the place of its move.
    #[inline]
    fn try_moves<A: Algorithm>(
        &mut self,
        position: &G,
        key: u64,
        frame: Frame,
        remembered: Option<u16>,
    ) -> Result<(Score, Option<u16>), Stopped> {
        // At the last ply, ordering costs more than the leaves it saves; only who asks for the heuristic order gets it there too.
        let order = self.options.order;
        let by_clues = if frame.depth == 1 { order.heuristic } else { !order.is_none() };
        if O::IDLE && !by_clues {
            return if frame.depth == 1 {
                boost(Leaves { machine: self, position, frame })
            } else {
                self.try_in_turn::<A>(position, frame)
            };
        }
        // Somebody wants to see the moves that are not tried, or their order matters: they must be listed.
        let mut moves = self.ranked(position, frame.ply, remembered, by_clues);
        let result = self.try_ranked::<A>(position, key, frame, &mut moves);
        moves.clear();
        self.pool.push(moves);
        result
    }

    #[inline]
    fn try_in_turn<A: Algorithm>(&mut self, position: &G, frame: Frame) -> Result<(Score, Option<u16>), Stopped> {
        let (mut best, mut best_index) = (Score::MIN, None);
        for (index, m) in position.moves().enumerate() {
            let alpha = frame.alpha.max(best);
            let score = A::child(self, &position.child(m), m, Frame { alpha, ..frame }, index == 0)?;
            if score > best {
                (best, best_index) = (score, Some(index as u16));
                if score > frame.alpha {
                    self.extend_line(m, frame.ply);
                }
                if score >= frame.beta {
                    self.count_cutoff(index);
                    break;
                }
            }
        }
        Ok((best, best_index))
    }

    fn try_ranked<A: Algorithm>(
        &mut self,
        position: &G,
        key: u64,
        frame: Frame,
        moves: &mut [Ranked<G::Move>],
    ) -> Result<(Score, Option<u16>), Stopped> {
        let (mut best, mut best_index) = (Score::MIN, None);
        let busy = self.busy.filter(|_| frame.depth >= busy::LEAST_DEPTH);
        let (mut place, mut n_deferred) = (0, 0);
        while place < moves.len() {
            // Moves that were left for later stand at the end, in the order in which they were left.
            let n_fresh = moves.len() - n_deferred;
            if place < n_fresh {
                bring_best(&mut moves[place..n_fresh]);
            }
            let Ranked { index, m, .. } = moves[place];
            let name = busy::name(key, index);
            if place > 0 && place < n_fresh && busy.is_some_and(|busy| busy.has(name)) {
                moves[place..].rotate_left(1);
                n_deferred += 1;
                continue;
            }
            let alpha = frame.alpha.max(best);
            let child = Frame { alpha, ..frame };
            let score = busy::announced(busy, name, || A::child(self, &position.child(m), m, child, place == 0))?;
            if score > best {
                (best, best_index) = (score, Some(index));
                if score > frame.alpha {
                    self.extend_line(m, frame.ply);
                }
                if score >= frame.beta {
                    self.count_cutoff(place);
                    self.experience.reward(m, frame.ply, frame.depth);
                    if !O::IDLE {
                        let untried: Vec<G::Move> = moves[place + 1..].iter().map(|ranked| ranked.m).collect();
                        self.observer.cut(m, &untried);
                    }
                    break;
                }
            }
            place += 1;
        }
        Ok((best, best_index))
    }

    /// The moves of a position, each with how promising it is, in the game's order.
    fn ranked(&mut self, position: &G, ply: usize, remembered: Option<u16>, by_clues: bool) -> Vec<Ranked<G::Move>> {
        let mut moves = self.pool.pop().unwrap_or_default();
        if !by_clues {
            moves.extend(position.moves().enumerate().map(|(index, m)| Ranked::alike(index as u16, m)));
            return moves;
        }
        let (heuristic, experience, mut evaluations) = (self.heuristic, &self.experience, 0);
        moves.extend(position.moves().enumerate().map(|(index, m)| {
            let index = index as u16;
            let promise = experience.promise(index, m, ply, remembered, || {
                let child = position.child(m);
                let score = match child.outcome() {
                    Some(outcome) => Score::of(outcome, child.side_to_move()),
                    None => {
                        evaluations += 1;
                        Score::estimate(heuristic.evaluate(&child))
                    }
                };
                score.from_child()
            });
            Ranked { index, m, promise }
        }));
        self.counters.evaluations += evaluations;
        moves
    }

    /// The moves of a position in the order in which they should be tried, with their places in the game's order.
    pub(crate) fn ordered(&mut self, position: &G, remembered: Option<u16>) -> Vec<(u16, G::Move)> {
        let mut moves = self.ranked(position, 0, remembered, true);
        moves.sort_by_key(|ranked| std::cmp::Reverse(ranked.promise));
        moves.into_iter().map(|ranked| (ranked.index, ranked.m)).collect()
    }

    #[inline]
    fn count_cutoff(&mut self, place: usize) {
        self.counters.cutoffs += 1;
        self.counters.first_move_cutoffs += u64::from(place == 0);
    }

    /// No best line goes on from this ply.
    #[inline]
    fn end_line(&mut self, ply: usize) {
        if let Some(line) = self.lines.get_mut(ply) {
            line.clear();
        }
    }

    /// The best line from this ply is this move and the best line after it.
    pub(crate) fn extend_line(&mut self, m: G::Move, ply: usize) {
        if self.lines.len() < ply + 2 {
            self.lines.resize_with(ply + 2, Vec::new);
        }
        let (upper, lower) = self.lines.split_at_mut(ply + 1);
        upper[ply].clear();
        upper[ply].push(m);
        upper[ply].extend_from_slice(&lower[0]);
    }
}

/// The last ply: children are leaves, whose values do not depend on the algorithm, so nothing recurses and the loop can be boosted.
struct Leaves<'m, 'a, G: Game, H, O> {
    machine: &'m mut Machine<'a, G, H, O>,
    position: &'m G,
    frame: Frame,
}

impl<G: Game, H: Heuristic<G>, O: Observer<G>> Task for Leaves<'_, '_, G, H, O> {
    type Output = Result<(Score, Option<u16>), Stopped>;

    #[inline(always)]
    fn run(self) -> Self::Output {
        let Leaves { machine, position, frame } = self;
        machine.end_line(frame.ply + 1);
        let (mut best, mut best_index) = (Score::MIN, None);
        for (index, m) in position.moves().enumerate() {
            machine.counters.nodes += 1;
            machine.clock.tick(machine.counters.nodes)?;
            machine.counters.leaves += 1;
            let child = position.child(m);
            let score = match child.outcome() {
                Some(outcome) => Score::of(outcome, child.side_to_move()),
                None => {
                    machine.guesses += 1;
                    machine.evaluate(&child)
                }
            };
            let score = score.from_child();
            if score > best {
                (best, best_index) = (score, Some(index as u16));
                if score > frame.alpha {
                    machine.extend_line(m, frame.ply);
                }
                if score >= frame.beta {
                    machine.count_cutoff(index);
                    break;
                }
            }
        }
        Ok((best, best_index))
    }
}
