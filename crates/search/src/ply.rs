//! One ply of a tree search, from entering a position to returning its value. Searches spend their time here.
//!
//! ```text
//! visit ─┬► search_moves ─┬► search_picked ──► search_child ──► visit ──► …
//!        │                └► search_leaves                    the last ply, where most nodes are
//!        ├► search_plain                                      without table and order, see `plain.rs`
//!        └► search_in_order ─► visit ──► …                    the same for an observer
//! ```
//!
//! - [`Machine::visit`] answers for finished games and at the horizon; otherwise the moves decide.
//! - [`Machine::search_moves`] asks the table, tries the moves and stores the result.
//! - [`Machine::search_picked`] is the alpha-beta loop.
//! - [`Machine::search_child`] chooses the window of a child; a PVS searches again with a wider one.
//!
//! Everything is inlined into `search_moves` or `search_in_order`, so one ply costs one call, and leaves cost none.

use plyscope_core::cpu::{Build, Recursion};
use plyscope_core::{Bound, Game, Heuristic, NodeKind, Observer, Score};

use crate::busy;
use crate::clock::Stopped;
use crate::frame::{Frame, TreePlace, Window};
use crate::kind::ChildWindows;
use crate::machine::{Machine, Move, Setup};
use crate::picker::Picker;
use crate::table::Entry;

/// The best value so far and the index of its move in the game's order.
#[derive(Clone, Copy)]
pub(crate) struct Best {
    pub(crate) score: Score,
    pub(crate) index: Option<u16>,
}

impl Best {
    pub(crate) const NONE: Best = Best { score: Score::MIN, index: None };
}

