//! The order in which a selective search tries moves.
//!
//! First the move that the table remembers, then sharp moves by what the game and their history promise, then killers
//! and the countermove, then quiet moves by their histories. Moves are selected one by one, not sorted: most positions
//! need only the first.

use plyscope_core::{Game, Insight};

use super::history::Slot;
use super::searcher::{Searcher, Selective};
use crate::machine::Move;

/// A move that waits to be tried.
#[derive(Clone, Copy)]
pub(super) struct Candidate<M> {
    pub(super) m: M,
    /// Its index in the game's order.
    pub(super) index: u16,
    pub(super) is_sharp: bool,
    /// Its history, for quiet moves.
    pub(super) history: i32,
    /// Where it is in the order: higher is earlier.
    rank: i32,
    pub(super) slot: Slot,
}

/// Steps between the groups of moves; histories lie between them.
const KILLER: i32 = 1 << 20;
const SHARP: i32 = 1 << 22;
/// What a step of [`Insight::promise`] counts beside histories.
const PROMISE: i32 = 1500;

/// The moves of a position, picked one by one.
pub(super) struct Moves<M> {
    list: Vec<Candidate<M>>,
    /// Whether all moves are listed: at first only the remembered one is.
    is_complete: bool,
    current: usize,
}

impl<M: Copy> Moves<M> {
    /// The list, emptied for the next position.
    #[inline(always)]
    pub(super) fn into_list(mut self) -> Vec<Candidate<M>> {
        self.list.clear();
        self.list
    }

    #[inline(always)]
    pub(super) fn advance(&mut self) {
        self.current += 1;
    }

    /// Whether there are moves that were not tried yet.
    #[inline(always)]
    pub(super) fn are_left(&self) -> bool {
        self.current < self.list.len()
    }

    /// The same moves, leaving none here.
    pub(super) fn take(&mut self) -> Moves<M> {
        let list = std::mem::take(&mut self.list);
        Moves { list, ..*self }
    }

    /// The moves tried before the current one.
    #[inline(always)]
    pub(super) fn before(&self) -> &[Candidate<M>] {
        &self.list[..self.current]
    }

    /// The moves after the current one that are listed.
    pub(super) fn after(&self) -> Vec<M> {
        self.list[self.current + 1..].iter().map(|candidate| candidate.m).collect()
    }

    /// Brings the move of highest rank to the current place.
    #[inline(always)]
    fn bring_best(&mut self) {
        if self.current >= self.list.len() {
            return;
        }
        let (mut best, mut most) = (self.current, self.list[self.current].rank);
        for index in self.current + 1..self.list.len() {
            if self.list[index].rank > most {
                (best, most) = (index, self.list[index].rank);
            }
        }
        self.list.swap(self.current, best);
    }
}

impl<S: Selective> Searcher<'_, S> {
    /// The moves of a position, the remembered one first. `only_to` leaves out all moves to other cells.
    #[inline(always)]
    pub(super) fn moves_of(&mut self, position: &S::Game, remembered: Option<u16>, ply: u32) -> Moves<Move<S>> {
        let mut moves = Moves { list: self.pool.pop().unwrap_or_default(), is_complete: false, current: 0 };
        if let Some(index) = remembered
            && let Some(m) = position.moves().nth(index.into())
        {
            moves.list.push(self.rank(position, m, index, ply));
        }
        moves
    }

    /// The move to try now. It stays the same until [`Moves::advance`] is called.
    #[inline(always)]
    pub(super) fn pick(
        &mut self,
        moves: &mut Moves<Move<S>>,
        position: &S::Game,
        ply: u32,
    ) -> Option<Candidate<Move<S>>> {
        if moves.current == moves.list.len() {
            self.complete(moves, position, ply);
        }
        moves.bring_best();
        moves.list.get(moves.current).copied()
    }

    /// Lists the moves that are not listed yet.
    pub(super) fn complete(&mut self, moves: &mut Moves<Move<S>>, position: &S::Game, ply: u32) {
        if moves.is_complete {
            return;
        }
        moves.is_complete = true;
        let first = moves.list.first().map(|candidate| candidate.index);
        for (m, index) in position.moves().zip(0..) {
            if Some(index) != first {
                let candidate = self.rank(position, m, index, ply);
                moves.list.push(candidate);
            }
        }
    }

    /// A move with its place in the order.
    #[inline(always)]
    fn rank(&self, position: &S::Game, m: Move<S>, index: u16, ply: u32) -> Candidate<Move<S>> {
        let slot = Self::slot(position, m);
        let history = &self.memory.history;
        let promise = PROMISE * position.promise(m);
        if position.is_sharp(m) {
            let learnt = if self.rules.techniques.capture_history { history.sharp(slot) } else { 0 };
            return Candidate { m, index, is_sharp: true, history: learnt, rank: SHARP + promise + learnt, slot };
        }
        let mut learnt = history.quiet(slot);
        if self.rules.techniques.continuation {
            let [last, before] = [1, 2].map(|plies| history.after(self.move_before(ply, plies), slot));
            learnt = (learnt + last + before) / 2;
        }
        let mut rank = promise + learnt;
        let [first, second] = history.killers(ply as usize);
        if first == Some(m) {
            rank += 3 * KILLER;
        } else if second == Some(m) {
            rank += 2 * KILLER;
        } else if self.rules.techniques.countermove && history.counter(self.move_before(ply, 1)) == Some(m) {
            rank += KILLER;
        }
        Candidate { m, index, is_sharp: false, history: learnt, rank, slot }
    }
}

impl<M> Candidate<M> {
    /// Whether it is tried early because it was good elsewhere at this ply.
    #[inline(always)]
    pub(super) fn is_killer(&self) -> bool {
        !self.is_sharp && self.rank > KILLER / 2
    }
}

impl<S: Selective> Searcher<'_, S> {
    /// Appends the sharp moves of a position, or the moves that stop a threat.
    #[inline(always)]
    pub(super) fn sharp_moves(
        &self,
        position: &S::Game,
        ply: u32,
        only_to: Option<u16>,
        list: &mut Vec<Candidate<Move<S>>>,
    ) {
        for (m, index) in position.moves().zip(0..) {
            let is_wanted = match only_to {
                Some(cell) => <S::Game as Insight>::goes_to(m, cell),
                None => position.is_sharp(m),
            };
            if is_wanted {
                list.push(self.rank(position, m, index, ply));
            }
        }
    }
}

/// Takes the move of highest rank out of a list.
#[inline(always)]
pub(super) fn take_best<M: Copy>(list: &mut Vec<Candidate<M>>) -> Option<Candidate<M>> {
    let best = (0..list.len()).max_by_key(|&index| list[index].rank)?;
    Some(list.swap_remove(best))
}
