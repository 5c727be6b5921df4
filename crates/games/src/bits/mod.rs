//! Sets of cells in machine words.
//!
//! Boards of up to 64 cells live in a `u64`, larger ones in a `u128`: the same rules are compiled for both, because the
//! wide word costs about twice as much (`cargo benches breakthrough` shows it).

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use plyscope_core::Side;
use plyscope_core::cpu::{self, Level, Seen};

use exact::EXACT_CELLS;

use crate::pawns::Layout;

mod exact;
#[cfg(target_arch = "x86_64")]
mod x86;

/// A machine word as a set of cell numbers.
pub trait Word:
    Copy
    + Eq
    + Hash
    + Debug
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + BitOrAssign
    + BitXorAssign
{
    /// How many cells fit.
    const BITS: u32;
    /// The empty set.
    const EMPTY: Self;

    /// The set of one cell.
    fn cell(index: u32) -> Self;
    /// The set with every number raised by `by`, modulo [`Word::BITS`].
    fn rotate(self, by: u32) -> Self;
    /// How many cells are in the set.
    fn count(self) -> u32;
    /// The smallest number in the set, which must not be empty.
    fn first(self) -> u32;
    /// The set without its smallest number.
    fn without_first(self) -> Self;
    /// The number in the set that has `n` smaller ones.
    #[inline(always)]
    fn nth(self, n: u32) -> u32 {
        self.nth_told(cpu::seen(), n)
    }
    /// The same for a caller that was told what it is compiled for.
    fn nth_told(self, seen: Seen, n: u32) -> u32;
    /// The set on a board of `n_cells` that is turned around: the last cell becomes the first.
    fn turned(self, n_cells: u32) -> Self;
    /// The numbers below 64 and those from 64 to 127.
    fn halves(self) -> [u64; 2];
    /// A hash of two sets and a salt.
    fn key(self, other: Self, salt: u64) -> u64;
    /// A key of two sets without common cells on a board of `n_cells`. Up to 40 cells different pairs have different
    /// keys; beyond, it is a hash.
    fn pair_key(self, other: Self, n_cells: u32) -> u64;
    /// The geometry of the pawn games on all boards that fit this word; see [`Layout::of`].
    #[doc(hidden)]
    fn layouts() -> &'static [Layout<Self>];

    /// Every number in the set, in rising order.
    #[inline(always)]
    fn cells(self) -> Cells<Self> {
        Cells(self)
    }

    /// Whether the set has this cell.
    #[inline(always)]
    fn has(self, index: u32) -> bool {
        self & Self::cell(index) != Self::EMPTY
    }
}

/// The numbers in a set, in rising order.
#[derive(Clone, Debug)]
pub struct Cells<W>(W);

impl<W: Word> Iterator for Cells<W> {
    type Item = u32;

    #[inline(always)]
    fn next(&mut self) -> Option<u32> {
        if self.0 == W::EMPTY {
            return None;
        }
        let first = self.0.first();
        self.0 = self.0.without_first();
        Some(first)
    }
}

macro_rules! word {
    ($word:ty, $nth:expr, $key:expr) => {
        impl Word for $word {
            const BITS: u32 = <$word>::BITS;
            const EMPTY: Self = 0;

            #[inline(always)]
            fn cell(index: u32) -> Self {
                1 << index
            }
            #[inline(always)]
            fn rotate(self, by: u32) -> Self {
                self.rotate_left(by)
            }
            #[inline(always)]
            fn count(self) -> u32 {
                self.count_ones()
            }
            #[inline(always)]
            fn first(self) -> u32 {
                self.trailing_zeros()
            }
            #[inline(always)]
            fn without_first(self) -> Self {
                self & self.wrapping_sub(1)
            }
            #[inline(always)]
            fn nth_told(self, seen: Seen, n: u32) -> u32 {
                $nth(seen, self, n)
            }
            #[inline(always)]
            fn turned(self, n_cells: u32) -> Self {
                self.reverse_bits() >> (Self::BITS - n_cells)
            }
            #[inline(always)]
            fn halves(self) -> [u64; 2] {
                [self as u64, u128::from(self).wrapping_shr(64) as u64]
            }
            #[inline(always)]
            fn key(self, other: Self, salt: u64) -> u64 {
                $key(self, other, salt)
            }
            #[inline(always)]
            fn pair_key(self, other: Self, n_cells: u32) -> u64 {
                match n_cells {
                    0..=32 => exact::scattered(self as u64 | (other as u64) << 32),
                    33..=EXACT_CELLS => exact::scattered(exact::ternary(self as u64, other as u64)),
                    _ => self.key(other, 0),
                }
            }
            fn layouts() -> &'static [Layout<Self>] {
                static ALL: std::sync::LazyLock<Vec<Layout<$word>>> = std::sync::LazyLock::new(Layout::all);
                &ALL
            }
        }
    };
}

