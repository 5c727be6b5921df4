//! Two sets of cells as one number, without loss: a table that compares such numbers never takes one position for
//! another.

/// Boards of up to this many cells have keys without collisions: 3^40 is below 2^64.
pub(super) const EXACT_CELLS: u32 = 40;

/// For each byte the number whose ternary digits are its binary ones.
static TERNARY: [u16; 256] = {
    let mut ternary = [0; 256];
    let mut byte = 1;
    while byte < 256 {
        ternary[byte] = 3 * ternary[byte >> 1] + (byte & 1) as u16;
        byte += 1;
    }
    ternary
};

/// The number with the digit 1 for each cell of the first set and 2 for each of the second. They have no cell in common
/// and none from [`EXACT_CELLS`] on.
#[inline(always)]
pub(super) fn ternary(one: u64, two: u64) -> u64 {
    let digits = |set: u64, byte: u32| u64::from(TERNARY[(set >> (8 * byte)) as usize & 0xFF]);
    (0..5).rev().fold(0_u64, |number, byte| number.wrapping_mul(6561) + digits(one, byte) + 2 * digits(two, byte))
}

/// Spreads numbers over all bits; different ones stay different, because every step can be undone (the last steps of
/// SplitMix64).
#[inline(always)]
pub(super) fn scattered(mut number: u64) -> u64 {
    number = (number ^ number >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    number = (number ^ number >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    number ^ number >> 31
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Against the digits written out, and back again.
    #[test]
    fn ternary_numbers_tell_both_sets() {
        let mut rng = plyscope_core::Rng::new(5);
        for round in 0..10_000 {
            let (mut one, mut two, mut expected) = (0, 0, 0_u64);
            for cell in (0..EXACT_CELLS).rev() {
                // The first boards are full, where overflow would show.
                let digit = if round < 2 { round + 1 } else { rng.below(3) as u64 };
                one |= u64::from(digit == 1) << cell;
                two |= u64::from(digit == 2) << cell;
                expected = expected.checked_mul(3).and_then(|number| number.checked_add(digit)).expect("it fits");
            }
            assert_eq!(ternary(one, two), expected);
        }
    }

    /// The inverse of each multiplier, and shifts that undo shifts.
    #[test]
    fn scattering_can_be_undone() {
        let unshift = |number: u64, by: u32| (0..64 / by).fold(number, |found, _| number ^ found >> by);
        let inverse = |odd: u64| (0..6).fold(odd, |x, _| x.wrapping_mul(2_u64.wrapping_sub(odd.wrapping_mul(x))));
        let mut rng = plyscope_core::Rng::new(6);
        for _ in 0..1000 {
            let number = rng.next_u64();
            let mut back = unshift(scattered(number), 31);
            back = unshift(back.wrapping_mul(inverse(0x94D0_49BB_1331_11EB)), 27);
            back = unshift(back.wrapping_mul(inverse(0xBF58_476D_1CE4_E5B9)), 30);
            assert_eq!(back, number);
        }
    }
}
