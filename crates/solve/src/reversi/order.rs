//! Which moves are tried first.

use plyscope_core::Heuristic;
use plyscope_core::cpu::{Build, Recursion};
use plyscope_games::Word;
use plyscope_games::reversi::neighbours;

use super::discs::Discs;
use super::worker::Worker;

/// Beyond everything that can be expected, in hundredths of a disc.
pub(super) const BEYOND: i32 = 1_000_000;

/// A move, where it leads, and how promising it is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Child {
    pub(super) discs: Discs,
    pub(super) promise: i32,
    pub(super) cell: u8,
}

impl<B: Build> Worker<'_, B> {
    /// Few replies first: a side with few moves soon has to make bad ones, and a small tree is soon searched.
    #[inline(always)]
    pub(super) fn fastest_first(&self, child: &Child, odd_cells: u64, empties: u64) -> i32 {
        let shape = self.shared.shape;
        let open = (neighbours(child.discs.other) & empties).count_ones() as i32;
        let parity = (odd_cells >> child.cell & 1) as i32;
        -(self.n_replies(child) << 10) - (open << 5)
            + (parity << 3)
            + i32::from(shape.promise[child.cell as usize % 64])
    }

    /// How many replies a move leaves the other side; corners count twice.
    #[inline(always)]
    pub(super) fn n_replies(&self, child: &Child) -> i32 {
        let shape = self.shared.shape;
        let replies = child.discs.places(self.build) & shape.board;
        (replies.count_ones() + (replies & shape.corners).count_ones()) as i32
    }

    /// What the heuristic expects of a position, in hundredths of a disc.
    fn judged(&self, discs: Discs) -> i32 {
        let position = self.shared.template.with_discs(discs.mover, discs.other);
        (self.shared.heuristic.evaluate(&position) * 100.0) as i32
    }

    /// What the heuristic expects after looking `depth` plies ahead; anything once the search must end.
    pub(super) fn expected(&mut self, discs: Discs, depth: u32, alpha: i32, beta: i32) -> i32 {
        let build = self.build;
        build.call(Expected(self), discs, depth, alpha, beta)
    }
}

/// Looks a few plies ahead with the heuristic.
struct Expected<'w, 'a, B>(&'w mut Worker<'a, B>);

impl<B: Build> Recursion<Discs, u32, i32, i32> for Expected<'_, '_, B> {
    type Output = i32;

    #[inline(always)]
    fn call(self, discs: Discs, depth: u32, alpha: i32, beta: i32) -> i32 {
        let worker = self.0;
        worker.nodes += 1;
        if worker.must_stop() {
            return 0;
        }
        let board = worker.shared.shape.board;
        let places = discs.places(worker.build) & board;
        if places == 0 {
            if discs.passed().places(worker.build) & board == 0 {
                return 100 * worker.final_score(discs);
            }
            return -worker.expected(discs.passed(), depth, -beta, -alpha);
        }
        if depth == 0 {
            return worker.judged(discs);
        }
        let base = worker.children.len();
        for cell in places.cells() {
            let after = discs.after(cell, discs.flipped(worker.build, cell));
            let promise = if depth > 1 { -(after.places(worker.build).count_ones() as i32) } else { 0 };
            worker.children.push(Child { discs: after, promise, cell: cell as u8 });
        }
        let mut best = -BEYOND;
        for tried in base..worker.children.len() {
            let child = worker.take_best(tried);
            let score = -worker.expected(child.discs, depth - 1, -beta, -alpha.max(best));
            best = best.max(score);
            if best >= beta {
                break;
            }
        }
        worker.children.truncate(base);
        best
    }
}

impl<B> Worker<'_, B> {
    /// Swaps the most promising of the children from this index on into it.
    #[inline(always)]
    pub(super) fn take_best(&mut self, from: usize) -> Child {
        let rest = &mut self.children[from..];
        let mut best = 0;
        for index in 1..rest.len() {
            if rest[index].promise > rest[best].promise {
                best = index;
            }
        }
        rest.swap(0, best);
        rest[0]
    }
}
