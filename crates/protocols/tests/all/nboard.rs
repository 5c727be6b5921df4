//! Messages of NBoard.

use std::time::Duration;

use plyscope_core::Verdict;
use plyscope_protocols::Thought;
use plyscope_protocols::nboard::{Reply, Request, choice, move_text, read_move, search};

#[test]
fn requests_are_read_and_written() {
    for line in [
        "nboard 2",
        "set depth 6",
        "set game (;GM[Othello];)",
        "move F5",
        "move PA",
        "hint 3",
        "go",
        "ping 7",
        "learn",
        "quit",
    ] {
        assert_eq!(Request::read(line).expect("a request").to_string(), line);
    }
    assert_eq!(Request::read("move F5/1.5/0.3"), Some(Request::Move("f5".to_owned())));
    assert_eq!(Request::read("F5"), Some(Request::Move("f5".to_owned())), "as NBoard 1.1 sends it");
    assert_eq!(Request::read("PA"), Some(Request::Move("pass".to_owned())));
    for line in ["", "set contempt 3", "set depth many", "dance", "ping", "move", "f9", "f55"] {
        assert_eq!(Request::read(line), None, "{line}");
    }
}

#[test]
fn replies_are_read() {
    let value = |value| Thought { value: Some(Verdict::Estimate(value)), ..Thought::default() };
    let moved = |m: &str, thought| Reply::Move(m.to_owned(), thought);
    assert_eq!(Reply::read("=== d6 -1.00 0.0"), moved("d6", value(-1.0)), "as Edax writes it");
    assert_eq!(Reply::read("=== D6/-1.00/0.0"), moved("d6", value(-1.0)), "as the protocol says");
    assert_eq!(Reply::read("=== PA"), moved("pass", Thought::default()));
    assert_eq!(Reply::read("pong 3"), Reply::Pong(3));
    assert_eq!(Reply::read("set myname Edax6"), Reply::Name("Edax6".to_owned()));
    let nodes = Thought { nodes: Some(35805), ..Thought::default() };
    assert_eq!(Reply::read("nodestats 35805 0.00"), Reply::NodeStats(nodes));
    let line = ["f5", "d6", "pass"].map(str::to_owned).to_vec();
    let thought = Thought { depth: Some(9), line, ..value(0.5) };
    assert_eq!(Reply::read("search F5D6PA 0.5 0 9 anything else"), Reply::Search(thought.clone()));
    assert_eq!(Reply::read("book F5-D6-PA (0.5,1.5) 12 9"), Reply::Search(thought));
    for line in ["status thinking", "===", "search", "pong", "hello"] {
        assert_eq!(Reply::read(line), Reply::Other, "{line}");
    }
}

#[test]
fn replies_are_written_so_that_they_can_be_read() {
    assert_eq!(choice("f5", 1.5, Duration::from_millis(300)), "=== F5/1.50/0.30");
    assert_eq!(search(&["f5".to_owned(), "pass".to_owned()], -2.0, 6), "search F5PA -2.00 0 6");
    assert_eq!((move_text("pass"), read_move("PA"), read_move("pass")), ("PA".into(), "pass".into(), "pass".into()));
}
