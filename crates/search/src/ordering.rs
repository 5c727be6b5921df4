//! What earlier cut-offs tell about the order of moves. Trying good moves first is most of what makes alpha-beta fast;
//! it never changes a value.

use std::hash::{Hash, Hasher};

use plyscope_core::Score;

use crate::options::Order;

/// What a search has learnt about moves.
pub(crate) struct Experience<M> {
    order: Order,
    /// For each ply, the last two moves that caused a cut-off there.
    killers: Vec<[Option<M>; 2]>,
    /// How much each move has cut off, by a hash of the move, if the order asks for it. A collision only makes the
    /// order a little worse.
    history: Option<Box<[u32; N_HISTORY_SLOTS]>>,
}

const N_HISTORY_SLOTS: usize = 4096;

impl<M: Copy + Eq + Hash> Experience<M> {
    pub(crate) fn new(order: Order) -> Self {
        Experience { order, killers: Vec::new(), history: order.history.then(|| Box::new([0; N_HISTORY_SLOTS])) }
    }

    /// Remembers that a move caused a cut-off.
    #[inline]
    pub(crate) fn reward(&mut self, m: M, ply: usize, depth: u32) {
        if self.order.killer {
            if self.killers.len() <= ply {
                self.killers.resize(ply + 1, [None; 2]);
            }
            let [first, second] = &mut self.killers[ply];
            if *first != Some(m) {
                (*first, *second) = (Some(m), *first);
            }
        }
        if let Some(history) = &mut self.history {
            let count = &mut history[history_slot(&m)];
            *count = count.saturating_add(depth * depth);
        }
    }

    /// The last two moves that caused a cut-off at this ply.
    #[inline]
    pub(crate) fn killers(&self, ply: usize) -> [Option<M>; 2] {
        self.killers.get(ply).copied().unwrap_or_default()
    }

    /// How much a move has cut off.
    #[inline(always)]
    pub(crate) fn history(&self, m: M) -> u32 {
        self.history.as_ref().map_or(0, |history| history[history_slot(&m)])
    }

    /// How promising a move is at a ply with these killers. `value` judges the position after it, and is called only if
    /// the heuristic decides the order.
    #[inline(always)]
    pub(crate) fn promise(&self, m: M, killers: &[Option<M>; 2], value: impl FnOnce() -> Score) -> Promise {
        if killers.contains(&Some(m)) {
            return Promise(KILLER | u64::from(self.history(m)));
        }
        // Flipping the sign bit makes unsigned numbers that are ordered as the signed ones were.
        Promise(if self.order.heuristic { value().to_bits() ^ 1 << 63 } else { self.history(m).into() })
    }
}

/// How promising a move is: killers first, then by heuristic value or by history. One number, because the search
/// compares these more often than anything else.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Promise(u64);

impl Promise {
    /// Nothing is known about the move.
    pub(crate) const NONE: Promise = Promise(0);
}

/// Above every heuristic value.
const KILLER: u64 = 0xFFFF << 48;

/// A move with its index in the game's order.
#[derive(Clone, Copy)]
pub(crate) struct Ranked<M> {
    pub(crate) index: u16,
    pub(crate) m: M,
    pub(crate) promise: Promise,
}

impl<M> Ranked<M> {
    /// A move about which nothing is known.
    pub(crate) fn unknown(index: u16, m: M) -> Self {
        Ranked { index, m, promise: Promise::NONE }
    }
}

/// The most promising of some moves, the first of them where several are.
#[derive(Clone, Copy)]
pub(crate) struct Choice {
    /// Its place among them.
    pub(crate) at: usize,
    pub(crate) promise: Promise,
}

impl Choice {
    /// Where nothing is promised, the first.
    pub(crate) const FIRST: Choice = Choice { at: 0, promise: Promise::NONE };

    /// Chooses this move if it promises more.
    #[inline(always)]
    pub(crate) fn consider(&mut self, at: usize, promise: Promise) {
        if promise > self.promise {
            *self = Choice { at, promise };
        }
    }

    #[inline(always)]
    pub(crate) fn among<M>(moves: &[Ranked<M>]) -> Choice {
        let mut choice = Choice::FIRST;
        moves.iter().enumerate().for_each(|(at, ranked)| choice.consider(at, ranked.promise));
        choice
    }
}

/// Brings a move to the front and keeps the order of the others. A search that is cut off early has then not sorted
/// moves that it never tried. Repeated with the most promising one, this sorts, and equal moves stay in the game's
/// order.
#[inline(always)]
pub(crate) fn bring_to_front<M: Copy>(moves: &mut [Ranked<M>], at: usize) {
    if at > 0 {
        let chosen = moves[at];
        moves.copy_within(..at, 1);
        moves[0] = chosen;
    }
}

/// Where the history of a move is kept.
#[inline]
fn history_slot(m: &impl Hash) -> usize {
    (hash_of(m) >> 52) as usize
}

/// A hash whose upper bits are well mixed, the same on every machine.
#[inline]
pub(crate) fn hash_of(m: &impl Hash) -> u64 {
    let mut hasher = SmallHasher(0);
    m.hash(&mut hasher);
    hasher.0
}

/// Multiplies and adds: enough to spread a few bytes over the upper bits, and the same on every machine.
struct SmallHasher(u64);

impl Hasher for SmallHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    #[inline(always)]
    fn write_u8(&mut self, byte: u8) {
        self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(23);
    }

    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u8(byte));
    }
}
