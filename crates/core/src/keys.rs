//! Hash maps by the keys of positions.

use std::hash::{BuildHasherDefault, Hasher};

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
