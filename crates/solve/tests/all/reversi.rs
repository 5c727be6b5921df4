//! The endgame solver of Reversi against published positions and against plain negamax by the public rules.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use plyscope_core::{Game, Interrupted, Notation, Outcome, Rng, Score, Side, Work};
use plyscope_games::Reversi;
use plyscope_games::reversi::{DiscMove, Variant};
use plyscope_solve::reversi::{Empties, EndgameSolution, Goal, Settings, solve};
use plyscope_solve::{Known, Solvable, Solved, Watch};

/// An FFO position: number, position, score, best moves.
struct Published {
    number: u32,
    position: Reversi,
    score: i32,
    best: Vec<String>,
}

fn published() -> Vec<Published> {
    let lines = include_str!("../data/ffo.txt").lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|line| {
            let fields: Vec<&str> = line.split(' ').collect();
            let rows: Vec<String> =
                (0..8).map(|row| fields[1][8 * row..][..8].to_lowercase().replace('-', ".")).collect();
            let text = format!("{} {}", rows.join("/"), fields[2].to_lowercase());
            let position = Reversi::read_position(&Variant::default(), &text).unwrap();
            assert_eq!(position.empties().count_ones().to_string(), fields[4]);
            let best = fields[5].to_lowercase().split(',').map(str::to_owned).collect();
            Published { number: fields[0].parse().unwrap(), position, score: fields[3].parse().unwrap(), best }
        })
        .collect()
}

fn quiet(position: &Reversi, settings: &Settings) -> EndgameSolution {
    solve(position, settings, Work::never(), &mut |_| {})
}

const TOURNAMENT: Settings =
    Settings { goal: Goal::Score, empties: Empties::Winner, table_bytes: 16 << 20, threads: 1 };

/// The score of a finished game, with plain counting.
fn final_score(position: &Reversi, empties: Empties) -> i32 {
    let side = position.side_to_move();
    let difference = position.n_discs(side) as i32 - position.n_discs(!side) as i32;
    match empties {
        Empties::Nobody => difference,
        Empties::Winner => difference + difference.signum() * position.empties().count_ones() as i32,
    }
}

/// Plain minimax by the public rules.
fn negamax(position: &Reversi, empties: Empties) -> i32 {
    if position.outcome().is_some() {
        return final_score(position, empties);
    }
    let after = |m| {
        let mut after = position.clone();
        after.play(m);
        -negamax(&after, empties)
    };
    position.moves().map(after).max().unwrap()
}

/// A line is proof of nothing, but it must end the game with the score that was found, seen by who began it.
fn check_line(position: &Reversi, solution: &EndgameSolution, empties: Empties) {
    let mut end = position.clone();
    for &m in &solution.line {
        assert!(end.moves().any(|legal| legal == m));
        end.play(m);
    }
    assert!(end.outcome().is_some(), "the line stops at {}", end.position_text());
    let sign = if end.side_to_move() == position.side_to_move() { 1 } else { -1 };
    assert_eq!(solution.score(), Some(sign * final_score(&end, empties)));
    assert_eq!(solution.best, solution.line.first().copied());
}

/// A random game down to this many empty cells, unless it ends before.
fn random_endgame(variant: &Variant, n_empties: u32, rng: &mut Rng) -> Reversi {
    loop {
        let mut position = Reversi::start(variant);
        while position.empties().count_ones() > n_empties
            && let Some(m) = position.pick(|n| rng.below(n))
        {
            position.play(m);
        }
        if position.outcome().is_none() {
            return position;
        }
    }
}

const BOARDS: [&str; 7] = ["8x8", "6x6", "4x4", "4x6", "8x4", "6x8", "lab-small"];

#[test]
fn published_positions_have_their_scores_and_best_moves() {
    let mut n_solved = 0;
    for published in published().into_iter().filter(|published| published.position.empties().count_ones() <= 18) {
        let solution = quiet(&published.position, &TOURNAMENT);
        assert_eq!(solution.score(), Some(published.score), "FFO {}", published.number);
        let best = published.position.move_text(solution.best.unwrap());
        assert!(published.best.contains(&best), "FFO {}: {best}", published.number);
        check_line(&published.position, &solution, Empties::Winner);
        n_solved += 1;
    }
    assert_eq!(n_solved, 23);
}

#[test]
fn random_endgames_have_the_score_of_plain_negamax() {
    let mut rng = Rng::new(11);
    for board in BOARDS {
        let variant: Variant = board.parse().unwrap();
        for empties in [Empties::Nobody, Empties::Winner] {
            for round in 0..60 {
                let position = random_endgame(&variant, 1 + round % 8, &mut rng);
                let expected = negamax(&position, empties);
                let solution = quiet(&position, &Settings { empties, ..TOURNAMENT });
                assert_eq!(solution.score(), Some(expected), "{board} {}", position.position_text());
                assert!(solution.complete);
                check_line(&position, &solution, empties);
            }
        }
    }
}

