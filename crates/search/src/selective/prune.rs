//! What a selective search leaves out, and how much less deep it looks: rules that are nearly always right and save
//! most of the tree. All of them compare values in swings, see `margins.rs` and `rules.rs`.

use plyscope_core::{Bound, Insight, Observer, Remark, Score, Skip, Test};

use super::margins;
use super::moves::Candidate;
use super::node::{Node, Singular};
use super::searcher::{Searcher, Selective};
use crate::clock::Stopped;
use crate::frame::{TreePlace, Window};
use crate::machine::Move;

impl<S: Selective> Searcher<'_, S> {
    /// A value for the position that needs none of its moves, if one of the rules allows it.
    #[inline(always)]
    pub(super) fn do_without_moves(&mut self, position: &S::Game, node: &Node) -> Result<Option<Score>, Stopped> {
        let (Some(value), Some(swing)) = (node.value, self.memory.swing.mean()) else {
            return Ok(None);
        };
        let beta = node.window.beta;
        if !beta.is_decided() && value >= beta.value() {
            if let Some(score) = self.reverse_futility(node, value, swing) {
                return Ok(Some(score));
            }
            if let Some(score) = self.null_move(position, node, value)? {
                return Ok(Some(score));
            }
        }
        self.probcut(position, node, swing)
    }

    /// Near the horizon: so much above the window that the moves left cannot change it.
    #[inline(always)]
    fn reverse_futility(&mut self, node: &Node, value: f64, swing: f64) -> Option<Score> {
        let depth = node.place.depth;
        if !self.rules.techniques.reverse_futility || depth > margins::REVERSE_FUTILITY_DEPTH {
            return None;
        }
        let margin = swing * self.rules.reverse_futility(depth, node.is_improving);
        let beta = node.window.beta.value();
        if value - margin < beta {
            return None;
        }
        self.guesses += 1;
        self.say(Remark::Safe { margin });
        Some(Score::estimate((value + beta) / 2.0))
    }

    /// If the position is good enough even when the turn is given away, it is good enough. Where having to move may be
    /// a burden the game says so, and a cut-off high in the tree is verified without that assumption.
    fn null_move(&mut self, position: &S::Game, node: &Node, value: f64) -> Result<Option<Score>, Stopped> {
        let TreePlace { depth, ply } = node.place;
        let beta = node.window.beta;
        if !self.rules.techniques.null_move
            || depth < margins::NULL_DEPTH
            || !node.role.may_skip
            || value < beta.value()
            || node.known.is_some_and(|entry| entry.bound == Bound::Upper && entry.score < beta)
        {
            return Ok(None);
        }
        let Some(skipped) = position.skipped() else {
            return Ok(None);
        };
        let reduced = depth.saturating_sub(self.rules.null_reduction(depth));
        let narrow = Window { alpha: beta.previous(), beta };
        self.level(ply).slot = super::history::Slot::NONE;
        self.counters.nodes += 1;
        self.tick()?;
        let place = TreePlace { depth: reduced.saturating_sub(1), ply: ply + 1 };
        let score = self.test(Test::NullMove, &skipped, place, narrow.for_other_side())?.for_other_side();
        if score < beta {
            return Ok(None);
        }
        if depth >= VERIFIED_DEPTH {
            let place = TreePlace { depth: reduced.max(1), ply };
            if self.test(Test::Verification, position, place, narrow)? < beta {
                return Ok(None);
            }
        }
        self.guesses += 1;
        self.say(Remark::NullMove);
        // A win without a move proves nothing.
        Ok(Some(if score.is_decided() { beta } else { score }))
    }

    /// A shallow search predicts the deep one within a known error (M. Buro: Experiments with Multi-ProbCut and a new
    /// high-quality evaluation function for Othello, 1997).
    fn probcut(&mut self, position: &S::Game, node: &Node, swing: f64) -> Result<Option<Score>, Stopped> {
        let TreePlace { depth, ply } = node.place;
        let Window { alpha, beta } = node.window;
        if !self.rules.techniques.probcut || depth < PROBCUT_DEPTH || alpha.is_decided() || beta.is_decided() {
            return Ok(None);
        }
        let Some(value) = node.value else {
            return Ok(None);
        };
        for shallow in [depth / 4, depth / 2] {
            // Odd and even depths judge differently, because another side moves last.
            let shallow = shallow + (depth - shallow) % 2;
            let Some(error) = <S::Game as Insight>::shallow_error(depth, shallow) else {
                continue;
            };
            let margin = self.rules.probcut_errors() * error * swing;
            // Only where the value itself gives hope is the shallow search worth its time.
            if value >= beta.value() {
                let bound = Score::estimate(beta.value() + margin);
                let window = Window { alpha: bound.previous(), beta: bound };
                if self.test(Test::ProbCut, position, TreePlace { depth: shallow, ply }, window)? >= bound {
                    self.say(Remark::ProbCut { depth: shallow });
                    return Ok(Some(beta));
                }
            } else if value <= alpha.value() {
                let bound = Score::estimate(alpha.value() - margin);
                let window = Window { alpha: bound, beta: bound.next() };
                if self.test(Test::ProbCut, position, TreePlace { depth: shallow, ply }, window)? <= bound {
                    self.say(Remark::ProbCut { depth: shallow });
                    return Ok(Some(alpha));
                }
            }
        }
        Ok(None)
    }

    /// Why a move is not searched, if it is not. The first move always is, and so are all moves as long as the position
    /// is lost with those tried.
    #[inline(always)]
    pub(super) fn skip_reason(
        &self,
        node: &Node,
        candidate: &Candidate<Move<S>>,
        n_tried: u32,
        best: Score,
        alpha: Score,
    ) -> Option<Skip> {
        if let Some(cell) = node.only_to {
            return (!<S::Game as Insight>::goes_to(candidate.m, cell)).then_some(Skip::Unforced);
        }
        let is_lost = best.is_decided() && !best.is_win();
        let is_searched = node.role.is_expected || candidate.is_sharp || n_tried == 0;
        if is_searched || is_lost || alpha.is_decided() || self.is_exact {
            return None;
        }
        let depth = node.place.depth;
        if self.rules.techniques.late_pruning
            && depth <= margins::LATE_DEPTH
            && n_tried >= self.rules.late_limit(depth, node.is_improving)
            && self.memory.swing.mean().is_some()
        {
            return Some(Skip::Late { tried: n_tried });
        }
        if self.rules.techniques.futility && depth <= margins::FUTILITY_DEPTH {
            let missing = alpha.value() - node.value? - self.memory.swing.mean()? * self.rules.futility(depth);
            if missing >= 0.0 && !candidate.is_killer() {
                return Some(Skip::Futile { by: missing });
            }
        }
        None
    }

    /// By how many plies a move is searched less deep.
    #[inline(always)]
    pub(super) fn reduction(&self, node: &Node, candidate: &Candidate<Move<S>>, n_tried: u32, alpha: Score) -> u32 {
        let depth = node.place.depth;
        let is_wanted = self.rules.techniques.reductions && depth >= margins::REDUCTION_DEPTH;
        if !is_wanted || node.only_to.is_some() || alpha.is_decided() || self.is_exact {
            return 0;
        }
        let mut plies = self.rules.reduction(depth, n_tried as usize);
        plies -= i32::from(node.role.is_expected);
        plies += i32::from(!node.is_improving);
        if candidate.is_sharp {
            plies -= 1;
        } else {
            plies -= i32::from(candidate.is_killer());
            plies -= (candidate.history / 6000).clamp(-2, 2);
        }
        plies.max(0) as u32
    }

    /// Whether the remembered move is much better than all others: these are searched without it, less deep. If one of
    /// them is good enough too, that search has shown it.
    #[inline(always)]
    pub(super) fn only_good_move(
        &mut self,
        position: &S::Game,
        node: &Node,
        candidate: &Candidate<Move<S>>,
        excluded: Option<u16>,
    ) -> Result<Singular, Stopped> {
        let TreePlace { depth, ply } = node.place;
        if !self.rules.techniques.singular
            || depth < margins::SINGULAR_DEPTH
            || excluded.is_some()
            || node.only_to.is_some()
        {
            return Ok(Singular::No);
        }
        let (Some(entry), Some(swing)) = (node.known, self.memory.swing.mean()) else {
            return Ok(Singular::No);
        };
        if entry.best != Some(candidate.index)
            || entry.depth + 3 < depth
            || entry.bound == Bound::Upper
            || entry.score.is_decided()
            || ply >= self.extension_limit
        {
            return Ok(Singular::No);
        }
        let bound = Score::estimate(entry.score.value() - swing * self.rules.singular(depth));
        let window = Window { alpha: bound.previous(), beta: bound };
        self.level(ply).excluded = Some(candidate.index);
        let score = self.test(Test::Singular, position, TreePlace { depth: (depth - 1) / 2, ply }, window);
        self.level(ply).excluded = None;
        // The test has used the same place of the path.
        let score = score?;
        if score < bound {
            if !S::Observer::IDLE {
                self.observer.announce(Remark::OnlyGoodMove);
            }
            Ok(Singular::Yes)
        } else if bound >= node.window.beta && !node.role.is_expected {
            self.say(Remark::SeveralGoodMoves);
            Ok(Singular::ManyGood(bound))
        } else {
            Ok(Singular::No)
        }
    }
}

/// Null moves from this depth on are verified.
const VERIFIED_DEPTH: u32 = 8;
/// Shallow searches stand for deep ones from this depth on.
const PROBCUT_DEPTH: u32 = 5;
