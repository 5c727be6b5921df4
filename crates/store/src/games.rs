//! Iterating over the games of a pairing in the order of their numbers.

use std::borrow::Cow;
use std::ops::Range;
use std::vec;

use rusqlite::{Row, params};

use crate::{Game, GameResult, RunId, SeatCost, SeatCount, Store, StoreError};

/// Rows read at a time. No statement stays open between two pages, so that a slow reader never blocks a checkpoint of
/// the log.
const PAGE: usize = 2048;

const SELECT_GAMES: &str =
    "SELECT id, result, forfeit, plies, first_nodes, second_nodes, first_time_us, second_time_us,
    first_depth_sum, second_depth_sum, moves_hash, (SELECT text FROM reasons WHERE reasons.id = reason), opening,
    seed, moves, first_captures, second_captures, first_pieces, second_pieces, first_memory, second_memory,
    words FROM games WHERE id BETWEEN ?1 AND ?2 AND (?3 IS NULL OR result = ?3) ORDER BY id LIMIT ?4";

const SELECT_RESULTS: &str = "SELECT id, result, opening, moves_hash FROM games
    WHERE id BETWEEN ?1 AND ?2 AND (?3 IS NULL OR result = ?3) ORDER BY id LIMIT ?4";

/// The result of a game, with what tells whether another game repeats it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    /// The number of the game within its pairing.
    pub number: u32,
    /// The result.
    pub result: GameResult,
    /// The index of the opening; `None` for the start of the game.
    pub opening: Option<u32>,
    /// A hash of the moves.
    pub moves_hash: u64,
}

impl From<&Game> for Played {
    fn from(game: &Game) -> Self {
        let &Game { number, result, opening, moves_hash, .. } = game;
        Played { number, result, opening, moves_hash }
    }
}

/// An iterator over the games of a pairing in the order of their numbers. It reads a page at a time.
pub struct Scan<'a, T> {
    store: &'a Store,
    sql: &'static str,
    read: fn(u32, &Row<'_>) -> rusqlite::Result<T>,
    pairing: u32,
    only: Option<GameResult>,
    next: i64,
    last: i64,
    page: vec::IntoIter<T>,
}

impl Store {
    /// The games of a pairing starting at a number: all, or only those with a given result.
    pub fn games(
        &self,
        run: RunId,
        pairing: u32,
        from: u32,
        only: Option<GameResult>,
    ) -> Result<Scan<'_, Game>, StoreError> {
        self.scan(SELECT_GAMES, read_game, run, pairing, from, only)
    }

    /// The games of a pairing whose numbers are in a range.
    pub fn games_within(&self, run: RunId, pairing: u32, numbers: Range<u32>) -> Result<Scan<'_, Game>, StoreError> {
        let mut games = self.games(run, pairing, numbers.start, None)?;
        games.last = games.next + numbers.len() as i64 - 1;
        Ok(games)
    }

    /// One game, if it is stored.
    pub fn game(&self, run: RunId, pairing: u32, number: u32) -> Result<Option<Game>, StoreError> {
        self.games_within(run, pairing, number..number.saturating_add(1))?.next().transpose()
    }

    /// The results of the games of a pairing. Two of these together give the pairs of games with swapped seats.
    pub fn results(&self, run: RunId, pairing: u32) -> Result<Scan<'_, Played>, StoreError> {
        let read = |_, row: &Row<'_>| {
            Ok(Played {
                number: row.get::<_, i64>(0)? as u32,
                result: read_result(row, 1)?,
                opening: row.get(2)?,
                moves_hash: row.get::<_, i64>(3)?.cast_unsigned(),
            })
        };
        self.scan(SELECT_RESULTS, read, run, pairing, 0, None)
    }

    fn scan<T>(
        &self,
        sql: &'static str,
        read: fn(u32, &Row<'_>) -> rusqlite::Result<T>,
        run: RunId,
        pairing: u32,
        from: u32,
        only: Option<GameResult>,
    ) -> Result<Scan<'_, T>, StoreError> {
        let (first, last) = keys(self.pairing_id(run, pairing)?);
        let next = first + i64::from(from);
        Ok(Scan { store: self, sql, read, pairing, only, next, last, page: Vec::new().into_iter() })
    }
}

impl<T> Scan<'_, T> {
    fn read_page(&mut self) -> rusqlite::Result<Vec<T>> {
        let mut statement = self.store.database.connection.prepare_cached(self.sql)?;
        let only = self.only.map(|result| result as i64);
        let mut rows = statement.query(params![self.next, self.last, only, PAGE as i64])?;
        let mut page = Vec::with_capacity(PAGE.min((self.last - self.next) as usize + 1));
        while let Some(row) = rows.next()? {
            self.next = row.get::<_, i64>(0)? + 1;
            page.push((self.read)(self.pairing, row)?);
        }
        if page.len() < PAGE {
            self.next = self.last + 1;
        }
        Ok(page)
    }
}

impl<T> Iterator for Scan<'_, T> {
    type Item = Result<T, StoreError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.page.len() == 0 && self.next <= self.last {
            match self.read_page() {
                Ok(page) => self.page = page.into_iter(),
                Err(error) => {
                    self.next = self.last + 1;
                    return Some(self.store.database.explain(Err(error)));
                }
            }
        }
        self.page.next().map(Ok)
    }
}

/// The first and the last key that games of a pairing can have.
pub(crate) fn keys(pairing_id: i64) -> (i64, i64) {
    (pairing_id << 32, pairing_id << 32 | i64::from(u32::MAX))
}

pub(crate) fn read_result(row: &Row<'_>, column: usize) -> rusqlite::Result<GameResult> {
    let half_points: usize = row.get(column)?;
    GameResult::ALL
        .get(half_points)
        .copied()
        .ok_or(rusqlite::Error::IntegralValueOutOfRange(column, half_points as i64))
}

fn read_game(pairing: u32, row: &Row<'_>) -> rusqlite::Result<Game> {
    let cost = |seat: usize| {
        Ok::<_, rusqlite::Error>(SeatCost {
            nodes: row.get(4 + seat)?,
            time_us: row.get(6 + seat)?,
            depth_sum: row.get(8 + seat)?,
        })
    };
    let count = |seat: usize| {
        Ok::<_, rusqlite::Error>(SeatCount {
            captures: row.get(15 + seat)?,
            pieces: row.get(17 + seat)?,
            memory: row.get(19 + seat)?,
        })
    };
    let is_counted = row.get::<_, Option<u64>>(15)?.is_some();
    Ok(Game {
        pairing,
        // The lower half of the key.
        number: row.get::<_, i64>(0)? as u32,
        result: read_result(row, 1)?,
        forfeit: row.get(2)?,
        plies: row.get(3)?,
        cost: [cost(0)?, cost(1)?],
        moves_hash: row.get::<_, i64>(10)?.cast_unsigned(),
        reason: Cow::Owned(row.get(11)?),
        opening: row.get(12)?,
        seed: row.get::<_, i64>(13)?.cast_unsigned(),
        moves: row.get(14)?,
        counts: if is_counted { Some([count(0)?, count(1)?]) } else { None },
        words: row.get(21)?,
    })
}
