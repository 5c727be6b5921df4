//! Sums over all games of a run for reports, without loading the games.

use std::ops::Range;

use rusqlite::{Connection, Params, Row, Statement};

use crate::games::keys;
use crate::{RunId, SeatCount, Store, StoreError};

/// Hashes in memory at a time while distinct games are counted (32 MB).
const MAX_HASHES: usize = 1 << 22;

const SUMS: &str = "SELECT count(*), sum(result = 2), sum(result = 1), sum(result = 0), sum(forfeit), sum(plies),
    sum(plies & 1), sum(first_nodes), sum(second_nodes), sum(first_time_us), sum(second_time_us),
    sum(first_depth_sum), sum(second_depth_sum), count(first_captures), sum(first_captures), sum(second_captures),
    sum(first_pieces), sum(second_pieces), sum(first_memory), sum(second_memory)
    FROM games WHERE id BETWEEN ?1 AND ?2";

/// The player to move is at fault and loses.
const FORFEITS: &str = "SELECT result = 2, (SELECT text FROM reasons WHERE reasons.id = reason) AS why, count(*),
    max(words)
    FROM games WHERE id BETWEEN ?1 AND ?2 AND forfeit GROUP BY result = 2, why ORDER BY result = 2, why";

/// Sums over the games of a pairing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// Games.
    pub games: u64,
    /// Wins of the seat that moves first.
    pub first_wins: u64,
    /// Draws.
    pub draws: u64,
    /// Wins of the other seat.
    pub second_wins: u64,
    /// Games lost by a fault of a player, by seat and reason.
    pub forfeits: Vec<Forfeits>,
    /// Games with different moves.
    pub distinct: u64,
    /// Moves.
    pub plies: u64,
    /// The first and the second seat.
    pub seats: [SeatTotals; 2],
}

/// Games that one seat lost by the same fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forfeits {
    /// 0 for the player who moved first, 1 for the other.
    pub seat: usize,
    /// The reason in the record.
    pub reason: String,
    /// The number of games.
    pub games: u64,
    /// What was said in one of them, if anything was.
    pub words: Option<String>,
}

/// Sums over the moves of one seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SeatTotals {
    /// Moves; one that forfeited the game counts too, because it was searched like any other.
    pub moves: u64,
    /// Positions searched.
    pub nodes: u64,
    /// Time in microseconds.
    pub time_us: u64,
    /// The sum of the search depths of all moves.
    pub depth_sum: u64,
    /// Games in which the following were counted.
    pub counted: u64,
    /// Their sums.
    pub counts: SeatCount,
}

impl Store {
    /// The totals of each pairing of a run, all from the same moment.
    pub fn totals(&self, run: RunId) -> Result<Vec<Totals>, StoreError> {
        let connection = &self.database.connection;
        // The transaction gives a consistent view while a writer continues.
        let moment = self.database.explain(connection.unchecked_transaction())?;
        let ids = self.pairing_ids(run)?;
        let totals = ids.into_iter().map(|id| pairing_totals(&moment, id)).collect::<rusqlite::Result<_>>();
        self.database.explain(totals)
    }

    /// The stored games of each pairing as ranges of their numbers, in order. There may be gaps after a process was
    /// killed.
    pub fn present(&self, run: RunId) -> Result<Vec<Vec<Range<u32>>>, StoreError> {
        let connection = &self.database.connection;
        let ids = self.pairing_ids(run)?;
        self.database.explain(ids.into_iter().map(|id| ranges(connection, id)).collect())
    }

    /// The number of different pairs of games with the same number in two pairings: the same players with swapped
    /// seats, from the same opening.
    pub fn distinct_pairs(&self, run: RunId, first: u32, second: u32) -> Result<u64, StoreError> {
        let (first, second) = (self.pairing_id(run, first)?, self.pairing_id(run, second)?);
        self.database.explain(distinct_pairs(&self.database.connection, first, second))
    }
}

/// The number of games of these pairings.
pub(crate) fn count_games(connection: &Connection, pairing_ids: &[i64]) -> rusqlite::Result<u64> {
    let mut statement = connection.prepare_cached("SELECT count(*) FROM games WHERE id BETWEEN ?1 AND ?2")?;
    pairing_ids.iter().map(|&id| statement.query_row(keys(id), |row| row.get::<_, u64>(0))).sum()
}

/// All sums in one pass over the pairing, and one more over the hashes.
fn pairing_totals(connection: &Connection, id: i64) -> rusqlite::Result<Totals> {
    let mut n_forfeits = 0;
    let mut totals = connection.prepare_cached(SUMS)?.query_row(keys(id), |row| {
        // The sum of no rows is NULL.
        let sum = |column: usize| row.get::<_, Option<u64>>(column).map(Option::unwrap_or_default);
        let (plies, odd) = (sum(5)?, sum(6)?);
        n_forfeits = sum(4)?;
        let seat = |seat: usize, moves: u64| {
            Ok::<_, rusqlite::Error>(SeatTotals {
                moves,
                counted: sum(13)?,
                counts: SeatCount { captures: sum(14 + seat)?, pieces: sum(16 + seat)?, memory: sum(18 + seat)? },
                nodes: sum(7 + seat)?,
                time_us: sum(9 + seat)?,
                depth_sum: sum(11 + seat)?,
            })
        };
        Ok(Totals {
            games: sum(0)?,
            first_wins: sum(1)?,
            draws: sum(2)?,
            second_wins: sum(3)?,
            forfeits: Vec::new(),
            distinct: 0,
            plies,
            // In a game of odd length the first player made one more move.
            seats: [seat(0, (plies + odd) / 2)?, seat(1, (plies - odd) / 2)?],
        })
    })?;
    // Almost no run has any, and looking for them takes another pass.
    if n_forfeits > 0 {
        totals.forfeits = forfeits(connection, id)?;
    }
    for lost in &totals.forfeits {
        totals.seats[lost.seat].moves += lost.games;
    }
    let mut statement = connection.prepare_cached("SELECT moves_hash FROM games WHERE id BETWEEN ?1 AND ?2")?;
    totals.distinct = count_distinct(&mut statement, keys(id), totals.games, MAX_HASHES, |row| hash_at(row, 0))?;
    Ok(totals)
}

