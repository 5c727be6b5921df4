//! The laws that every registered game obeys, on random games of many variants. A new game is included by being
//! registered.

use crate::common;
use std::collections::{HashMap, HashSet};

use crate::common::{all_specs, random_game, start_of};
use plyscope_core::{Side, Symmetry, Work};
use plyscope_registry::{AnyPosition, Jobs, read};

const GAMES_EACH: u64 = 8;

fn every_position(mut see: impl FnMut(&str, &dyn AnyPosition)) {
    for spec in all_specs() {
        for seed in 0..GAMES_EACH {
            random_game(&spec, seed, |position| see(&spec, position));
        }
    }
}

#[test]
fn the_sides_alternate() {
    every_position(|spec, position| {
        let expected = if position.ply() % 2 == 0 { Side::First } else { Side::Second };
        assert_eq!(position.side_to_move(), expected, "{spec}: {}", position.text());
    });
}

#[test]
fn moves_are_unique_and_exist_exactly_until_the_end() {
    every_position(|spec, position| {
        let moves = position.moves();
        let unique: HashSet<&String> = moves.iter().collect();
        assert_eq!(unique.len(), moves.len(), "{spec}: {}", position.text());
        assert_eq!(moves.is_empty(), position.outcome().is_some(), "{spec}: {}", position.text());
        assert_eq!(position.outcome().is_some(), position.reason().is_some(), "{spec}: {}", position.text());
        let leaves = position.perft(1, Jobs::all_cores(), Work::never()).expect("it is not stopped").leaves();
        assert_eq!(leaves, moves.len() as u64, "{spec}: {}", position.text());
        if moves.is_empty() {
            let mut after = position.boxed_clone();
            assert!(after.play("a1").is_err() && after.play("pass").is_err());
        }
    });
}

#[test]
fn text_and_key_survive_a_round_trip() {
    every_position(|spec, position| {
        let text = position.text();
        let again = read(spec, &text).unwrap_or_else(|error| panic!("{spec}: {text}: {error}"));
        assert_eq!(again.text(), text, "{spec}");
        assert_eq!(again.key(), position.key(), "the key from scratch differs in {spec}: {text}");
        assert_eq!(again.moves(), position.moves(), "{spec}: {text}");
        assert_eq!(again.outcome(), position.outcome(), "{spec}: {text}");
        assert_eq!(again.reason(), position.reason(), "{spec}: {text}");
        assert_eq!(again.spec(), position.spec());
    });
}

#[test]
fn different_positions_have_different_keys() {
    for spec in all_specs() {
        let mut seen: HashMap<u64, String> = HashMap::new();
        for seed in 0..GAMES_EACH {
            random_game(&spec, seed, |position| {
                for m in position.moves() {
                    let mut child = position.boxed_clone();
                    child.play(&m).expect("a listed move is legal");
                    let before = seen.entry(child.key()).or_insert_with(|| child.text());
                    assert_eq!(*before, child.text(), "two positions of {spec} share a key");
                }
            });
        }
    }
}

#[test]
fn pictures_show_the_position() {
    every_position(|spec, position| {
        let picture = position.picture();
        let names: HashSet<&String> = picture.cells.iter().map(|cell| &cell.name).collect();
        assert_eq!(names.len(), picture.cells.len(), "{spec}: two cells share a name");
        let places: HashSet<(i32, i32)> = picture.cells.iter().map(|cell| (cell.row, cell.x)).collect();
        assert_eq!(places.len(), picture.cells.len(), "{spec}: two cells share a place");
        let shown: String = picture.cells.iter().map(|cell| cell.piece.map_or('.', Side::letter)).collect();
        let board = position.text().split(' ').next().unwrap_or_default().replace('/', "");
        assert_eq!(shown, board, "{spec}");
        for cell in position.last_move_cells() {
            assert!(names.contains(cell), "{spec}: the last move touched {cell}");
        }
    });
}

/// Column and row, counted from 0.
type Place = (i32, i32);

