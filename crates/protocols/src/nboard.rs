//! The protocol of NBoard, a board for Othello, version 2.
//!
//! ```text
//! > nboard 2
//! > set depth 6
//! < set myname Plyscope
//! > set game (;GM[Othello]…;)
//! > ping 1
//! < pong 1                          also when it was thinking: then it stops first
//! > go
//! < === F5/0.50/1.2                 the move, its value and the seconds it took; the board changes only by `move`
//! > hint 2
//! < search F5D6 0.50 0 6            a line, its value for the side to move, 0 and the depth
//! ```

use std::fmt;
use std::time::Duration;

use plyscope_core::{BadInput, Verdict};

use crate::{Thought, board, first_word, name_after};

/// Whether NBoard can show a game of a canonical spec.
///
/// # Errors
/// If it cannot.
pub fn check(spec: &str) -> Result<(), BadInput> {
    match board::size(spec, "reversi") {
        Some((8, 8, "")) => Ok(()),
        _ => Err(BadInput::new(format!(
            "NBoard cannot play {spec}: it knows only reversi:8x8; the protocol lines knows all games"
        ))),
    }
}

/// A move as NBoard writes it: `F5`, `PA` for a pass.
pub fn move_text(m: &str) -> String {
    if m == "pass" { "PA".to_owned() } else { m.to_ascii_uppercase() }
}

/// The move of a text such as `F5`, `PA` or `F5/0.50/1.2`, in Plyscope's notation.
pub fn read_move(text: &str) -> String {
    let m = text.split('/').next().unwrap_or_default().trim().to_ascii_lowercase();
    if m == "pa" { "pass".to_owned() } else { m }
}

/// A line from the board to the engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Request {
    /// The version of the protocol.
    Hello(u32),
    /// How many plies to look ahead.
    Depth(u32),
    /// The game, in GGF.
    Game(String),
    /// A move was made, in Plyscope's notation.
    Move(String),
    /// Show the values of this many moves.
    Hint(u32),
    /// Choose a move.
    Go,
    /// Stop thinking, and answer with this number.
    Ping(u32),
    /// Learn from the game.
    Learn,
    /// End.
    Quit,
}

impl Request {
    /// Reads a line; `None` if it is empty or not known, which the protocol asks to ignore.
    pub fn read(line: &str) -> Option<Request> {
        let (word, rest) = first_word(line);
        match word {
            "nboard" => rest.parse().ok().map(Request::Hello),
            "set" => {
                let (name, value) = first_word(rest);
                match name {
                    "depth" => value.parse().ok().map(Request::Depth),
                    "game" => Some(Request::Game(value.to_owned())),
                    _ => None,
                }
            }
            "move" if !rest.is_empty() => Some(Request::Move(read_move(rest))),
            "hint" => Some(Request::Hint(rest.parse().unwrap_or(1))),
            "go" => Some(Request::Go),
            "ping" => rest.parse().ok().map(Request::Ping),
            "learn" => Some(Request::Learn),
            "quit" => Some(Request::Quit),
            // Version 1.1 of the board sends the move alone.
            _ => is_move(word).then(|| Request::Move(read_move(word))),
        }
    }
}

fn is_move(word: &str) -> bool {
    matches!(word.to_ascii_uppercase().as_bytes(), b"PA" | [b'A'..=b'H', b'1'..=b'8', ..]) && word.len() == 2
}

impl fmt::Display for Request {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Request::Hello(version) => write!(f, "nboard {version}"),
            Request::Depth(plies) => write!(f, "set depth {plies}"),
            Request::Game(ggf) => write!(f, "set game {ggf}"),
            Request::Move(m) => write!(f, "move {}", move_text(m)),
            Request::Hint(moves) => write!(f, "hint {moves}"),
            Request::Go => f.write_str("go"),
            Request::Ping(number) => write!(f, "ping {number}"),
            Request::Learn => f.write_str("learn"),
            Request::Quit => f.write_str("quit"),
        }
    }
}

/// A line from the engine to the board.
#[derive(Clone, Debug, PartialEq)]
pub enum Reply {
    /// `set myname …`.
    Name(String),
    /// `pong N`.
    Pong(u32),
    /// The move that it would play, in Plyscope's notation, and what it is worth.
    Move(String, Thought),
    /// What it thinks, of the line that begins with this move.
    Search(Thought),
    /// How many positions it has visited.
    NodeStats(Thought),
    /// Anything else.
    Other,
}

impl Reply {
    /// Reads a line.
    pub fn read(line: &str) -> Reply {
        let (word, rest) = first_word(line);
        match word {
            "set" => name_after(rest, "myname").map_or(Reply::Other, |name| Reply::Name(name.to_owned())),
            "pong" => rest.parse().map_or(Reply::Other, Reply::Pong),
            "===" => read_choice(rest),
            "search" | "book" => read_search(rest).map_or(Reply::Other, Reply::Search),
            "nodestats" => {
                // The count is a floating-point number.
                let nodes = rest.split_whitespace().next().and_then(|count| count.parse::<f64>().ok());
                let nodes = nodes.filter(|count| *count >= 0.0).map(|count| count as u64);
                Reply::NodeStats(Thought { nodes, ..Thought::default() })
            }
            _ => Reply::Other,
        }
    }
}

/// `F5/0.50/1.2`; Edax has spaces instead of strokes.
fn read_choice(text: &str) -> Reply {
    let mut parts = text.split(['/', ' ']).map(str::trim).filter(|part| !part.is_empty());
    let Some(m) = parts.next() else { return Reply::Other };
    let value = parts.next().and_then(|value| value.parse().ok()).map(Verdict::Estimate);
    Reply::Move(read_move(m), Thought { value, ..Thought::default() })
}

/// `F5D6 0.50 0 6 anything`; the value may be a pair, for draws to Black and to White.
fn read_search(text: &str) -> Option<Thought> {
    let mut words = text.split_whitespace();
    let line = split_line(words.next()?);
    let value = words.next()?.trim_start_matches('(').split(',').next()?.parse().ok().map(Verdict::Estimate);
    let depth = words.nth(1).and_then(|depth| depth.trim_end_matches('%').parse().ok());
    Some(Thought { depth, nodes: None, value, line })
}

/// The moves of `F5D6PA` or `F5-D6-PA`.
fn split_line(text: &str) -> Vec<String> {
    let letters: Vec<char> = text.chars().filter(|c| c.is_ascii_alphanumeric()).collect();
    letters.chunks(2).map(|pair| read_move(&pair.iter().collect::<String>())).collect()
}

/// The answer to `go`.
pub fn choice(m: &str, value: f64, time: Duration) -> String {
    format!("=== {}/{value:.2}/{:.2}", move_text(m), time.as_secs_f64())
}

/// A line of thought, for `hint`.
pub fn search(line: &[String], value: f64, depth: u32) -> String {
    let line: String = line.iter().map(|m| move_text(m)).collect();
    format!("search {line} {value:.2} 0 {depth}")
}
