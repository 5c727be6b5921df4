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

    /// Tells how promising a move is. `value` judges the position after it, and is asked only if that counts.
    #[inline]
    pub(crate) fn promise(
        &self,
        index: u16,
        m: M,
        ply: usize,
        remembered: Option<u16>,
        value: impl FnOnce() -> Score,
    ) -> Promise {
        let is_killer = || self.killers.get(ply).is_some_and(|killers| killers.contains(&Some(m)));
        let rank =
            if self.order.table && remembered == Some(index) { 2 } else { u8::from(self.order.killer && is_killer()) };
        let value = if self.order.heuristic && rank == 0 { value() } else { Score::EVEN };
        let history = if self.order.history { self.history[place(&m)] } else { 0 };
        Promise { rank, value, history }
    }
}

/// How promising a move is: remembered, then killers, then by heuristic value, then by history.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Promise {
    rank: u8,
    value: Score,
    history: u32,
}

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
        Ranked { index, m, promise: Promise { rank: 0, value: Score::EVEN, history: 0 } }
    }
}

/// Brings the most promising move to the front and leaves the others as they are. A search that is cut off early has then not
/// sorted moves it never tried; done again and again it sorts, and equals keep the game's order.
#[inline]
pub(crate) fn bring_best<M>(moves: &mut [Ranked<M>]) {
    let mut best = 0;
    for (place, ranked) in moves.iter().enumerate() {
        if ranked.promise > moves[best].promise {
            best = place;
        }
    }
    moves[..=best].rotate_right(1);
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

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(23);
        }
    }
}
