//! The n-th member of a set in two instructions, where the processor can.

use std::arch::x86_64::_pdep_u64;

/// Deposits a lone bit at the n-th place of the set, then asks where it went.
#[inline]
#[target_feature(enable = "bmi1,bmi2")]
pub(super) fn nth(set: u64, n: u32) -> u32 {
    _pdep_u64(1 << n, set).trailing_zeros()
}
