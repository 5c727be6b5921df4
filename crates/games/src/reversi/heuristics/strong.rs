//! The strong heuristic: how many discs the game will probably be won by.
//!
//! ```text
//! a1 b1 c1 d1      Each corner is looked at along both of its edges: the corner, the next three cells of the edge
//! a2 b2            and the X square (b2), five cells that are empty, mine or theirs.
//! a3
//! a4
//! ```
//!
//! The values of these patterns were fitted to games, and so were those of moves, of empty cells next to enemies, of
//! discs and of the turn, each for three phases of the game; weights between phases are interpolated. The program is
//! `examples/fit_reversi.rs`. The games were played on 8×8 cells; other boards use the same weights.
//!
//! Every weight is a whole number of hundredths of a disc, so a sum has no rounding, and what one side gains the other
//! loses exactly.

use plyscope_core::{Game, Side};
use plyscope_heuristics::{Judge, Rule, Settings, Term, boosted};

use crate::Reversi;
use crate::bits::Word;
use crate::reversi::{Board, ReversiOn};

use super::weights::WEIGHTS;

/// Pairs of patterns that become each other when the sides are exchanged: (3⁵ − 1) / 2.
const PATTERNS: usize = 121;

/// What has weights besides the patterns, in the order of the weights.
pub const COUNTS: [&str; 6] = ["moves", "first five moves", "potential mobility", "frontier", "discs", "turn"];

/// How many weights each phase has.
pub const WIDTH: usize = PATTERNS + COUNTS.len();

/// The weights of each phase: the patterns, then the counts.
pub type Weights = [[i16; WIDTH]; KNOTS];

/// The phases for which weights are given, and how many of 16 parts of the board are full in each.
pub const KNOTS: usize = 3;
const FULL: [usize; KNOTS] = [4, 9, 15];

/// More moves than any position has.
const MOST_MOVES: usize = 128;

/// The weights at work: for each sixteenth of the board that is full, everything that can be looked up.
pub(super) struct Strong {
    stages: Box<[Stage; 17]>,
}

struct Stage {
    /// By the own cells of the pattern and those of the other side: bits 0 to 3 and 8 are mine (the edge, the X
    /// square), 4 to 7 and 9 theirs.
    patterns: [i16; 1024],
    /// By the number of moves.
    moves: [i16; MOST_MOVES],
    counts: [i32; COUNTS.len()],
}

/// Which sixteenth of the board is full.
#[inline(always)]
fn stage<B: Board>(position: &ReversiOn<B>) -> usize {
    let (cells, empties) = (position.board().count(), position.empties().count());
    16 - (16 * empties).div_ceil(cells) as usize
}

/// How much each phase counts at a stage; they add up to 1.
pub fn phases(stage: usize) -> [f64; KNOTS] {
    let mut shares = [0.0; KNOTS];
    let after = FULL.iter().position(|&full| full >= stage);
    match after {
        None => shares[KNOTS - 1] = 1.0,
        Some(0) => shares[0] = 1.0,
        Some(after) => {
            let share = (stage - FULL[after - 1]) as f64 / (FULL[after] - FULL[after - 1]) as f64;
            shares[after] = share;
            shares[after - 1] = 1.0 - share;
        }
    }
    shares
}

/// The weight of a pattern and whether it counts for or against who sees it; nothing for the empty one.
fn pattern_weight(pattern: usize) -> Option<(usize, i16)> {
    let digits = |mine: usize, theirs: usize| {
        (0..5).try_fold(0, |number, cell| match (mine >> cell & 1, theirs >> cell & 1) {
            (1, 1) => None,
            (mine, theirs) => Some(3 * number + mine + 2 * theirs),
        })
    };
    let (mine, theirs) = (pattern & 0xF | pattern >> 4 & 0x10, pattern >> 4 & 0xF | pattern >> 5 & 0x10);
    let (number, exchanged) = (digits(mine, theirs)?, digits(theirs, mine)?);
    // Of each pair the lower number has the weight; of those below it, each belongs to a pair of its own or is the
    // higher one of an earlier pair.
    let (lower, sign) = if number < exchanged { (number, 1) } else { (exchanged, -1) };
    (number != exchanged).then(|| (rank(lower), sign))
}

/// How many pairs have a lower number below this one. Numbers begin with their first cell that is not empty: 1 makes it
/// the lower of its pair.
fn rank(lower: usize) -> usize {
    let mut below = 0;
    let mut power = 1;
    while power <= lower {
        below += (lower - power).min(power);
        power *= 3;
    }
    below
}

