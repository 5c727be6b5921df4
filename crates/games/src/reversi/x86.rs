//! The four directions of `flip` in the four lanes of a vector.

use std::arch::x86_64::*;

use super::flip::{DIRECTIONS, INNER};

/// One number in each lane, by direction.
#[inline]
#[target_feature(enable = "avx2")]
fn lanes(of: impl Fn(usize) -> u64) -> __m256i {
    _mm256_set_epi64x(of(3) as i64, of(2) as i64, of(1) as i64, of(0) as i64)
}

/// The union of the four lanes.
#[inline]
#[target_feature(enable = "avx2")]
fn union(v: __m256i) -> u64 {
    let halves = _mm_or_si128(_mm256_castsi256_si128(v), _mm256_extracti128_si256::<1>(v));
    _mm_cvtsi128_si64(_mm_or_si128(halves, _mm_unpackhi_epi64(halves, halves))) as u64
}

/// For each direction the run of enemies that follows `from` upwards, and the one downwards.
#[inline]
#[target_feature(enable = "avx2")]
fn runs(from: u64, other: u64) -> (__m256i, __m256i, __m256i) {
    let by = lanes(|lane| u64::from(DIRECTIONS[lane].0));
    let twice = lanes(|lane| 2 * u64::from(DIRECTIONS[lane].0));
    let crossable = lanes(|lane| if DIRECTIONS[lane].1 == INNER { INNER } else { u64::MAX });
    let enemies = _mm256_and_si256(_mm256_set1_epi64x(other as i64), crossable);
    let from = _mm256_set1_epi64x(from as i64);

    let mut up = _mm256_and_si256(enemies, _mm256_sllv_epi64(from, by));
    let mut down = _mm256_and_si256(enemies, _mm256_srlv_epi64(from, by));
    up = _mm256_or_si256(up, _mm256_and_si256(enemies, _mm256_sllv_epi64(up, by)));
    down = _mm256_or_si256(down, _mm256_and_si256(enemies, _mm256_srlv_epi64(down, by)));
    // Pairs of neighbours that end here, counted upwards; shifted back they are the pairs that end here downwards.
    let pairs_up = _mm256_and_si256(enemies, _mm256_sllv_epi64(enemies, by));
    let pairs_down = _mm256_srlv_epi64(pairs_up, by);
    up = _mm256_or_si256(up, _mm256_and_si256(pairs_up, _mm256_sllv_epi64(up, twice)));
    down = _mm256_or_si256(down, _mm256_and_si256(pairs_down, _mm256_srlv_epi64(down, twice)));
    up = _mm256_or_si256(up, _mm256_and_si256(pairs_up, _mm256_sllv_epi64(up, twice)));
    down = _mm256_or_si256(down, _mm256_and_si256(pairs_down, _mm256_srlv_epi64(down, twice)));
    (up, down, by)
}

#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn places(mover: u64, other: u64) -> u64 {
    let (up, down, by) = runs(mover, other);
    let ends = _mm256_or_si256(_mm256_sllv_epi64(up, by), _mm256_srlv_epi64(down, by));
    union(ends) & !(mover | other)
}

#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn flipped(cell: u32, mover: u64, other: u64) -> u64 {
    let (up, down, by) = runs(1 << cell, other);
    let mover = _mm256_set1_epi64x(mover as i64);
    let nothing = _mm256_setzero_si256();
    // A run counts only if a disc of the mover closes it.
    let open_up = _mm256_cmpeq_epi64(_mm256_and_si256(_mm256_sllv_epi64(up, by), mover), nothing);
    let open_down = _mm256_cmpeq_epi64(_mm256_and_si256(_mm256_srlv_epi64(down, by), mover), nothing);
    union(_mm256_or_si256(_mm256_andnot_si256(open_up, up), _mm256_andnot_si256(open_down, down)))
}
