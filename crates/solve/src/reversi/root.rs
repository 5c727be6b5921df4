//! The position to solve: its moves, what is proven about each of them, and the windows in which they are searched.

use plyscope_core::cpu::{Boosted, Build, Plain, Task};
use plyscope_games::Word;

use super::Goal;
use super::discs::Discs;
use super::line::Ply;
use super::order::{BEYOND, Child};
use super::stable::stable;
use super::worker::{NOTHING, Shared, Worker};

/// How far from the expected score the first window reaches to both sides; each further one reaches twice as far.
const REACH: i32 = 4;

/// How many plies the heuristic looks ahead for the expected score and for the first order of the moves.
const FORESIGHT: u32 = 5;

/// What is proven about a position.
pub(super) struct Found {
    pub(super) lower: i32,
    pub(super) upper: i32,
    /// Best play if the score is exact, otherwise the first move.
    pub(super) line: Vec<Ply>,
    pub(super) nodes: u64,
}

/// Solves a position with the fastest instructions that this processor has.
pub(super) fn find(shared: &Shared<'_>, discs: Discs, goal: Goal, on_progress: &mut dyn FnMut(&Found)) -> Found {
    match Boosted::available() {
        Some(build) => build.run(Find { worker: Worker::new(build, shared), discs, goal, on_progress }),
        None => Plain.run(Find { worker: Worker::new(Plain, shared), discs, goal, on_progress }),
    }
}

struct Find<'a, 'p, B> {
    worker: Worker<'a, B>,
    discs: Discs,
    goal: Goal,
    on_progress: &'p mut dyn FnMut(&Found),
}

impl<B: Build> Task for Find<'_, '_, B> {
    type Output = Found;

    #[inline(always)]
    fn run(self) -> Found {
        let Find { mut worker, mut discs, goal, on_progress } = self;
        let board = worker.shared.shape.board;
        let passes = discs.places(worker.build) & board == 0;
        if passes {
            if discs.passed().places(worker.build) & board == 0 {
                let score = worker.final_score(discs);
                return Found { lower: score, upper: score, line: Vec::new(), nodes: 0 };
            }
            discs = discs.passed();
        }
        // After a pass everything is seen by the other side.
        let seen = |root: &Root, mut line: Vec<Ply>, nodes: u64| {
            if passes {
                line.insert(0, None);
                return Found { lower: -root.upper, upper: -root.lower, line, nodes };
            }
            Found { lower: root.lower, upper: root.upper, line, nodes }
        };
        let mut root = Root::new(&mut worker, discs);
        root.solve(&mut worker, goal, &mut |root, nodes| on_progress(&seen(root, vec![root.best()], nodes)));
        let mut line = vec![root.best()];
        if root.lower == root.upper {
            line = worker.line(discs, root.lower, root.best());
        }
        worker.tell();
        seen(&root, line, worker.nodes)
    }
}

/// A move and what is proven about it, as the side to move at the root sees it.
struct RootMove {
    child: Child,
    lower: i32,
    upper: i32,
}

/// A position whose side to move has a place.
struct Root {
    lower: i32,
    upper: i32,
    /// The best one so far comes first.
    moves: Vec<RootMove>,
    expected: i32,
    n_empties: u32,
}

impl Root {
    /// What is known before anything is searched.
    fn new<B: Build>(worker: &mut Worker<'_, B>, discs: Discs) -> Root {
        let shape = worker.shared.shape;
        let empties = shape.board & !(discs.mover | discs.other);
        let n_empties = empties.count_ones();
        let kept = |side: u64| 2 * stable(side, empties, shape).count_ones() as i32;
        let (lower, upper) = (kept(discs.mover) - shape.n_cells, shape.n_cells - kept(discs.other));
        let mut moves = Vec::new();
        for cell in (discs.places(worker.build) & shape.board).cells() {
            let after = discs.after(cell, discs.flipped(worker.build, cell));
            let promise = -worker.expected(after, FORESIGHT.min(n_empties / 3), -BEYOND, BEYOND);
            let child = Child { discs: after, promise, cell: cell as u8 };
            moves.push(RootMove { child, lower: -shape.n_cells, upper });
        }
        moves.sort_by_key(|m| -m.child.promise);
        let expected = moves.first().map_or(0, |m| m.child.promise / 100);
        Root { lower, upper, moves, expected, n_empties }
    }

    /// The cell of the best move so far.
    fn best(&self) -> Option<u32> {
        self.moves.first().map(|m| m.child.cell.into())
    }

    /// Searches until the goal is reached or the worker is stopped. Tells of every move that is done.
    fn solve<B: Build>(&mut self, worker: &mut Worker<'_, B>, goal: Goal, on_progress: &mut dyn FnMut(&Root, u64)) {
        let (mut low, mut high) = match goal {
            Goal::Score => (self.expected - REACH, self.expected + REACH),
            Goal::Outcome => (-1, 1),
        };
        let mut reach = REACH;
        while !goal.is_reached(self.lower, self.upper) && !worker.stopped {
            // The window covers only what is open, so every search proves more.
            let alpha = low.clamp(self.lower, self.upper - 1);
            let beta = high.clamp(alpha + 1, self.upper);
            self.search(worker, alpha, beta, on_progress);
            reach *= 2;
            (low, high) =
                if self.upper <= alpha { (self.upper - reach, self.upper) } else { (self.lower, self.lower + reach) };
        }
    }

    /// Searches all moves in one window and notes what that proves.
    fn search<B: Build>(
        &mut self,
        worker: &mut Worker<'_, B>,
        alpha: i32,
        beta: i32,
        on_progress: &mut dyn FnMut(&Root, u64),
    ) {
        let mut best = NOTHING;
        for index in 0..self.moves.len() {
            let floor = alpha.max(best);
            // The first with the whole window, the others only to see that they are not better, unless they are.
            let mut ceiling = if index == 0 { beta } else { floor + 1 };
            let mut score = self.search_move(worker, index, floor, ceiling);
            if score >= ceiling && score < beta && !worker.stopped {
                ceiling = beta;
                score = self.search_move(worker, index, score, ceiling);
            }
            if worker.stopped {
                return;
            }
            if score > best {
                best = score;
                // Also if it is below alpha: the highest bound is the most promising.
                self.moves[..=index].rotate_right(1);
            }
            for m in &self.moves {
                self.lower = self.lower.max(m.lower);
            }
            self.upper = self.upper.min(self.moves.iter().map(|m| m.upper).fold(self.lower, i32::max));
            on_progress(self, worker.nodes);
            if best >= beta {
                return;
            }
        }
    }

    /// Searches one move in one window.
    fn search_move<B: Build>(&mut self, worker: &mut Worker<'_, B>, index: usize, alpha: i32, beta: i32) -> i32 {
        let m = &mut self.moves[index];
        let score = -worker.score(m.child.discs, -beta, -alpha, self.n_empties - 1);
        if !worker.stopped {
            if score > alpha {
                m.lower = m.lower.max(score);
            }
            if score < beta {
                m.upper = m.upper.min(score);
            }
        }
        score
    }
}
