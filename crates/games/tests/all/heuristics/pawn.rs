//! The heuristics of the Pawn Game: the thesis' numbers by its own program, features against a slow oracle, and what
//! `strong` knows.

use std::collections::HashMap;

use plyscope_core::{Game, Side};
use plyscope_games::Pawn;
use serde_json::Value;

use super::pawns::{check_features, check_laws, each_open, heuristic, random_positions, read, turned};

type Small = Pawn<u64>;

fn data() -> Value {
    serde_json::from_str(include_str!("../../data/pawn.json")).expect("data")
}

/// All values that the original program computed, and the same without its factor `turn`, which is the text's form.
#[test]
fn values_of_the_original_program() {
    let data = data();
    let rows = data["values"].as_array().expect("rows");
    assert_eq!(rows.len(), 104);
    for row in rows {
        let text = |key: &str| row[key].as_str().expect(key);
        let position: Small = read(text("variant"), text("position"));
        let finished = row["finished"] == true;
        assert_eq!(position.outcome().is_some(), finished, "{row}");
        for name in ["simple", "advanced"] {
            let published = row[name].as_f64().expect("a number");
            let opinion = heuristic::<Small>(&format!("published-thesis-{name}"));
            assert_eq!(opinion.seen_by(&position, Side::First), published, "{name} {row}");
            assert_eq!(opinion.seen_by(&position, Side::Second), -published, "{name} {row}");
            if !finished {
                let turn = if position.side_to_move() == Side::First { 1.0 } else { -1.0 };
                let prose = heuristic::<Small>(&format!("thesis-{name}"));
                assert_eq!(prose.seen_by(&position, Side::First), published * turn, "{name} {row}");
            }
        }
    }
}

/// Figure 15 of the thesis: promotion 1, pawn 0, distance 1.
#[test]
fn parts_of_figure_15() {
    let position: Small = read("4x4", ".o../o.ox/..x./x... x");
    let terms = heuristic::<Small>("thesis-advanced").terms(&position, Side::First);
    let shown: Vec<_> = terms.iter().map(|term| (term.name.as_str(), term.weight, term.value)).collect();
    assert_eq!(shown, [("promotion", 1.0, 1.0), ("pawn", 2.0, 0.0), ("distance", 1.0, 1.0)]);
}

/// The thesis' match program turned the board for the second seat.
#[test]
fn own_view_is_the_first_view_of_the_turned_board() {
    for name in ["thesis-simple", "thesis-advanced", "published-thesis-simple", "published-thesis-advanced"] {
        let (first, own) = (heuristic::<Small>(name), heuristic::<Small>(&format!("{name}:view=own")));
        for position in random_positions::<Small>("5x5", 50) {
            assert_eq!(own.seen_by(&position, Side::First), first.seen_by(&position, Side::First));
            let other = turned::<Small>("5x5", &position);
            assert_eq!(own.seen_by(&position, Side::Second), first.seen_by(&other, Side::First));
        }
    }
}

#[test]
fn features_are_what_they_say() {
    for variant in ["3x2", "4x4", "5x5", "6x4", "4x7", "8x8", "6x6,classic", "8x8,classic,en-passant", "21x3", "4x16"] {
        check_features::<Small>(variant, 12);
    }
    for variant in ["10x12", "42x3", "5x25", "12x8,classic,en-passant"] {
        check_features::<Pawn<u128>>(variant, 4);
    }
}

#[test]
fn laws() {
    for variant in ["3x2", "4x4", "5x5", "7x4", "8x8"] {
        for fair in ["strong", "fitted", "material", "dummy"] {
            check_laws::<Small>(variant, fair, true);
        }
        // The utilities themselves are not fair, but they are one number for both.
        for name in ["thesis-simple", "thesis-advanced", "published-thesis-simple", "published-thesis-advanced"] {
            check_laws::<Small>(variant, name, false);
        }
    }
    check_laws::<Pawn<u128>>("10x9", "strong", true);
}

/// Exact results of all unfinished positions, by plain search: whether the side to move wins.
fn winners(variant: &str) -> HashMap<Small, bool> {
    fn wins(position: &Small, known: &mut HashMap<Small, bool>) -> bool {
        if position.outcome().is_some() {
            return false;
        }
        if let Some(wins) = known.get(position) {
            return *wins;
        }
        let result = position.moves().any(|m| !wins(&position.child(m), known));
        known.insert(position.clone(), result);
        result
    }
    let mut known = HashMap::new();
    each_open::<Small>(variant, |position| {
        wins(position, &mut known);
    });
    known
}

/// How often a value is higher in a position that the side to move wins than in one that it loses; 1/2 for no
/// information.
fn area_under_curve(mut values: Vec<(f64, bool)>) -> f64 {
    values.sort_by(|a, b| a.0.total_cmp(&b.0));
    let (mut lost, mut area) = (0.0, 0.0);
    for tied in values.chunk_by(|a, b| a.0 == b.0) {
        let won = tied.iter().filter(|(_, wins)| *wins).count() as f64;
        let lost_here = tied.len() as f64 - won;
        area += won * (lost + lost_here / 2.0);
        lost += lost_here;
    }
    area / (lost * (values.len() as f64 - lost))
}

/// How well the heuristics tell won from lost positions of the 4x4 board, all of them turned so that Yellow is to move.
/// The figures of the thesis' heuristics and of the pawn difference were computed by another program; `strong` must do
/// much better.
#[test]
fn judgement_against_exact_results() {
    let known = winners("4x4");
    assert_eq!(known.len(), 11_420);
    let yellow_to_move = |position: &Small| match position.side_to_move() {
        Side::First => position.clone(),
        Side::Second => turned("4x4", position),
    };
    let known: HashMap<Small, bool> = known.iter().map(|(position, wins)| (yellow_to_move(position), *wins)).collect();
    let area = |name: &str| {
        let opinion = heuristic::<Small>(name);
        area_under_curve(known.iter().map(|(position, wins)| (opinion.seen_by(position, Side::First), *wins)).collect())
    };
    for (name, expected) in [("thesis-simple", 0.797), ("thesis-advanced", 0.704), ("material", 0.850)] {
        assert!((area(name) - expected).abs() < 0.0005, "{name}: {}", area(name));
    }
    assert!(area("fitted") > 0.97, "{}", area("fitted"));
}

/// Positions whose result is plain to see.
#[test]
fn races_and_tempo() {
    let fitted = heuristic::<Small>("fitted");
    let mover_sees = |variant: &str, text: &str| {
        let position: Small = read(variant, text);
        fitted.seen_by(&position, position.side_to_move())
    };
    // Both run, three rows to go: the side to move wins, but not from one row further back.
    assert!(mover_sees("6x6", "....../....../.....o/x...../....../...... x") > 0.0);
    assert!(mover_sees("6x6", "....../....../.....o/x...../....../...... o") > 0.0);
    assert!(mover_sees("6x6", "....../....../.....o/....../x...../...... x") < 0.0);
    // A capture onto the goal row is faster than a runner with one row to go.
    assert!(mover_sees("6x6", "o...../.x..../....../....../.....o/...... x") > 0.0);
    // Two pawns that face each other: with one cell between them the side to move takes it and wins, with two it loses.
    assert!(mover_sees("4x4", "..../o.../..../x... x") > mover_sees("4x4", "o.../..../..../x... x"));
}
