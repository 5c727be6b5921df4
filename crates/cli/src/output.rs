//! Printing, and the ways in which a command can fail.

use std::borrow::Cow;
use std::ffi::OsString;
use std::fmt;
use std::io::{self, Write};

use plyscope_arena::ArenaError;
use plyscope_core::{BadInput, Interrupted};
use plyscope_files::{Exports, printable_lines};
use plyscope_store::StoreError;
pub(crate) use plyscope_view::grouped;
use serde::Serialize;

/// Why a command failed.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The arguments are not understood.
    Input(BadInput),
    /// A check found a fault.
    Found(String),
    /// The store cannot be used.
    Store(String),
    /// It was interrupted; the sentence says how to continue.
    Interrupted(String),
    /// Standard output was closed.
    OutputClosed,
    /// Standard output cannot be written.
    Output(io::Error),
}

impl Failure {
    /// A command that was stopped before it had a result.
    pub(crate) fn stopped(why: Interrupted, cancelled: &str, out_of_time: &str) -> Failure {
        match why {
            Interrupted::Cancelled => Failure::Interrupted(cancelled.to_owned()),
            Interrupted::Time => Failure::Found(out_of_time.to_owned()),
        }
    }

    pub(crate) fn exit_code(&self) -> u8 {
        match self {
            Failure::Input(_) | Failure::Store(_) => 2,
            Failure::Interrupted(_) => crate::interrupt::INTERRUPTED,
            Failure::Found(_) | Failure::OutputClosed | Failure::Output(_) => 1,
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Input(error) => error.fmt(f),
            Failure::Store(what) | Failure::Interrupted(what) => f.write_str(what),
            Failure::Found(what) => f.write_str(what),
            Failure::OutputClosed => f.write_str("standard output was closed"),
            Failure::Output(error) => write!(f, "cannot write to standard output: {error}"),
        }
    }
}

impl From<BadInput> for Failure {
    fn from(error: BadInput) -> Self {
        Failure::Input(error)
    }
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        Failure::Store(error.to_string())
    }
}

impl From<ArenaError> for Failure {
    fn from(error: ArenaError) -> Self {
        match error {
            ArenaError::Input(error) => Failure::Input(error),
            ArenaError::Store(error) => error.into(),
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe { Failure::OutputClosed } else { Failure::Output(error) }
    }
}

/// Prints text. Colours are removed for NO_COLOR, files, pipes and dumb terminals; all other control characters are
/// escaped.
pub(crate) fn print(text: &str) -> Result<(), Failure> {
    let mut out = anstream::stdout().lock();
    out.write_all(keeping_styles(text).as_bytes())?;
    out.flush()?;
    Ok(())
}

/// Prints text to standard error, with the colours of [`print()`].
pub(crate) fn print_aside(text: &str) -> Result<(), Failure> {
    let mut out = anstream::stderr().lock();
    out.write_all(keeping_styles(text).as_bytes())?;
    out.flush()?;
    Ok(())
}

/// Prints a file that the program itself made, such as a script, as it is.
pub(crate) fn print_file(bytes: &[u8]) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    out.write_all(bytes)?;
    out.flush()?;
    Ok(())
}

/// Escapes control characters except those of colours and styles.
fn keeping_styles(text: &str) -> Cow<'_, str> {
    if !text.contains('\x1B') {
        return printable_lines(text);
    }
    let mut safe = String::with_capacity(text.len());
    for (index, part) in text.split("\x1B[").enumerate() {
        let end = part.find(|c: char| !c.is_ascii_digit() && c != ';').filter(|&end| part[end..].starts_with('m'));
        match end {
            _ if index == 0 => safe.push_str(&printable_lines(part)),
            Some(end) => {
                safe.push_str("\x1B[");
                safe.push_str(&part[..=end]);
                safe.push_str(&printable_lines(&part[end + 1..]));
            }
            None => safe.push_str(&printable_lines(&format!("\x1B[{part}"))),
        }
    }
    Cow::Owned(safe)
}

/// Checks the files of a command before it works, and that standard output has only one use.
pub(crate) fn check_exports(exports: &Exports, json: bool) -> Result<(), BadInput> {
    if json && exports.use_stdout() {
        return Err(BadInput::new("standard output cannot hold both JSON and a file: name a file instead of -"));
    }
    exports.check()
}

/// Prints one JSON object.
pub(crate) fn print_json(value: &impl Serialize) -> Result<(), Failure> {
    let text = serde_json::to_string(value).map_err(io::Error::from)?;
    let mut out = io::stdout().lock();
    writeln!(out, "{text}")?;
    out.flush()?;
    Ok(())
}

/// Prints to standard error what is not part of the result.
pub(crate) fn tell(sentence: &str) {
    // If standard error is closed, there is nowhere to report it.
    let _ = writeln!(anstream::stderr(), "{}", printable_lines(sentence));
}

/// Explains wrong arguments, or prints the help that they ask for, and ends the program.
pub(crate) fn refuse_arguments(error: &clap::Error, words: &[OsString]) -> ! {
    if !error.use_stderr() {
        error.exit()
    }
    let has_control = |word: &OsString| word.to_string_lossy().contains(char::is_control);
    let text = if words.iter().any(has_control) {
        // The message quotes the arguments, so it is printed without colours and escaped.
        printable_lines(&error.render().to_string()).into_owned()
    } else {
        error.render().ansi().to_string()
    };
    // If standard error is closed, there is nowhere to report it.
    let _ = write!(anstream::stderr(), "{}", in_plain_words(&text));
    std::process::exit(error.exit_code())
}

/// The standard library's words about numbers, in those of this program.
fn in_plain_words(text: &str) -> String {
    text.replace("number too large to fit in target type", "the number is too large")
        .replace("invalid digit found in string", "not a whole number")
        .replace("cannot parse integer from empty string", "not a whole number")
}

/// Prints a failure to standard error.
pub(crate) fn complain(failure: &Failure) {
    if let Failure::Interrupted(sentence) = failure {
        return tell(sentence);
    }
    let style = anstyle::AnsiColor::Red.on_default().bold();
    // If standard error is closed, there is nowhere to report it.
    let sentence = failure.to_string();
    let _ = writeln!(anstream::stderr(), "{style}error{style:#}: {}", printable_lines(&sentence));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn styles_pass_and_other_control_characters_do_not() {
        let styled = "\x1B[1mbold\x1B[0m and \x1B[38;5;3mcoloured\x1B[0m\n";
        assert_eq!(keeping_styles(styled), styled);
        assert_eq!(keeping_styles("a\x1B[2Jb\x1B]0;title\x07c\x1B"), "a\\u{1b}[2Jb\\u{1b}]0;title\\u{7}c\\u{1b}");
        assert_eq!(keeping_styles("\x1B[1mx\r\x1B["), "\x1B[1mx\\r\\u{1b}[");
    }
}
