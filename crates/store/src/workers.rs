//! Which machines played for a run.

use std::time::Duration;

use rusqlite::{Connection, OptionalExtension, Row, params};

use crate::{RunId, Share, Store, StoreError, Worker, WorkerShare};

/// Adds a share to what its worker has played, and returns the number of the worker.
pub(crate) fn credit(connection: &Connection, run: RunId, share: &Share<'_>) -> rusqlite::Result<Option<i64>> {
    let Some(worker) = share.worker else { return Ok(None) };
    let Worker { name, machine, processor, cores, version } = worker;
    let mut statement = connection.prepare_cached(
        "INSERT INTO workers (run, number, name, machine, processor, cores, version, games, busy_us)
        VALUES (?1, (SELECT count(*) FROM workers WHERE run = ?1), ?2, ?3, ?4, ?5, ?6, ?7, ?8)
        ON CONFLICT (run, name) DO UPDATE SET games = games + ?7, busy_us = busy_us + ?8 RETURNING number",
    )?;
    let (games, busy) = (share.games.len() as i64, share.busy.as_micros() as i64);
    statement.query_row(params![run, name, machine, processor, cores, version, games, busy], |row| row.get(0)).map(Some)
}

impl Store {
    /// The machines that played for a run, and what each has played, in the order in which they came. Empty if the
    /// process that stored the games played them, too.
    pub fn workers(&self, run: RunId) -> Result<Vec<WorkerShare>, StoreError> {
        let sql = "SELECT name, machine, processor, cores, version, games, busy_us FROM workers WHERE run = ?1
            ORDER BY number";
        let read = || self.database.connection.prepare(sql)?.query_map([run], read_share)?.collect();
        self.database.explain(read())
    }

    /// The name of the worker that played a game, if another process than the one that stored it did.
    pub fn worker_of(&self, run: RunId, pairing: u32, number: u32) -> Result<Option<String>, StoreError> {
        let key = self.pairing_id(run, pairing)? << 32 | i64::from(number);
        let sql =
            "SELECT name FROM workers JOIN games ON workers.number = games.worker WHERE run = ?1 AND games.id = ?2";
        let name = self.database.connection.query_row(sql, params![run, key], |row| row.get(0)).optional();
        self.database.explain(name)
    }
}

fn read_share(row: &Row<'_>) -> rusqlite::Result<WorkerShare> {
    let worker = Worker {
        name: row.get(0)?,
        machine: row.get(1)?,
        processor: row.get(2)?,
        cores: row.get(3)?,
        version: row.get(4)?,
    };
    Ok(WorkerShare { worker, games: row.get(5)?, busy: Duration::from_micros(row.get(6)?) })
}
