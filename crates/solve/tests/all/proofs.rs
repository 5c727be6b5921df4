//! Proofs hold, and what is not a proof does not.

use crate::common::{at_random, solved, start_of};
use plyscope_core::{Rng, Score, Work};
use plyscope_games::{Andantino, Breakthrough, Pawn, Pawned, Reversi, TicTacToe};
use plyscope_solve::{Checked, Proof, Solvable, Watch, check_proof, write_proof};

fn proof_of<G: Solvable>(position: &G, score: Score) -> String {
    let (mut silent, mut out) = (|_: &_| {}, Vec::new());
    let mut watch = Watch::new(Work::never(), &mut silent);
    let mut solver = G::solver(1 << 26, 1);
    let size = write_proof("the game", position, score, &mut *solver, &mut watch, &mut out).expect("a proof");
    let text = String::from_utf8(out).expect("text");
    assert_eq!(Proof::read(&text).expect("a proof").size(), size);
    text
}

fn check<G: Solvable>(position: &G, text: &str) -> Checked {
    let proof = Proof::read(text).unwrap_or_else(|error| panic!("{error}: {text}"));
    check_proof(position, &proof, Work::never()).expect("never stopped")
}

fn prove<G: Solvable>(position: &G) -> String {
    let score = solved(position).score().expect("solved");
    let text = proof_of(position, score);
    match check(position, &text) {
        Checked::Holds(visited) => assert!(visited > 0),
        Checked::Fails(why) => panic!("{why}: {position:?}"),
    }
    text
}

#[test]
fn what_is_solved_can_be_proven() {
    prove(&start_of::<TicTacToe>(""));
    prove(&start_of::<Reversi>("4x4"));
    prove(&start_of::<Pawn<u64>>("4x4"));
    prove(&start_of::<Pawn<u64>>("5x3,classic"));
    prove(&start_of::<Pawned<u64>>("4x4"));
    prove(&start_of::<Pawned<u64>>("5x4"));
    prove(&start_of::<Breakthrough<u64>>("4x3"));
    prove(&start_of::<Breakthrough<u64>>("6x2"));
    prove(&start_of::<Breakthrough<u128>>("4x3,rows=1"));
    let mut rng = Rng::new(5);
    for _ in 0..20 {
        prove(&at_random(&start_of::<Andantino>("3"), 10, &mut rng));
        prove(&at_random(&start_of::<Reversi>("4x4"), 4, &mut rng));
    }
}

/// Every claim but the true one is refuted, with any strategy.
#[test]
fn another_claim_does_not_hold() {
    let start = start_of::<Pawn<u64>>("4x4");
    let text = prove(&start);
    assert!(text.contains("claim x wins in 11\n"), "{text}");
    for claim in ["x wins in 9", "x wins in 13", "o wins in 11", "o wins in 200", "draw"] {
        let changed = text.replace("claim x wins in 11", &format!("claim {claim}"));
        assert!(matches!(check(&start, &changed), Checked::Fails(_)), "{claim}");
    }
}

/// Take away any line, or replace its move by another: the proof breaks or still proves, but never proves too much, for
/// the claim stays the true one. Without a line it must break, because every line can occur.
#[test]
fn no_line_is_superfluous() {
    let start = start_of::<Pawn<u64>>("3x3");
    let text = prove(&start);
    let lines: Vec<&str> = text.lines().collect();
    let mut broken = 0;
    for index in 0..lines.len() {
        if lines[index].contains('→') {
            let without: Vec<&str> =
                lines.iter().enumerate().filter(|&(at, _)| at != index).map(|(_, line)| *line).collect();
            assert!(matches!(check(&start, &without.join("\n")), Checked::Fails(_)), "without {}", lines[index]);
            broken += 1;
        }
    }
    assert!(broken >= 6, "{text}");
}

#[test]
fn illegal_moves_and_foreign_texts_are_refused() {
    let start = start_of::<Pawn<u64>>("3x3");
    let text = prove(&start);
    let first = text.lines().find(|line| line.contains('→')).expect("a line");
    let illegal = text.replace(first, &format!("{}→ a9-a8", first.split('→').next().expect("a position")));
    assert!(matches!(check(&start, &illegal), Checked::Fails(why) if why.contains("not a legal move")));
    for (text, line) in [
        ("", "line 1"),
        ("plyscope proof 1\ngame pawn:3x3\n", "line 1"),
        ("plyscope proof 1\ngame pawn:3x3\nposition ooo/.../xxx x\nclaim draw\nnothing", "line 5"),
        ("plyscope proof 1\ngame pawn:3x3\nposition ooo/.../xxx x\nclaim draw\nstrategy z 4", "line 5"),
        ("plyscope proof 1\ngame pawn:3x3\nposition ooo/.../xxx x\nclaim draw\nstrategy x 2\na → b\na → c", "line 7"),
    ] {
        let error = Proof::read(text).expect_err("no proof").to_string();
        assert!(error.contains(line), "{text:?}: {error}");
    }
}
