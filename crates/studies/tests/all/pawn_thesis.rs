//! The faults of the Pawn Game thesis' program on concrete positions, through the registered players.

use plyscope_core::{Verdict, Work};
use plyscope_registry::{Answer, Player, SearchRequest, read};
use plyscope_studies::STUDIES;

fn ask(position: &str, player: &str, seed: u64) -> Answer {
    let player: Player = player.parse().expect("a player");
    let request = SearchRequest { player: &player, seed, work: Work::never() };
    read("pawn:4x4", position).expect("a position").search(&request, &mut |_| {}).expect("a search")
}

/// The value of the position after a move for the side then to move.
fn after(position: &str, m: &str) -> Verdict {
    let mut position = read("pawn:4x4", position).expect("a position");
    position.play(m).expect("a move");
    ask(&position.text(), "engine", 0).score
}

#[test]
fn it_is_listed() {
    assert!(STUDIES.iter().any(|study| study.id == "pawn-thesis"));
}

/// The study plays the thesis' search on boards up to 10x10, which have wider words than the others.
#[test]
fn the_published_mcts_plays_large_boards() {
    let player: Player = "published-thesis-mcts-october@rollouts=5".parse().expect("a player");
    let request = SearchRequest { player: &player, seed: 1, work: Work::never() };
    let answer = plyscope_registry::start("pawn:10x10").expect("a board").search(&request, &mut |_| {});
    assert!(answer.is_ok_and(|answer| !answer.best.is_empty()));
}

/// Three moves: a step to the last row that wins at once, and two that lose. One search in 3.4 does not have the win
/// among its children, with a hundred simulations as with ten thousand; the move then has no score.
#[test]
fn the_published_mcts_misses_an_immediate_win() {
    const POSITION: &str = "...o/.xx./o.../.... o";
    let wins = |m: &str| {
        let mut position = read("pawn:4x4", POSITION).expect("a position");
        position.play(m).expect("a move");
        position.outcome().is_some()
    };
    assert_eq!(read("pawn:4x4", POSITION).expect("a position").moves().len(), 3);
    for rollouts in [100, 10_000] {
        let player = format!("published-thesis-mcts@rollouts={rollouts}");
        let missed = (0..60).map(|seed| ask(POSITION, &player, seed)).filter(|answer| !wins(&answer.best)).count();
        // 17.8 are expected, with a standard deviation of 3.5.
        assert!((6..=30).contains(&missed), "{missed}");
        let complete = format!("published-thesis-mcts-october@rollouts={rollouts}");
        assert!((0..5).all(|seed| wins(&ask(POSITION, &complete, seed).best)));
    }
}

/// The simple heuristic at the thesis' depth 2, which is 3 plies: with the factor `turn` the pawns count the wrong
/// way round, and the win is thrown away; without it the same search keeps the win.
#[test]
fn the_published_sign_chooses_the_worse_move_at_even_depths() {
    const POSITION: &str = "oo.o/...x/..o./xxx. x";
    let chosen = |heuristic: &str, depth: u32, seed: u64| {
        ask(POSITION, &format!("alphabeta:ties=random+{heuristic}:view=own@depth={depth}"), seed).best
    };
    for seed in 0..10 {
        assert!(matches!(after(POSITION, &chosen("published-thesis-simple", 3, seed)), Verdict::Win(_)));
        assert!(matches!(after(POSITION, &chosen("thesis-simple", 3, seed)), Verdict::Loss(_)));
        // At odd depths the factor is 1.
        let (published, right) = (chosen("published-thesis-simple", 4, seed), chosen("thesis-simple", 4, seed));
        assert_eq!(published, right);
    }
}
