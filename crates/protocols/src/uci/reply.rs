//! What an engine says to the program in charge.

use plyscope_core::Verdict;

use crate::{Thought, first_word, name_after};

/// A line from an engine.
#[derive(Clone, Debug, PartialEq)]
pub enum Reply {
    /// `id name …`.
    Name(String),
    /// `option name … type …`: an option that it has, and the rest of the line.
    Option {
        /// Its name.
        name: String,
        /// Its type, default, bounds and values, as sent.
        about: String,
    },
    /// It has introduced itself.
    UciOk,
    /// It is ready.
    ReadyOk,
    /// What it thinks.
    Info(Thought),
    /// The move to play, as UCI writes it; `None` if it says that there is none.
    BestMove(Option<String>),
    /// Anything else.
    Other,
}

impl Reply {
    /// Reads a line.
    pub fn read(line: &str) -> Reply {
        let (word, rest) = first_word(line);
        match word {
            "id" => name_after(rest, "name").map_or(Reply::Other, |name| Reply::Name(name.to_owned())),
            "option" => read_option(rest),
            "uciok" => Reply::UciOk,
            "readyok" => Reply::ReadyOk,
            "info" => read_info(rest).map_or(Reply::Other, Reply::Info),
            "bestmove" => {
                let m = rest.split_whitespace().next().filter(|m| !matches!(*m, "(none)" | "0000" | "none"));
                Reply::BestMove(m.map(str::to_owned))
            }
            _ => Reply::Other,
        }
    }
}

fn read_option(text: &str) -> Reply {
    let Some(text) = text.strip_prefix("name ") else { return Reply::Other };
    let (name, about) = text.split_once(" type ").unwrap_or((text, ""));
    Reply::Option { name: name.trim().to_owned(), about: about.trim().to_owned() }
}

/// `None` if the line says nothing about the search, or only about a second-best line.
fn read_info(text: &str) -> Option<Thought> {
    let (mut thought, mut words) = (Thought::default(), text.split_whitespace());
    while let Some(word) = words.next() {
        match word {
            "string" => break,
            "multipv" => {
                let rank = words.next();
                if rank != Some("1") {
                    return None;
                }
            }
            "depth" => thought.depth = words.next()?.parse().ok(),
            "nodes" => thought.nodes = words.next()?.parse().ok(),
            "score" => thought.value = read_score(words.next()?, words.next()?),
            "pv" => thought.line = words.by_ref().map(str::to_owned).collect(),
            _ => {}
        }
    }
    (thought != Thought::default()).then_some(thought)
}

/// Hundredths of a pawn, or moves of the winner until the end: the loser moves as often, the winner of the moment moves
/// last.
fn read_score(unit: &str, number: &str) -> Option<Verdict> {
    let number: i32 = number.parse().ok()?;
    match unit {
        "cp" => Some(Verdict::Estimate(f64::from(number) / 100.0)),
        "mate" if number > 0 => Some(Verdict::Win(2 * number.unsigned_abs() - 1)),
        "mate" => Some(Verdict::Loss(number.unsigned_abs().checked_mul(2)?)),
        _ => None,
    }
}

/// The value of a position as `info` has it: `cp 150`, `mate 3`, `mate -2`.
pub fn score(value: Verdict) -> String {
    match value {
        Verdict::Win(plies) => format!("mate {}", plies.div_ceil(2)),
        Verdict::Loss(plies) => format!("mate -{}", plies.div_ceil(2)),
        Verdict::Draw => "cp 0".to_owned(),
        // Programs read whole numbers; heuristics may be of any size.
        Verdict::Estimate(value) => format!("cp {}", (value * 100.0).round().clamp(-1e6, 1e6)),
    }
}
