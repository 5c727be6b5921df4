//! The Go Text Protocol, version 2, as programs for Othello speak it.
//!
//! ```text
//! > 1 play black F5        a command, with a number if the sender likes
//! < =1                     success; an empty line ends every answer
//! <
//! > genmove white
//! < = D6
//! <
//! > play white a9
//! < ? illegal move         failure, with a reason
//! <
//! ```
//!
//! Black moves first. Columns are letters and rows are numbers from the top, as Plyscope writes them. GTP knows passes,
//! but programs for Othello disagree on them: `gtp-rhino` answers `genmove` with `pass` and takes `play black pass` for
//! a syntax error, because after every move it gives the turn to the side that can move; Edax passes by itself when a
//! command names the other colour. So a pass is never sent ([`play`]).

use std::fmt;

use plyscope_core::{BadInput, Side};

use crate::board;

/// A command from the program in charge to the engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Command {
    /// Its number, which the answer repeats.
    pub id: Option<u32>,
    /// What to do.
    pub name: String,
    /// To what.
    pub arguments: Vec<String>,
}

impl Command {
    /// A command without a number.
    pub fn new(name: &str, arguments: &[&str]) -> Command {
        let arguments = arguments.iter().map(|&argument| argument.to_owned()).collect();
        Command { id: None, name: name.to_owned(), arguments }
    }

    /// Reads a line; `None` if it is empty or only a comment.
    pub fn read(line: &str) -> Option<Command> {
        let line = line.split('#').next().unwrap_or_default();
        let visible: String =
            line.chars().map(|c| if c == '\t' { ' ' } else { c }).filter(|c| !c.is_control()).collect();
        let mut words = visible.split_whitespace().peekable();
        // A number that does not fit is a command that nobody knows.
        let id = words.peek().and_then(|word| word.parse().ok());
        if id.is_some() {
            words.next();
        }
        let name = words.next().unwrap_or_default().to_owned();
        (id.is_some() || !name.is_empty()).then(|| Command { id, name, arguments: words.map(str::to_owned).collect() })
    }
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(id) = self.id {
            write!(f, "{id} ")?;
        }
        f.write_str(&self.name)?;
        self.arguments.iter().try_for_each(|argument| write!(f, " {argument}"))
    }
}

/// The answer to a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Response {
    /// The number of the command.
    pub id: Option<u32>,
    /// What was asked for, or why not.
    pub result: Result<String, String>,
}

impl fmt::Display for Response {
    /// All lines with the empty one at the end, but without the last line feed.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (sign, text) = match &self.result {
            Ok(text) => ('=', text),
            Err(text) => ('?', text),
        };
        write!(f, "{sign}")?;
        if let Some(id) = self.id {
            write!(f, "{id}")?;
        }
        // An empty line within the text would end the answer.
        let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
        if lines.is_empty() { writeln!(f) } else { writeln!(f, " {}", lines.join("\n")) }
    }
}

/// Puts answers together from lines.
#[derive(Debug, Default)]
pub struct ResponseReader {
    lines: Vec<String>,
}

impl ResponseReader {
    /// Takes the next line; the answer if this line ends one. Lines before the one with = or ? are no part of it: some
    /// engines write remarks of their own there.
    ///
    /// # Errors
    /// If no line of an answer begins with = or ?. The reader then waits for the next one.
    pub fn line(&mut self, line: &str) -> Result<Option<Response>, BadInput> {
        let line = line.trim_end_matches(['\r', '\n']);
        if !line.trim().is_empty() {
            self.lines.push(line.to_owned());
            return Ok(None);
        }
        let mut lines = std::mem::take(&mut self.lines).into_iter().peekable();
        let Some(remark) = lines.peek().cloned() else { return Ok(None) };
        let Some(first) = lines.find(|line| line.starts_with(['=', '?'])) else {
            return Err(BadInput::new(format!("{remark:?} is no answer of GTP: it begins with neither = nor ?")));
        };
        let is_success = first.starts_with('=');
        let n_digits = first[1..].bytes().take_while(u8::is_ascii_digit).count();
        let id = first[1..=n_digits].parse().ok();
        let head = first[1 + n_digits..].trim();
        let texts: Vec<String> = std::iter::once(head.to_owned()).chain(lines).collect();
        let text = texts.join("\n").trim().to_owned();
        Ok(Some(Response { id, result: if is_success { Ok(text) } else { Err(text) } }))
    }
}

/// The colour of a side.
pub const fn colour(side: Side) -> &'static str {
    match side {
        Side::First => "black",
        Side::Second => "white",
    }
}

/// The side of a colour: `black`, `white`, `b` or `w`, in small or capital letters.
pub fn read_colour(text: &str) -> Option<Side> {
    match text.to_ascii_lowercase().as_str() {
        "black" | "b" => Some(Side::First),
        "white" | "w" => Some(Side::Second),
        _ => None,
    }
}

/// A move as GTP writes it: `F5`, `pass`.
pub fn vertex(m: &str) -> String {
    if m == PASS { m.to_owned() } else { m.to_ascii_uppercase() }
}

const PASS: &str = "pass";

/// What `genmove` answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Choice {
    /// A move, in Plyscope's notation.
    Move(String),
    /// It gives up.
    Resign,
}

impl Choice {
    /// Reads `F5`, `pass` or `resign`.
    pub fn read(text: &str) -> Choice {
        match text.trim().to_ascii_lowercase() {
            word if word == "resign" => Choice::Resign,
            word if word == "pa" => Choice::Move(PASS.to_owned()),
            word => Choice::Move(word),
        }
    }
}

/// The command that tells a program of a move; none for a pass, which it finds out by itself.
pub fn play(side: Side, m: &str) -> Option<Command> {
    (m != PASS).then(|| Command::new("play", &[colour(side), &vertex(m)]))
}

/// The board size of a canonical spec.
///
/// # Errors
/// If the game is not Reversi on a square board that begins with four discs.
pub fn board_size(spec: &str) -> Result<usize, BadInput> {
    match board::size(spec, "reversi") {
        Some((rows, columns, "")) if rows == columns => Ok(rows),
        _ => Err(BadInput::new(format!(
            "GTP cannot play {spec}: it knows Reversi on square boards, such as reversi:8x8; the protocol lines knows \
             all games"
        ))),
    }
}
