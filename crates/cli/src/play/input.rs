//! Lines that a person types: with editing, history and completion on a terminal, plain lines from a pipe.

use std::io::{BufRead, IsTerminal, Read};

use plyscope_core::BadInput;
use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{Behavior, Config, Context, Editor, Helper};

use crate::output::{print, print_aside};

/// The answer to a prompt.
pub(super) enum Input {
    Line(String),
    /// The end of the input.
    End,
    /// Ctrl-C.
    Interrupted,
}

/// The longest line that is read from a pipe, in bytes.
const MAX_LINE: u64 = 1 << 16;

/// Asks for lines.
pub(super) enum Reader {
    Terminal(Box<Editor<Words, MemHistory>>),
    Pipe {
        /// Whether prompts go to standard error.
        aside: bool,
    },
}

/// Completes moves and words.
pub(super) struct Words(Vec<String>);

impl Completer for Words {
    type Candidate = String;

    fn complete(&self, line: &str, pos: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        let typed = line[..pos].to_lowercase();
        Ok((0, self.0.iter().filter(|word| word.starts_with(&typed)).cloned().collect()))
    }
}

impl Hinter for Words {
    type Hint = String;
}

impl Highlighter for Words {}
impl Validator for Words {}
impl Helper for Words {}

impl Reader {
    /// A reader that leaves standard output alone if its prompts go `aside`.
    pub(super) fn new(aside: bool) -> Result<Reader, BadInput> {
        if !std::io::stdin().is_terminal() {
            return Ok(Reader::Pipe { aside });
        }
        let behaviour = if aside { Behavior::PreferTerm } else { Behavior::Stdio };
        let failed = |error: ReadlineError| BadInput::new(format!("cannot read from this terminal: {error}"));
        let editor =
            Editor::with_history(Config::builder().behavior(behaviour).build(), MemHistory::new()).map_err(failed)?;
        Ok(Reader::Terminal(Box::new(editor)))
    }

    /// Asks for a line; the words are completed by the tab key.
    pub(super) fn ask(&mut self, prompt: &str, words: Vec<String>) -> Result<Input, BadInput> {
        match self {
            Reader::Terminal(editor) => {
                editor.set_helper(Some(Words(words)));
                match editor.readline(prompt) {
                    Ok(line) => {
                        // A line that the history refuses can still be played.
                        let _ = editor.add_history_entry(&line);
                        Ok(Input::Line(line))
                    }
                    Err(ReadlineError::Eof) => Ok(Input::End),
                    Err(ReadlineError::Interrupted) => Ok(Input::Interrupted),
                    Err(error) => Err(BadInput::new(format!("cannot read from this terminal: {error}"))),
                }
            }
            Reader::Pipe { aside } => {
                // If the output is closed, the next print reports it.
                let _ = if *aside { print_aside(prompt) } else { print(prompt) };
                let mut line = String::new();
                match std::io::stdin().lock().take(MAX_LINE).read_line(&mut line) {
                    Ok(0) => Ok(Input::End),
                    Ok(n) if n as u64 == MAX_LINE => {
                        Err(BadInput::new(format!("a line of the input is longer than {MAX_LINE} bytes")))
                    }
                    Ok(_) => Ok(Input::Line(line)),
                    Err(error) => Err(BadInput::new(format!("cannot read standard input: {error}"))),
                }
            }
        }
    }
}
