//! Hash maps by the keys of positions.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hash, Hasher};

use crate::Game;

/// What a hash map needs to take the keys of positions as they are: they are well mixed already.
pub type KeyHash = BuildHasherDefault<AsItIs>;

/// See [`KeyHash`].
#[derive(Default)]
pub struct AsItIs(u64);

impl Hasher for AsItIs {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.0 = self.0.rotate_left(8) ^ u64::from(byte));
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }
}

/// A position in a hash map: found by its key, which is fast, and compared as a whole, which is safe.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Keyed<G>(pub G);

impl<G: Game> Hash for Keyed<G> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.0.key());
    }
}

/// Parts of a [`KeyedMap`]: a hundred million entries are then copied a million or so at a time.
const PARTS: usize = 64;

/// A map from positions to values that may become very large. A hash map that is full is copied as a whole, which takes
/// seconds when it has tens of millions of entries; this one is copied in parts, so that work stops in time.
pub struct KeyedMap<G, V> {
    parts: Vec<HashMap<Keyed<G>, V, KeyHash>>,
}

impl<G: Game, V: Copy> Default for KeyedMap<G, V> {
    fn default() -> Self {
        KeyedMap { parts: (0..PARTS).map(|_| HashMap::default()).collect() }
    }
}

impl<G: Game, V: Copy> KeyedMap<G, V> {
    /// The part for a position. A hash map uses the lowest and the highest bits of a key, so this uses others.
    fn part(position: &G) -> usize {
        (position.key() >> 40) as usize % PARTS
    }

    /// The value of a position.
    pub fn get(&self, position: &Keyed<G>) -> Option<V> {
        self.parts[Self::part(&position.0)].get(position).copied()
    }

    /// Sets the value of a position.
    pub fn insert(&mut self, position: Keyed<G>, value: V) {
        self.parts[Self::part(&position.0)].insert(position, value);
    }

    /// The number of positions.
    pub fn len(&self) -> usize {
        self.parts.iter().map(HashMap::len).sum()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}
