//! The general solver: null-window search to the end of the game, with a large table of bounds on both sides.
//!
//! There is no depth. "Does the side to move win within n plies?" ends by itself after n plies, because a position that
//! goes on cannot be won in 0; the bounds of [`Outlook`] end it earlier. Answers are as sharp as they come out
//! (fail-soft), so what is asked for n plies often settles more, and a search that never met its end by plies settles
//! everything.

use std::sync::atomic::{AtomicBool, Ordering};

use plyscope_core::cpu::{Boosted, Build, Plain, Recursion};
use plyscope_core::{Interrupted, Outlook, Rng, Score, Work};

use crate::table::{BoundsTable, Entry, NO_MOVE};
use crate::watch::Watch;
use crate::{Solvable, Solver};

/// The solver of most games.
pub struct TreeSolver<G: Solvable> {
    table: BoundsTable,
    max_bytes: usize,
    workers: Vec<Worker<G>>,
}

/// What one thread needs besides the table.
struct Worker<G: Solvable> {
    /// The moves of all positions on the way from the root, each list after that of its parent.
    moves: Vec<Ranked<G>>,
    /// How often a move code was good enough, weighted by what it saved.
    history: Vec<u32>,
    /// Makes the later threads try moves in another order; `None` for the first.
    chance: Option<Rng>,
}

struct Ranked<G: Solvable> {
    child: G,
    seen: Seen,
    code: u16,
    rank: i64,
}

/// Why a search ended without an answer.
enum Halt {
    Stopped(Interrupted),
    /// The table is crowded and may grow.
    Crowded,
}

/// Tables begin small, so that small questions are answered at once, and grow by this factor.
const FIRST_BYTES: usize = 1 << 20;
const GROWTH: usize = 4;

impl<G: Solvable> TreeSolver<G> {
    /// A solver whose table may grow to this many bytes. Only with one thread is its work the same every time.
    pub fn new(max_bytes: usize, threads: usize) -> Self {
        let worker = |index: usize| Worker {
            moves: Vec::new(),
            history: vec![0; 1 << 16],
            chance: (index > 0).then(|| Rng::new(index as u64)),
        };
        let workers = (0..threads.max(1)).map(worker).collect();
        TreeSolver { table: BoundsTable::with_bytes(FIRST_BYTES.min(max_bytes)), max_bytes, workers }
    }

    fn grow(&mut self, work: Work<'_>) -> Result<(), Interrupted> {
        // Both tables exist while entries are copied: for a moment they may take half more than the limit.
        let bytes = (self.table.bytes() * GROWTH).min(self.max_bytes);
        self.table = self.table.grown(bytes, work)?;
        Ok(())
    }

    fn can_grow(&self) -> bool {
        // Sizes are powers of two.
        self.table.bytes() * 2 <= self.max_bytes
    }
}

impl<G: Solvable> Solver<G> for TreeSolver<G> {
    fn test(&mut self, position: &G, aim: Score, watch: &mut Watch<'_>) -> Result<Score, Interrupted> {
        loop {
            let can_grow = self.can_grow();
            let (first, others) = self.workers.split_first_mut().expect("there is at least one worker");
            let table = &self.table;
            let done = AtomicBool::new(false);
            let answer = std::thread::scope(|scope| {
                let helpers: Vec<_> = others
                    .iter_mut()
                    .map(|worker| {
                        let done = &done;
                        scope.spawn(move || {
                            let mut silent = |_: &_| {};
                            let mut watch = Watch::new(Work::new(done), &mut silent);
                            // What it finds is in the table, where the first thread finds it.
                            let _ = Search { table, worker, watch: &mut watch, can_grow: false }.run(position, aim);
                            watch.nodes()
                        })
                    })
                    .collect();
                let answer = Search { table, worker: first, watch, can_grow }.run(position, aim);
                done.store(true, Ordering::Relaxed);
                for helper in helpers {
                    if let Ok(nodes) = helper.join() {
                        watch.add_nodes(nodes);
                    }
                }
                answer
            });
            match answer {
                Ok(score) => return Ok(score),
                Err(Halt::Stopped(stopped)) => return Err(stopped),
                Err(Halt::Crowded) => self.grow(watch.work())?,
            }
        }
    }

    fn hint(&self, position: &G) -> Option<G::Move> {
        let (key, image) = position.symmetric_key();
        let best = self.table.get(key)?.best;
        let mut moves = position.moves().enumerate();
        moves.find(|&(index, m)| position.move_code(m, index, image) == best).map(|(_, m)| m)
    }

    fn bytes(&self) -> usize {
        self.table.bytes()
    }
}

/// One thread at work on one question.
struct Search<'a, 'w, G: Solvable> {
    table: &'a BoundsTable,
    worker: &'a mut Worker<G>,
    watch: &'a mut Watch<'w>,
    can_grow: bool,
}

/// What is known of a position before its moves are tried.
#[derive(Clone, Copy)]
struct Seen {
    at_least: Score,
    at_most: Score,
    only_to: Option<u16>,
    key: u64,
    image: u8,
    best: u16,
}

impl<G: Solvable> Search<'_, '_, G> {
    fn run(mut self, position: &G, aim: Score) -> Result<Score, Halt> {
        self.worker.moves.clear();
        let mut seen = match self.glance(position, aim) {
            Err(score) => return Ok(score),
            Ok(seen) => seen,
        };
        if let Some(score) = self.recall(&mut seen, aim) {
            return Ok(score);
        }
        match Boosted::available() {
            Some(build) => build.call(Test { search: &mut self, build }, position, &seen, aim, ()),
            None => Plain.call(Test { search: &mut self, build: Plain }, position, &seen, aim, ()),
        }
    }

