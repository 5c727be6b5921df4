//! The workloads through the crate `minimax`: our positions behind its trait, its own perft, its own kind of rollout.

use std::marker::PhantomData;

use minimax::{Game as _, Winner};
use plyscope_core::{Game, Outcome};
use plyscope_games::{Breakthrough, Pawn, Reversi, TicTacToe};
use rand::Rng as _;
use rand::seq::SliceRandom;

use crate::ours::start;
use crate::rows::{Run, SameRng};

/// What this peer can do, by the names of our workloads.
pub(crate) const RUNS: &[(&str, Run)] = &[
    ("breakthrough-playouts", |n, seed| playouts::<Breakthrough<u64>>("8x8", n, seed, rollout)),
    ("reversi-playouts", |n, seed| playouts::<Reversi>("8x8", n, seed, rollout)),
    ("tictactoe-playouts", |n, seed| playouts::<TicTacToe>("", n, seed, rollout)),
    ("pawn-playouts", |n, seed| playouts::<Pawn<u64>>("8x8", n, seed, rollout)),
    ("breakthrough-playouts-pick", |n, seed| playouts::<Breakthrough<u64>>("8x8", n, seed, rollout_by_pick)),
    ("reversi-playouts-pick", |n, seed| playouts::<Reversi>("8x8", n, seed, rollout_by_pick)),
    ("tictactoe-playouts-pick", |n, seed| playouts::<TicTacToe>("", n, seed, rollout_by_pick)),
    ("pawn-playouts-pick", |n, seed| playouts::<Pawn<u64>>("8x8", n, seed, rollout_by_pick)),
    ("reversi-perft", |n, _| perfts::<Reversi>("8x8", 9, n)),
    ("breakthrough-perft", |n, _| perfts::<Breakthrough<u64>>("8x8", 5, n)),
    ("pawn-perft", |n, _| perfts::<Pawn<u64>>("6x6", 9, n)),
];

/// The rules of one of our games. The crate wants them on an empty type beside the state.
struct Rules<G>(PhantomData<G>);

impl<G: Game> minimax::Game for Rules<G> {
    type S = G;
    type M = G::Move;

    fn generate_moves(state: &G, moves: &mut Vec<G::Move>) -> Option<Winner> {
        let winner = Self::get_winner(state);
        if winner.is_none() {
            moves.extend(state.moves());
        }
        winner
    }

    /// Small states are returned anew, as the crate advises, so there is no undo.
    fn apply(state: &mut G, m: G::Move) -> Option<G> {
        Some(state.child(m))
    }

    fn get_winner(state: &G) -> Option<Winner> {
        Some(match state.outcome()? {
            Outcome::Draw => Winner::Draw,
            Outcome::Win(side) if side == state.side_to_move() => Winner::PlayerToMove,
            Outcome::Win(_) => Winner::PlayerJustMoved,
        })
    }
}

/// A random game from this state; returns the number of its plies.
type Rollout<G> = fn(state: G, moves: &mut Vec<<G as Game>::Move>, rng: &mut SameRng) -> u64;

fn playouts<G: Game>(variant: &str, n: u64, seed: u64, rollout: Rollout<G>) -> (u64, u64) {
    let (start, mut rng) = (start::<G>(variant), SameRng::new(seed));
    let mut moves = Vec::new();
    (n, (0..n).map(|_| rollout(start.clone(), &mut moves, &mut rng)).sum())
}

/// What a rollout of its Monte Carlo tree search does (`RolloutPolicy::rollout` with `DumbRolloutPolicy`, which is
/// private). That makes a list and seeds a generator for each game; here both are kept, in favour of the peer.
fn rollout<G: Game>(mut state: G, moves: &mut Vec<G::Move>, rng: &mut SameRng) -> u64 {
    let mut plies = 0;
    loop {
        moves.clear();
        if Rules::<G>::generate_moves(&state, moves).is_some() {
            return plies;
        }
        let m = *moves.choose(rng).expect("an unfinished game has a move");
        if let Some(new) = Rules::<G>::apply(&mut state, m) {
            state = new;
        }
        plies += 1;
    }
}

/// The same with a policy of one's own that knows our `pick`: the best that a user of both crates can do.
fn rollout_by_pick<G: Game>(mut state: G, _: &mut Vec<G::Move>, rng: &mut SameRng) -> u64 {
    let mut plies = 0;
    while let Some(m) = state.pick(|n| rng.gen_range(0..n)) {
        if let Some(new) = Rules::<G>::apply(&mut state, m) {
            state = new;
        }
        plies += 1;
    }
    plies
}

/// Its perft on one thread. A finished game has no continuation there either, so its counts are ours.
///
/// It walks once for each depth from 1 to the given one. All leaves that it counts are units, in favour of the peer;
/// only those of the last depth go into the sum that must be equal to ours.
fn perfts<G: Game>(variant: &str, depth: usize, n: u64) -> (u64, u64) {
    let mut start = start::<G>(variant);
    let (mut units, mut leaves) = (0, 0);
    for _ in 0..n {
        let counts = minimax::perft::<Rules<G>>(&mut start, depth as u8, false);
        units += counts[1..].iter().sum::<u64>();
        leaves += counts[depth];
    }
    (units, leaves)
}
