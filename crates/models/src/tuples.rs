//! Patterns: groups of cells whose contents together have a weight.
//!
//! The contents of a group are a number in base 3 (empty 0, own 1, other 2). A [`Shape`] is one group and all that the
//! symmetries of the board make of it; they share one table of weights. All numbers of a position are found at once:
//! for each four bits of the board a table says how much they add to every number, so that a few dozen vector additions
//! do what would take an extraction of bits for each group.

use std::collections::HashSet;

use plyscope_core::BadInput;

use crate::board::Board;
use crate::view::{View, WORDS};

/// The most cells of a group: their number fits 16 bits.
pub const MAX_TUPLE: usize = 10;
/// Units of a table entry for each hundredth of a logit.
pub const TABLE_SCALE: f64 = 2.0;
/// Numbers that are found together.
const LANES: usize = 64;
/// The most entries of all tables of one stage.
const MAX_ENTRIES: usize = 4_000_000;

/// What a shape is made from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seed {
    /// The cells, in the order of their digits, the lowest first.
    pub cells: Vec<u16>,
    /// Whether the group counts wherever it fits on the board, not only in places that are symmetric.
    pub is_everywhere: bool,
}

/// A group of cells and its copies.
#[derive(Clone, Debug)]
pub struct Shape {
    /// What it was made from.
    pub seed: Seed,
    /// The copies, each with its cells in the order of their digits.
    pub instances: Vec<Vec<u16>>,
    /// By contents, the contents with which they share a weight: the least that a symmetry makes of them.
    pub shared: Vec<u16>,
}

/// Tables of weights for the shapes of these seeds.
#[derive(Clone, Debug, PartialEq)]
pub struct Patterns {
    /// What the shapes are made from.
    pub seeds: Vec<Seed>,
    /// For each stage the tables of all shapes, one after the other.
    pub tables: Vec<Vec<i16>>,
}

impl Seed {
    /// These cells, and where symmetries move them.
    pub fn here(cells: Vec<u16>) -> Self {
        Seed { cells, is_everywhere: false }
    }
}

impl Shape {
    /// The shape of a seed.
    ///
    /// # Errors
    /// If it has no cells, too many, or the same one twice.
    pub fn new(board: &Board, seed: &Seed) -> Result<Self, BadInput> {
        let n = seed.cells.len();
        let is_on_board = seed.cells.iter().all(|&cell| usize::from(cell) < board.cells().len());
        let distinct: HashSet<u16> = seed.cells.iter().copied().collect();
        if n == 0 || n > MAX_TUPLE || distinct.len() != n || !is_on_board {
            return Err(BadInput::new(format!("a pattern has 1 to {MAX_TUPLE} different cells of the board")));
        }
        let mut instances: Vec<Vec<u16>> = Vec::new();
        let mut sets: HashSet<Vec<u16>> = HashSet::new();
        let mut turns: Vec<Vec<usize>> = Vec::new();
        let home = sorted(&seed.cells);
        for moved in moved_copies(board, seed) {
            for image in board.images() {
                let copy: Vec<u16> = moved.iter().map(|&cell| image[usize::from(cell)]).collect();
                let set = sorted(&copy);
                if set == home {
                    let place = |cell: &u16| seed.cells.iter().position(|known| known == cell).unwrap_or(0);
                    turns.push(copy.iter().map(place).collect());
                }
                if sets.insert(set) {
                    instances.push(copy);
                }
            }
        }
        let mut digits = [0; MAX_TUPLE];
        let shared = (0..3_usize.pow(n as u32)).map(|contents| {
            let mut rest = contents;
            for digit in &mut digits[..n] {
                (*digit, rest) = (rest % 3, rest / 3);
            }
            let turned = |turn: &Vec<usize>| turn.iter().rev().fold(0, |number, &place| 3 * number + digits[place]);
            turns.iter().map(turned).min().unwrap_or(contents) as u16
        });
        Ok(Shape { seed: seed.clone(), shared: shared.collect(), instances })
    }

    /// How many contents there are.
    pub fn n_entries(&self) -> usize {
        self.shared.len()
    }
}

fn sorted(cells: &[u16]) -> Vec<u16> {
    let mut cells = cells.to_vec();
    cells.sort_unstable();
    cells
}

