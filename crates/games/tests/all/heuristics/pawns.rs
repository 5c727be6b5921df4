//! What the tests of the Pawn Game and Pawned share: random positions, and every feature once more, slowly, from the
//! text of a position.

use std::collections::HashSet;

use plyscope_core::{Notation, Rng, Side};
use plyscope_heuristics::{Judged, Opinion};

/// A position as one side sees it: pieces as (row from its own edge, column).
pub(crate) struct Seen {
    own: HashSet<(i32, i32)>,
    foes: HashSet<(i32, i32)>,
    rows: i32,
    cols: i32,
    is_mover: bool,
    double_steps: bool,
    /// The cell that a capture in passing would end on.
    passing: Option<(i32, i32)>,
}

impl Seen {
    pub(crate) fn new(text: &str, double_steps: bool, side: Side) -> Self {
        let mut fields = text.split(' ');
        let lines: Vec<&str> = fields.next().expect("a board").split('/').collect();
        let is_mover = fields.next() == Some(&side.letter().to_string());
        let (rows, cols) = (lines.len() as i32, lines[0].len() as i32);
        let from_edge = |from_top: i32| if side == Side::First { rows - 1 - from_top } else { from_top };
        let pieces = |letter: char| {
            let lines = lines.iter().enumerate();
            let cells =
                lines.flat_map(|(row, line)| line.chars().enumerate().map(move |(column, cell)| (row, column, cell)));
            cells
                .filter(|cell| cell.2 == letter)
                .map(|(row, column, _)| (from_edge(row as i32), column as i32))
                .collect()
        };
        let passing = fields.next().map(|name| {
            let row = name[1..].parse::<i32>().expect("a row") - 1;
            (from_edge(rows - 1 - row), i32::from(name.as_bytes()[0] - b'a'))
        });
        let (own, foes) = (pieces(side.letter()), pieces((!side).letter()));
        Seen { own, foes, rows, cols, is_mover, double_steps, passing }
    }

    fn empty(&self, (row, column): (i32, i32)) -> bool {
        row < self.rows && !self.own.contains(&(row, column)) && !self.foes.contains(&(row, column))
    }

    fn count(&self, holds: impl Fn(i32, i32) -> bool) -> i32 {
        self.own.iter().filter(|(row, column)| holds(*row, *column)).count() as i32
    }

    fn foe_takes_on(&self, row: i32, column: i32) -> bool {
        [-1, 1].iter().any(|beside| self.foes.contains(&(row + 1, column + beside)))
    }

    fn protected(&self, row: i32, column: i32) -> bool {
        [-1, 1].iter().any(|beside| self.own.contains(&(row - 1, column + beside)))
    }

    fn captures(&self) -> i32 {
        let prey = |cell: (i32, i32)| self.foes.contains(&cell) || (self.is_mover && self.passing == Some(cell));
        [-1, 1].iter().map(|beside| self.count(|row, column| prey((row + 1, column + beside)))).sum()
    }

    fn mobility(&self) -> i32 {
        let single = |row, column| self.empty((row + 1, column));
        let double =
            |row, column| self.double_steps && row == 1 && single(row, column) && self.empty((row + 2, column));
        self.captures() + self.count(single) + self.count(double)
    }

    fn safe(&self, (row, column): (i32, i32)) -> bool {
        self.empty((row, column)) && !self.foe_takes_on(row, column)
    }

    fn spare(&self) -> i32 {
        let mut reached = HashSet::new();
        for &(row, column) in &self.own {
            reached.extend((row + 1..self.rows).map(|row| (row, column)).take_while(|&cell| self.safe(cell)));
        }
        reached.len() as i32
    }

    fn gaps(&self) -> i32 {
        let cells = (0..self.rows).flat_map(|row| (0..self.cols).map(move |column| (row, column)));
        let between = |&(row, column): &(i32, i32)| {
            self.own.iter().any(|own| own.1 == column && own.0 < row)
                && self.foes.iter().any(|foe| foe.1 == column && foe.0 > row)
        };
        cells.filter(|cell| self.empty(*cell)).filter(between).count() as i32
    }

    fn passed(&self, row: i32, column: i32) -> bool {
        !self.foes.iter().any(|foe| foe.0 > row && (foe.1 - column).abs() <= 1)
    }

    fn runs(&self, row: i32, column: i32) -> bool {
        self.passed(row, column) && !self.own.iter().any(|own| own.0 > row && own.1 == column)
    }

    fn rows_of(&self, holds: impl Fn(i32, i32) -> bool) -> Option<i32> {
        self.own.iter().filter(|(row, column)| holds(*row, *column)).map(|(row, _)| self.rows - 1 - row).min()
    }

    pub(crate) fn measure(&self, feature: &str) -> i32 {
        match feature {
            "pieces" => self.own.len() as i32,
            "steps" => self.own.iter().map(|(row, _)| row).sum(),
            "turn" => i32::from(self.is_mover),
            "mobility" => self.mobility(),
            "captures" => self.captures(),
            "threatened" => self.count(|row, column| self.foe_takes_on(row, column)),
            "protected" => self.count(|row, column| self.protected(row, column)),
            "hanging" => self.count(|row, column| self.foe_takes_on(row, column) && !self.protected(row, column)),
            "safe_steps" => self.count(|row, column| self.safe((row + 1, column))),
            "spare_steps" => self.spare(),
            "gaps" => self.gaps(),
            "blocked" => self.count(|row, column| row + 1 < self.rows && !self.empty((row + 1, column))),
            "isolated" => self.count(|_, column| !self.own.iter().any(|own| (own.1 - column).abs() == 1)),
            "passed" => self.count(|row, column| self.passed(row, column)),
            "free_runners" => self.count(|row, column| self.runs(row, column)),
            "runner_rows" => self.rows_of(|row, column| self.runs(row, column)).unwrap_or(self.rows),
            "goal_rows" => self.rows_of(|_, _| true).unwrap_or(self.rows),
            "checkmate1" => self.rows_of(|row, column| self.passed(row, column)).unwrap_or(0),
            "checkmate2" => {
                i32::from(self.own.iter().any(|&(row, column)| row + 2 == self.rows && self.foe_takes_on(row, column)))
            }
            row => {
                let row: i32 =
                    row.strip_prefix("row").and_then(|nth| nth.parse().ok()).expect("a feature of the oracle");
                self.count(|own, _| own + 1 == row)
            }
        }
    }
}

