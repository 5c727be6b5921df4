//! Reversi's heuristics against the values of the original program, and its features against a slow count on the
//! picture of the board.

use plyscope_core::{Game, Notation, Rng, Side};
use plyscope_games::reversi::{Board as BoardOf, ReversiOn, Variant};
use plyscope_games::{LargeReversi, Reversi};
use plyscope_heuristics::{HeuristicSpec, Judged, Opinion};
use serde_json::Value;

const VARIANTS: [&str; 8] = ["4x4", "6x6", "8x8", "4x6", "8x4", "5x5", "lab-small", "lab-large"];
const LARGE: [&str; 3] = ["9x5", "10x10", "4x32"];

fn opinion(text: &str) -> Opinion<Reversi> {
    let spec: HeuristicSpec = text.parse().unwrap();
    Reversi::opinion(Some(&spec), 0).unwrap()
}

fn variant(text: &str) -> Variant {
    text.parse().unwrap()
}

fn names() -> Vec<&'static str> {
    Reversi::heuristics().iter().map(|named| named.name).collect()
}

/// Every position of some random games, the last ones included.
fn random_positions(text: &str, games: usize) -> Vec<Reversi> {
    random_positions_on(text, games)
}

fn random_positions_on<B: BoardOf>(text: &str, games: usize) -> Vec<ReversiOn<B>> {
    let mut rng = Rng::new(11);
    let mut positions = Vec::new();
    for _ in 0..games {
        let mut position = ReversiOn::start(&variant(text));
        positions.push(position.clone());
        while let Some(m) = position.pick(|n| rng.below(n)) {
            position.play(m);
            positions.push(position.clone());
        }
    }
    positions
}

/// A board as people see it.
#[derive(Clone)]
struct Board {
    cells: Vec<Vec<char>>,
    mover: char,
}

impl Board {
    fn of<B: BoardOf>(position: &ReversiOn<B>) -> Self {
        let text = position.position_text();
        let (rows, mover) = text.split_once(' ').unwrap();
        Board {
            cells: rows.split('/').map(|row| row.chars().collect()).collect(),
            mover: mover.chars().next().unwrap(),
        }
    }

    fn text(&self) -> String {
        let rows: Vec<String> = self.cells.iter().map(|row| row.iter().collect()).collect();
        format!("{} {}", rows.join("/"), self.mover)
    }

    fn at(&self, row: i32, column: i32) -> Option<char> {
        let row = self.cells.get(usize::try_from(row).ok()?)?;
        row.get(usize::try_from(column).ok()?).copied()
    }

