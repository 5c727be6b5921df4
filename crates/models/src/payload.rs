//! The numbers of a model as bytes: small whole numbers take one byte, and everything is compressed.

use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::decompress_to_vec_with_limit;
use plyscope_core::BadInput;

/// The most bytes that are unpacked.
const MAX_BYTES: usize = 256 << 20;
/// How hard to compress: 10 is the hardest that does not take for ever.
const EFFORT: u8 = 10;

/// Collects numbers.
#[derive(Default)]
pub(crate) struct Packer(Vec<u8>);

impl Packer {
    pub(crate) fn byte(&mut self, byte: u8) {
        self.0.push(byte);
    }

    pub(crate) fn real(&mut self, number: f32) {
        self.0.extend(number.to_le_bytes());
    }

    /// Seven bits a byte, the sign in the lowest.
    pub(crate) fn whole(&mut self, number: i16) {
        let mut rest = ((number << 1) ^ (number >> 15)) as u16;
        while rest >= 128 {
            self.0.push(rest as u8 | 128);
            rest >>= 7;
        }
        self.0.push(rest as u8);
    }

    pub(crate) fn pack(&self) -> Vec<u8> {
        compress_to_vec(&self.0, EFFORT)
    }
}

/// Gives numbers back in the order in which they were collected.
pub(crate) struct Unpacker {
    bytes: Vec<u8>,
    at: usize,
}

fn damaged() -> BadInput {
    BadInput::new("its weights are damaged or incomplete")
}

impl Unpacker {
    pub(crate) fn new(packed: &[u8]) -> Result<Self, BadInput> {
        let bytes = decompress_to_vec_with_limit(packed, MAX_BYTES).map_err(|_| damaged())?;
        Ok(Unpacker { bytes, at: 0 })
    }

    pub(crate) fn byte(&mut self) -> Result<u8, BadInput> {
        let byte = self.bytes.get(self.at).copied().ok_or_else(damaged)?;
        self.at += 1;
        Ok(byte)
    }

    /// A finite number.
    pub(crate) fn real(&mut self) -> Result<f32, BadInput> {
        let bytes = self.bytes.get(self.at..self.at + 4).ok_or_else(damaged)?;
        self.at += 4;
        let number = f32::from_le_bytes(std::array::from_fn(|index| bytes[index]));
        if number.is_finite() { Ok(number) } else { Err(BadInput::new("one of its weights is not a finite number")) }
    }

    pub(crate) fn whole(&mut self) -> Result<i16, BadInput> {
        let (mut rest, mut shift) = (0_u32, 0);
        loop {
            let byte = self.byte()?;
            rest |= u32::from(byte & 127) << shift;
            if byte < 128 {
                break;
            }
            shift += 7;
            if shift > 14 {
                return Err(damaged());
            }
        }
        let rest = u16::try_from(rest).map_err(|_| damaged())?;
        Ok((rest >> 1) as i16 ^ -((rest & 1) as i16))
    }

    pub(crate) fn wholes(&mut self, n: usize) -> Result<Vec<i16>, BadInput> {
        if n > self.bytes.len() - self.at {
            return Err(damaged());
        }
        (0..n).map(|_| self.whole()).collect()
    }

    /// Refuses bytes that are left over.
    pub(crate) fn end(&self) -> Result<(), BadInput> {
        if self.at == self.bytes.len() { Ok(()) } else { Err(damaged()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_back() {
        let mut packer = Packer::default();
        let wholes: Vec<i16> = (i16::MIN..=i16::MAX).collect();
        wholes.iter().for_each(|&number| packer.whole(number));
        packer.real(-0.25);
        packer.byte(200);
        let mut unpacker = Unpacker::new(&packer.pack()).expect("packed");
        assert_eq!(unpacker.wholes(wholes.len()), Ok(wholes));
        assert_eq!((unpacker.real(), unpacker.byte()), (Ok(-0.25), Ok(200)));
        assert_eq!(unpacker.end(), Ok(()));
        assert!(unpacker.byte().is_err() && unpacker.wholes(1).is_err());
    }
}
