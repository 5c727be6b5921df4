//! The limits of Reversi: two words for 8×8 cells, all of a loop compiled for the newest instructions of the processor.
#![expect(unsafe_code, reason = "calling functions compiled for detected features")]

use std::arch::x86_64::*;

use plyscope_core::Rng;

/// The start: the discs of the side to move and of the other.
const START: (u64, u64) = (1 << 28 | 1 << 35, 1 << 27 | 1 << 36);

/// Cells between the first and the last row. Neighbours in a column differ by 1, in a row by 8.
const INNER: i64 = 0x7E7E_7E7E_7E7E_7E7E;

/// The rays from each cell in the directions 1, 8, 7 and 9, up and down.
static RAYS: [[[i64; 4]; 2]; 64] = {
    const STEPS: [(i32, i32); 4] = [(1, 0), (0, 1), (-1, 1), (1, 1)];
    let mut rays = [[[0; 4]; 2]; 64];
    let mut index = 0;
    while index < 64 * 2 * 4 {
        let (cell, sign, lane) = (index / 8, index / 4 % 2, index % 4);
        let (down, right) = if sign == 0 { STEPS[lane] } else { (-STEPS[lane].0, -STEPS[lane].1) };
        let (mut row, mut column) = (cell as i32 % 8 + down, cell as i32 / 8 + right);
        while row >= 0 && row < 8 && column >= 0 && column < 8 {
            rays[cell][sign][lane] |= 1 << (8 * column + row);
            (row, column) = (row + down, column + right);
        }
        index += 1;
    }
    rays
};

/// Everything for one set of instructions. `$or_and` is `a | b & c`; `$downwards` gives what is flipped towards lower
/// numbers, from the ray, the mover's discs and the other's.
macro_rules! limits {
    ($name:ident, $features:literal, $or_and:expr, $downwards:expr) => {
        mod $name {
            use super::*;

            #[inline]
            #[target_feature(enable = $features)]
            fn union(v: __m256i) -> u64 {
                let halves = _mm_or_si128(_mm256_castsi256_si128(v), _mm256_extracti128_si256::<1>(v));
                _mm_cvtsi128_si64(_mm_or_si128(halves, _mm_unpackhi_epi64(halves, halves))) as u64
            }

            #[inline]
            #[target_feature(enable = $features)]
            fn places(mover: u64, other: u64) -> u64 {
                let or_and = $or_and;
                let (by, twice) = (_mm256_setr_epi64x(1, 8, 7, 9), _mm256_setr_epi64x(2, 16, 14, 18));
                let crossable = _mm256_setr_epi64x(INNER, -1, INNER, INNER);
                let enemies = _mm256_and_si256(_mm256_set1_epi64x(other as i64), crossable);
                let from = _mm256_set1_epi64x(mover as i64);
                let mut up = _mm256_and_si256(enemies, _mm256_sllv_epi64(from, by));
                let mut down = _mm256_and_si256(enemies, _mm256_srlv_epi64(from, by));
                up = or_and(up, enemies, _mm256_sllv_epi64(up, by));
                down = or_and(down, enemies, _mm256_srlv_epi64(down, by));
                let pairs_up = _mm256_and_si256(enemies, _mm256_sllv_epi64(enemies, by));
                let pairs_down = _mm256_srlv_epi64(pairs_up, by);
                up = or_and(up, pairs_up, _mm256_sllv_epi64(up, twice));
                down = or_and(down, pairs_down, _mm256_srlv_epi64(down, twice));
                up = or_and(up, pairs_up, _mm256_sllv_epi64(up, twice));
                down = or_and(down, pairs_down, _mm256_srlv_epi64(down, twice));
                let ends = _mm256_or_si256(_mm256_sllv_epi64(up, by), _mm256_srlv_epi64(down, by));
                union(ends) & !(mover | other)
            }

            #[inline]
            #[target_feature(enable = $features)]
            fn flipped(cell: u32, mover: u64, other: u64) -> u64 {
                let downwards = $downwards;
                let [[a, b, c, d], [e, f, g, h]] = RAYS[cell as usize % 64];
                let (up, down) = (_mm256_setr_epi64x(a, b, c, d), _mm256_setr_epi64x(e, f, g, h));
                let (mover, other) = (_mm256_set1_epi64x(mover as i64), _mm256_set1_epi64x(other as i64));
                let (nothing, all) = (_mm256_setzero_si256(), _mm256_set1_epi64x(-1));
                let carried = _mm256_sub_epi64(_mm256_or_si256(other, _mm256_xor_si256(up, all)), all);
                let end = _mm256_and_si256(_mm256_and_si256(carried, up), mover);
                let below = _mm256_sub_epi64(_mm256_add_epi64(end, all), _mm256_cmpeq_epi64(end, nothing));
                union(_mm256_or_si256(_mm256_and_si256(up, below), downwards(down, mover, other)))
            }

            #[target_feature(enable = $features)]
            pub(super) fn perft(mover: u64, other: u64, depth: u32) -> u64 {
                let mut moves = places(mover, other);
                if depth == 1 {
                    let n = u64::from(moves.count_ones());
                    return if n == 0 { u64::from(places(other, mover) != 0) } else { n };
                }
                if moves == 0 {
                    return if places(other, mover) == 0 { 0 } else { perft(other, mover, depth - 1) };
                }
                let mut leaves = 0;
                while moves != 0 {
                    let cell = moves.trailing_zeros();
                    moves &= moves - 1;
                    let flipped = flipped(cell, mover, other);
                    let (mover, other) = (other ^ flipped, mover ^ flipped ^ 1 << cell);
                    leaves += match depth {
                        2 => match places(mover, other).count_ones() {
                            0 => u64::from(places(other, mover) != 0),
                            n => u64::from(n),
                        },
                        _ => perft(mover, other, depth - 1),
                    };
                }
                leaves
            }

            /// One ply of a random game; whether there was one.
            #[inline]
            #[target_feature(enable = $features)]
            fn step((mover, other): &mut (u64, u64), rng: &mut Rng) -> bool {
                let moves = places(*mover, *other);
                if moves == 0 {
                    (*mover, *other) = (*other, *mover);
                    return places(*mover, *other) != 0;
                }
                let cell = _pdep_u64(1 << rng.below(moves.count_ones() as usize), moves);
                let flipped = flipped(cell.trailing_zeros(), *mover, *other);
                (*mover, *other) = (*other ^ flipped, *mover ^ flipped ^ cell);
                true
            }

            #[target_feature(enable = $features)]
            pub(super) fn games(n: u64, mut rng: Rng) -> u64 {
                let mut plies = 0;
                for _ in 0..n {
                    let mut position = START;
                    while step(&mut position, &mut rng) {
                        plies += 1;
                    }
                }
                plies
            }

            #[target_feature(enable = $features)]
            pub(super) fn games_side_by_side(n: u64, seed: u64) -> u64 {
                let mut lanes: [((u64, u64), Rng); 4] = [0, 1, 2, 3].map(|lane| (START, Rng::part(seed, lane)));
                let (mut plies, mut begun, mut running) = (0, 4.min(n), [true; 4]);
                running[begun as usize..].fill(false);
                while running.contains(&true) {
                    for (lane, (position, rng)) in lanes.iter_mut().enumerate() {
                        if !running[lane] {
                        } else if step(position, rng) {
                            plies += 1;
                        } else {
                            running[lane] = begun < n;
                            begun += 1;
                            *position = START;
                        }
                    }
                }
                plies
            }
        }
    };
}

