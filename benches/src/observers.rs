//! What it costs that a search can be observed: the same searches of Breakthrough by our negamax and by hand.
//!
//! `observer-none` knows nothing but the value. `observer-bookkeeping` does what ours does without an observer, and no
//! more: it counts, looks at the clock, keeps the best line and can be stopped; its source has no observer in it. The
//! time that ours takes beyond that is the cost of a switched-off observer.

use std::hint::black_box;
use std::time::Instant;

use plyscope_core::cpu::{Boosted, Build, Plain, Recursion};
use plyscope_core::{Control, Game, Heuristic, Limits, Score, Search, Work};
use plyscope_games::{Breakthrough, PawnMove};
use plyscope_search::{DepthPlan, Kind as Algorithm, Options, TreeRecorder, TreeSearch};

use crate::ours::{Kind, Workload, start};
use crate::searches::{Material, searched};

/// The depth of these searches.
const DEPTH: u32 = 5;
/// The workload with which the others are compared.
pub(crate) const BASELINE: &str = "observer-bookkeeping";

/// Everything that is measured.
pub(crate) const WORKLOADS: &[Workload] = &[
    Workload { name: "observer-none", kind: Kind::Nodes(DEPTH), run: |n, _| counted(n, || by_hand(false)) },
    Workload { name: BASELINE, kind: Kind::Nodes(DEPTH), run: |n, _| counted(n, || by_hand(true)) },
    Workload { name: "observer-off", kind: Kind::Nodes(DEPTH), run: |n, _| counted(n, unobserved) },
    Workload { name: "observer-recording", kind: Kind::Nodes(DEPTH), run: |n, _| counted(n, recorded) },
];

type BreakthroughBoard = Breakthrough<u64>;

/// Does a search `n` times and counts its nodes.
fn counted(n: u64, nodes: fn() -> u64) -> (u64, u64) {
    let nodes = (0..n).map(|_| nodes()).sum();
    (nodes, nodes)
}

fn negamax() -> Box<dyn Search<BreakthroughBoard>> {
    Box::new(TreeSearch::new(Algorithm::Negamax, Options::default(), DepthPlan::OneDepth, Material, 0))
}

fn unobserved() -> u64 {
    searched(&mut *negamax(), &start::<BreakthroughBoard>("8x8"), DEPTH).counters.nodes
}

fn recorded() -> u64 {
    let limits = Limits { depth: Some(DEPTH), ..Limits::default() };
    let mut recorder = TreeRecorder::new(usize::MAX, usize::MAX);
    let start = start::<BreakthroughBoard>("8x8");
    let report =
        negamax().search_observed(&start, &limits, &mut Control::new(Work::never(), &mut |_| {}), &mut recorder);
    assert_eq!(
        recorder.into_tree(report.depth).nodes.len() as u64,
        report.counters.nodes + 1,
        "every node is recorded"
    );
    report.counters.nodes
}

/// What one would write for this search alone, compiled for newer processors like ours.
fn by_hand(with_books: bool) -> u64 {
    match (Boosted::available(), with_books) {
        (Some(build), true) => ByHand::<_, true>::search(build),
        (Some(build), false) => ByHand::<_, false>::search(build),
        (None, true) => ByHand::<_, true>::search(Plain),
        (None, false) => ByHand::<_, false>::search(Plain),
    }
}

/// A search by hand, with or without bookkeeping. Nodes are counted in any case, to compare them.
struct ByHand<B, const BOOKS: bool> {
    build: B,
    nodes: u64,
    interior: u64,
    horizons: u64,
    cutoffs: u64,
    first_move_cutoffs: u64,
    next_look: u64,
    deadline: Option<Instant>,
    /// For each ply the best line from there on, and when it was written.
    lines: Vec<(u64, Vec<PawnMove>)>,
}

/// An unfinished position above the horizon.
struct Inner<'a, B, const BOOKS: bool> {
    search: &'a mut ByHand<B, BOOKS>,
    position: &'a BreakthroughBoard,
}

impl<B: Build, const BOOKS: bool> Recursion<u32, u32, Score, Score> for Inner<'_, B, BOOKS> {
    type Output = Option<Score>;

    #[inline(always)]
    fn call(self, depth: u32, ply: u32, alpha: Score, beta: Score) -> Option<Score> {
        let Inner { search, position } = self;
        if BOOKS {
            search.interior += 1;
        }
        if depth == 1 {
            search.leaves(position, ply, alpha, beta)
        } else {
            search.inner(position, depth, ply, alpha, beta)
        }
    }
}

