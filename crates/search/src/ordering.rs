//! In which order to try moves. Good moves first is most of what makes alpha-beta fast; it never changes a value.

use std::hash::{Hash, Hasher};

use plyscope_core::Score;

use crate::options::Order;

/// What earlier parts of a search learnt about moves.
pub(crate) struct Experience<M> {
    order: Order,
    /// Two moves for each ply that cut off there last.
    killers: Vec<[Option<M>; 2]>,
    /// How much each move has cut off, by a hash of the move; a collision only blurs the order.
    history: Vec<u32>,
}

const HISTORY_PLACES: usize = 4096;

impl<M: Copy + Eq + Hash> Experience<M> {
    pub(crate) fn new(order: Order) -> Self {
        let n_history = if order.history { HISTORY_PLACES } else { 0 };
        Experience { order, killers: Vec::new(), history: vec![0; n_history] }
    }

    /// A move was good enough to make the others of its position needless.
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
        if self.order.history {
            let place = &mut self.history[place(&m)];
            *place = place.saturating_add(depth * depth);
        }
    }

    /// The moves that cut off last at this ply.
    #[inline]
    pub(crate) fn killers(&self, ply: usize) -> [Option<M>; 2] {
        self.killers.get(ply).copied().unwrap_or_default()
    }

    /// How much a move has cut off.
    #[inline(always)]
    pub(crate) fn history(&self, m: M) -> u32 {
        if self.order.history { self.history[place(&m)] } else { 0 }
    }

    /// Tells how promising a move is at a ply with these killers. `value` judges the position after it, and is asked only if that counts.
    #[inline(always)]
    pub(crate) fn promise(&self, m: M, killers: &[Option<M>; 2], value: impl FnOnce() -> Score) -> Promise {
        if killers.contains(&Some(m)) {
            return Promise(KILLER | u64::from(self.history(m)));
        }
        // The order of signed numbers becomes that of unsigned ones by turning the sign.
        Promise(if self.order.heuristic { value().to_bits() ^ 1 << 63 } else { self.history(m).into() })
    }
}

/// How promising a move is: killers first, then by heuristic value if that counts, or else by history. One number, because the search compares
/// it more often than anything else.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Promise(u64);

/// Above every heuristic value.
const KILLER: u64 = 0xFFFF << 48;

/// A move with its place in the game's order.
#[derive(Clone, Copy)]
pub(crate) struct Ranked<M> {
    pub(crate) index: u16,
    pub(crate) m: M,
    pub(crate) promise: Promise,
}

impl<M> Ranked<M> {
    /// A move about which nothing is known.
    pub(crate) fn alike(index: u16, m: M) -> Self {
        Ranked { index, m, promise: Promise(0) }
    }
}

/// Brings the most promising move to the front and leaves the others as they are. A search that is cut off early has then not
/// sorted moves it never tried; done again and again it sorts, and equals keep the game's order.
#[inline(always)]
pub(crate) fn bring_best<M: Copy>(moves: &mut [Ranked<M>]) {
    let (mut best, mut most) = (0, Promise(0));
    for (place, ranked) in moves.iter().enumerate() {
        if ranked.promise > most {
            (best, most) = (place, ranked.promise);
        }
    }
    if best > 0 {
        let chosen = moves[best];
        moves.copy_within(..best, 1);
        moves[0] = chosen;
    }
}

/// Where the history of a move is kept.
#[inline]
fn place(m: &impl Hash) -> usize {
    let mut hasher = SmallHasher(0);
    m.hash(&mut hasher);
    (hasher.0 >> 52) as usize
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
