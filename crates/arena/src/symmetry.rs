//! Positions that are the same but for a turn or a reflection of the board.
//!
//! Works on position text, since openings are text: rows from the top and the side to move.

use plyscope_core::Symmetry;
use plyscope_registry::find;

type Rows = Vec<Vec<char>>;

/// The least of all symmetric copies of a position: equal for two positions if and only if they are symmetric copies of
/// each other. Copies with the sides exchanged do not count, since openings are played by two different players.
pub(crate) fn canonical(game: &str, position: &str) -> String {
    let (Ok((game, _)), Some((board, rest))) = (find(game), position.split_once(' ')) else {
        return position.to_owned();
    };
    // What follows the side to move, such as an en-passant cell, names cells: such a position is its own copy only.
    if rest.contains(' ') {
        return position.to_owned();
    }
    let rows = board.split('/').map(|row| row.chars().collect()).collect();
    let text = |rows: &Rows| rows.iter().map(|row| row.iter().collect::<String>()).collect::<Vec<_>>().join("/");
    let least = copies(rows, game.about().symmetries).iter().map(text).min().unwrap_or_else(|| board.to_owned());
    format!("{least} {rest}")
}

/// All that one symmetry after another makes of a board.
fn copies(rows: Rows, symmetries: &[Symmetry]) -> Vec<Rows> {
    let mut copies = vec![rows];
    let mut at = 0;
    while at < copies.len() {
        for &symmetry in symmetries {
            let turned = turned(&copies[at], symmetry);
            if let Some(turned) = turned.filter(|turned| !copies.contains(turned)) {
                copies.push(turned);
            }
        }
        at += 1;
    }
    copies
}

/// The board turned in one way; `None` if the board does not have the shape for it, or if it exchanges the sides.
fn turned(rows: &Rows, symmetry: Symmetry) -> Option<Rows> {
    match symmetry {
        Symmetry::Mirror => Some(rows.iter().map(|row| row.iter().rev().copied().collect()).collect()),
        Symmetry::UpsideDown => Some(rows.iter().rev().cloned().collect()),
        Symmetry::Transpose => {
            let is_square = rows.iter().all(|row| row.len() == rows.len());
            is_square.then(|| (0..rows.len()).map(|column| rows.iter().map(|row| row[column]).collect()).collect())
        }
        Symmetry::HexagonTurn => Some(hexagon(rows, |(row, letter)| (letter, letter - row))),
        Symmetry::HexagonMirror => Some(hexagon(rows, |(row, letter)| (letter, row))),
        Symmetry::SwapSides | Symmetry::SwapSidesUpsideDown => None,
    }
}

/// A hexagonal board of side n, each cell filled from another one. Its rows are numbered 1..2n-1 and hold the cells
/// (row, letter) with |row − letter| < n; `from` counts both from the centre.
fn hexagon(rows: &Rows, from: fn((i32, i32)) -> (i32, i32)) -> Rows {
    let n = rows.len().div_ceil(2) as i32;
    let first_letter = |row: i32| (row - n + 1).max(1);
    let fill = |(row, letter): (i32, i32)| {
        let (from_row, from_letter) = from((row - n, letter - n));
        let (row, letter) = (from_row + n, from_letter + n);
        rows[(row - 1) as usize][(letter - first_letter(row)) as usize]
    };
    let numbered = (1..).zip(rows);
    numbered
        .map(|(row, cells)| (first_letter(row)..).take(cells.len()).map(|letter| fill((row, letter))).collect())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyscope_core::Rng;
    use plyscope_registry::{GAMES, read, start};

    /// All positions up to this ply, all different ones, and all different ones up to symmetry.
    fn count(spec: &str, plies: usize) -> (usize, usize) {
        let mut level = vec![start(spec).expect("a game")];
        for _ in 0..plies {
            let mut next = Vec::new();
            let mut seen = std::collections::HashSet::new();
            for position in &level {
                for m in position.moves() {
                    let mut child = position.boxed_clone();
                    child.play(&m).expect("a legal move");
                    if seen.insert(child.text()) {
                        next.push(child);
                    }
                }
            }
            level = next;
        }
        let canonicals: std::collections::HashSet<String> = level.iter().map(|p| canonical(spec, &p.text())).collect();
        (level.len(), canonicals.len())
    }

    /// Tic-tac-toe has 9, 72, 252 positions after one, two, three moves, and 3, 12, 38 up to symmetry (OEIS A008907
    /// begins 1, 3, 12, 38, 108).
    #[test]
    fn known_numbers_of_positions() {
        assert_eq!(count("tictactoe", 1), (9, 3));
        assert_eq!(count("tictactoe", 2), (72, 12));
        assert_eq!(count("tictactoe", 3), (252, 38));
        assert_eq!(count("tictactoe", 4), (756, 108));
        // All four first moves of Reversi are alike; the answers to one are three different ones.
        assert_eq!(count("reversi", 1), (4, 1));
        assert_eq!(count("reversi", 2), (12, 3));
        // Andantino's second stone can go to six cells, all alike, and the third to two for each of them, mirror
        // images.
        assert_eq!(count("andantino:5", 2), (6, 1));
        assert_eq!(count("andantino:5", 3).1, 1);
        assert_eq!(count("breakthrough:8x8", 1), (22, 11));
    }

    /// A symmetric copy of a legal position is a legal position with as many moves, and of the same outcome.
    #[test]
    fn copies_play_alike() {
        let specs = GAMES.iter().flat_map(|game| {
            let about = game.about();
            about.variants.iter().map(|variant| format!("{}:{variant}", about.id))
        });
        for spec in &specs.collect::<Vec<_>>() {
            for seed in 0..40 {
                let position = start(spec).expect("a game").at_random(6, Rng::part(9, seed).next_u64());
                let text = canonical(spec, &position.text());
                let copy = read(spec, &text).unwrap_or_else(|error| panic!("{spec} {text}: {error}"));
                assert_eq!(copy.moves().len(), position.moves().len(), "{spec} {text}");
                assert_eq!(copy.outcome(), position.outcome(), "{spec} {text}");
                assert_eq!(canonical(spec, &text), text);
            }
        }
    }
}