/// Everything that is weighted, as one side sees it: the number of the weight and how often it counts. And the stage.
pub fn measures(position: &Reversi, side: Side) -> (usize, Vec<(usize, i32)>) {
    let mut measures = Vec::with_capacity(8 + COUNTS.len());
    for pattern in position.corner_patterns(side).into_iter().flatten() {
        measures.extend(pattern_weight(pattern).map(|(weight, sign)| (weight, i32::from(sign))));
    }
    let moves = [position.mobility(side), position.mobility(!side)].map(|moves| moves as i32);
    let counts = other_counts(position, side);
    let counts = [moves[0] - moves[1], moves[0].min(5) - moves[1].min(5)].into_iter().chain(counts);
    measures.extend(counts.enumerate().map(|(index, count)| (PATTERNS + index, count)));
    (stage(position), measures)
}

/// The counts after those of moves.
#[inline(always)]
fn other_counts<B: Board>(position: &ReversiOn<B>, side: Side) -> [i32; 4] {
    let empties = position.empties();
    let (mine, theirs) = (position.discs(side), position.discs(!side));
    let open = position.beside(empties);
    let difference = |a: B::Set, b: B::Set| a.count() as i32 - b.count() as i32;
    [
        difference(empties & position.beside(theirs), empties & position.beside(mine)),
        difference(mine & open, theirs & open),
        difference(mine, theirs),
        if position.side_to_move() == side { 1 } else { -1 },
    ]
}

/// The heuristic with other weights, for the program that fits them.
pub fn judge(weights: &Weights) -> Box<dyn Judge<Reversi>> {
    boosted(Strong::with(weights))
}

impl Strong {
    /// The heuristic with these weights.
    fn with(weights: &Weights) -> Self {
        let stages = std::array::from_fn(|stage| Stage::new(&phases(stage), weights));
        Strong { stages: Box::new(stages) }
    }
}

impl Stage {
    fn new(phases: &[f64; KNOTS], weights: &Weights) -> Self {
        // Halves are rounded away from zero, so exchanging the sides exchanges the sign.
        let at = |weight: usize| {
            let exact: f64 = (0..KNOTS).map(|knot| phases[knot] * f64::from(weights[knot][weight])).sum();
            exact.round() as i32
        };
        let pattern = |pattern| pattern_weight(pattern).map_or(0, |(weight, sign)| at(weight) as i16 * sign);
        let moves = |moves: usize| {
            let counted = [moves, moves.min(5)].into_iter().enumerate();
            counted.map(|(index, count)| at(PATTERNS + index) * count as i32).sum::<i32>() as i16
        };
        Stage {
            patterns: std::array::from_fn(pattern),
            moves: std::array::from_fn(moves),
            counts: std::array::from_fn(|index| at(PATTERNS + index)),
        }
    }
}

/// Weights are hundredths of a disc.
const DISC: f64 = 100.0;

impl<B: Board> Rule<ReversiOn<B>> for Strong {
    fn new(_: &Settings) -> Self {
        Strong::with(&WEIGHTS)
    }

    #[inline(always)]
    fn value(&self, position: &ReversiOn<B>, side: Side) -> f64 {
        let stage = &self.stages[stage(position)];
        let mut sum = 0;
        for pair in position.corner_patterns(side) {
            sum += i32::from(stage.patterns[pair[0]]) + i32::from(stage.patterns[pair[1]]);
        }
        let moves = |side| i32::from(stage.moves[position.mobility(side) as usize % MOST_MOVES]);
        sum += moves(side) - moves(!side);
        for (count, weight) in other_counts(position, side).into_iter().zip(&stage.counts[2..]) {
            sum += weight * count;
        }
        f64::from(sum) / DISC
    }

