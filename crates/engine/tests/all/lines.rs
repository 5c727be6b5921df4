//! Our own protocol, from the side of the program.

use std::time::{Duration, Instant};

use plyscope_protocols::Protocol;
use plyscope_registry::{GAMES, start};

use crate::script::follow;
use crate::talk::Talk;

#[test]
fn the_conversation_is_as_the_document_says() {
    let transcript = "\
> lines 1
< lines 1 Plyscope minimax@depth=2
> new
> something from a later version
> game breakthrough:4x3
> side x
> position ooo/ooo/xxx/xxx x
> board ooo ooo xxx xxx
> played
> legal a2xb3 b2xa3 b2xc3 c2xb3
> time 1000
> depth 1
> go
< info depth 1 nodes 4 value … line …
< move …
> game chess
> position nothing
> go
< error unknown game …
> game pawn:3x3
> position oooo x
> go
< error …
> game tictactoe
> position xxx/oo./... o
> go
< error the game is over…
> quit
";
    follow("breakthrough:4x3", "minimax@depth=2", Protocol::Lines, transcript);
}

#[test]
fn every_game_can_be_played_to_its_end() {
    let mut talk = Talk::new("tictactoe", "alphabeta@depth=1", Protocol::Lines);
    for game in GAMES {
        let mut position = start(game.about().id).expect("a game");
        while position.outcome().is_none() {
            for line in ["game", "position", "time 1000", "go"] {
                match line {
                    "game" => talk.send(&format!("game {}", position.spec())),
                    "position" => talk.send(&format!("position {}", position.text())),
                    _ => talk.send(line),
                }
            }
            let m = talk.find("move ");
            position.play(m.trim_start_matches("move ")).expect("a legal move");
        }
    }
}

/// The time that is sent with a clock is only a share of it, for programs that do not know clocks.
#[test]
fn a_clock_counts_more_than_the_time_beside_it() {
    let mut talk = Talk::new("breakthrough", "engine", Protocol::Lines);
    let position = start("breakthrough").expect("a game");
    for line in ["game breakthrough", &format!("position {}", position.text()), "time 60000", "clock 200 0 200", "go"] {
        talk.send(line);
    }
    let begun = Instant::now();
    talk.find("move ");
    assert!(begun.elapsed() < Duration::from_secs(20), "{:?}", begun.elapsed());
}
