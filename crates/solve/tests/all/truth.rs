//! Everything that a solver says, compared with plain minimax: values, best moves, lines, and what is certain without a
//! search.

use crate::common::{Truth, at_random, solved, start_of, worth};
use plyscope_core::{Rng, Score, Work};
use plyscope_games::{Andantino, Breakthrough, Connect4, Pawn, Pawned, Reversi, TicTacToe};
use plyscope_solve::{Measure, Solvable, TreeSolver, Watch, solve};

/// Solves random positions and looks whether value, moves and line are right.
fn check_solving<G: Solvable>(variant: &str, plies: std::ops::Range<usize>, positions: usize) {
    let (start, mut rng, mut truth) = (start_of::<G>(variant), Rng::new(7), Truth::new());
    for round in 0..positions {
        let position = at_random(&start, plies.start + round % plies.len(), &mut rng);
        let (expected, found) = (worth(&position, &mut truth), solved(&position));
        assert_eq!(found.score(), Some(expected), "{variant}: {position:?}");
        let best: Vec<G::Move> = found.best().collect();
        for known in &found.moves {
            let really = worth(&position.child(known.m), &mut truth).from_child();
            assert_eq!(best.contains(&known.m), really == expected, "{variant}: {position:?}");
            assert!(known.at_least <= really && really <= known.at_most, "{variant}: {position:?}");
        }
        let (mut at, mut score) = (position.clone(), expected);
        for &m in &found.line {
            at.play(m);
            score = score.to_child();
            assert_eq!(worth(&at, &mut truth), score, "{variant}: {position:?}");
        }
        assert!(at.outcome().is_some());
        if let (Measure::Plies, Some(plies)) = (G::MEASURE, plies_of(expected)) {
            assert_eq!(found.line.len(), plies as usize);
        }
    }
}

fn plies_of(score: Score) -> Option<u32> {
    match score.verdict(true) {
        plyscope_core::Verdict::Win(plies) | plyscope_core::Verdict::Loss(plies) => Some(plies),
        _ => None,
    }
}

/// Looks at all positions that follow this one: are the bounds true, and is a best move among those that are left?
/// Tells how many positions were decided and how many had a forced reply.
fn check_outlook<G: Solvable>(variant: &str, from: &G) -> (u32, u32) {
    let mut truth = Truth::new();
    worth(from, &mut truth);
    let (mut decided, mut forced) = (0, 0);
    for (position, &score) in truth.iter().filter(|(position, _)| position.outcome().is_none()) {
        let outlook = position.outlook();
        assert!(
            outlook.at_least <= score && score <= outlook.at_most,
            "{variant}: {score:?}, {outlook:?}: {position:?}"
        );
        decided += u32::from(outlook.at_least == outlook.at_most);
        if let Some(cell) = outlook.only_to {
            let left = position.moves().filter(|&m| G::goes_to(m, cell));
            let best = left.map(|m| truth[&position.child(m)].from_child()).max();
            assert_eq!(best, Some(score), "{variant}: {outlook:?}: {position:?}");
            forced += 1;
        }
    }
    (decided, forced)
}

/// The same key for positions that play alike: never for two of different worth.
fn check_keys<G: Solvable>(variant: &str, from: &G, fewest_images: f64) {
    let (mut truth, mut by_key) = (Truth::new(), std::collections::HashMap::new());
    worth(from, &mut truth);
    for (position, &score) in truth.iter().filter(|(position, _)| position.outcome().is_none()) {
        let known = by_key.entry(position.symmetric_key().0).or_insert((score, position));
        assert_eq!(known.0, score, "{variant}: {position:?} and {:?}", known.1);
    }
    let unfinished = truth.keys().filter(|position| position.outcome().is_none()).count() as f64;
    assert!(
        unfinished / by_key.len() as f64 > fewest_images,
        "{variant}: {unfinished} positions, {} keys",
        by_key.len()
    );
}

/// An unfinished position this many random moves after the start. None of them ended the game, though others might
/// have.
fn quiet<G: Solvable>(start: &G, plies: usize, rng: &mut Rng) -> G {
    loop {
        let walk = (0..plies).try_fold(start.clone(), |position, _| {
            let mut open: Vec<G> = position.moves().map(|m| position.child(m)).collect();
            open.retain(|child| child.outcome().is_none());
            (!open.is_empty()).then(|| open.swap_remove(rng.below(open.len())))
        });
        if let Some(position) = walk {
            return position;
        }
    }
}

#[test]
fn solved_positions_are_worth_what_minimax_says() {
    check_solving::<TicTacToe>("", 0..5, 40);
    check_solving::<Reversi>("4x4", 0..8, 40);
    check_solving::<Connect4>("4x4", 0..12, 40);
    check_solving::<Connect4>("5x4", 6..14, 40);
    check_solving::<Pawn<u64>>("4x4", 0..10, 60);
    check_solving::<Pawn<u64>>("4x5", 2..12, 60);
    check_solving::<Pawn<u64>>("5x4,classic,en-passant", 0..8, 40);
    check_solving::<Pawn<u128>>("5x3", 0..10, 40);
    check_solving::<Pawned<u64>>("4x4", 0..10, 60);
    check_solving::<Pawned<u64>>("5x3", 0..12, 60);
}

