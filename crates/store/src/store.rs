//! The runs of a database.

use std::path::Path;

use rusqlite::{Connection, OptionalExtension, Row, params};

use crate::database::{Database, check_place};
use crate::lock::RunLock;
use crate::totals::count_games;
use crate::{NewRun, Opening, Pairing, Player, Run, RunId, Setup, Shard, Status, StoreError, Writer};

/// A database of runs, for reading. Any number of processes can read while others write.
pub struct Store {
    pub(crate) database: Database,
}

impl Store {
    /// Opens an existing database.
    pub fn open(path: impl AsRef<Path>) -> Result<Store, StoreError> {
        Ok(Store { database: Database::open(path.as_ref())? })
    }

    /// Opens a database that another process may be about to create; `None` until its tables are there.
    pub fn open_if_begun(path: impl AsRef<Path>) -> Result<Option<Store>, StoreError> {
        Ok(Database::open_if_begun(path.as_ref())?.map(|database| Store { database }))
    }

    /// Opens an existing database without changing anything in its folder as far as that is possible: neither is its
    /// format brought up to date, nor is its log moved into it.
    pub fn open_untouched(path: impl AsRef<Path>) -> Result<Store, StoreError> {
        Ok(Store { database: Database::open_untouched(path.as_ref())? })
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
        let (setup, numbers) = self.database.explain(read_setup(&self.database.connection, run))?;
        check_setup(&setup, numbers).map_err(|what| StoreError::changed(self.path(), &format!("run {run}: {what}")))?;
        Ok(setup)
    }

    /// The names of the machines on which a run was played, in order; those of older versions are not known.
    pub fn machines(&self, run: RunId) -> Result<Vec<String>, StoreError> {
        let read = || {
            let sql = "SELECT name FROM machines WHERE run = ?1 ORDER BY name";
            self.database.connection.prepare(sql)?.query_map([run], |row| row.get(0))?.collect()
        };
        self.database.explain(read())
    }

    /// The runs that are not finished with their fingerprints, the newest first.
    pub fn unfinished(&self) -> Result<Vec<(RunId, String)>, StoreError> {
        self.fingerprints("status <> 'finished'")
    }

    /// The finished runs with their fingerprints, the newest first.
    pub fn finished(&self) -> Result<Vec<(RunId, String)>, StoreError> {
        self.fingerprints("status = 'finished'")
    }

    fn fingerprints(&self, condition: &str) -> Result<Vec<(RunId, String)>, StoreError> {
        let sql = format!("SELECT id, fingerprint FROM runs WHERE {condition} ORDER BY id DESC");
        let read = || {
            let mut statement = self.database.connection.prepare(&sql)?;
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
             (SELECT coalesce(sum(planned), 0) FROM pairings WHERE run = runs.id), shard, shards
             FROM runs {condition} ORDER BY id"
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
        shard: match (row.get(10)?, row.get(11)?) {
            (Some(number), Some(count)) => Some(Shard { number, count }),
            _ => None,
        },
        planned: row.get(9)?,
        played: 0,
    })
}

/// The setup of a run, and the numbers of its players, pairings and openings, which should be 0, 1, 2 and so on.
fn read_setup(connection: &Connection, run: RunId) -> rusqlite::Result<(Setup, [Vec<i64>; 3])> {
    let mut setup = Setup::default();
    let mut numbers = [const { Vec::new() }; 3];
    let mut players = connection.prepare("SELECT number, name, spec FROM players WHERE run = ?1 ORDER BY number")?;
    let mut rows = players.query([run])?;
    while let Some(row) = rows.next()? {
        numbers[0].push(row.get(0)?);
        setup.players.push(Player { name: row.get(1)?, spec: row.get(2)? });
    }
    let mut pairings = connection
        .prepare("SELECT number, game, first, second, planned, whole FROM pairings WHERE run = ?1 ORDER BY number")?;
    let mut rows = pairings.query([run])?;
    while let Some(row) = rows.next()? {
        numbers[1].push(row.get(0)?);
        let (game, first, second) = (row.get(1)?, row.get(2)?, row.get(3)?);
        setup.pairings.push(Pairing { game, first, second, planned: row.get(4)?, whole: row.get(5)? });
    }
    let mut openings = connection.prepare("SELECT number, name, text FROM openings WHERE run = ?1 ORDER BY number")?;
    let mut rows = openings.query([run])?;
    while let Some(row) = rows.next()? {
        numbers[2].push(row.get(0)?);
        setup.openings.push(Opening { name: row.get(1)?, text: row.get(2)? });
    }
    Ok((setup, numbers))
}

/// Everything refers to players, pairings and openings by index, so none may be missing.
fn check_setup(setup: &Setup, numbers: [Vec<i64>; 3]) -> Result<(), String> {
    for (what, numbers) in ["player", "pairing", "opening"].into_iter().zip(numbers) {
        if let Some((index, _)) = (0..).zip(numbers).find(|(index, number)| index != number) {
            return Err(format!("{what} {index} is missing"));
        }
    }
    let n_players = setup.players.len();
    let is_wrong = |pairing: &Pairing| pairing.first.max(pairing.second) as usize >= n_players;
    match setup.pairings.iter().position(is_wrong) {
        Some(index) => Err(format!("pairing {index} has an unknown player; there are {n_players}")),
        None if setup.pairings.is_empty() => Err("it has no pairings".to_owned()),
        None => Ok(()),
    }
}
