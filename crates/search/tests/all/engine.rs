//! The engine: equal to plain minimax where it claims to be, the same twice, and not confused by threads.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::common::{Node, Shape, Written, plain, random_game, run, to_depth};
use plyscope_core::{Game, Limits, Rng, Score};
use plyscope_games::{Pawn, TicTacToe};
use plyscope_search::TreeSearch;

struct Even;

impl<G> plyscope_core::Heuristic<G> for Even {
    fn evaluate(&self, _: &G) -> f64 {
        0.0
    }
}

/// Searched to the end, the value is exact, regardless of the size of the table and the number of threads.
#[test]
fn complete_searches_are_exact() {
    let mut rng = Rng::new(11);
    for round in 0..600 {
        let shape = Shape {
            depth: 2 + rng.below(6),
            max_moves: 1 + rng.below(5),
            width: 1 + rng.below(12),
            ends: 2 + rng.below(12),
            values: 3,
        };
        let start = random_game(shape, &mut rng);
        if start.count_moves() < 2 {
            continue;
        }
        let (exact, _) = plain(&start, 100, &Written);
        for (bytes, threads) in [(200, 1), (1 << 16, 1), (1 << 16, 2)] {
            let report = run::<Node>(&mut TreeSearch::engine(Written, bytes, threads), &start, to_depth(20));
            assert_eq!(report.score, exact, "round {round}, {bytes} bytes, {threads} threads, {shape:?}");
            let worth = plain(&start.child(report.best), 100, &Written).0.from_child();
            assert_eq!(worth, exact, "round {round}: the move keeps the value");
            assert!(report.complete || report.score.is_decided());
        }
    }
}

#[test]
fn known_games() {
    let report =
        run(&mut TreeSearch::engine(Even, 1 << 20, 1), &TicTacToe::start(&Default::default()), Limits::default());
    assert_eq!((report.score, report.complete), (Score::EVEN, true));
    for threads in [1, 2] {
        let start = Pawn::<u64>::start(&"4x4".parse().expect("a size"));
        let report = run(&mut TreeSearch::engine(Even, 1 << 20, threads), &start, Limits::default());
        assert_eq!(report.score, Score::win_in(11));
        let start = Pawn::<u64>::start(&"5x4".parse().expect("a size"));
        let report = run(&mut TreeSearch::engine(Even, 1 << 22, threads), &start, Limits::default());
        assert_eq!(report.score, Score::loss_in(16));
    }
}

#[test]
fn one_thread_answers_the_same_every_time() {
    let start = Pawn::<u64>::start(&"6x6".parse().expect("a size"));
    let mut engine = TreeSearch::engine(Even, 1 << 20, 1);
    let (first, second) = (run(&mut engine, &start, to_depth(8)), run(&mut engine, &start, to_depth(8)));
    assert_eq!((first.best, first.counters, first.pv), (second.best, second.counters, second.pv));
}

/// Counts how often it is asked.
#[derive(Default)]
struct Counting(AtomicU64);

impl<G> plyscope_core::Heuristic<G> for &Counting {
    fn evaluate(&self, _: &G) -> f64 {
        self.0.fetch_add(1, Ordering::Relaxed) as f64
    }
}

#[test]
fn the_work_of_all_threads_is_counted() {
    let start = Pawn::<u64>::start(&"6x6".parse().expect("a size"));
    for threads in 1..=3 {
        let heuristic = Counting::default();
        let report = run(&mut TreeSearch::engine(&heuristic, 1 << 20, threads), &start, to_depth(6));
        // Before it begins, every thread has judged one move, to have an answer.
        assert_eq!(report.counters.evaluations + threads as u64, heuristic.0.into_inner(), "{threads} threads");
    }
}
