//! One process plays a run. The lock is one of the operating system on a file beside the database, so it ends with its process, however that ends; a row with a
//! process number would stay behind.
//!
//! `X.db-lock-7` is locked while run 7 is played, and removed at its end. Removing a file that another process is about to lock would let two
//! of them in, so both happen only while `X.db-lock` is held, for a moment.

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
    /// Locks a run of a database, or says who has it.
    pub(crate) fn take(database: &Path, run: RunId) -> Result<Self, StoreError> {
        let (gate, path) = paths(database, run);
        let failed = |error: io::Error| {
            StoreError::new(format!(
                "run {run} cannot be locked by the file {} ({error}): keep the database on a local disk where you may write",
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

    /// Whether some process plays this run.
    pub(crate) fn is_taken(database: &Path, run: RunId) -> bool {
        let (gate, path) = paths(database, run);
        if !path.exists() {
            return false;
        }
        // Behind the gate, so that looking never gets in the way of somebody who takes the lock.
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
        // Some systems remove no open file.
        drop(self.file.take());
        if held_gate.is_ok() {
            // A file that stays behind does no harm: it is not locked.
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
