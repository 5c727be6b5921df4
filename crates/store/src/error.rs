//! Error messages for databases that cannot be used: one sentence that names the file and the remedy.

use std::fmt;
use std::path::Path;

use rusqlite::ErrorCode;

/// One sentence that names the file, the problem and the remedy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoreError(String);

impl StoreError {
    pub(crate) fn new(sentence: impl Into<String>) -> Self {
        StoreError(sentence.into())
    }

    /// A file of another kind.
    pub(crate) fn not_ours(path: &Path) -> Self {
        StoreError(format!(
            "{} is not a database of Plyscope: use another file; this one was not changed",
            path.display()
        ))
    }

    /// A database with contents that Plyscope never writes.
    pub(crate) fn changed(path: &Path, what: &str) -> Self {
        StoreError(format!(
            "{} is damaged or was changed by another program ({what}): use a backup, or another file",
            path.display()
        ))
    }

    /// Explains an error of SQLite to the user.
    pub(crate) fn explain(path: &Path, error: &rusqlite::Error) -> Self {
        let file = path.display();
        let sentence = match error.sqlite_error_code() {
            Some(ErrorCode::DiskFull) => {
                format!("no space is left for {file}: free some and resume; all games reported as stored are safe")
            }
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => {
                format!("{file} is locked by another process: try again when it is done, or use another file")
            }
            Some(ErrorCode::ReadOnly) => {
                format!("{file} cannot be written: allow writing to it and to its folder, or use another file")
            }
            Some(ErrorCode::CannotOpen | ErrorCode::PermissionDenied) => {
                format!("{file} cannot be opened: allow reading and writing there, or use another file")
            }
            Some(ErrorCode::NotADatabase) => return StoreError::not_ours(path),
            Some(ErrorCode::DatabaseCorrupt) => {
                format!(
                    "{file} is damaged ({error}): use a copy of it, or save what is left with `sqlite3 {file} .recover`"
                )
            }
            Some(ErrorCode::SystemIoFailure) => {
                format!(
                    "reading or writing {file} failed ({error}): check that the disk works, that it is not full and \
                     that files may grow (ulimit -f), then resume; all games reported as stored are safe"
                )
            }
            _ => return StoreError::changed(path, &error.to_string()),
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
