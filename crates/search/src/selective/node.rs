//! One position of a selective search, from entering it to returning its value.
//!
//! ```text
//! visit ──► search_position ─┬► quiesce                     at the horizon
//!                            ├► is_safe, null_move, probcut   can the moves be left out?
//!                            └► try_moves ─┬► search_move ──► visit ──► …
//!                                          └► split         if another thread has nothing to do
//! ```
//!
//! **Wins and losses are proven.** A position counts as lost only if every move was searched and loses, or the game
//! says so: moves are left out only when one was found that does not lose, and no test returns a win. So a decided
//! score holds whatever was pruned elsewhere. Where the window begins at a win or a loss, the question is whether there
//! is a shorter win or a longer defence: then nothing is left out, so that a search of enough plies knows their number
//! too.

use plyscope_core::cpu::{Build, Recursion};
use plyscope_core::{Bound, Game, Heuristic, Insight, Measure, NodeKind, Observer, Outlook, Remark, Score, Skip, Test};

use super::history;
use super::margins;
use super::moves::{Candidate, Moves};
use super::searcher::{Searcher, Selective};
use super::split::{self, Progress};
use crate::clock::Stopped;
use crate::frame::{TreePlace, Window};
use crate::machine::Move;
use crate::ply::Best;
use crate::table::Entry;

/// What kind of position is searched.
#[derive(Clone, Copy)]
pub(super) struct Role {
    /// It lies on the line that is expected: nothing is left out there on a guess.
    pub(super) is_expected: bool,
    /// The turn may be given away here.
    pub(super) may_skip: bool,
}

impl Role {
    pub(super) const EXPECTED: Role = Role { is_expected: true, may_skip: true };
    pub(super) const OTHER: Role = Role { is_expected: false, may_skip: true };
}

/// What is known about a position before its moves are tried.
#[derive(Clone, Copy)]
pub(super) struct Node {
    pub(super) place: TreePlace,
    pub(super) window: Window,
    pub(super) role: Role,
    pub(super) known: Option<Entry>,
    /// Its heuristic value, improved by what the table knows; `None` under a threat.
    pub(super) value: Option<f64>,
    /// Whether it is better than it was at the last turn of this side.
    pub(super) is_improving: bool,
    /// Only moves to this cell stop a threat.
    pub(super) only_to: Option<u16>,
}

