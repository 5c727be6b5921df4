//! Whatever stops a solver, what it says by then is true.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::common::{Truth, at_random, solved, start_of, worth};
use plyscope_core::{Game, Insight, Interrupted, Rng, Score, Work};
use plyscope_games::{Breakthrough, Pawned, Reversi};
use plyscope_solve::{Known, Proof, ProofError, Solvable, Watch, check_proof, solve, write_proof};

/// Stops after a number of calls of the listener, in every fourth round before anything begins, and checks what is
/// known then. Small positions may be solved before the flag is checked.
fn check_bounds<G: Solvable>(variant: &str, plies: usize) {
    let (mut truth, mut unfinished) = (Truth::new(), 0);
    for round in 0..40 {
        let (calls, position) = (round % 8, at_random(&start_of::<G>(variant), plies, &mut Rng::new(round)));
        let stop = AtomicBool::new(calls % 4 == 0);
        let mut left = calls;
        let mut listener = |_: &Known| {
            stop.store(left <= 1, Ordering::Relaxed);
            left = left.saturating_sub(1);
        };
        let found = solve(&position, &mut *G::solver(1 << 20, 1), &mut Watch::new(Work::new(&stop), &mut listener));
        let really = worth(&position, &mut truth);
        assert!(found.at_least <= really && really <= found.at_most, "{variant}: {found:?}");
        if found.score().is_none() {
            assert_eq!(found.stopped, Some(Interrupted::Cancelled));
            assert_eq!(found.best().count(), 0);
            unfinished += 1;
        }
    }
    assert!(unfinished >= 10, "{variant}: only {unfinished} were stopped");
}

#[test]
fn bounds_of_a_stopped_search_hold() {
    check_bounds::<Breakthrough<u64>>("5x3", 2);
    check_bounds::<Pawned<u64>>("4x4", 2);
    check_bounds::<Reversi>("4x4", 1);
}

#[test]
fn no_time_at_all_is_enough_for_what_needs_no_search() {
    let mut silent = |_: &_| {};
    let start = start_of::<Breakthrough<u64>>("8x8");
    let found = solve(
        &start,
        &mut *Breakthrough::<u64>::solver(1 << 20, 1),
        &mut Watch::new(Work::never().within(Some(Duration::ZERO)), &mut silent),
    );
    assert_eq!(found.stopped, Some(Interrupted::Time));
    assert_eq!((found.at_least, found.at_most), (Score::loss_in(12), Score::win_in(11)));
}

/// According to the study neither side wins within 29 plies on 6×4, so bounds proven in a moment must allow for that,
/// but say more than is known without a search.
#[test]
fn a_moment_is_enough_for_lengths_that_need_a_search() {
    let start = start_of::<Breakthrough<u64>>("6x4");
    let stop = AtomicBool::new(false);
    let mut after_50_000 = |known: &Known| stop.store(known.nodes > 50_000, Ordering::Relaxed);
    let mut watch = Watch::new(Work::new(&stop), &mut after_50_000);
    let found = solve(&start, &mut *Breakthrough::<u64>::solver(1 << 20, 1), &mut watch);
    assert_eq!(found.stopped, Some(Interrupted::Cancelled));
    let outlook = start.outlook();
    assert!(outlook.at_least < found.at_least && found.at_least <= Score::loss_in(30), "{found:?}");
    assert!(outlook.at_most > found.at_most && found.at_most >= Score::win_in(31), "{found:?}");
}

#[test]
fn finished_games_need_no_search() {
    let mut position = start_of::<Breakthrough<u64>>("4x2");
    while position.outcome().is_none() {
        let m = position.moves().next().expect("a move");
        position.play(m);
    }
    let found = solved(&position);
    assert_eq!((found.score(), found.nodes, found.moves.len()), (Some(Score::loss_in(0)), 0, 0));
}

/// Small tables, which forget, and several threads, which race, change the work and never the result.
#[test]
fn memory_and_threads_do_not_change_results() {
    let start = start_of::<Breakthrough<u64>>("5x3");
    let mut silent = |_: &_| {};
    for (bytes, threads) in [(1 << 14, 1), (1 << 20, 1), (1 << 24, 2), (1 << 16, 3)] {
        let found = solve(
            &start,
            &mut *Breakthrough::<u64>::solver(bytes, threads),
            &mut Watch::new(Work::never(), &mut silent),
        );
        assert_eq!(found.score(), Some(Score::loss_in(18)), "{bytes} bytes, {threads} threads");
        assert!(found.bytes <= bytes);
    }
    let [one, two] = [solved(&start), solved(&start)];
    assert_eq!(
        (one.nodes, one.line, one.moves),
        (two.nodes, two.line, two.moves),
        "one thread does the same work every time"
    );
}

/// No time at all: a proof is not even begun to be written or checked.
#[test]
fn proofs_stop_too() {
    let start = start_of::<Pawned<u64>>("5x5");
    let (mut silent, mut out) = (|_: &_| {}, Vec::new());
    let mut solver = Pawned::<u64>::solver(1 << 24, 1);
    let score = solve(&start, &mut *solver, &mut Watch::new(Work::never(), &mut silent)).score().expect("solved");
    let mut silent = |_: &_| {};
    let no_time = Work::never().within(Some(Duration::ZERO));
    let stopped = write_proof("", &start, score, &mut *solver, &mut Watch::new(no_time, &mut silent), &mut Vec::new());
    assert!(matches!(stopped, Err(ProofError::Stopped(Interrupted::Time))), "{stopped:?}");
    write_proof("", &start, score, &mut *solver, &mut Watch::new(Work::never(), &mut silent), &mut out)
        .expect("a proof");
    let text = String::from_utf8(out).expect("text");
    let proof = Proof::read(&text).expect("a proof");
    assert_eq!(check_proof(&start, &proof, no_time), Err(Interrupted::Time));
}
