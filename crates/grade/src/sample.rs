//! Endgames drawn from games, each move solved.
//!
//! Every position comes from its own game, so positions are independent. Some moves of these games are random and the
//! others are the greedy choice of the game's default heuristic, in shares that differ from game to game, so that there
//! are both sensible and odd positions.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use plyscope_core::{Control, Game, Limits, Progress, Rng, Score, Search, Work};
use plyscope_heuristics::{Judged, Opinion};
use plyscope_search::{DepthPlan, Kind, Options, Root, TreeSearch};
use plyscope_solve::{Bounds, Solvable, Solver, Watch};

use crate::GradeError;
use crate::marks::Choice;

/// How a sample is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SampleRequest {
    /// Positions to draw.
    pub positions: u64,
    /// They are at most this many plies before the end of their games.
    pub last: u32,
    /// Decides which ones.
    pub seed: u64,
    /// The most time for one position.
    pub time: Duration,
}

/// A solved position.
#[derive(Clone, Debug, PartialEq)]
pub struct Item<G> {
    /// The position.
    pub position: G,
    /// Moves that led to it.
    pub ply: u32,
    /// What each move is worth to the side that plays it, in the game's order.
    pub scores: Vec<Score>,
}

/// A sample of solved positions.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample<G> {
    /// The positions, in the order of their games.
    pub items: Vec<Item<G>>,
    /// Positions that were drawn but not solved in time.
    pub unsolved: u64,
}

/// Memory for the table of one thread that solves.
const TABLE_BYTES: usize = 1 << 26;

impl<G: Judged + Solvable> Sample<G> {
    /// Draws and solves positions on this many threads. Which positions are drawn does not depend on the threads; which
    /// are solved may depend on the time.
    ///
    /// # Errors
    /// If it was stopped.
    ///
    /// # Panics
    /// If the listener does.
    pub fn draw(start: &G, request: &SampleRequest, jobs: usize, work: Work<'_>) -> Result<Self, GradeError> {
        let (next, done) = (AtomicU64::new(0), Mutex::new(0));
        let found: Mutex<Vec<(u64, Option<Item<G>>)>> = Mutex::new(Vec::new());
        std::thread::scope(|scope| {
            for _ in 0..jobs {
                scope.spawn(|| {
                    let mut solver = G::solver(TABLE_BYTES, 1);
                    while work.check().is_ok() {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        if number >= request.positions {
                            break;
                        }
                        let (position, ply) = drawn(start, request, number);
                        let scores = move_scores(&position, &mut *solver, work.within(Some(request.time)));
                        let item = scores.map(|scores| Item { position, ply, scores });
                        found.lock().expect("no thread panics while it writes").push((number, item));
                        // The listener is called under the lock, so that counts arrive in order.
                        let mut done = done.lock().expect("no thread panics while it tells");
                        *done += 1;
                        work.tell(Progress::of("positions solved", *done, request.positions));
                    }
                });
            }
        });
        work.check()?;
        let mut found = found.into_inner().expect("all threads are done");
        found.sort_by_key(|(number, _)| *number);
        let unsolved = found.iter().filter(|(_, item)| item.is_none()).count() as u64;
        Ok(Sample { items: found.into_iter().filter_map(|(_, item)| item).collect(), unsolved })
    }
}

impl<G: Game> Sample<G> {
    /// Shows every choice of a heuristic at depths 1 to `depth`, once for each position and depth. `heuristic` makes
    /// one.
    pub(crate) fn choices(
        &self,
        heuristic: &dyn Fn() -> Opinion<G>,
        depth: u32,
        work: Work<'_>,
        see: &mut dyn FnMut(Choice<'_>),
    ) -> Result<(), GradeError> {
        // Every move of the root with its exact value, so that ties are seen.
        let options = Options { root: Root::Fresh, ..Options::default() };
        let mut search = TreeSearch::new(Kind::Negamax, options, DepthPlan::OneDepth, heuristic(), 0);
        let mut silent = |_: &_| {};
        let mut control = Control::new(work, &mut silent);
        for Item { position, ply, scores } in &self.items {
            for depth in 1..=depth {
                let given: Vec<Score> = match scores.len() {
                    // A search does not look at the only move.
                    1 => vec![Score::EVEN],
                    _ => {
                        let limits = Limits { depth: Some(depth), ..Limits::default() };
                        let report = search.search(position, &limits, &mut control);
                        report.root_moves.iter().map(|known| known.score).collect()
                    }
                };
                work.check()?;
                see(Choice { depth, ply: *ply, truth: scores, given: &given });
            }
        }
        Ok(())
    }
}

/// The position of a game, and its ply.
fn drawn<G: Judged>(start: &G, request: &SampleRequest, number: u64) -> (G, u32) {
    let mut rng = Rng::part(request.seed, number);
    // The default heuristic has no options that could be invalid.
    let opinion = G::opinion(None, 0).ok();
    let random_share = 0.2 + 0.8 * rng.unit();
    let mut game = vec![start.clone()];
    while let Some(position) = game.last().filter(|position| position.outcome().is_none()) {
        let greedy = opinion.as_ref().filter(|_| rng.unit() >= random_share);
        let child = match greedy {
            Some(opinion) => greedy_child(position, opinion, &mut rng),
            None => position.pick(|n| rng.below(n)).map(|m| position.child(m)),
        };
        // An unfinished game has a move.
        let Some(child) = child else { break };
        game.push(child);
    }
    let unfinished = game.len().saturating_sub(1).max(1);
    let window = unfinished.min(request.last.max(1) as usize);
    let ply = unfinished - 1 - rng.below(window);
    (game.swap_remove(ply), ply as u32)
}

/// The child that the side to move likes best, drawn at random if there are several.
fn greedy_child<G: Judged>(position: &G, opinion: &Opinion<G>, rng: &mut Rng) -> Option<G> {
    let side = position.side_to_move();
    let (mut best, mut liked, mut n_liked) = (Score::MIN, None, 0);
    for child in position.moves().map(|m| position.child(m)) {
        let score = match child.outcome() {
            Some(outcome) => Score::of(outcome, side),
            None => Score::estimate(opinion.seen_by(&child, side)),
        };
        if score > best {
            n_liked = 0;
        } else if score < best {
            continue;
        }
        best = score;
        n_liked += 1;
        if rng.below(n_liked) == 0 {
            liked = Some(child);
        }
    }
    liked
}

/// What each move is worth to the side that plays it; `None` if that was not found in time.
fn move_scores<G: Solvable>(position: &G, solver: &mut dyn Solver<G>, work: Work<'_>) -> Option<Vec<Score>> {
    let mut silent = |_: &_| {};
    let mut watch = Watch::new(work, &mut silent);
    let mut worth = |child: G| {
        if let Some(score) = child.final_score() {
            return Some(score);
        }
        let outlook = child.outlook();
        let mut bounds = Bounds { at_least: outlook.at_least, at_most: outlook.at_most };
        solver.narrow(&child, &mut bounds, &mut watch).ok()?;
        Some(bounds.at_least)
    };
    position.moves().map(|m| worth(position.child(m)).map(Score::from_child)).collect()
}
