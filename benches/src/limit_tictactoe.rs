//! The limits of tic-tac-toe: two words of nine bits, a table of won boards, and no rule that is not needed.

use plyscope_core::Rng;
use plyscope_core::cpu::{Boosted, Build, Plain, Recursion, Task, boost};

const ALL: u32 = 0o777;

/// Whether a set of cells has a line.
static WON: [bool; 512] = {
    const LINES: [usize; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];
    let mut won = [false; 512];
    let mut set = 0;
    while set < 512 {
        let mut line = 0;
        while line < 8 {
            won[set] |= set & LINES[line] == LINES[line];
            line += 1;
        }
        set += 1;
    }
    won
};

/// By the free cells and a number below theirs, that one of them, as a bit.
static NTH: [[u16; 16]; 512] = {
    let mut nth = [[0; 16]; 512];
    let mut free = 0;
    while free < 512 {
        let (mut cell, mut n) = (0, 0);
        while cell < 9 {
            if free >> cell & 1 == 1 {
                nth[free][n] = 1 << cell;
                n += 1;
            }
            cell += 1;
        }
        free += 1;
    }
    nth
};

/// Random games and their plies.
pub(crate) fn games(n: u64, seed: u64) -> (u64, u64) {
    struct Games(u64, Rng);
    impl Task for Games {
        type Output = u64;
        #[inline(always)]
        fn run(self) -> u64 {
            let Games(n, mut rng) = self;
            (0..n).map(|_| game(&mut rng)).sum()
        }
    }
    (n, boost(Games(n, Rng::new(seed))))
}

/// The plies of one random game.
#[inline(always)]
fn game(rng: &mut Rng) -> u64 {
    let (mut mover, mut other) = (0_u32, 0_u32);
    for ply in 0..9 {
        let free = ALL & !(mover | other);
        let placed = NTH[free as usize % 512][rng.below(9 - ply) % 16];
        (mover, other) = (other, mover | u32::from(placed));
        if WON[other as usize % 512] {
            return ply as u64 + 1;
        }
    }
    9
}

/// Solves the game by alpha-beta: the value, moved up as in the table of searches. `SOONEST` is whether shorter wins
/// and longer losses are preferred, as searches do, or only won, drawn and lost are told apart.
pub(crate) fn solutions<const SOONEST: bool>(n: u64) -> (u64, u64) {
    let solution = || match Boosted::available() {
        Some(build) => value::<SOONEST, _, _>(build, &mut || {}, 0, 0, (-MOST, MOST)),
        None => value::<SOONEST, _, _>(Plain, &mut || {}, 0, 0, (-MOST, MOST)),
    };
    let once = |_| u64::try_from(std::hint::black_box(solution()) + (1 << 20)).expect("not negative");
    (n, (0..n).map(once).sum())
}

/// More than the soonest win is worth, if they differ, and what any win is worth otherwise.
const MOST: i32 = 6;

/// A call of [`value`] that stays in the copy of the code in which the search began.
struct Solving<'v, B, V, const SOONEST: bool> {
    build: B,
    visit: &'v mut V,
}

impl<B: Build, V: FnMut(), const SOONEST: bool> Recursion<u32, u32, (i32, i32)> for Solving<'_, B, V, SOONEST> {
    type Output = i32;

    #[inline(always)]
    fn call(self, mover: u32, other: u32, window: (i32, i32), (): ()) -> i32 {
        value::<SOONEST, B, V>(self.build, self.visit, mover, other, window)
    }
}

/// The value for the side to move, within a window. Calls `visit` at every position.
#[inline(always)]
fn value<const SOONEST: bool, B: Build, V: FnMut()>(
    build: B,
    visit: &mut V,
    mover: u32,
    other: u32,
    (mut alpha, beta): (i32, i32),
) -> i32 {
    let mut free = ALL & !(mover | other);
    while free != 0 {
        let cell = free & free.wrapping_neg();
        free ^= cell;
        let moved = mover | cell;
        visit();
        let value = match (WON[moved as usize % 512], moved | other) {
            (true, taken) if SOONEST => 1 + (ALL & !taken).count_ones() as i32,
            (true, _) => MOST,
            (false, ALL) => 0,
            _ => {
                let solving = Solving::<B, V, SOONEST> { build, visit };
                -build.call(solving, other, moved, (-beta, -alpha), ())
            }
        };
        if value > alpha {
            alpha = value;
            if alpha >= beta {
                break;
            }
        }
    }
    alpha
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Ours and that of `board-game` visit as many positions as the first (see `benches/README.md`).
    #[test]
    fn nodes_of_both_ways_to_solve_the_game() {
        let (mut soonest, mut any) = (0, 0);
        let values = [
            value::<true, _, _>(Plain, &mut || soonest += 1, 0, 0, (-MOST, MOST)),
            value::<false, _, _>(Plain, &mut || any += 1, 0, 0, (-MOST, MOST)),
        ];
        assert_eq!((values, soonest, any), ([0, 0], 20_865, 16_810));
    }
}
