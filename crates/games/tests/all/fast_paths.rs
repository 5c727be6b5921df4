//! What a game overrides to be fast must say the same as the plain definitions, and boosted code the same as plain
//! code.

use plyscope_core::cpu::{Level, level, seen};
use plyscope_core::{Draw, Game, Outcome, Playout, Rng, Side, playout, playouts};
use plyscope_games::{Andantino, Breakthrough, Connect4, LargeReversi, Pawn, Pawned, Reversi, TicTacToe};

/// Follows random games and compares `count_moves` and every `pick` with the list of moves, and `count_pieces` with the
/// picture.
fn check<G: Draw>(variants: &[&str]) {
    for variant in variants {
        let start = G::start(&variant.parse().unwrap_or_else(|error| panic!("{variant}: {error}")));
        let mut rng = Rng::new(7);
        for _ in 0..30 {
            let mut position = start.clone();
            while position.outcome().is_none() {
                let moves: Vec<G::Move> = position.moves().collect();
                assert_eq!(position.count_moves(), moves.len(), "{variant}: {position:?}");
                check_pieces(&position);
                for (index, &m) in moves.iter().enumerate() {
                    let picked = position.pick(|n| {
                        assert_eq!(n, moves.len());
                        index
                    });
                    assert_eq!(picked, Some(m), "{variant}: index {index} of {position:?}");
                    let mut played = position.clone();
                    assert_eq!(played.play_picked(seen(), |_| index), Some(m), "{variant}: {position:?}");
                    assert_eq!(played, position.child(m), "{variant}: {m:?} in {position:?}");
                }
                check_play_out(&position, &mut rng);
                position.play(moves[rng.below(moves.len())]);
            }
            assert_eq!(position.count_moves(), 0, "{variant}: {position:?}");
            check_pieces(&position);
            assert_eq!(position.pick(|_| 0), None, "{variant}: {position:?}");
            assert_eq!(position.clone().play_picked(seen(), |_| 0), None, "{variant}: {position:?}");
            check_play_out(&position, &mut rng);
        }
    }
}

/// Playing out ends where playing move by move ends, after as many moves and with the same random numbers.
fn check_play_out<G: Game>(position: &G, rng: &mut Rng) {
    let (mut slow, mut slow_rng, mut plies) = (position.clone(), rng.clone(), 0);
    while let Some(m) = slow.pick(|n| slow_rng.below(n)) {
        slow.play(m);
        plies += 1;
    }
    assert!(slow.outcome().is_some(), "{slow:?}");
    let mut fast = position.clone();
    assert_eq!(fast.play_out(seen(), |n| rng.below(n)), plies, "{position:?}");
    assert!(fast == slow && *rng == slow_rng, "{position:?} ended in {fast:?} instead of {slow:?}");
}

/// Games side by side are the same as one by one, for
/// numbers of them that fill all lanes and for others.
#[test]
fn games_side_by_side_are_those_one_by_one() {
    fn check<G: Game>(variant: &str) {
        let start = G::start(&variant.parse().unwrap_or_else(|error| panic!("{variant}: {error}")));
        for n in [0, 1, 3, 4, 5, 50] {
            let generators = || (0..n).map(|game| Rng::part(5, game)).collect::<Vec<Rng>>();
            let (mut together, mut alone) = (generators(), generators());
            let played = playouts(&start, &mut together);
            let expected: Vec<Playout> = alone.iter_mut().map(|rng| playout(start.clone(), rng)).collect();
            assert_eq!((played, together), (expected, alone), "{n} games of {variant}");
        }
    }
    check::<TicTacToe>("");
    check::<Reversi>("8x8");
    check::<LargeReversi>("10x10");
    check::<Pawn<u64>>("8x8");
    check::<Breakthrough<u128>>("8x8");
    check::<Andantino>("4");
}

fn check_pieces<G: Draw>(position: &G) {
    let cells = position.picture().cells;
    for side in Side::BOTH {
        let drawn = cells.iter().filter(|cell| cell.piece == Some(side)).count();
        assert_eq!(position.count_pieces(side) as usize, drawn, "{side:?} of {position:?}");
    }
}

