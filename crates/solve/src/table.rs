//! What is known of positions: bounds on both sides and the move that was best, in sixteen bytes each.
//!
//! Four entries share a cache line. A new one takes the place of the one that cost least to find out. Entries are two
//! words, read and written without locks by several threads: the first is the key mixed with the second, so that an
//! entry torn by two writers does not match (R. Hyatt and T. Mann: A lock-less transposition table, ICGA Journal 2002).
//! Keys are compared in full, 64 bits; two positions of the same key would be taken for one, which among a hundred
//! million positions happens with a chance of 1 in 4,000.

use std::sync::atomic::{AtomicU64, Ordering};

use plyscope_core::{Interrupted, Score, Work};

use crate::memory::{Line, Lines};
use crate::pack::{pack, unpack};

/// What is known of a position, for its side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) at_least: Score,
    pub(crate) at_most: Score,
    /// The code of the move that was best, [`NO_MOVE`] if none is known.
    pub(crate) best: u16,
    /// The binary logarithm of the positions that were visited for it.
    pub(crate) effort: u8,
}

pub(crate) const NO_MOVE: u16 = u16::MAX;

/// Lines copied between two checks of the clock: some milliseconds.
const LINES_BETWEEN_CHECKS: usize = 1 << 14;

/// The key mixed with the data, and the data.
type Slot = [AtomicU64; 2];

/// Bounds of positions, in a fixed number of slots.
pub(crate) struct BoundsTable {
    lines: Lines,
    /// How many slots are taken, roughly if several threads write.
    taken: AtomicU64,
}

impl BoundsTable {
    /// A table of at most this many bytes, but at least one bucket.
    pub(crate) fn with_bytes(bytes: usize) -> Self {
        BoundsTable { lines: Lines::within(bytes), taken: AtomicU64::new(0) }
    }

    pub(crate) fn bytes(&self) -> usize {
        size_of_val(self.lines.all())
    }

    /// Whether the table is so full that new entries begin to replace old ones.
    #[inline(always)]
    pub(crate) fn is_crowded(&self) -> bool {
        self.taken.load(Ordering::Relaxed) > (self.bytes() / size_of::<Slot>()) as u64 / 4 * 3
    }

    /// A table of at most this many bytes that knows what this one knows.
    ///
    /// # Errors
    /// If the work must end before everything is copied: a gigabyte takes seconds.
    pub(crate) fn grown(&self, bytes: usize, work: Work<'_>) -> Result<BoundsTable, Interrupted> {
        let grown = BoundsTable::with_bytes(bytes);
        for part in self.lines.all().chunks(LINES_BETWEEN_CHECKS) {
            work.check()?;
            for [key, data] in part.iter().flat_map(slots) {
                let data = data.load(Ordering::Relaxed);
                if data != 0 {
                    grown.put(key.load(Ordering::Relaxed) ^ data, &unpacked(data));
                }
            }
        }
        Ok(grown)
    }

    /// Gets ready to be asked about a position.
    #[inline(always)]
    pub(crate) fn fetch(&self, key: u64) {
        self.lines.fetch(key);
    }

    #[inline(always)]
    fn bucket(&self, key: u64) -> &[Slot] {
        slots(self.lines.of(key))
    }

    #[inline(always)]
    pub(crate) fn get(&self, key: u64) -> Option<Entry> {
        self.bucket(key).iter().find_map(|[check, data]| {
            let data = data.load(Ordering::Relaxed);
            (check.load(Ordering::Relaxed) ^ data == key && data != 0).then(|| unpacked(data))
        })
    }

    /// Remembers an entry, together with what was known of the same position.
    #[inline(always)]
    pub(crate) fn put(&self, key: u64, entry: &Entry) {
        let mut entry = *entry;
        let (mut cheapest, mut least) = (0, u64::MAX);
        for (index, [check, data]) in self.bucket(key).iter().enumerate() {
            let data = data.load(Ordering::Relaxed);
            if check.load(Ordering::Relaxed) ^ data == key && data != 0 {
                let known = unpacked(data);
                entry.at_least = entry.at_least.max(known.at_least);
                entry.at_most = entry.at_most.min(known.at_most);
                entry.effort = entry.effort.max(known.effort);
                cheapest = index;
                least = 1;
                break;
            }
            let effort = if data == 0 { 0 } else { 1 + (data >> 48 & 0xFF) };
            if effort < least {
                (cheapest, least) = (index, effort);
            }
        }
        if least == 0 {
            self.taken.fetch_add(1, Ordering::Relaxed);
        }
        let data = packed(&entry);
        let [check, place] = &self.bucket(key)[cheapest];
        place.store(data, Ordering::Relaxed);
        check.store(key ^ data, Ordering::Relaxed);
    }
}

/// The four slots of a cache line.
#[inline(always)]
fn slots(line: &Line) -> &[Slot] {
    line.as_chunks().0
}

/// The last byte distinguishes an entry from an empty slot.
#[inline(always)]
fn packed(entry: &Entry) -> u64 {
    u64::from(pack(entry.at_least) as u16)
        | u64::from(pack(entry.at_most) as u16) << 16
        | u64::from(entry.best) << 32
        | u64::from(entry.effort) << 48
        | 1 << 56
}

#[inline(always)]
fn unpacked(data: u64) -> Entry {
    Entry {
        at_least: unpack(data as u16 as i16),
        at_most: unpack((data >> 16) as u16 as i16),
        best: (data >> 32) as u16,
        effort: (data >> 48) as u8,
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn entry(at_least: Score, at_most: Score, effort: u8) -> Entry {
        Entry { at_least, at_most, best: 7, effort }
    }

    #[test]
    fn bounds_of_the_same_position_are_joined() {
        let table = BoundsTable::with_bytes(1 << 12);
        table.put(5, &entry(Score::loss_in(4), Score::win_in(3), 2));
        table.put(5, &entry(Score::loss_in(2), Score::win_in(9), 1));
        assert_eq!(table.get(5), Some(entry(Score::loss_in(4), Score::win_in(9), 2)));
        assert_eq!(table.get(6), None);
        let grown = table.grown(1 << 14, Work::never()).expect("it is never stopped");
        assert_eq!(grown.get(5), table.get(5));
        let no_time = Work::never().within(Some(Duration::ZERO));
        assert_eq!(table.grown(1 << 14, no_time).err(), Some(Interrupted::Time));
    }

    #[test]
    fn dear_entries_outlive_cheap_ones() {
        let table = BoundsTable::with_bytes(1);
        for key in 0..100_u8 {
            table.put(key.into(), &entry(Score::EVEN, Score::EVEN, if key % 50 == 0 { 9 } else { 0 }));
        }
        let left: Vec<u64> = (0..100).filter(|&key| table.get(key).is_some()).collect();
        assert_eq!(left.len(), 4);
        assert!(left.contains(&0) && left.contains(&50) && left.contains(&99), "{left:?}");
        assert!(table.is_crowded());
    }
}
