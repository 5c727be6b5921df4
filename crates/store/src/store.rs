//! The runs of a database.

use std::path::Path;

use rusqlite::{Connection, OptionalExtension, Row, params};

use crate::database::{Database, check_place};
use crate::lock::RunLock;
use crate::totals::count_games;
use crate::{NewRun, Opening, Pairing, Player, Run, RunId, Setup, Status, StoreError, Writer};

/// A database of runs, for reading. Any number of processes can read while others write.
pub struct Store {
    pub(crate) database: Database,
}

impl Store {
    /// Opens an existing database.
    pub fn open(path: impl AsRef<Path>) -> Result<Store, StoreError> {
        Ok(Store { database: Database::open(path.as_ref())? })
    }

    /// Opens a database for writing, and creates it if it does not exist.
    pub fn open_or_create(path: impl AsRef<Path>) -> Result<Store, StoreError> {
        Ok(Store { database: Database::open_or_create(path.as_ref())? })
    }

    /// Checks whether a database can be created at this path, without creating it: the folder must exist, and the path
    /// itself must not be a folder.
    pub fn check_place(path: impl AsRef<Path>) -> Result<(), StoreError> {
        check_place(path.as_ref())
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.database.path
    }

    /// All runs, the oldest first.
    pub fn runs(&self) -> Result<Vec<Run>, StoreError> {
        self.database.explain(self.select_runs("", []))
    }

    /// One run.
    pub fn run(&self, id: RunId) -> Result<Run, StoreError> {
        let found = self.database.explain(self.select_runs("WHERE id = ?1", [id]))?;
        found.into_iter().next().ok_or_else(|| self.unknown(id))
    }

    /// The players, pairings and openings of a run.
    pub fn setup(&self, run: RunId) -> Result<Setup, StoreError> {
        self.check_exists(run)?;
        self.database.explain(read_setup(&self.database.connection, run))
    }

    /// The runs that are not finished with their fingerprints, the newest first.
    pub fn unfinished(&self) -> Result<Vec<(RunId, String)>, StoreError> {
        let sql = "SELECT id, fingerprint FROM runs WHERE status <> 'finished' ORDER BY id DESC";
        let read = || {
            let mut statement = self.database.connection.prepare(sql)?;
            statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?.collect()
        };
        self.database.explain(read())
    }

    /// Stores a new run and starts writing it. The store must have been opened for writing.
    pub fn start(&self, run: &NewRun) -> Result<Writer, StoreError> {
        Writer::start(self.path(), run)
    }

    /// Continues an unfinished run, or adds to a finished one. This is an error while another process plays the run.
    pub fn resume(&self, run: RunId) -> Result<Writer, StoreError> {
        self.check_exists(run)?;
        Writer::resume(self.path(), run)
    }

    /// The id of a pairing, which is the upper half of the keys of its games.
    pub(crate) fn pairing_id(&self, run: RunId, pairing: u32) -> Result<i64, StoreError> {
        let sql = "SELECT id FROM pairings WHERE run = ?1 AND number = ?2";
        let id = self.database.connection.query_row(sql, params![run, pairing], |row| row.get(0)).optional();
        self.database.explain(id)?.ok_or_else(|| match self.check_exists(run) {
            Err(error) => error,
            Ok(()) => StoreError::new(format!("run {run} of {} has no pairing {pairing}", self.path().display())),
        })
    }

    /// The ids of all pairings of a run, by index.
    pub(crate) fn pairing_ids(&self, run: RunId) -> Result<Vec<i64>, StoreError> {
        self.check_exists(run)?;
        self.database.explain(pairing_ids(&self.database.connection, run))
    }

    fn check_exists(&self, run: RunId) -> Result<(), StoreError> {
        let sql = "SELECT EXISTS (SELECT 1 FROM runs WHERE id = ?1)";
        let exists: bool = self.database.explain(self.database.connection.query_row(sql, [run], |row| row.get(0)))?;
        if exists { Ok(()) } else { Err(self.unknown(run)) }
    }

    fn select_runs(&self, condition: &str, parameters: impl rusqlite::Params) -> rusqlite::Result<Vec<Run>> {
        let connection = &self.database.connection;
        let sql = format!(
            "SELECT id, name, experiment, fingerprint, program, seed, status, created_ms, ended_ms,
             (SELECT coalesce(sum(planned), 0) FROM pairings WHERE run = runs.id) FROM runs {condition} ORDER BY id"
        );
        let mut statement = connection.prepare(&sql)?;
        let mut runs = statement.query_map(parameters, read_run)?.collect::<rusqlite::Result<Vec<Run>>>()?;
        for run in &mut runs {
            run.played = count_games(connection, &pairing_ids(connection, run.id)?)?;
            if run.status == Status::Running && !RunLock::is_taken(self.path(), run.id) {
                run.status = Status::Stopped;
            }
        }
        Ok(runs)
    }

    fn unknown(&self, id: RunId) -> StoreError {
        let sql = "SELECT max(id) FROM runs";
        let last: Option<i64> = self.database.connection.query_row(sql, [], |row| row.get(0)).unwrap_or_default();
        let known = last.map_or_else(|| "it has none".to_string(), |last| format!("the newest is {last}"));
        StoreError::new(format!("{} has no run {id}; {known}", self.path().display()))
    }
}

pub(crate) fn pairing_ids(connection: &Connection, run: RunId) -> rusqlite::Result<Vec<i64>> {
    let mut statement = connection.prepare_cached("SELECT id FROM pairings WHERE run = ?1 ORDER BY number")?;
    statement.query_map([run], |row| row.get(0))?.collect()
}

fn read_run(row: &Row<'_>) -> rusqlite::Result<Run> {
    let status: String = row.get(6)?;
    Ok(Run {
        id: row.get(0)?,
        name: row.get(1)?,
        experiment: row.get(2)?,
        fingerprint: row.get(3)?,
        program: row.get(4)?,
        seed: row.get::<_, i64>(5)?.cast_unsigned(),
        status: [Status::Stopped, Status::Finished]
            .into_iter()
            .find(|known| known.text() == status)
            .unwrap_or(Status::Running),
        created_ms: row.get(7)?,
        ended_ms: row.get(8)?,
        planned: row.get(9)?,
        played: 0,
    })
}

fn read_setup(connection: &Connection, run: RunId) -> rusqlite::Result<Setup> {
    let mut players = connection.prepare("SELECT name, spec FROM players WHERE run = ?1 ORDER BY number")?;
    let players = players.query_map([run], |row| Ok(Player { name: row.get(0)?, spec: row.get(1)? }))?;
    let mut pairings =
        connection.prepare("SELECT game, first, second, planned FROM pairings WHERE run = ?1 ORDER BY number")?;
    let pairings = pairings.query_map([run], |row| {
        Ok(Pairing { game: row.get(0)?, first: row.get(1)?, second: row.get(2)?, planned: row.get(3)? })
    })?;
    let mut openings = connection.prepare("SELECT name, text FROM openings WHERE run = ?1 ORDER BY number")?;
    let openings = openings.query_map([run], |row| Ok(Opening { name: row.get(0)?, text: row.get(1)? }))?;
    Ok(Setup {
        players: players.collect::<rusqlite::Result<_>>()?,
        pairings: pairings.collect::<rusqlite::Result<_>>()?,
        openings: openings.collect::<rusqlite::Result<_>>()?,
    })
}
