//! How learnt models see positions: the same pieces as the picture, and both sides alike.

use std::collections::HashSet;

use plyscope_core::{Game, Rng, Side, Symmetry};
use plyscope_games::{Andantino, Breakthrough, Connect4, LargeReversi, Pawn, Pawned, Reversi, TicTacToe};
use plyscope_heuristics::{Judged, View};

/// The pieces of the picture as bits.
fn drawn<G: Judged>(position: &G) -> View {
    let mut view = View::default();
    let bits = position.cell_bits(position.side_to_move());
    for (cell, bit) in position.picture().cells.iter().zip(bits) {
        if let Some(side) = cell.piece {
            view.insert(side == position.side_to_move(), bit);
        }
    }
    view
}

fn check<G: Judged>(variant: &str) {
    let variant: G::Variant = variant.parse().expect("a variant");
    assert!(G::holds(&variant));
    let start = G::start(&variant);
    let board = G::board(&variant).expect("models can see it");
    assert_eq!(board.cells().len(), start.picture().cells.len());
    let mut rng = Rng::new(3);
    for _ in 0..20 {
        let mut position = start.clone();
        while let Some(m) = position.pick(|n| rng.below(n)) {
            assert_eq!(position.view(), drawn(&position), "{}", position.position_text());
            assert!(position.plays_like(&start));
            position.play(m);
        }
    }
    // Every cell has a bit of its own, and both sides use the same bits.
    let bits = Side::BOTH.map(|mover| start.cell_bits(mover).into_iter().collect::<HashSet<u16>>());
    assert_eq!((bits[0].len(), &bits[0]), (board.cells().len(), &bits[1]));
    let turns = G::ABOUT.symmetries.contains(&Symmetry::SwapSidesUpsideDown);
    assert_eq!(start.cell_bits(Side::First) != start.cell_bits(Side::Second), turns);
}

#[test]
fn models_see_what_is_drawn() {
    check::<TicTacToe>("");
    ["7x6", "8x8", "4x5"].into_iter().for_each(check::<Connect4>);
    ["8x8", "6x6", "5x7"].into_iter().for_each(check::<Reversi>);
    ["8x8", "10x10"].into_iter().for_each(check::<LargeReversi>);
    ["4x4", "5x3", "8x8,classic,en-passant"].into_iter().for_each(check::<Pawn<u64>>);
    check::<Pawn<u128>>("9x9");
    check::<Pawned<u64>>("6x6");
    ["8x8", "5x4", "8x8,workers=3"].into_iter().for_each(check::<Breakthrough<u64>>);
    check::<Breakthrough<u128>>("10x12");
    ["3", "5", "10"].into_iter().for_each(check::<Andantino>);
}

/// A pawn game looks the same to the first player and, with the sides exchanged and the board turned, to the second.
#[test]
fn both_sides_look_alike() {
    let read = |text: &str| {
        use plyscope_core::Notation;
        Breakthrough::<u64>::read_position(&"4x3".parse().expect("a size"), text).expect(text)
    };
    let (first, second) = (read("o.o/.x./x../..x x"), read("o../..o/.o./x.x o"));
    assert_eq!(first.view(), second.view());
}

/// Models are for one board and one set of rules.
#[test]
fn other_boards_and_rules_do_not_play_alike() {
    let start = |variant: &str| Breakthrough::<u64>::start(&variant.parse().expect(variant));
    assert!(start("8x8").plays_like(&start("8x8,rows=1")));
    assert!(!start("8x8").plays_like(&start("8x8,workers=3")));
    assert!(!start("8x8").plays_like(&start("8x7")));
    assert!(!Breakthrough::<u64>::holds(&"10x12".parse().expect("a size")));
    assert!(!Reversi::holds(&"10x10".parse().expect("a size")));
}
