//! Connect Four against published counts, and its sets of cells against plain loops.

use std::collections::{HashMap, HashSet};

use plyscope_core::{Game, Insight, KeyHash, Keyed, Notation, Rng, Side};
use plyscope_heuristics::{HeuristicSpec, Judged};

use super::rack::{FOUR, Rack};
use super::{Connect4, Variant};
use crate::bits::Word;
use crate::grid::Size;

fn variant(text: &str) -> Variant {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn start(text: &str) -> Connect4 {
    Connect4::start(&variant(text))
}

/// The positions after each ply, how many of them are won, and how many games end there. Follows `plies` plies at most.
fn census(text: &str, plies: usize) -> Vec<(usize, usize, u64)> {
    let mut level: HashMap<Keyed<Connect4>, u64, KeyHash> = HashMap::default();
    level.insert(Keyed(start(text)), 1);
    let mut counts = Vec::new();
    while !level.is_empty() && counts.len() <= plies {
        let (mut next, mut won, mut games) = (HashMap::default(), 0, 0);
        for (Keyed(position), ways) in &level {
            match position.outcome() {
                Some(outcome) => {
                    won += usize::from(outcome.winner().is_some());
                    games += ways;
                }
                None => position.moves().for_each(|m| *next.entry(Keyed(position.child(m))).or_insert(0) += ways),
            }
        }
        counts.push((level.len(), won, games));
        level = next;
    }
    counts
}

/// OEIS A212693; the won ones are the terminal ones in the table of M. Böck, Strongly Solving 7 × 6 Connect-Four on
/// Consumer Grade Hardware, arXiv 2507.05267, 2025.
#[test]
fn positions_by_ply() {
    let counts = census("6x7", 10);
    let positions: Vec<usize> = counts.iter().map(|count| count.0).collect();
    let won: Vec<usize> = counts.iter().map(|count| count.1).collect();
    assert_eq!(positions, [1, 7, 49, 238, 1120, 4263, 16_422, 54_859, 184_275, 558_186, 1_662_623]);
    assert_eq!(won, [0, 0, 0, 0, 0, 0, 0, 728, 1892, 19_412, 44_225]);
}

/// J. Tromp's table of legal positions (tromp.github.io/c4/c4.html), which Böck found again by other means.
#[test]
fn positions_in_all() {
    for (board, expected) in [("4x4", 161_029), ("5x4", 1_706_255)] {
        let positions: usize = census(board, usize::MAX).iter().map(|count| count.0).sum();
        assert_eq!(positions, expected, "{board}");
    }
}

/// Positions from the same table; games from OEIS A342329, which has four rows and five columns as its fourth term.
#[test]
fn games_on_four_rows_and_five_columns() {
    let counts = census("4x5", usize::MAX);
    assert_eq!(counts.iter().map(|count| count.0).sum::<usize>(), 3_945_711);
    assert_eq!(counts.iter().map(|count| count.2).sum::<u64>(), 152_505_051_772);
}

fn all_sizes() -> Vec<Size> {
    let all = (0..=20).flat_map(|rows| (0..=20).map(move |cols| Size { rows, cols }));
    all.filter(|&size| format!("{size}").parse::<Variant>().is_ok()).collect()
}

/// OEIS A364823: 4rc − 9r − 9c + 18 lines of four on r rows and c columns.
#[test]
fn every_board_has_the_known_number_of_lines() {
    let sizes = all_sizes();
    assert!(sizes.iter().all(|size| size.rows >= 4 && size.cols >= 4 && size.cells() <= 64) && sizes.len() == 55);
    for size in sizes {
        let (rows, cols) = (u32::from(size.rows), u32::from(size.cols));
        let [lines, ..] = Rack::of(size).open_lines(0, 0);
        assert_eq!(lines, 4 * rows * cols + 18 - 9 * (rows + cols), "{size}");
    }
}

/// All lines of four as lists of cells, found by walking.
fn lines(rack: &Rack) -> Vec<Vec<u32>> {
    let size = rack.size();
    let on_board =
        |row: i32, column: i32| (0..size.rows.into()).contains(&row) && (0..size.cols.into()).contains(&column);
    let mut lines = Vec::new();
    for row in 0..i32::from(size.rows) {
        for column in 0..i32::from(size.cols) {
            for (up, right) in [(1, 0), (0, 1), (1, 1), (-1, 1)] {
                let cells = (0..FOUR as i32).map(|step| (row + step * up, column + step * right));
                if cells.clone().all(|(row, column)| on_board(row, column)) {
                    lines.push(cells.map(|(row, column)| rack.cell(row as u32, column as u32)).collect());
                }
            }
        }
    }
    lines
}

#[test]
fn sets_agree_with_walking_along_lines() {
    let mut rng = Rng::new(4);
    for size in all_sizes() {
        let rack = Rack::of(size);
        let lines = lines(rack);
        for round in 0..200 {
            // Few stones, many, and random ones.
            let bits = [rng.next_u64(), rng.next_u64(), rng.next_u64()];
            let own = rack.cells() & [bits[0] & bits[1], bits[0] | bits[1], bits[0]][round % 3];
            let enemy = rack.cells() & bits[2] & !own;
            let held = |line: &[u32], set: u64| line.iter().filter(|&&cell| set.has(cell)).count();
            assert_eq!(rack.has_line(own), lines.iter().any(|line| held(line, own) == 4), "{size}: {own:x}");
            let mut open = [0; 4];
            let mut completing = 0;
            for line in &lines {
                if held(line, enemy) == 0 && held(line, own) < 4 {
                    open[held(line, own)] += 1;
                }
                for &cell in line {
                    let others_held = line.iter().all(|&other| other == cell || own.has(other));
                    completing |= u64::from(others_held) << cell;
                }
            }
            assert_eq!(rack.open_lines(own, enemy), open, "{size}: {own:x} {enemy:x}");
            assert_eq!(rack.completing(own), completing, "{size}: {own:x}");
        }
    }
}

/// Every board, with spare bits and without: cells are different bits, a mirror image is one, and columns fill from
/// below.
#[test]
fn geometry() {
    for size in all_sizes() {
        let rack = Rack::of(size);
        let (rows, cols) = (u32::from(size.rows), u32::from(size.cols));
        let mut seen = 0_u64;
        for column in 0..cols {
            for row in 0..rows {
                let cell = rack.cell(row, column);
                assert!(!seen.has(cell), "{size}");
                seen |= 1 << cell;
                assert_eq!(rack.place(cell), (row, column));
                assert_eq!(rack.mirrored_cell(cell), rack.cell(row, cols - 1 - column), "{size}");
                assert_eq!(rack.mirrored(1 << cell), 1 << rack.mirrored_cell(cell), "{size}");
                assert_eq!(rack.above(1 << cell), if row + 1 < rows { 1 << rack.cell(row + 1, column) } else { 0 });
                assert_eq!(rack.below(1 << cell), if row > 0 { 1 << rack.cell(row - 1, column) } else { 0 });
                assert_eq!(rack.rows_of(Side::First).has(cell), row % 2 == 0);
                assert_ne!(rack.rows_of(Side::First).has(cell), rack.rows_of(Side::Second).has(cell));
                assert_eq!(rack.middle().has(cell), (2 * column).abs_diff(cols - 1) <= 1, "{size}");
            }
            // A full first column must not spill into the second.
            let filled =
                (0..=column).flat_map(|column| (0..rows).map(move |row| 1_u64 << rack.cell(row, column))).sum();
            let expected = (column + 1..cols).map(|column| 1 << rack.cell(0, column)).sum::<u64>();
            assert_eq!(rack.landing(filled), expected, "{size}");
        }
        assert_eq!(seen, rack.cells(), "{size}");
    }
}

/// With spare bits and without.
#[test]
fn a_position_and_its_mirror_image_share_a_key() {
    let mut rng = Rng::new(6);
    for board in ["4x4", "6x7", "8x8", "4x16"] {
        for _ in 0..100 {
            let mut position = start(board);
            while let Some(m) = position.pick(|n| rng.below(n)) {
                position.play(m);
                let text = position.position_text();
                let (rows, side) = text.split_once(' ').expect("a board and a side");
                let rows: Vec<String> = rows.split('/').map(|row| row.chars().rev().collect()).collect();
                let mirrored = format!("{} {side}", rows.join("/"));
                let image = Connect4::read_position(&variant(board), &mirrored).unwrap_or_else(|e| panic!("{e}"));
                let [own, other] = [&position, &image].map(Insight::symmetric_key);
                assert_eq!(own.0, other.0, "{text}");
                // One of the two was mirrored for it, unless they are the same.
                assert_eq!(own.1 == other.1, text == mirrored, "{text}");
            }
        }
    }
}

#[test]
fn spellings() {
    let position = start("6x7");
    let d = position.read_move("d").expect("a column");
    for text in ["D", "4", "d1", " D1 "] {
        assert_eq!(position.read_move(text).ok(), Some(d), "{text}");
    }
    for text in ["h", "0", "8", "d2", "dd", "", "pass", "44"] {
        assert!(position.read_move(text).is_err(), "{text}");
    }
    let moves = position.read_game("d d e c").expect("a game");
    for text in ["ddec", "4453", "4 4 5 3", "d1 d2 e1 c1", "d,4, e1 3", "DD EC"] {
        assert_eq!(position.read_game(text).ok().as_ref(), Some(&moves), "{text}");
    }
    // From the tenth column on digits would be ambiguous.
    assert!(start("4x16").read_move("10").is_err() && start("4x16").read_move("j").is_ok());
}

#[test]
fn impossible_positions_are_refused() {
    for (text, complaint) in [
        ("......./......./......./......./...x.../....... o", "floats"),
        ("......./......./......./......./......./...x... x", "cannot be to move"),
        ("......./......./......./......./......./...o... x", "cannot be to move"),
        ("......./......./......./......./......./..xxo.. x", "cannot be to move"),
        ("......./......./......./......./ooo..../xxxx..o x", "already won"),
        ("......./......./......./......./xxxx.../oooo... x", "already won"),
        ("......./......./......./......./xxxx.../oooo..x o", "already won"),
        // The first stone cannot lie on one of the other side.
        ("......./......./......./......./...x.../...o... x", "no game"),
        // Two lines that no stone has in common.
        ("......./......./x....../xoo..../xooo.../xooxxxx o", "no game"),
        ("......./......./......./......./......./....... o", "cannot be to move"),
        ("......./......./......./......./....... x", "number of rows"),
    ] {
        let error = Connect4::read_position(&variant("6x7"), text).expect_err(text).to_string();
        assert!(error.contains(complaint), "{text}: {error}");
    }
    // One stone may complete two lines.
    let text = "..x..../.oo.x../.xxxxo./xoxoxx./oxxooo./oxoxoo. o";
    assert!(Connect4::read_position(&variant("6x7"), text).is_ok_and(|position| position.outcome().is_some()));
    for board in ["3x4", "4x3", "8x9", "5x13", "17x4", "0x0", "300x300"] {
        let error = board.parse::<Variant>().expect_err(board).to_string();
        assert!(error.contains("cannot be played") && error.contains("4x4 up to 64 cells"), "{error}");
    }
}

/// The features counted cell by cell in the text of a position, for the side with this letter.
fn slow_features(text: &str, letter: char) -> HashMap<&'static str, f64> {
    let (board, to_move) = text.split_once(' ').expect("a board and a side");
    let rows: Vec<Vec<char>> = board.split('/').rev().map(|row| row.chars().collect()).collect();
    let (n_rows, n_columns) = (rows.len() as i32, rows[0].len() as i32);
    let at = |row: i32, column: i32| rows.get(row as usize).and_then(|row| row.get(column as usize)).copied();
    let mut counts: HashMap<&'static str, f64> = HashMap::new();
    let mut threats = HashSet::new();
    for (row, column) in (0..n_rows).flat_map(|row| (0..n_columns).map(move |column| (row, column))) {
        if at(row, column) == Some(letter) {
            *counts.entry("stones").or_default() += 1.0;
            let is_middle = column == n_columns / 2 || column == (n_columns - 1) / 2;
            *counts.entry("centre").or_default() += f64::from(u8::from(is_middle));
        }
        for (up, right) in [(1, 0), (0, 1), (1, 1), (-1, 1)] {
            let cells: Vec<(i32, i32)> = (0..4).map(|step| (row + step * up, column + step * right)).collect();
            let line: Vec<Option<char>> = cells.iter().map(|&(row, column)| at(row, column)).collect();
            if line.iter().any(|&cell| cell != Some('.') && cell != Some(letter)) {
                continue;
            }
            let own = line.iter().filter(|&&cell| cell == Some(letter)).count();
            for name in ["open_lines", ["lines0", "lines1", "lines2", "lines3"][own]] {
                *counts.entry(name).or_default() += 1.0;
            }
            if own == 3 {
                threats.extend(cells.iter().zip(&line).filter(|(_, cell)| **cell == Some('.')).map(|(&cell, _)| cell));
            }
        }
    }
    for &(row, column) in &threats {
        *counts.entry("threats").or_default() += 1.0;
        let can_be_played = row == 0 || at(row - 1, column) != Some('.');
        // Rows are numbered from 1.
        let is_timely = !can_be_played && ((row + 1) % 2 == 1) == (letter == 'x');
        *counts.entry("wins").or_default() += f64::from(u8::from(can_be_played));
        *counts.entry("timely_threats").or_default() += f64::from(u8::from(is_timely));
    }
    counts.insert("turn", f64::from(u8::from(to_move.starts_with(letter))));
    counts
}

