//! Where a disc may be placed and what it flips, for all eight directions at once.
//!
//! A run of enemies is followed by doubling: after one, two and four steps the whole run of up to six is known. Rows
//! are eight bits apart and cells of a column one bit, so runs along a column or diagonal must not use the first and
//! last row: `INNER` cuts them there, and no enemy of such a run can stand on the edge it runs into.

use plyscope_core::cpu::{self, Build};

/// All cells but those of the first and last row, where runs in four of the eight directions would wrap around.
pub(super) const INNER: u64 = 0x7E7E_7E7E_7E7E_7E7E;

/// How far apart neighbours are in the four directions, each followed both ways, and which enemies a run may cross.
pub(super) const DIRECTIONS: [(u32, u64); 4] = [(1, INNER), (8, u64::MAX), (7, INNER), (9, INNER)];

/// The empty cells next to a run of enemies that a disc of the mover closes. May include cells off a small board.
#[inline(always)]
pub(super) fn places(mover: u64, other: u64) -> u64 {
    match cpu::known() {
        Some(build) => places_in(build, mover, other),
        None => places_in(cpu::Plain, mover, other),
    }
}

/// The enemies that a disc on `cell` flips.
#[inline(always)]
pub(super) fn flipped(cell: u32, mover: u64, other: u64) -> u64 {
    match cpu::known() {
        Some(build) => flipped_in(build, cell, mover, other),
        None => flipped_in(cpu::Plain, cell, mover, other),
    }
}

/// The empty cells next to a run of enemies that a disc of the mover closes, computed in this copy of the code. May
/// include cells off a small board.
#[inline(always)]
pub fn places_in<B: Build>(_: B, mover: u64, other: u64) -> u64 {
    #[cfg(target_arch = "x86_64")]
    if B::IS_BOOSTED {
        // SAFETY: there is no boosted copy unless the processor has AVX2.
        #[expect(unsafe_code, reason = "calling a function compiled for detected features")]
        return unsafe { super::x86::places(mover, other) };
    }
    places_by_shifts(mover, other)
}

/// The enemies that a disc on `cell` flips, computed in this copy of the code.
#[inline(always)]
pub fn flipped_in<B: Build>(_: B, cell: u32, mover: u64, other: u64) -> u64 {
    #[cfg(target_arch = "x86_64")]
    if B::IS_BOOSTED {
        // SAFETY: as in `places_in`.
        #[expect(unsafe_code, reason = "calling a function compiled for detected features")]
        return unsafe { super::x86::flipped(cell, mover, other) };
    }
    flipped_by_shifts(cell, mover, other)
}

#[inline(never)]
fn places_by_shifts(mover: u64, other: u64) -> u64 {
    let mut places = 0;
    for (by, crossable) in DIRECTIONS {
        let enemies = other & crossable;
        places |= runs_up(mover, enemies, by) << by | runs_down(mover, enemies, by) >> by;
    }
    places & !(mover | other)
}

#[inline(never)]
fn flipped_by_shifts(cell: u32, mover: u64, other: u64) -> u64 {
    let placed = 1 << cell;
    let mut flipped = 0;
    for (by, crossable) in DIRECTIONS {
        let enemies = other & crossable;
        let (up, down) = (runs_up(placed, enemies, by), runs_down(placed, enemies, by));
        flipped |= if up << by & mover != 0 { up } else { 0 };
        flipped |= if down >> by & mover != 0 { down } else { 0 };
    }
    flipped
}

/// The enemies that follow a cell of `from` without a gap, towards higher numbers.
#[inline(always)]
fn runs_up(from: u64, enemies: u64, by: u32) -> u64 {
    let mut run = enemies & from << by;
    run |= enemies & run << by;
    let pairs = enemies & enemies << by;
    run |= pairs & run << (2 * by);
    run | pairs & run << (2 * by)
}

/// The same towards lower numbers.
#[inline(always)]
fn runs_down(from: u64, enemies: u64, by: u32) -> u64 {
    let mut run = enemies & from >> by;
    run |= enemies & run >> by;
    let pairs = enemies & enemies >> by;
    run |= pairs & run >> (2 * by);
    run | pairs & run >> (2 * by)
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyscope_core::Rng;

    /// Walks cell by cell; rows and columns as numbers, no bits.
    fn flipped_by_walking(cell: u32, mover: u64, other: u64) -> u64 {
        let mut flipped = 0;
        for (down, right) in [(0, 1), (1, 0), (1, 1), (1, -1), (0, -1), (-1, 0), (-1, -1), (-1, 1)] {
            let (mut row, mut column, mut run) = (cell as i32 % 8 + down, cell as i32 / 8 + right, 0);
            let closed = loop {
                if !(0..8).contains(&row) || !(0..8).contains(&column) {
                    break false;
                }
                let bit = 1u64 << (8 * column + row);
                if other & bit == 0 {
                    break mover & bit != 0;
                }
                run |= bit;
                (row, column) = (row + down, column + right);
            };
            flipped |= if closed { run } else { 0 };
        }
        flipped
    }

    #[test]
    fn shifts_and_vectors_agree_with_walking() {
        // Until the level is asked for, vectors are not used.
        cpu::level();
        let mut rng = Rng::new(3);
        for round in 0..20_000 {
            let (a, b, c) = (rng.next_u64(), rng.next_u64(), rng.next_u64());
            // Sparse, dense and nearly full boards.
            let occupied = [a, a | b, a | b | c, a & b][round % 4];
            let (mover, other) = (occupied & c, occupied & !c);
            let mut expected = 0;
            for cell in 0..64 {
                if occupied >> cell & 1 == 0 {
                    let walked = flipped_by_walking(cell, mover, other);
                    assert_eq!(flipped_by_shifts(cell, mover, other), walked);
                    assert_eq!(flipped(cell, mover, other), walked);
                    expected |= u64::from(walked != 0) << cell;
                }
            }
            assert_eq!(places_by_shifts(mover, other), expected);
            assert_eq!(places(mover, other), expected);
        }
    }
}
