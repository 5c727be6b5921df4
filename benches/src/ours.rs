//! The workloads, as Plyscope does them: through the public generic API, on one thread.

use plyscope_core::{Game, Rng, perft, playout};
use plyscope_games::{Andantino, Breakthrough, Pawn, Pawned, Reversi, TicTacToe};

/// What is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Random games played to the end.
    Playouts,
    /// Leaves of a perft of this depth, the last ply counted in bulk.
    Perft(usize),
    /// Tree searches of this depth.
    Search(u32),
    /// Nodes of a tree search of this depth.
    Nodes(u32),
    /// Simulations of Monte-Carlo tree searches.
    Simulations,
}

/// One thing to measure.
pub(crate) struct Workload {
    /// Its name on the command line.
    pub name: &'static str,
    /// What is counted.
    pub kind: Kind,
    /// Does the work `n` times, with this seed, and returns how many units were done and a checksum that keeps the work
    /// alive.
    pub run: fn(n: u64, seed: u64) -> (u64, u64),
}

/// Everything that is measured.
pub(crate) const WORKLOADS: &[Workload] = &[
    Workload {
        name: "breakthrough-playouts",
        kind: Kind::Playouts,
        run: |n, seed| playouts::<Breakthrough<u64>>("8x8", n, seed),
    },
    Workload { name: "reversi-playouts", kind: Kind::Playouts, run: |n, seed| playouts::<Reversi>("8x8", n, seed) },
    Workload { name: "tictactoe-playouts", kind: Kind::Playouts, run: |n, seed| playouts::<TicTacToe>("", n, seed) },
    Workload { name: "andantino-playouts", kind: Kind::Playouts, run: |n, seed| playouts::<Andantino>("10", n, seed) },
    Workload { name: "pawn-playouts", kind: Kind::Playouts, run: |n, seed| playouts::<Pawn<u64>>("8x8", n, seed) },
    Workload { name: "pawned-playouts", kind: Kind::Playouts, run: |n, seed| playouts::<Pawned<u64>>("6x6", n, seed) },
    Workload {
        name: "breakthrough-wide-playouts",
        kind: Kind::Playouts,
        run: |n, seed| playouts::<Breakthrough<u128>>("8x8", n, seed),
    },
    Workload { name: "reversi-perft", kind: Kind::Perft(9), run: |n, _| perfts::<Reversi>("8x8", 9, n) },
    Workload { name: "breakthrough-perft", kind: Kind::Perft(5), run: |n, _| perfts::<Breakthrough<u64>>("8x8", 5, n) },
    Workload { name: "pawn-perft", kind: Kind::Perft(9), run: |n, _| perfts::<Pawn<u64>>("6x6", 9, n) },
    Workload { name: "pawned-perft", kind: Kind::Perft(9), run: |n, _| perfts::<Pawned<u64>>("6x6", 9, n) },
    Workload { name: "andantino-perft", kind: Kind::Perft(10), run: |n, _| perfts::<Andantino>("10", 10, n) },
    Workload {
        name: "breakthrough-wide-perft",
        kind: Kind::Perft(5),
        run: |n, _| perfts::<Breakthrough<u128>>("8x8", 5, n),
    },
];

/// The start position of a variant that is known to be right.
pub(crate) fn start<G: Game>(variant: &str) -> G {
    G::start(&variant.parse().unwrap_or_else(|error| panic!("{variant}: {error}")))
}

fn playouts<G: Game>(variant: &str, n: u64, seed: u64) -> (u64, u64) {
    let (start, mut rng) = (start::<G>(variant), Rng::new(seed));
    let plies = (0..n).map(|_| u64::from(playout(start.clone(), &mut rng).plies)).sum();
    (n, plies)
}

fn perfts<G: Game>(variant: &str, depth: usize, n: u64) -> (u64, u64) {
    let start = start::<G>(variant);
    let leaves = (0..n).map(|_| perft(&start, depth)[depth - 1]).sum();
    (leaves, leaves)
}
