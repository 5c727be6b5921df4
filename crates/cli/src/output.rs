//! Printing, and the ways in which a command can fail.

use std::fmt;
use std::io::{self, Write};

use plyscope_arena::ArenaError;
use plyscope_core::BadInput;
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

/// Prints text. Colours are removed for NO_COLOR, files, pipes and dumb terminals.
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

/// Prints to standard error what is not part of the result.
pub(crate) fn tell(sentence: &str) {
    // If standard error is closed, there is nowhere to report it.
    let _ = writeln!(anstream::stderr(), "{sentence}");
}

/// Prints a failure to standard error.
pub(crate) fn complain(failure: &Failure) {
    if let Failure::Interrupted(sentence) = failure {
        return tell(sentence);
    }
    let style = anstyle::AnsiColor::Red.on_default().bold();
    // If standard error is closed, there is nowhere to report it.
    let _ = writeln!(anstream::stderr(), "{style}error{style:#}: {failure}");
}
