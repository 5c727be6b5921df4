//! Adding games to a run, from one thread of one process.

use std::collections::HashMap;
use std::path::Path;
use std::time::Duration;

use rusqlite::{CachedStatement, Connection, ErrorCode, OptionalExtension, Transaction, TransactionBehavior, params};

use crate::database::{Database, FileId};
use crate::lock::RunLock;
use crate::store::pairing_ids;
use crate::workers::credit;
use crate::{Game, NewRun, Pairing, RunId, SeatCount, Share, Status, StoreError};

/// How long a writer waits for a writer of another run. Losing games because of a slow disk would be worse than
/// waiting.
const PATIENCE: Duration = Duration::from_secs(60);

const INSERT_GAME: &str =
    "INSERT INTO games (id, result, forfeit, plies, first_nodes, second_nodes, first_time_us, second_time_us,
    first_depth_sum, second_depth_sum, moves_hash, reason, opening, seed, moves, first_captures, second_captures,
    first_pieces, second_pieces, first_memory, second_memory, words, worker)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20, ?21, ?22, ?23)";

/// Adds games to one run and holds its lock. If it is dropped, the run can be resumed, as after a killed process.
pub struct Writer {
    database: Database,
    run: RunId,
    /// The ids of the pairings, by index.
    pairings: Vec<i64>,
    n_openings: u32,
    /// The ids of the reasons met so far.
    reasons: HashMap<String, i64>,
    /// The log into which the first games went.
    log: Option<FileId>,
    /// Dropped last, so that it outlives the connection.
    _lock: RunLock,
}

impl Writer {
    /// Stores a new run and starts writing it.
    pub(crate) fn start(path: &Path, run: &NewRun) -> Result<Self, StoreError> {
        let n_players = run.setup.players.len();
        let is_wrong = |pairing: &Pairing| pairing.first.max(pairing.second) as usize >= n_players;
        if let Some(index) = run.setup.pairings.iter().position(is_wrong) {
            return Err(StoreError::new(format!(
                "pairing {index} has an unknown player: the run has {n_players} players, numbered from 0"
            )));
        }
        let mut database = Database::open_or_create(path)?;
        let explain = |error: rusqlite::Error| StoreError::explain(path, &error);
        let transaction = begin(&mut database.connection).map_err(explain)?;
        let id = insert_run(&transaction, run).map_err(explain)?;
        // Before another process can see the run.
        let lock = RunLock::take(path, id)?;
        transaction.commit().map_err(explain)?;
        Writer::ready(database, id, lock)
    }

    /// Continues a run.
    pub(crate) fn resume(path: &Path, run: RunId) -> Result<Self, StoreError> {
        let database = Database::open_or_create(path)?;
        let lock = RunLock::take(path, run)?;
        let writer = Writer::ready(database, run, lock)?;
        writer.set_status(Status::Running, None)?;
        Ok(writer)
    }

    fn ready(database: Database, run: RunId, lock: RunLock) -> Result<Self, StoreError> {
        let connection = &database.connection;
        database.explain(connection.busy_timeout(PATIENCE))?;
        let pairings = database.explain(pairing_ids(connection, run))?;
        let sql = "SELECT count(*) FROM openings WHERE run = ?1";
        let n_openings = database.explain(connection.query_row(sql, [run], |row| row.get(0)))?;
        let log = database.log();
        Ok(Writer { database, run, pairings, n_openings, reasons: HashMap::new(), log, _lock: lock })
    }

    /// The run being written.
    pub fn run(&self) -> RunId {
        self.run
    }

    /// Stores these games, all or none. If it returns `Ok`, they are on the disk. It waits for the disk once, so a
    /// batch should hold the games of a tenth to a quarter of a second.
    pub fn append(&mut self, games: &[Game]) -> Result<(), StoreError> {
        self.append_shares(&[Share { worker: None, games, busy: Duration::ZERO }])
    }

