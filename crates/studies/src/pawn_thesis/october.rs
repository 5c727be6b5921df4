//! The depth-cut player of the program's version of October 2019, which did not shuffle: it always takes the first of
//! the best moves, in an order that comes from a set of pawns. So its games are random only where its opponent is.
//!
//! A pawn is the tuple (team, (row, column)), and CPython 3.6 and 3.7 place it by its hash. The fault: nothing that
//! the thesis took for chance is random, and which of several equal moves is played depends on the version of Python,
//! because tuples hash differently since 3.8.

use plyscope_core::{Control, Game, Limits, Search, Side, Work};
use plyscope_games::PawnMove;
use plyscope_heuristics::{HeuristicSpec, Judged};
use plyscope_search::{DepthPlan, Kind, Options, Root, TreeSearch};

use super::data::Utility;
use super::depth_cut::{Choices, Parts, Recipe, RootValues};
use super::space::{PawnBoard, Space};

/// The hash of a tuple in CPython before 3.8 (`tuplehash` in Objects/tupleobject.c), on 64 bits.
fn tuple_hash(items: &[i64]) -> i64 {
    let (mut hash, mut factor) = (0x34_5678_i64, 1_000_003_i64);
    for (index, item) in items.iter().enumerate() {
        let left = (items.len() - 1 - index) as i64;
        hash = (hash ^ item).wrapping_mul(factor);
        factor = factor.wrapping_add(82_520 + 2 * left);
    }
    hash = hash.wrapping_add(97_531);
    if hash == -1 { -2 } else { hash }
}

/// The hash of an integer: itself, except that −1 is reserved.
fn int_hash(number: i64) -> i64 {
    if number == -1 { -2 } else { number }
}

/// The iteration order of a set whose elements were added in this order (`set_add_entry` in Objects/setobject.c of
/// CPython 3.6 and 3.7): a few neighbours are probed before jumping, and a table that is three fifths full grows to
/// four times its content.
fn set_order(hashes: &[i64]) -> Vec<usize> {
    const NEIGHBOURS: usize = 9;
    let mut table: Vec<Option<usize>> = vec![None; 8];
    let place = |table: &mut Vec<Option<usize>>, element: usize| {
        let mask = table.len() - 1;
        let (mut perturbed, mut at) = (hashes[element] as u64, hashes[element] as usize & mask);
        loop {
            // Neighbours are probed only if all of them lie inside the table.
            let last = if at + NEIGHBOURS <= mask { at + NEIGHBOURS } else { at };
            if let Some(free) = (at..=last).find(|&entry| table[entry].is_none()) {
                table[free] = Some(element);
                return;
            }
            perturbed >>= 5;
            at = at.wrapping_mul(5).wrapping_add(1).wrapping_add(perturbed as usize) & mask;
        }
    };
    for element in 0..hashes.len() {
        place(&mut table, element);
        let used = element + 1;
        if used * 5 >= (table.len() - 1) * 3 {
            let old: Vec<usize> = table.iter().flatten().copied().collect();
            table = vec![None; (4 * used + 1).next_power_of_two()];
            old.into_iter().for_each(|element| place(&mut table, element));
        }
    }
    table.into_iter().flatten().collect()
}

/// The legal moves in the order of the program of October 2019, which sees the board from the edge of the side to
/// move.
pub(super) fn listed_moves(position: &PawnBoard) -> Vec<PawnMove> {
    let side = position.side_to_move();
    let (own, other) = position.camps();
    let (rows, cells) = (i64::from(own.n_rows()), own.n_cells());
    let cols = i64::from(cells) / rows;
    let cell = |row: i64, col: i64| (if side == Side::First { row } else { rows - 1 - row }) * cols + col;
    let team = |row: i64, col: i64| {
        let bit = 1_u64 << cell(row, col);
        i64::from(own.own & bit != 0) - i64::from(other.own & bit != 0)
    };
    let all = (0..cols).flat_map(|col| (0..rows).map(move |row| (row, col)));
    let pawns: Vec<(i64, i64)> = all.filter(|&(row, col)| team(row, col) != 0).collect();
    let hash = |&(row, col): &(i64, i64)| tuple_hash(&[int_hash(team(row, col)), tuple_hash(&[row, col])]);
    let hashes: Vec<i64> = pawns.iter().map(hash).collect();
    let pawns: Vec<(i64, i64)> = set_order(&hashes).into_iter().map(|index| pawns[index]).collect();
    let step =
        |from: (i64, i64), to: (i64, i64)| PawnMove { from: cell(from.0, from.1) as u8, to: cell(to.0, to.1) as u8 };
    let movers = || pawns.iter().filter(|&&(row, col)| team(row, col) == 1 && row + 1 < rows);
    let forward = movers().filter(|&&(row, col)| team(row + 1, col) == 0).map(|&pawn| step(pawn, (pawn.0 + 1, pawn.1)));
    let captures = movers().flat_map(|&(row, col)| {
        let prey = pawns.iter().filter(move |to| to.0 == row + 1 && (to.1 - col).abs() == 1);
        prey.filter(|to| team(to.0, to.1) == -1).map(move |&to| step((row, col), to))
    });
    forward.chain(captures).collect()
}