impl<S: Selective> Searcher<'_, S> {
    /// The value of the position that `m` led to, for its side to move.
    #[inline(always)]
    pub(super) fn visit(
        &mut self,
        position: &S::Game,
        m: Move<S>,
        place: TreePlace,
        window: Window,
        role: Role,
    ) -> Result<Score, Stopped> {
        self.counters.nodes += 1;
        self.tick()?;
        if !S::Observer::IDLE {
            let (alpha, beta) = (window.alpha.seen_at(place.ply), window.beta.seen_at(place.ply));
            self.observer.enter(position, Some(m), place.depth, alpha, beta);
        }
        let result = self.build.call(Visit { searcher: self, position }, place, window, role, ());
        self.leave(result, place, window);
        result
    }

    /// Searches a position to find out whether it must be searched as deep as it should be.
    pub(super) fn test(
        &mut self,
        test: Test,
        position: &S::Game,
        place: TreePlace,
        window: Window,
    ) -> Result<Score, Stopped> {
        if !S::Observer::IDLE {
            let (alpha, beta) = (window.alpha.seen_at(place.ply), window.beta.seen_at(place.ply));
            self.observer.enter_test(position, test, place.depth, alpha, beta);
        }
        let role = Role { is_expected: false, may_skip: false };
        let result = self.build.call(Visit { searcher: self, position }, place, window, role, ());
        self.leave(result, place, window);
        result
    }

    /// Tells the observer what was found.
    #[inline(always)]
    fn leave(&mut self, result: Result<Score, Stopped>, place: TreePlace, window: Window) {
        if !S::Observer::IDLE {
            match result {
                Ok(score) => {
                    let bound = Bound::of(score, window.alpha, window.beta);
                    self.observer.leave(score.seen_at(place.ply), bound, self.kind);
                }
                Err(Stopped) => self.observer.leave(Score::EVEN, Bound::Exact, NodeKind::Stopped),
            }
        }
    }

    #[inline(always)]
    fn search_position(
        &mut self,
        position: &S::Game,
        mut place: TreePlace,
        mut window: Window,
        role: Role,
    ) -> Result<Score, Stopped> {
        // Step 1. A finished game has its value.
        if let Some(outcome) = position.outcome() {
            self.note(NodeKind::End);
            return Ok(Score::of(outcome, position.side_to_move()).seen_from(place.ply));
        }
        // Step 2. Ask the game what is certain.
        let outlook = self.outlook(position);
        let (at_least, at_most) = (outlook.at_least.seen_from(place.ply), outlook.at_most.seen_from(place.ply));
        if at_least >= window.beta || at_least == at_most {
            self.note(NodeKind::Certain);
            return Ok(at_least);
        }
        if at_most <= window.alpha {
            self.note(NodeKind::Certain);
            return Ok(at_most);
        }
        window = Window { alpha: window.alpha.max(at_least.previous()), beta: window.beta.min(at_most.next()) };
        // Step 3. A forced reply is searched one ply deeper.
        let is_forced = outlook.only_to.is_some();
        if is_forced && self.rules.techniques.extensions && place.ply < self.extension_limit {
            self.say(Remark::ForcedReply);
            place.depth += 1;
        }
        // Step 4. At the horizon, judge the position when it is quiet.
        if place.depth == 0 {
            return self.quiesce(position, place.ply, window, outlook.only_to, QUIESCENCE_PLIES);
        }
        // Step 5. Ask the table. What it knows about wins and losses is proven, whatever its depth.
        let excluded = self.level(place.ply).excluded.take();
        // Without one of its moves it is another position.
        let key = if excluded.is_some() { !position.key() } else { position.key() };
        let known = self.table.get(key);
        if let Some(score) = known.and_then(|entry| self.answer_of(&entry, place, window, role)) {
            self.counters.table_hits += 1;
            // A win or a loss in the table is proven, whatever else was guessed on the way to it.
            self.vague_hits += u64::from(!score.is_decided() && !known.is_some_and(|entry| entry.complete));
            self.note(NodeKind::Table);
            return Ok(score);
        }
        self.counters.interior += 1;
        // Step 6. Judge the position, and compare it with the last turn of this side.
        let value = if is_forced { None } else { Some(self.evaluate(position)) };
        self.level(place.ply).value = value;
        let before = place.ply.checked_sub(2).and_then(|ply| self.path[ply as usize].value);
        if let (Some(now), Some(before)) = (value, before) {
            self.memory.swing.observe(now - before);
        }
        let is_improving = value.zip(before).is_some_and(|(now, before)| now > before);
        let value = value.map(|value| sharpened(value, known));
        let mut node = Node { place, window, role, known, value, is_improving, only_to: outlook.only_to };
        // Step 7. Try to do without the moves.
        if excluded.is_none()
            && !role.is_expected
            && !self.is_exact
            && let Some(score) = self.do_without_moves(position, &node)?
        {
            self.note(NodeKind::Pruned);
            return Ok(score);
        }
        // Step 8. Without a move to begin with, a shallower search must find one first.
        if self.rules.techniques.internal_reductions
            && !self.is_exact
            && !window.alpha.is_decided()
            && node.place.depth >= margins::INTERNAL_DEPTH
            && known.and_then(|entry| entry.best).is_none()
            && !is_forced
            && excluded.is_none()
        {
            self.say(Remark::Unknown);
            node.place.depth -= 1;
        }
        // Step 9. Try the moves, and remember the result.
        let doubts_before = self.doubts();
        let remembered = known.and_then(|entry| entry.best).filter(|&index| Some(index) != excluded);
        let mut moves = self.moves_of(position, remembered, place.ply);
        let best = self.try_moves(position, &node, &mut moves, excluded);
        self.pool.push(moves.into_list());
        let best = best?;
        if excluded.is_none() {
            let bound = Bound::of(best.score, window.alpha, window.beta);
            let (score, complete) = (best.score.seen_at(place.ply), self.doubts() == doubts_before);
            let depth = node.place.depth;
            self.table.put(key, &Entry { score, bound, depth, complete, best: best.index });
            self.counters.table_stores += 1;
        }
        self.note(NodeKind::Interior);
        Ok(best.score)
    }

    /// What the game is certain of, if it is asked.
    #[inline(always)]
    pub(super) fn outlook(&self, position: &S::Game) -> Outlook {
        if self.rules.techniques.solver && <S::Game as Insight>::MEASURE == Measure::Plies {
            position.outlook()
        } else {
            Outlook::UNKNOWN
        }
    }

    /// The heuristic value of a position.
    #[inline(always)]
    pub(super) fn evaluate(&mut self, position: &S::Game) -> f64 {
        self.counters.evaluations += 1;
        self.heuristic.evaluate(position)
    }

    /// The score of a table entry, if it settles the question.
    #[inline(always)]
    fn answer_of(&self, entry: &Entry, place: TreePlace, window: Window, role: Role) -> Option<Score> {
        let score = entry.score.seen_from(place.ply);
        // Where the number of plies matters, an estimate says nothing: something may have been left out for it.
        let is_estimate_enough = !role.is_expected && !window.alpha.is_decided() && !self.is_exact;
        let is_deep = entry.depth >= place.depth && is_estimate_enough || score.is_decided() || entry.complete;
        let answers = match entry.bound {
            Bound::Exact => true,
            Bound::Lower => score >= window.beta,
            Bound::Upper => score <= window.alpha,
        };
        (is_deep && answers).then_some(score)
    }

    /// The alpha-beta loop over the moves of a position.
    #[inline(always)]
    fn try_moves(
        &mut self,
        position: &S::Game,
        node: &Node,
        moves: &mut Moves<Move<S>>,
        excluded: Option<u16>,
    ) -> Result<Best, Stopped> {
        let Node { place, window, .. } = *node;
        let (mut best, mut alpha) = (Best::NONE, window.alpha);
        let helpers = self.helpers.filter(|_| place.depth >= split::MIN_DEPTH);
        let mut n_tried = 0;
        // Step 1. Pick the most promising move left.
        while let Some(candidate) = self.pick(moves, position, place.ply) {
            let Candidate { m, index, slot, .. } = candidate;
            if Some(index) == excluded {
                moves.advance();
                continue;
            }
            // Step 2. Leave it out if it cannot matter.
            if let Some(why) = self.skip_reason(node, &candidate, n_tried, best.score, alpha) {
                self.guesses += u64::from(why != Skip::Unforced);
                if !S::Observer::IDLE {
                    self.observer.skip(m, why);
                }
                moves.advance();
                continue;
            }
            // Step 3. A move that is much better than all others deserves another ply.
            let extension = match self.only_good_move(position, node, &candidate, excluded)? {
                Singular::Yes => 1,
                Singular::No => 0,
                Singular::ManyGood(score) => return Ok(Best { score, index: Some(index) }),
            };
            // Step 4. Search it.
            let nodes_before = self.counters.nodes;
            self.level(place.ply).slot = slot;
            let child = position.child(m);
            let score = self.search_move(&child, node, &candidate, alpha, n_tried, extension)?;
            n_tried += 1;
            if score > best.score {
                best = Best { score, index: Some(index) };
                // Step 5. Cut off: the other side will avoid this position.
                if score >= window.beta {
                    self.counters.cutoffs += 1;
                    self.counters.first_move_cutoffs += u64::from(n_tried == 1);
                    self.learn(&candidate, moves.before(), place);
                    if !S::Observer::IDLE {
                        self.complete(moves, position, place.ply);
                        self.observer.cut(m, &moves.after());
                    }
                    break;
                }
                // Step 6. Raise the value that the next moves must beat, and extend the best line.
                if score > alpha {
                    alpha = score;
                    self.lines.extend(m, place.ply, nodes_before + 1, self.counters.nodes);
                }
            }
            moves.advance();
            // Step 7. If another thread has nothing to do, search the moves left together.
            if let Some(helpers) = helpers
                && helpers.are_idle()
            {
                self.complete(moves, position, place.ply);
                if moves.are_left() {
                    let progress = Progress::new(moves.take(), n_tried, best, alpha);
                    return self.split(helpers, position, node, excluded, progress);
                }
            }
        }
        // Where the only move was excluded, nothing can be compared with it: that is as good as far below.
        if best.index.is_none() {
            best.score = window.alpha;
        }
        Ok(best)
    }

    /// The value of a move for the side that makes it: late moves less deep and with a window of one step, again in
    /// full if they turn out better than expected.
    #[inline(always)]
    pub(super) fn search_move(
        &mut self,
        child: &S::Game,
        node: &Node,
        candidate: &Candidate<Move<S>>,
        alpha: Score,
        n_tried: u32,
        extension: u32,
    ) -> Result<Score, Stopped> {
        let Window { beta, .. } = node.window;
        let m = candidate.m;
        let full = TreePlace { depth: node.place.depth - 1 + extension, ply: node.place.ply + 1 };
        if n_tried > 0 {
            let narrow = Window { alpha, beta: alpha.next().min(beta) }.for_other_side();
            let reduction = self.reduction(node, candidate, n_tried, alpha).min(full.depth.saturating_sub(1));
            if reduction > 0 && !S::Observer::IDLE {
                let number = n_tried + 1;
                self.observer.announce(Remark::Reduced { by: reduction, number, history: candidate.history });
            }
            let place = TreePlace { depth: full.depth - reduction, ..full };
            let mut score = self.visit(child, m, place, narrow, Role::OTHER)?.for_other_side();
            if reduction > 0 && score > alpha {
                self.counters.researches += 1;
                score = self.visit(child, m, full, narrow, Role::OTHER)?.for_other_side();
            }
            if score <= alpha || score >= beta {
                return Ok(score);
            }
            self.counters.researches += 1;
        }
        let window = Window { alpha, beta }.for_other_side();
        Ok(self.visit(child, m, full, window, Role { may_skip: true, ..node.role })?.for_other_side())
    }

    /// Rewards the move that caused a cut-off, and makes those tried before it count less.
    pub(super) fn learn(&mut self, by: &Candidate<Move<S>>, before: &[Candidate<Move<S>>], place: TreePlace) {
        let bonus = history::bonus(place.depth);
        let [last, second] = [1, 2].map(|plies| self.move_before(place.ply, plies));
        let history = &mut self.memory.history;
        if !by.is_sharp {
            history.set_killer(place.ply as usize, by.m);
            history.set_counter(last, by.m);
        }
        let changes = before.iter().map(|tried| (tried, -bonus)).chain([(by, bonus)]);
        for (candidate, bonus) in changes {
            if candidate.is_sharp {
                history.learn_sharp(candidate.slot, bonus);
            } else if !by.is_sharp {
                history.learn_quiet(candidate.slot, bonus);
                history.learn_after(last, candidate.slot, bonus);
                history.learn_after(second, candidate.slot, bonus);
            }
        }
    }

    /// Tells the observer why the position entered last is searched as it is.
    #[inline(always)]
    pub(super) fn say(&mut self, remark: Remark) {
        if !S::Observer::IDLE {
            self.observer.remark(remark);
        }
    }

    /// Remembers the kind of the node just answered, if there is an observer.
    #[inline(always)]
    pub(super) fn note(&mut self, kind: NodeKind) {
        if !S::Observer::IDLE {
            self.kind = kind;
        }
    }
}