limits!(
    avx2,
    "avx2,bmi1,bmi2,lzcnt,popcnt",
    |a, b, c| _mm256_or_si256(a, _mm256_and_si256(b, c)),
    |ray, mover, other| {
        let by = |n: i64| _mm256_setr_epi64x(n, 8 * n, 7 * n, 9 * n);
        let mut open = _mm256_andnot_si256(other, ray);
        open = _mm256_or_si256(open, _mm256_srlv_epi64(open, by(1)));
        open = _mm256_or_si256(open, _mm256_srlv_epi64(open, by(2)));
        open = _mm256_or_si256(open, _mm256_srlv_epi64(open, by(4)));
        let end = _mm256_andnot_si256(_mm256_srlv_epi64(open, by(1)), open);
        let unclosed = _mm256_cmpeq_epi64(_mm256_and_si256(end, mover), _mm256_setzero_si256());
        _mm256_andnot_si256(unclosed, _mm256_andnot_si256(open, ray))
    }
);

limits!(
    avx512,
    "avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512cd,avx512vl",
    |a, b, c| _mm256_ternarylogic_epi64::<0xF8>(a, b, c),
    |ray, mover, other| {
        let zeros = _mm256_lzcnt_epi64(_mm256_andnot_si256(other, ray));
        let end = _mm256_and_si256(_mm256_srlv_epi64(_mm256_set1_epi64x(i64::MIN), zeros), mover);
        _mm256_and_si256(ray, _mm256_sub_epi64(_mm256_setzero_si256(), _mm256_add_epi64(end, end)))
    }
);

/// Whether the processor has what `avx512` is compiled for. It must have what `avx2` is compiled for.
fn is_wide() -> bool {
    let has_avx2 = is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("popcnt");
    assert!(has_avx2, "the limits of Reversi need a processor with AVX2 and BMI2");
    is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512cd") && is_x86_feature_detected!("avx512vl")
}

/// Perft of the start.
pub(crate) fn perfts(n: u64, depth: u32) -> (u64, u64) {
    let wide = is_wide();
    let once = |_| {
        let (mover, other) = std::hint::black_box(START);
        // SAFETY: `is_wide` has seen the features.
        unsafe { if wide { avx512::perft(mover, other, depth) } else { avx2::perft(mover, other, depth) } }
    };
    let leaves = (0..n).map(once).sum();
    (leaves, leaves)
}

/// Random games one after the other, and their plies.
pub(crate) fn games(n: u64, seed: u64) -> (u64, u64) {
    let (wide, rng) = (is_wide(), Rng::new(seed));
    // SAFETY: `is_wide` has seen the features.
    (n, unsafe { if wide { avx512::games(n, rng) } else { avx2::games(n, rng) } })
}

/// Random games four at a time, and their plies.
pub(crate) fn games_side_by_side(n: u64, seed: u64) -> (u64, u64) {
    let wide = is_wide();
    // SAFETY: `is_wide` has seen the features.
    (n, unsafe { if wide { avx512::games_side_by_side(n, seed) } else { avx2::games_side_by_side(n, seed) } })
}
