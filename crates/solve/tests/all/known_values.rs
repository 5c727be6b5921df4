//! Results of the studies, found again: equal in winner and plies. The larger boards are in docs/solved.md.

use crate::common::{solved, start_of};
use plyscope_core::{Game, Notation, Score, Verdict};
use plyscope_games::{Andantino, Breakthrough, Connect4, Pawn, Pawned, Reversi, TicTacToe};
use plyscope_solve::Solvable;
use serde_json::Value;

fn values() -> Value {
    serde_json::from_str(include_str!("../data/values.json")).expect("JSON")
}

fn each_board(name: &str, mut check: impl FnMut(&str, &Value)) {
    let values = values();
    let boards = values[name].as_object().expect("boards");
    assert!(!boards.is_empty());
    boards.iter().for_each(|(board, value)| check(board, value));
}

fn score_of<G: Solvable>(variant: &str) -> Score {
    solved(&start_of::<G>(variant)).score().unwrap_or_else(|| panic!("{variant} is not solved"))
}

/// Boards that take more than a second or two in a test.
fn is_long(board: &str) -> bool {
    ["6x6", "5x5", "7x3"].contains(&board)
}

#[test]
fn pawn_game_values_are_those_of_the_study() {
    each_board("pawn", |board, value| {
        if is_long(board) && board != "5x5" {
            return;
        }
        let expected = match value.as_i64().expect("a number") {
            n if n > 0 => Score::win_in(n as u32),
            n => Score::loss_in(-n as u32),
        };
        assert_eq!(score_of::<Pawn<u64>>(board), expected, "{board}");
    });
}

#[test]
fn samples_of_the_pawn_game_are_worth_what_the_study_says() {
    let values = values();
    let samples = values["pawn_samples"].as_array().expect("samples");
    assert_eq!(samples.len(), 280);
    for sample in samples {
        let (board, text) = (sample[0].as_str().expect("a board"), sample[1].as_str().expect("a position"));
        let truth = sample[2].as_i64().expect("a number");
        let variant = board.parse().expect("a size");
        // The study also lists finished games in which the side to move has arrived, too; those we refuse to read.
        let Ok(position) = Pawn::<u64>::read_position(&variant, text) else {
            assert_eq!(sample[3], true, "{text}");
            continue;
        };
        let expected = if truth > 0 { Score::win_in(truth as u32) } else { Score::loss_in(-truth as u32) };
        assert_eq!(solved(&position).score(), Some(expected), "{text}");
    }
}

#[test]
fn pawned_winners_are_those_of_the_study() {
    each_board("pawned", |board, value| {
        if is_long(board) && board != "5x5" {
            return;
        }
        let winner = match score_of::<Pawned<u64>>(board).verdict(true) {
            Verdict::Win(_) => 1,
            Verdict::Loss(_) => -1,
            _ => 0,
        };
        assert_eq!(Some(winner), value.as_i64(), "{board}");
    });
}

fn breakthrough(name: &str, option: &str) {
    each_board(name, |board, value| {
        if is_long(board) && option.is_empty() {
            return;
        }
        let plies = value[1].as_u64().expect("plies") as u32;
        let expected = if value[0] == "first" { Score::win_in(plies) } else { Score::loss_in(plies) };
        assert_eq!(score_of::<Breakthrough<u64>>(&format!("{board}{option}")), expected, "{board}{option}");
    });
}

#[test]
fn breakthrough_values_are_those_of_the_study() {
    breakthrough("breakthrough", "");
}

#[test]
fn breakthrough_values_with_one_row_are_those_of_the_study() {
    breakthrough("breakthrough_rows_1", ",rows=1");
}

#[test]
fn wide_words_give_the_same_values() {
    assert_eq!(score_of::<Breakthrough<u128>>("6x3"), Score::win_in(23));
    assert_eq!(score_of::<Pawn<u128>>("5x4"), Score::loss_in(16));
    assert_eq!(score_of::<Pawned<u128>>("5x3"), Score::win_in(11));
}

/// Second player by 8, all four first moves alike (the lab report's study); tic-tac-toe is a draw with every first
/// move.
#[test]
fn reversi_on_four_by_four_and_tic_tac_toe() {
    let reversi = solved(&start_of::<Reversi>("4x4"));
    assert_eq!(reversi.score(), Some(Score::estimate(-8.0)));
    assert_eq!(reversi.best().count(), 4);
    let tictactoe = solved(&start_of::<TicTacToe>(""));
    assert_eq!(tictactoe.score(), Some(Score::EVEN));
    assert_eq!((tictactoe.best().count(), tictactoe.line.len()), (9, 9));
}

/// A draw, also for every other first stone (study of the Andantino report).
#[test]
fn andantino_on_the_smallest_board_is_a_draw() {
    assert_eq!(score_of::<Andantino>("3"), Score::EVEN);
}

#[test]
fn connect_four_values_are_the_published_ones() {
    each_board("connect4", |board, value| {
        // The other boards take seconds or more; docs/solved.md has them.
        if !["4x4", "4x5", "4x6", "5x4", "5x5", "6x4", "7x4"].contains(&board) {
            return;
        }
        let expected = match value.as_i64().expect("a number") {
            0 => Score::EVEN,
            n if n > 0 => Score::win_in(n as u32),
            n => Score::loss_in(-n as u32),
        };
        assert_eq!(score_of::<Connect4>(board), expected, "{board}");
    });
}

#[test]
fn positions_of_connect_four_are_worth_what_others_found() {
    let (values, start) = (values(), start_of::<Connect4>("6x7"));
    let samples = values["connect4_positions"].as_array().expect("positions");
    assert_eq!(samples.len(), 44);
    for sample in samples {
        let game = sample[0].as_str().expect("columns");
        let moves = start.read_game(game).unwrap_or_else(|error| panic!("{game}: {error}"));
        let position = moves.iter().fold(start.clone(), |position, &m| position.child(m));
        // Of the cells that stay empty, every other one is for a stone of the winner.
        let score = |plies: u32| (42 - moves.len() as i64 - i64::from(plies)) / 2 + 1;
        let found = match solved(&position).score().map(|score| score.verdict(true)) {
            Some(Verdict::Win(plies)) => score(plies),
            Some(Verdict::Loss(plies)) => -score(plies),
            Some(Verdict::Draw) => 0,
            other => panic!("{game}: {other:?}"),
        };
        assert_eq!(Some(found), sample[1].as_i64(), "{game}");
    }
}