/// All positions of some random games, finished ones too.
pub(crate) fn random_positions<G: Notation>(variant: &str, games: usize) -> Vec<G> {
    let variant: G::Variant = variant.parse().expect("a variant");
    let mut rng = Rng::new(4);
    let mut all = Vec::new();
    for _ in 0..games {
        let mut position = G::start(&variant);
        loop {
            all.push(position.clone());
            match position.pick(|n| rng.below(n)) {
                Some(m) => position.play(m),
                None => break,
            }
        }
    }
    all
}

/// The position with rows reversed, sides exchanged and the other one to move.
pub(crate) fn turned<G: Notation>(variant: &str, position: &G) -> G {
    let text = position.position_text();
    let (board, side) = text.split_once(' ').expect("a side to move");
    let swap = |letter: char| match letter {
        'x' => 'o',
        'o' => 'x',
        other => other,
    };
    let rows: Vec<String> = board.split('/').rev().map(|row| row.chars().map(swap).collect()).collect();
    let side: String = side.chars().map(swap).collect();
    read(variant, &format!("{} {side}", rows.join("/")))
}

/// The position with left and right exchanged.
pub(crate) fn mirrored<G: Notation>(variant: &str, position: &G) -> G {
    let text = position.position_text();
    let (board, side) = text.split_once(' ').expect("a side to move");
    let rows: Vec<String> = board.split('/').map(|row| row.chars().rev().collect()).collect();
    read(variant, &format!("{} {side}", rows.join("/")))
}

pub(crate) fn read<G: Notation>(variant: &str, text: &str) -> G {
    let variant: G::Variant = variant.parse().expect("a variant");
    G::read_position(&variant, text).expect(text)
}

/// A heuristic, by its spec.
pub(crate) fn heuristic<G: Judged>(spec: &str) -> Opinion<G> {
    let spec = spec.parse().expect(spec);
    G::opinion(Some(&spec), 0).expect("a heuristic of the game")
}

/// Every feature against the oracle, by itself and in a formula; and every heuristic is finite, and the sum of its
/// terms.
pub(crate) fn check_features<G: Judged + Notation>(variant: &str, games: usize) {
    let formulas: Vec<_> = G::FEATURES.iter().map(|feature| heuristic::<G>(&format!("{{{}}}", feature.name))).collect();
    let named: Vec<_> = G::heuristics().iter().map(|named| heuristic::<G>(named.name)).collect();
    for position in random_positions::<G>(variant, games) {
        let text = position.position_text();
        let [first, second] = Side::BOTH.map(|side| Seen::new(&text, variant.contains("classic"), side));
        for (index, (feature, formula)) in G::FEATURES.iter().zip(&formulas).enumerate() {
            let [x, o] = Side::BOTH.map(|side| position.measure(index, side));
            let expected = [&first, &second].map(|seen| f64::from(seen.measure(feature.name)));
            assert_eq!([x, o], expected, "{} in {text}", feature.name);
            assert_eq!(formula.seen_by(&position, Side::Second), o - x, "{} in {text}", feature.name);
        }
        for opinion in &named {
            for side in Side::BOTH {
                let value = opinion.seen_by(&position, side);
                let sum: f64 = opinion.terms(&position, side).iter().map(|term| term.weight * term.value).sum();
                assert!(value.is_finite() && (value - sum).abs() < 1e-9, "{value} and {sum} in {text}");
            }
        }
    }
}

/// What a zero-sum heuristic obeys: one side's gain is the other's loss. With `fair`, exchanging the sides exchanges
/// the views, and left and right are alike.
pub(crate) fn check_laws<G: Judged + Notation>(variant: &str, spec: &str, fair: bool) {
    let opinion = heuristic::<G>(spec);
    for position in random_positions::<G>(variant, 30) {
        let text = position.position_text();
        let [first, second] = Side::BOTH.map(|side| opinion.seen_by(&position, side));
        assert_eq!(first, -second, "{spec} on {text}");
        if fair {
            assert_eq!(opinion.seen_by(&turned(variant, &position), Side::Second), first, "{spec} turned on {text}");
            assert_eq!(opinion.seen_by(&mirrored(variant, &position), Side::First), first, "{spec} mirrored on {text}");
        }
    }
}

/// Looks at every reachable position that is not finished. Keys stand for positions: other tests show that they differ
/// on these boards.
pub(crate) fn each_open<G: Notation>(variant: &str, mut look: impl FnMut(&G)) {
    let mut seen = HashSet::new();
    let mut waiting = vec![G::start(&variant.parse().expect("a variant"))];
    while let Some(position) = waiting.pop() {
        look(&position);
        let children = position.moves().map(|m| position.child(m)).filter(|child| child.outcome().is_none());
        waiting.extend(children.filter(|child| seen.insert(child.key())));
    }
}
