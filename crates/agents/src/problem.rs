//! What is wrong with a player, in words for the person who wrote it.

use plyscope_registry::Fault;
use serde::Serialize;

/// Something that a player does wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Problem {
    /// What was asked, and what is wrong with the answer.
    pub what: String,
    /// The answer, or what was seen of the program instead.
    pub answer: String,
    /// What to do about it.
    pub hint: String,
}

impl Problem {
    pub(crate) fn new(what: String, answer: &str, hint: &str) -> Problem {
        Problem { what, answer: answer.to_owned(), hint: hint.to_owned() }
    }

    /// A question without an answer; `asked` says when it was.
    pub(crate) fn fault(asked: &str, fault: Fault, words: &str) -> Problem {
        let (what, hint) = match fault {
            Fault::NoStart => (
                "the program does not start",
                "Run the command of agent.toml by hand in that folder and type `lines 1`: it must answer \
                 `lines 1 NAME`, and every answer must be flushed.",
            ),
            Fault::Crash => (
                "the program ended instead of answering",
                "Its last words on standard error say where; run it by hand and type the request.",
            ),
            Fault::Timeout => (
                "no answer in time",
                "Answer every `go`, flush the output after it, and look at the line `time`: it says how many \
                 milliseconds there are.",
            ),
            Fault::BadAnswer => (
                "this is no answer",
                "After `go` print `move` and one of the legal moves on one line; `info …` may come before it, and \
                 everything else belongs on standard error.",
            ),
            Fault::IllegalMove => ("this move is not legal", ILLEGAL),
            Fault::Resigned => ("it gives up", "Only resign games that are lost; here the game had just begun."),
        };
        Problem::new(format!("{asked}: {what}"), words, hint)
    }
}

pub(crate) const ILLEGAL: &str =
    "Choose one of the words after `legal`: they are all legal moves of this request, and only of this one.";