/// Plies that quiescence goes beyond the horizon at most.
const QUIESCENCE_PLIES: u32 = 12;

/// Whether one move stands out.
pub(super) enum Singular {
    Yes,
    No,
    /// Even without it the position is worth this, which is enough.
    ManyGood(Score),
}

/// A heuristic value, replaced by what the table knows if that says more.
#[inline(always)]
fn sharpened(value: f64, known: Option<Entry>) -> f64 {
    match known {
        Some(Entry { score, bound, .. }) if !score.is_decided() => match bound {
            Bound::Exact => score.value(),
            Bound::Lower => value.max(score.value()),
            Bound::Upper => value.min(score.value()),
        },
        _ => value,
    }
}

/// A call of [`Searcher::search_position`] that stays in the copy of the code in which the search began.
pub(super) struct Visit<'m, 'a, S: Selective> {
    pub(super) searcher: &'m mut Searcher<'a, S>,
    pub(super) position: &'m S::Game,
}

impl<S: Selective> Recursion<TreePlace, Window, Role> for Visit<'_, '_, S> {
    type Output = Result<Score, Stopped>;

    #[inline(always)]
    fn call(self, place: TreePlace, window: Window, role: Role, (): ()) -> Self::Output {
        self.searcher.search_position(self.position, place, window, role)
    }
}