#[test]
fn one_solver_goes_from_board_to_board() {
    let mut rng = Rng::new(12);
    let mut solver = Reversi::solver(1 << 22, 1);
    for round in 0..40 {
        let variant: Variant = BOARDS[round % BOARDS.len()].parse().unwrap();
        let position = random_endgame(&variant, 6, &mut rng);
        let mut silent = |_: &_| {};
        let solved = plyscope_solve::solve(&position, &mut *solver, &mut Watch::new(Work::never(), &mut silent));
        assert_eq!(solved.score(), Some(Score::estimate(negamax(&position, Empties::Nobody).into())));
    }
}

/// Rows and columns exchanged, or the rows turned upside down before, or both.
fn changed(position: &Reversi, exchange: bool, turn: bool) -> Reversi {
    let text = position.position_text();
    let (board, side) = text.split_once(' ').unwrap();
    let mut rows: Vec<Vec<char>> = board.split('/').map(|row| row.chars().collect()).collect();
    if turn {
        rows.reverse();
    }
    if exchange {
        rows = (0..8).map(|column| rows.iter().map(|row| row[column]).collect()).collect();
    }
    let rows: Vec<String> = rows.into_iter().map(String::from_iter).collect();
    Reversi::read_position(&Variant::default(), &format!("{} {side}", rows.join("/"))).unwrap()
}

#[test]
fn mirrored_positions_have_equal_scores() {
    let mut rng = Rng::new(13);
    for _ in 0..20 {
        let position = random_endgame(&Variant::default(), 12, &mut rng);
        let scores = [(false, false), (true, false), (false, true), (true, true)].map(|(exchange, turn)| {
            let position = changed(&position, exchange, turn);
            quiet(&position, &TOURNAMENT).score().unwrap()
        });
        assert_eq!(scores, [scores[0]; 4], "{}", position.position_text());
    }
}

#[test]
fn a_stopped_search_has_true_bounds() {
    for published in published().iter().filter(|published| (40..=50).contains(&published.number)) {
        for milliseconds in [0, 1, 20, 60] {
            let time = Some(Duration::from_millis(milliseconds));
            let (mut lower, mut upper) = (-64, 64);
            let start = Instant::now();
            let solution = solve(&published.position, &TOURNAMENT, Work::never().within(time), &mut |progress| {
                // What was proven stays proven.
                assert!(progress.lower >= lower && progress.upper <= upper && progress.lower <= progress.upper);
                (lower, upper) = (progress.lower, progress.upper);
            });
            assert!(start.elapsed() < Duration::from_secs(5));
            assert!(solution.lower <= published.score && published.score <= solution.upper, "FFO {}", published.number);
            assert!(solution.lower >= lower && solution.upper <= upper);
            assert!(published.position.moves().any(|m| Some(m) == solution.best));
        }
    }
}

#[test]
fn the_flag_stops_a_search() {
    let hard = &published()[57].position;
    let stop = AtomicBool::new(true);
    let solution = solve(hard, &TOURNAMENT, Work::new(&stop), &mut |_| {});
    assert!(!solution.complete && solution.score().is_none());
    assert!(solution.lower < solution.upper && solution.best.is_some());
    stop.store(false, Ordering::Relaxed);
    std::thread::scope(|scope| {
        let search = scope.spawn(|| solve(hard, &Settings { threads: 2, ..TOURNAMENT }, Work::new(&stop), &mut |_| {}));
        std::thread::sleep(Duration::from_millis(50));
        stop.store(true, Ordering::Relaxed);
        assert!(!search.join().unwrap().complete);
    });
}

/// With an empty board nearly all work goes into the order of the root's moves, which is a search of its own.
#[test]
fn ordering_moves_stops_too() {
    let start = Reversi::start(&Variant::default());
    let no_time = Work::never().within(Some(Duration::ZERO));
    let solution = solve(&start, &TOURNAMENT, no_time, &mut |_| {});
    assert!(!solution.complete && solution.nodes < 10_000, "{} nodes", solution.nodes);
}

/// Known since the 1990s and easily found by exhaustion: the second player wins by 8, 11 discs to 3, and two cells stay
/// empty.
#[test]
fn the_small_board_is_won_by_the_second_player() {
    let start = Reversi::start(&"4x4".parse().unwrap());
    for (empties, score) in [(Empties::Nobody, -8), (Empties::Winner, -10)] {
        let solution = quiet(&start, &Settings { empties, ..TOURNAMENT });
        assert_eq!(solution.score(), Some(score));
        check_line(&start, &solution, empties);
        let mut end = start.clone();
        solution.line.iter().for_each(|&m| end.play(m));
        assert_eq!(end.outcome(), Some(Outcome::Win(Side::Second)));
        assert_eq!(Side::BOTH.map(|side| end.n_discs(side)), [3, 11]);
    }
}