    /// Stores the games of several workers, as [`Writer::append`] does.
    pub fn append_shares(&mut self, shares: &[Share<'_>]) -> Result<(), StoreError> {
        let answer = self.insert(shares);
        if answer.is_err() {
            // New reasons were rolled back together with the games.
            self.reasons.clear();
        }
        self.check_place()?;
        self.log = self.log.or_else(|| self.database.log());
        answer
    }

    /// Changes the number of games planned for a pairing.
    pub fn plan(&mut self, pairing: u32, games: u32) -> Result<(), StoreError> {
        let sql = "UPDATE pairings SET planned = ?1 WHERE id = ?2";
        let id = self.pairing_id(pairing)?;
        self.database.explain(self.database.connection.execute(sql, params![games, id]))?;
        Ok(())
    }

    /// Notes that games of the run were played on this machine.
    pub fn add_machine(&mut self, name: &str) -> Result<(), StoreError> {
        let sql = "INSERT OR IGNORE INTO machines (run, name) VALUES (?1, ?2)";
        self.database.explain(self.database.connection.execute(sql, params![self.run, name]))?;
        Ok(())
    }

    /// Is the database still where it was? If not, it is written to another file, and the error says where.
    fn check_place(&self) -> Result<(), StoreError> {
        let lost_log = || (self.log.is_some() && self.log != self.database.log()).then_some("lost its log");
        match self.database.harm().or_else(lost_log) {
            None => Ok(()),
            Some(harm) => Err(self.database.rescue(harm, self.log)),
        }
    }

    /// Ends a run whose games are all stored.
    pub fn finish(self, ended_ms: i64) -> Result<(), StoreError> {
        self.set_status(Status::Finished, Some(ended_ms))
    }

    /// Stops writing a run that will be resumed later.
    pub fn stop(self, ended_ms: i64) -> Result<(), StoreError> {
        self.set_status(Status::Stopped, Some(ended_ms))
    }

    fn set_status(&self, status: Status, ended_ms: Option<i64>) -> Result<(), StoreError> {
        let sql = "UPDATE runs SET status = ?1, ended_ms = ?2 WHERE id = ?3";
        let changed = self.database.connection.execute(sql, params![status.text(), ended_ms, self.run]);
        let changed = self.database.explain(changed);
        self.check_place()?;
        match changed? {
            0 => Err(StoreError::changed(&self.database.path, &format!("run {} is missing", self.run))),
            _ => Ok(()),
        }
    }

    fn pairing_id(&self, pairing: u32) -> Result<i64, StoreError> {
        self.pairings.get(pairing as usize).copied().ok_or_else(|| {
            StoreError::new(format!(
                "run {} has {} pairings and none with number {pairing}",
                self.run,
                self.pairings.len()
            ))
        })
    }

    fn insert(&mut self, shares: &[Share<'_>]) -> Result<(), StoreError> {
        let mut keyed = Vec::with_capacity(shares.iter().map(|share| share.games.len()).sum());
        for (place, share) in shares.iter().enumerate() {
            for game in share.games {
                keyed.push((self.key(game)?, place, game));
            }
        }
        // In key order, so that neighbours in the file are written one after another.
        keyed.sort_unstable_by_key(|&(key, ..)| key);
        let path = &self.database.path;
        let explain = |error: rusqlite::Error| StoreError::explain(path, &error);
        let transaction = begin(&mut self.database.connection).map_err(explain)?;
        {
            let workers = shares.iter().map(|share| credit(&transaction, self.run, share));
            let workers = workers.collect::<rusqlite::Result<Vec<_>>>().map_err(explain)?;
            let mut statement = transaction.prepare_cached(INSERT_GAME).map_err(explain)?;
            for (key, place, game) in keyed {
                let reason = match self.reasons.get(&*game.reason) {
                    Some(&id) => id,
                    None => {
                        let id = intern(&transaction, &game.reason).map_err(explain)?;
                        self.reasons.insert(game.reason.to_string(), id);
                        id
                    }
                };
                insert_game(&mut statement, key, reason, workers[place], game).map_err(|error| {
                    if error.sqlite_error_code() == Some(ErrorCode::ConstraintViolation) {
                        StoreError::new(format!(
                            "game {} of pairing {} is already in run {} of {}: ask for the stored games before \
                             resuming",
                            game.number,
                            game.pairing,
                            self.run,
                            path.display()
                        ))
                    } else {
                        explain(error)
                    }
                })?;
            }
        }
        transaction.commit().map_err(explain)
    }

    /// The key of a game, after checking that everything it refers to exists and fits.
    fn key(&self, game: &Game) -> Result<i64, StoreError> {
        let refuse = |what: &str| StoreError::new(format!("game {} of pairing {}: {what}", game.number, game.pairing));
        let pairing = self.pairing_id(game.pairing)?;
        if game.opening.is_some_and(|opening| opening >= self.n_openings) {
            return Err(refuse("its opening is not among those of the run"));
        }
        // The end of a range of numbers must be a number too.
        if game.number == u32::MAX {
            return Err(refuse("the number is too large"));
        }
        let too_large = |value: u64| i64::try_from(value).is_err();
        if game.cost.iter().any(|seat| [seat.nodes, seat.time_us, seat.depth_sum].into_iter().any(too_large)) {
            return Err(refuse("its cost is too large"));
        }
        let counts = game.counts.iter().flatten();
        if counts.flat_map(|seat| [seat.captures, seat.pieces, seat.memory]).any(too_large) {
            return Err(refuse("one of its counts is too large"));
        }
        Ok(pairing << 32 | i64::from(game.number))
    }
}

fn begin(connection: &mut Connection) -> rusqlite::Result<Transaction<'_>> {
    connection.transaction_with_behavior(TransactionBehavior::Immediate)
}

fn insert_game(
    statement: &mut CachedStatement<'_>,
    key: i64,
    reason: i64,
    worker: Option<i64>,
    game: &Game,
) -> rusqlite::Result<()> {
    let [first, second] = &game.cost;
    let count = |seat: usize, of: fn(&SeatCount) -> u64| game.counts.map(|counts| of(&counts[seat]) as i64);
    statement.execute(params![
        key,
        game.result as i64,
        game.forfeit,
        game.plies,
        first.nodes as i64,
        second.nodes as i64,
        first.time_us as i64,
        second.time_us as i64,
        first.depth_sum as i64,
        second.depth_sum as i64,
        game.moves_hash.cast_signed(),
        reason,
        game.opening,
        game.seed.cast_signed(),
        game.moves,
        count(0, |seat| seat.captures),
        count(1, |seat| seat.captures),
        count(0, |seat| seat.pieces),
        count(1, |seat| seat.pieces),
        count(0, |seat| seat.memory),
        count(1, |seat| seat.memory),
        game.words,
        worker,
    ])?;
    Ok(())
}

/// The id of a reason, which is inserted if it is new.
fn intern(connection: &Connection, reason: &str) -> rusqlite::Result<i64> {
    let known =
        connection.query_row("SELECT id FROM reasons WHERE text = ?1", [reason], |row| row.get(0)).optional()?;
    if let Some(id) = known {
        return Ok(id);
    }
    connection.execute("INSERT INTO reasons (text) VALUES (?1)", [reason])?;
    Ok(connection.last_insert_rowid())
}

fn insert_run(connection: &Connection, run: &NewRun) -> rusqlite::Result<RunId> {
    connection.execute(
        "INSERT INTO runs (name, experiment, fingerprint, program, seed, status, created_ms, shard, shards)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
        params![
            run.name,
            run.experiment,
            run.fingerprint,
            run.program,
            run.seed.cast_signed(),
            Status::Running.text(),
            run.created_ms,
            run.shard.map(|shard| shard.number),
            run.shard.map(|shard| shard.count)
        ],
    )?;
    let id = connection.last_insert_rowid();
    let mut insert = connection.prepare("INSERT INTO players (run, number, name, spec) VALUES (?1, ?2, ?3, ?4)")?;
    for (number, player) in run.setup.players.iter().enumerate() {
        insert.execute(params![id, number as i64, player.name, player.spec])?;
    }
    let mut insert = connection.prepare(
        "INSERT INTO pairings (run, number, game, first, second, planned, whole) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
    )?;
    for (number, pairing) in run.setup.pairings.iter().enumerate() {
        let Pairing { game, first, second, planned, whole } = pairing;
        insert.execute(params![id, number as i64, game, first, second, planned, whole])?;
    }
    let mut insert = connection.prepare("INSERT INTO openings (run, number, name, text) VALUES (?1, ?2, ?3, ?4)")?;
    for (number, opening) in (0_i64..).zip(&run.setup.openings) {
        insert.execute(params![id, number, opening.name, opening.text])?;
    }
    Ok(id)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{GameResult, Player, SeatCost, Setup, Store};

    fn game(number: u32) -> Game {
        Game {
            pairing: 0,
            number,
            seed: 0,
            opening: None,
            result: GameResult::Draw,
            // A new one in each game, so that lost reasons would be noticed.
            reason: format!("reason {number}").into(),
            forfeit: false,
            plies: 0,
            moves: vec![1; 500],
            moves_hash: 0,
            cost: [SeatCost::default(); 2],
            counts: None,
            words: None,
        }
    }

    #[test]
    fn a_full_disk_loses_nothing_that_was_stored() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("full.db");
        let run = NewRun {
            name: String::new(),
            experiment: String::new(),
            fingerprint: String::new(),
            program: String::new(),
            seed: 0,
            created_ms: 0,
            shard: None,
            setup: Setup {
                players: vec![Player { name: "a".into(), spec: "random".into() }],
                pairings: vec![Pairing { game: "pawn".into(), first: 0, second: 0, planned: 1000, whole: None }],
                openings: Vec::new(),
            },
        };
        let store = Store::open_or_create(&path).unwrap();
        let mut writer = store.start(&run).unwrap();
        // Simulates a full disk.
        let limit = |writer: &Writer, pages: i64| {
            writer.database.connection.pragma_update(None, "max_page_count", pages).unwrap();
        };
        limit(&writer, 60);
        let batch = |n: u32| (n * 10..n * 10 + 10).map(game).collect::<Vec<_>>();
        let mut stored = 0;
        let error = loop {
            match writer.append(&batch(stored)) {
                Ok(()) => stored += 1,
                Err(error) => break error,
            }
        };
        assert!(stored > 5, "{stored} batches");
        let sentence = format!(
            "no space is left for {}: free some and resume; all games reported as stored are safe",
            path.display()
        );
        assert_eq!(error.to_string(), sentence);
        assert_eq!(store.present(writer.run()).unwrap()[0], std::slice::from_ref(&(0..stored * 10)));

        // Once there is space, the same batch can be stored.
        limit(&writer, 1000);
        writer.append(&batch(stored)).unwrap();
        let stored: Vec<Game> = store.games(writer.run(), 0, 0, None).unwrap().map(Result::unwrap).collect();
        assert_eq!(stored, (0..stored.len() as u32).map(game).collect::<Vec<_>>());
    }
}
