//! The `lines` protocol, version 1. docs/protocol.md specifies it; this is its grammar.
//!
//! ```
//! use plyscope_protocols::lines::{Request, RequestReader, ToProgram};
//!
//! let mut reader = RequestReader::default();
//! let text = "game tictactoe\nside x\nposition .../.../... x\nplayed\nlegal a1 b1\ntime 1000\ngo\n";
//! let asked = text.lines().find_map(|line| match reader.read(line) {
//!     Some(ToProgram::Go(request)) => Some(*request),
//!     _ => None,
//! });
//! assert_eq!(asked.unwrap().legal, ["a1", "b1"]);
//! ```

use std::fmt::{self, Write as _};
use std::time::Duration;

use plyscope_core::{Side, Verdict};

use crate::{Thought, first_word};

/// The version that this module speaks.
pub const VERSION: u32 = 1;
/// The most bytes of a line, with its end.
pub const MAX_LINE: usize = 1 << 16;
/// The most bytes of all lines of one answer.
pub const MAX_ANSWER: usize = 1 << 20;

/// Everything that a program is told when it is asked for a move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Request {
    /// The spec of the game.
    pub game: String,
    /// The side to move, which is the program's.
    pub side: Option<Side>,
    /// The position as text.
    pub position: String,
    /// The moves since the start of the game or its opening.
    pub played: Vec<String>,
    /// The legal moves.
    pub legal: Vec<String>,
    /// How long the answer may take.
    pub time: Option<Duration>,
    /// The clock for the whole game: what is left, what the move adds, and what is left to the opponent, if it has a
    /// clock as well. The time is then a fair share.
    pub clock: Option<Clock>,
    /// How far a search should look ahead, in plies.
    pub depth: Option<u32>,
    /// How many positions a search should visit.
    pub nodes: Option<u64>,
}

/// A clock for the whole game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// What is left to the program.
    pub left: Duration,
    /// What the move adds.
    pub increment: Duration,
    /// What is left to its opponent.
    pub opponent: Option<Duration>,
}

impl Clock {
    /// Reads milliseconds: `60000 1000 58500`. The increment and the opponent's clock may be missing.
    fn read(text: &str) -> Option<Clock> {
        let mut numbers = text.split_whitespace().map(|word| word.parse().ok().map(Duration::from_millis));
        let left = numbers.next()??;
        let increment = numbers.next().unwrap_or(Some(Duration::ZERO))?;
        Some(Clock { left, increment, opponent: numbers.next().flatten() })
    }
}

impl Request {
    /// The rows of the board, from the top.
    pub fn rows(&self) -> impl Iterator<Item = &str> {
        self.position.split_once(' ').map_or(&self.position[..], |(board, _)| board).split('/')
    }
}

/// The lines from `game` to `go`.
impl fmt::Display for Request {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "game {}", self.game)?;
        if let Some(side) = self.side {
            writeln!(f, "side {}", side.letter())?;
        }
        writeln!(f, "position {}", self.position)?;
        words(f, "board", self.rows())?;
        words(f, "played", self.played.iter().map(String::as_str))?;
        words(f, "legal", self.legal.iter().map(String::as_str))?;
        if let Some(time) = self.time {
            writeln!(f, "time {}", time.as_millis())?;
        }
        if let Some(clock) = self.clock {
            write!(f, "clock {} {}", clock.left.as_millis(), clock.increment.as_millis())?;
            clock.opponent.map_or(Ok(()), |left| write!(f, " {}", left.as_millis()))?;
            f.write_char('\n')?;
        }
        if let Some(depth) = self.depth {
            writeln!(f, "depth {depth}")?;
        }
        if let Some(nodes) = self.nodes {
            writeln!(f, "nodes {nodes}")?;
        }
        f.write_str("go\n")
    }
}

fn words<'a>(f: &mut fmt::Formatter<'_>, key: &str, words: impl Iterator<Item = &'a str>) -> fmt::Result {
    f.write_str(key)?;
    words.into_iter().try_for_each(|word| write!(f, " {word}"))?;
    f.write_char('\n')
}

/// What a program is told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ToProgram {
    /// The protocol and its version, which is to be answered with [`FromProgram::Hello`].
    Hello(u32),
    /// A new game begins.
    New,
    /// A complete request, which is to be answered with a move.
    Go(Box<Request>),
    /// The program should end.
    Quit,
}

/// Collects the lines of requests, for the side that answers them.
#[derive(Clone, Debug, Default)]
pub struct RequestReader {
    request: Request,
}

