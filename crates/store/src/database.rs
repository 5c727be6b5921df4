//! Opening the file: is it a database of Plyscope, which version, and can it be written?

use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::{Duration, Instant};

use rusqlite::{Connection, ErrorCode, OpenFlags, Transaction, TransactionBehavior};

use crate::StoreError;
use crate::schema::{APPLICATION_ID, MIGRATIONS};

/// How long to wait for another process before giving up. A writer holds the file for as long as a batch and the disk
/// take.
const PATIENCE: Duration = Duration::from_secs(3);

/// The cache of each connection, in KiB.
const CACHE_KIB: i64 = 32 * 1024;

/// Pages (of 4 kB) in the write-ahead log before they are moved into the database. Fewer would move the same pages
/// repeatedly. With 16 times as many, games of 169 pairings were stored up to a quarter faster, but the log takes 128
/// MB and every reader has to search it.
const CHECKPOINT_PAGES: i64 = 2048;

/// A connection to a database of Plyscope with the current tables.
pub(crate) struct Database {
    pub(crate) connection: Connection,
    pub(crate) path: PathBuf,
}

impl Database {
    /// Opens an existing database. Reading works even if nothing can be written.
    pub(crate) fn open(path: &Path) -> Result<Self, StoreError> {
        check_place(path)?;
        if !path.exists() {
            return Err(StoreError::new(format!(
                "there is no database {}: name another one, or play an experiment first",
                path.display()
            )));
        }
        let found = connect(path, OpenFlags::empty()).and_then(|connection| {
            let identity = Identity::read(&connection)?;
            Ok((connection, identity))
        });
        let (mut connection, identity) = match found {
            Err(error) if is_about_writing(&error) => open_where_nothing_can_be_written(path)?,
            other => other.map_err(|error| StoreError::explain(path, &error))?,
        };
        if identity.is_blank() {
            return Err(StoreError::new(format!("{} is empty: name another file", path.display())));
        }
        if identity.check(path)? < MIGRATIONS.len() {
            migrate(&mut connection, path)?;
        }
        Database::ready(connection, path)
    }

    /// Opens a database for writing, and creates it if it does not exist.
    pub(crate) fn open_or_create(path: &Path) -> Result<Self, StoreError> {
        check_place(path)?;
        let explain = |error: rusqlite::Error| StoreError::explain(path, &error);
        let mut connection = connect(path, OpenFlags::SQLITE_OPEN_CREATE).map_err(explain)?;
        let identity = Identity::read(&connection).map_err(explain)?;
        if !identity.is_blank() {
            identity.check(path)?;
        }
        switch_to_log(&connection).map_err(explain)?;
        migrate(&mut connection, path)?;
        Database::ready(connection, path)
    }

    fn ready(connection: Connection, path: &Path) -> Result<Self, StoreError> {
        let set = |name: &str, value: i64| {
            connection.pragma_update(None, name, value).map_err(|error| StoreError::explain(path, &error))
        };
        set("foreign_keys", 1)?;
        set("cache_size", -CACHE_KIB)?;
        set("wal_autocheckpoint", CHECKPOINT_PAGES)?;
        // Wait for the disk at the end of every transaction. macOS needs `fullfsync` for that; other systems ignore it.
        set("synchronous", 2)?;
        set("fullfsync", 1)?;
        set("checkpoint_fullfsync", 1)?;
        // Two names of one file must share their locks.
        let path = path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
        Ok(Database { connection, path })
    }

    /// Turns an error of SQLite into a sentence.
    pub(crate) fn explain<T>(&self, result: rusqlite::Result<T>) -> Result<T, StoreError> {
        result.map_err(|error| StoreError::explain(&self.path, &error))
    }
}

/// What a file says about itself.
struct Identity {
    application: i32,
    version: i64,
    n_tables: i64,
}

impl Identity {
    /// In one transaction, because another process may be creating the file.
    fn read(connection: &Connection) -> rusqlite::Result<Self> {
        let transaction = connection.unchecked_transaction()?;
        let identity = Identity::read_within(&transaction)?;
        transaction.commit()?;
        Ok(identity)
    }

    fn read_within(connection: &Transaction<'_>) -> rusqlite::Result<Self> {
        Ok(Identity {
            application: connection.pragma_query_value(None, "application_id", |row| row.get(0))?,
            version: connection.pragma_query_value(None, "user_version", |row| row.get(0))?,
            n_tables: connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?,
        })
    }

    /// An empty file, or one whose creation was interrupted.
    fn is_blank(&self) -> bool {
        self.application == 0 && self.version == 0 && self.n_tables == 0
    }

    /// The version of the database, if it is a database of Plyscope and not newer than this program.
    fn check(&self, path: &Path) -> Result<usize, StoreError> {
        let file = path.display();
        if self.application != APPLICATION_ID {
            return Err(StoreError::new(format!(
                "{file} is a database of another program: use another file; this one was not changed"
            )));
        }
        match usize::try_from(self.version) {
            Ok(version) if (1..=MIGRATIONS.len()).contains(&version) => Ok(version),
            _ => Err(StoreError::new(format!(
                "{file} was written by a newer Plyscope (its format is {}, this program knows up to {}): update \
                 Plyscope, or use another file",
                self.version,
                MIGRATIONS.len()
            ))),
        }
    }
}

