//! Only one process plays a run. The operating system locks a file next to the database and releases it when the
//! process ends, even if it is killed; a row with a process number would stay behind.
//!
//! `X.db-lock-7` is locked while run 7 is played, and removed afterwards. If one process removed the file while another
//! was about to lock it, both could play; so locking and removing happen only while `X.db-lock` is briefly held.

use std::ffi::OsString;
use std::fs::{File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use crate::{RunId, StoreError};

pub(crate) struct RunLock {
    gate: PathBuf,
    path: PathBuf,
    file: Option<File>,
}

impl RunLock {
    /// Locks a run of a database. It is an error if another process holds the lock.
    pub(crate) fn take(database: &Path, run: RunId) -> Result<Self, StoreError> {
        let (gate, path) = paths(database, run);
        let failed = |error: io::Error| {
            StoreError::new(format!(
                "run {run} cannot be locked with the file {} ({error}): keep the database on a writable local disk",
                path.display()
            ))
        };
        let held_gate = open_locked(&gate).map_err(failed)?;
        let file = open(&path).map_err(failed)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(StoreError::new(format!(
                    "run {run} of {} is being played by another process: wait for it, or stop it and resume",
                    database.display()
                )));
            }
            Err(TryLockError::Error(error)) => return Err(failed(error)),
        }
        drop(held_gate);
        Ok(RunLock { gate, path, file: Some(file) })
    }

    /// Whether a process is playing this run.
    pub(crate) fn is_taken(database: &Path, run: RunId) -> bool {
        let (gate, path) = paths(database, run);
        if !path.exists() {
            return false;
        }
        // While holding the gate, so that this check never gets in the way of a process that takes the lock.
        let Ok(held_gate) = File::open(&gate) else { return false };
        if held_gate.lock().is_err() {
            return false;
        }
        let Ok(file) = File::open(&path) else { return false };
        matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock))
    }
}

impl Drop for RunLock {
    fn drop(&mut self) {
        let held_gate = open_locked(&self.gate);
        // Some systems cannot remove open files.
        drop(self.file.take());
        if held_gate.is_ok() {
            // A leftover file does no harm, because it is not locked.
            let _ = std::fs::remove_file(&self.path);
        }
    }
}

fn paths(database: &Path, run: RunId) -> (PathBuf, PathBuf) {
    let with = |suffix: &str| {
        let mut name = OsString::from(database);
        name.push(suffix);
        PathBuf::from(name)
    };
    (with("-lock"), with(&format!("-lock-{run}")))
}

fn open(path: &Path) -> io::Result<File> {
    OpenOptions::new().write(true).create(true).truncate(false).open(path)
}

fn open_locked(path: &Path) -> io::Result<File> {
    let file = open(path)?;
    file.lock()?;
    Ok(file)
}
