//! Legal moves as a board shows them, against playing every move and every reply.

use plyscope_core::{Outcome, Rng};
use plyscope_registry::{AnyPosition, GAMES};

/// The plain definition, by text.
fn winning_replies(position: &dyn AnyPosition) -> Vec<String> {
    let replies = position.moves().into_iter().filter(|reply| {
        let mut after = position.boxed_clone();
        after.play(reply).expect("a legal move");
        after.outcome() == Some(Outcome::Win(position.side_to_move()))
    });
    replies.collect()
}

#[test]
fn dangers_are_those_that_one_finds_by_playing() {
    let (mut wins, mut dangers) = (0, 0);
    for game in GAMES {
        let mut start = game.start("").expect("the default");
        if game.about().id == "andantino" {
            start = game.start("4").expect("a small board");
        }
        for seed in 0..40 {
            let mut position = start.boxed_clone();
            let mut rng = Rng::new(seed);
            while position.outcome().is_none() {
                let (moves, legal) = (position.moves(), position.legal_moves());
                assert_eq!(legal.iter().map(|legal| legal.m.clone()).collect::<Vec<_>>(), moves);
                let chosen = &legal[rng.below(legal.len())];
                let mut after = position.boxed_clone();
                after.play(&chosen.m).expect("a legal move");
                assert_eq!(after.last_move_cells(), chosen.cells);
                assert_eq!(after.played().last(), Some(&chosen.m));
                assert_eq!(chosen.wins, after.outcome() == Some(Outcome::Win(position.side_to_move())));
                let replies: Vec<String> = chosen.losing_replies.iter().map(|reply| reply.m.clone()).collect();
                assert_eq!(replies, winning_replies(&*after), "{} {}", position.spec(), position.text());
                wins += u32::from(chosen.wins);
                dangers += replies.len();
                position = after;
            }
            assert!(position.legal_moves().is_empty());
            assert_eq!(position.played().len(), position.ply());
        }
    }
    assert!(wins > 50 && dangers > 100, "{wins} {dangers}");
}