word!(u64, nth_u64, |a, b, salt| mix(a ^ KEYS[0] ^ salt, b ^ KEYS[1]));
word!(u128, nth_u128, |a: u128, b: u128, salt| {
    let low = mix(a as u64 ^ KEYS[0] ^ salt, b as u64 ^ KEYS[1]);
    let high = mix((a >> 64) as u64 ^ KEYS[2], (b >> 64) as u64 ^ KEYS[3]);
    low ^ high.rotate_left(32)
});

/// Digits of π after the point, in hexadecimal: numbers above suspicion.
const KEYS: [u64; 4] = [0x243F_6A88_85A3_08D3, 0x1319_8A2E_0370_7344, 0xA409_3822_299F_31D0, 0x082E_FA98_EC4E_6C89];

/// What tells apart the keys of positions that differ only in the side to move: nothing, or a number with many bits.
#[inline(always)]
pub(crate) fn side_salt(side: Side) -> u64 {
    (side as u64).wrapping_neg() & 0x4528_21E6_38D0_1377
}

/// One round of multiply-and-fold hashing: the two halves of the full product.
#[inline(always)]
pub(crate) fn mix(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    product as u64 ^ (product >> 64) as u64
}

#[inline(always)]
fn nth_u128(seen: Seen, set: u128, n: u32) -> u32 {
    let (low, high) = (set as u64, (set >> 64) as u64);
    let in_low = low.count_ones();
    if n < in_low { nth_u64(seen, low, n) } else { 64 + nth_u64(seen, high, n - in_low) }
}

#[inline(always)]
pub(crate) fn nth_u64(seen: Seen, set: u64, n: u32) -> u32 {
    debug_assert!(n < set.count_ones());
    // Callers are compiled for a level below or above this one, so it may have to be asked for.
    #[cfg(target_arch = "x86_64")]
    if seen.has(Level::Deposit) || cpu::has(Level::Deposit) {
        // SAFETY: this level includes BMI1 and BMI2.
        #[expect(unsafe_code, reason = "calling a function compiled for detected features")]
        return unsafe { x86::nth(set, n) };
    }
    nth_by_loop(set, n)
}

/// Drops the `n` smaller ones: sets of moves are small, so this beats the clever ways without hardware help.
/// Not inlined, so that it does not swell the loops of processors that never call it.
#[inline(never)]
fn nth_by_loop(set: u64, n: u32) -> u32 {
    let mut rest = set;
    for _ in 0..n {
        rest &= rest.wrapping_sub(1);
    }
    rest.trailing_zeros()
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyscope_core::Rng;

    fn check<W: Word>(random: impl Fn(&mut Rng) -> W) {
        let mut rng = Rng::new(1);
        for _ in 0..2000 {
            let set = random(&mut rng);
            let listed: Vec<u32> = set.cells().collect();
            let plain: Vec<u32> = (0..W::BITS).filter(|&index| set.has(index)).collect();
            assert_eq!(listed, plain);
            assert_eq!(set.count() as usize, plain.len());
            for (n, &index) in plain.iter().enumerate() {
                assert_eq!(set.nth(n as u32), index);
            }
            let by = rng.below(W::BITS as usize) as u32;
            let mut rotated = W::EMPTY;
            plain.iter().for_each(|index| rotated |= W::cell((index + by) % W::BITS));
            assert_eq!(set.rotate(by), rotated);
        }
    }

    #[test]
    fn words_are_sets() {
        cpu::level();
        check::<u64>(|rng| rng.next_u64() & rng.next_u64());
        check::<u128>(|rng| u128::from(rng.next_u64()) << 64 | u128::from(rng.next_u64()));
    }

    #[test]
    fn the_loop_and_the_instruction_agree() {
        // Until the level is asked for, the instruction is not used.
        cpu::level();
        let mut rng = Rng::new(2);
        for _ in 0..2000 {
            let set = rng.next_u64();
            for n in 0..set.count_ones() {
                assert_eq!(nth_u64(cpu::seen(), set, n), nth_by_loop(set, n));
            }
        }
    }

    /// Keys of sets that differ in a cell or two must spread over all 64 bits: no collisions among a million, and each
    /// bit about half the time one (within 5 standard deviations).
    #[test]
    fn keys_spread() {
        let mut seen = std::collections::HashSet::new();
        let (mut ones, mut total) = ([0u32; 64], 0u32);
        for i in 0..128 {
            for j in 0..i {
                for k in 0..128 {
                    let key = (u128::cell(i) | u128::cell(j)).key(u128::cell(k), 0);
                    assert!(seen.insert(key));
                    total += 1;
                    for (bit, count) in ones.iter_mut().enumerate() {
                        *count += (key >> bit) as u32 & 1;
                    }
                }
            }
        }
        let (half, deviation) = (f64::from(total) / 2.0, f64::from(total).sqrt() / 2.0);
        for count in ones {
            assert!((f64::from(count) - half).abs() < 5.0 * deviation, "{count} of {total}");
        }
    }
}
