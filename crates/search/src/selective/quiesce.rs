//! Beyond the horizon: sharp moves and forced replies are followed until the position is quiet, so that it is not
//! judged in the middle of an exchange.

use plyscope_core::cpu::{Build, Recursion};
use plyscope_core::{Bound, Game, NodeKind, Observer, Score};

use super::searcher::{Searcher, Selective};
use crate::clock::Stopped;
use crate::frame::Window;
use crate::machine::Move;

impl<S: Selective> Searcher<'_, S> {
    /// The value of an unfinished position, following sharp moves for at most `plies` plies. The side to move need not
    /// make one: it may be content with the heuristic value, unless it must stop a threat.
    #[inline(always)]
    pub(super) fn quiesce(
        &mut self,
        position: &S::Game,
        ply: u32,
        window: Window,
        only_to: Option<u16>,
        plies: u32,
    ) -> Result<Score, Stopped> {
        let value = Score::estimate(self.evaluate(position));
        self.guesses += 1;
        if plies == 0 || !self.rules.techniques.quiescence || (only_to.is_none() && value >= window.beta) {
            self.note(NodeKind::Horizon);
            return Ok(value);
        }
        let (mut best, mut alpha) = match only_to {
            None => (value, window.alpha.max(value)),
            Some(_) => (Score::MIN, window.alpha),
        };
        let mut moves = self.pool.pop().unwrap_or_default();
        self.sharp_moves(position, ply, only_to, &mut moves);
        let mut result = Ok(());
        while let Some(candidate) = super::moves::take_best(&mut moves) {
            let m = candidate.m;
            let nodes_before = self.counters.nodes;
            self.level(ply).slot = candidate.slot;
            let child = position.child(m);
            let below = Window { alpha, beta: window.beta }.for_other_side();
            let score = match self.follow(&child, m, ply + 1, below, plies - 1) {
                Ok(score) => score.for_other_side(),
                Err(Stopped) => {
                    result = Err(Stopped);
                    break;
                }
            };
            if score > best {
                best = score;
                if score >= window.beta {
                    break;
                }
                if score > alpha {
                    alpha = score;
                    self.lines.extend(m, ply, nodes_before + 1, self.counters.nodes);
                }
            }
        }
        moves.clear();
        self.pool.push(moves);
        result?;
        self.note(NodeKind::Horizon);
        // A threat that no move stops was claimed by the game as a certain loss.
        Ok(if best == Score::MIN { value } else { best })
    }

    /// The value of a position that a sharp move or a forced reply led to.
    #[inline(always)]
    fn follow(
        &mut self,
        position: &S::Game,
        m: Move<S>,
        ply: u32,
        window: Window,
        plies: u32,
    ) -> Result<Score, Stopped> {
        self.counters.nodes += 1;
        self.tick()?;
        if !S::Observer::IDLE {
            self.observer.enter(position, Some(m), 0, window.alpha.seen_at(ply), window.beta.seen_at(ply));
        }
        let result = self.build.call(Follow { searcher: self, position }, ply, window, plies, ());
        if !S::Observer::IDLE {
            match result {
                Ok(score) => {
                    let bound = Bound::of(score, window.alpha, window.beta);
                    self.observer.leave(score.seen_at(ply), bound, self.kind);
                }
                Err(Stopped) => self.observer.leave(Score::EVEN, Bound::Exact, NodeKind::Stopped),
            }
        }
        result
    }

    #[inline(always)]
    fn follow_position(&mut self, position: &S::Game, ply: u32, window: Window, plies: u32) -> Result<Score, Stopped> {
        if let Some(outcome) = position.outcome() {
            self.note(NodeKind::End);
            return Ok(Score::of(outcome, position.side_to_move()).seen_from(ply));
        }
        let outlook = self.outlook(position);
        let (at_least, at_most) = (outlook.at_least.seen_from(ply), outlook.at_most.seen_from(ply));
        if at_least >= window.beta || at_least == at_most {
            self.note(NodeKind::Certain);
            return Ok(at_least);
        }
        if at_most <= window.alpha {
            self.note(NodeKind::Certain);
            return Ok(at_most);
        }
        self.quiesce(position, ply, window, outlook.only_to, plies)
    }
}

/// A call of [`Searcher::follow_position`] that stays in the copy of the code in which the search began.
struct Follow<'m, 'a, S: Selective> {
    searcher: &'m mut Searcher<'a, S>,
    position: &'m S::Game,
}

impl<S: Selective> Recursion<u32, Window, u32> for Follow<'_, '_, S> {
    type Output = Result<Score, Stopped>;

    #[inline(always)]
    fn call(self, ply: u32, window: Window, plies: u32, (): ()) -> Self::Output {
        self.searcher.follow_position(self.position, ply, window, plies)
    }
}
