//! The same as `x86` for processors with AVX-512: three operands in one logical instruction, and leading zeros. Vectors
//! stay at 256 bits, because wider ones are slower where they are computed in halves.
//!
//! Most hot loops are not compiled for these processors and call these functions; that costs less than they save.

use std::arch::x86_64::*;

use super::flip::count_replies_by;
use super::x86::{RAYS, by, crossable, union, whole};

/// In a truth table of three operands, the first or both others.
const OR_BOTH: i32 = 0xF8;

/// See [`super::flip::places`].
#[inline]
#[target_feature(enable = "avx2,avx512f,avx512vl,bmi1")]
pub(super) fn places(mover: u64, other: u64) -> u64 {
    let (once, twice) = (by(1), by(2));
    let enemies = _mm256_and_si256(_mm256_set1_epi64x(other as i64), crossable());
    let from = _mm256_set1_epi64x(mover as i64);
    let mut up = _mm256_and_si256(enemies, _mm256_sllv_epi64(from, once));
    let mut down = _mm256_and_si256(enemies, _mm256_srlv_epi64(from, once));
    up = _mm256_ternarylogic_epi64::<OR_BOTH>(up, enemies, _mm256_sllv_epi64(up, once));
    down = _mm256_ternarylogic_epi64::<OR_BOTH>(down, enemies, _mm256_srlv_epi64(down, once));
    // As in `x86`: pairs of neighbours that end here upwards, and downwards.
    let pairs_up = _mm256_and_si256(enemies, _mm256_sllv_epi64(enemies, once));
    let pairs_down = _mm256_srlv_epi64(pairs_up, once);
    up = _mm256_ternarylogic_epi64::<OR_BOTH>(up, pairs_up, _mm256_sllv_epi64(up, twice));
    down = _mm256_ternarylogic_epi64::<OR_BOTH>(down, pairs_down, _mm256_srlv_epi64(down, twice));
    up = _mm256_ternarylogic_epi64::<OR_BOTH>(up, pairs_up, _mm256_sllv_epi64(up, twice));
    down = _mm256_ternarylogic_epi64::<OR_BOTH>(down, pairs_down, _mm256_srlv_epi64(down, twice));
    union(_mm256_or_si256(_mm256_sllv_epi64(up, once), _mm256_srlv_epi64(down, once))) & !(mover | other)
}

/// See [`super::flip::flipped`].
#[inline]
#[target_feature(enable = "avx2,avx512f,avx512cd,avx512vl")]
pub(super) fn flipped(cell: u32, mover: u64, other: u64) -> u64 {
    /// In a truth table of three operands, the first or not the second; and all of them.
    const OR_NOT: i32 = 0xF3;
    const ALL: i32 = 0x80;
    let rays = &RAYS[cell as usize % 64];
    let (up, down) = (whole(rays.up), whole(rays.down));
    let (mover, other) = (_mm256_set1_epi64x(mover as i64), _mm256_set1_epi64x(other as i64));
    let minus_one = _mm256_set1_epi64x(-1);

    // Upwards as in `x86`: a carry runs through enemies and cells off the ray to the first other cell of the ray.
    let carried = _mm256_sub_epi64(_mm256_ternarylogic_epi64::<OR_NOT>(other, up, up), minus_one);
    let end = _mm256_ternarylogic_epi64::<ALL>(carried, up, mover);
    let is_closed = _mm256_test_epi64_mask(end, end);
    let flipped_up = _mm256_maskz_and_epi64(is_closed, up, _mm256_add_epi64(end, minus_one));

    // Downwards: the highest cell of the ray that is not an enemy's. All above it is minus twice its number; where it
    // is not the mover's, that is nothing.
    let zeros = _mm256_lzcnt_epi64(_mm256_andnot_si256(other, down));
    let end = _mm256_and_si256(_mm256_srlv_epi64(_mm256_set1_epi64x(i64::MIN), zeros), mover);
    let above = _mm256_sub_epi64(_mm256_setzero_si256(), _mm256_add_epi64(end, end));
    union(_mm256_ternarylogic_epi64::<OR_BOTH>(flipped_up, down, above))
}

/// See [`count_replies_by`].
#[target_feature(enable = "avx2,avx512f,avx512cd,avx512vl,bmi1,popcnt")]
pub(super) fn count_replies(mover: u64, other: u64, board: u64) -> (u64, u64) {
    count_replies_by(mover, other, board, |a, b| places(a, b), |cell, a, b| flipped(cell, a, b))
}
