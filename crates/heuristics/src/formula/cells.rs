//! Cells in formulas: `cell(d4)` is 1 for the side that has it, and `cells(…)` adds up a table of weights.
//!
//! A formula is compiled before the board is known, so the cells are found when the first position is judged.
//! `cell(d4)` is that cell of the board for both sides. A table is drawn as the side sees the board: where the sides go
//! in opposite directions, it is turned for the second player.

use std::sync::OnceLock;

use plyscope_core::{BadInput, Side};

use super::syntax::error_at;
use crate::learnt::{bits_of, first_bits};
use crate::named::Judged;

/// Which cells a formula looks at.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum CellSet {
    /// One, by name.
    One(String),
    /// All, with a weight each, by row from the top.
    Table(Vec<Vec<f64>>),
}

/// The cells of one formula.
pub(super) struct Cells<G> {
    source: String,
    /// Each with the place in the formula where it begins.
    sets: Vec<(usize, CellSet)>,
    laid: OnceLock<(G, Vec<Laid>)>,
}

/// A set on a board: for the side to move and for the other, by mover, the weight of each bit.
struct Laid {
    weights: [[Vec<f64>; 2]; 2],
    /// The weights by cell of the picture, as each side sees it.
    by_cell: [Vec<f64>; 2],
}

impl<G: Judged> Cells<G> {
    pub(super) fn new(source: &str, sets: Vec<(usize, CellSet)>) -> Self {
        Cells { source: source.to_owned(), sets, laid: OnceLock::new() }
    }

    /// Finds the cells on the board of a position.
    pub(super) fn check(&self, position: &G) -> Result<(), BadInput> {
        self.sets.iter().try_for_each(|(at, set)| self.lay(position, *at, set).map(drop))
    }

    /// How much a side has of a set, which is 0 where the board has no such cells.
    pub(super) fn measure(&self, index: usize, position: &G, side: Side) -> f64 {
        let (example, laid) = self.laid.get_or_init(|| (position.clone(), self.all(position)));
        if example.plays_like(position) {
            laid[index].measure(position, side)
        } else {
            self.all(position)[index].measure(position, side)
        }
    }

    /// The weights of a set by cell of the picture, as a side sees the board.
    pub(super) fn weights(&self, index: usize, position: &G, side: Side) -> Vec<f64> {
        self.all(position).swap_remove(index).by_cell[side.index()].clone()
    }

    fn all(&self, position: &G) -> Vec<Laid> {
        let none = || Laid { weights: Default::default(), by_cell: Default::default() };
        self.sets.iter().map(|(at, set)| self.lay(position, *at, set).unwrap_or_else(|_| none())).collect()
    }

    fn lay(&self, position: &G, at: usize, set: &CellSet) -> Result<Laid, BadInput> {
        let cells = position.picture().cells;
        let fail = |sentence: String| error_at(&self.source, at, sentence);
        let by_cell: [Vec<f64>; 2] = match set {
            CellSet::One(name) => {
                let place = cells.iter().position(|cell| cell.name == *name);
                let place = place.ok_or_else(|| {
                    let ends = (cells.first(), cells.last());
                    let example =
                        ends.0.zip(ends.1).map_or(String::new(), |(a, b)| format!("{} to {}", a.name, b.name));
                    fail(format!("this board has no cell {name:?}; its cells are {example}"))
                })?;
                let one: Vec<f64> = (0..cells.len()).map(|cell| f64::from(u8::from(cell == place))).collect();
                [one.clone(), one]
            }
            CellSet::Table(rows) => {
                let n_rows = cells.iter().map(|cell| cell.row + 1).max().unwrap_or(0);
                let width = |row: usize| cells.iter().filter(|cell| cell.row == row as i32).count();
                if rows.len() != n_rows as usize {
                    return Err(fail(format!("the table has {} rows, and the board has {n_rows}", rows.len())));
                }
                if let Some(row) = (0..rows.len()).find(|&row| rows[row].len() != width(row)) {
                    let (given, wanted) = (rows[row].len(), width(row));
                    return Err(fail(format!("row {} of the table has {given} numbers, and needs {wanted}", row + 1)));
                }
                let first = rows.concat();
                // What the second player sees where the first sees a cell.
                let (own, turned) = (first_bits(position), bits_of(position, Side::Second));
                let seen = |bit: &u16| own.iter().position(|known| known == bit).map_or(0.0, |cell| first[cell]);
                [first.clone(), turned.iter().map(seen).collect()]
            }
        };
        let weights = Side::BOTH.map(|mover| {
            let bits = bits_of(position, mover);
            [mover, !mover].map(|side| {
                let mut weights = vec![0.0; bits.iter().map(|&bit| usize::from(bit) + 1).max().unwrap_or(0)];
                for (cell, &bit) in bits.iter().enumerate() {
                    weights[usize::from(bit)] = by_cell[side.index()][cell];
                }
                weights
            })
        });
        Ok(Laid { weights, by_cell })
    }
}

impl Laid {
    fn measure<G: Judged>(&self, position: &G, side: Side) -> f64 {
        let (view, mover) = (position.view(), position.side_to_move());
        let is_own = side == mover;
        let weights = &self.weights[mover.index()][usize::from(!is_own)];
        let words = if is_own { view.own } else { view.other };
        let mut sum = 0.0;
        for (word, mut rest) in words.into_iter().enumerate() {
            while rest != 0 {
                sum += weights.get(64 * word + rest.trailing_zeros() as usize).unwrap_or(&0.0);
                rest &= rest - 1;
            }
        }
        sum
    }
}
