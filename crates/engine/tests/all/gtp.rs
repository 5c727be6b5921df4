//! GTP: what a front end for Othello relies on.

use std::time::{Duration, Instant};

use plyscope_protocols::Protocol;
use plyscope_protocols::gtp::{Choice, Response, ResponseReader};
use plyscope_registry::start;

use crate::script::follow;
use crate::talk::Talk;

fn ask(talk: &mut Talk, command: &str) -> Result<String, String> {
    talk.send(command);
    let mut reader = ResponseReader::default();
    loop {
        if let Some(Response { result, .. }) = reader.line(&talk.line()).expect("an answer of GTP") {
            return result;
        }
    }
}

#[test]
fn the_conversation_is_as_the_specification_says() {
    follow("reversi", "alphabeta@depth=1", Protocol::Gtp, include_str!("../data/gtp.txt"));
}

#[test]
fn every_listed_command_is_known_and_others_are_not() {
    let mut talk = Talk::new("reversi", "random", Protocol::Gtp);
    let list = ask(&mut talk, "list_commands").expect("a list");
    for command in list.lines().filter(|command| *command != "quit") {
        assert_eq!(ask(&mut talk, &format!("known_command {command}")).as_deref(), Ok("true"));
        assert_ne!(ask(&mut talk, command), Err("unknown command".to_owned()));
    }
    assert_eq!(ask(&mut talk, "known_command dance").as_deref(), Ok("false"));
    for required in [
        "protocol_version",
        "name",
        "version",
        "known_command",
        "list_commands",
        "quit",
        "boardsize",
        "clear_board",
        "komi",
        "play",
        "genmove",
    ] {
        assert!(list.lines().any(|command| command == required), "{required} is required by GTP");
    }
}

#[test]
fn passes_may_be_sent_or_left_out() {
    // After these moves Black must pass.
    let opening = "c4 c3 f5 b4 a4 a5 b2 a3";
    for sends_pass in [false, true] {
        let mut talk = Talk::new("reversi", "random", Protocol::Gtp);
        let mut position = start("reversi").expect("a game");
        for (index, m) in opening.split(' ').enumerate() {
            position.play(m).expect("legal");
            assert!(ask(&mut talk, &format!("play {} {m}", ["b", "w"][index % 2])).is_ok());
        }
        position.play("pass").expect("the only move");
        let before = ask(&mut talk, "showboard").expect("a board");
        if sends_pass {
            assert!(ask(&mut talk, "play black pass").is_ok());
            assert!(ask(&mut talk, "play black pass").is_err(), "twice is once too often");
            assert!(ask(&mut talk, "undo").is_ok());
            assert_eq!(ask(&mut talk, "genmove black").as_deref(), Ok("pass"));
        }
        let Choice::Move(m) = Choice::read(&ask(&mut talk, "genmove white").expect("a move")) else {
            panic!("no move")
        };
        position.play(&m).expect("a legal move of White");
        for _ in 0..=usize::from(sends_pass) {
            assert!(ask(&mut talk, "undo").is_ok());
        }
        assert_eq!(ask(&mut talk, "showboard"), Ok(before));
    }
}

#[test]
fn it_plays_whole_games_on_boards_of_any_size_and_scores_them() {
    for (size, seed_moves) in [(4, 0), (6, 1), (8, 2), (10, 3)] {
        let mut talk = Talk::new("reversi", "random", Protocol::Gtp);
        assert!(ask(&mut talk, &format!("boardsize {size}")).is_ok());
        let mut position = start(&format!("reversi:{size}x{size}")).expect("a game");
        for _ in 0..seed_moves {
            let m = position.moves()[0].clone();
            assert!(ask(&mut talk, &format!("play {} {m}", colour(position.ply()))).is_ok());
            position.play(&m).expect("legal");
        }
        while position.outcome().is_none() {
            assert_eq!(ask(&mut talk, "final_score"), Err("cannot score".to_owned()));
            let m = ask(&mut talk, &format!("genmove {}", colour(position.ply()))).expect("a move");
            position.play(&m).expect("a legal move");
        }
        let text = position.text();
        let n_discs = |letter| text[..text.len() - 2].matches(letter).count() as i32;
        let (margin, empty) = (n_discs('x') - n_discs('o'), n_discs('.'));
        let expected = match margin.signum() {
            1 => format!("B+{}", margin + empty),
            -1 => format!("W+{}", empty - margin),
            _ => "0".to_owned(),
        };
        assert_eq!(ask(&mut talk, "final_score"), Ok(expected));
        assert_eq!(ask(&mut talk, "genmove black").as_deref(), Ok("pass"), "the game is over");
    }
}

fn colour(ply: usize) -> &'static str {
    ["black", "white"][ply % 2]
}

#[test]
fn clocks_are_obeyed() {
    for (settings, at_most) in [
        (&["time_settings 0 1 5"][..], 300),
        (&["time_settings 0 60 1", "time_left white 2 10"][..], 300),
        (&["time_settings 60 0 0", "time_left white 3 0"][..], 400),
        (&["time_settings 1 0 0"][..], 300),
        (&["time_settings 10 0 0", "time_left white 0 0"][..], 200),
    ] {
        let mut talk = Talk::new("reversi", "engine", Protocol::Gtp);
        assert!(ask(&mut talk, "play black f5").is_ok());
        for line in settings {
            assert!(ask(&mut talk, line).is_ok(), "{line}");
        }
        let begun = Instant::now();
        assert!(ask(&mut talk, "genmove white").is_ok());
        let time = begun.elapsed();
        assert!(time < Duration::from_millis(at_most + 300), "{settings:?}: {time:?}");
    }
}

#[test]
fn a_script_gets_all_its_answers_before_the_end() {
    let mut talk = Talk::new("reversi", "engine@depth=4", Protocol::Gtp);
    for line in ["genmove black", "genmove white", "genmove black", "showboard"] {
        talk.send(line);
    }
    let (_, said) = talk.close();
    let mut reader = ResponseReader::default();
    let answers: Vec<_> = said.iter().filter_map(|line| reader.line(line).expect("an answer of GTP")).collect();
    assert_eq!(answers.len(), 4, "{said:?}");
    assert!(answers.iter().all(|answer| answer.result.is_ok()));
}
