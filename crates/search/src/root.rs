//! The root of a tree search: every move gets a value, ties are broken, and a report is made.

use plyscope_core::{Bound, Game, Heuristic, NodeKind, Observer, Report, Rng, RootMove, Score, Stop};

use crate::busy;
use crate::clock::Stopped;
use crate::frame::{Frame, TreePlace, Window};
use crate::kind::ChildWindows;
use crate::machine::{Machine, Move, Setup};
use crate::options::{Options, Root, Ties};

/// The moves of the root in the order of search, with what is known about them.
pub(crate) struct RootMoves<M> {
    pub(crate) moves: Vec<Candidate<M>>,
}

/// A move of the root.
#[derive(Clone, Copy)]
pub(crate) struct Candidate<M> {
    /// Its index in the game's order.
    pub(crate) index: u16,
    pub(crate) known: RootMove<M>,
}

/// What the search of one depth found.
pub(crate) struct Found<M> {
    pub(crate) score: Score,
    pub(crate) best: M,
    pub(crate) line: Vec<M>,
    pub(crate) complete: bool,
}

impl<M: Copy + PartialEq> RootMoves<M> {
    /// The moves of a position, the most promising ones first.
    pub(crate) fn of<S: Setup>(machine: &mut Machine<'_, S>, position: &S::Game) -> Self
    where
        S::Game: Game<Move = M>,
    {
        let remembered = machine.table.and_then(|table| table.get(position.key())).and_then(|entry| entry.best);
        let moves = machine.ordered(position, remembered);
        RootMoves { moves: moves.into_iter().map(|(index, m)| Candidate { index, known: unknown(m) }).collect() }
    }

    /// Forgets what is known about the moves, because it belongs to another depth.
    pub(crate) fn forget(&mut self) {
        self.moves.iter_mut().for_each(|candidate| candidate.known = unknown(candidate.known.m));
    }

    /// Puts a move in front. The best move of one depth is searched first at the next.
    pub(crate) fn put_first(&mut self, m: M) {
        if let Some(index) = self.moves.iter().position(|candidate| candidate.known.m == m) {
            self.moves[..=index].rotate_right(1);
        }
    }

    /// What is known about the moves, in the game's order.
    pub(crate) fn in_game_order(&self) -> Vec<RootMove<M>> {
        let mut moves = self.moves.clone();
        moves.sort_by_key(|candidate| candidate.index);
        moves.into_iter().map(|candidate| candidate.known).collect()
    }
}

impl<M: Copy> Clone for RootMoves<M> {
    fn clone(&self) -> Self {
        RootMoves { moves: self.moves.clone() }
    }
}

/// A move about which nothing is known: its score is at least the lowest one.
fn unknown<M>(m: M) -> RootMove<M> {
    RootMove { m, score: Score::MIN, bound: Bound::Lower, nodes: 0 }
}

/// Searches all root moves to the depth of a frame within its window. Fail-soft, like every other position.
pub(crate) fn search_root<S: Setup>(
    machine: &mut Machine<'_, S>,
    position: &S::Game,
    roots: &mut RootMoves<Move<S>>,
    frame: Frame,
    options: Options,
    rng: &mut Rng,
) -> Result<Found<Move<S>>, Stopped> {
    let Frame { place: TreePlace { depth, .. }, window } = frame;
    let guesses_before = machine.guesses();
    machine.observer.enter(position, None, depth, window.alpha, window.beta);
    let (mut best, mut best_move, mut n_best, mut line) = (Score::MIN, roots.moves[0].known.m, 0, Vec::new());
    let key = position.key();
    let (mut current, mut n_deferred) = (0, 0);
    while current < roots.moves.len() {
        // Step 1. Take the next move, but defer it while another thread searches it.
        let Candidate { index, known: RootMove { m, .. } } = roots.moves[current];
        let name = busy::name(key, index);
        let may_defer = current > 0 && current < roots.moves.len() - n_deferred;
        if may_defer && machine.busy.is_some_and(|busy| busy.has(name)) {
            roots.moves[current..].rotate_left(1);
            n_deferred += 1;
            continue;
        }
        // Step 2. Search it, with a window that begins at the best value so far unless every move gets the full one.
        let (nodes_before, interior_before) = (machine.clock.nodes(), machine.counters.interior);
        let reached = match options.root {
            Root::Fresh => window.alpha,
            Root::Shared => window.alpha.max(best),
        };
        // One step lower if ties are broken at random, so that an equal move shows its exact value.
        let alpha = if options.ties == Ties::Random && reached > Score::MIN { reached.previous() } else { reached };
        let (busy, is_first) = (machine.busy, current == 0 || options.root == Root::Fresh);
        let parent = match machine.method.windows {
            ChildWindows::Full => Frame { window: Window::FULL, ..frame },
            ChildWindows::Parents | ChildWindows::Scout => frame.raised_to(alpha),
        };
        busy::begin(busy, name);
        let score = machine.search_child(&position.child(m), m, parent, is_first);
        busy::end(busy, name);
        let score = score?;
        let nodes = machine.clock.nodes() - nodes_before;
        // Step 3. Keep what was found, and choose among equal moves.
        let bound = match machine.method.windows {
            // Nothing was cut off below this move, whatever its neighbours are worth.
            ChildWindows::Full => Bound::Exact,
            ChildWindows::Parents | ChildWindows::Scout => Bound::of(score, alpha, window.beta),
        };
        roots.moves[current].known = RootMove { m, score, bound, nodes };
        let is_tie = score == best && options.ties == Ties::Random;
        n_best = if score > best { 1 } else { n_best + u64::from(is_tie) };
        if score > best || is_tie && rng.below(n_best as usize) == 0 {
            (best, best_move) = (score, m);
            machine.lines.extend(m, 0, interior_before, machine.counters.interior);
            line = machine.lines.line(0).to_vec();
        }
        // Step 4. Stop above the window; the caller searches again with a higher one if it needs more.
        if best >= window.beta {
            break;
        }
        current += 1;
    }
    let bound = Bound::of(best, window.alpha, window.beta);
    machine.observer.leave(best, bound, NodeKind::Interior);
    Ok(Found { score: best, best: best_move, line, complete: machine.guesses() == guesses_before })
}

/// The answer when there is only one move.
pub(crate) fn only_move<G: Game, H: Heuristic<G>>(position: &G, heuristic: &H) -> Option<Report<G::Move>> {
    let mut moves = position.moves();
    let (first, second) = (moves.next()?, moves.next());
    if second.is_some() {
        return None;
    }
    Some(Report { stop: Stop::OnlyMove, ..fallback(position, heuristic, first) })
}

/// A legal answer before anything is searched: this move, judged by the heuristic alone.
pub(crate) fn fallback<G: Game, H: Heuristic<G>>(position: &G, heuristic: &H, m: G::Move) -> Report<G::Move> {
    let child = position.child(m);
    let (score, complete) = match child.outcome() {
        Some(outcome) => (Score::of(outcome, child.side_to_move()), true),
        None => (Score::estimate(heuristic.evaluate(&child)), false),
    };
    let score = score.from_child();
    Report {
        best: m,
        score,
        depth: 0,
        complete,
        pv: vec![m],
        root_moves: vec![RootMove { m, score, bound: Bound::Exact, nodes: 0 }],
        counters: Default::default(),
        stop: Stop::Depth,
        time: Default::default(),
    }
}
