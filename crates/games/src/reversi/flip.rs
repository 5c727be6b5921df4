//! Where a disc may be placed and what it flips, for all eight directions at once.
//!
//! A run of enemies is followed by doubling: after one, two and four steps the whole run of up to six is known. Rows
//! are eight bits apart and cells of a column one bit, so runs along a column or diagonal must not use the first and
//! last row: `INNER` cuts them there, and no enemy of such a run can stand on the edge it runs into.

use plyscope_core::cpu::{self, Build, Level, Seen};

use crate::bits::Word;

/// All cells but those of the first and last row, where runs in four of the eight directions would wrap around.
pub(super) const INNER: u64 = 0x7E7E_7E7E_7E7E_7E7E;

/// How far apart neighbours are in the four directions, each followed both ways, and which enemies a run may cross.
pub(super) const DIRECTIONS: [(u32, u64); 4] = [(1, INNER), (8, u64::MAX), (7, INNER), (9, INNER)];

/// The empty cells next to a run of enemies that a disc of the mover closes. May include cells off a small board.
#[inline(always)]
pub(super) fn places(seen: Seen, mover: u64, other: u64) -> u64 {
    #[cfg(target_arch = "x86_64")]
    {
        // Both conditions are one comparison, so processors without AVX-512 hardly pay for those that have it.
        if seen.has(Level::Vector) && !seen.has(Level::Wide) {
            // SAFETY: this level includes AVX2.
            #[expect(unsafe_code, reason = "calling a function compiled for detected features")]
            return unsafe { super::x86::places(mover, other) };
        }
        if seen.has(Level::Wide) {
            // SAFETY: this level includes AVX-512 F and VL.
            #[expect(unsafe_code, reason = "calling a function compiled for detected features")]
            return unsafe { super::wide::places(mover, other) };
        }
    }
    places_by_shifts(mover, other)
}

/// The enemies that a disc on `cell` flips.
#[inline(always)]
pub(super) fn flipped(seen: Seen, cell: u32, mover: u64, other: u64) -> u64 {
    #[cfg(target_arch = "x86_64")]
    {
        if seen.has(Level::Vector) && !seen.has(Level::Wide) {
            // SAFETY: as in `places`.
            #[expect(unsafe_code, reason = "calling a function compiled for detected features")]
            return unsafe { super::x86::flipped(cell, mover, other) };
        }
        if seen.has(Level::Wide) {
            // SAFETY: this level includes AVX-512 F, CD and VL.
            #[expect(unsafe_code, reason = "calling a function compiled for detected features")]
            return unsafe { super::wide::flipped(cell, mover, other) };
        }
    }
    flipped_by_shifts(cell, mover, other)
}

/// The same as `places` in this copy of the code. With AVX2 even where there is more: in the solver, calling the
/// functions for AVX-512 took the time that they saved.
#[inline(always)]
pub fn places_in<B: Build>(build: B, mover: u64, other: u64) -> u64 {
    places(build.seen(), mover, other)
}

/// The same as `flipped` in this copy of the code.
#[inline(always)]
pub fn flipped_in<B: Build>(build: B, cell: u32, mover: u64, other: u64) -> u64 {
    flipped(build.seen(), cell, mover, other)
}

/// The moves of the side to move, and all replies to them: the last two plies of a perft, as one function for each kind
/// of processor, so that nothing is asked and kept between them.
pub(super) fn count_replies(mover: u64, other: u64, board: u64) -> (u64, u64) {
    #[cfg(target_arch = "x86_64")]
    #[expect(unsafe_code, reason = "calling functions compiled for detected features")]
    match cpu::level() {
        // SAFETY: this level includes AVX2, AVX-512 F, CD and VL, BMI1 and POPCNT.
        Level::Wide => return unsafe { super::wide::count_replies(mover, other, board) },
        // SAFETY: these levels include AVX2, BMI1 and POPCNT.
        Level::Vector | Level::Deposit => return unsafe { super::x86::count_replies(mover, other, board) },
        Level::Baseline => {}
    }
    count_replies_by(mover, other, board, places_by_shifts, flipped_by_shifts)
}

