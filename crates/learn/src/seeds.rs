//! Which groups of cells a model of patterns looks at.

use std::collections::HashSet;

use plyscope_core::BadInput;
use plyscope_models::{Board, Kind, Seed, shapes_of};

/// The groups for a kind of model: single cells for weights, and for patterns what suits the board.
///
/// # Errors
/// If the board has no room for a group.
pub fn pattern_seeds(board: &Board, kind: Kind) -> Result<Vec<Seed>, BadInput> {
    let all = match kind {
        Kind::Weights => (0..board.cells().len() as u16).map(|cell| vec![cell]).collect(),
        Kind::Network => Vec::new(),
        Kind::Patterns if board.is_hexagonal() => return Ok(hexagonal(board)),
        Kind::Patterns if is_like_reversi(board) => lines_and_corners(board),
        Kind::Patterns => windows(board),
    };
    distinct(board, all)
}

/// A square board of at least six rows that looks the same from all sides.
fn is_like_reversi(board: &Board) -> bool {
    let (rows, columns) = board.size();
    rows == columns && (6..=10).contains(&rows) && board.images().len() == 8
}

/// Every group once, of those that are symmetric to each other.
fn distinct(board: &Board, all: Vec<Vec<u16>>) -> Result<Vec<Seed>, BadInput> {
    let sorted = |cells: &[u16]| {
        let mut cells = cells.to_vec();
        cells.sort_unstable();
        cells
    };
    let (mut known, mut seeds) = (HashSet::new(), Vec::new());
    for cells in all {
        if known.contains(&sorted(&cells)) {
            continue;
        }
        let seed = Seed::here(cells);
        let shapes = shapes_of(board, std::slice::from_ref(&seed))?;
        known.extend(shapes.iter().flat_map(|shape| &shape.instances).map(|instance| sorted(instance)));
        seeds.push(seed);
    }
    Ok(seeds)
}

/// The cells of a group, if all are on the board.
fn group(board: &Board, places: impl IntoIterator<Item = (i32, i32)>) -> Option<Vec<u16>> {
    places.into_iter().map(|(row, column)| board.at(row, column)).collect()
}

/// The set that made Reversi programs strong: rows and columns, diagonals, the edge with both X squares, and corners of
/// three shapes.
fn lines_and_corners(board: &Board) -> Vec<Vec<u16>> {
    let (n, _) = board.size();
    let row = |row: i32| (0..n).map(move |column| (row, column));
    let diagonal = |length: i32| (0..length).map(move |step| (step, n - length + step));
    let block = |rows: i32, columns: i32| (0..rows).flat_map(move |row| (0..columns).map(move |column| (row, column)));
    let mut groups = Vec::new();
    if n <= 8 {
        groups.push(group(board, row(0).chain([(1, 1), (1, n - 2)])));
    }
    groups.extend((1..n / 2).map(|at| group(board, row(at))));
    groups.extend((4..=n).rev().map(|length| group(board, diagonal(length))));
    groups.push(group(board, block(3, 3)));
    groups.push(group(board, block(2, 5)));
    groups.push(group(board, block(4, 4).filter(|(row, column)| row + column < 4)));
    groups.into_iter().flatten().collect()
}

/// Blocks of cells wherever they fit, each place with weights of its own.
fn windows(board: &Board) -> Vec<Vec<u16>> {
    let (rows, columns) = board.size();
    let shapes: [Vec<(i32, i32)>; 5] = [
        block(3, 3),
        block(2, 4),
        block(4, 2),
        (0..4).map(|step| (step, step)).collect(),
        (0..4).map(|step| (step, 3 - step)).collect(),
    ];
    let mut groups = Vec::new();
    for shape in &shapes {
        for (row, column) in (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))) {
            groups.extend(group(board, shape.iter().map(|(down, right)| (row + down, column + right))));
        }
    }
    if groups.is_empty() {
        groups.extend((0..board.cells().len() as u16).map(|cell| vec![cell]));
    }
    groups
}

fn block(rows: i32, columns: i32) -> Vec<(i32, i32)> {
    (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))).collect()
}

/// Lines of five and a cell with its six neighbours, with the same weights wherever they lie.
fn hexagonal(board: &Board) -> Vec<Seed> {
    let (rows, _) = board.size();
    let centre = (rows - 1) / 2;
    let line = (0..5).map(|step| (centre, centre - 2 + step));
    let ring = [(0, 0), (-1, -1), (-1, 0), (0, 1), (1, 1), (1, 0), (0, -1)];
    let ring = ring.map(|(down, right)| (centre + down, centre + right));
    let groups = [group(board, line), group(board, ring)];
    groups.into_iter().flatten().map(|cells| Seed { cells, is_everywhere: true }).collect()
}