/// Where a place goes, given the last place of the board; `None` if the board does not have the shape for it.
fn image(symmetry: Symmetry, (column, row): Place, last: Place) -> Option<Place> {
    Some(match symmetry {
        Symmetry::Mirror => (last.0 - column, row),
        Symmetry::UpsideDown | Symmetry::SwapSidesUpsideDown => (column, last.1 - row),
        Symmetry::Transpose if last.0 != last.1 => return None,
        Symmetry::Transpose | Symmetry::HexagonMirror => (row, column),
        // From the centre, (row, column) goes to (column, column − row).
        Symmetry::HexagonTurn => (column - row + last.0 / 2, column),
        Symmetry::SwapSides => (column, row),
    })
}

/// The place that a name such as `b3` tells, or the bottom of the column that a name such as `b` tells; `None` from
/// column x on, where moves could be read in two ways.
fn coordinates(name: &str) -> Option<Place> {
    let (letter, number) = name.split_at(1);
    let column = i32::from(letter.as_bytes()[0] - b'a');
    let row = if number.is_empty() { 0 } else { number.parse::<i32>().ok()? - 1 };
    Some((column, row)).filter(|_| column < 23)
}

fn name((column, row): Place) -> String {
    format!("{}{}", char::from(b'a' + column as u8), row + 1)
}

/// A move text with every square mapped.
fn map_move(text: &str, map: impl Fn(&str) -> String) -> String {
    if text == "pass" {
        return text.to_owned();
    }
    let sign = if text.contains('-') { "-" } else { "x" };
    text.split(sign).map(map).collect::<Vec<_>>().join(sign)
}

#[test]
fn symmetric_boards_behave_symmetrically() {
    every_position(|spec, position| {
        let picture = position.picture();
        let places: Option<Vec<Place>> = picture.cells.iter().map(|cell| coordinates(&cell.name)).collect();
        // Wide boards are skipped; the narrow ones have the same rules.
        let Some(cells) = places else { return };
        let last =
            (cells.iter().map(|cell| cell.0).max().unwrap_or(0), cells.iter().map(|cell| cell.1).max().unwrap_or(0));
        for &symmetry in position.about().symmetries {
            if image(symmetry, last, last).is_none() {
                continue;
            }
            let map = |place| image(symmetry, place, last).expect("all places of a board have an image, or none");
            let map_name = |text: &str| {
                let mapped = name(map(coordinates(text).expect("a cell or column of this board")));
                if text.len() == 1 { mapped[..1].to_owned() } else { mapped }
            };
            let swaps = matches!(symmetry, Symmetry::SwapSides | Symmetry::SwapSidesUpsideDown);
            let swapped = |side: Side| if swaps { !side } else { side };
            let mapped = cells.iter().map(|&place| map(place));
            let shown = picture.cells.iter().map(|cell| cell.piece.map_or('.', |side| swapped(side).letter()));
            let pieces: HashMap<Place, char> = mapped.zip(shown).collect();
            let text = position.text();
            let fields: Vec<&str> = text.split(' ').collect();
            let mut in_order = cells.iter().map(|cell| pieces[cell]);
            let board: String = fields[0]
                .chars()
                .map(|c| if c == '/' { '/' } else { in_order.next().expect("a piece for each cell") })
                .collect();
            let mut image_text = format!("{board} {}", swapped(position.side_to_move()).letter());
            if let Some(passed) = fields.get(2) {
                image_text.push_str(&format!(" {}", map_name(passed)));
            }
            let other = read(spec, &image_text).unwrap_or_else(|error| panic!("{spec}: {image_text}: {error}"));
            let mut expected: Vec<String> = position.moves().iter().map(|m| map_move(m, map_name)).collect();
            expected.sort();
            assert_eq!(common::sorted_moves(&*other), expected, "{spec}: {text} and {image_text}");
            let winner = |position: &dyn AnyPosition| position.outcome().map(|outcome| outcome.winner());
            assert_eq!(winner(&*other), winner(position).map(|w| w.map(swapped)), "{spec}: {text} and {image_text}");
            assert_eq!(other.reason(), position.reason());
        }
    });
}

#[test]
fn a_copy_plays_its_own_game() {
    let position = start_of("pawn:4x4");
    let mut copy = position.boxed_clone();
    copy.play("a1-a2").expect("legal");
    assert_eq!((position.ply(), copy.ply()), (0, 1));
    assert_ne!(position.text(), copy.text());
}