impl RequestReader {
    /// Takes in a line without its end; `None` if the message goes on or the line is unknown. Values that cannot be
    /// read count as not given.
    pub fn read(&mut self, line: &str) -> Option<ToProgram> {
        let (key, rest) = first_word(line);
        let list = || rest.split_whitespace().map(str::to_owned).collect();
        match key {
            "lines" => return Some(ToProgram::Hello(rest.split(' ').next()?.parse().ok()?)),
            "new" => return Some(ToProgram::New),
            "quit" => return Some(ToProgram::Quit),
            "go" => return Some(ToProgram::Go(Box::new(std::mem::take(&mut self.request)))),
            "game" => self.request.game = rest.to_owned(),
            "side" => self.request.side = rest.chars().next().and_then(Side::from_letter),
            "position" => self.request.position = rest.to_owned(),
            "played" => self.request.played = list(),
            "legal" => self.request.legal = list(),
            "time" => self.request.time = rest.parse().ok().map(Duration::from_millis),
            "clock" => self.request.clock = Clock::read(rest),
            "depth" => self.request.depth = rest.parse().ok(),
            "nodes" => self.request.nodes = rest.parse().ok(),
            _ => {}
        }
        None
    }
}

/// What a program says.
#[derive(Clone, Debug, PartialEq)]
pub enum FromProgram {
    /// The version that it speaks, and its name.
    Hello {
        /// The version.
        version: u32,
        /// The name; may be empty.
        name: String,
    },
    /// The move that it plays.
    Move(String),
    /// What it thought.
    Info(Info),
    /// It gives the game up.
    Resign,
    /// It cannot answer, with its reason.
    Error(String),
}

impl FromProgram {
    /// What a line without its end says; `None` if it is not part of the protocol.
    pub fn read(line: &str) -> Option<Self> {
        let (key, rest) = first_word(line);
        Some(match key {
            "lines" => {
                let (version, name) = rest.split_once(' ').unwrap_or((rest, ""));
                FromProgram::Hello { version: version.parse().ok()?, name: name.trim().to_owned() }
            }
            "move" if !rest.is_empty() => FromProgram::Move(rest.to_owned()),
            "info" => FromProgram::Info(Info::read(rest)),
            "resign" => FromProgram::Resign,
            "error" => FromProgram::Error(rest.to_owned()),
            _ => return None,
        })
    }
}

/// One line, with its end.
impl fmt::Display for FromProgram {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FromProgram::Hello { version, name } => writeln!(f, "{}", format!("lines {version} {name}").trim_end()),
            FromProgram::Move(text) => writeln!(f, "move {text}"),
            FromProgram::Info(info) => writeln!(f, "info{info}"),
            FromProgram::Resign => f.write_str("resign\n"),
            FromProgram::Error(sentence) => writeln!(f, "error {}", sentence.replace(['\n', '\r'], " ")),
        }
    }
}

/// What a program reports of its search. A line of the protocol can have either moves or a text, because both take all
/// that follows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Info {
    /// Depth, nodes, value and the moves it expects.
    pub thought: Thought,
    /// A remark for people.
    pub text: Option<String>,
}

impl Info {
    /// Reads what follows the word `info`. Unknown pairs and values that are no numbers are left out.
    fn read(mut rest: &str) -> Self {
        let mut info = Info::default();
        let thought = &mut info.thought;
        while let Some((key, after)) = next_word(rest) {
            match key {
                "line" => {
                    thought.line = after.split_whitespace().map(str::to_owned).collect();
                    break;
                }
                "text" => {
                    info.text = Some(after.trim().to_owned());
                    break;
                }
                _ => {}
            }
            let Some((value, after)) = next_word(after) else { break };
            match key {
                "depth" => thought.depth = value.parse().ok(),
                "nodes" => thought.nodes = value.parse().ok(),
                "value" => {
                    thought.value = value.parse().ok().filter(|number: &f64| number.is_finite()).map(Verdict::Estimate);
                }
                _ => {}
            }
            rest = after;
        }
        info
    }

    /// Takes over what a later line says.
    pub fn update(&mut self, later: Info) {
        self.thought.update(later.thought);
        self.text = later.text.or(self.text.take());
    }
}

/// The pairs, each after a space. A proven result has no number in this protocol and is left out.
impl fmt::Display for Info {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Thought { depth, nodes, value, line } = &self.thought;
        if let Some(depth) = depth {
            write!(f, " depth {depth}")?;
        }
        if let Some(nodes) = nodes {
            write!(f, " nodes {nodes}")?;
        }
        if let Some(Verdict::Estimate(value)) = value {
            write!(f, " value {value}")?;
        }
        if !line.is_empty() {
            return write!(f, " line {}", line.join(" "));
        }
        match &self.text {
            Some(text) => write!(f, " text {}", text.replace(['\n', '\r'], " ")),
            None => Ok(()),
        }
    }
}

fn next_word(text: &str) -> Option<(&str, &str)> {
    let text = text.trim_start();
    let end = text.find(char::is_whitespace).unwrap_or(text.len());
    (end > 0).then(|| text.split_at(end))
}
