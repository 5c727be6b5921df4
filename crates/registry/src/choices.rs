//! The moves of a game as their indices among the legal moves: usually one byte each.

/// A list of choices. Numbers below 128 take one byte, larger ones two or more (the varint of Protocol Buffers and
/// others).
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Choices(Vec<u8>);

impl Choices {
    /// An empty list with room for this many choices.
    pub fn with_room_for(n: usize) -> Self {
        Choices(Vec::with_capacity(n))
    }

    /// The list that these bytes stand for.
    pub fn from_bytes(bytes: Vec<u8>) -> Self {
        Choices(bytes)
    }

    /// The bytes.
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    /// The bytes, without a copy.
    pub fn into_bytes(self) -> Vec<u8> {
        self.0
    }

    /// Adds a choice.
    #[inline(always)]
    pub fn push(&mut self, mut index: usize) {
        while index >= 128 {
            self.0.push(index as u8 | 128);
            index >>= 7;
        }
        self.0.push(index as u8);
    }

    /// The choices in their order. Bytes that no list has, from a damaged file, give choices that no game has.
    pub fn iter(&self) -> impl Iterator<Item = usize> {
        let mut bytes = self.0.iter();
        std::iter::from_fn(move || {
            let (mut index, mut shift) = (0_usize, 0);
            loop {
                let byte = *bytes.next()?;
                index |= usize::from(byte & 127).checked_shl(shift).unwrap_or(usize::MAX);
                if byte < 128 {
                    return Some(index);
                }
                shift += 7;
            }
        })
    }

    /// The [`stable_hash`] of the bytes.
    pub fn stable_hash(&self) -> u64 {
        stable_hash(&self.0)
    }
}

/// A hash that is the same on every machine and in every version, so that it can be kept in files: FNV-1a, 64 bits
/// (Fowler, Noll, Vo; RFC 9923).
pub fn stable_hash(bytes: &[u8]) -> u64 {
    mix(0xCBF2_9CE4_8422_2325, bytes)
}

/// The [`stable_hash`] of everything that can be read, without keeping it.
///
/// # Errors
/// If it cannot be read.
pub fn stable_hash_of(mut source: impl std::io::Read) -> std::io::Result<u64> {
    let (mut hash, mut chunk) = (stable_hash(&[]), vec![0; 1 << 16]);
    loop {
        match source.read(&mut chunk)? {
            0 => return Ok(hash),
            n => hash = mix(hash, &chunk[..n]),
        }
    }
}

fn mix(hash: u64, bytes: &[u8]) -> u64 {
    bytes.iter().fold(hash, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_come_back() {
        let wanted = [0, 1, 127, 128, 129, 255, 256, 16_383, 16_384, 1_000_000];
        let mut choices = Choices::default();
        wanted.iter().for_each(|&index| choices.push(index));
        assert_eq!(choices.iter().collect::<Vec<_>>(), wanted);
        assert_eq!(Choices::from_bytes(choices.as_bytes().to_vec()), choices);
    }

    #[test]
    fn damaged_bytes_end_the_list_or_give_large_numbers() {
        assert_eq!(Choices::from_bytes(vec![5, 200]).iter().collect::<Vec<_>>(), [5]);
        let long = Choices::from_bytes(vec![255; 30]);
        assert_eq!(long.iter().count(), 0);
    }

    /// Test vectors of the FNV reference for 64-bit FNV-1a: "", "a", "foobar".
    #[test]
    fn published_hashes() {
        let long = "foobar".repeat(20_000);
        assert_eq!(stable_hash_of(long.as_bytes()).expect("bytes"), stable_hash(long.as_bytes()));
        for (text, hash) in
            [("", 0xcbf2_9ce4_8422_2325), ("a", 0xaf63_dc4c_8601_ec8c), ("foobar", 0x8594_4171_f739_67e8)]
        {
            assert_eq!(stable_hash(text.as_bytes()), hash, "{text}");
        }
    }
}