impl<B: Build, const BOOKS: bool> ByHand<B, BOOKS> {
    fn search(build: B) -> u64 {
        let mut search = ByHand::<B, BOOKS> {
            build,
            nodes: 0,
            interior: 0,
            horizons: 0,
            cutoffs: 0,
            first_move_cutoffs: 0,
            next_look: if BOOKS { 0 } else { u64::MAX },
            deadline: None,
            lines: vec![(0, Vec::new()); DEPTH as usize + 1],
        };
        let start = start::<BreakthroughBoard>("8x8");
        let inner = Inner { search: &mut search, position: &start };
        black_box(build.call(inner, DEPTH, 0, Score::MIN, Score::MAX));
        black_box((search.interior, search.horizons, search.cutoffs, search.first_move_cutoffs, &search.lines));
        search.nodes
    }

    #[inline(always)]
    fn inner(
        &mut self,
        position: &BreakthroughBoard,
        depth: u32,
        ply: u32,
        mut alpha: Score,
        beta: Score,
    ) -> Option<Score> {
        let mut best = Score::MIN;
        for (index, m) in position.moves().enumerate() {
            let entered = self.nodes;
            self.nodes += 1;
            if BOOKS && self.nodes >= self.next_look {
                self.look(self.nodes)?;
            }
            let (child, build) = (position.child(m), self.build);
            let score = match child.outcome() {
                Some(outcome) => Score::of(outcome, child.side_to_move()).seen_from(ply + 1),
                None => {
                    let inner = Inner { search: self, position: &child };
                    build.call(inner, depth - 1, ply + 1, beta.for_other_side(), alpha.for_other_side())?
                }
            };
            let score = score.for_other_side();
            if score > best {
                best = score;
                if score >= beta {
                    self.count_cutoff(index);
                    break;
                }
                if score > alpha {
                    alpha = score;
                    self.extend(m, ply, entered, self.nodes);
                }
            }
        }
        Some(best)
    }

    #[inline(always)]
    fn leaves(&mut self, position: &BreakthroughBoard, ply: u32, alpha: Score, beta: Score) -> Option<Score> {
        let (mut best, mut n_tried, mut n_ended) = (Score::MIN, 0, 0);
        let mut patience = self.next_look.saturating_sub(self.nodes);
        for m in position.moves() {
            n_tried += 1;
            if BOOKS && n_tried >= patience {
                self.look(self.nodes + n_tried)?;
                patience = self.next_look.saturating_sub(self.nodes);
            }
            let child = position.child(m);
            let score = match child.outcome() {
                Some(outcome) => {
                    n_ended += 1;
                    Score::of(outcome, child.side_to_move()).seen_from(ply + 1)
                }
                None => Score::estimate(Material.evaluate(&child)),
            };
            let score = score.for_other_side();
            if score > best {
                best = score;
                if score >= beta {
                    self.count_cutoff(n_tried as usize - 1);
                    break;
                }
                if score > alpha {
                    self.extend(m, ply, self.nodes + n_tried, self.nodes + n_tried);
                }
            }
        }
        self.nodes += n_tried;
        if BOOKS {
            self.horizons += n_tried - n_ended;
        }
        Some(best)
    }

    #[inline(always)]
    fn count_cutoff(&mut self, index: usize) {
        if BOOKS {
            self.cutoffs += 1;
            self.first_move_cutoffs += u64::from(index == 0);
        }
    }

    #[cold]
    fn look(&mut self, nodes: u64) -> Option<()> {
        if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return None;
        }
        self.next_look = nodes + 512;
        Some(())
    }

    #[inline(always)]
    fn extend(&mut self, m: PawnMove, ply: u32, entered: u64, now: u64) {
        if BOOKS {
            self.write_line(m, ply as usize, entered, now);
        }
    }

    #[cold]
    fn write_line(&mut self, m: PawnMove, ply: usize, entered: u64, now: u64) {
        let (upper, lower) = self.lines.split_at_mut(ply + 1);
        let (written, line) = &mut upper[ply];
        *written = now;
        line.clear();
        line.push(m);
        if let Some((after, moves)) = lower.first()
            && *after > entered + 1
        {
            line.extend_from_slice(moves);
        }
    }
}
