//! Plain tree searches: minimax and alpha-beta without table, order or observer. They visit the most positions and do
//! the least at each, so what `ply.rs` does in steps is one loop here. Only unfinished positions above the last ply
//! cost a call.

use plyscope_core::cpu::{Build, Recursion};
use plyscope_core::{Game, Heuristic, Score};

use crate::clock::Stopped;
use crate::frame::Frame;
use crate::machine::{Machine, Setup};

/// What a position is worth when the search was stopped below it: less than any window, so that it looks like a cut-off
/// to the position above. Whether the search was stopped need only be asked there.
const STOPPED: Score = Score::MIN.previous();

/// A window as two promises: what the side to move can already get and what the other side can, each as it sees it. One
/// ply further down they only change places.
#[derive(Clone, Copy)]
struct Promised {
    mine: Score,
    theirs: Score,
}

impl<S: Setup> Machine<'_, S> {
    /// The value of an unfinished position above the horizon, by its moves. Called once for each move of the root, and
    /// so kept out of [`Machine::visit`], which all other searches have at every ply.
    #[inline(never)]
    pub(crate) fn search_plain(&mut self, position: &S::Game, frame: Frame) -> Result<Score, Stopped> {
        let Frame { place, window } = frame;
        self.last_ply = place.ply + place.depth - 1;
        let promised = Promised { mine: window.alpha, theirs: window.beta.for_other_side() };
        let position = position.clone();
        let score = if place.depth == 1 {
            self.build.call(Leaves { machine: self }, position, promised, (), ())
        } else {
            self.build.call(Inner { machine: self }, position, promised, place.ply + 1, ())
        };
        if score == STOPPED {
            return Err(Stopped);
        }
        if score > window.alpha && score < window.beta {
            self.lines.confirm(place.ply, self.counters.interior);
        }
        Ok(score)
    }

    /// Tries the moves of a position above the last ply, straight from the game. The ply is an argument, because kept
    /// in the machine it would be waited for.
    #[inline(always)]
    fn try_moves(&mut self, position: &S::Game, promised: Promised, child_ply: u32) -> Score {
        self.counters.interior += 1;
        let Promised { mut mine, theirs } = promised;
        let mut best = Score::MIN;
        for m in position.moves() {
            if self.is_stopped_by_node() {
                return STOPPED;
            }
            let child = position.child(m);
            let (score, goes_on) = match child.end_score() {
                Some(score) => (score.seen_from(child_ply), false),
                None => {
                    let promised = Promised { mine: theirs, theirs: mine };
                    let score = if child_ply == self.last_ply {
                        self.try_leaves(&child, promised)
                    } else {
                        self.build.call(Inner { machine: self }, child, promised, child_ply + 1, ())
                    };
                    (score, true)
                }
            };
            let score_here = score.for_other_side();
            if score_here > best {
                // No value is as low as the best before the first move. So moves need not be counted.
                let is_first = best == Score::MIN;
                best = score_here;
                if score <= theirs {
                    if self.clock.is_stopped() {
                        return STOPPED;
                    }
                    self.count_cutoff(is_first);
                    break;
                }
                if score_here > mine {
                    mine = self.raised(mine, score_here);
                    self.lines.improve(m, child_ply - 1, goes_on);
                }
            }
        }
        best
    }

    /// The same at the last ply, where no child has moves to try.
    #[inline(always)]
    fn try_leaves(&mut self, position: &S::Game, promised: Promised) -> Score {
        self.counters.interior += 1;
        self.heuristic.expect(position);
        let mut best = Score::MIN;
        for m in position.moves() {
            if self.is_stopped_by_node() {
                return STOPPED;
            }
            let child = position.child(m);
            let score = match child.end_score() {
                Some(score) => score.seen_from(self.last_ply + 1),
                None => {
                    self.horizons += 1;
                    Score::estimate(self.heuristic.evaluate(&child))
                }
            };
            let score_here = score.for_other_side();
            if score_here > best {
                let is_first = best == Score::MIN;
                best = score_here;
                if score <= promised.theirs {
                    self.count_cutoff(is_first);
                    break;
                }
                if score_here > promised.mine {
                    self.lines.improve(m, self.last_ply, false);
                }
            }
        }
        best
    }

    /// Counts a node; whether the search must stop there.
    #[inline(always)]
    fn is_stopped_by_node(&mut self) -> bool {
        self.clock.left -= 1;
        self.clock.left == 0 && self.looks_and_stops()
    }

    /// Not inlined, so that only the machine itself need be at hand for it.
    #[cold]
    #[inline(never)]
    fn looks_and_stops(&mut self) -> bool {
        self.clock.look().is_err()
    }
}

/// A call of [`Machine::try_moves`] that stays in the copy of the code in which the search began.
///
/// The position is passed by value: a small one then travels in registers, and a large one as a reference all the same.
struct Inner<'m, 'a, S: Setup> {
    machine: &'m mut Machine<'a, S>,
}

/// The same for [`Machine::try_leaves`], where nothing above has it inlined.
struct Leaves<'m, 'a, S: Setup> {
    machine: &'m mut Machine<'a, S>,
}

impl<S: Setup> Recursion<S::Game, Promised, u32> for Inner<'_, '_, S> {
    type Output = Score;

    #[inline(always)]
    fn call(self, position: S::Game, promised: Promised, child_ply: u32, (): ()) -> Score {
        self.machine.try_moves(&position, promised, child_ply)
    }
}

impl<S: Setup> Recursion<S::Game, Promised> for Leaves<'_, '_, S> {
    type Output = Score;

    #[inline(always)]
    fn call(self, position: S::Game, promised: Promised, (): (), (): ()) -> Score {
        self.machine.try_leaves(&position, promised)
    }
}
