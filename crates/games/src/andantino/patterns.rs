//! The windows that matter in a fight, for both sides and by bits.
//!
//! A window is five cells in a row. It is ready for a side if each of its cells holds a stone of that side or is
//! playable, and near if the cells that are not playable at least touch a stone. Windows further away do not matter
//! yet, since stones only come next to others; so all that is counted lies among the stones and around them, which is
//! mostly a small part of the board: a part of four machine words has a fast path.
//!
//! A window is kept as a bit at its first cell. How many of its five cells a side holds is counted for all windows
//! together, with full adders over five shifted copies of the stones. The loops go from word to word and read and write
//! plain arrays, because compilers turn those into vector instructions.

use plyscope_core::Side;

use super::Andantino;
use super::enclosure::neighbour;
use super::hex::{STEPS, Set};

/// What a side has that can become a row of five or a ring.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Patterns {
    /// Playable cells that win: by a fifth stone in a row, or by the sixth around a single enemy stone.
    pub wins: u32,
    /// Playable cells that lie in two or more ready windows with three stones: a stone there mostly makes two threats.
    pub forks: u32,
    /// Ready windows with three stones.
    pub ready_threes: u32,
    /// Near windows with four stones that are not ready.
    pub near_fours: u32,
    /// Near windows with three stones that are not ready.
    pub near_threes: u32,
    /// Near windows with two stones, ready or not.
    pub twos: u32,
    /// Enemy stones with at least four of the side's stones around them.
    pub half_rings: u32,
}

impl Andantino {
    /// What both sides have, the first player first.
    #[inline(always)]
    pub fn patterns(&self) -> [Patterns; 2] {
        let words = self.touched.words();
        // The stones touch each other, so all that counts is touched; a single stone has no window.
        let first = usize::from(words[0] == 0) + usize::from(words[0] | words[1] == 0);
        let beyond = if first == 2 { 0 } else { words[5] | if first == 1 { 0 } else { words[4] } };
        if beyond == 0 { self.patterns_within::<4>(first) } else { self.patterns_within::<6>(0) }
    }

    /// The same, if all stones and their neighbours are within `N` words from `first` on.
    #[inline(always)]
    fn patterns_within<const N: usize>(&self, first: usize) -> [Patterns; 2] {
        let (mut stones, mut near, mut playable) = ([[0; WORDS]; 2], [0; WORDS], [0; WORDS]);
        for index in 0..N {
            let word = |set: &Set| set.words()[first + index];
            stones[0][1 + index] = word(&self.stones[0]);
            stones[1][1 + index] = word(&self.stones[1]);
            let empty = word(&self.board.all) & !(word(&self.stones[0]) | word(&self.stones[1]));
            near[1 + index] = word(&self.touched) & empty;
            playable[1 + index] = word(&self.touched_twice) & empty;
        }
        let mut found = [Patterns::default(); 2];
        for side in Side::BOTH {
            let (own, enemy) = (&stones[side.index()], &stones[(!side).index()]);
            let mut scan = Scan::<N>::new(own, &near, &playable);
            // One after the other, so that the shifts are by constants.
            scan.direction(STEPS[0]);
            scan.direction(STEPS[1]);
            scan.direction(STEPS[2]);
            let mut almost = [0; N];
            for index in 0..N {
                let around = &scan.around;
                let half = around.fours[index] & enemy[1 + index];
                almost[index] = half & around.ones[index] & !around.twos[index];
                scan.found.half_rings += half.count_ones();
                scan.found.forks += (scan.twice[index] & playable[1 + index]).count_ones();
            }
            if any(&almost) {
                self.add_last_of_rings(side, &almost, first, &mut scan.wins);
            }
            for index in 0..N {
                scan.found.wins += (scan.wins[index] & playable[1 + index]).count_ones();
            }
            found[side.index()] = scan.found;
        }
        found
    }

    /// Adds the cells that are missing around these enemy stones.
    #[inline(never)]
    fn add_last_of_rings(&self, side: Side, almost: &[u64], first: usize, cells: &mut [u64]) {
        for (index, &word) in almost.iter().enumerate() {
            let mut rest = word;
            while rest != 0 {
                let stone = 64 * (first + index) + rest.trailing_zeros() as usize;
                let place = (!self.stones[side.index()].ring(stone)).trailing_zeros();
                let missing = neighbour(stone, place) - 64 * first;
                cells[missing / 64] |= 1 << (missing % 64);
                rest &= rest - 1;
            }
        }
    }
}

/// Machine words with one empty word in front and at least two behind, so that shifting needs no exception.
type Words = [u64; WORDS];
const WORDS: usize = 9;

/// What is known of a side's windows after some directions.
struct Scan<const N: usize> {
    own: Words,
    /// The side's stones and the empty cells that touch a stone.
    near: Words,
    /// The side's stones and the playable cells.
    ready: Words,
    /// The cells of the ready windows with four stones.
    wins: [u64; N],
    /// The cells of the ready windows with three stones, and those that are in two of them.
    once: [u64; N],
    twice: [u64; N],
    /// How many of the side's stones are around each cell, one binary digit of it in each set.
    around: Number<N>,
    found: Patterns,
}