/// The general solver can do what the endgame solver does, only more slowly.
#[test]
fn the_general_solver_finds_margins_too() {
    let (start, mut rng, mut truth) = (start_of::<Reversi>("4x4"), Rng::new(9), Truth::new());
    for plies in 0..10 {
        let position = at_random(&start, plies, &mut rng);
        let mut silent = |_: &_| {};
        let mut solver = TreeSolver::<Reversi>::new(1 << 22, 1);
        let found = solve(&position, &mut solver, &mut Watch::new(Work::never(), &mut silent));
        assert_eq!(found.score(), Some(worth(&position, &mut truth)), "{position:?}");
    }
}

#[test]
fn solved_positions_of_breakthrough_are_worth_what_minimax_says() {
    check_solving::<Breakthrough<u64>>("4x3", 0..10, 40);
    check_solving::<Breakthrough<u64>>("5x3", 6..14, 60);
    check_solving::<Breakthrough<u64>>("7x2", 0..12, 40);
    check_solving::<Breakthrough<u64>>("4x4,rows=1", 0..8, 40);
    check_solving::<Breakthrough<u64>>("4x3,rows=1,workers=3", 0..8, 40);
    check_solving::<Breakthrough<u128>>("5x3", 8..12, 20);
}

#[test]
fn solved_positions_of_andantino_are_worth_what_minimax_says() {
    check_solving::<Andantino>("3", 11..16, 60);
    check_solving::<Andantino>("3,first-stone=free", 11..16, 30);
    check_solving::<Andantino>("3,suicide=ignore", 12..16, 30);
    check_solving::<Andantino>("3,edge-wall", 12..16, 30);
}

#[test]
fn what_is_certain_at_a_glance_is_true() {
    let claims_something =
        |(decided, forced)| assert!(decided > 100 && forced > 10, "{decided} decided, {forced} forced");
    for variant in ["3x3", "3x5", "5x3", "6x2"] {
        check_outlook::<Pawn<u64>>(variant, &start_of(variant));
        check_outlook::<Pawned<u64>>(variant, &start_of(variant));
    }
    claims_something(check_outlook::<Pawn<u64>>("4x4", &start_of("4x4")));
    claims_something(check_outlook::<Pawned<u64>>("4x4", &start_of("4x4")));
    for variant in ["4x2", "4x3", "5x2", "5x3", "6x2", "7x2", "3x3,rows=1", "3x4,rows=1", "4x4,rows=1"] {
        check_outlook::<Breakthrough<u64>>(variant, &start_of(variant));
    }
    claims_something(check_outlook::<Breakthrough<u64>>("5x3,rows=1", &start_of("5x3,rows=1")));
    claims_something(check_outlook::<Pawn<u128>>("4x4", &start_of("4x4")));
    claims_something(check_outlook::<Breakthrough<u128>>("4x3", &start_of("4x3")));
    check_outlook::<Reversi>("4x4", &start_of("4x4"));
    check_outlook::<TicTacToe>("", &start_of(""));
    claims_something(check_outlook::<Connect4>("4x4", &start_of("4x4")));
    // An odd number of rows, the standard board, and one without spare bits.
    let mut rng = Rng::new(8);
    for (variant, plies) in [("5x4", 8), ("5x5", 14), ("6x7", 31), ("8x8", 52)] {
        for _ in 0..10 {
            check_outlook::<Connect4>(variant, &quiet(&start_of(variant), plies, &mut rng));
        }
    }
}

#[test]
fn what_is_certain_at_a_glance_in_andantino_is_true() {
    let (mut rng, mut decided, mut forced) = (Rng::new(3), 0, 0);
    for variant in ["3", "3,first-stone=free"] {
        for _ in 0..60 {
            let found = check_outlook::<Andantino>(variant, &at_random(&start_of(variant), 11, &mut rng));
            (decided, forced) = (decided + found.0, forced + found.1);
        }
    }
    assert!(decided > 100 && forced > 100, "{decided} decided, {forced} forced");
}

#[test]
fn positions_that_play_alike_share_a_key_and_others_do_not() {
    check_keys::<Pawn<u64>>("4x4", &start_of("4x4"), 2.5);
    check_keys::<Pawn<u64>>(
        "5x4,classic,en-passant",
        &at_random(&start_of("5x4,classic,en-passant"), 4, &mut Rng::new(1)),
        1.0,
    );
    check_keys::<Pawned<u64>>("5x3", &start_of("5x3"), 2.5);
    check_keys::<Breakthrough<u64>>("4x3", &start_of("4x3"), 2.5);
    check_keys::<Connect4>("4x4", &start_of("4x4"), 1.9);
    check_keys::<Connect4>("8x8", &quiet(&start_of("8x8"), 52, &mut Rng::new(1)), 0.9);
    check_keys::<Breakthrough<u128>>("4x4,rows=1", &start_of("4x4,rows=1"), 2.5);
    check_keys::<Andantino>("3", &at_random(&start_of("3"), 8, &mut Rng::new(2)), 1.0);
}
