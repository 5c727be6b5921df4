//! The searches of Stanczyk's Andantino program (Maastricht 2019), as its code runs and not as its report describes
//! them.
//!
//! All of them value the moves of the root one by one, best-looking first, and the first of the highest value is
//! played. What they share, faults included, is here:
//!
//! - **The evaluation belongs to the side that moved last**, also in finished games: a five counts 5 and a four 4, so a
//!   win is hardly more than a threat.
//! - **The wrong side at the root.** After a root move the opponent is to move, but MiniMax and AlphaBeta treat it as
//!   the side that maximises, and NegaMax and PVS drop the sign of their value. With the program's odd depths the
//!   number is then the opponent's: the move that gives the opponent most is played.
//! - **Nothing is shared between root moves**: each gets the full window.
//!
//! The program's depth counts from the position after the root move, so its depth 3 is depth 4 here.

mod alphabeta;
mod iterative;
mod minimax;
mod negamax;
mod pvs;

use plyscope_core::{Control, Counters, Game, Heuristic, Limits, Report, Search, Stop};

use super::answer::{Valued, report};
use crate::clock::{Clock, Stopped};

pub(super) use alphabeta::AlphaBeta;
pub(super) use iterative::Iterative;
pub(super) use minimax::Minimax;
pub(super) use negamax::Negamax;
pub(super) use pvs::Pvs;

/// The depth of a search that is not told how deep to go: the program's 3.
const DEFAULT_DEPTH: u32 = 4;

/// How a position after a root move gets its value.
pub(super) trait Recursion: Send {
    /// The value of a position with this many plies to go.
    fn value<G: Game, H: Heuristic<G>>(walk: &mut Walk<'_, H>, position: &G, depth: u32) -> Result<f64, Stopped>;

    /// What the root makes of that value.
    fn at_root(value: f64) -> f64 {
        value
    }
}

/// A search in progress.
pub(super) struct Walk<'a, H> {
    heuristic: &'a H,
    /// Nodes are calls of the recursive function. Every position that is made for a sort is judged there once, and a
    /// leaf once more.
    counters: Counters,
    clock: Clock<'a>,
}

impl<'a, H> Walk<'a, H> {
    fn new(heuristic: &'a H, clock: Clock<'a>) -> Self {
        Walk { heuristic, counters: Counters::default(), clock }
    }

    /// A call of the recursive function begins: the value of its position if that is a leaf.
    fn enter<G: Game>(&mut self, position: &G, depth: u32) -> Result<Option<f64>, Stopped>
    where
        H: Heuristic<G>,
    {
        self.counters.nodes += 1;
        self.clock.tick(self.counters.nodes)?;
        let is_leaf = depth == 0 || position.outcome().is_some();
        self.counters.leaves += u64::from(is_leaf);
        self.counters.interior += u64::from(!is_leaf);
        Ok(is_leaf.then(|| self.judge(position)))
    }

    /// What the evaluation says, as the side that moved last sees it.
    fn judge<G: Game>(&mut self, position: &G) -> f64
    where
        H: Heuristic<G>,
    {
        self.counters.evaluations += 1;
        // Not a change of sign, which would make a negative zero.
        0.0 - self.heuristic.evaluate(position)
    }

    /// The positions after each move, those with the lowest value first, equal ones in the game's order.
    fn rising<G: Game>(&mut self, position: &G) -> Vec<Child<G>>
    where
        H: Heuristic<G>,
    {
        let child = |(place, m)| {
            let child = position.child(m);
            Child { place, m, value: self.judge(&child), position: child }
        };
        let mut children: Vec<Child<G>> = position.moves().enumerate().map(child).collect();
        children.sort_by(|a, b| a.value.total_cmp(&b.value));
        children
    }

    /// The same list turned round, as the program does it: those with the highest value first, equal ones against the
    /// game's order.
    fn falling<G: Game>(&mut self, position: &G) -> Vec<Child<G>>
    where
        H: Heuristic<G>,
    {
        let mut children = self.rising(position);
        children.reverse();
        children
    }
}

/// A position after a move.
struct Child<G: Game> {
    /// The move's place in the game's order.
    place: usize,
    m: G::Move,
    /// How it looks, to the side that moved.
    value: f64,
    position: G,
}

/// The root moves that were valued, in the order of search, and which of them is the best.
struct Choice<M> {
    valued: Vec<(usize, Valued<M>)>,
    best: usize,
}

impl<M: Copy> Choice<M> {
    /// The choice when nothing was searched: the move that looks best.
    fn by_looks<G: Game<Move = M>>(children: &[Child<G>]) -> Self {
        let Child { place, m, value, .. } = &children[0];
        Choice { valued: vec![(*place, (*m, *value, 0))], best: 0 }
    }

    fn report(&self, depth: u32, walk: &Walk<'_, impl Sized>, stop: Stop) -> Report<M> {
        let mut in_order: Vec<usize> = (0..self.valued.len()).collect();
        in_order.sort_by_key(|&index| self.valued[index].0);
        let chosen = in_order.iter().position(|&index| index == self.best).unwrap_or(0);
        let moves: Vec<Valued<M>> = in_order.iter().map(|&index| self.valued[index].1).collect();
        report(&moves, chosen, depth, walk.counters, walk.clock.stopped.unwrap_or(stop), walk.clock.elapsed())
    }
}

/// Values the root moves one by one. The second part says whether it was stopped before the last of them.
fn value_moves<R: Recursion, G: Game, H: Heuristic<G>>(
    walk: &mut Walk<'_, H>,
    children: &[Child<G>],
    depth: u32,
    at_root: impl Fn(f64) -> f64,
) -> (Choice<G::Move>, bool) {
    let mut choice = Choice { valued: Vec::new(), best: 0 };
    for Child { place, m, position, .. } in children {
        let before = walk.counters.nodes;
        let Ok(value) = R::value(walk, position, depth) else {
            let choice = if choice.valued.is_empty() { Choice::by_looks(children) } else { choice };
            return (choice, true);
        };
        let value = at_root(value);
        choice.valued.push((*place, (*m, value, walk.counters.nodes - before)));
        if value > choice.valued[choice.best].1.1 {
            choice.best = choice.valued.len() - 1;
        }
    }
    (choice, false)
}

/// A search of one depth.
pub(super) struct OneDepth<R, H> {
    heuristic: H,
    recursion: std::marker::PhantomData<fn() -> R>,
}

impl<R, H> OneDepth<R, H> {
    pub(super) fn new(heuristic: H) -> Self {
        OneDepth { heuristic, recursion: std::marker::PhantomData }
    }
}

impl<R: Recursion, G: Game, H: Heuristic<G>> Search<G> for OneDepth<R, H> {
    fn search(&mut self, position: &G, limits: &Limits, control: &mut Control<'_, G::Move>) -> Report<G::Move> {
        let depth = limits.depth.unwrap_or(DEFAULT_DEPTH).max(1);
        let mut walk = Walk::new(&self.heuristic, Clock::start(limits, control.work()));
        let children = walk.falling(position);
        let (choice, is_stopped) = value_moves::<R, G, H>(&mut walk, &children, depth - 1, R::at_root);
        choice.report(if is_stopped { 0 } else { depth }, &walk, Stop::Depth)
    }
}
