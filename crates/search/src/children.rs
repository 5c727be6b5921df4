//! Trying the moves of a position: in the game's order, as leaves, or the most promising first.

use std::cmp::Reverse;

use plyscope_core::cpu::Build;
use plyscope_core::{Game, Heuristic, Observer, Score};

use crate::busy;
use crate::clock::Stopped;
use crate::machine::{Algorithm, Frame, Machine};
use crate::ordering::{Ranked, bring_best};

/// The best value and the place of its move.
type Best = (Score, Option<u16>);

impl<G: Game, H: Heuristic<G>, O: Observer<G>, B: Build> Machine<'_, G, H, O, B> {
    /// Tries the moves of a position until they are used up or one is good enough.
    #[inline(always)]
    pub(crate) fn try_moves<A: Algorithm>(
        &mut self,
        position: &G,
        key: u64,
        frame: Frame,
        remembered: Option<u16>,
    ) -> Result<Best, Stopped> {
        let order = self.options.order;
        // At the last ply, ordering costs more than the leaves it saves; only who asks for the heuristic order gets it there too.
        let by_clues = if frame.depth == 1 { order.heuristic } else { !order.is_none() };
        if O::IDLE && frame.depth == 1 && !by_clues {
            return self.try_leaves(position, frame);
        }
        // Somebody wants to see the moves that are not tried, or their order matters: they must be listed.
        let mut moves = self.pool.pop().unwrap_or_default();
        let result =
            self.try_listed::<A>(position, key, frame, remembered.filter(|_| order.table && by_clues), &mut moves);
        moves.clear();
        self.pool.push(moves);
        result
    }

    /// Tries them in the game's order.
    #[inline(always)]
    pub(crate) fn try_plainly<A: Algorithm>(&mut self, position: &G, frame: Frame) -> Result<Best, Stopped> {
        if frame.depth == 1 { self.try_leaves(position, frame) } else { self.try_in_turn::<A>(position, frame) }
    }

    #[inline(always)]
    fn try_in_turn<A: Algorithm>(&mut self, position: &G, frame: Frame) -> Result<Best, Stopped> {
        let (mut best, mut best_index, mut alpha) = (Score::MIN, None, frame.alpha);
        for (index, m) in position.moves().enumerate() {
            let entered = self.counters.nodes;
            let score = A::child(self, &position.child(m), m, Frame { alpha, ..frame }, index == 0)?;
            if score > best {
                (best, best_index) = (score, Some(index as u16));
                if score >= frame.beta {
                    self.count_cutoff(index);
                    break;
                }
                if score > alpha {
                    alpha = score;
                    self.lines.extend(m, frame.ply, entered, self.counters.nodes);
                }
            }
        }
        Ok((best, best_index))
    }

    /// The last ply, where most of the nodes are. Children are leaves, whose values depend neither on the algorithm nor on the window, and are
    /// counted together in the end.
    #[inline(always)]
    fn try_leaves(&mut self, position: &G, frame: Frame) -> Result<Best, Stopped> {
        let (mut best, mut best_index) = (Score::MIN, None);
        let nodes_before = self.counters.nodes;
        let (mut n_tried, mut n_ended, mut patience) = (0, 0, self.clock.patience(nodes_before));
        let mut in_time = Ok(());
        for m in position.moves() {
            n_tried += 1;
            if n_tried >= patience {
                in_time = self.clock.look(nodes_before + n_tried);
                if in_time.is_err() {
                    break;
                }
                patience = self.clock.patience(nodes_before);
            }
            let child = position.child(m);
            let score = match child.outcome() {
                Some(outcome) => {
                    n_ended += 1;
                    Score::of(outcome, child.side_to_move()).seen_from(frame.ply + 1)
                }
                None => Score::estimate(self.heuristic.evaluate(&child)),
            };
            let score = score.for_other_side();
            if score > best {
                (best, best_index) = (score, Some(n_tried as u16 - 1));
                if score >= frame.beta {
                    self.count_cutoff(n_tried as usize - 1);
                    break;
                }
                if score > frame.alpha {
                    let now = nodes_before + n_tried;
                    self.lines.extend(m, frame.ply, now, now);
                }
            }
        }
        self.counters.nodes = nodes_before + n_tried;
        self.horizons += n_tried - n_ended - u64::from(in_time.is_err());
        in_time.map(|()| (best, best_index))
    }

    /// Tries the moves in a list, which is empty at first. If one is remembered, the others are listed only when it was not good enough: most of the time it is.
    fn try_listed<A: Algorithm>(
        &mut self,
        position: &G,
        key: u64,
        frame: Frame,
        remembered: Option<u16>,
        moves: &mut Vec<Ranked<G::Move>>,
    ) -> Result<Best, Stopped> {
        let (mut best, mut best_index, mut alpha) = (Score::MIN, None, frame.alpha);
        let busy = self.busy.filter(|_| frame.depth >= busy::LEAST_DEPTH);
        let (mut place, mut n_deferred, mut is_complete) = (0, 0, false);
        if let Some(index) = remembered {
            moves.extend(position.moves().nth(index.into()).map(|m| Ranked::alike(index, m)));
        }
        loop {
            if place == moves.len() && !is_complete {
                let first = moves.first().map(|ranked| ranked.index);
                self.list(position, frame, first, moves);
                is_complete = true;
            }
            if place == moves.len() {
                return Ok((best, best_index));
            }
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
            let (entered, child) = (self.counters.nodes, Frame { alpha, ..frame });
            let score = busy::announced(busy, name, || A::child(self, &position.child(m), m, child, place == 0))?;
            if score > best {
                (best, best_index) = (score, Some(index));
                if score >= frame.beta {
                    self.count_cutoff(place);
                    self.experience.reward(m, frame.ply as usize, frame.depth);
                    if !O::IDLE {
                        if !is_complete {
                            self.list(position, frame, Some(index), moves);
                        }
                        let untried: Vec<G::Move> = moves[place + 1..].iter().map(|ranked| ranked.m).collect();
                        self.observer.cut(m, &untried);
                    }
                    return Ok((best, best_index));
                }
                if score > alpha {
                    alpha = score;
                    self.lines.extend(m, frame.ply, entered, self.counters.nodes);
                }
            }
            place += 1;
        }
    }

    /// Lists the moves of a position but the one with the index `skipped`, each with how promising it is, in the game's order.
    #[inline]
    fn list(&mut self, position: &G, frame: Frame, skipped: Option<u16>, moves: &mut Vec<Ranked<G::Move>>) {
        let order = self.options.order;
        let others = position.moves().zip(0..).filter(|&(_, index)| Some(index) != skipped);
        if frame.depth == 1 && !order.heuristic || order.is_none() {
            moves.extend(others.map(|(m, index)| Ranked::alike(index, m)));
            return;
        }
        let begin = moves.len();
        let killers = self.experience.killers(frame.ply as usize);
        let (heuristic, experience, mut evaluations) = (self.heuristic, &self.experience, 0);
        moves.extend(others.map(|(m, index)| {
            let promise = experience.promise(m, &killers, || {
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
        if order.heuristic && order.history {
            // What has the same heuristic value keeps this order.
            moves[begin..].sort_by_key(|ranked| Reverse(self.experience.history(ranked.m)));
        }
    }

    /// The moves of a position in the order in which they should be tried, with their places in the game's order.
    pub(crate) fn ordered(&mut self, position: &G, remembered: Option<u16>) -> Vec<(u16, G::Move)> {
        let mut moves = Vec::new();
        self.list(position, Frame { depth: 2, ply: 0, alpha: Score::MIN, beta: Score::MAX }, None, &mut moves);
        let is_first = |ranked: &Ranked<G::Move>| self.options.order.table && Some(ranked.index) == remembered;
        moves.sort_by_key(|ranked| Reverse((is_first(ranked), ranked.promise)));
        moves.into_iter().map(|ranked| (ranked.index, ranked.m)).collect()
    }

    #[inline(always)]
    fn count_cutoff(&mut self, place: usize) {
        self.counters.cutoffs += 1;
        self.counters.first_move_cutoffs += u64::from(place == 0);
    }
}
