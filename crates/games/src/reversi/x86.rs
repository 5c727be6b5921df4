//! The four directions of `flip` in the four lanes of a vector.

use std::arch::x86_64::*;

use super::flip::{DIRECTIONS, INNER, count_replies_by};

/// One number in each lane, by direction.
#[inline]
#[target_feature(enable = "avx2")]
fn lanes(of: impl Fn(usize) -> u64) -> __m256i {
    _mm256_set_epi64x(of(3) as i64, of(2) as i64, of(1) as i64, of(0) as i64)
}

/// Four numbers that lie together in memory, with one load.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn whole([a, b, c, d]: [u64; 4]) -> __m256i {
    _mm256_setr_epi64x(a as i64, b as i64, c as i64, d as i64)
}

/// The union of the four lanes.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn union(v: __m256i) -> u64 {
    let halves = _mm_or_si128(_mm256_castsi256_si128(v), _mm256_extracti128_si256::<1>(v));
    _mm_cvtsi128_si64(_mm_or_si128(halves, _mm_unpackhi_epi64(halves, halves))) as u64
}

/// How far apart the cells of a line are that lie this many steps apart.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn by(steps: u64) -> __m256i {
    lanes(|lane| steps * u64::from(DIRECTIONS[lane].0))
}

/// Which enemies a run may cross.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn crossable() -> __m256i {
    lanes(|lane| if DIRECTIONS[lane].1 == INNER { INNER } else { u64::MAX })
}

/// For each direction the run of enemies that follows `from` upwards, and the one downwards.
#[inline]
#[target_feature(enable = "avx2")]
fn runs(from: u64, other: u64) -> (__m256i, __m256i, __m256i) {
    let (by, twice) = (by(1), by(2));
    let enemies = _mm256_and_si256(_mm256_set1_epi64x(other as i64), crossable());
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

/// From one cell only four rays go up and four go down, so they are taken from a table instead of being followed.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn flipped(cell: u32, mover: u64, other: u64) -> u64 {
    let rays = &RAYS[cell as usize % 64];
    // Not with `array::map`, which would be compiled without AVX2 and called for each of them.
    let (up, down) = (whole(rays.up), whole(rays.down));
    let (mover, other) = (_mm256_set1_epi64x(mover as i64), _mm256_set1_epi64x(other as i64));
    let (nothing, all) = (_mm256_setzero_si256(), _mm256_set1_epi64x(-1));

    // Upwards: one added at the bottom is carried through enemies and cells off the ray, up to the first other cell of
    // the ray.
    let carried = _mm256_sub_epi64(_mm256_or_si256(other, _mm256_xor_si256(up, all)), all);
    let end = _mm256_and_si256(_mm256_and_si256(carried, up), mover);
    // Everything below that cell, or nothing if no disc of the mover is there.
    let below = _mm256_sub_epi64(_mm256_add_epi64(end, all), _mm256_cmpeq_epi64(end, nothing));
    let flipped_up = _mm256_and_si256(up, below);

    // Downwards: the cells that are not enemies, smeared towards the end of the ray, leave the run of enemies before
    // them.
    let mut open = _mm256_andnot_si256(other, down);
    open = _mm256_or_si256(open, _mm256_srlv_epi64(open, by(1)));
    open = _mm256_or_si256(open, _mm256_srlv_epi64(open, by(2)));
    open = _mm256_or_si256(open, _mm256_srlv_epi64(open, by(4)));
    let run = _mm256_andnot_si256(open, down);
    let end = _mm256_andnot_si256(_mm256_srlv_epi64(open, by(1)), open);
    let unclosed = _mm256_cmpeq_epi64(_mm256_and_si256(end, mover), nothing);
    union(_mm256_or_si256(flipped_up, _mm256_andnot_si256(unclosed, run)))
}

/// See [`count_replies_by`].
#[target_feature(enable = "avx2,bmi1,popcnt")]
pub(super) fn count_replies(mover: u64, other: u64, board: u64) -> (u64, u64) {
    count_replies_by(mover, other, board, |a, b| places(a, b), |cell, a, b| flipped(cell, a, b))
}

/// The cells that follow a cell in each direction up to the edge, towards higher and towards lower numbers.
#[repr(align(64))]
pub(super) struct Rays {
    pub(super) up: [u64; 4],
    pub(super) down: [u64; 4],
}

pub(super) static RAYS: [Rays; 64] = {
    let mut rays = [const { Rays { up: [0; 4], down: [0; 4] } }; 64];
    let mut cell = 0;
    while cell < 64 {
        let mut lane = 0;
        while lane < 4 {
            let (by, crossable) = DIRECTIONS[lane];
            // A step is on the board unless it leaves the first or last row the wrong way or falls off the 64 cells.
            let (mut up, mut down) = (cell, cell);
            while up + by < 64 && (crossable == u64::MAX || !leaves(up, by, true)) {
                up += by;
                rays[cell as usize].up[lane] |= 1 << up;
            }
            while down >= by && (crossable == u64::MAX || !leaves(down, by, false)) {
                down -= by;
                rays[cell as usize].down[lane] |= 1 << down;
            }
            lane += 1;
        }
        cell += 1;
    }
    rays
};

/// Whether a step of this length from a cell wraps around the first or last row: lengths 1 and 9 go one row on, 7 one
/// row back.
const fn leaves(cell: u32, by: u32, up: bool) -> bool {
    let row = cell % 8;
    let goes_to_later_row = (by != 7) == up;
    if goes_to_later_row { row == 7 } else { row == 0 }
}