/// The first of the best moves in the program's order.
fn first_of_best(position: &PawnBoard, value: impl Fn(PawnMove) -> f64) -> PawnMove {
    let mut best: Option<(PawnMove, f64)> = None;
    for m in listed_moves(position) {
        let value = value(m);
        if best.is_none_or(|(_, highest)| value > highest) {
            best = Some((m, value));
        }
    }
    best.expect("an unfinished game has a move").0
}

/// The choices of the player with the advanced heuristic in every position; October had no other heuristic.
pub(super) fn choices(space: &Space, parts: &Parts, label: u32) -> Choices {
    let values = RootValues::new(space, parts, Recipe::published(Utility::Advanced), label).ignoring_win_distance();
    Choices::new(space, |index| {
        let position = &space.positions[index];
        let moves: Vec<PawnMove> = position.moves().collect();
        let place = |m: PawnMove| moves.iter().position(|known| *known == m).expect("the lists have the same moves");
        let chosen = first_of_best(position, |m| values.of(index)[place(m)]);
        vec![place(chosen) as u8]
    })
}

/// The same player on boards too large for a list of all positions.
pub(super) struct OctoberPlayer {
    search: Box<dyn Search<PawnBoard>>,
    label: u32,
}

impl OctoberPlayer {
    pub(super) fn new(label: u32) -> Self {
        let spec: HeuristicSpec = "published-thesis-advanced:view=own".parse().expect("a heuristic");
        let opinion = PawnBoard::opinion(Some(&spec), 0).expect("a heuristic of the game");
        let options = Options { root: Root::Fresh, ..Options::default() };
        OctoberPlayer {
            search: Box::new(TreeSearch::new(Kind::AlphaBeta, options, DepthPlan::OneDepth, opinion, 0)),
            label,
        }
    }

    pub(super) fn choose(&mut self, position: &PawnBoard) -> PawnMove {
        let limits = Limits { depth: Some(self.label + 1), ..Limits::default() };
        let report = self.search.search(position, &limits, &mut Control::new(Work::never(), &mut |_| {}));
        // All wins are equally good, so their distances are dropped; nothing else changes.
        first_of_best(position, |m| {
            let known = report.root_moves.iter().find(|known| known.m == m).expect("all moves have a score");
            match known.score {
                score if score.is_win() => f64::INFINITY,
                score if score.is_decided() => f64::NEG_INFINITY,
                score => score.value(),
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyscope_core::Notation;
    use serde_json::Value;

    /// What CPython 3.7 prints for `hash((0, 0))` and the like, and for the set of all pawns at the start of 4x4,
    /// added column by column.
    #[test]
    fn hashes_and_sets_of_python() {
        assert_eq!(tuple_hash(&[0, 0]), 3_713_080_549_408_328_131);
        assert_eq!(tuple_hash(&[int_hash(-1), tuple_hash(&[3, 2])]), 3_743_917_828_674_162_699);
        assert_eq!(tuple_hash(&[1, tuple_hash(&[0, 3])]), 8_695_334_386_816_996_104);
        let pawns: Vec<[i64; 3]> = (0..4).flat_map(|column| [[1, 0, column], [-1, 3, column]]).collect();
        let hashes: Vec<i64> = pawns
            .iter()
            .map(|&[team, row, column]| tuple_hash(&[int_hash(team), tuple_hash(&[row, column])]))
            .collect();
        let order: Vec<[i64; 3]> = set_order(&hashes).into_iter().map(|index| pawns[index]).collect();
        let printed = [[1, 0, 0], [1, 0, 3], [-1, 3, 2], [-1, 3, 0], [-1, 3, 1], [-1, 3, 3], [1, 0, 2], [1, 0, 1]];
        assert_eq!(order, printed);
    }

    /// What the program of October 2019 chose in 220 positions, run with CPython 3.6.
    #[test]
    fn choices_of_the_original_program() {
        let data: Value =
            serde_json::from_str(include_str!("../../tests/data/pawn-thesis-october.json")).expect("JSON");
        let rows = data["choices"].as_array().expect("rows");
        assert_eq!(rows.len(), 220);
        let space = Space::new("4x4", Work::never()).expect("never stopped");
        let parts = Parts::new(&space, Work::never()).expect("never stopped");
        let tables: Vec<Choices> = (2..=5).map(|label| choices(&space, &parts, label)).collect();
        for row in rows {
            let text = |key: &str| row[key].as_str().expect(key);
            let label = row["label"].as_u64().expect("a depth") as u32;
            let variant = text("board").parse().expect("a board");
            let position = PawnBoard::read_position(&variant, text("position")).expect("a position");
            let chosen = OctoberPlayer::new(label).choose(&position);
            assert_eq!(position.child(chosen).position_text(), text("chosen"), "{row}");
            if text("board") == "4x4" {
                let place = tables[label as usize - 2].of(space.index(&position));
                let listed = position.moves().nth(place[0].into());
                assert_eq!((place.len(), listed), (1, Some(chosen)), "{row}");
            }
        }
    }
}
