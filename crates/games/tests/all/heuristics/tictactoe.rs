//! Tic-tac-toe's heuristics on every position there is: features by their definitions, and how often one ply of search
//! keeps the value of the game.

use std::collections::{HashMap, HashSet};

use plyscope_core::{Game, Notation, Outcome, Side};
use plyscope_games::TicTacToe;
use plyscope_heuristics::{HeuristicSpec, Judged, Opinion};

fn opinion(text: &str) -> Opinion<TicTacToe> {
    let spec: HeuristicSpec = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
    TicTacToe::opinion(Some(&spec), 1).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Every position that can come up in a game.
fn all_positions() -> Vec<TicTacToe> {
    let start = TicTacToe::start(&Default::default());
    let (mut seen, mut open) = (HashSet::from([start.clone()]), vec![start]);
    let mut index = 0;
    while index < open.len() {
        if open[index].outcome().is_none() {
            let children: Vec<TicTacToe> = open[index].moves().map(|m| open[index].child(m)).collect();
            open.extend(children.into_iter().filter(|child| seen.insert(child.clone())));
        }
        index += 1;
    }
    open
}

/// The rows, columns and diagonals of a board of nine letters.
fn lines(board: &[char]) -> Vec<Vec<usize>> {
    assert_eq!(board.len(), 9);
    let straight = (0..3).flat_map(|i| [vec![3 * i, 3 * i + 1, 3 * i + 2], vec![i, i + 3, i + 6]]);
    straight.chain([vec![0, 4, 8], vec![2, 4, 6]]).collect()
}

/// The cells where a mark would complete a line.
fn threats(board: &[char], side: char) -> Vec<usize> {
    let completes = |&cell: &usize| {
        let mut board = board.to_vec();
        board[cell] = side;
        lines(&board).iter().any(|line| line.contains(&cell) && line.iter().all(|&c| board[c] == side))
    };
    (0..9).filter(|&cell| board[cell] == '.').filter(completes).collect()
}

fn by_definition(board: &[char], name: &str, side: char, to_move: char) -> usize {
    let count = |line: &[usize], what: char| line.iter().filter(|&&cell| board[cell] == what).count();
    let with = |own: usize| lines(board).iter().filter(|l| count(l, side) == own && count(l, '.') == 3 - own).count();
    match name {
        "marks" => board.iter().filter(|&&piece| piece == side).count(),
        "turn" => usize::from(side == to_move),
        "open_lines" => lines(board).iter().filter(|l| count(l, side) + count(l, '.') == 3).count(),
        "lines1" => with(1),
        "lines2" => with(2),
        "centre" => count(&[4], side),
        "corners" => count(&[0, 2, 6, 8], side),
        "threats" => threats(board, side).len(),
        "forks" => {
            let (empty, now) = ((0..9).filter(|&cell| board[cell] == '.'), threats(board, side));
            // New threats only: those that are there already need no fork.
            let makes_two = |&cell: &usize| {
                let mut board = board.to_vec();
                board[cell] = side;
                let through = lines(&board).into_iter().filter(|line| line.contains(&cell));
                let threatening = |line: &Vec<usize>| {
                    line.iter().filter(|&&c| board[c] == side).count() == 2 && line.iter().any(|&c| board[c] == '.')
                };
                !now.contains(&cell) && through.filter(threatening).count() >= 2
            };
            empty.filter(makes_two).count()
        }
        _ => panic!("{name} has no definition here"),
    }
}

#[test]
fn every_feature_is_what_its_definition_says() {
    let positions = all_positions();
    assert_eq!(positions.len(), 5478, "the known number of positions");
    for feature in TicTacToe::FEATURES {
        let opinion = opinion(&format!("{{mine.{}}}", feature.name));
        for position in &positions {
            let board: Vec<char> = position.position_text().chars().filter(|c| "xo.".contains(*c)).take(9).collect();
            for side in Side::BOTH {
                let to_move = position.side_to_move().letter();
                let expected = by_definition(&board, feature.name, side.letter(), to_move) as f64;
                assert_eq!(opinion.seen_by(position, side), expected, "{} {}", feature.name, position.position_text());
            }
        }
    }
}

/// 1, 0 or −1 for the side to move.
fn solve(position: &TicTacToe, known: &mut HashMap<TicTacToe, i32>) -> i32 {
    if let Some(&value) = known.get(position) {
        return value;
    }
    let value = match position.outcome() {
        Some(Outcome::Draw) => 0,
        Some(Outcome::Win(side)) => {
            if side == position.side_to_move() {
                1
            } else {
                -1
            }
        }
        None => position.moves().map(|m| -solve(&position.child(m), known)).max().unwrap_or(0),
    };
    known.insert(position.clone(), value);
    value
}

/// Among the positions in which a choice can go wrong, in how many one ply of search with this heuristic keeps the
/// value; equal moves are drawn by lot.
fn kept(name: &str) -> (f64, usize) {
    let (judge, mut known) = (opinion(name), HashMap::new());
    let (mut kept, mut n) = (0.0, 0);
    for position in all_positions().iter().filter(|position| position.outcome().is_none()) {
        let mover = position.side_to_move();
        let worth = |child: &TicTacToe| match child.outcome() {
            Some(Outcome::Draw) => 0.0,
            Some(Outcome::Win(side)) => {
                if side == mover {
                    1e9
                } else {
                    -1e9
                }
            }
            None => judge.seen_by(child, mover),
        };
        let children: Vec<(f64, i32)> =
            position.moves().map(|m| position.child(m)).map(|c| (worth(&c), -solve(&c, &mut known))).collect();
        let best = children.iter().map(|child| child.1).max().unwrap_or(0);
        if children.iter().all(|child| child.1 == best) {
            continue;
        }
        let highest = children.iter().map(|child| child.0).fold(f64::MIN, f64::max);
        let chosen: Vec<i32> = children.iter().filter(|child| child.0 == highest).map(|child| child.1).collect();
        kept += chosen.iter().filter(|&&value| value == best).count() as f64 / chosen.len() as f64;
        n += 1;
    }
    (kept, n)
}

#[test]
fn strong_keeps_the_value_of_the_game_more_often_than_the_others() {
    let [(fitted, n), (lines, _), (dummy, _)] = ["fitted", "lines", "dummy"].map(kept);
    // The same figures from a separate program in another language.
    assert_eq!(n, 3191);
    assert_eq!([fitted, lines, dummy].map(f64::round), [3124.0, 2647.0, 2342.0]);
    let (strong, _) = kept("strong");
    assert!(strong > fitted, "what was learnt is better: {strong}");
}

#[test]
fn open_lines_counted_by_hand() {
    // The evaluation of Nilsson's textbook (1971). A centre takes 4 lines from the enemy, a corner 3, an edge 2.
    for (text, lines) in [("o../.x./... x", [5.0, 4.0]), (".o./.x./... x", [6.0, 4.0]), ("x../.../... o", [8.0, 5.0])] {
        let position = TicTacToe::read_position(&Default::default(), text).expect("a position");
        assert_eq!(Side::BOTH.map(|side| opinion("{mine.open_lines}").seen_by(&position, side)), lines);
        assert_eq!(opinion("lines").seen_by(&position, Side::First), lines[0] - lines[1]);
    }
}

#[test]
fn opinions_are_zero_sum_but_for_the_constant() {
    let dummy = opinion("dummy");
    for name in ["strong", "fitted", "lines"] {
        let judge = opinion(name);
        for position in all_positions() {
            let [first, second] = Side::BOTH.map(|side| judge.seen_by(&position, side));
            assert!(first.is_finite() && first == -second, "{name} {}", position.position_text());
            assert_eq!(Side::BOTH.map(|side| dummy.seen_by(&position, side)), [127.0; 2]);
        }
    }
}
