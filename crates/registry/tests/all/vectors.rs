//! Positions, games and illegal moves from the five studies; see the head of each file in `data`.

use crate::common::{data, list, result, sorted_moves, sorted_texts, start_of, text};
use plyscope_registry::{AnyPosition, read};
use serde_json::Value;

fn position(spec: &str, position: &str) -> Box<dyn AnyPosition> {
    read(spec, position).unwrap_or_else(|error| panic!("{spec}: {position}: {error}"))
}

fn played(spec: &str, moves: &str) -> Box<dyn AnyPosition> {
    let mut position = start_of(spec);
    position.play_all(moves).unwrap_or_else(|error| panic!("{spec}: {moves}: {error}"));
    position
}

/// The boards after each legal move, without the side to move.
fn children(position: &dyn AnyPosition) -> Vec<String> {
    let board_after = |m: &String| {
        let mut child = position.boxed_clone();
        child.play(m).expect("a listed move is legal");
        child.text().split(' ').next().expect("a board").to_owned()
    };
    let mut boards: Vec<String> = position.moves().iter().map(board_after).collect();
    boards.sort();
    boards
}

fn letter(value: &Value) -> Option<char> {
    value.as_str().and_then(|text| text.chars().next())
}

#[test]
fn pawn_positions_of_the_thesis_program() {
    let data = data(include_str!("../data/pawn.json"));
    for item in list(&data, "positions") {
        let position = position(text(item, "game"), text(item, "position"));
        let winner = letter(&item["winner"]);
        assert_eq!(result(&*position).and_then(|(winner, _)| winner), winner, "{item}");
        assert_eq!(children(&*position), sorted_texts(item, "children"), "{item}");
    }
    for item in list(&data, "ended") {
        let position = position(text(item, "game"), text(item, "position"));
        let why = text(item, "why");
        let reason = match why {
            _ if why.contains("row") => "last row",
            _ if why.contains("no pawns") => "all captured",
            _ => "no move",
        };
        assert_eq!(result(&*position), Some((letter(&item["winner"]), reason)), "{item}");
    }
}

/// How many plies the side to move needs to win (positive) or can resist (negative), up to a limit; plain minimax.
fn exact(position: &dyn AnyPosition, limit: i64) -> Option<i64> {
    if position.outcome().is_some() {
        return Some(0);
    }
    if limit == 0 {
        return None;
    }
    let values: Vec<Option<i64>> = position
        .moves()
        .iter()
        .map(|m| {
            let mut child = position.boxed_clone();
            child.play(m).expect("a listed move is legal");
            exact(&*child, limit - 1)
        })
        .collect();
    let win = values.iter().flatten().filter(|&&value| value <= 0).map(|value| 1 - value).min();
    let all_lost = values.iter().all(|value| value.is_some_and(|value| value > 0));
    win.or_else(|| all_lost.then(|| -1 - values.iter().flatten().max().expect("at least one move")))
}

#[test]
fn pawn_positions_with_exact_results() {
    let data = data(include_str!("../data/pawn.json"));
    let mut checked = 0;
    for item in list(&data, "exact") {
        let plies = item["plies"].as_i64().expect("a number of plies");
        if plies.abs() <= 5 {
            let position = position(text(item, "game"), text(item, "position"));
            assert_eq!(exact(&*position, plies.abs()), Some(plies), "{item}");
            checked += 1;
        }
    }
    assert!(checked > 150, "only {checked} positions");
}

#[test]
fn reversi_boards_of_the_lab_program() {
    for item in list(&data(include_str!("../data/reversi.json")), "boards") {
        let (rows, cols) = (&item["rows"], &item["cols"]);
        // The 5×7 boards exist only as positions of the lab's own variant.
        let spec = if rows == 5 { "reversi:lab-small".to_owned() } else { format!("reversi:{rows}x{cols}") };
        for (side, name) in [('x', "x_moves"), ('o', "o_moves")] {
            let position = position(&spec, &format!("{} {side}", text(item, "board")));
            let mut expected = sorted_texts(item, name);
            if expected.is_empty() && item["over"] == false {
                expected.push("pass".to_owned());
            }
            assert_eq!(sorted_moves(&*position), expected, "{item}");
            assert_eq!(position.outcome().is_some(), item["over"] == true, "{item}");
        }
        assert_eq!(discs(text(item, "board")), expected_discs(item));
    }
}

fn discs(board: &str) -> (usize, usize) {
    (board.matches('x').count(), board.matches('o').count())
}

fn expected_discs(item: &Value) -> (usize, usize) {
    let count = |name: &str| item[name].as_u64().expect("a number of discs") as usize;
    (count("x_discs"), count("o_discs"))
}

#[test]
fn reversi_games_of_the_lab_program_and_perfect_lines() {
    for item in list(&data(include_str!("../data/reversi.json")), "games") {
        let position = played(text(item, "game"), text(item, "moves"));
        let board = position.text();
        let (x, o) = discs(board.split(' ').next().expect("a board"));
        assert_eq!((x, o), expected_discs(item), "{item}");
        let winner = match x.cmp(&o) {
            std::cmp::Ordering::Greater => (Some('x'), "disc count"),
            std::cmp::Ordering::Less => (Some('o'), "disc count"),
            std::cmp::Ordering::Equal => (None, "equal discs"),
        };
        assert_eq!(result(&*position), Some(winner), "{item}");
    }
}

