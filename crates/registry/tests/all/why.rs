//! The two lines that explain a move, against plain minimax.

use std::time::Duration;

use plyscope_core::{Verdict, Work};
use plyscope_registry::{Answer, Player, SearchRequest, read, settled, start, why};

fn searched(spec: &str, position: Option<&str>, player: &str) -> (Answer, plyscope_registry::Why) {
    let position = position.map_or_else(|| start(spec), |text| read(spec, text)).unwrap();
    let player: Player = player.parse().unwrap();
    let request = SearchRequest { player: &player, seed: 1, work: Work::never() };
    let answer = position.search(&request, &mut |_| {}).unwrap();
    let why = why(&*position, &request, &answer, Duration::from_secs(60)).unwrap();
    (answer, why)
}

/// Both lines begin with different moves, are no longer than the search looked, and have the values that plain minimax
/// gives these moves.
#[test]
fn both_lines_have_the_values_of_minimax() {
    for spec in ["pawn:5x5", "reversi:6x6", "breakthrough:5x5", "pawned:5x5"] {
        let (_, truth) = searched(spec, None, "minimax:root=fresh@depth=4");
        let (answer, why) = searched(spec, None, "alphabeta@depth=4");
        let second = why.second.clone().expect("there is more than one move");
        assert_eq!(why.best.moves[0], answer.best, "{spec}");
        assert_ne!(second.moves[0], answer.best, "{spec}");
        assert!(second.moves.len() <= 4 && why.best.moves.len() <= 4, "{spec}");
        assert_eq!(why.best.score, truth.best.score, "{spec}");
        let (all, _) = searched(spec, None, "minimax:root=fresh@depth=4");
        let exact = all.root_moves.iter().find(|root| root.m == second.moves[0]).unwrap();
        assert_eq!(Some(second.score), exact.score, "{spec}");
        // No other move is better, as far as estimates can be compared.
        for other in all.root_moves.iter().filter(|root| root.m != answer.best) {
            if let (Some(Verdict::Estimate(value)), Verdict::Estimate(found)) = (other.score, second.score) {
                assert!(value <= found, "{spec}: {} {value} > {found}", other.m);
            }
        }
        let shares: f64 = why.differences().iter().map(|(_, best, second)| best - second).sum();
        let values = why.best.value.zip(second.value).map(|(best, second)| best - second);
        assert!(values.is_none_or(|difference| (difference - shares).abs() < 1e-9), "{spec}: {values:?} {shares}");
        assert!(!why.best.terms.is_empty() && !second.terms.is_empty(), "{spec}");
    }
}

/// The terms are those of the side to move at the root, no matter who moves at the end.
#[test]
fn terms_belong_to_the_side_that_asks() {
    let (_, why) = searched("pawn:4x4", Some("o.oo/.o../x.../.xxx x"), "alphabeta+{pieces}@depth=1");
    assert_eq!(why.best.moves, ["a2xb3"]);
    let pieces = why.best.terms.iter().find(|term| term.name.contains("pieces")).expect("a term of the formula");
    assert_eq!((why.best.value, pieces.value * pieces.weight), (Some(1.0), 1.0), "{why:?}");
}

#[test]
fn a_lone_move_has_no_rival_and_an_end_is_no_search() {
    let (_, why) = searched("tictactoe", Some("xox/oxo/ox. x"), "alphabeta@depth=3");
    assert!(why.second.is_none());
    // One of the two moves wins at once; after the other, x fills the board.
    let (_, why) = searched("tictactoe", Some("xox/xox/o.. o"), "alphabeta@depth=3");
    assert_eq!(why.best.score, Verdict::Win(1));
    assert_eq!(why.second.expect("two moves").score, Verdict::Draw);
}

/// Both moves are compared at the same depth, even if there is no time to look as deep as the first search did.
#[test]
fn both_values_are_of_the_same_depth() {
    let position = start("pawn:6x6").unwrap();
    let player: Player = "engine:selective=off@depth=12".parse().unwrap();
    let request = SearchRequest { player: &player, seed: 1, work: Work::never() };
    let answer = position.search(&request, &mut |_| {}).unwrap();
    for patience in [30, 200] {
        let why = why(&*position, &request, &answer, Duration::from_millis(patience)).unwrap();
        // On a busy machine there may be no time at all, or none for the depth at which this move is the best.
        let (Some(second), Some(depth)) = (&why.second, why.depth) else { continue };
        let again: Player = format!("iterative:root=fresh@depth={depth}").parse().unwrap();
        let all = position.search(&SearchRequest { player: &again, ..request }, &mut |_| {}).unwrap();
        for line in [&why.best, second] {
            let known = all.root_moves.iter().find(|root| root.m == line.moves[0]).unwrap();
            assert_eq!(known.score, Some(line.score), "{} at depth {depth}", known.m);
        }
    }
}

/// On a small board the solver knows the truth, which a search of a few plies does not.
#[test]
fn what_the_solver_settles_at_once_is_the_truth() {
    let position = start("pawn:4x4").unwrap();
    let truth = settled(&*position, Work::never()).expect("a small board");
    let player: Player = "engine".parse().unwrap();
    let request = SearchRequest { player: &player, seed: 1, work: Work::never() };
    let searched = position.search(&request, &mut |_| {}).unwrap();
    assert_eq!((truth.score, truth.complete, truth.has_value), (searched.score, true, true));
    assert_eq!(truth.pv.first(), Some(&truth.best));
    let why = why(&*position, &request, &truth, Duration::from_secs(60)).unwrap();
    let second = why.second.expect("four moves");
    let (all, _) = self::searched("pawn:4x4", None, "negamax:root=fresh@depth=20");
    let exact = all.root_moves.iter().find(|root| root.m == second.moves[0]).unwrap();
    assert_eq!((Some(second.score), why.depth), (exact.score, None));
    assert!(settled(&*start("breakthrough").unwrap(), Work::never()).is_none(), "too large");
}

/// A selective search compares by searches of its own, all of one depth. Where none of these prefers the chosen move,
/// there is nothing to compare.
#[test]
fn a_selective_search_compares_by_itself() {
    let position = start("breakthrough:6x6").unwrap();
    let mut n_compared = 0;
    for depth in 3..=6 {
        let player: Player = format!("engine@depth={depth}").parse().unwrap();
        let request = SearchRequest { player: &player, seed: 1, work: Work::never() };
        let answer = position.search(&request, &mut |_| {}).unwrap();
        let why = why(&*position, &request, &answer, Duration::from_secs(60)).unwrap();
        assert_eq!(why.best.moves[0], answer.best);
        let (Some(second), Some(depth)) = (why.second, why.depth) else { continue };
        assert_ne!(second.moves[0], answer.best);
        n_compared += 1;
        let shallower: Player = format!("engine@depth={}", depth - 1).parse().unwrap();
        for line in [&why.best, &second] {
            let mut after = position.boxed_clone();
            after.play(&line.moves[0]).unwrap();
            let reply = after.search(&SearchRequest { player: &shallower, ..request }, &mut |_| {}).unwrap();
            assert_eq!(reply.score.for_mover(), line.score);
        }
    }
    assert!(n_compared > 0, "no depth could be compared");
}
