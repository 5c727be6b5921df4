//! The endgame solver behind the common interface: its table is kept from question to question, and a watch stops it.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use plyscope_core::cpu::{Boosted, Build, Plain, Task};
use plyscope_core::{Game, Interrupted, Score};
use plyscope_games::Reversi;
use plyscope_games::reversi::DiscMove;
use plyscope_heuristics::Opinion;

use super::busy::Busy;
use super::discs::Discs;
use super::middle::known_move;
use super::root::{Found, find};
use super::shape::Shape;
use super::table::EndgameTable;
use super::worker::{Shared, Worker};
use super::{Goal, heuristic};
use crate::{Bounds, Solver, Watch};

/// With this many empty cells or fewer a question is answered on the calling thread: it takes some milliseconds, and a
/// proof asks thousands of them.
const QUICK: u32 = 14;

/// How often the watch reports what the threads have done.
const PAUSE: Duration = Duration::from_millis(20);

/// Solves positions of Reversi by their difference of discs.
pub(crate) struct EndgameSolver {
    max_bytes: usize,
    threads: usize,
    heuristic: Opinion<Reversi>,
    busy: Busy,
    shape: Shape,
    table: EndgameTable,
}

/// What is asked about a position.
#[derive(Clone, Copy)]
enum EndgameRequest {
    /// Is the score at least this?
    AtLeast(i32),
    /// What is the score?
    Score,
}

/// What is proven, for the side to move.
#[derive(Clone, Copy)]
struct Proven {
    lower: i32,
    upper: i32,
}

impl EndgameSolver {
    /// A solver whose table takes at most this many bytes. Only with one thread is its work the same every time.
    pub(crate) fn new(max_bytes: usize, threads: usize) -> Self {
        // The table comes with the first question, when the board is known.
        let (shape, table) = (Shape::new(0), EndgameTable::with_bytes(0));
        EndgameSolver { max_bytes, threads: threads.max(1), heuristic: heuristic(), busy: Busy::new(), shape, table }
    }

    /// Answers a question. Tells of everything that is proven on the way.
    fn answer(
        &mut self,
        position: &Reversi,
        request: EndgameRequest,
        watch: &mut Watch<'_>,
        on_proven: &mut dyn FnMut(Proven, &mut Watch<'_>),
    ) -> Result<(), Interrupted> {
        watch.look()?;
        let n_empties = position.empties().count_ones();
        if position.board() != self.shape.board {
            self.shape = Shape::new(position.board());
            self.table = EndgameTable::for_empties(n_empties, self.max_bytes);
        }
        let is_quick = n_empties <= QUICK;
        let threads = if is_quick { 1 } else { self.threads };
        let (finished, visited) = (AtomicBool::new(false), AtomicU64::new(0));
        let shared = Shared {
            shape: &self.shape,
            table: &self.table,
            template: position,
            heuristic: &self.heuristic,
            winner_takes_empties: false,
            busy: (threads > 1).then_some(&self.busy),
            work: watch.work(),
            finished: &finished,
            visited: &visited,
        };
        let discs = Discs::of(position);
        if is_quick {
            let is_complete = work(&shared, discs, request, &mut |proven| on_proven(proven, watch));
            watch.add_nodes(visited.into_inner());
            return if is_complete { Ok(()) } else { Err(reason(watch)) };
        }
        std::thread::scope(|scope| {
            let (sender, receiver) = channel();
            let shared = &shared;
            for _ in 1..threads {
                scope.spawn(move || work(shared, discs, request, &mut |_| {}));
            }
            let first = scope.spawn(move || {
                // The receiver is gone only if the question was given up.
                work(shared, discs, request, &mut |proven| {
                    let _ = sender.send(proven);
                })
            });
            let mut told = 0;
            loop {
                let news = receiver.recv_timeout(PAUSE);
                let so_far = visited.load(Ordering::Relaxed);
                watch.add_nodes(so_far - told);
                told = so_far;
                match news {
                    Ok(proven) => on_proven(proven, watch),
                    // The threads check clock and flag themselves; this only tells the listener.
                    Err(RecvTimeoutError::Timeout) => {
                        let _ = watch.look();
                    }
                    Err(RecvTimeoutError::Disconnected) => break,
                }
            }
            finished.store(true, Ordering::Relaxed);
            let is_complete = first.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            if is_complete { Ok(()) } else { Err(reason(watch)) }
        })
    }
}

/// Why work was not completed.
fn reason(watch: &mut Watch<'_>) -> Interrupted {
    watch.look().err().unwrap_or(Interrupted::Cancelled)
}

/// Works on a question with the fastest instructions that this processor has. Tells whether it is answered.
fn work(shared: &Shared<'_>, discs: Discs, request: EndgameRequest, on_proven: &mut dyn FnMut(Proven)) -> bool {
    match request {
        EndgameRequest::Score => {
            let mut tell = |found: &Found| on_proven(Proven { lower: found.lower, upper: found.upper });
            let found = find(shared, discs, Goal::Score, &mut tell);
            tell(&found);
            found.lower == found.upper
        }
        EndgameRequest::AtLeast(aim) => {
            let score = match Boosted::available() {
                Some(build) => build.run(AtLeast { worker: Worker::new(build, shared), discs, aim }),
                None => Plain.run(AtLeast { worker: Worker::new(Plain, shared), discs, aim }),
            };
            if let Some(score) = score {
                let n_cells = shared.shape.n_cells;
                on_proven(if score >= aim {
                    Proven { lower: score, upper: n_cells }
                } else {
                    Proven { lower: -n_cells, upper: score }
                });
            }
            score.is_some()
        }
    }
}

struct AtLeast<'a, B> {
    worker: Worker<'a, B>,
    discs: Discs,
    aim: i32,
}