#[test]
fn othello_endgame_problems_are_read_and_their_solutions_are_legal() {
    for item in list(&data(include_str!("../data/reversi.json")), "ffo") {
        let position = position("reversi", &format!("{} {}", text(item, "board"), text(item, "side")));
        let moves = sorted_moves(&*position);
        for best in sorted_texts(item, "best") {
            assert!(moves.contains(&best), "{item}");
        }
    }
}

#[test]
fn andantino_games_with_results() {
    for item in list(&data(include_str!("../data/andantino.json")), "games") {
        let (n, first_stone) = (&item["n"], text(item, "first_stone"));
        let spec = format!("andantino:{n},first-stone={first_stone}");
        let position = played(&spec, text(item, "moves"));
        let winner = letter(&item["winner"]).map(|colour| if colour == 'b' { 'x' } else { 'o' });
        let expected = match text(item, "result") {
            "none" => None,
            "draw" => Some((None, "full board")),
            "line" => Some((winner, "line")),
            "enclosure" => Some((winner, "enclosure")),
            "suicide" => Some((winner, "suicide")),
            other => panic!("unknown result {other}"),
        };
        assert_eq!(result(&*position), expected, "{item}");
        if expected.is_none() {
            assert_eq!(sorted_moves(&*position), sorted_texts(item, "legal_after"), "{item}");
        }
    }
}

/// The games in which the edge would have helped end at once if it does; those with a suicide go on if it is ignored.
#[test]
fn andantino_options_change_what_they_say() {
    let (mut edges, mut suicides) = (0, 0);
    for item in list(&data(include_str!("../data/andantino.json")), "games") {
        let (n, moves) = (&item["n"], text(item, "moves"));
        if item.get("edge").is_some() {
            let mut position = start_of(&format!("andantino:{n},edge-wall"));
            let all: Vec<&str> = moves.split(' ').collect();
            let played = all.iter().take_while(|m| position.play(m).is_ok()).count();
            assert_eq!(position.reason(), Some("enclosure"), "{item} ended after {played} moves");
            edges += 1;
        }
        if text(item, "result") == "suicide" {
            let mut position = played(&format!("andantino:{n},suicide=ignore"), moves);
            assert_eq!(position.outcome(), None, "{item}");
            let any = position.moves()[0].clone();
            position.play(&any).expect("a listed move is legal");
            assert_eq!(position.reason(), Some("enclosure"), "the owner of the ring wins with its next move: {item}");
            suicides += 1;
        }
    }
    assert_eq!((edges, suicides), (5, 2));
}

#[test]
fn andantino_illegal_moves() {
    for item in list(&data(include_str!("../data/andantino.json")), "illegal") {
        let mut position = played(&format!("andantino:{}", item["n"]), text(item, "moves"));
        assert_eq!(sorted_moves(&*position), sorted_texts(item, "legal"), "{item}");
        let before = position.text();
        assert!(position.play(text(item, "illegal")).is_err(), "{item}");
        assert_eq!(position.text(), before);
    }
}

#[test]
fn andantino_random_games() {
    for item in list(&data(include_str!("../data/andantino.json")), "random_games") {
        let first_stone = if item["centre"] == true { "centre" } else { "free" };
        let position = played(&format!("andantino:{},first-stone={first_stone}", item["n"]), text(item, "moves"));
        let expected = match text(item, "result").split_once('_') {
            None => (None, "full board"),
            Some((colour, how)) => {
                (Some(if colour == "black" { 'x' } else { 'o' }), if how == "line" { "line" } else { "enclosure" })
            }
        };
        assert_eq!(result(&*position), Some(expected), "{item}");
    }
}

#[test]
fn pawned_boards_and_tree_of_the_paper() {
    let data = data(include_str!("../data/pawned.json"));
    let boards: Vec<&str> =
        list(&data, "printed_boards").iter().map(|board| board.as_str().expect("a board")).collect();
    for (index, pair) in boards.windows(2).enumerate() {
        let side = if index % 2 == 0 { 'x' } else { 'o' };
        let before = position("pawned", &format!("{} {side}", pair[0]));
        assert!(children(&*before).contains(&pair[1].to_owned()), "{} to {}", pair[0], pair[1]);
    }
    // Each printed node two plies below the root has the children of one of our nodes there, and no two share one.
    let root = position("pawned", &format!("{} o", text(&data, "tree_root")));
    let mut ours = Vec::new();
    for first in root.moves() {
        let mut after = root.boxed_clone();
        after.play(&first).expect("a listed move is legal");
        for second in after.moves() {
            let mut answer = after.boxed_clone();
            answer.play(&second).expect("a listed move is legal");
            ours.push(children(&*answer));
        }
    }
    for node in list(&data, "tree_nodes") {
        let printed = sorted_texts(node, "children");
        let found = ours.iter().position(|children| *children == printed);
        ours.remove(found.unwrap_or_else(|| panic!("no node has the children of {node}")));
    }
}
