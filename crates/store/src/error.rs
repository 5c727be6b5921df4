//! What a person is told when the database cannot be used: one sentence with the file and the remedy in it.

use std::fmt;
use std::path::Path;

use rusqlite::ErrorCode;

/// One clear sentence about what went wrong with which file, and what helps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoreError(String);

impl StoreError {
    pub(crate) fn new(sentence: impl Into<String>) -> Self {
        StoreError(sentence.into())
    }

    /// Says what an error of SQLite means for the person in front of the screen.
    pub(crate) fn explain(path: &Path, error: &rusqlite::Error) -> Self {
        let file = path.display();
        let sentence = match error.sqlite_error_code() {
            Some(ErrorCode::DiskFull) => format!(
                "no space is left for {file}: free some and resume; every game that was reported as stored is there"
            ),
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => {
                format!("{file} is locked by another process: try again when that one is done, or use another file")
            }
            Some(ErrorCode::ReadOnly) => {
                format!("{file} cannot be written: allow writing to it and to its folder, or use another file")
            }
            Some(ErrorCode::CannotOpen | ErrorCode::PermissionDenied) => {
                format!("{file} cannot be opened: allow reading and writing there, or use another file")
            }
            Some(ErrorCode::NotADatabase) => {
                format!("{file} is not a database of Plyscope: use another file, this one is left as it is")
            }
            Some(ErrorCode::DatabaseCorrupt) => {
                format!(
                    "{file} is damaged ({error}): use a copy of it, or save what is left with `sqlite3 {file} .recover`"
                )
            }
            Some(ErrorCode::SystemIoFailure) => {
                format!(
                    "reading or writing {file} failed ({error}): make sure that the disk is sound and not full, then resume"
                )
            }
            _ => format!("{file}: {error}"),
        };
        StoreError(sentence)
    }
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for StoreError {}
