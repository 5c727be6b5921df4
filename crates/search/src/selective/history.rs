//! What cut-offs have taught a selective search about moves: killers, countermoves and three kinds of history.
//!
//! Histories are numbers between ±[`MOST`]. A reward or a penalty moves them towards that bound, by less the nearer
//! they are: so they follow what was true lately and never overflow.

use std::hash::Hash;

use crate::ordering::hash_of;

/// The largest magnitude of a history.
pub(super) const MOST: i32 = 1 << 14;

const MOVE_BITS: u32 = 12;
const PAIR_BITS: u32 = 17;

/// A name for a move of a side: its slot in all histories. Two moves may share one; that only makes the order a little
/// worse.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Slot(u32);

impl Slot {
    /// The slot of a move by the side with this index.
    #[inline(always)]
    pub(super) fn of(m: &impl Hash, side: usize) -> Slot {
        Slot(((hash_of(m) >> (64 - MOVE_BITS)) as u32) << 1 | side as u32)
    }

    /// No move: the one before the first.
    pub(super) const NONE: Slot = Slot(0);
}

/// What a search has learnt about moves.
pub(super) struct History<M> {
    quiet: Vec<i16>,
    sharp: Vec<i16>,
    /// By a hash of an earlier move and this one.
    after: Vec<i16>,
    /// The move that refuted another one.
    counter: Vec<Option<M>>,
    /// For each ply, the last two quiet moves that caused a cut-off there.
    pub(super) killers: Vec<[Option<M>; 2]>,
}

impl<M: Copy + Eq + Hash> History<M> {
    pub(super) fn new() -> Self {
        let n_slots = 2 << MOVE_BITS;
        History {
            quiet: vec![0; n_slots],
            sharp: vec![0; n_slots],
            after: vec![0; 1 << PAIR_BITS],
            counter: vec![None; n_slots],
            killers: Vec::new(),
        }
    }

    /// Begins another search of the same game: killers belong to their plies and are forgotten, histories fade.
    pub(super) fn fade(&mut self) {
        self.killers.clear();
        for table in [&mut self.quiet, &mut self.sharp, &mut self.after] {
            table.iter_mut().for_each(|value| *value /= 2);
        }
    }

    #[inline(always)]
    fn pair(earlier: Slot, slot: Slot) -> usize {
        let mixed = (u64::from(earlier.0) << 32 | u64::from(slot.0)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        (mixed >> (64 - PAIR_BITS)) as usize
    }

    /// How well a quiet move did lately.
    #[inline(always)]
    pub(super) fn quiet(&self, slot: Slot) -> i32 {
        self.quiet[slot.0 as usize].into()
    }

    /// How well a sharp move did lately.
    #[inline(always)]
    pub(super) fn sharp(&self, slot: Slot) -> i32 {
        self.sharp[slot.0 as usize].into()
    }

    /// How well a move did lately when it followed another one, directly or with a move between them.
    #[inline(always)]
    pub(super) fn after(&self, earlier: Slot, slot: Slot) -> i32 {
        self.after[Self::pair(earlier, slot)].into()
    }

    #[inline(always)]
    pub(super) fn learn_quiet(&mut self, slot: Slot, bonus: i32) {
        shift(&mut self.quiet[slot.0 as usize], bonus);
    }

    #[inline(always)]
    pub(super) fn learn_sharp(&mut self, slot: Slot, bonus: i32) {
        shift(&mut self.sharp[slot.0 as usize], bonus);
    }

    #[inline(always)]
    pub(super) fn learn_after(&mut self, earlier: Slot, slot: Slot, bonus: i32) {
        shift(&mut self.after[Self::pair(earlier, slot)], bonus);
    }

    /// The move that refuted this one elsewhere.
    #[inline(always)]
    pub(super) fn counter(&self, last: Slot) -> Option<M> {
        self.counter[last.0 as usize]
    }

    pub(super) fn set_counter(&mut self, last: Slot, m: M) {
        self.counter[last.0 as usize] = Some(m);
    }

    #[inline(always)]
    pub(super) fn killers(&self, ply: usize) -> [Option<M>; 2] {
        self.killers.get(ply).copied().unwrap_or_default()
    }

    pub(super) fn set_killer(&mut self, ply: usize, m: M) {
        if self.killers.len() <= ply {
            self.killers.resize(ply + 1, [None; 2]);
        }
        let [first, second] = &mut self.killers[ply];
        if *first != Some(m) {
            (*first, *second) = (Some(m), *first);
        }
    }
}

/// What a cut-off at this depth is worth.
#[inline(always)]
pub(super) fn bonus(depth: u32) -> i32 {
    (24 * depth * depth + 64 * depth).min(2000) as i32
}

#[inline(always)]
fn shift(value: &mut i16, bonus: i32) {
    let old = i32::from(*value);
    *value = (old + bonus - old * bonus.abs() / MOST) as i16;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn histories_approach_their_bound_and_never_pass_it() {
        let mut value = 0_i16;
        for _ in 0..1000 {
            let before = value;
            shift(&mut value, 2000);
            assert!(value >= before && i32::from(value) <= MOST);
        }
        assert!(i32::from(value) > MOST * 9 / 10);
        shift(&mut value, -2000);
        assert!(i32::from(value) < MOST * 9 / 10, "one failure counts much after many successes");
    }
}