fn forfeits(connection: &Connection, id: i64) -> rusqlite::Result<Vec<Forfeits>> {
    let mut statement = connection.prepare_cached(FORFEITS)?;
    let rows = statement.query_map(keys(id), |row| {
        Ok(Forfeits {
            seat: row.get::<_, i64>(0)? as usize,
            reason: row.get(1)?,
            games: row.get(2)?,
            words: row.get(3)?,
        })
    });
    rows?.collect()
}

fn hash_at(row: &Row<'_>, column: usize) -> rusqlite::Result<u64> {
    Ok(row.get::<_, i64>(column)?.cast_unsigned())
}

/// The number of distinct hashes among the `n` rows of a query. If they do not fit in memory, each pass counts one
/// slice of all possible hashes.
fn count_distinct(
    statement: &mut Statement<'_>,
    parameters: impl Params + Copy,
    n: u64,
    max_hashes: usize,
    hash: impl Fn(&Row<'_>) -> rusqlite::Result<u64>,
) -> rusqlite::Result<u64> {
    let n_slices = n.div_ceil(max_hashes as u64);
    let mut distinct = 0;
    let mut hashes: Vec<u64> = Vec::with_capacity((n as usize).min(max_hashes));
    for slice in 0..n_slices {
        hashes.clear();
        let mut rows = statement.query(parameters)?;
        while let Some(row) = rows.next()? {
            let hash = hash(row)?;
            if (u128::from(hash) * u128::from(n_slices)) >> 64 != u128::from(slice) {
                continue;
            }
            // More than expected: either games repeat, or this slice is a little fuller than the others.
            if hashes.len() == hashes.capacity() {
                hashes.sort_unstable();
                hashes.dedup();
                hashes.reserve(hashes.len());
            }
            hashes.push(hash);
        }
        hashes.sort_unstable();
        hashes.dedup();
        distinct += hashes.len() as u64;
    }
    Ok(distinct)
}

fn ranges(connection: &Connection, id: i64) -> rusqlite::Result<Vec<Range<u32>>> {
    let mut statement = connection.prepare_cached("SELECT id FROM games WHERE id BETWEEN ?1 AND ?2 ORDER BY id")?;
    let mut rows = statement.query(keys(id))?;
    let mut ranges: Vec<Range<u32>> = Vec::new();
    while let Some(row) = rows.next()? {
        let number = row.get::<_, i64>(0)? as u32;
        match ranges.last_mut() {
            Some(last) if last.end == number => last.end += 1,
            _ => ranges.push(number..number + 1),
        }
    }
    Ok(ranges)
}

fn distinct_pairs(connection: &Connection, first: i64, second: i64) -> rusqlite::Result<u64> {
    // CROSS JOIN makes SQLite scan `a` and look up `b`.
    let mut statement = connection.prepare_cached(
        "SELECT a.moves_hash, b.moves_hash FROM games a CROSS JOIN games b ON b.id = a.id + ?3
         WHERE a.id BETWEEN ?1 AND ?2",
    )?;
    let n = count_games(connection, &[first])?.min(count_games(connection, &[second])?);
    let (low, high) = keys(first);
    // One hash of both, in their order.
    let of_both = |row: &Row<'_>| Ok((hash_at(row, 0)? ^ hash_at(row, 1)?.rotate_left(31)).wrapping_mul(MIX));
    count_distinct(&mut statement, (low, high, (second - first) << 32), n, MAX_HASHES, of_both)
}

/// An odd number whose product spreads all bits (Steele, Lea, Flood: Fast splittable pseudorandom number generators,
/// 2014).
const MIX: u64 = 0x9E37_79B9_7F4A_7C15;

#[cfg(test)]
mod tests {
    use super::*;

    /// The number of distinct games does not depend on how many hashes fit in memory.
    #[test]
    fn distinct_games_are_counted_in_little_memory() {
        let connection = Connection::open_in_memory().unwrap();
        connection.execute_batch("CREATE TABLE games (id INTEGER PRIMARY KEY, moves_hash INTEGER NOT NULL)").unwrap();
        // 700 distinct hashes over the whole range, then one of them 500 times.
        let hash = |n: i64| (n.min(700) % 700).wrapping_mul(0x5851_f42d_4c95_7f2d);
        for n in 0..1200 {
            connection.execute("INSERT INTO games VALUES (?1, ?2)", [1 << 32 | n, hash(n)]).unwrap();
        }
        let mut statement = connection.prepare("SELECT moves_hash FROM games WHERE id BETWEEN ?1 AND ?2").unwrap();
        let mut count = |id, n, most| count_distinct(&mut statement, keys(id), n, most, |row| hash_at(row, 0)).unwrap();
        for most in [1, 7, 64, 500, 1199, 1200, 5000] {
            assert_eq!(count(1, 1200, most), 700, "{most} at a time");
        }
        assert_eq!(count(2, 0, 10), 0);
    }
}
