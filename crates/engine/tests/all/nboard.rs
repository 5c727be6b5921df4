//! NBoard: what the board for Othello relies on.

use plyscope_protocols::Protocol;
use plyscope_protocols::nboard::Reply;

use crate::script::follow;
use crate::talk::Talk;

#[test]
fn the_conversation_is_as_the_description_says() {
    follow("reversi", "alphabeta@depth=6", Protocol::Nboard, include_str!("../data/nboard.txt"));
}

#[test]
fn a_ping_ends_the_thinking_and_its_result_is_not_sent() {
    let mut talk = Talk::new("reversi", "engine@time=60s", Protocol::Nboard);
    talk.send("go");
    talk.until("search ");
    talk.send("ping 3");
    talk.until("pong 3");
    talk.send("ping 4");
    assert_eq!(talk.line(), "pong 4", "nothing of the search comes after the answer to a ping");
    talk.send("set depth 1");
    talk.send("move F5");
    talk.send("go");
    let Reply::Move(m, _) = Reply::read(&talk.find("===")) else { panic!("no move") };
    assert!(["d6", "f4", "f6"].contains(&m.as_str()), "a move of White: {m}");
}

#[test]
fn all_moves_of_plain_minimax_have_a_value() {
    let mut talk = Talk::new("reversi", "minimax@depth=2", Protocol::Nboard);
    talk.send("hint 4");
    let said = talk.until("status Plyscope is waiting");
    let thoughts = said.iter().filter_map(|line| match Reply::read(line) {
        Reply::Search(thought) => Some(thought.line[0].clone()),
        _ => None,
    });
    let mut moves: Vec<String> = thoughts.collect();
    moves.sort();
    moves.dedup();
    assert_eq!(moves, ["c4", "d3", "e6", "f5"], "{said:?}");
}