/// Switches to the write-ahead log, once and for all. SQLite does not wait if two processes do so at the same moment,
/// so this function does.
fn switch_to_log(connection: &Connection) -> rusqlite::Result<()> {
    let begin = Instant::now();
    loop {
        match connection.pragma_update(None, "journal_mode", "wal") {
            Err(error) if is_busy(&error) && begin.elapsed() < PATIENCE => sleep(Duration::from_millis(5)),
            other => return other,
        }
    }
}

fn is_busy(error: &rusqlite::Error) -> bool {
    error.sqlite_error_code() == Some(ErrorCode::DatabaseBusy)
}

/// Runs the missing migrations in one transaction, so that a database is never between two versions.
fn migrate(connection: &mut Connection, path: &Path) -> Result<(), StoreError> {
    let explain = |error: rusqlite::Error| StoreError::explain(path, &error);
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(explain)?;
    // Read again, because another process may have migrated it meanwhile.
    let identity = Identity::read_within(&transaction).map_err(explain)?;
    let taken = if identity.is_blank() { 0 } else { identity.check(path)? };
    if taken == MIGRATIONS.len() {
        return Ok(());
    }
    for step in &MIGRATIONS[taken..] {
        transaction.execute_batch(step).map_err(explain)?;
    }
    transaction.pragma_update(None, "application_id", APPLICATION_ID).map_err(explain)?;
    transaction.pragma_update(None, "user_version", MIGRATIONS.len() as i64).map_err(explain)?;
    transaction.commit().map_err(explain)
}

pub(crate) fn check_place(path: &Path) -> Result<(), StoreError> {
    if path.is_dir() {
        return Err(StoreError::new(format!("{} is a folder: name a file in it", path.display())));
    }
    match path.parent() {
        Some(folder) if folder != Path::new("") && !folder.is_dir() => {
            Err(StoreError::new(format!("there is no folder {}: make it, or name another file", folder.display())))
        }
        _ => Ok(()),
    }
}

fn connect(path: &Path, more: OpenFlags) -> rusqlite::Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX | more;
    let connection = Connection::open_with_flags(path, flags)?;
    connection.busy_timeout(PATIENCE)?;
    Ok(connection)
}

/// Readers write too: the shared-memory file next to the database.
fn is_about_writing(error: &rusqlite::Error) -> bool {
    matches!(error.sqlite_error_code(), Some(ErrorCode::CannotOpen | ErrorCode::ReadOnly))
}

/// Opens a database in a folder where no files can be created. No process can write there, so the file is opened as
/// immutable; but games that a killed writer left in the log would be missing.
fn open_where_nothing_can_be_written(path: &Path) -> Result<(Connection, Identity), StoreError> {
    let explain = |error: rusqlite::Error| StoreError::explain(path, &error);
    let mut log = path.as_os_str().to_owned();
    log.push("-wal");
    let log = PathBuf::from(log);
    if log.metadata().is_ok_and(|log| log.len() > 0) {
        return Err(StoreError::new(format!(
            "{} cannot be read where nothing can be written, because some of its games are still in {}: copy both \
             files to another folder",
            path.display(),
            log.display()
        )));
    }
    let escaped = path.to_string_lossy().replace('%', "%25").replace('?', "%3f").replace('#', "%23");
    let uri = format!("file:{escaped}?immutable=1");
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(uri, flags).map_err(explain)?;
    let identity = Identity::read(&connection).map_err(explain)?;
    Ok((connection, identity))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The settings stored in the file are tested in `tests/all/opening.rs`.
    #[test]
    fn the_settings_are_those_that_keep_games_safe() {
        let folder = tempfile::tempdir().unwrap();
        let database = Database::open_or_create(&folder.path().join("settings.db")).unwrap();
        let setting =
            |name: &str| -> i64 { database.connection.pragma_query_value(None, name, |row| row.get(0)).unwrap() };
        // 2 is FULL: <https://www.sqlite.org/pragma.html#pragma_synchronous>.
        assert_eq!(setting("synchronous"), 2);
        assert_eq!(setting("foreign_keys"), 1);
        assert_eq!(setting("fullfsync"), 1);
    }

    /// A process that opens a file while another creates it must see it before or after, never in between.
    #[test]
    fn several_threads_can_create_the_same_file() {
        let folder = tempfile::tempdir().unwrap();
        for round in 0..60 {
            let path = folder.path().join(format!("{round}.db"));
            std::thread::scope(|scope| {
                let makers: Vec<_> =
                    (0..4).map(|_| scope.spawn(|| Database::open_or_create(&path).map(|_| ()))).collect();
                for maker in makers {
                    assert_eq!(maker.join().unwrap().map_err(|error| error.to_string()), Ok(()), "round {round}");
                }
            });
        }
    }
}