    /// What is certain of an unfinished position without a search; if that is the answer, it is the error. The table is
    /// asked to get ready.
    #[inline(always)]
    fn glance(&self, position: &G, aim: Score) -> Result<Seen, Score> {
        let Outlook { at_least, at_most, only_to } = position.outlook();
        if at_least >= aim {
            return Err(at_least);
        }
        if at_most < aim {
            return Err(at_most);
        }
        let (key, image) = position.symmetric_key();
        self.table.fetch(key);
        Ok(Seen { at_least, at_most, only_to, key, image, best: NO_MOVE })
    }

    /// Adds what the table knows; if that is the answer, it is returned.
    #[inline(always)]
    fn recall(&self, seen: &mut Seen, aim: Score) -> Option<Score> {
        let known = self.table.get(seen.key)?;
        seen.at_least = seen.at_least.max(known.at_least);
        seen.at_most = seen.at_most.min(known.at_most);
        seen.best = known.best;
        if seen.at_least >= aim {
            return Some(seen.at_least);
        }
        (seen.at_most < aim).then_some(seen.at_most)
    }

    /// The most promising child from `at` on, brought there.
    #[inline(always)]
    fn pick(&mut self, at: usize) {
        let rest = &mut self.worker.moves[at..];
        let mut best = 0;
        for index in 1..rest.len() {
            if rest[index].rank > rest[best].rank {
                best = index;
            }
        }
        rest.swap(0, best);
    }
}

/// Is a position worth at least this much?
struct Test<'s, 'a, 'w, G: Solvable, B> {
    search: &'s mut Search<'a, 'w, G>,
    build: B,
}

impl<G: Solvable, B: Build> Recursion<&G, &Seen, Score, ()> for Test<'_, '_, '_, G, B> {
    type Output = Result<Score, Halt>;

    #[inline(always)]
    fn call(self, position: &G, seen: &Seen, aim: Score, (): ()) -> Result<Score, Halt> {
        let Test { search, build } = self;
        search.watch.tick().map_err(Halt::Stopped)?;
        let before = search.watch.nodes();
        let first = search.worker.moves.len();
        let child_aim = aim.to_child().next();
        let (mut score, mut good) = (Score::MIN, NO_MOVE);
        // 1. What is certain of the children without a search. Meanwhile the table fetches what it knows of those
        // before.
        for (index, m) in position.moves().enumerate() {
            if seen.only_to.is_some_and(|cell| !G::goes_to(m, cell)) {
                continue;
            }
            let code = position.move_code(m, index, seen.image);
            let child = position.child(m);
            let answer = match child.final_score() {
                Some(score) => Err(score),
                None => search.glance(&child, child_aim),
            };
            match answer {
                Err(found) => {
                    let found = found.from_child();
                    if found > score {
                        (score, good) = (found, code);
                        if score >= aim {
                            break;
                        }
                    }
                }
                Ok(seen_child) => {
                    let usual = i64::from(search.worker.history[usize::from(code)]);
                    // A move that leaves one reply is worth two classes of promise.
                    let forcing = 2 * i64::from(seen_child.only_to.is_some());
                    let class = if code == seen.best { 1 << 20 } else { i64::from(position.promise(m)) + forcing };
                    let chance =
                        search.worker.chance.as_mut().map_or(0, |rng| rng.below(usual as usize / 2 + 8) as i64);
                    let rank = (class << 40) + usual + chance;
                    search.worker.moves.push(Ranked { child, seen: seen_child, code, rank });
                }
            }
        }
        // 2. What the table knows of them.
        if score < aim {
            let mut open = first;
            for at in first..search.worker.moves.len() {
                let mut seen_child = search.worker.moves[at].seen;
                if let Some(found) = search.recall(&mut seen_child, child_aim) {
                    let found = found.from_child();
                    if found > score {
                        (score, good) = (found, search.worker.moves[at].code);
                        if score >= aim {
                            break;
                        }
                    }
                } else {
                    search.worker.moves[at].seen = seen_child;
                    search.worker.moves.swap(open, at);
                    open += 1;
                }
            }
            search.worker.moves.truncate(open);
        }
        // 3. What a search finds out.
        if score < aim {
            let last = search.worker.moves.len();
            for at in first..last {
                search.pick(at);
                let Ranked { child, seen: seen_child, code, .. } = &search.worker.moves[at];
                let (child, seen_child, code) = (child.clone(), *seen_child, *code);
                let found = build.call(Test { search, build }, &child, &seen_child, child_aim, ())?.from_child();
                if found > score {
                    (score, good) = (found, code);
                    if score >= aim {
                        break;
                    }
                }
            }
        }
        search.worker.moves.truncate(first);
        let effort = (search.watch.nodes() - before + 1).ilog2() as u8;
        let (mut at_least, mut at_most) = (seen.at_least, seen.at_most);
        if score >= aim {
            at_least = at_least.max(score);
            let usual = &mut search.worker.history[usize::from(good)];
            *usual = usual.saturating_add(1 << effort.min(16));
        } else {
            at_most = at_most.min(score);
            // What is certain without a search may say more than the search found.
            score = at_most;
        }
        search.table.put(seen.key, &Entry { at_least, at_most, best: good, effort });
        if search.can_grow && search.table.is_crowded() {
            return Err(Halt::Crowded);
        }
        Ok(score)
    }
}
