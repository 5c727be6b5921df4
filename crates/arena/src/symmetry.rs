//! Positions that are the same but for a turn or a reflection of the board.
//!
//! Works on position text, since openings are text: rows from the top and the side to move.

/// The least of all symmetric copies of a position: equal for two positions if and only if they are symmetric copies of each other.
pub(crate) fn canonical(game: &str, position: &str) -> String {
    let Some((board, rest)) = position.split_once(' ') else { return position.to_owned() };
    let rows: Vec<Vec<char>> = board.split('/').map(|row| row.chars().collect()).collect();
    let copies = match game.split(':').next().unwrap_or_default() {
        "andantino" => hexagonal(&rows),
        "reversi" | "tictactoe" => square(&rows),
        // Pawns know forward and backward: only left and right can be exchanged.
        _ => vec![rows.clone(), mirrored(&rows)],
    };
    // What follows the side to move, such as an en-passant cell, names cells: such a position is its own copy only.
    if rest.contains(' ') {
        return position.to_owned();
    }
    let text =
        |rows: &Vec<Vec<char>>| rows.iter().map(|row| row.iter().collect::<String>()).collect::<Vec<_>>().join("/");
    let least = copies.iter().map(text).min().unwrap_or_else(|| board.to_owned());
    format!("{least} {rest}")
}

fn mirrored(rows: &[Vec<char>]) -> Vec<Vec<char>> {
    rows.iter().map(|row| row.iter().rev().copied().collect()).collect()
}

fn transposed(rows: &[Vec<char>]) -> Vec<Vec<char>> {
    let n_columns = rows.first().map_or(0, Vec::len);
    (0..n_columns).map(|column| rows.iter().map(|row| row[column]).collect()).collect()
}

/// The copies of a board on which all directions are alike: eight if it is square, four if it is not.
fn square(rows: &[Vec<char>]) -> Vec<Vec<Vec<char>>> {
    let flipped = |rows: &[Vec<char>]| rows.iter().rev().cloned().collect::<Vec<_>>();
    let four = |rows: &[Vec<char>]| {
        let mirror = mirrored(rows);
        vec![rows.to_vec(), flipped(rows), flipped(&mirror), mirror]
    };
    let mut copies = four(rows);
    if rows.iter().all(|row| row.len() == rows.len()) {
        copies.extend(four(&transposed(rows)));
    }
    copies
}

/// The twelve copies of a hexagonal board of side n, whose rows are numbered 1..2n-1 and hold the cells (row, letter) with |row − letter| < n.
/// In the coordinates x = letter, y = −row, z = row − letter (all from the centre), which add up to 0, symmetries are permutations and a change of all signs.
fn hexagonal(rows: &[Vec<char>]) -> Vec<Vec<Vec<char>>> {
    let n = rows.len().div_ceil(2) as i32;
    let first_letter = |row: i32| (row - n + 1).max(1);
    let cell = |x: i32, y: i32| {
        let (row, letter) = (n - y, n + x);
        rows.get((row - 1) as usize)
            .and_then(|cells| cells.get((letter - first_letter(row)) as usize))
            .copied()
            .unwrap_or('?')
    };
    let mut copies = Vec::new();
    for permutation in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
        for sign in [1, -1] {
            let copy = (1..=rows.len() as i32).map(|row| {
                let n_cells = rows[(row - 1) as usize].len() as i32;
                (0..n_cells)
                    .map(|index| {
                        let (x, y) = (first_letter(row) + index - n, n - row);
                        let from = [x, y, -x - y];
                        cell(sign * from[permutation[0]], sign * from[permutation[1]])
                    })
                    .collect()
            });
            copies.push(copy.collect());
        }
    }
    copies
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyscope_core::Rng;
    use plyscope_registry::{read, start};

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

    /// Tic-tac-toe has 9, 72, 252 positions after one, two, three moves, and 3, 12, 38 up to symmetry (OEIS A008907 begins 1, 3, 12, 38, 108).
    #[test]
    fn known_numbers_of_positions() {
        assert_eq!(count("tictactoe", 1), (9, 3));
        assert_eq!(count("tictactoe", 2), (72, 12));
        assert_eq!(count("tictactoe", 3), (252, 38));
        assert_eq!(count("tictactoe", 4), (756, 108));
        // All four first moves of Reversi are alike; the answers to one are three different ones.
        assert_eq!(count("reversi", 1), (4, 1));
        assert_eq!(count("reversi", 2), (12, 3));
        // Andantino's second stone can go to six cells, all alike, and the third to two for each of them, mirror images.
        assert_eq!(count("andantino:5", 2), (6, 1));
        assert_eq!(count("andantino:5", 3).1, 1);
        assert_eq!(count("breakthrough:8x8", 1), (22, 11));
    }

    /// A symmetric copy of a legal position is a legal position with as many moves, and of the same outcome.
    #[test]
    fn copies_play_alike() {
        for spec in ["tictactoe", "reversi:8x8", "reversi:lab-small", "pawn:5x4", "breakthrough:6x5", "andantino:5"] {
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
