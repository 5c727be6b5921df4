//! Exact scores of Reversi positions near the end of the game, and of whole games on small boards.
//!
//! ```text
//! root     windows around the expected score, narrowed until lower and upper bound meet
//! middle   principal variation search with a table; the heuristic orders moves, then the number of replies
//! few      up to seven empty cells: no table, moves by the parity of quadrants
//! last     three, two and one empty cell, written out
//! ```
//!
//! Nothing is guessed: the heuristic only orders moves, the table holds whole positions, and safe discs (`stable`) are
//! a proof. So every bound is true, even if the search was stopped. The methods (parity, fastest first, stability, an
//! order from shallow searches) are those of the tournament programs; G. Andersson's "Writing an Othello program" and
//! the source of R. Delorme's Edax describe them.

mod busy;
mod discs;
mod few;
mod images;
mod last;
mod last_disc;
mod line;
mod middle;
mod order;
mod root;
mod shape;
mod solver;
mod stable;
mod table;
mod worker;

pub(crate) use solver::EndgameSolver;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use plyscope_core::{Game, Work};
use plyscope_games::Reversi;
use plyscope_games::reversi::DiscMove;
use plyscope_heuristics::{HeuristicSpec, Judged, Opinion};

use busy::Busy;
use discs::Discs;
use line::Ply;
use root::{Found, find};
use shape::Shape;
use table::EndgameTable;
use worker::Shared;

/// Who gets the cells that are empty when the game is over. This changes scores, never who wins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Empties {
    /// Neither side: the score is the difference of discs, as the rules of the game count.
    #[default]
    Nobody,
    /// The winner, as tournaments and the FFO endgame positions count.
    Winner,
}

/// What is to be found out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Goal {
    /// The exact score.
    #[default]
    Score,
    /// Only who wins, which is faster.
    Outcome,
}

impl Goal {
    /// Whether these bounds of the score say enough.
    pub fn is_reached(self, lower: i32, upper: i32) -> bool {
        lower == upper || self == Goal::Outcome && (lower > 0 || upper < 0)
    }
}

/// How a position is solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// What is to be found out.
    pub goal: Goal,
    /// Who gets the empty cells at the end.
    pub empties: Empties,
    /// The most memory that the table may take.
    pub table_bytes: usize,
    /// Threads to use; 0 counts as 1.
    pub threads: usize,
}

impl Default for Settings {
    /// The score by discs, on one thread with a table of 512 MB.
    fn default() -> Self {
        let (goal, empties) = (Goal::default(), Empties::default());
        Settings { goal, empties, table_bytes: 512 << 20, threads: 1 }
    }
}

/// What is proven while a position is being solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EndgameProgress {
    /// The score is at least this.
    pub lower: i32,
    /// The score is at most this.
    pub upper: i32,
    /// The best move so far.
    pub best: DiscMove,
    /// Positions visited by the first thread.
    pub nodes: u64,
    /// Time used.
    pub time: Duration,
}

/// What was proven about a position. Scores are for its side to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EndgameSolution {
    /// The score is at least this.
    pub lower: i32,
    /// The score is at most this.
    pub upper: i32,
    /// The best move, or the most promising one if nothing better is proven; none if the game is over.
    pub best: Option<DiscMove>,
    /// Best play to the end of the game. Only the first move if the score is not exact; shorter if the search was
    /// stopped while the line was put together.
    pub line: Vec<DiscMove>,
    /// Positions visited by all threads.
    pub nodes: u64,
    /// Time used.
    pub time: Duration,
    /// Whether what was asked for is proven. If not, the search was stopped, and the bounds are all that is known.
    pub complete: bool,
}

impl EndgameSolution {
    /// The exact score, if it is proven.
    pub fn score(&self) -> Option<i32> {
        (self.lower == self.upper).then_some(self.lower)
    }
}

/// Solves a position, or proves what it can until the work must end. The listener is told whenever a move of the
/// position is done.
///
/// ```
/// use plyscope_core::{Notation, Work};
/// use plyscope_games::Reversi;
/// use plyscope_solve::reversi::{Settings, solve};
///
/// let start = Reversi::read_position(&"4x4".parse()?, "..../.ox./.xo./.... x")?;
/// let solution = solve(&start, &Settings::default(), Work::never(), &mut |_| {});
/// assert_eq!(solution.score(), Some(-8));
/// # Ok::<(), plyscope_core::BadInput>(())
/// ```
pub fn solve(
    position: &Reversi,
    settings: &Settings,
    work: Work<'_>,
    on_progress: &mut dyn FnMut(&EndgameProgress),
) -> EndgameSolution {
    let start = Instant::now();
    let shape = Shape::new(position.board());
    let table = EndgameTable::for_empties(position.empties().count_ones(), settings.table_bytes);
    let heuristic = heuristic();
    let busy = Busy::new();
    let finished = AtomicBool::new(false);
    let shared = Shared {
        shape: &shape,
        table: &table,
        template: position,
        heuristic: &heuristic,
        winner_takes_empties: settings.empties == Empties::Winner,
        busy: (settings.threads > 1).then_some(&busy),
        work,
        finished: &finished,
        visited: &AtomicU64::new(0),
    };
    let mut tell = |found: &Found| {
        let best = found.line.first().map_or(DiscMove::PASS, |&ply| place(position, ply));
        let Found { lower, upper, nodes, .. } = *found;
        on_progress(&EndgameProgress { lower, upper, best, nodes, time: start.elapsed() });
    };
    let (discs, goal) = (Discs::of(position), settings.goal);
    let found = std::thread::scope(|scope| {
        let helpers: Vec<_> =
            (1..settings.threads).map(|_| scope.spawn(|| find(&shared, discs, goal, &mut |_| {}).nodes)).collect();
        let mut found = find(&shared, discs, goal, &mut tell);
        finished.store(true, Ordering::Relaxed);
        found.nodes += helpers.into_iter().filter_map(|helper| helper.join().ok()).sum::<u64>();
        found
    });

    let mut line = Vec::new();
    let mut played = position.clone();
    for ply in found.line {
        let m = place(&played, ply);
        played.play(m);
        line.push(m);
    }
    let Found { lower, upper, nodes, .. } = found;
    let complete = goal.is_reached(lower, upper);
    EndgameSolution { lower, upper, best: line.first().copied(), line, nodes, time: start.elapsed(), complete }
}

/// The move to a cell, or the pass.
fn place(position: &Reversi, ply: Ply) -> DiscMove {
    position.moves().find(|m| m.cell() == ply).unwrap_or(DiscMove::PASS)
}

/// The heuristic that orders moves.
fn heuristic() -> Opinion<Reversi> {
    Reversi::opinion(Some(&HeuristicSpec::named("fitted")), 0).expect("the game has this heuristic, without settings")
}