/// The seed itself, and if it counts everywhere, the seed moved to every place where it fits.
fn moved_copies(board: &Board, seed: &Seed) -> Vec<Vec<u16>> {
    let mut copies = vec![seed.cells.clone()];
    if seed.is_everywhere {
        let cell = |cell: u16| &board.cells()[usize::from(cell)];
        let first = cell(seed.cells[0]);
        copies.extend(board.cells().iter().filter(|to| *to != first).filter_map(|to| {
            let (down, right) = (to.row - first.row, to.column - first.column);
            seed.cells.iter().map(|&from| board.at(cell(from).row + down, cell(from).column + right)).collect()
        }));
    }
    copies
}

/// The shapes of these seeds.
///
/// # Errors
/// If a seed is no group of cells, or their tables would be too large.
pub fn shapes_of(board: &Board, seeds: &[Seed]) -> Result<Vec<Shape>, BadInput> {
    let shapes: Vec<Shape> = seeds.iter().map(|seed| Shape::new(board, seed)).collect::<Result<_, _>>()?;
    if shapes.iter().map(Shape::n_entries).sum::<usize>() > MAX_ENTRIES {
        return Err(BadInput::new(format!("the tables of all patterns have at most {MAX_ENTRIES} entries")));
    }
    Ok(shapes)
}

/// The numbers of 64 instances that four bits of the board add to.
type Row = [u16; LANES];

/// Finds where in the tables a position is.
#[derive(Clone, Debug)]
pub struct TupleIndex {
    /// For each block of instances, each four bits of the board and each of their 16 values.
    rows: Vec<[Row; 16]>,
    n_words: usize,
    /// For each block of instances, where their tables begin.
    begins: Vec<[u32; LANES]>,
    n_entries: usize,
}

impl TupleIndex {
    /// The instances of these shapes on a board.
    pub fn new(board: &Board, shapes: &[Shape]) -> Self {
        let mut begin = 0;
        let mut instances: Vec<(usize, &[u16])> = Vec::new();
        for shape in shapes {
            instances.extend(shape.instances.iter().map(|cells| (begin, &cells[..])));
            begin += shape.n_entries();
        }
        let (n_words, n_entries) = (board.n_words(), begin);
        let n_blocks = instances.len().div_ceil(LANES);
        let mut rows = vec![[[0; LANES]; 16]; n_blocks * n_words * 16];
        // Lanes without an instance read the entry behind all tables, which is 0.
        let mut begins = vec![[n_entries as u32; LANES]; n_blocks];
        for (number, (begin, cells)) in instances.iter().enumerate() {
            let (block, lane) = (number / LANES, number % LANES);
            begins[block][lane] = *begin as u32;
            for (digit, &cell) in cells.iter().enumerate() {
                let bit = usize::from(board.cells()[usize::from(cell)].bit);
                let nibble = &mut rows[block * n_words * 16 + bit / 4];
                for (value, row) in nibble.iter_mut().enumerate().filter(|(value, _)| value >> (bit % 4) & 1 != 0) {
                    debug_assert!(value < 16);
                    row[lane] += 3_u16.pow(digit as u32);
                }
            }
        }
        TupleIndex { rows, n_words, begins, n_entries }
    }

    /// The entries of the tables of one stage; one more, which is 0, belongs behind them.
    pub fn n_entries(&self) -> usize {
        self.n_entries
    }

    /// How many blocks of instances there are.
    #[inline(always)]
    pub fn n_blocks(&self) -> usize {
        self.begins.len()
    }

    /// The entries of 64 instances. Those behind the last instance are [`TupleIndex::n_entries`].
    #[inline(always)]
    pub fn entries(&self, view: &View, block: usize) -> [u32; LANES] {
        let (mut own, mut other) = ([0_u16; LANES], [0_u16; LANES]);
        let rows = &self.rows[block * self.n_words * 16..][..self.n_words * 16];
        for (word, rows) in rows.chunks_exact(16).enumerate().take(WORDS) {
            let (mut mine, mut theirs) = (view.own[word], view.other[word]);
            if mine | theirs == 0 {
                continue;
            }
            for nibble in rows {
                let (a, b) = (&nibble[(mine & 15) as usize], &nibble[(theirs & 15) as usize]);
                for lane in 0..LANES {
                    own[lane] = own[lane].wrapping_add(a[lane]);
                    other[lane] = other[lane].wrapping_add(b[lane]);
                }
                (mine, theirs) = (mine >> 4, theirs >> 4);
            }
        }
        let begins = &self.begins[block];
        std::array::from_fn(|lane| begins[lane] + u32::from(own[lane].wrapping_add(other[lane].wrapping_mul(2))))
    }
}
