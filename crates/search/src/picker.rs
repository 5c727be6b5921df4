//! Picks the next move of a position to try: first the one that the table remembers, then the most promising one left.

use std::cmp::Reverse;

use plyscope_core::{Game, Heuristic, Score};

use crate::frame::TreePlace;
use crate::machine::{Machine, Move, Setup};
use crate::ordering::{Ranked, bring_best};

/// The moves of a position, picked one by one. If one is remembered, the others are listed only when it did not cause a
/// cut-off: most of the time it does.
pub(crate) struct Picker<M> {
    /// The moves listed so far: those tried in front, those deferred at the end, in the order of deferring.
    list: Vec<Ranked<M>>,
    /// Whether all moves are listed.
    is_complete: bool,
    /// The index of the move to try now.
    current: usize,
    n_deferred: usize,
}

impl<M: Copy> Picker<M> {
    /// A picker with the remembered move first. `list` must be empty; it is passed in to reuse its memory.
    #[inline(always)]
    pub(crate) fn new<G: Game<Move = M>>(mut list: Vec<Ranked<M>>, position: &G, remembered: Option<u16>) -> Self {
        if let Some(index) = remembered {
            list.extend(position.moves().nth(index.into()).map(|m| Ranked::unknown(index, m)));
        }
        Picker { list, is_complete: false, current: 0, n_deferred: 0 }
    }

    /// The list, emptied for the next picker.
    #[inline(always)]
    pub(crate) fn into_list(mut self) -> Vec<Ranked<M>> {
        self.list.clear();
        self.list
    }

    /// The move to try now, and its index in the game's order. It stays the same until [`Picker::advance`] or
    /// [`Picker::defer`] is called.
    #[inline(always)]
    pub(crate) fn next<'a, S: Setup>(
        &mut self,
        machine: &mut Machine<'a, S>,
        position: &S::Game,
        place: TreePlace,
    ) -> Option<(u16, M)>
    where
        S::Game: Game<Move = M>,
    {
        if self.current == self.list.len() {
            self.complete(machine, position, place);
        }
        let n_fresh = self.n_fresh();
        if self.current < n_fresh {
            bring_best(&mut self.list[self.current..n_fresh]);
        }
        self.list.get(self.current).map(|ranked| (ranked.index, ranked.m))
    }

    /// Lists the moves that are not listed yet.
    #[inline(always)]
    fn complete<S: Setup>(&mut self, machine: &mut Machine<'_, S>, position: &S::Game, place: TreePlace)
    where
        S::Game: Game<Move = M>,
    {
        if !self.is_complete {
            let first = self.list.first().map(|ranked| ranked.index);
            machine.list(position, place, first, &mut self.list);
            self.is_complete = true;
        }
    }

    /// The number of listed moves that were never deferred.
    #[inline(always)]
    fn n_fresh(&self) -> usize {
        self.list.len() - self.n_deferred
    }

    /// Whether the current move may be deferred: the first move may not, and no move twice.
    #[inline(always)]
    pub(crate) fn may_defer(&self) -> bool {
        self.current > 0 && self.current < self.n_fresh()
    }

    /// Leaves the current move for later: it is tried after all others.
    #[inline(always)]
    pub(crate) fn defer(&mut self) {
        self.list[self.current..].rotate_left(1);
        self.n_deferred += 1;
    }

    /// Moves on to the next move.
    #[inline(always)]
    pub(crate) fn advance(&mut self) {
        self.current += 1;
    }

    /// The number of moves tried before the current one.
    #[inline(always)]
    pub(crate) fn n_tried(&self) -> usize {
        self.current
    }

    /// The moves after the current one. Inlined like the rest, so that the picker itself stays in registers.
    #[inline(always)]
    pub(crate) fn untried<S: Setup>(
        &mut self,
        machine: &mut Machine<'_, S>,
        position: &S::Game,
        place: TreePlace,
    ) -> Vec<M>
    where
        S::Game: Game<Move = M>,
    {
        self.complete(machine, position, place);
        self.list[self.current + 1..].iter().map(|ranked| ranked.m).collect()
    }
}

impl<S: Setup> Machine<'_, S> {
    /// Appends the moves of a position in the game's order, except for the one with the index `skipped`, each with how
    /// promising it is.
    #[inline]
    fn list(&mut self, position: &S::Game, place: TreePlace, skipped: Option<u16>, moves: &mut Vec<Ranked<Move<S>>>) {
        let order = self.method.options.order;
        let others = position.moves().zip(0..).filter(|&(_, index)| Some(index) != skipped);
        if place.depth == 1 && !order.heuristic || order.is_none() {
            moves.extend(others.map(|(m, index)| Ranked::unknown(index, m)));
            return;
        }
        let begin = moves.len();
        let killers = self.experience.killers(place.ply as usize);
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
            // Moves with the same heuristic value keep this order.
            moves[begin..].sort_by_key(|ranked| Reverse(self.experience.history(ranked.m)));
        }
    }

    /// The moves of the root in the order in which they should be tried, with their indices in the game's order.
    pub(crate) fn ordered(&mut self, position: &S::Game, remembered: Option<u16>) -> Vec<(u16, Move<S>)> {
        let mut moves = Vec::new();
        // Any depth other than 1, at which moves are not ordered.
        self.list(position, TreePlace { depth: 2, ply: 0 }, None, &mut moves);
        let is_first = |ranked: &Ranked<Move<S>>| self.method.options.order.table && Some(ranked.index) == remembered;
        moves.sort_by_key(|ranked| Reverse((is_first(ranked), ranked.promise)));
        moves.into_iter().map(|ranked| (ranked.index, ranked.m)).collect()
    }
}
