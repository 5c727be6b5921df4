//! The protocols of other game programs as text: messages, moves and positions, read and written.
//!
//! | protocol | game | moves | passes | positions |
//! | --- | --- | --- | --- | --- |
//! | [`lines`] | all | as Plyscope writes them | `pass` | as Plyscope writes them |
//! | [`gtp`] | Reversi | `F5` | follow from the turn | only moves |
//! | [`uci`] | Breakthrough | `a2a3` | – | FEN |
//! | [`nboard`] | Reversi | `F5` | `PA` | GGF ([`ggf`]) |
//!
//! Both directions are here, because both sides are played: programs of others are asked for moves, and Plyscope
//! answers as an engine. No processes, no clocks and no rules: what a message means for a game is decided elsewhere.

mod board;
pub mod ggf;
pub mod gtp;
pub mod lines;
pub mod nboard;
mod thought;
pub mod uci;

pub use thought::Thought;

use std::fmt;
use std::str::FromStr;

use plyscope_core::BadInput;

/// A protocol between Plyscope and another program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Protocol {
    /// Our own, for all games; docs/protocol.md describes it.
    Lines,
    /// The Go Text Protocol, as programs for Othello speak it.
    Gtp,
    /// The Universal Chess Interface with variants.
    Uci,
    /// The protocol of the board NBoard.
    Nboard,
}

impl Protocol {
    /// All of them.
    pub const ALL: [Protocol; 4] = [Protocol::Lines, Protocol::Gtp, Protocol::Uci, Protocol::Nboard];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Protocol::Lines => "lines",
            Protocol::Gtp => "gtp",
            Protocol::Uci => "uci",
            Protocol::Nboard => "nboard",
        }
    }

    /// Whether a game can be played by this protocol; the spec must be canonical.
    ///
    /// # Errors
    /// If it cannot, with the games that can.
    pub fn check(self, spec: &str) -> Result<(), BadInput> {
        match self {
            Protocol::Lines => Ok(()),
            Protocol::Gtp => gtp::board_size(spec).map(drop),
            Protocol::Uci => uci::Variant::of(spec).map(drop),
            Protocol::Nboard => nboard::check(spec),
        }
    }
}

impl fmt::Display for Protocol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Protocol {
    type Err = BadInput;

    fn from_str(text: &str) -> Result<Self, BadInput> {
        let found = Protocol::ALL.into_iter().find(|protocol| protocol.name() == text);
        found.ok_or_else(|| BadInput::unknown("protocol", text, Protocol::ALL.map(Protocol::name)))
    }
}

/// The first word of a line and what follows it.
fn first_word(line: &str) -> (&str, &str) {
    let line = line.trim();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    (word, rest.trim())
}

/// The name of an engine that says it after a word: `id name NAME`.
fn name_after<'a>(text: &'a str, word: &str) -> Option<&'a str> {
    let (first, name) = first_word(text);
    (first == word && !name.is_empty()).then_some(name)
}
