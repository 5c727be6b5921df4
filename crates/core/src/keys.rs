//! Hash maps by the keys of positions.

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
