//! What a hash of the position costs: computed when asked for, as our games do, or kept up to date move by move.
//!
//! Each walk is a perft of Breakthrough that asks every inner position for its key, as a search with a table would.

use std::hint::black_box;

use plyscope_core::cpu::{Task, boost};
use plyscope_core::{Game, Outcome, Side};
use plyscope_games::breakthrough::Variant;
use plyscope_games::{Breakthrough, Step};

use crate::ours::start;
use crate::rows::Run;

/// How deep the walks go.
pub(crate) const DEPTH: usize = 4;

/// The walk that asks for no key; the others are compared with it.
pub(crate) const BASELINE: &str = "walk-no-key";

/// The walks, by name. [`Zobrist`] must keep both armies a second time, because those of a position are private; what
/// that alone costs is the walk `walk-boards-no-key`.
pub(crate) const WALKS: &[(&str, Run)] = &[
    (BASELINE, |n, _| walks::<Breakthrough<u64>, false>(n)),
    ("walk-key-on-demand", |n, _| walks::<Breakthrough<u64>, true>(n)),
    ("walk-key-zobrist", |n, _| walks::<Zobrist<true>, true>(n)),
    ("walk-boards-no-key", |n, _| walks::<Zobrist<false>, true>(n)),
];

fn walks<G: Game, const ASK: bool>(n: u64) -> (u64, u64) {
    let start = start::<G>("8x8");
    let (mut leaves, mut keys) = (0, 0);
    for _ in 0..n {
        leaves += walk::<G, ASK>(&start, DEPTH, &mut keys);
    }
    black_box(keys);
    (leaves, leaves)
}

/// The leaves below a position; the keys of all positions between it and them are added to `keys`.
fn walk<G: Game, const ASK: bool>(position: &G, depth: usize, keys: &mut u64) -> u64 {
    if depth == 2 {
        return boost(LastTwo::<G, ASK> { position, keys });
    }
    let mut leaves = 0;
    if position.outcome().is_none() {
        position.each_move(|m| {
            let child = position.child(m);
            if ASK {
                *keys = keys.wrapping_add(child.key());
            }
            leaves += walk::<G, ASK>(&child, depth - 1, keys);
        });
    }
    leaves
}

/// The last two plies, with the fastest instructions, as in our perft: otherwise slow counting would hide what keys cost.
struct LastTwo<'a, G, const ASK: bool> {
    position: &'a G,
    keys: &'a mut u64,
}

impl<G: Game, const ASK: bool> Task for LastTwo<'_, G, ASK> {
    type Output = u64;

    #[inline(always)]
    fn run(self) -> u64 {
        let (mut leaves, mut keys) = (0, 0u64);
        if self.position.outcome().is_none() {
            self.position.each_move(|m| {
                let child = self.position.child(m);
                if ASK {
                    keys = keys.wrapping_add(child.key());
                }
                leaves += child.count_moves() as u64;
            });
        }
        *self.keys = self.keys.wrapping_add(keys);
        leaves
    }
}

/// Breakthrough on the standard board with a Zobrist key beside it, brought up to date by every move. Without `KEYED`
/// the key stays 0 and only the armies are kept.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Zobrist<const KEYED: bool> {
    position: Breakthrough<u64>,
    /// The pieces of each side, to know what a move captures.
    armies: [u64; 2],
    key: u64,
}

/// A random number for each side and cell, and one for the turn.
static NUMBERS: ([[u64; 64]; 2], u64) = {
    let (mut numbers, mut state) = ([[0; 64]; 2], 0);
    let mut index = 0;
    while index < 128 {
        numbers[index / 64][index % 64] = next(&mut state);
        index += 1;
    }
    (numbers, next(&mut state))
};

/// The steps of [`plyscope_core::Rng`], which cannot be taken at compile time.
const fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

impl<const KEYED: bool> Game for Zobrist<KEYED> {
    type Move = Step;
    type Variant = Variant;

    fn start(variant: &Variant) -> Self {
        assert_eq!(variant, &Variant::default(), "the armies below are those of the standard board");
        let armies = [0xFFFF, 0xFFFF << 48];
        Zobrist { position: Breakthrough::start(variant), armies, key: if KEYED { from_scratch(armies, 0) } else { 0 } }
    }

    #[inline(always)]
    fn side_to_move(&self) -> Side {
        self.position.side_to_move()
    }

    #[inline(always)]
    fn outcome(&self) -> Option<Outcome> {
        self.position.outcome()
    }

    #[inline(always)]
    fn each_move(&self, visit: impl FnMut(Step)) {
        self.position.each_move(visit);
    }

    #[inline(always)]
    fn play(&mut self, m: Step) {
        let side = self.side_to_move().index();
        let (from, to) = (usize::from(m.from & 63), usize::from(m.to & 63));
        let enemies = self.armies[1 - side];
        if KEYED {
            let (numbers, turn) = &NUMBERS;
            // All ones if something is captured: a branch here would often be guessed wrongly.
            let captured = 0u64.wrapping_sub(enemies >> to & 1);
            self.key ^= numbers[side][from] ^ numbers[side][to] ^ (numbers[1 - side][to] & captured) ^ turn;
        }
        self.armies[side] ^= 1 << from | 1 << to;
        self.armies[1 - side] = enemies & !(1 << to);
        self.position.play(m);
    }

    /// Without `KEYED` an army, so that the compiler cannot see that nobody needs them.
    #[inline(always)]
    fn key(&self) -> u64 {
        if KEYED { self.key } else { self.armies[0] ^ self.armies[1] }
    }

    #[inline(always)]
    fn count_moves(&self) -> usize {
        self.position.count_moves()
    }
}

/// The Zobrist key of these armies with this side to move.
fn from_scratch(armies: [u64; 2], side: usize) -> u64 {
    let (numbers, turn) = &NUMBERS;
    let cells = (0..128).filter(|index| armies[index / 64] >> (index % 64) & 1 != 0);
    cells.fold(side as u64 * turn, |key, index| key ^ numbers[index / 64][index % 64])
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyscope_core::Rng;

    #[test]
    fn the_key_that_is_kept_is_the_one_from_scratch() {
        let (mut rng, mut n_captures) = (Rng::new(1), 0);
        for _ in 0..100 {
            let mut game = start::<Zobrist<true>>("8x8");
            while let Some(m) = game.pick(|n| rng.below(n)) {
                let (before, side) = (game.armies, game.side_to_move().index());
                assert_ne!(before[side] >> m.from & 1, 0, "{game:?} {m:?}");
                game.play(m);
                n_captures += (before[1 - side].count_ones() - game.armies[1 - side].count_ones()) as usize;
                assert_eq!(game.key, from_scratch(game.armies, game.side_to_move().index()));
            }
        }
        assert!(n_captures > 100);
    }

    #[test]
    fn every_walk_counts_the_leaves_of_perft() {
        let expected = plyscope_core::perft(&start::<Breakthrough<u64>>("8x8"), DEPTH)[DEPTH - 1];
        for (name, run) in WALKS {
            assert_eq!(run(1, 0), (expected, expected), "{name}");
        }
    }
}
