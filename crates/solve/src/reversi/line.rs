//! A line of best play from a position whose score is known.

use plyscope_core::cpu::Build;
use plyscope_games::Word;

use super::discs::Discs;
use super::worker::Worker;

/// One ply: the cell of a disc, or a pass.
pub(super) type Ply = Option<u32>;

impl<B: Build> Worker<'_, B> {
    /// Best play from here to the end of the game. Each ply is proven to keep the score; most proofs are still in the
    /// table. If the search is stopped meanwhile, the line ends early.
    pub(super) fn line(&mut self, mut discs: Discs, mut score: i32, first: Option<u32>) -> Vec<Ply> {
        let board = self.shared.shape.board;
        let mut line = Vec::new();
        let mut proven = first;
        loop {
            let places = discs.places(self.build) & board;
            if places == 0 {
                if discs.passed().places(self.build) & board == 0 {
                    return line;
                }
                line.push(None);
                (discs, score) = (discs.passed(), -score);
                continue;
            }
            let n_empties = (board & !(discs.mover | discs.other)).count_ones();
            let keeps = |worker: &mut Self, cell: u32| {
                let after = discs.after(cell, discs.flipped(worker.build, cell));
                worker.score(after, -score, -score + 1, n_empties - 1) <= -score && !worker.stopped
            };
            let known = self.known_move(discs).filter(|&cell| places >> cell & 1 != 0);
            let found =
                proven.take().or_else(|| known.into_iter().chain(places.cells()).find(|&cell| keeps(self, cell)));
            let Some(cell) = found else {
                return line;
            };
            line.push(Some(cell));
            (discs, score) = (discs.after(cell, discs.flipped(self.build, cell)), -score);
        }
    }
}