    fn all(&self) -> Vec<(i32, i32)> {
        let (rows, columns) = (self.cells.len() as i32, self.cells[0].len() as i32);
        (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))).collect()
    }

    fn count(&self, wanted: impl Fn(i32, i32) -> bool) -> f64 {
        self.all().into_iter().filter(|&(row, column)| wanted(row, column)).count() as f64
    }

    fn touches(&self, row: i32, column: i32, steps: &[(i32, i32)], what: char) -> bool {
        steps.iter().any(|(down, right)| self.at(row + down, column + right) == Some(what))
    }

    /// How many enemies a disc of this side would flip here; nothing if the cell is taken.
    fn flips(&self, row: i32, column: i32, side: char) -> usize {
        if self.at(row, column) != Some('.') {
            return 0;
        }
        let run = |&(down, right): &(i32, i32)| {
            let line = (1..).map(|step| self.at(row + step * down, column + step * right));
            let run = line.clone().take_while(|cell| *cell == Some(enemy(side))).count();
            if line.clone().nth(run) == Some(Some(side)) { run } else { 0 }
        };
        AROUND.iter().map(run).sum()
    }

    /// What each move of a side wins: twice the flipped discs and the new one.
    fn gains(&self, side: char) -> Vec<usize> {
        let flips = self.all().into_iter().map(|(row, column)| self.flips(row, column, side));
        flips.filter(|flips| *flips > 0).map(|flips| 2 * flips + 1).collect()
    }

    fn corner(&self, row: i32, column: i32) -> bool {
        (row == 0 || row as usize == self.cells.len() - 1)
            && (column == 0 || column as usize == self.cells[0].len() - 1)
    }

    /// Discs of a side next to an empty corner by one of these steps.
    fn beside_corner(&self, side: char, steps: &[(i32, i32)]) -> f64 {
        let empty_corner = |row, column| self.corner(row, column) && self.at(row, column) == Some('.');
        self.count(|row, column| {
            self.at(row, column) == Some(side)
                && steps.iter().any(|(down, right)| empty_corner(row + down, column + right))
        })
    }

    /// The cells of a side that are safe: each line is full, or one of the two neighbours along it is the edge or safe.
    fn stable(&self, side: char) -> Vec<(i32, i32)> {
        let mut stable: Vec<(i32, i32)> = Vec::new();
        loop {
            let safe = |row: i32, column: i32, (down, right): (i32, i32)| {
                let along = |step: i32| (row + step * down, column + step * right);
                let full = (-32..=32).all(|step| self.at(along(step).0, along(step).1) != Some('.'));
                let leans = |step| self.at(along(step).0, along(step).1).is_none() || stable.contains(&along(step));
                full || leans(1) || leans(-1)
            };
            let lines = [(0, 1), (1, 0), (1, 1), (1, -1)];
            let found: Vec<(i32, i32)> = self
                .all()
                .into_iter()
                .filter(|&(row, column)| self.at(row, column) == Some(side))
                .filter(|&(row, column)| lines.iter().all(|&line| safe(row, column, line)))
                .collect();
            if found.len() == stable.len() {
                return stable;
            }
            stable = found;
        }
    }

    fn measure(&self, feature: &str, side: char) -> f64 {
        let own = |row, column| self.at(row, column) == Some(side);
        let empties = self.count(|row, column| self.at(row, column) == Some('.'));
        match feature {
            "discs" => self.count(own),
            "mobility" => self.gains(side).len() as f64,
            "potential_mobility" => self.count(|row, column| {
                self.at(row, column) == Some('.') && self.touches(row, column, &AROUND, enemy(side))
            }),
            "frontier" => self.count(|row, column| own(row, column) && self.touches(row, column, &AROUND, '.')),
            "corners" => self.count(|row, column| own(row, column) && self.corner(row, column)),
            "x_squares" => self.beside_corner(side, &AROUND[4..]),
            "c_squares" => self.beside_corner(side, &AROUND[..4]),
            "edge_discs" => self.count(|row, column| {
                own(row, column) && AROUND.iter().any(|(down, right)| self.at(row + down, column + right).is_none())
            }),
            "stable" => self.stable(side).len() as f64,
            "possible_captures" => self.gains(side).iter().sum::<usize>() as f64,
            "best_capture" => self.gains(side).into_iter().max().unwrap_or(0) as f64,
            "empties" => empties,
            "last_move" => f64::from((empties % 2.0 == 1.0) == (self.mover == side)),
            "turn" => f64::from(self.mover == side),
            other => panic!("no slow count for the feature {other}"),
        }
    }

    fn mirrored(mut self) -> Self {
        self.cells.iter_mut().for_each(|row| row.reverse());
        self
    }

    fn upside_down(mut self) -> Self {
        self.cells.reverse();
        self
    }

    fn exchanged(mut self) -> Self {
        self.cells.iter_mut().flatten().for_each(|cell| *cell = enemy(*cell));
        self.mover = enemy(self.mover);
        self
    }
}

/// The four straight neighbours, then the four diagonal ones.
const AROUND: [(i32, i32); 8] = [(0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, 1), (-1, -1)];

fn enemy(side: char) -> char {
    match side {
        'x' => 'o',
        'o' => 'x',
        other => other,
    }
}

#[test]
fn the_published_heuristics_give_the_values_of_the_original_program() {
    let data: Value = serde_json::from_str(include_str!("../../data/reversi-lab.json")).unwrap();
    let mut compared = 0;
    for board in data["boards"].as_array().unwrap() {
        let variant = variant(board["variant"].as_str().unwrap());
        for eval in board["evals"].as_array().unwrap() {
            let text = format!("{} {}", board["rows"].as_str().unwrap(), eval["next"].as_str().unwrap());
            let position = Reversi::read_position(&variant, &text).unwrap();
            let max = if eval["max"] == "x" { Side::First } else { Side::Second };
            assert_eq!(position.outcome().is_some(), board["over"].as_bool().unwrap(), "{text}");
            for (id, value) in eval["values"].as_object().unwrap() {
                // Equal to the last bit, but -0 is 0.
                let value: f64 = value.as_str().unwrap().parse().unwrap();
                assert_eq!(opinion(id).seen_by(&position, max), value, "{id} {text} max {max:?}");
                compared += 1;
            }
            assert_eq!(opinion("dummy").seen_by(&position, max), 127.0);
        }
    }
    assert_eq!(compared, 15 * 4 * 11);
}

/// The study's position in which White holds two corners and Black two, on the board with five rows and seven columns.
#[test]
fn right_corners_can_be_asked_for_where_the_program_misread_them() {
    let position = Reversi::read_position(&variant("lab-small"), "x.....o/7/..xo.../..ox.../o.....x x").unwrap();
    for id in ["corners", "pmc1", "pmc2", "ponderation-max"] {
        let [published, right] =
            ["published", "right"].map(|form| opinion(&format!("{id}:form={form}")).seen_by(&position, Side::First));
        assert_eq!(published, opinion(id).seen_by(&position, Side::First));
        let weight = match id {
            "corners" => 1.0,
            "pmc1" => 0.3,
            "pmc2" => 0.7,
            _ => 0.4,
        };
        assert!((published - right - 100.0 * weight).abs() < 1e-9, "{id}: {published} {right}");
    }
}