impl<B: Build> Task for AtLeast<'_, B> {
    type Output = Option<i32>;

    #[inline(always)]
    fn run(mut self) -> Option<i32> {
        let n_empties = (self.worker.shared.shape.board & !(self.discs.mover | self.discs.other)).count_ones();
        let score = self.worker.score(self.discs, self.aim - 1, self.aim, n_empties);
        self.worker.tell();
        (!self.worker.stopped).then_some(score)
    }
}

impl Solver<Reversi> for EndgameSolver {
    fn test(&mut self, position: &Reversi, aim: Score, watch: &mut Watch<'_>) -> Result<Score, Interrupted> {
        // Scores are whole numbers, so what is just above one means the next.
        let aim = aim.value().ceil() as i32;
        let mut found = 0;
        self.answer(position, EndgameRequest::AtLeast(aim), watch, &mut |proven, _| {
            found = if proven.lower >= aim { proven.lower } else { proven.upper };
        })?;
        Ok(Score::estimate(found.into()))
    }

    /// With windows around what the heuristic expects, which is nearer than the middle of what is open.
    fn narrow(&mut self, position: &Reversi, bounds: &mut Bounds, watch: &mut Watch<'_>) -> Result<(), Interrupted> {
        watch.tell(*bounds);
        self.answer(position, EndgameRequest::Score, watch, &mut |proven, watch| {
            bounds.at_least = bounds.at_least.max(Score::estimate(proven.lower.into()));
            bounds.at_most = bounds.at_most.min(Score::estimate(proven.upper.into()));
            watch.tell(*bounds);
        })
    }

    fn hint(&self, position: &Reversi) -> Option<DiscMove> {
        // Before the first question about a board nothing is known of it.
        if position.board() != self.shape.board {
            return None;
        }
        let cell = known_move(&self.shape, &self.table, Discs::of(position));
        position.moves().find(|m| m.cell().is_some() && m.cell() == cell)
    }

    fn bytes(&self) -> usize {
        self.table.bytes()
    }
}
