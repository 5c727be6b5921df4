//! Exact scores of many positions with few empty cells, one after the other.

use std::sync::atomic::{AtomicBool, AtomicU64};

use plyscope_core::cpu::{Boosted, Build, Plain, Task};
use plyscope_games::Reversi;
use plyscope_heuristics::Opinion;

use super::discs::Discs;
use super::shape::Shape;
use super::table::Table;
use super::worker::{Job, Worker};
use super::{Empties, heuristic};

/// Small enough to stay near the processor, large enough for fourteen empty cells.
const TABLE_BYTES: usize = 4 << 20;

/// Scores positions one after the other. What was found out about one serves the next, so positions of the same game are best scored from its end.
pub struct Grader {
    empties: Empties,
    shape: Shape,
    table: Table,
    heuristic: Opinion<Reversi>,
}

impl Grader {
    /// A grader that counts empty cells in this way.
    pub fn new(empties: Empties) -> Self {
        Grader { empties, shape: Shape::new(u64::MAX), table: Table::with_bytes(TABLE_BYTES), heuristic: heuristic() }
    }

    /// The exact score for the side to move, however long it takes. FFO positions 1 to 7, with fourteen empty cells, take 10,000 to 110,000 nodes each, which
    /// is some milliseconds; each further cell makes it two to three times as much.
    pub fn exact_score(&mut self, position: &Reversi) -> i32 {
        if position.board() != self.shape.board {
            self.shape = Shape::new(position.board());
            self.table = Table::with_bytes(TABLE_BYTES);
        }
        let never = AtomicBool::new(false);
        let job = Job {
            shape: &self.shape,
            table: &self.table,
            template: position,
            heuristic: &self.heuristic,
            winner_takes_empties: self.empties == Empties::Winner,
            deadline: None,
            busy: None,
            stop: &never,
            finished: &never,
            visited: &AtomicU64::new(0),
        };
        let discs = Discs::of(position);
        match Boosted::available() {
            Some(build) => build.run(Grade { worker: Worker::new(build, &job), discs }),
            None => Plain.run(Grade { worker: Worker::new(Plain, &job), discs }),
        }
    }
}

struct Grade<'a, B> {
    worker: Worker<'a, B>,
    discs: Discs,
}

impl<B: Build> Task for Grade<'_, B> {
    type Output = i32;

    #[inline(always)]
    fn run(mut self) -> i32 {
        let shape = self.worker.job.shape;
        let n_empties = (shape.board & !(self.discs.mover | self.discs.other)).count_ones();
        self.worker.score(self.discs, -shape.n_cells, shape.n_cells, n_empties)
    }
}