#[test]
fn features_are_what_their_names_say() {
    let (mut rng, mut seen) = (Rng::new(5), HashMap::new());
    for board in ["4x4", "6x7", "5x6", "8x8"] {
        for _ in 0..60 {
            let mut position = start(board);
            while position.outcome().is_none() {
                for side in Side::BOTH {
                    let text = position.position_text();
                    let slow = slow_features(&text, side.letter());
                    for (index, feature) in Connect4::FEATURES.iter().enumerate() {
                        let expected = slow.get(feature.name).copied().unwrap_or(0.0);
                        assert_eq!(position.measure(index, side), expected, "{}: {text}", feature.name);
                        let most: &mut f64 = seen.entry(feature.name).or_default();
                        *most = most.max(expected);
                    }
                }
                let m = position.pick(|n| rng.below(n)).expect("a move");
                position.play(m);
            }
        }
    }
    assert!(seen.values().all(|&most| most > 0.0), "a feature that never occurred: {seen:?}");
}

/// What one side likes the other dislikes; and `fitted` sees an immediate win and two wins that cannot both be stopped.
#[test]
fn heuristics_are_zero_sum() {
    let value = |name: &str, text: &str, side: Side| {
        let position = Connect4::read_position(&variant("6x7"), text).unwrap_or_else(|error| panic!("{error}"));
        let spec: HeuristicSpec = name.parse().unwrap_or_else(|error| panic!("{error}"));
        Connect4::opinion(Some(&spec), 0).unwrap_or_else(|error| panic!("{error}")).seen_by(&position, side)
    };
    let win = "......./......./......./......./ooo..../xxx.... x";
    let lost = "......./......./......./......./.oo..../.xxx... o";
    for name in ["strong", "fitted", "lines", "centre", "dummy"] {
        for text in [win, lost] {
            assert_eq!(value(name, text, Side::First), -value(name, text, Side::Second), "{name}: {text}");
        }
    }
    assert_eq!(value("fitted", win, Side::First), 1000.0);
    assert_eq!(value("fitted", lost, Side::First), 900.0);
    assert_eq!(value("centre", lost, Side::First), 1.0);
}
