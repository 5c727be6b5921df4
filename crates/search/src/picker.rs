//! Picks the next move of a position to try: first the one that the table remembers, then the most promising one left.

use std::cmp::Reverse;

use plyscope_core::cpu::{Build, Recursion};
use plyscope_core::{Game, Heuristic, Score};

use crate::frame::TreePlace;
use crate::machine::{Machine, Move, Setup};
use crate::ordering::{Choice, Promise, Ranked, bring_to_front};

/// The moves of a position, picked one by one. If one is remembered, the others are listed only when it did not cause a
/// cut-off: most of the time it does.
pub(crate) struct Picker<M> {
    /// The moves listed so far: those tried in front, those deferred at the end, in the order of deferring.
    list: Vec<Ranked<M>>,
    /// Whether all moves are listed.
    is_complete: bool,
    /// Whether none of the moves left promises anything: they stay in their order.
    is_sorted: bool,
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
        Picker { list, is_complete: false, is_sorted: false, current: 0, n_deferred: 0 }
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
            let choice = self.complete(machine, position, place);
            self.bring(choice);
        } else if !self.is_sorted && self.current < self.n_fresh() {
            self.bring(Choice::among(&self.list[self.current..self.n_fresh()]));
        }
        self.list.get(self.current).map(|ranked| (ranked.index, ranked.m))
    }

    /// Makes the chosen one of the moves left the current one.
    #[inline(always)]
    fn bring(&mut self, choice: Choice) {
        self.is_sorted = choice.promise == Promise::NONE;
        bring_to_front(&mut self.list[self.current..], choice.at);
    }

    /// Lists the moves that are not listed yet; the most promising one of these.
    #[inline(always)]
    fn complete<S: Setup>(&mut self, machine: &mut Machine<'_, S>, position: &S::Game, place: TreePlace) -> Choice
    where
        S::Game: Game<Move = M>,
    {
        if self.is_complete {
            return Choice::FIRST;
        }
        self.is_complete = true;
        let first = self.list.first().map(|ranked| ranked.index);
        machine.list(position, place, first, &mut self.list)
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

/// A call of [`Machine::list`] in the copy of the code in which the search runs.
struct Listing<'m, 'a, S: Setup> {
    machine: &'m mut Machine<'a, S>,
    position: &'m S::Game,
}

impl<S: Setup> Recursion<TreePlace, Option<u16>, &mut Vec<Ranked<Move<S>>>> for Listing<'_, '_, S> {
    type Output = Choice;

    #[inline(always)]
    fn call(self, place: TreePlace, skipped: Option<u16>, moves: &mut Vec<Ranked<Move<S>>>, (): ()) -> Choice {
        let Listing { machine, position } = self;
        let order = machine.method.options.order;
        // No move has this index.
        let skipped = skipped.map_or(u32::MAX, u32::from);
        let others = position.moves().zip(0..).filter(|&(_, index)| index != skipped);
        if place.depth == 1 && !order.heuristic || order.is_none() {
            moves.extend(others.map(|(m, index)| Ranked::unknown(index as u16, m)));
            return Choice::FIRST;
        }
        let begin = moves.len();
        let killers = machine.experience.killers(place.ply as usize);
        let (heuristic, experience, mut evaluations) = (machine.heuristic, &machine.experience, 0);
        let mut choice = Choice::FIRST;
        for (m, index) in others {
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
            choice.consider(moves.len() - begin, promise);
            moves.push(Ranked { index: index as u16, m, promise });
        }
        machine.counters.evaluations += evaluations;
        if order.heuristic && order.history {
            // Moves with the same heuristic value keep this order.
            moves[begin..].sort_by_key(|ranked| Reverse(machine.experience.history(ranked.m)));
            return Choice::among(&moves[begin..]);
        }
        choice
    }
}

impl<S: Setup> Machine<'_, S> {
    /// Appends the moves of a position in the game's order, except for the one with the index `skipped`, each with how
    /// promising it is; the most promising one of them.
    #[inline]
    fn list(
        &mut self,
        position: &S::Game,
        place: TreePlace,
        skipped: Option<u16>,
        moves: &mut Vec<Ranked<Move<S>>>,
    ) -> Choice {
        self.build.call(Listing { machine: self, position }, place, skipped, moves, ())
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
