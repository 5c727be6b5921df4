//! Results that others have published or computed, found again by the plainest search there is: minimax with a memory
//! of all positions. The figures come from the studies of the five papers unless a line says otherwise.

use std::collections::HashMap;

use plyscope_core::{Game, Notation, Outcome, Side};
use plyscope_games::{Breakthrough, Pawn, Pawned, Reversi, TicTacToe};

/// A result for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Value {
    Win(u16),
    Loss(u16),
    Draw,
}

/// The value of a position: shortest win, longest loss.
fn solve<G: Game>(position: &G, known: &mut HashMap<G, Value>) -> Value {
    if let Some(outcome) = position.outcome() {
        return match outcome.winner() {
            None => Value::Draw,
            Some(winner) if winner == position.side_to_move() => Value::Win(0),
            Some(_) => Value::Loss(0),
        };
    }
    if let Some(&value) = known.get(position) {
        return value;
    }
    let (mut shortest_win, mut longest_loss, mut has_draw) = (None, 0, false);
    for m in position.moves() {
        match solve(&position.child(m), known) {
            Value::Loss(n) => shortest_win = Some(shortest_win.map_or(n + 1, |best: u16| best.min(n + 1))),
            Value::Win(n) => longest_loss = longest_loss.max(n + 1),
            Value::Draw => has_draw = true,
        }
    }
    let value = match shortest_win {
        Some(n) => Value::Win(n),
        None if has_draw => Value::Draw,
        None => Value::Loss(longest_loss),
    };
    known.insert(position.clone(), value);
    value
}

fn value_of<G: Game>(variant: &str) -> Value {
    let start = G::start(&variant.parse().unwrap_or_else(|error| panic!("{variant}: {error}")));
    solve(&start, &mut HashMap::new())
}

fn check<G: Game>(expected: &[(&str, Value)]) {
    for &(variant, value) in expected {
        assert_eq!(value_of::<G>(variant), value, "{variant}");
    }
}

use Value::{Draw, Loss, Win};

#[test]
fn tic_tac_toe_is_a_draw() {
    assert_eq!(value_of::<TicTacToe>(""), Draw);
}

/// 3×3 and 4×4 are also in the literature on Hexapawn (Gardner 1962) and octopawn.
#[test]
fn pawn_game_boards() {
    check::<Pawn<u64>>(&[
        ("3x2", Loss(2)),
        ("3x3", Loss(6)),
        ("3x4", Win(5)),
        ("3x5", Win(7)),
        ("3x6", Loss(8)),
        ("4x2", Loss(6)),
        ("4x3", Loss(8)),
        ("4x4", Win(11)),
        ("4x5", Loss(14)),
        ("5x2", Loss(6)),
        ("5x3", Win(11)),
        ("5x4", Loss(16)),
        ("6x2", Loss(10)),
        ("6x3", Loss(14)),
    ]);
    check::<Pawn<u128>>(&[("4x4", Win(11)), ("5x3", Win(11))]);
}

/// Winners of Pawned; the study gives no lengths.
#[test]
fn pawned_boards() {
    let draws = ["3x2", "3x3", "3x4", "3x5", "4x3", "4x4", "4x5", "5x2", "6x3", "7x2"];
    for variant in draws {
        assert_eq!(value_of::<Pawned<u64>>(variant), Draw, "{variant}");
    }
    assert!(matches!(value_of::<Pawned<u64>>("5x3"), Win(_)));
    for variant in ["4x2", "5x4", "6x2", "8x2"] {
        assert!(matches!(value_of::<Pawned<u64>>(variant), Loss(_)), "{variant}");
    }
}

/// One row of pieces; OpenSpiel's exhaustive search agrees on the first five.
#[test]
fn breakthrough_boards_with_one_row() {
    check::<Breakthrough<u64>>(&[
        ("4x2,rows=1", Loss(6)),
        ("4x3,rows=1", Win(9)),
        ("4x4,rows=1", Win(11)),
        ("5x2,rows=1", Win(7)),
        ("5x3,rows=1", Win(13)),
        ("6x2,rows=1", Loss(12)),
    ]);
}

/// Two rows of pieces; OpenSpiel's exhaustive search agrees on 6×2.
#[test]
fn breakthrough_boards_with_two_rows() {
    check::<Breakthrough<u64>>(&[
        ("4x2", Loss(8)),
        ("4x3", Loss(12)),
        ("5x2", Loss(10)),
        ("6x2", Win(15)),
        ("7x2", Loss(20)),
        ("8x2", Win(25)),
        ("5x3", Loss(18)),
    ]);
}

/// Second player by 8 discs (3 to 11, two cells empty), and all four first moves are equal.
/// "Three workers to base", as the course states it: the third worker on the enemy's home row wins, and so does the
/// capture that leaves the enemy with two.
#[test]
fn three_workers_to_base() {
    let variant = "5x5,workers=3".parse().expect("a variant");
    let read = |text: &str| Breakthrough::<u64>::read_position(&variant, text).expect("a position");
    for (text, m, winner) in [
        ("xx.../..x../o...o/.o.../..... x", "c4-c5", Some(Side::First)),
        ("x..../..x../o...o/.o.../....x x", "c4-c5", None),
        ("...../o..../..o../.x.../o..xx x", "b2xc3", Some(Side::First)),
        (".o.../o..../..o../.x.../o..xx x", "b2xc3", None),
    ] {
        let position = read(text);
        assert_eq!(position.outcome(), None, "{text}");
        let after = position.child(position.read_move(m).expect("a move"));
        assert_eq!(after.outcome().and_then(|outcome| outcome.winner()), winner, "{text} {m}");
    }
}

#[test]
fn reversi_on_four_by_four() {
    fn margin(position: &Reversi, known: &mut HashMap<Reversi, i32>) -> i32 {
        if let Some(outcome) = position.outcome() {
            let text = position.position_text();
            let board = text.split(' ').next().unwrap_or_default();
            let difference = board.matches('x').count() as i32 - board.matches('o').count() as i32;
            assert_eq!(
                difference.signum(),
                match outcome.winner() {
                    None => 0,
                    Some(side) =>
                        if side.index() == 0 {
                            1
                        } else {
                            -1
                        },
                }
            );
            return if position.side_to_move().index() == 0 { difference } else { -difference };
        }
        if let Some(&value) = known.get(position) {
            return value;
        }
        let value =
            position.moves().map(|m| -margin(&position.child(m), known)).max().expect("a game that goes on has moves");
        known.insert(position.clone(), value);
        value
    }
    let start = Reversi::start(&"4x4".parse().expect("a size"));
    let mut known = HashMap::new();
    assert_eq!(margin(&start, &mut known), -8);
    for m in start.moves() {
        assert_eq!(-margin(&start.child(m), &mut known), -8);
    }
}

/// All games of tic-tac-toe by result: 131,184 won by x, 77,904 by o, 46,080 drawn.
#[test]
fn tic_tac_toe_games() {
    fn count(position: &TicTacToe, results: &mut [u32; 3]) {
        match position.outcome() {
            Some(Outcome::Draw) => results[2] += 1,
            Some(Outcome::Win(side)) => results[side.index()] += 1,
            None => position.moves().for_each(|m| count(&position.child(m), results)),
        }
    }
    let mut results = [0; 3];
    count(&TicTacToe::start(&Default::default()), &mut results);
    assert_eq!(results, [131_184, 77_904, 46_080]);
}
