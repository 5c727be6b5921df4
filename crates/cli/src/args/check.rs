//! Commands that check and measure the program itself.

use super::shared::{Chance, Output, TimeLimit};

/// Compare every exact search with plain minimax on random positions.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  plyscope verify
  plyscope verify pawn:5x5 --positions 1000 --seed 3
  plyscope verify reversi --time 30s")]
pub(crate) struct Verify {
    /// Game [default: small boards of all games]
    #[arg(value_name = "GAME")]
    pub(crate) game: Option<String>,
    /// Number of random positions for each game
    #[arg(
        long,
        value_name = "N",
        default_value_t = 100,
        value_parser = clap::value_parser!(u64).range(1..=100_000_000)
    )]
    pub(crate) positions: u64,
    #[command(flatten)]
    pub(crate) limit: TimeLimit,
    #[command(flatten)]
    pub(crate) chance: Chance,
    #[command(flatten)]
    pub(crate) output: Output,
}

/// Measure the speed of this machine on fixed tasks.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  plyscope bench
  plyscope bench mcts-breakthrough --json")]
pub(crate) struct Bench {
    /// Run only the benchmarks whose names begin like this
    #[arg(value_name = "NAME")]
    pub(crate) name: Option<String>,
    #[command(flatten)]
    pub(crate) output: Output,
}
