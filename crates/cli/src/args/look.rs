//! Commands that look at a game or a position.

use std::path::PathBuf;

use super::shared::{Chance, Output, Overwrite, Parallel, PositionArgs, ProgramArgs, TimeLimit, size};
use crate::drawing::{BoardOptions, PictureFiles};

/// List the games and searches with their options.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  plyscope games            all games and searches
  plyscope games pawn       one game with its options, heuristics and variants
  plyscope games mcts       one search with its options
  plyscope games --json     the same for programs")]
pub(crate) struct Games {
    /// Show only this game or search, in detail
    #[arg(value_name = "ID")]
    pub(crate) id: Option<String>,
    #[command(flatten)]
    pub(crate) output: Output,
}

/// Show a position: board, side to move, legal moves and result; or draw it for a paper or a slide.
#[derive(clap::Args)]
#[command(after_help = "\
A position is its rows from the top joined by /, then the side to move. x is the first player, o the second, . an \
empty cell.

Examples:
  plyscope position pawn:4x4
  plyscope position reversi --moves f5d6c3d3c4
  plyscope position andantino:5 --moves \"e5 f5 e4\"
  plyscope position breakthrough:5x5 --position \"ooooo/..o../.x.../...../xxxxx x\"
  plyscope position reversi --moves f5d6c3 --svg board.svg --legal --caption \"After three moves\"
  plyscope position pawn:4x4 --png board.png --size 800 --arrow a1-a2 --arrow d1-d2:green --mark b4:red:1")]
pub(crate) struct Position {
    #[command(flatten)]
    pub(crate) place: PositionArgs,
    #[command(flatten)]
    pub(crate) files: PictureFiles,
    #[command(flatten)]
    pub(crate) board: BoardOptions,
    #[command(flatten)]
    pub(crate) output: Output,
}

/// Count all move sequences of a given length.
///
/// A leaf is a sequence of exactly DEPTH moves. A finished game has no continuation, and a pass is a move.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  plyscope perft reversi 9
  plyscope perft breakthrough:6x6 7 --divide
  plyscope perft pawn:8x8,classic 6 --jobs 1 --json")]
pub(crate) struct Perft {
    #[command(flatten)]
    pub(crate) place: PositionArgs,
    /// Length of each sequence, in moves
    #[arg(value_parser = clap::value_parser!(u16).range(0..=1000), allow_negative_numbers = true)]
    pub(crate) depth: u16,
    /// Also count the sequences that begin with each first move
    #[arg(long)]
    pub(crate) divide: bool,
    #[command(flatten)]
    pub(crate) limit: TimeLimit,
    #[command(flatten)]
    pub(crate) parallel: Parallel,
    #[command(flatten)]
    pub(crate) output: Output,
}

/// Show the value that a heuristic gives a position, and its terms.
#[derive(clap::Args)]
#[command(after_help = "\
A HEURISTIC is a name, a name with other weights, or a formula in braces over the game's features \
(`plyscope games ID` lists them). In a formula, mine.x is the feature of one side, theirs.x that of the other, and \
x alone their difference. Operators are + - * / ^ and comparisons, functions abs, min, max and if(c,a,b). \
A heuristic has a value for each side; a search uses the value for the player that searches.

Examples:
  plyscope evaluate pawn:4x4 material --moves \"a1-a2 b4-b3 a2xb3\"
  plyscope evaluate breakthrough \"{2*pieces+steps}\"
  plyscope evaluate reversi pmc2:corners=0.5 --moves f5d6c3 --json")]
pub(crate) struct Evaluate {
    #[command(flatten)]
    pub(crate) place: PositionArgs,
    /// Heuristic, for example material or {2*pieces+steps}
    #[arg(value_name = "HEURISTIC")]
    pub(crate) heuristic: String,
    #[command(flatten)]
    pub(crate) chance: Chance,
    #[command(flatten)]
    pub(crate) output: Output,
}

/// Search a position and show what was found, and how.
///
/// Ctrl-C stops the search, which then reports what it has found so far.
#[derive(clap::Args)]
#[command(after_help = "\
A PLAYER is search[:option=value,…][+heuristic][@limit=value,…]; `plyscope games` lists searches and heuristics. \
Limits are depth, nodes, rollouts and time.

Examples:
  plyscope search pawn:4x4 engine
  plyscope search breakthrough alphabeta+material@depth=6 --ratios
  plyscope search reversi pvs:order=table/history,table=64MB@time=2s
  plyscope search tictactoe minimax@depth=2 --tree 2
  plyscope search pawn:4x4 alphabeta+material@depth=3 --tree 3 --svg tree.svg
  plyscope search breakthrough mcts@rollouts=10k --json
  plyscope search reversi \"program:python3 agent.py@time=1s\"")]
pub(crate) struct Search {
    #[command(flatten)]
    pub(crate) place: PositionArgs,
    /// Player that searches, for example engine@time=1s
    #[arg(value_name = "PLAYER")]
    pub(crate) player: String,
    #[command(flatten)]
    pub(crate) chance: Chance,
    /// Also print the search tree down to this ply
    #[arg(long, value_name = "PLIES")]
    pub(crate) tree: Option<usize>,
    #[command(flatten)]
    pub(crate) files: PictureFiles,
    /// Compare with plain minimax and with the smallest tree that alpha-beta can search
    #[arg(long)]
    pub(crate) ratios: bool,
    #[command(flatten)]
    pub(crate) programs: ProgramArgs,
    #[command(flatten)]
    pub(crate) output: Output,
}

/// Find out who wins with best play, in how many plies or by how much.
///
/// When --time or Ctrl-C stops it, it reports what is proven so far.
#[derive(clap::Args)]
#[command(after_help = "\
A proof contains a strategy for each side: one achieves at least the result, the other allows no more. --check \
plays both against every defence, by the rules alone. The exit code is 0 if the position is solved or the \
proof holds, 1 if not, and 130 after Ctrl-C.

Examples:
  plyscope solve breakthrough:5x4
  plyscope solve pawn:6x6 --memory 1GB --json
  plyscope solve andantino:4 --time 1m
  plyscope solve pawn:4x4 --proof pawn.proof
  plyscope solve pawn:4x4 --check pawn.proof")]
pub(crate) struct Solve {
    #[command(flatten)]
    pub(crate) place: PositionArgs,
    #[command(flatten)]
    pub(crate) limit: TimeLimit,
    /// Memory for tables
    #[arg(long, value_name = "SIZE", default_value = "1GB", value_parser = size)]
    pub(crate) memory: usize,
    /// Number of threads; only with one thread is the work the same every time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=64))]
    pub(crate) threads: u8,
    /// Write a proof of the result to this file
    #[arg(long, value_name = "FILE")]
    pub(crate) proof: Option<PathBuf>,
    /// Check the proof in this file instead of solving
    #[arg(
        long,
        value_name = "FILE",
        conflicts_with_all = ["position", "moves", "memory", "threads", "proof"]
    )]
    pub(crate) check: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) overwrite: Overwrite,
    #[command(flatten)]
    pub(crate) output: Output,
}