    fn terms(&self, position: &ReversiOn<B>, side: Side) -> Vec<Term> {
        let stage = &self.stages[stage(position)];
        let patterns: i32 = position
            .corner_patterns(side)
            .into_iter()
            .flatten()
            .map(|pattern| i32::from(stage.patterns[pattern]))
            .sum();
        let moves = |side| i32::from(stage.moves[position.mobility(side) as usize % MOST_MOVES]);
        let mut terms = vec![
            Term::new("corners and edges", 1.0, f64::from(patterns) / DISC),
            Term::new("moves", 1.0, f64::from(moves(side) - moves(!side)) / DISC),
        ];
        for (index, count) in other_counts(position, side).into_iter().enumerate() {
            terms.push(Term::new(COUNTS[2 + index], f64::from(stage.counts[2 + index]) / DISC, count.into()));
        }
        terms
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyscope_core::{Notation, Rng};

    fn random_positions() -> Vec<Reversi> {
        let mut rng = Rng::new(2);
        let mut positions = Vec::new();
        for variant in ["8x8", "6x6", "4x4", "8x4", "4x6", "lab-small"].map(|text| text.parse().unwrap()) {
            for _ in 0..10 {
                let mut position = Reversi::start(&variant);
                while let Some(m) = position.pick(|n| rng.below(n)) {
                    position.play(m);
                    positions.push(position.clone());
                }
            }
        }
        positions
    }

    /// Walks from each corner along both edges on the text of the position.
    fn walked(position: &Reversi) -> Vec<usize> {
        let text = position.position_text();
        let rows: Vec<&[u8]> = text.split(' ').next().unwrap().split('/').map(str::as_bytes).collect();
        let (last_row, last_column) = (rows.len() as i32 - 1, rows[0].len() as i32 - 1);
        let mut found = Vec::new();
        for (row, down) in [(0, 1), (last_row, -1)] {
            for (column, right) in [(0, 1), (last_column, -1)] {
                for (along_down, along_right) in [(down, 0), (0, right)] {
                    let edge = (0..4).map(|step| (row + step * along_down, column + step * along_right));
                    let bits = [(0, 4), (1, 5), (2, 6), (3, 7), (8, 9)];
                    let cells = edge.chain([(row + down, column + right)]).zip(bits);
                    found.push(cells.fold(0, |pattern, ((row, column), (mine, theirs))| {
                        match rows[row as usize][column as usize] {
                            b'x' => pattern | 1 << mine,
                            b'o' => pattern | 1 << theirs,
                            _ => pattern,
                        }
                    }));
                }
            }
        }
        found.sort_unstable();
        found
    }

    #[test]
    fn patterns_are_what_a_walk_along_the_edges_finds() {
        for position in random_positions() {
            let mut found: Vec<usize> = position.corner_patterns(Side::First).into_iter().flatten().collect();
            found.sort_unstable();
            assert_eq!(found, walked(&position), "{}", position.position_text());
        }
    }

    #[test]
    fn every_pattern_shares_its_weight_with_the_exchanged_one_only() {
        let mut users = [0; PATTERNS];
        for pattern in 0..1024 {
            let exchanged = (pattern & 0xF) << 4 | pattern >> 4 & 0xF | (pattern & 0x100) << 1 | pattern >> 1 & 0x100;
            let weight = pattern_weight(pattern);
            assert_eq!(weight.map(|(weight, sign)| (weight, -sign)), pattern_weight(exchanged));
            weight.into_iter().for_each(|(weight, _)| users[weight] += 1);
        }
        assert_eq!(users, [2; PATTERNS]);
    }

    #[test]
    fn tables_give_what_the_measures_add_up_to() {
        let strong = Strong::with(&WEIGHTS);
        for position in random_positions() {
            let (stage, measures) = measures(&position, Side::First);
            let exact = measures.iter().map(|&(weight, count)| {
                let shares = phases(stage).into_iter().zip(&WEIGHTS);
                let exact: f64 = shares.map(|(share, weights)| share * f64::from(weights[weight])).sum();
                f64::from(count) * exact.round() / DISC
            });
            let (value, expected) = (strong.value(&position, Side::First), exact.sum::<f64>());
            assert!((value - expected).abs() < 1e-9, "{value} and {expected}: {}", position.position_text());
        }
    }

    #[test]
    fn phases_go_over_into_each_other() {
        for stage in 0..=16 {
            let shares = phases(stage);
            assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-12 && shares.iter().all(|share| *share >= 0.0));
        }
        assert_eq!(
            [phases(0), phases(4), phases(9), phases(16)],
            [[1.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]
        );
        assert_eq!(phases(12), [0.0, 0.5, 0.5]);
    }

    #[test]
    fn stages_count_sixteenths() {
        let start = |text: &str| stage(&Reversi::start(&text.parse().unwrap()));
        assert_eq!([start("8x8"), start("4x4"), start("6x6")], [1, 4, 1]);
        let full = Reversi::read_position(&"4x4".parse().unwrap(), "xxxx/xxxx/oooo/xxxx x").unwrap();
        assert_eq!(stage(&full), 16);
    }
}