impl<S: Setup> Machine<'_, S> {
    /// The value of the position that `m` led to, for its side to move.
    #[inline(always)]
    fn visit(&mut self, position: &S::Game, m: Move<S>, frame: Frame) -> Result<Score, Stopped> {
        let Frame { place, window } = frame;
        // Step 1. Count the node, and check the limits now and then.
        self.clock.tick()?;
        let (alpha, beta) = (window.alpha.seen_at(place.ply), window.beta.seen_at(place.ply));
        self.observer.enter(position, Some(m), place.depth, alpha, beta);
        let result = if let Some(score) = position.end_score() {
            // Step 2. A finished game has its value.
            self.note(NodeKind::End);
            Ok(score.seen_from(place.ply))
        } else if place.depth == 0 {
            // Step 3. At the horizon, ask the heuristic.
            self.note(NodeKind::Horizon);
            self.horizons += 1;
            Ok(Score::estimate(self.heuristic.evaluate(position)))
        } else if self.is_plain {
            // Step 4. Otherwise search the moves: the short way if there is nothing to remember or order.
            if S::Observer::IDLE {
                self.search_plain(position, frame)
            } else {
                self.build.call(InOrder { machine: self, position }, place, window, (), ())
            }
        } else {
            self.build.call(Moves { machine: self, position }, place, window, (), ())
        };
        // Step 5. Tell the observer.
        if !S::Observer::IDLE {
            match result {
                Ok(score) => {
                    self.observer.leave(
                        score.seen_at(place.ply),
                        Bound::of(score, window.alpha, window.beta),
                        self.kind,
                    );
                }
                Err(Stopped) => self.observer.leave(Score::EVEN, Bound::Exact, NodeKind::Stopped),
            }
        }
        result
    }

    /// The value of an unfinished position above the horizon, by its moves.
    #[inline(always)]
    fn search_moves(&mut self, position: &S::Game, frame: Frame) -> Result<Score, Stopped> {
        let Frame { place, window } = frame;
        // Step 1. Ask the table for the value, or at least for a good move.
        let key = if self.table.is_some() { position.key() } else { 0 };
        let known = self.table.and_then(|table| table.get(key));
        if let Some(score) = known.and_then(|entry| self.answer_of(&entry, frame)) {
            self.counters.table_hits += 1;
            self.note(NodeKind::Table);
            return Ok(score);
        }
        let guesses_before = self.guesses();

        // Step 2. Try the moves. At the last ply, ordering costs more than the leaves it saves, so moves are ordered
        // there only by a heuristic, if that was asked for. An observer also sees untried moves, so they are listed for
        // it.
        let order = self.method.options.order;
        let is_ordered = if place.depth == 1 { order.heuristic } else { !order.is_none() };
        let best = if S::Observer::IDLE && place.depth == 1 && !is_ordered {
            let best = self.search_leaves(position, frame)?;
            if best.score > window.alpha && best.score < window.beta {
                self.lines.confirm(place.ply, self.counters.interior);
            }
            best
        } else {
            self.counters.interior += 1;
            let remembered = known.and_then(|entry| entry.best).filter(|_| order.table && is_ordered);
            let mut picker = Picker::new(self.pool.pop().unwrap_or_default(), position, remembered);
            let best = self.search_picked(position, key, frame, &mut picker);
            self.pool.push(picker.into_list());
            best?
        };

        // Step 3. Store the result in the table.
        if let Some(table) = self.table {
            let bound = Bound::of(best.score, window.alpha, window.beta);
            let (score, complete) = (best.score.seen_at(place.ply), self.guesses() == guesses_before);
            table.put(key, &Entry { score, bound, depth: place.depth, complete, best: best.index });
            self.counters.table_stores += 1;
        }
        self.note(NodeKind::Interior);
        Ok(best.score)
    }

    /// The alpha-beta loop: tries moves in the order of a picker until none is left or one causes a cut-off.
    #[inline(always)]
    fn search_picked(
        &mut self,
        position: &S::Game,
        key: u64,
        frame: Frame,
        picker: &mut Picker<Move<S>>,
    ) -> Result<Best, Stopped> {
        let Frame { place, window } = frame;
        let (mut best, mut alpha) = (Best::NONE, window.alpha);
        let busy = self.busy.filter(|_| place.depth >= busy::MIN_DEPTH);
        // Step 1. Pick the most promising move left.
        while let Some((index, m)) = picker.next(self, position, place) {
            // Step 2. Defer it while another thread searches it.
            let name = busy::name(key, index);
            if picker.may_defer() && busy.is_some_and(|busy| busy.has(name)) {
                picker.defer();
                continue;
            }
            // Step 3. Search it.
            let (interior_before, is_first) = (self.counters.interior, picker.n_tried() == 0);
            let parent = frame.raised_to(alpha);
            busy::begin(busy, name);
            let score = self.search_child(&position.child(m), m, parent, is_first);
            busy::end(busy, name);
            let score = score?;
            if score > best.score {
                best = Best { score, index: Some(index) };
                // Step 4. Cut off: the other side will avoid this position.
                if score >= window.beta {
                    self.count_cutoff(picker.n_tried() == 0);
                    self.experience.reward(m, place.ply as usize, place.depth);
                    if !S::Observer::IDLE {
                        let untried = picker.untried(self, position, place);
                        self.observer.cut(m, &untried);
                    }
                    break;
                }
                // Step 5. Raise the value that the next moves must beat, and extend the best line.
                if score > alpha {
                    alpha = self.raised(alpha, score);
                    self.lines.extend(m, place.ply, interior_before, self.counters.interior);
                }
            }
            picker.advance();
        }
        Ok(best)
    }

    /// The value of a child for its parent, whose window begins at the best value so far.
    #[inline(always)]
    pub(crate) fn search_child(
        &mut self,
        child: &S::Game,
        m: Move<S>,
        parent: Frame,
        is_first: bool,
    ) -> Result<Score, Stopped> {
        let Window { alpha, beta } = parent.window;
        // The value of a leaf does not depend on the window.
        let scouts = self.method.windows == ChildWindows::Scout && !is_first && parent.place.depth > 1;
        let mut upper = if scouts { alpha.next().min(beta) } else { beta };
        loop {
            let score = self.visit(child, m, parent.child(Window { alpha, beta: upper }))?.for_other_side();
            if upper == beta || score <= alpha || score >= beta {
                return Ok(score);
            }
            // Better than expected: search again to find out how good.
            self.counters.researches += 1;
            upper = beta;
        }
    }

    /// The same as [`Machine::search_moves`] without table, order and scouting, shown to an observer: moves come
    /// straight from the game.
    #[inline(always)]
    fn search_in_order(&mut self, position: &S::Game, frame: Frame) -> Result<Score, Stopped> {
        let Frame { place, window } = frame;
        self.counters.interior += 1;
        let (mut best, mut alpha) = (Score::MIN, window.alpha);
        let mut moves = position.moves();
        while let Some(m) = moves.next() {
            let interior_before = self.counters.interior;
            let child = frame.child(Window { alpha, beta: window.beta });
            let score = self.visit(&position.child(m), m, child)?.for_other_side();
            if score > best {
                // No value is as low as the best before the first move. So moves need not be counted.
                let is_first = best == Score::MIN;
                best = score;
                if score >= window.beta {
                    self.count_cutoff(is_first);
                    let untried: Vec<Move<S>> = moves.collect();
                    self.observer.cut(m, &untried);
                    break;
                }
                if score > alpha {
                    alpha = self.raised(alpha, score);
                    self.lines.extend(m, place.ply, interior_before, self.counters.interior);
                }
            }
        }
        self.note(NodeKind::Interior);
        Ok(best)
    }

    /// The last ply. All children are leaves, whose values depend neither on the kind of search nor on the window. They
    /// are counted once at the end, not one by one.
    #[inline(always)]
    fn search_leaves(&mut self, position: &S::Game, frame: Frame) -> Result<Best, Stopped> {
        let Frame { place, window } = frame;
        self.counters.interior += 1;
        let mut best = Best::NONE;
        let (mut n_tried, mut n_ended, mut patience) = (0, 0, self.clock.left);
        let mut in_time = Ok(());
        self.heuristic.expect(position);
        for m in position.moves() {
            n_tried += 1;
            if n_tried == patience {
                in_time = self.clock.look();
                if in_time.is_err() {
                    break;
                }
                patience = n_tried + self.clock.left;
            }
            let child = position.child(m);
            let score = match child.end_score() {
                Some(score) => {
                    n_ended += 1;
                    score.seen_from(place.ply + 1)
                }
                None => Score::estimate(self.heuristic.evaluate(&child)),
            };
            let score = score.for_other_side();
            if score > best.score {
                best = Best { score, index: Some(n_tried as u16 - 1) };
                if score >= window.beta {
                    self.count_cutoff(n_tried == 1);
                    break;
                }
                if score > window.alpha {
                    self.lines.improve(m, place.ply, false);
                }
            }
        }
        self.clock.left = patience - n_tried;
        self.horizons += n_tried - n_ended - u64::from(in_time.is_err());
        in_time.map(|()| best)
    }

    /// The score of a table entry, if it is deep enough and settles the question of this frame.
    #[inline]
    fn answer_of(&mut self, entry: &Entry, frame: Frame) -> Option<Score> {
        let Frame { place: TreePlace { depth, ply }, window } = frame;
        let deep_enough = entry.depth == depth || self.method.use_deeper && (entry.depth > depth || entry.complete);
        let score = entry.score.seen_from(ply);
        let answers = match entry.bound {
            Bound::Exact => true,
            Bound::Lower => score >= window.beta,
            Bound::Upper => score <= window.alpha,
        };
        if !(deep_enough && answers) {
            return None;
        }
        self.vague_hits += u64::from(!entry.complete);
        Some(score)
    }

    /// The value that the next moves must beat, when one was found that beats alpha.
    #[inline(always)]
    pub(crate) fn raised(&self, alpha: Score, score: Score) -> Score {
        if self.method.windows == ChildWindows::Full { alpha } else { score }
    }

    /// Remembers the kind of the node just answered, if there is an observer.
    #[inline(always)]
    fn note(&mut self, kind: NodeKind) {
        if !S::Observer::IDLE {
            self.kind = kind;
        }
    }

    #[inline(always)]
    pub(crate) fn count_cutoff(&mut self, by_first_move: bool) {
        self.cutoffs[usize::from(by_first_move)] += 1;
    }
}

/// A call of [`Machine::search_moves`] that stays in the copy of the code in which the search began. The frame is
/// passed in two halves, see `frame.rs`.
struct Moves<'m, 'a, S: Setup> {
    machine: &'m mut Machine<'a, S>,
    position: &'m S::Game,
}

/// The same for [`Machine::search_in_order`].
struct InOrder<'m, 'a, S: Setup> {
    machine: &'m mut Machine<'a, S>,
    position: &'m S::Game,
}

impl<S: Setup> Recursion<TreePlace, Window> for Moves<'_, '_, S> {
    type Output = Result<Score, Stopped>;

    #[inline(always)]
    fn call(self, place: TreePlace, window: Window, (): (), (): ()) -> Self::Output {
        self.machine.search_moves(self.position, Frame { place, window })
    }
}

impl<S: Setup> Recursion<TreePlace, Window> for InOrder<'_, '_, S> {
    type Output = Result<Score, Stopped>;

    #[inline(always)]
    fn call(self, place: TreePlace, window: Window, (): (), (): ()) -> Self::Output {
        self.machine.search_in_order(self.position, Frame { place, window })
    }
}
