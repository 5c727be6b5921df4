//! A way from the start of a game to a position, for protocols that know only moves.

use std::collections::HashSet;

use plyscope_core::BadInput;
use plyscope_registry::{AnyPosition, start};

/// Positions that are looked at, at most: openings of up to ten plies need fewer.
const MOST: usize = 100_000;

/// Moves that lead from the start of a game to a position. Pieces are never taken off the board in the games that ask
/// for this, so every cell that is empty at the end was empty before.
///
/// # Errors
/// If none are found.
pub(super) fn moves_to(game: &str, position: &str) -> Result<Vec<String>, BadInput> {
    let (mut seen, mut moves) = (HashSet::new(), Vec::new());
    if walk(&*start(game)?, position, &mut seen, &mut moves) {
        moves.reverse();
        return Ok(moves);
    }
    Err(BadInput::new(format!(
        "the protocol of a program knows moves but no positions, and no short way from the start of {game} to \
         {position} was found; use openings of few moves, or a protocol with positions"
    )))
}

fn walk(at: &dyn AnyPosition, target: &str, seen: &mut HashSet<String>, moves: &mut Vec<String>) -> bool {
    let text = at.text();
    if text == target {
        return true;
    }
    let is_before = text.len() == target.len()
        && text.bytes().zip(target.bytes()).all(|(now, then)| {
            // The last letter is the side to move.
            now == b'.' || then != b'.'
        });
    if !is_before || seen.len() >= MOST || !seen.insert(text) {
        return false;
    }
    at.moves().into_iter().any(|m| {
        let mut next = at.boxed_clone();
        if next.play(&m).is_err() || !walk(&*next, target, seen, moves) {
            return false;
        }
        moves.push(m);
        true
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openings_are_found_again() {
        for seed in 0..20 {
            let opening = start("reversi:8x8").expect("a game").at_random(8, seed);
            let moves = moves_to("reversi:8x8", &opening.text()).expect("a way");
            let mut again = start("reversi:8x8").expect("a game");
            moves.iter().for_each(|m| again.play(m).expect("a legal move"));
            assert_eq!(again.text(), opening.text());
            assert_eq!(moves.len(), 8);
        }
        assert_eq!(moves_to("reversi:8x8", &start("reversi:8x8").expect("a game").text()), Ok(Vec::new()));
        let unreachable = format!("{}xo/{} x", "x".repeat(6), ["........"; 7].join("/"));
        assert!(moves_to("reversi:8x8", &unreachable).is_err());
    }
}
