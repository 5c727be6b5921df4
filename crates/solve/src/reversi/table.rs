//! What is known of positions that were searched before: a lower and an upper bound of their score, and their best
//! move.
//!
//! An entry holds the whole position, so two positions are never taken for each other, and what it says stays true for
//! every later search on the same board. Its three words are written and read without locks: the position is mixed with
//! the rest, so an entry torn by two threads does not match (R. Hyatt and T. Mann: A lock-less transposition table,
//! ICGA Journal 2002). A bucket is one cache line with a place for the most laborious entry and one for the latest.

use std::sync::atomic::{AtomicU64, Ordering};

use super::discs::Discs;
use crate::memory::Lines;

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct KnownBounds {
    pub(super) lower: i8,
    pub(super) upper: i8,
    /// The cell of the best move, or [`NO_CELL`].
    pub(super) best: u8,
}

/// Stands for no move.
pub(super) const NO_CELL: u8 = 64;

/// An entry: three words and an unused one. Two entries are a cache line.
type Slot = [AtomicU64; 4];

/// A table of fixed size.
pub(super) struct EndgameTable {
    lines: Lines,
}

impl EndgameTable {
    /// A table of at most this many bytes, but at least one bucket.
    pub(super) fn with_bytes(bytes: usize) -> Self {
        EndgameTable { lines: Lines::within(bytes) }
    }

    /// A table for positions with at most this many empty cells: a small tree needs no large one. This size holds all
    /// its middle nodes.
    pub(super) fn for_empties(n_empties: u32, max_bytes: usize) -> Self {
        EndgameTable::with_bytes(max_bytes.min(16usize.checked_shl(n_empties).unwrap_or(usize::MAX)))
    }

    pub(super) fn bytes(&self) -> usize {
        size_of_val(self.lines.all())
    }

    #[inline(always)]
    fn bucket(&self, discs: Discs) -> [&Slot; 2] {
        let slots = self.lines.of(discs.hash()).as_chunks().0;
        [&slots[0], &slots[1]]
    }

    /// What is known of a position.
    #[inline(always)]
    pub(super) fn get(&self, discs: Discs) -> Option<KnownBounds> {
        let [laborious, latest] = self.bucket(discs);
        match read(laborious, discs) {
            None => read(latest, discs),
            known => known,
        }
    }

    /// Remembers what was found out about a position with this effort, together with what was known before.
    #[inline(always)]
    pub(super) fn put(&self, discs: Discs, known: KnownBounds, effort: u8) {
        let [laborious, latest] = self.bucket(discs);
        let slot = if let Some(before) = read(laborious, discs) {
            return write(laborious, discs, merged(before, known), effort);
        } else if let Some(before) = read(latest, discs) {
            return write(latest, discs, merged(before, known), effort);
        } else if (laborious[2].load(Ordering::Relaxed) >> 32) as u8 <= effort {
            laborious
        } else {
            latest
        };
        write(slot, discs, known, effort);
    }
}

#[inline(always)]
fn merged(before: KnownBounds, now: KnownBounds) -> KnownBounds {
    let best = if now.best == NO_CELL { before.best } else { now.best };
    KnownBounds { lower: before.lower.max(now.lower), upper: before.upper.min(now.upper), best }
}

#[inline(always)]
fn read(slot: &Slot, discs: Discs) -> Option<KnownBounds> {
    let rest = slot[2].load(Ordering::Relaxed);
    let differs =
        slot[0].load(Ordering::Relaxed) ^ rest ^ discs.mover | slot[1].load(Ordering::Relaxed) ^ rest ^ discs.other;
    // No entry has a rest of 0: its mark is set.
    if differs != 0 || rest == 0 {
        return None;
    }
    Some(KnownBounds { lower: rest as i8, upper: (rest >> 8) as i8, best: (rest >> 16) as u8 })
}

#[inline(always)]
fn write(slot: &Slot, discs: Discs, known: KnownBounds, effort: u8) {
    const MARK: u64 = 1 << 40;
    let bounds = u64::from(known.lower as u8) | u64::from(known.upper as u8) << 8;
    let rest = bounds | u64::from(known.best) << 16 | u64::from(effort) << 32 | MARK;
    slot[0].store(discs.mover ^ rest, Ordering::Relaxed);
    slot[1].store(discs.other ^ rest, Ordering::Relaxed);
    slot[2].store(rest, Ordering::Relaxed);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_of_a_position_meet() {
        let table = EndgameTable::with_bytes(1 << 12);
        let discs = Discs { mover: 6, other: 1 };
        assert_eq!(table.get(discs), None);
        table.put(discs, KnownBounds { lower: -64, upper: 8, best: 3 }, 1);
        table.put(discs, KnownBounds { lower: -2, upper: 64, best: NO_CELL }, 1);
        assert_eq!(table.get(discs), Some(KnownBounds { lower: -2, upper: 8, best: 3 }));
        assert_eq!(table.get(discs.passed()), None);
    }

    #[test]
    fn one_bucket_keeps_the_laborious_and_the_latest() {
        let table = EndgameTable::with_bytes(0);
        let known = KnownBounds { lower: 0, upper: 0, best: 5 };
        let position = |mover| Discs { mover, other: 0 };
        table.put(position(0), known, 9);
        table.put(position(1), known, 3);
        table.put(position(2), known, 2);
        assert_eq!([0, 1, 2].map(|mover| table.get(position(mover)).is_some()), [true, false, true]);
        table.put(position(3), known, 9);
        assert_eq!([0, 2, 3].map(|mover| table.get(position(mover)).is_some()), [false, true, true]);
    }
}
