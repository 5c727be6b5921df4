//! What the program in charge says to an engine.

use std::fmt;

use super::Go;
use crate::first_word;

/// A line from the program in charge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Request {
    /// Speak UCI, and introduce yourself.
    Uci,
    /// Say more, or no longer.
    Debug(bool),
    /// Answer when everything before this is done.
    IsReady,
    /// Set an option; buttons have no value.
    SetOption {
        /// Its name, which may have spaces.
        name: String,
        /// Its value, which may have spaces.
        value: Option<String>,
    },
    /// The next position is of another game.
    NewGame,
    /// Search this position from now on.
    Position {
        /// Where the game began; `None` for the start position.
        fen: Option<String>,
        /// The moves since then, as UCI writes them.
        moves: Vec<String>,
    },
    /// Search.
    Go(Go),
    /// Answer now.
    Stop,
    /// The expected move was played.
    PonderHit,
    /// Show the board, as Stockfish does.
    Show,
    /// End.
    Quit,
}

impl Request {
    /// Reads a line; `None` if it is empty or not understood.
    pub fn read(line: &str) -> Option<Request> {
        // The protocol asks to skip unknown words until a known one comes.
        let mut rest = line.trim();
        while !rest.is_empty() {
            let (word, after) = first_word(rest);
            match word {
                "uci" => return Some(Request::Uci),
                "debug" => return Some(Request::Debug(after != "off")),
                "isready" => return Some(Request::IsReady),
                "setoption" => return read_option(after),
                "ucinewgame" => return Some(Request::NewGame),
                "position" => return read_position(after),
                "go" => return Some(Request::Go(Go::read(after))),
                "stop" => return Some(Request::Stop),
                "ponderhit" => return Some(Request::PonderHit),
                "d" => return Some(Request::Show),
                "quit" => return Some(Request::Quit),
                _ => rest = after,
            }
        }
        None
    }
}

fn read_option(text: &str) -> Option<Request> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let (&"name", words) = words.split_first()? else { return None };
    let at_value = words.iter().position(|&word| word == "value");
    let name = words[..at_value.unwrap_or(words.len())].join(" ");
    let value = at_value.map(|index| words[index + 1..].join(" "));
    (!name.is_empty()).then_some(Request::SetOption { name, value })
}

fn read_position(text: &str) -> Option<Request> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let at_moves = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
    let fen = match words[..at_moves].split_first()? {
        (&"startpos", []) => None,
        (&"fen", fen) if !fen.is_empty() => Some(fen.join(" ")),
        _ => return None,
    };
    Some(Request::Position { fen, moves: words.iter().skip(at_moves + 1).map(|&m| m.to_owned()).collect() })
}

impl fmt::Display for Request {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Request::Uci => f.write_str("uci"),
            Request::Debug(on) => write!(f, "debug {}", if *on { "on" } else { "off" }),
            Request::IsReady => f.write_str("isready"),
            Request::SetOption { name, value: None } => write!(f, "setoption name {name}"),
            Request::SetOption { name, value: Some(value) } => write!(f, "setoption name {name} value {value}"),
            Request::NewGame => f.write_str("ucinewgame"),
            Request::Position { fen, moves } => {
                match fen {
                    None => f.write_str("position startpos")?,
                    Some(fen) => write!(f, "position fen {fen}")?,
                }
                if moves.is_empty() { Ok(()) } else { write!(f, " moves {}", moves.join(" ")) }
            }
            Request::Go(go) => write!(f, "{go}"),
            Request::Stop => f.write_str("stop"),
            Request::PonderHit => f.write_str("ponderhit"),
            Request::Show => f.write_str("d"),
            Request::Quit => f.write_str("quit"),
        }
    }
}