/// The same with these functions for [`places`] and [`flipped`].
#[inline(always)]
pub(super) fn count_replies_by(
    mover: u64,
    other: u64,
    board: u64,
    places: impl Fn(u64, u64) -> u64,
    flipped: impl Fn(u32, u64, u64) -> u64,
) -> (u64, u64) {
    // A pass is a move, unless the other side has none either.
    let count = |mover, other| match (places(mover, other) & board).count_ones() {
        0 => u64::from(places(other, mover) & board != 0),
        n => u64::from(n),
    };
    let moves = places(mover, other) & board;
    if moves == 0 {
        // After a pass the other side has its own moves, or the game was over.
        let replies = u64::from((places(other, mover) & board).count_ones());
        return (u64::from(replies != 0), replies);
    }
    let mut replies = 0;
    for cell in moves.cells() {
        let flipped = flipped(cell, mover, other);
        replies += count(other ^ flipped, mover ^ flipped ^ 1 << cell);
    }
    (u64::from(moves.count_ones()), replies)
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
    use crate::reversi::{Board, DiscMove, Reversi};
    use plyscope_core::cpu::Task;
    use plyscope_core::{Game, LastTwo, Rng};

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

    type Places = fn(u64, u64) -> u64;
    type Flipped = fn(u32, u64, u64) -> u64;
    type CountReplies = fn(u64, u64, u64) -> (u64, u64);

    /// The functions for each kind of processor that this one can stand for.
    #[expect(unsafe_code, reason = "calling functions compiled for detected features")]
    fn all_kinds() -> Vec<(Places, Flipped, CountReplies)> {
        let mut all: Vec<(Places, Flipped, CountReplies)> =
            vec![(places_by_shifts, flipped_by_shifts, |mover, other, board| {
                count_replies_by(mover, other, board, places_by_shifts, flipped_by_shifts)
            })];
        #[cfg(target_arch = "x86_64")]
        if cpu::level() >= Level::Vector {
            use crate::reversi::x86;
            // SAFETY: the level includes the features of all functions in this module.
            unsafe {
                all.push((
                    |mover, other| x86::places(mover, other),
                    |cell, mover, other| x86::flipped(cell, mover, other),
                    |mover, other, board| x86::count_replies(mover, other, board),
                ));
            }
        }
        #[cfg(target_arch = "x86_64")]
        if cpu::level() >= Level::Wide {
            use crate::reversi::wide;
            // SAFETY: as above.
            unsafe {
                all.push((
                    |mover, other| wide::places(mover, other),
                    |cell, mover, other| wide::flipped(cell, mover, other),
                    |mover, other, board| wide::count_replies(mover, other, board),
                ));
            }
        }
        all.push((
            |mover, other| places(cpu::seen(), mover, other),
            |cell, mover, other| flipped(cpu::seen(), cell, mover, other),
            count_replies,
        ));
        all
    }

    #[test]
    fn shifts_and_vectors_agree_with_walking() {
        let all = all_kinds();
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
                    all.iter().for_each(|(_, flipped, _)| assert_eq!(flipped(cell, mover, other), walked));
                    expected |= u64::from(walked != 0) << cell;
                }
            }
            all.iter().for_each(|(places, _, _)| assert_eq!(places(mover, other), expected));
        }
    }

    /// Along random games, against the moves played one by one; passes and ends are among them.
    #[test]
    fn replies_are_those_after_each_move() {
        let all = all_kinds();
        let mut rng = Rng::new(4);
        let (mut passes, mut ends) = (0, 0);
        for size in ["8x8", "6x6", "4x5"] {
            let start = Reversi::start(&size.parse().expect("a size"));
            for _ in 0..300 {
                let mut position = start.clone();
                while let Some(m) = position.pick(|n| rng.below(n)) {
                    let expected = LastTwo { position: &position }.run();
                    for (_, _, count_replies) in &all {
                        let counted = count_replies(position.mover, position.other, position.board.cells());
                        assert_eq!(counted, expected);
                    }
                    passes += u32::from(m == DiscMove::PASS);
                    position.play(m);
                }
                assert_eq!(position.count_replies(), (0, 0));
                ends += 1;
            }
        }
        assert!(passes > 100 && ends == 900, "{passes} passes");
    }
}