struct Number<const N: usize> {
    ones: [u64; N],
    twos: [u64; N],
    fours: [u64; N],
}

impl<const N: usize> Scan<N> {
    #[inline(always)]
    fn new(own: &Words, near: &Words, playable: &Words) -> Self {
        let (mut near, mut ready) = (*near, *playable);
        for index in 0..WORDS {
            near[index] |= own[index];
            ready[index] |= own[index];
        }
        let none = [0; N];
        let around = Number { ones: none, twos: none, fours: none };
        Scan { own: *own, near, ready, wins: none, once: none, twice: none, around, found: Patterns::default() }
    }

    /// Looks at the windows of one direction, in which neighbours are `by` apart.
    #[inline(always)]
    fn direction(&mut self, by: usize) {
        let (mut twos, mut threes, mut fours) = ([0; N], [0; N], [0; N]);
        for index in 0..N {
            let own = self.own[1 + index];
            let second = down(&self.own, index, by);
            let (ones, carry) = add(own, second, down(&self.own, index, 2 * by));
            let (ones, carry_2) = add(ones, down(&self.own, index, 3 * by), down(&self.own, index, 4 * by));
            let near = window(&self.near, index, by);
            twos[index] = (carry ^ carry_2) & !ones & near;
            threes[index] = (carry ^ carry_2) & ones & near;
            fours[index] = carry & carry_2 & !ones & near;
            // Two more neighbours of every cell.
            let (ones, carry) = add(self.around.ones[index], second, up(&self.own, index, by));
            self.around.ones[index] = ones;
            self.around.fours[index] |= self.around.twos[index] & carry;
            self.around.twos[index] ^= carry;
        }
        for word in twos {
            self.found.twos += word.count_ones();
        }
        if any(&threes) || any(&fours) {
            self.fight(by, &threes, &fours);
        }
    }

    /// Takes stock of the windows with three and four stones of one direction.
    #[inline(always)]
    fn fight(&mut self, by: usize, threes: &[u64; N], fours: &[u64; N]) {
        let (mut ready_threes, mut ready_fours) = ([0; WORDS], [0; WORDS]);
        for index in 0..N {
            let ready = window(&self.ready, index, by);
            ready_threes[1 + index] = threes[index] & ready;
            ready_fours[1 + index] = fours[index] & ready;
            self.found.near_threes += (threes[index] & !ready).count_ones();
            self.found.near_fours += (fours[index] & !ready).count_ones();
            self.found.ready_threes += (threes[index] & ready).count_ones();
        }
        if any(&ready_fours) {
            for index in 0..N {
                self.wins[index] |= ready_fours[1 + index]
                    | up(&ready_fours, index, by)
                    | up(&ready_fours, index, 2 * by)
                    | up(&ready_fours, index, 3 * by)
                    | up_far(&ready_fours, index, 4 * by);
            }
        }
        if any(&ready_threes) {
            for index in 0..N {
                let cells = [
                    ready_threes[1 + index],
                    up(&ready_threes, index, by),
                    up(&ready_threes, index, 2 * by),
                    up(&ready_threes, index, 3 * by),
                    up_far(&ready_threes, index, 4 * by),
                ];
                for cells in cells {
                    self.twice[index] |= self.once[index] & cells;
                    self.once[index] |= cells;
                }
            }
        }
    }
}

/// The windows whose cells all belong to a set.
#[inline(always)]
fn window(set: &Words, index: usize, by: usize) -> u64 {
    set[1 + index]
        & down(set, index, by)
        & down(set, index, 2 * by)
        & down(set, index, 3 * by)
        & down(set, index, 4 * by)
}

/// A word of the set in which every cell has moved down by this distance, which is no multiple of 64.
#[inline(always)]
fn down(set: &Words, index: usize, by: usize) -> u64 {
    let from = 1 + index + by / 64;
    set[from] >> (by % 64) | set[from + 1] << (64 - by % 64)
}

/// The same upwards, by less than 64.
#[inline(always)]
fn up(set: &Words, index: usize, by: usize) -> u64 {
    set[1 + index] << by | set[index] >> (64 - by)
}

/// The same by any distance.
#[inline(always)]
fn up_far(set: &Words, index: usize, by: usize) -> u64 {
    if by < 64 {
        up(set, index, by)
    } else {
        let below = if index > 0 { set[index - 1] >> (128 - by) } else { 0 };
        set[index] << (by - 64) | below
    }
}

/// Adds three binary digits: the digit of the sum and the carry.
#[inline(always)]
fn add(a: u64, b: u64, c: u64) -> (u64, u64) {
    let half = a ^ b;
    (half ^ c, a & b | half & c)
}

#[inline(always)]
fn any(words: &[u64]) -> bool {
    let mut all = 0;
    for word in words {
        all |= word;
    }
    all != 0
}