#[test]
fn single_weights_replace_those_of_the_chosen_set() {
    for position in random_positions("6x6", 20) {
        let value = |text: &str| opinion(text).seen_by(&position, Side::First);
        assert_eq!(
            value("ponderation-max:weights=table"),
            value("ponderation-max:actual=0.4,max=0.3,sum=0.3,corners=0")
        );
        assert_eq!(
            value("ponderation-max:weights=table,corners=0.4"),
            value("ponderation-max:actual=0.4,max=0.3,sum=0.3")
        );
        assert_eq!(value("pmc1"), value("pmc2:corners=0.3,parity=0.3,mobility=0.4"));
    }
}

#[test]
fn published_heuristics_can_be_written_as_formulas() {
    let pairs = [
        ("parity", "100*discs/(mine.discs+theirs.discs)"),
        ("mobility", "100*mobility/(mine.mobility+theirs.mobility)"),
        ("corners:form=right", "100*corners/(mine.corners+theirs.corners)"),
        ("possible-captures", "if(turn>0,mine.possible_captures,-theirs.possible_captures)"),
        ("best-capture", "if(turn>0,mine.best_capture,0)"),
        ("complex", "turn*(max(theirs.mobility,1)-max(mine.mobility,1))"),
        (
            "pmc2:form=right",
            "0.7*(100*corners/(mine.corners+theirs.corners))+0.1*(100*discs/(mine.discs+theirs.discs))\
             +0.2*(100*mobility/(mine.mobility+theirs.mobility))",
        ),
    ];
    for (id, formula) in pairs {
        let rule = opinion(id);
        let formula = opinion(&format!("{{if(mine.mobility+theirs.mobility==0,discs,{formula})}}"));
        for position in VARIANTS.iter().flat_map(|variant| random_positions(variant, 5)) {
            for side in Side::BOTH {
                assert_eq!(rule.seen_by(&position, side), formula.seen_by(&position, side), "{id}");
            }
        }
    }
}

/// Every feature of these positions against what is counted on the board as people see it.
fn check_features<B: BoardOf>(positions: &[ReversiOn<B>]) {
    for position in positions {
        let board = Board::of(position);
        for (index, feature) in Reversi::FEATURES.iter().enumerate() {
            for (side, letter) in Side::BOTH.into_iter().zip(['x', 'o']) {
                let expected = board.measure(feature.name, letter);
                let place = || format!("{} of {letter}: {}", feature.name, board.text());
                assert_eq!(position.measure(index, side), expected, "{}", place());
            }
        }
    }
}

#[test]
fn every_feature_is_what_people_count_on_the_board() {
    for variant in VARIANTS {
        check_features(&random_positions(variant, 12));
        for feature in Reversi::FEATURES {
            let name = feature.name;
            let formula = opinion(&format!("{{2*{name}-mine.{name}/(1+theirs.{name})}}"));
            assert!(formula.seen_by(&Reversi::start(&self::variant(variant)), Side::First).is_finite());
        }
    }
    for variant in LARGE {
        check_features::<plyscope_games::reversi::Large>(&random_positions_on(variant, 1));
    }
}

/// Every heuristic says the same of a position whichever type holds it, and on large boards what one side gains the
/// other loses as on small ones.
#[test]
fn heuristics_know_all_boards() {
    let on_large = |id: &str| LargeReversi::opinion(Some(&id.parse().unwrap()), 0).unwrap();
    for id in names() {
        let (small, large) = (opinion(id), on_large(id));
        for text in ["8x8", "5x5", "lab-small"] {
            let variant = variant(text);
            for position in random_positions(text, 2) {
                let same = LargeReversi::read_position(&variant, &position.position_text()).unwrap();
                for side in Side::BOTH {
                    assert_eq!(large.seen_by(&same, side), small.seen_by(&position, side), "{id}");
                }
            }
        }
    }
    let strong = on_large("strong");
    for text in LARGE {
        let variant = variant(text);
        for position in random_positions_on::<plyscope_games::reversi::Large>(text, 2) {
            let (value, board) = (strong.seen_by(&position, Side::First), Board::of(&position));
            assert_eq!(value, -strong.seen_by(&position, Side::Second));
            for image in [board.clone().mirrored(), board.upside_down()] {
                let image = LargeReversi::read_position(&variant, &image.text()).unwrap();
                assert_eq!(strong.seen_by(&image, Side::First), value, "{}", position.position_text());
            }
        }
    }
}

