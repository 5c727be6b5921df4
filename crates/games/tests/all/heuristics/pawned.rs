//! The heuristics of Pawned: the paper's printed tree, both checkmate detectors counted over a whole board, features
//! against a slow oracle.

use std::collections::BTreeMap;

use plyscope_core::{Game, Side};
use plyscope_games::Pawned;
use plyscope_heuristics::Judged;
use serde_json::Value;

use super::pawns::{check_features, check_laws, each_open, heuristic, read};

type Small = Pawned<u64>;

fn data() -> Value {
    serde_json::from_str(include_str!("../../data/pawned.json")).expect("data")
}

/// 120 of the 152 printed leaves are the plain utility; the other 32 are checkmates, 36 or -36. Black, the second
/// player, searches.
#[test]
fn leaves_of_the_printed_tree() {
    let data = data();
    let example = heuristic::<Small>("pawned-example");
    let mut plain = 0;
    for leaf in data["leaves"].as_array().expect("leaves") {
        let position: Small = read("6x6", leaf["position"].as_str().expect("a position"));
        let black = example.seen_by(&position, Side::Second);
        assert_eq!(Some(black), leaf["plain"].as_f64(), "{leaf}");
        let printed = leaf["printed"].as_f64().expect("a printed value");
        assert!(printed == black || printed.abs() == 36.0, "{leaf}");
        plain += u32::from(printed == black);
    }
    assert_eq!(plain, 120);
}

/// In how many unfinished positions of the 5x5 board each detector fires, counted by another program.
#[test]
fn checkmate_detectors_on_all_positions() {
    let feature = |name: &str| Small::FEATURES.iter().position(|feature| feature.name == name).expect(name);
    let detectors = [("type1", feature("checkmate1")), ("type2", feature("checkmate2"))];
    let mut counted = BTreeMap::new();
    each_open::<Small>("5x5", |position| {
        for (name, detector) in detectors {
            for side in Side::BOTH {
                let who = if side == position.side_to_move() { "owner" } else { "opponent" };
                let flagged = position.measure(detector, side) > 0.0;
                *counted.entry((name, who)).or_insert(0) += u64::from(flagged);
            }
        }
    });
    let counted: BTreeMap<String, u64> =
        counted.into_iter().map(|((name, who), n)| (format!("{name}_{who}_to_move"), n)).collect();
    let expected: BTreeMap<String, u64> = serde_json::from_value(data()["flagged_5x5"].clone()).expect("counts");
    assert_eq!(counted, expected);
}

/// The largest |2*pieces + steps + mobility| of whole boards, counted by another program: larger than 16 and 20, where
/// a checkmate would count 16 and 20.
#[test]
fn largest_values() {
    let pawned = heuristic::<Small>("pawned");
    for (variant, largest) in data()["largest_pawned"].as_object().expect("boards") {
        let mut found = 0.0;
        each_open::<Small>(variant, |position| found = f64::max(found, pawned.seen_by(position, Side::First).abs()));
        assert_eq!(Some(found), largest.as_f64(), "{variant}");
    }
}

/// One side checkmates, both do with different ways to go, both with equal ones, neither does.
#[test]
fn checkmates_count_the_cells() {
    let opinion = heuristic::<Small>("pawned-checkmate");
    let plain = heuristic::<Small>("pawned");
    let first = |text: &str| opinion.seen_by(&read("6x6", text), Side::First);
    assert_eq!(first("....../o...../....../x....x/....../...... o"), 36.0);
    assert_eq!(first("....../....../x...../.....o/....../...... x"), 0.0);
    assert_eq!(first("....../....../x...../....../.....o/...... x"), -36.0);
    // Type 2 is distance 1, before a runner with two rows to go.
    assert_eq!(first("o...../.x..../....../.....o/....../...... o"), 36.0);
    let neither = "oo..oo/....../..o.../..x.../....../xx..xx x";
    assert_eq!(first(neither), plain.seen_by(&read("6x6", neither), Side::First));
}

#[test]
fn features_are_what_they_say() {
    for variant in ["3x2", "4x4", "5x5", "6x4", "4x7", "8x8", "21x3", "4x16"] {
        check_features::<Small>(variant, 12);
    }
    for variant in ["10x12", "42x3", "5x25"] {
        check_features::<Pawned<u128>>(variant, 4);
    }
}

#[test]
fn laws() {
    for variant in ["3x2", "4x4", "5x5", "7x4", "8x8"] {
        for name in ["strong", "fitted", "pawned", "pawned-example", "pawned-checkmate", "material", "dummy"] {
            check_laws::<Small>(variant, name, true);
        }
    }
    check_laws::<Pawned<u128>>("10x9", "strong", true);
}
