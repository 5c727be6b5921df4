//! Exact scores of Reversi positions near the end of the game.

mod discs;
mod few;
mod last;
mod last_disc;
mod middle;
mod order;
mod shape;
mod stable;
mod table;
mod worker;

use std::sync::atomic::AtomicBool;
use plyscope_core::{Game, cpu};
use plyscope_heuristics::Judged;
use plyscope_games::Reversi;

struct Run<'a, B>(worker::Worker<'a, B>, discs::Discs, u32);
impl<B: cpu::Build> cpu::Task for Run<'_, B> {
    type Output = (i32, u64);
    #[inline(always)]
    fn run(mut self) -> (i32, u64) {
        let n = self.0.task.shape.n_cells;
        let score = self.0.score(self.1, -n, n, self.2);
        (score, self.0.nodes)
    }
}

const TABLE: usize = 64 << 20;
/// Prototype.
pub fn quick(position: &Reversi) -> (i32, u64) {
    let shape = shape::Shape::new(position.board());
    let table = table::Table::with_bytes(TABLE);
    let opinion = Reversi::opinion(None, 0).unwrap();
    let stop = AtomicBool::new(false);
    let task = worker::Task { shape: &shape, table: &table, template: position, heuristic: &opinion, winner_takes_empties: true, deadline: None, stop: &stop };
    let side = position.side_to_move();
    let discs = discs::Discs { mover: position.discs(side), other: position.discs(!side) };
    let n = position.empties().count_ones();
    let boosted = cpu::Boosted::available().unwrap();
    cpu::Build::run(boosted, Run(worker::Worker::new(boosted, &task), discs, n))
}
