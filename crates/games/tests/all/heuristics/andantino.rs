//! Andantino's heuristics: values of the original program, the study's numbers, and every feature against slow
//! definitions.

use plyscope_core::{Game, Notation, Outcome, Rng, Side};
use plyscope_games::Andantino;
use plyscope_heuristics::{HeuristicSpec, Judged, Opinion};
use serde_json::Value;

use super::slow_andantino::{Cell, Slow, cell};

/// Boards and rules on which the features are compared.
const SPECS: [&str; 10] = [
    "3",
    "4",
    "5",
    "6",
    "8",
    "10",
    "10,first-stone=free",
    "5,suicide=ignore",
    "4,edge-wall",
    "5,first-stone=free,suicide=ignore,edge-wall",
];

fn opinion(text: &str) -> Opinion<Andantino> {
    let spec: HeuristicSpec = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
    Andantino::opinion(Some(&spec), 1).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn start(spec: &str) -> Andantino {
    Andantino::start(&spec.parse().unwrap_or_else(|error| panic!("{spec}: {error}")))
}

fn named_move(position: &Andantino, text: &str) -> u16 {
    position.moves().find(|&m| position.move_text(m) == text).unwrap_or_else(|| panic!("{text} is not legal"))
}

fn after(spec: &str, moves: &str) -> Andantino {
    moves.split([' ', ',']).fold(start(spec), |position, m| position.child(named_move(&position, m)))
}

/// Every position of a random game, with the move that led there.
fn random_game(spec: &str, seed: u64) -> Vec<(Option<Cell>, Andantino)> {
    let (mut position, mut rng) = (start(spec), Rng::new(seed));
    let mut all = vec![(None, position.clone())];
    while let Some(m) = position.pick(|n| rng.below(n)) {
        let last = cell(&position.move_text(m));
        position.play(m);
        all.push((Some(last), position.clone()));
    }
    all
}

fn original_games() -> Vec<Value> {
    let data: Value = serde_json::from_str(include_str!("../../data/andantino.json")).expect("JSON");
    data["games"].as_array().expect("a list of games").clone()
}

#[test]
fn the_published_evaluation_is_what_the_program_computed() {
    let (signed, unsigned) = (opinion("published-line-length"), opinion("published-line-length:view=unsigned"));
    let right = opinion("line-length");
    let mut n_false_alarms = 0;
    for game in original_games() {
        // Where the rules end the game but the program did not see it, the rest cannot be played.
        let mut position = start("10");
        let moves = game["moves"].as_str().expect("moves").split(' ');
        for (m, value) in moves.zip(game["values"].as_array().expect("values")) {
            position.play(named_move(&position, m));
            let (value, mover) = (value.as_f64().expect("a number"), !position.side_to_move());
            assert_eq!(signed.seen_by(&position, mover), value, "{} {m}", game["name"]);
            assert_eq!(signed.seen_by(&position, !mover), -value);
            assert_eq!(Side::BOTH.map(|side| unsigned.seen_by(&position, side)), [value, value]);
            n_false_alarms += u32::from(value > 5.0 && position.outcome().is_none());
            // The right one differs where an open region is taken for a closed one, and nowhere else.
            let slow = Slow::read("10", &position.position_text(), position.outcome().is_some(), Some(cell(m)));
            let alarm = position.seems_to_enclose(mover) && slow.enclosure(mover.letter()) == 0;
            let expected = value - if alarm { 5.0 } else { 0.0 };
            assert_eq!(right.seen_by(&position, mover), expected, "{} {m}", game["name"]);
        }
    }
    assert!(n_false_alarms >= 3);
}

#[test]
fn the_studys_false_alarm_is_worth_seven_and_really_two() {
    let position = after("10", "j10,k10,j9,k11,l11,l12,k12,m12,k9,m11,l10");
    assert_eq!(opinion("published-line-length").seen_by(&position, Side::First), 7.0);
    assert_eq!(opinion("line-length").seen_by(&position, Side::First), 2.0);
    assert_eq!(opinion("line-length").seen_by(&position, Side::Second), -2.0);
    assert!(position.outcome().is_none());
}

/// Plain negamax.
fn value(position: &Andantino, depth: u32, judge: &Opinion<Andantino>) -> f64 {
    match position.outcome() {
        // The program knows no wins but those that its evaluation shows.
        _ if depth == 0 => judge.seen_by(position, position.side_to_move()),
        Some(_) => judge.seen_by(position, position.side_to_move()),
        None => position.moves().map(|m| -value(&position.child(m), depth - 1, judge)).fold(f64::MIN, f64::max),
    }
}

#[test]
fn root_values_are_those_of_the_study() {
    // The program's depth 3 is searched below each root move.
    for name in ["line-length", "published-line-length"] {
        let judge = opinion(name);
        let worth = |position: &Andantino, m| -value(&position.child(named_move(position, m)), 3, &judge);
        let position = after("10", "j10,k10,j9");
        assert_eq!(["k11", "k9", "i9"].map(|m| worth(&position, m)), [-3.0, -3.0, -2.0]);
    }
}

#[test]
fn every_feature_is_what_its_definition_says() {
    let opinions: Vec<_> = Andantino::FEATURES
        .iter()
        .map(|feature| (feature.name, opinion(&format!("{{mine.{}}}", feature.name))))
        .collect();
    let mut n_positions = 0;
    for (spec, seed) in SPECS.iter().flat_map(|spec| (0..2).map(move |seed| (*spec, seed))) {
        for (ply, (last, position)) in random_game(spec, seed).into_iter().enumerate() {
            if ply > 60 || ply as u64 % 4 != seed && position.outcome().is_none() {
                continue;
            }
            n_positions += 1;
            let read = Andantino::read_position(&spec.parse().expect("a variant"), &position.position_text());
            // Text does not tell which stone came last.
            let known = [(last, Some(position)), (None, read.ok())];
            for (last, position) in known.into_iter().filter_map(|(last, position)| Some((last, position?))) {
                let slow = Slow::read(spec, &position.position_text(), position.outcome().is_some(), last);
                for side in Side::BOTH {
                    for (name, opinion) in &opinions {
                        let expected = f64::from(by_definition(&slow, name, side, position.side_to_move()));
                        assert_eq!(
                            opinion.seen_by(&position, side),
                            expected,
                            "{spec}: {} {name}",
                            position.position_text()
                        );
                    }
                }
                compare_patterns(&slow, &position);
            }
        }
    }
    assert!(n_positions > 100, "{n_positions}");
}

fn by_definition(slow: &Slow, name: &str, side: Side, to_move: Side) -> i32 {
    let letter = side.letter();
    let playable = slow.playable();
    let windows = |stones| slow.windows_with(letter, stones, |_| true).len() as i32;
    let ready = |stones| slow.windows_with(letter, stones, |cell| playable.contains(&cell)).len() as i32;
    match name {
        "stones" => slow.stones(letter).len() as i32,
        "longest_line" => slow.longest_line(letter),
        "turn" => i32::from(side == to_move),
        "mobility" => playable.len() as i32,
        "open_ends2" => slow.open_ends(letter, 2),
        "open_ends3" => slow.open_ends(letter, 3),
        "open_ends4" => slow.open_ends(letter, 4),
        "windows1" => windows(1),
        "windows2" => windows(2),
        "windows3" => windows(3),
        "windows4" => windows(4),
        "ready2" => ready(2),
        "ready3" => ready(3),
        "ready4" => ready(4),
        "threats" => slow.threats(letter).len() as i32,
        "double_threats" => slow.double_threats(letter),
        "ring_threats" => slow.ring_threats(letter),
        "rings4" => slow.rings(letter, 4),
        "rings5" => slow.rings(letter, 5),
        "liberties" => slow.liberties(letter),
        "fewest_liberties" => slow.fewest_liberties(letter),
        "last_line" => slow.last_line(letter),
        "last_alone" => slow.last_alone(letter),
        "enclosure" => slow.enclosure(letter),
        "published_enclosure" => slow.published_enclosure(letter),
        _ => panic!("{name} has no definition here"),
    }
}

/// What `strong` is made of. Its windows do not ask whether the game is over, so finished games are left out.
fn compare_patterns(slow: &Slow, position: &Andantino) {
    if position.outcome().is_some() || slow.stones('x').len() + slow.stones('o').len() < 2 {
        return;
    }
    let playable = slow.playable();
    for (side, found) in Side::BOTH.into_iter().zip(position.patterns()) {
        let letter = side.letter();
        let near = |stones| slow.windows_with(letter, stones, |cell| slow.is_near(cell)).len() as i32;
        let ready = |stones| slow.windows_with(letter, stones, |cell| playable.contains(&cell)).len() as i32;
        let expected = [
            slow.wins(letter),
            slow.forks(letter),
            ready(3),
            near(4) - ready(4),
            near(3) - ready(3),
            near(2),
            slow.half_rings(letter),
        ];
        let found = [
            found.wins,
            found.forks,
            found.ready_threes,
            found.near_fours,
            found.near_threes,
            found.twos,
            found.half_rings,
        ];
        assert_eq!(found.map(|count| count as i32), expected, "{} {letter}", position.position_text());
    }
}

#[test]
fn opinions_are_zero_sum_finite_and_explained() {
    for named in Andantino::heuristics() {
        let judge = opinion(named.name);
        for (spec, seed) in SPECS.iter().flat_map(|spec| (0..8).map(move |seed| (*spec, seed))) {
            for (_, position) in random_game(spec, 100 + seed) {
                let [first, second] = Side::BOTH.map(|side| judge.seen_by(&position, side));
                assert!(first.is_finite() && first == -second, "{}: {first} {second}", named.name);
                for (side, value) in Side::BOTH.into_iter().zip([first, second]) {
                    let sum: f64 = judge.terms(&position, side).iter().map(|term| term.weight * term.value).sum();
                    assert!((sum - value).abs() < 1e-9, "{}: {sum} {value}", named.name);
                }
            }
        }
    }
}

#[test]
fn turning_and_mirroring_the_board_changes_nothing() {
    let mut judges: Vec<_> = Andantino::heuristics().iter().map(|named| opinion(named.name)).collect();
    judges.extend(Andantino::FEATURES.iter().map(|feature| opinion(&format!("{{mine.{}}}", feature.name))));
    for (spec, centre) in [("4", 4), ("7", 7), ("10", 10)] {
        for seed in 0..6 {
            let mut rng = Rng::new(seed);
            let mut position = start(spec);
            let mut images: Vec<Andantino> = vec![position.clone(); 12];
            while let Some(m) = position.pick(|n| rng.below(n)) {
                let (mut number, mut letter) = cell(&position.move_text(m));
                position.play(m);
                for (index, image) in images.iter_mut().enumerate() {
                    let (r, l) = (number - centre, letter - centre);
                    // Six turns by a sixth; before the seventh, the mirror.
                    (number, letter) = if index == 6 { (letter, number) } else { (centre + l, centre + l - r) };
                    let name = format!("{}{number}", char::from(b'a' + letter as u8 - 1));
                    image.play(named_move(image, &name));
                    for judge in &judges {
                        for side in Side::BOTH {
                            assert_eq!(judge.seen_by(image, side), judge.seen_by(&position, side), "{name}");
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn fitted_sees_what_the_next_stones_decide() {
    let fitted = opinion("fitted");
    let (mut n_won, mut n_lost) = (0, 0);
    for (_, position) in (0..60).flat_map(|seed| random_game("10", seed)) {
        let mover = position.side_to_move();
        if position.outcome().is_some() {
            continue;
        }
        let can_win = |position: &Andantino| {
            let side = position.side_to_move();
            position.moves().any(|m| position.child(m).outcome() == Some(Outcome::Win(side)))
        };
        let value = fitted.seen_by(&position, mover);
        if value == 10_000.0 {
            assert!(can_win(&position), "{}", position.position_text());
            n_won += 1;
        } else if value == -9_000.0 {
            let loses = |child: Andantino| child.outcome() == Some(Outcome::Win(!mover)) || can_win(&child);
            assert!(position.moves().all(|m| loses(position.child(m))), "{}", position.position_text());
            n_lost += 1;
        } else {
            assert!(value.abs() < 5_000.0);
        }
    }
    assert!(n_won > 50 && n_lost > 10, "{n_won} {n_lost}");
}

#[test]
fn start_values_are_even() {
    for name in ["line-length", "published-line-length", "dummy"] {
        assert_eq!(opinion(name).seen_by(&start("10"), Side::First), 0.0, "{name}");
    }
}