#[test]
fn stable_discs_are_never_flipped() {
    for variant in ["4x6", "6x6", "8x8"] {
        let mut safe: Vec<((i32, i32), char)> = Vec::new();
        for position in random_positions(variant, 30) {
            let board = Board::of(&position);
            if position == Reversi::start(&self::variant(variant)) {
                safe.clear();
            }
            assert!(safe.iter().all(|&((row, column), side)| board.at(row, column) == Some(side)), "{}", board.text());
            let found = ['x', 'o'].map(|side| board.stable(side).into_iter().map(move |cell| (cell, side)));
            safe = found.into_iter().flatten().collect();
        }
    }
}

#[test]
fn what_one_side_gains_the_other_loses() {
    let features = Reversi::FEATURES.iter().map(|feature| format!("{{{}}}", feature.name));
    let zero_sum = ["strong", "fitted", "discs", "possible-captures", "corners", "parity", "mobility", "pmc1", "pmc2"];
    for id in zero_sum.iter().map(|id| id.to_string()).chain(features) {
        let opinion = opinion(&id);
        for position in VARIANTS.iter().flat_map(|variant| random_positions(variant, 5)) {
            assert_eq!(opinion.seen_by(&position, Side::First), -opinion.seen_by(&position, Side::Second), "{id}");
        }
    }
}

#[test]
fn neither_mirrors_nor_colours_change_a_value() {
    for id in names() {
        let has_form = ["corners", "pmc1", "pmc2", "ponderation-max"].contains(&id);
        let opinion = opinion(&if has_form { format!("{id}:form=right") } else { id.to_owned() });
        for text in VARIANTS {
            let variant = variant(text);
            for position in random_positions(text, 5) {
                let board = Board::of(&position);
                let read = |board: Board| Reversi::read_position(&variant, &board.text()).unwrap();
                let value = opinion.seen_by(&position, Side::First);
                assert_eq!(opinion.seen_by(&read(board.clone().mirrored()), Side::First), value, "{id}");
                assert_eq!(opinion.seen_by(&read(board.clone().upside_down()), Side::First), value, "{id}");
                assert_eq!(opinion.seen_by(&read(board.exchanged()), Side::Second), value, "{id}");
            }
        }
    }
}

#[test]
fn values_are_finite_and_their_terms_add_up() {
    for id in names() {
        let opinion = opinion(id);
        let odd = ["8/8/8/8/8/8/8/8 x", "xxxxxxxx/8/8/8/8/8/8/8 o", "xxxxxxxx/xxxxxxxx/8/8/8/8/8/o7 o"];
        let odd = odd.map(|text| Reversi::read_position(&Variant::default(), text).unwrap());
        for position in VARIANTS.iter().flat_map(|variant| random_positions(variant, 5)).chain(odd) {
            for side in Side::BOTH {
                let value = opinion.seen_by(&position, side);
                let shares: f64 = opinion.terms(&position, side).iter().map(|term| term.weight * term.value).sum();
                assert!(value.is_finite() && (value - shares).abs() < 1e-9, "{id}: {value} and {shares}");
            }
        }
    }
}

#[test]
fn the_ids_are_those_that_were_promised() {
    assert_eq!(names()[0], "strong");
    for id in "dummy discs possible-captures best-capture corners parity mobility ponderation-max pmc1 pmc2 complex"
        .split(' ')
    {
        assert!(names().contains(&id), "{id}");
    }
}

/// Both players look one move ahead; openings are played with either colour. The matches with deeper searches are in
/// the documentation.
#[test]
fn strong_is_strong_without_any_search() {
    for (text, other) in [("8x8", "pmc2"), ("8x8", "ponderation-max"), ("6x6", "pmc2"), ("lab-small", "pmc1")] {
        let players = [opinion("strong"), opinion(other)];
        let mut rng = Rng::new(5);
        let (mut wins, mut losses) = (0.0, 0.0);
        for _ in 0..100 {
            let mut opening = Reversi::start(&variant(text));
            for _ in 0..4 {
                opening.play(opening.pick(|n| rng.below(n)).unwrap());
            }
            for strong in Side::BOTH {
                let mut position = opening.clone();
                while position.outcome().is_none() {
                    let side = position.side_to_move();
                    let player = &players[usize::from(side != strong)];
                    let after = |m| {
                        let mut next = position.clone();
                        next.play(m);
                        next
                    };
                    let best = position.moves().map(|m| (player.seen_by(&after(m), side), m));
                    let best = best.reduce(|best, next| if next.0 > best.0 { next } else { best }).unwrap();
                    position.play(best.1);
                }
                wins += f64::from(position.n_discs(strong) > position.n_discs(!strong));
                losses += f64::from(position.n_discs(strong) < position.n_discs(!strong));
            }
        }
        // More than two standard deviations of as many tossed coins.
        assert!(wins - losses > 2.0 * f64::sqrt(200.0), "{text}: {wins} wins and {losses} losses against {other}");
    }
}
