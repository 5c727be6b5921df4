//! What a hash of the position costs: computed when asked for, as our games do, or kept up to date move by move.
//!
//! Each walk is a perft of Breakthrough that asks every inner position for its key, as a search with a table would.

use std::hint::black_box;

use plyscope_core::cpu::{Task, boost};
use plyscope_core::{Game, Outcome, Side};
use plyscope_games::breakthrough::Variant;
use plyscope_games::{Breakthrough, PawnMove};

use crate::ours::{Kind, Workload, start};

/// How deep the walks go.
const DEPTH: usize = 4;

/// The walks.
pub(crate) const WORKLOADS: &[Workload] = &[
    Workload { name: BASELINE, kind: WALK, run: |n, _| walks::<Breakthrough<u64>, false>(n) },
    Workload { name: "walk-key-on-demand", kind: WALK, run: |n, _| walks::<Breakthrough<u64>, true>(n) },
    Workload { name: "walk-key-zobrist", kind: WALK, run: |n, _| walks::<Zobrist, true>(n) },
];

/// The walk that asks for no key; the others are compared with it.
pub(crate) const BASELINE: &str = "walk-no-key";

const WALK: Kind = Kind::Perft(DEPTH);

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
        for m in position.moves() {
            let child = position.child(m);
            if ASK {
                *keys = keys.wrapping_add(child.key());
            }
            leaves += walk::<G, ASK>(&child, depth - 1, keys);
        }
    }
    leaves
}

/// The last two plies, with the fastest instructions, as in our perft: slow counting would hide what keys cost.
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
            for m in self.position.moves() {
                let child = self.position.child(m);
                if ASK {
                    keys = keys.wrapping_add(child.key());
                }
                leaves += child.count_moves() as u64;
            }
        }
        *self.keys = self.keys.wrapping_add(keys);
        leaves
    }
}

/// Breakthrough on the standard board with a Zobrist key next to it, brought up to date by every move.
///
/// The armies of a position are private, so both are kept here again, in the same form. That costs next to nothing: a
/// few instructions without memory, and at the last ply, where nearly all moves are made, the result is not read.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Zobrist {
    position: Breakthrough<u64>,
    /// The pieces of the side to move and of the other side, to know what a move captures.
    mover: u64,
    other: u64,
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

impl Game for Zobrist {
    type Move = PawnMove;
    type Variant = Variant;

    fn start(variant: &Variant) -> Self {
        assert_eq!(variant, &Variant::default(), "the armies below are those of the standard board");
        let (mover, other) = (0xFFFF, 0xFFFF << 48);
        Zobrist { position: Breakthrough::start(variant), mover, other, key: from_scratch(mover, other, Side::First) }
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
    fn moves(&self) -> impl Iterator<Item = PawnMove> {
        self.position.moves()
    }

    #[inline(always)]
    fn play(&mut self, m: PawnMove) {
        let (numbers, turn) = &NUMBERS;
        let (from, to) = (usize::from(m.from & 63), usize::from(m.to & 63));
        let [own, enemy] = [self.side_to_move(), !self.side_to_move()].map(|side| &numbers[side.index()]);
        // All ones if something is captured: a branch here would often be guessed wrongly.
        let captured = 0u64.wrapping_sub(self.other >> to & 1);
        self.key ^= own[from] ^ own[to] ^ (enemy[to] & captured) ^ turn;
        (self.mover, self.other) = (self.other & !(1 << to), self.mover ^ 1 << from ^ 1 << to);
        self.position.play(m);
    }

    #[inline(always)]
    fn key(&self) -> u64 {
        self.key
    }

    #[inline(always)]
    fn count_moves(&self) -> usize {
        self.position.count_moves()
    }

    #[inline(always)]
    fn pick(&self, choose: impl FnOnce(usize) -> usize) -> Option<PawnMove> {
        self.position.pick(choose)
    }
}

/// The Zobrist key of these armies with this side to move.
fn from_scratch(mover: u64, other: u64, side: Side) -> u64 {
    let (numbers, turn) = &NUMBERS;
    let army = |army: u64, side: Side| {
        let cells = (0..64).filter(move |cell| army >> cell & 1 != 0);
        cells.fold(0, |key, cell| key ^ numbers[side.index()][cell])
    };
    army(mover, side) ^ army(other, !side) ^ if side == Side::First { 0 } else { *turn }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyscope_core::Rng;

    #[test]
    fn the_key_that_is_kept_is_the_one_from_scratch() {
        let (mut rng, mut n_captures) = (Rng::new(1), 0);
        for _ in 0..100 {
            let mut game = start::<Zobrist>("8x8");
            while let Some(m) = game.pick(|n| rng.below(n)) {
                assert_ne!(game.mover >> m.from & 1, 0, "{game:?} {m:?}");
                n_captures += game.other >> m.to & 1;
                game.play(m);
                assert_eq!(game.key, from_scratch(game.mover, game.other, game.side_to_move()));
            }
        }
        assert!(n_captures > 100);
    }

    #[test]
    fn every_walk_counts_the_leaves_of_perft() {
        let expected = plyscope_core::perft(&start::<Breakthrough<u64>>("8x8"), DEPTH)[DEPTH - 1];
        for workload in WORKLOADS {
            assert_eq!((workload.run)(1, 0), (expected, expected), "{}", workload.name);
        }
    }
}
