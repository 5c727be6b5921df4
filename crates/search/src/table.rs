//! The transposition table: what is known about positions that were searched before.
//!
//! An entry has three words, written and read without locks. The first is the key mixed with the other two, so an entry
//! torn by two threads does not match its key and counts as absent (R. Hyatt and T. Mann: A lock-less transposition
//! table, ICGA Journal 2002). Each bucket has a slot for the deepest search and one for the latest.

use std::sync::atomic::{AtomicU64, Ordering};

use plyscope_core::{Bound, Score};

/// What is known about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its score for the side to move.
    pub score: Score,
    /// What that score is.
    pub bound: Bound,
    /// The number of plies searched below it.
    pub depth: u32,
    /// Whether no heuristic value went into the score.
    pub complete: bool,
    /// The index of the best move in the game's order, if one is known.
    pub best: Option<u16>,
}

/// Three words of an entry.
#[derive(Default)]
struct Slot([AtomicU64; 3]);

/// A slot for the deepest search and one for the latest.
type Bucket = [Slot; 2];

/// A table of fixed size.
pub struct Table {
    buckets: Box<[Bucket]>,
    mask: u64,
    /// Which search the table serves; entries of earlier ones give way first.
    age: u64,
    /// The first search whose entries still count.
    since: u64,
}

const NO_MOVE: u64 = 0xFFFF;

impl Table {
    /// A table that uses at most this many bytes, but at least one bucket.
    pub fn with_bytes(bytes: usize) -> Self {
        let fitting = (bytes / size_of::<Bucket>()).max(1);
        let n_buckets = if fitting.is_power_of_two() { fitting } else { fitting.next_power_of_two() / 2 };
        Table { buckets: empty_buckets(n_buckets), mask: n_buckets as u64 - 1, age: 0, since: 0 }
    }

    /// The bytes that it uses.
    pub fn bytes(&self) -> u64 {
        size_of_val(&*self.buckets) as u64
    }

    /// What is known about the position with this key.
    #[inline]
    pub fn get(&self, key: u64) -> Option<Entry> {
        self.buckets[(key & self.mask) as usize].iter().find_map(|slot| slot.read(key, self.since))
    }

    /// Stores an entry. It replaces the deepest entry of its bucket if that is of the same position or not deeper, and
    /// the latest one otherwise.
    #[inline]
    pub fn put(&self, key: u64, entry: &Entry) {
        let [deepest, latest] = &self.buckets[(key & self.mask) as usize];
        let is_deeper = deepest.read(key, self.age).is_some() || deepest.depth(self.age) <= u64::from(entry.depth);
        let slot = if is_deeper { deepest } else { latest };
        slot.write(key, entry, self.age);
    }

    /// Forgets everything. Entries are only marked as old; every 256th call gets new memory.
    pub fn clear(&mut self) {
        self.grow_older();
        self.since = self.age;
    }

    /// Begins another search: what is known stays known, but gives way to what is found from now on.
    pub fn grow_older(&mut self) {
        self.age = (self.age + 1) % 256;
        if self.age == 0 {
            self.since = 0;
            // Freed first, so that there are never two tables.
            let n_buckets = std::mem::take(&mut self.buckets).len();
            self.buckets = empty_buckets(n_buckets);
        }
    }
}

/// Memory that the system zeroes page by page when it is first used: writing zeroes to gigabytes would take longer
/// than many a search may take.
#[expect(unsafe_code, reason = "zeroed memory seen as atomic words")]
fn empty_buckets(n_buckets: usize) -> Box<[Bucket]> {
    // SAFETY: a bucket is made of atomic words, and all bits zero are the word 0.
    unsafe { Box::new_zeroed_slice(n_buckets).assume_init() }
}

impl Slot {
    #[inline(always)]
    fn words(&self) -> [u64; 3] {
        [0, 1, 2].map(|index| self.0[index].load(Ordering::Relaxed))
    }

    #[inline(always)]
    fn depth(&self, age: u64) -> u64 {
        let rest = self.0[2].load(Ordering::Relaxed);
        if rest >> 24 & 0xFF == age { rest >> 32 } else { 0 }
    }

    #[inline(always)]
    fn read(&self, key: u64, since: u64) -> Option<Entry> {
        let [check, score, rest] = self.words();
        // An empty slot has a rest of 0, which no entry has: its bound is never 0.
        if check ^ score ^ rest != key || rest == 0 || (rest >> 24 & 0xFF) < since {
            return None;
        }
        let bound = match rest & 3 {
            1 => Bound::Exact,
            2 => Bound::Lower,
            _ => Bound::Upper,
        };
        let best = rest >> 8 & 0xFFFF;
        Some(Entry {
            score: Score::from_bits(score),
            bound,
            depth: (rest >> 32) as u32,
            complete: rest & 4 != 0,
            best: (best != NO_MOVE).then_some(best as u16),
        })
    }

    #[inline(always)]
    fn write(&self, key: u64, entry: &Entry, age: u64) {
        let bound = match entry.bound {
            Bound::Exact => 1,
            Bound::Lower => 2,
            Bound::Upper => 3,
        };
        let best = entry.best.map_or(NO_MOVE, u64::from);
        let rest = bound | u64::from(entry.complete) << 2 | best << 8 | age << 24 | u64::from(entry.depth) << 32;
        let score = entry.score.to_bits();
        for (word, value) in self.0.iter().zip([key ^ score ^ rest, score, rest]) {
            word.store(value, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_put_can_be_got() {
        let table = Table::with_bytes(1 << 16);
        for (key, bound) in [(0, Bound::Exact), (7, Bound::Lower), (u64::MAX, Bound::Upper)] {
            for best in [None, Some(0), Some(300)] {
                for score in [Score::win_in(3), Score::loss_in(0), Score::estimate(-0.1), Score::EVEN] {
                    let entry = Entry { score, bound, depth: 9, complete: best.is_some(), best };
                    table.put(key, &entry);
                    assert_eq!(table.get(key), Some(entry));
                }
            }
        }
        assert_eq!(table.get(12345), None);
    }

    #[test]
    fn a_cleared_table_knows_nothing() {
        let mut table = Table::with_bytes(1000);
        let entry = Entry { score: Score::EVEN, bound: Bound::Exact, depth: 3, complete: true, best: None };
        for _ in 0..600 {
            assert_eq!(table.get(5), None);
            table.put(5, &entry);
            assert_eq!(table.get(5), Some(entry));
            table.clear();
        }
    }

    #[test]
    fn deep_entries_outlive_shallow_ones() {
        let table = Table::with_bytes(1);
        let entry = |depth| Entry { score: Score::EVEN, bound: Bound::Exact, depth, complete: false, best: None };
        table.put(1, &entry(8));
        table.put(2, &entry(3));
        table.put(3, &entry(2));
        assert_eq!((table.get(1), table.get(2), table.get(3)), (Some(entry(8)), None, Some(entry(2))));
    }
}
