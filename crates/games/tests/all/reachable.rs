//! How many different positions can be reached, and how they end: figures of the studies, counted there by other
//! programs.

use std::collections::{BTreeMap, HashSet};

use plyscope_core::{Game, Notation};
use plyscope_games::{Andantino, Pawn, Pawned, Reversi, TicTacToe};

/// All positions that can be reached from the start, ply by ply.
fn by_ply<G: Game>(variant: &str, plies: usize) -> Vec<HashSet<G>> {
    let start = G::start(&variant.parse().unwrap_or_else(|error| panic!("{variant}: {error}")));
    let mut levels = vec![HashSet::from([start])];
    while levels.len() <= plies {
        let open = levels[levels.len() - 1].iter().filter(|position| position.outcome().is_none());
        let next: HashSet<G> = open.flat_map(|position| position.moves().map(|m| position.child(m))).collect();
        if next.is_empty() {
            break;
        }
        levels.push(next);
    }
    levels
}

/// The number of positions, and how many are finished for each reason. A position is counted once even if it can be
/// reached at several plies.
fn census<G: Notation>(variant: &str) -> (usize, BTreeMap<&'static str, usize>) {
    let all: HashSet<G> = by_ply(variant, usize::MAX - 1).into_iter().flatten().collect();
    let mut reasons = BTreeMap::new();
    for reason in all.iter().filter_map(Notation::reason) {
        *reasons.entry(reason).or_insert(0) += 1;
    }
    (all.len(), reasons)
}

#[test]
fn pawn_game() {
    assert_eq!(census::<Pawn<u64>>("3x3").0, 135);
    let (all, reasons) = census::<Pawn<u64>>("4x4");
    assert_eq!(all, 20_286);
    assert_eq!(reasons, BTreeMap::from([("last row", 8_492), ("all captured", 82), ("no move", 292)]));
}

#[test]
fn pawn_game_on_five_by_five() {
    let (all, reasons) = census::<Pawn<u64>>("5x5");
    assert_eq!(all, 3_210_411);
    assert_eq!(reasons, BTreeMap::from([("last row", 1_260_537), ("all captured", 3_007), ("no move", 10_224)]));
}

/// Keys of all those positions: none collide, and their low bits, which choose a place in a table, are as even as
/// chance: n keys leave a share of e^(−n/m) of m places empty.
#[test]
fn keys_of_all_positions_spread() {
    fn check<G: Game>(variant: &str) {
        let all: HashSet<G> = by_ply(variant, usize::MAX - 1).into_iter().flatten().collect();
        let mut keys: Vec<u64> = all.iter().map(Game::key).collect();
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), all.len(), "{variant}");
        let places = all.len().next_power_of_two();
        for shift in [0, 20, 40] {
            let mut is_used = vec![false; places];
            for key in &keys {
                is_used[(key >> shift) as usize % places] = true;
            }
            let share = is_used.iter().filter(|used| **used).count() as f64 / places as f64;
            let expected = 1.0 - (-(all.len() as f64) / places as f64).exp();
            assert!((share - expected).abs() < 0.01, "{variant}: {share} of the places used, not {expected}");
        }
    }
    check::<Pawn<u64>>("4x4");
    check::<Pawn<u128>>("5x4");
    check::<Pawned<u64>>("4x5");
    check::<Pawn<u64>>("4x5");
}

/// Reachable, unfinished, and those in which the only move is to pass; double-stuck boards were always equal.
#[test]
fn pawned() {
    for (variant, reachable, unfinished, passes, stuck) in
        [("4x4", 20_869, 11_935, 268, 130), ("5x4", 120_534, 79_028, 1_362, 342), ("4x5", 363_182, 187_144, 1_724, 486)]
    {
        let all: HashSet<Pawned<u64>> = by_ply(variant, usize::MAX - 1).into_iter().flatten().collect();
        let open: Vec<&Pawned<u64>> = all.iter().filter(|position| position.outcome().is_none()).collect();
        let passing = open.iter().filter(|position| position.moves().all(|m| position.move_text(m) == "pass")).count();
        let stalemates = all.iter().filter(|position| position.reason() == Some("stalemate")).count();
        assert_eq!((all.len(), open.len(), passing), (reachable, unfinished, passes), "{variant}");
        assert_eq!(stalemates, stuck, "{variant}");
        assert!(all.iter().all(|position| position.reason() != Some("more pieces")), "{variant}");
    }
}

#[test]
fn tic_tac_toe() {
    let levels = by_ply::<TicTacToe>("", 9);
    let sizes: Vec<usize> = levels.iter().map(HashSet::len).collect();
    assert_eq!(sizes, [1, 9, 72, 252, 756, 1260, 1520, 1140, 390, 78]);
    let finished = levels.iter().flatten().filter(|position| position.outcome().is_some()).count();
    assert_eq!((sizes.iter().sum::<usize>(), finished), (5478, 958));
}

/// Distinct positions by ply, the first ones of the lists in the study.
#[test]
fn reversi() {
    let sizes: Vec<usize> = by_ply::<Reversi>("8x8", 8).iter().map(HashSet::len).collect();
    assert_eq!(sizes, [1, 4, 12, 54, 236, 1288, 7092, 42614, 269352]);
    let sizes: Vec<usize> = by_ply::<Reversi>("6x6", 9).iter().map(HashSet::len).collect();
    assert_eq!(sizes, [1, 4, 12, 54, 236, 1256, 6528, 36294, 208212, 1178578]);
}

/// How many move sequences end with a line or an enclosure on their last ply.
#[test]
fn andantino_endings() {
    fn count(position: &Andantino, plies: usize, lines: &mut u64, enclosures: &mut u64) {
        match position.reason() {
            Some("line") if plies == 0 => *lines += 1,
            Some("enclosure") if plies == 0 => *enclosures += 1,
            None if plies > 0 => position.moves().for_each(|m| count(&position.child(m), plies - 1, lines, enclosures)),
            _ => {}
        }
    }
    for (variant, plies, expected) in [
        ("10", 9, (96, 0)),
        ("10", 10, (1_272, 0)),
        ("10", 11, (43_800, 13_488)),
        ("3", 11, (15_228, 9_408)),
        ("4", 11, (39_552, 13_488)),
        ("5", 11, (43_752, 13_488)),
    ] {
        let (mut lines, mut enclosures) = (0, 0);
        let start = Andantino::start(&variant.parse().expect("a size"));
        count(&start, plies, &mut lines, &mut enclosures);
        assert_eq!((lines, enclosures), expected, "andantino:{variant}, ply {plies}");
    }
}
