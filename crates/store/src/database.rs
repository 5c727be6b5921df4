//! Opening the file: is it a database of Plyscope, which version, and can it be written?

use std::cell::Cell;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::{Duration, Instant};

use rusqlite::config::DbConfig;
use rusqlite::{Connection, ErrorCode, OpenFlags, Transaction, TransactionBehavior};

use crate::StoreError;
use crate::schema::{APPLICATION_ID, MIGRATIONS, VIEWS_OF_VERSIONS};

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
    /// The file behind the path when it was opened.
    file: Option<FileId>,
    /// Its length when it was last looked at.
    length: Cell<u64>,
}

impl Database {
    /// Opens an existing database. Reading works even if nothing can be written.
    pub(crate) fn open(path: &Path) -> Result<Self, StoreError> {
        let none = || match path.exists() {
            true => empty(path),
            false => StoreError::new(format!(
                "there is no database {}: name another one, or play an experiment first",
                path.display()
            )),
        };
        Database::open_if_begun(path)?.ok_or_else(none)
    }

    /// Opens an existing database for reading, without writing to it or to the log next to it.
    pub(crate) fn open_untouched(path: &Path) -> Result<Self, StoreError> {
        check_place(path)?;
        if !path.exists() {
            return Err(StoreError::new(format!("there is no database {}", path.display())));
        }
        if has_log(path) {
            let explain = |error: rusqlite::Error| match is_about_writing(&error) {
                true => log_out_of_reach(path),
                false => StoreError::explain(path, &error),
            };
            let connection = connect(path, OpenFlags::empty()).map_err(explain)?;
            Identity::read(&connection).map_err(explain)?;
            // Without this, the last connection moves the log into the database when it closes.
            connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true).map_err(explain)?;
            let database = Database::as_it_is(connection, path)?;
            database.explain(database.connection.pragma_update(None, "query_only", 1))?;
            return Ok(database);
        }
        Database::as_it_is(connect_immutably(path)?, path)
    }

    /// A database that cannot or must not be migrated.
    fn as_it_is(connection: Connection, path: &Path) -> Result<Self, StoreError> {
        let explain = |error: rusqlite::Error| StoreError::explain(path, &error);
        let identity = Identity::read(&connection).map_err(explain)?;
        for views in VIEWS_OF_VERSIONS.get(identity.version_of(path)? - 1).copied().unwrap_or_default() {
            connection.execute_batch(views).map_err(explain)?;
        }
        Database::ready(connection, path)
    }

    /// The same for a database that another process may be creating: `None` until its tables are there.
    pub(crate) fn open_if_begun(path: &Path) -> Result<Option<Self>, StoreError> {
        check_place(path)?;
        if !path.exists() {
            return Ok(None);
        }
        let found = connect(path, OpenFlags::empty()).and_then(|connection| {
            let identity = Identity::read(&connection)?;
            Ok((connection, identity))
        });
        match found {
            Err(error) if is_about_writing(&error) => open_where_nothing_can_be_written(path).map(Some),
            Ok((_, identity)) if identity.is_blank() => Ok(None),
            other => {
                let (mut connection, identity) = other.map_err(|error| StoreError::explain(path, &error))?;
                if identity.check(path)? < MIGRATIONS.len() {
                    migrate(&mut connection, path)?;
                }
                Database::ready(connection, path).map(Some)
            }
        }
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
        // Finds more damaged pages: a row number in one could end the reading of a pairing early, without an error.
        set("cell_size_check", 1)?;
        set("wal_autocheckpoint", CHECKPOINT_PAGES)?;
        // Wait for the disk at the end of every transaction. macOS needs `fullfsync` for that; other systems ignore it.
        set("synchronous", 2)?;
        set("fullfsync", 1)?;
        set("checkpoint_fullfsync", 1)?;
        // Two names of one file must share their locks.
        let path = path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
        let file = FileId::of(&path);
        Ok(Database { connection, path, file, length: Cell::new(0) })
    }

    /// What happened to the file since it was opened, if it is not in its place or not whole any more. What is written
    /// from then on would disappear with this process.
    pub(crate) fn harm(&self) -> Option<&'static str> {
        let Ok(about) = std::fs::metadata(&self.path) else { return Some("was deleted") };
        let before = self.length.replace(about.len());
        match FileId::of(&self.path) == self.file {
            false => Some("was replaced"),
            // Only VACUUM makes a sound database shorter.
            true if about.len() < before && !self.is_sound() => Some("was truncated"),
            true => None,
        }
    }

    /// Reads the whole database to find out.
    fn is_sound(&self) -> bool {
        let verdict: rusqlite::Result<String> =
            self.connection.pragma_query_value(None, "quick_check", |row| row.get(0));
        verdict.is_ok_and(|verdict| verdict == "ok")
    }

    /// The write-ahead log, which must stay next to the database for as long as it is open. `None` if there is none.
    pub(crate) fn log(&self) -> Option<FileId> {
        FileId::of(&beside(&self.path, "-wal"))
    }

    /// Writes everything to a new file next to a database that was harmed, and returns the sentence that says so. `log`
    /// is the log of this connection.
    pub(crate) fn rescue(&self, harm: &str, log: Option<FileId>) -> StoreError {
        let path = self.path.display();
        let what = format!("{path} {harm} while games were being stored in it");
        let free = (1..1000).map(|number| rescue_path(&self.path, number)).find(|path| !path.exists());
        let Some(free) = free else {
            return StoreError::new(format!(
                "{what}, and no free file name was found next to it for a copy of its contents"
            ));
        };
        if let Err(error) = self.connection.execute("VACUUM INTO ?1", [free.to_string_lossy()]) {
            return StoreError::new(format!(
                "{what}, and its contents could not be written to a new file next to it ({error})"
            ));
        }
        if log.is_some() && log == self.log() {
            // It belongs to the file that is gone; SQLite would apply it to any other file of this name. If it cannot
            // be removed, there is nothing else to do.
            let _ = std::fs::remove_file(beside(&self.path, "-wal"));
            let _ = std::fs::remove_file(beside(&self.path, "-shm"));
        }
        let free = free.display();
        StoreError::new(format!("{what}: its contents were saved to {free}; continue with --db {free} --resume"))
    }

    /// Turns an error of SQLite into a sentence.
    pub(crate) fn explain<T>(&self, result: rusqlite::Result<T>) -> Result<T, StoreError> {
        result.map_err(|error| StoreError::explain(&self.path, &error))
    }
}

