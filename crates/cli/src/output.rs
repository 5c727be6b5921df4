//! Printing, and what can go wrong with it.

use std::fmt;
use std::io::{self, Write};

use plyscope_core::BadInput;
use serde::Serialize;

/// Why a command could not do what it was asked.
#[derive(Debug)]
pub(crate) enum Failure {
    /// What was typed is not understood.
    Input(BadInput),
    /// A check found what it was looking for.
    Found(String),
    /// Standard output was closed.
    OutputClosed,
    /// Standard output cannot be written.
    Output(io::Error),
}

impl Failure {
    pub(crate) fn exit_code(&self) -> u8 {
        match self {
            Failure::Input(_) => 2,
            Failure::Found(_) | Failure::OutputClosed | Failure::Output(_) => 1,
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Input(error) => error.fmt(f),
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

/// Tells on standard error what went wrong.
pub(crate) fn complain(failure: &Failure) {
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