#[test]
fn counting_and_picking_agree_with_listing() {
    // Reading the level makes the fast instructions known, where there are any.
    assert!(level() >= Level::Baseline);
    check::<TicTacToe>(&[""]);
    check::<Connect4>(&["4x4", "6x7", "8x8", "4x16", "16x4"]);
    check::<Reversi>(&["4x4", "5x5", "6x6", "8x8", "lab-small"]);
    check::<LargeReversi>(&["4x4", "8x8", "10x10", "4x32", "lab-small"]);
    check::<Pawn<u64>>(&["4x4", "8x8", "8x8,classic", "6x5,classic,en-passant"]);
    check::<Pawn<u128>>(&["4x4", "10x12", "12x10,classic,en-passant"]);
    check::<Pawned<u64>>(&["4x4", "6x6"]);
    check::<Pawned<u128>>(&["6x6", "5x25"]);
    check::<Breakthrough<u64>>(&["4x2", "8x8", "5x5,workers=3"]);
    check::<Breakthrough<u128>>(&["8x8", "10x12", "9x9,workers=3"]);
    check::<Andantino>(&["3", "4", "10", "5,first-stone=free", "4,edge-wall", "4,suicide=ignore"]);
}

/// The narrow and the wide word play the same games with the same random numbers.
#[test]
fn both_words_play_alike() {
    let variant = "7x7".parse().expect("a size");
    let (narrow, wide) = (Breakthrough::<u64>::start(&variant), Breakthrough::<u128>::start(&variant));
    for seed in 0..200 {
        let (a, b) = (playout(narrow.clone(), &mut Rng::new(seed)), playout(wide.clone(), &mut Rng::new(seed)));
        assert_eq!(a, b);
    }
}

/// Both types of Reversi boards play the same games with the same random numbers.
#[test]
fn both_reversi_boards_play_alike() {
    for variant in ["4x4", "5x8", "8x8", "lab-small"].map(|text| text.parse().expect("a variant")) {
        let (small, large) = (Reversi::start(&variant), LargeReversi::start(&variant));
        for seed in 0..50 {
            let (a, b) = (playout(small.clone(), &mut Rng::new(seed)), playout(large.clone(), &mut Rng::new(seed)));
            assert_eq!(a, b);
        }
    }
}

/// Share of first-player wins and mean length in `n` random games.
fn sampled<G: Game>(variant: &str, n: u32) -> (f64, f64) {
    let start = G::start(&variant.parse().unwrap_or_else(|error| panic!("{variant}: {error}")));
    let mut rng = Rng::new(2026);
    let (mut wins, mut plies) = (0, 0);
    for _ in 0..n {
        let game = playout(start.clone(), &mut rng);
        wins += u32::from(game.outcome == Outcome::Win(Side::First));
        plies += game.plies;
    }
    (f64::from(wins) / f64::from(n), f64::from(plies) / f64::from(n))
}

/// 0.54448 and 9.776 plies are exact for random play on 4×4 (dynamic programming over all positions, thesis study);
/// 200,000 games have a standard error of 0.0011 wins.
#[test]
fn random_playouts_of_the_pawn_game_meet_the_exact_value() {
    let (wins, plies) = sampled::<Pawn<u64>>("4x4", 200_000);
    assert!((wins - 0.54448).abs() < 0.0045, "{wins}");
    assert!((plies - 9.776).abs() < 0.03, "{plies}");
}

/// 131,184 of 255,168 games is not the share of random play, but 0.5849 is (enumeration of all games, each weighted by
/// the chance of its moves): a check that picking is uniform.
#[test]
fn random_playouts_of_tic_tac_toe_meet_the_exact_value() {
    fn exact(position: &TicTacToe) -> f64 {
        match position.outcome() {
            Some(outcome) => f64::from(u8::from(outcome == Outcome::Win(Side::First))),
            None => position.moves().map(|m| exact(&position.child(m))).sum::<f64>() / position.count_moves() as f64,
        }
    }
    let value = exact(&TicTacToe::start(&Default::default()));
    assert!((value - 0.5849).abs() < 0.0001, "{value}");
    let (wins, _) = sampled::<TicTacToe>("", 200_000);
    assert!((wins - value).abs() < 0.0045, "{wins}");
}
