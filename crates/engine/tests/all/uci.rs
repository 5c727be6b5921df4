//! UCI: what a front end or a manager for variants of chess relies on.

use std::time::{Duration, Instant};

use plyscope_protocols::Protocol;
use plyscope_registry::start;

use crate::script::follow;
use crate::talk::Talk;

fn talk(player: &str) -> Talk {
    Talk::new("breakthrough", player, Protocol::Uci)
}

#[test]
fn the_conversation_is_as_the_specification_says() {
    follow("breakthrough", "engine@depth=3", Protocol::Uci, include_str!("../data/uci.txt"));
}

#[test]
fn go_infinite_is_answered_after_stop_and_not_before() {
    // The depth is reached long before the stop.
    let mut talk = talk("engine@depth=2");
    talk.send("go infinite");
    talk.until("info depth 2");
    assert!(talk.is_silent_for(Duration::from_millis(200)));
    talk.send("stop");
    talk.find("bestmove ");
    // And a search that would never end is ended.
    let mut talk = self::talk("engine");
    talk.send("go infinite");
    talk.until("info depth 3");
    talk.send("isready");
    talk.until("readyok");
    talk.send("stop");
    talk.find("bestmove ");
}

/// Only a player that was asked to thinks on the opponent's time, and its own clock does not run then.
#[test]
fn pondering_begins_at_once_and_ends_after_the_hit() {
    let mut talk = talk("engine:ponder=on");
    talk.send("position startpos moves a2a3 a7a6");
    talk.send("go ponder wtime 100 btime 100");
    // The clock would be empty long before.
    talk.until("info depth 3");
    assert!(talk.is_silent_about("bestmove", Duration::from_millis(200)));
    talk.send("ponderhit");
    let said = talk.find("bestmove ");
    assert!(said.contains(" ponder "), "{said}");
    // Another move was made: what was found is not wanted, but answered.
    talk.send("go ponder wtime 60000 btime 60000");
    talk.until("info depth 2");
    talk.send("stop");
    talk.find("bestmove ");
    // A search that has ended waits for the hit.
    talk.send("go ponder depth 1");
    talk.until("info depth 1");
    assert!(talk.is_silent_for(Duration::from_millis(100)));
    talk.send("ponderhit");
    talk.find("bestmove ");
    // A front end can switch it off, and then nothing is said before the hit.
    talk.send("setoption name Ponder value false");
    talk.send("go ponder depth 2");
    talk.until("info string pondering is off");
    assert!(talk.is_silent_for(Duration::from_millis(100)));
    talk.send("ponderhit");
    assert!(!talk.find("bestmove ").contains("ponder"));
}

/// Of a clock, a move takes three shares at most, and half of it.
#[test]
fn limits_are_obeyed() {
    for (go, at_most) in [
        ("go movetime 200", 200),
        ("go wtime 2000 btime 60000", 200),
        ("go wtime 60000 btime 2000 winc 0 binc 0 movestogo 100", 1800),
        ("go wtime 1000 movestogo 1", 500),
        ("go wtime 0", 50),
        ("go wtime -500 winc 100", 150),
        ("go nodes 1000", 200),
        ("go depth 2", 200),
    ] {
        let mut talk = talk("engine");
        talk.send(go);
        let begun = Instant::now();
        talk.find("bestmove ");
        assert!(begun.elapsed() < Duration::from_millis(at_most + 300), "{go}: {:?}", begun.elapsed());
    }
}

#[test]
fn the_clock_is_that_of_the_side_to_move() {
    let mut talk = talk("engine");
    talk.send("position startpos moves a2a3");
    talk.send("go wtime 60000 btime 100");
    let begun = Instant::now();
    talk.find("bestmove ");
    assert!(begun.elapsed() < Duration::from_millis(400), "{:?}", begun.elapsed());
}

#[test]
fn the_limits_of_the_player_stay() {
    let mut talk = talk("engine@depth=2");
    talk.send("go movetime 5000");
    let begun = Instant::now();
    let said = talk.until("bestmove ");
    assert!(said.iter().any(|line| line.starts_with("info depth 2 ")) && said.len() == 3, "{said:?}");
    assert!(begun.elapsed() < Duration::from_secs(3));
}

#[test]
fn a_player_without_any_limit_thinks_one_second() {
    let mut talk = talk("engine");
    talk.send("go");
    let begun = Instant::now();
    talk.find("bestmove ");
    let time = begun.elapsed();
    assert!((Duration::from_millis(900)..Duration::from_millis(1500)).contains(&time), "{time:?}");
}

#[test]
fn what_arrives_during_a_search_is_done_in_order() {
    let mut talk = talk("engine");
    for line in ["go infinite", "stop", "position startpos moves h2h3", "go infinite", "stop", "isready", "d"] {
        talk.send(line);
    }
    talk.find("bestmove ");
    let second = talk.find("bestmove ");
    let mut position = start("breakthrough").expect("a game");
    position.play("h2h3").expect("legal");
    position.play(second.trim_start_matches("bestmove ")).expect("a move of the second side");
}

#[test]
fn other_boards_have_variants_of_their_own() {
    let mut talk = Talk::new("breakthrough:6x6", "random", Protocol::Uci);
    talk.send("uci");
    let said = talk.until("uciok");
    let option = "option name UCI_Variant type combo default breakthrough6x6 var breakthrough6x6 var breakthrough";
    assert!(said.iter().any(|line| line == option), "{said:?}");
    talk.send("go perft 2");
    assert_eq!(talk.find("Nodes searched"), "Nodes searched: 256");
    talk.send("setoption name UCI_Variant value breakthrough");
    talk.send("go perft 2");
    assert_eq!(talk.find("Nodes searched"), "Nodes searched: 484");
}

#[test]
fn a_random_player_does_not_play_the_same_move_every_time() {
    let mut talk = talk("random");
    let moves: std::collections::HashSet<String> = (0..20)
        .map(|_| {
            talk.send("go");
            talk.find("bestmove ")
        })
        .collect();
    assert!(moves.len() > 3, "{moves:?}");
}