/// The name for what is left of a database: `results.db` becomes `results.recovered.db`, then `results.recovered-2.db`.
fn rescue_path(path: &Path, number: u32) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let numbered = if number == 1 { String::new() } else { format!("-{number}") };
    path.with_file_name(format!("{stem}.recovered{numbered}.db"))
}

/// A file that SQLite keeps next to a database.
fn beside(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    PathBuf::from(name)
}

/// A file apart from its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct FileId(u64, u64);

impl FileId {
    /// `None` if there is no file.
    #[cfg(unix)]
    fn of(path: &Path) -> Option<FileId> {
        use std::os::unix::fs::MetadataExt;
        std::fs::metadata(path).ok().map(|about| FileId(about.dev(), about.ino()))
    }

    /// Other systems do not let an open file be replaced.
    #[cfg(not(unix))]
    fn of(path: &Path) -> Option<FileId> {
        path.exists().then_some(FileId(0, 0))
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

    /// The same for a file that must not be empty.
    fn version_of(&self, path: &Path) -> Result<usize, StoreError> {
        if self.is_blank() {
            return Err(empty(path));
        }
        self.check(path)
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

fn empty(path: &Path) -> StoreError {
    StoreError::new(format!(
        "{} is an empty database, without any runs; play an experiment with it, or name another file",
        path.display()
    ))
}

pub(crate) fn check_place(path: &Path) -> Result<(), StoreError> {
    if path.is_dir() {
        return Err(StoreError::new(format!("{} is a folder: name a file in it", path.display())));
    }
    if path.exists() && !may_be_database(path) {
        return Err(StoreError::not_ours(path));
    }
    match path.parent() {
        Some(folder) if folder != Path::new("") && !folder.is_dir() => {
            Err(StoreError::new(format!("there is no folder {}: make it, or name another file", folder.display())))
        }
        _ => Ok(()),
    }
}

/// Whether a file is empty or begins as databases do. One that cannot be read is explained when it is opened.
fn may_be_database(path: &Path) -> bool {
    const HEAD: &[u8] = b"SQLite format 3\0";
    let mut head = Vec::new();
    match std::fs::metadata(path) {
        Ok(about) if !about.is_file() => false,
        _ => match File::open(path).and_then(|file| file.take(HEAD.len() as u64).read_to_end(&mut head)) {
            Ok(_) => head.is_empty() || head == HEAD,
            Err(_) => true,
        },
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
fn open_where_nothing_can_be_written(path: &Path) -> Result<Database, StoreError> {
    if has_log(path) {
        return Err(log_out_of_reach(path));
    }
    Database::as_it_is(connect_immutably(path)?, path)
}

fn log_out_of_reach(path: &Path) -> StoreError {
    StoreError::new(format!(
        "{} cannot be read in a read-only folder, because some of its games are still in {}: copy both files to \
         another folder",
        path.display(),
        beside(path, "-wal").display()
    ))
}

/// Whether some games may be in the log next to a database.
fn has_log(path: &Path) -> bool {
    beside(path, "-wal").metadata().is_ok_and(|log| log.len() > 0)
}

/// Opens a file that nobody writes. Nothing is created next to it.
fn connect_immutably(path: &Path) -> Result<Connection, StoreError> {
    let escaped = path.to_string_lossy().replace('%', "%25").replace('?', "%3f").replace('#', "%23");
    let uri = format!("file:{escaped}?immutable=1");
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    Connection::open_with_flags(uri, flags).map_err(|error| StoreError::explain(path, &error))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Forfeits, Store};

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

    /// Games of older versions can be read where the file can be migrated and where it cannot.
    #[test]
    fn databases_of_older_versions_can_be_read() {
        (1..MIGRATIONS.len()).for_each(check_version);
    }

    fn check_version(version: usize) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("old.db");
        let old = Connection::open(&path).unwrap();
        MIGRATIONS[..version].iter().for_each(|step| old.execute_batch(step).unwrap());
        old.pragma_update(None, "application_id", APPLICATION_ID).unwrap();
        old.pragma_update(None, "user_version", version as i64).unwrap();
        old.execute_batch(
            "INSERT INTO runs (id, name, experiment, fingerprint, program, seed, status, created_ms, ended_ms)
            VALUES (1, 'old', '', '', '', 1, 'finished', 0, 0);
            INSERT INTO players VALUES (1, 0, 'a', 'random');
            INSERT INTO pairings (id, run, number, game, first, second, planned) VALUES (1, 1, 0, 'pawn', 0, 0, 1);
            INSERT INTO reasons VALUES (1, 'error');
            INSERT INTO games (id, result, forfeit, plies, first_nodes, second_nodes, first_time_us, second_time_us,
                first_depth_sum, second_depth_sum, moves_hash, reason, opening, seed, moves)
            VALUES (1 << 32, 0, 1, 4, 9, 9, 9, 9, 9, 9, 5, 1, NULL, 7, x'0102');",
        )
        .unwrap();
        drop(old);
        let read_only = Store { database: open_where_nothing_can_be_written(&path).unwrap() };
        let before = (read_only.game(1, 0, 0).unwrap(), read_only.totals(1).unwrap());
        assert_eq!(before.0.as_ref().map(|game| (game.plies, game.counts)), Some((4, None)));
        let lost = Forfeits { seat: 0, reason: "error".into(), games: 1, words: None };
        assert_eq!((before.1[0].games, &before.1[0].forfeits), (1, &vec![lost]));
        assert_eq!((before.1[0].seats[0].moves, before.1[0].seats[0].counted), (3, 0));
        drop(read_only);
        let store = Store { database: Database::open(&path).unwrap() };
        assert_eq!((store.game(1, 0, 0).unwrap(), store.totals(1).unwrap()), before);
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
