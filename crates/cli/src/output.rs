//! Printing, and what can go wrong with it.

use std::fmt;
use std::io::{self, Write};

use plyscope_arena::ArenaError;
use plyscope_core::BadInput;
use plyscope_store::StoreError;
use serde::Serialize;

/// Why a command could not do what it was asked.
#[derive(Debug)]
pub(crate) enum Failure {
    /// What was typed is not understood.
    Input(BadInput),
    /// A check found what it was looking for.
    Found(String),
    /// The store cannot be used.
    Store(String),
    /// Somebody stopped it; the sentence tells how to go on.
    Interrupted(String),
    /// Standard output was closed.
    OutputClosed,
    /// Standard output cannot be written.
    Output(io::Error),
}

impl Failure {
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

/// Prints text whose colours are dropped where they do not belong (NO_COLOR, files, pipes, dumb terminals).
pub(crate) fn print(text: &str) -> Result<(), Failure> {
    let mut out = anstream::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()?;
    Ok(())
}

/// Prints one JSON object.
pub(crate) fn print_json(value: &impl Serialize) -> Result<(), Failure> {
    let text = serde_json::to_string(value).map_err(io::Error::from)?;
    let mut out = io::stdout().lock();
    writeln!(out, "{text}")?;
    out.flush()?;
    Ok(())
}

/// Tells something on standard error that is not part of the result.
pub(crate) fn tell(sentence: &str) {
    // If standard error is gone, nobody is left to tell.
    let _ = writeln!(anstream::stderr(), "{sentence}");
}

/// Tells on standard error what went wrong.
pub(crate) fn complain(failure: &Failure) {
    if let Failure::Interrupted(sentence) = failure {
        return tell(sentence);
    }
    let style = anstyle::AnsiColor::Red.on_default().bold();
    // If even standard error is gone, nobody is left to tell.
    let _ = writeln!(anstream::stderr(), "{style}error{style:#}: {failure}");
}

/// A number with a thin comma every three digits, as people read it.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::grouped;

    #[test]
    fn digits_are_grouped_by_three() {
        assert_eq!(grouped(0), "0");
        assert_eq!(grouped(999), "999");
        assert_eq!(grouped(1000), "1,000");
        assert_eq!(grouped(1_234_567), "1,234,567");
    }
}
