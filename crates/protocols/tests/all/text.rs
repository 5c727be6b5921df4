//! Arbitrary text never makes a reader fail, and what was read is written so that it reads the same.

use plyscope_protocols::ggf::Game;
use plyscope_protocols::gtp::{Command, ResponseReader};
use plyscope_protocols::uci::{Go, Reply, Request, fen, move_text, read_fen};
use plyscope_protocols::{Protocol, nboard};
use proptest::prelude::*;

/// Text of the words of all protocols, and anything between them.
fn messages() -> impl Strategy<Value = String> {
    let word = prop_oneof![
        prop::sample::select(vec![
            "uci",
            "go",
            "position",
            "startpos",
            "fen",
            "moves",
            "setoption",
            "name",
            "value",
            "depth",
            "wtime",
            "-1",
            "info",
            "score",
            "cp",
            "mate",
            "pv",
            "multipv",
            "bestmove",
            "option",
            "type",
            "=",
            "?7",
            "play",
            "set",
            "game",
            "(;GM[Othello]",
            "BO[8 ",
            "BO[1 * *]",
            "B[PA]",
            ";)",
            "===",
            "search",
            "hint",
            "99999999999",
            "F5",
            "8/8 w",
            "#",
            "\t",
            "é",
            "x-",
            "1x",
        ])
        .prop_map(str::to_owned),
        ".{0,6}",
    ];
    prop::collection::vec(word, 0..12).prop_map(|words| words.join(" "))
}

proptest! {
    #[test]
    fn readers_never_fail(text in messages()) {
        let _ = (Reply::read(&text), nboard::Reply::read(&text), Game::read(&text), move_text(&text));
        let _ = (fen(&text), text.parse::<Protocol>(), ResponseReader::default().line(&text));
        if let Ok(position) = read_fen(&text) {
            prop_assert_eq!(read_fen(&fen(&position).expect("a board")), Ok(position));
        }
        if let Some(command) = Command::read(&text) {
            prop_assert_eq!(Command::read(&command.to_string()), Some(command));
        }
        if let Some(request) = Request::read(&text) {
            prop_assert_eq!(Request::read(&request.to_string()), Some(request));
        }
        if let Some(request) = nboard::Request::read(&text) {
            prop_assert_eq!(nboard::Request::read(&request.to_string()), Some(request));
        }
        let go = Go::read(&text);
        prop_assert_eq!(Go::read(go.to_string().trim_start_matches("go")), go);
    }

    #[test]
    fn answers_of_gtp_survive_any_lines(lines in prop::collection::vec(messages(), 0..6)) {
        let mut reader = ResponseReader::default();
        for line in lines {
            let _ = reader.line(&line);
        }
    }
}