#[test]
fn who_wins_is_the_sign_of_the_score() {
    let mut rng = Rng::new(14);
    for round in 0..60 {
        let variant: Variant = BOARDS[round % BOARDS.len()].parse().unwrap();
        let position = random_endgame(&variant, 9, &mut rng);
        let score = quiet(&position, &TOURNAMENT).score().unwrap();
        let outcome = quiet(&position, &Settings { goal: Goal::Outcome, ..TOURNAMENT });
        assert!(outcome.complete && outcome.lower <= score && score <= outcome.upper);
        let sign = if outcome.lower > 0 { 1 } else { -i32::from(outcome.upper < 0) };
        assert_eq!(sign, score.signum(), "{}", position.position_text());
    }
}

#[test]
fn threads_find_the_same_scores() {
    for published in published().into_iter().filter(|published| (13..=19).contains(&published.number)) {
        let solution = quiet(&published.position, &Settings { threads: 3, ..TOURNAMENT });
        assert_eq!(solution.score(), Some(published.score), "FFO {}", published.number);
        check_line(&published.position, &solution, Empties::Winner);
    }
}

#[test]
fn a_tiny_table_changes_nothing_but_the_time() {
    for published in published().into_iter().filter(|published| published.number <= 4) {
        let solution = quiet(&published.position, &Settings { table_bytes: 0, ..TOURNAMENT });
        assert_eq!(solution.score(), Some(published.score), "FFO {}", published.number);
    }
}

#[test]
fn passes_and_finished_games_are_answered() {
    let read = |text: &str| Reversi::read_position(&"4x4".parse().unwrap(), text).unwrap();
    // White has no move, Black then fills a1.
    let passing = read(".oxx/xxxx/xxxx/xxxx o");
    let solution = quiet(&passing, &TOURNAMENT);
    assert_eq!(solution.score(), Some(-16));
    assert_eq!(solution.line.iter().map(|&m| passing.move_text(m)).collect::<Vec<_>>(), ["pass", "a1"]);
    let over = read("xxxx/xxxx/xxxx/.... o");
    let solution = quiet(&over, &TOURNAMENT);
    assert_eq!((solution.score(), solution.best, solution.line.len()), (Some(-16), None, 0));
    assert_eq!(quiet(&over, &Settings::default()).score(), Some(-12));
}

/// Solves as `plyscope solve` does: by the difference of discs, with all best moves.
fn asked(position: &Reversi, threads: usize) -> Solved<DiscMove> {
    let mut silent = |_: &_| {};
    let mut solver = Reversi::solver(16 << 20, threads);
    plyscope_solve::solve(position, &mut *solver, &mut Watch::new(Work::never(), &mut silent))
}

/// The published scores give empty cells to the winner. Where the difference of discs is the same, its best moves are
/// among the published ones: others may leave cells empty.
#[test]
fn published_positions_are_worth_the_same_through_both_interfaces() {
    let mut n_equal = 0;
    for published in published().into_iter().filter(|published| published.position.empties().count_ones() <= 17) {
        for threads in [1, 2] {
            let solved = asked(&published.position, threads);
            let score = solved.score().unwrap().value() as i32;
            assert!(score.signum() == published.score.signum() && score.abs() <= published.score.abs());
            let discs = quiet(&published.position, &Settings { empties: Empties::Nobody, ..TOURNAMENT });
            assert_eq!(discs.score(), Some(score), "FFO {}", published.number);
            if score == published.score {
                let best: Vec<String> = solved.best().map(|m| published.position.move_text(m)).collect();
                assert!(best.iter().all(|m| published.best.contains(m)), "FFO {}: {best:?}", published.number);
                assert!(!best.is_empty(), "FFO {}", published.number);
                n_equal += 1;
            }
            let mut end = published.position.clone();
            solved.line.iter().for_each(|&m| end.play(m));
            assert!(end.outcome().is_some(), "FFO {}", published.number);
        }
    }
    assert!(n_equal >= 20);
}

#[test]
fn a_long_search_can_be_stopped_and_what_is_proven_is_kept() {
    let hard = &published()[57];
    for threads in [1, 2] {
        let mut told = Vec::new();
        let mut listen = |known: &Known| told.push(known.nodes);
        let time = Duration::from_millis(300);
        let mut watch = Watch::new(Work::never().within(Some(time)), &mut listen);
        let solved = plyscope_solve::solve(&hard.position, &mut *Reversi::solver(1 << 24, threads), &mut watch);
        assert_eq!(solved.stopped, Some(Interrupted::Time));
        assert!(solved.time >= time && solved.time < Duration::from_secs(10));
        assert!(solved.at_least.value() as i32 <= hard.score && hard.score <= solved.at_most.value() as i32);
        assert!(solved.bytes <= 1 << 24 && solved.nodes > 0);
        assert!(told.is_sorted() && told.len() > 2, "progress is told: {told:?}");
    }
}
