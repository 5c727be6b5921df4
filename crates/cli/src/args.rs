//! What can be typed after `plyscope`.

mod grade;
mod play;
mod reproduce;
mod serve;

pub(crate) use grade::Grade;
pub(crate) use play::Play;
pub(crate) use reproduce::Reproduce;
pub(crate) use serve::Serve;

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Parser, Subcommand};
use plyscope_core::BadInput;
use plyscope_registry::{AnyPosition, Jobs};

use crate::drawing::{BoardOptions, PictureFiles};

/// An instrument for looking into game-tree search.
#[derive(Parser)]
#[command(
    name = "plyscope",
    version,
    propagate_version = true,
    arg_required_else_help = true,
    disable_help_subcommand = true,
    after_help = "\
A GAME is id[:size[,option[=value]…]], for example pawn:4x4, reversi:6x6, breakthrough:8x8,workers=3 or andantino:10.
`plyscope games` lists them all. Every command takes --json; colours respect NO_COLOR.

Examples:
  plyscope games
  plyscope position reversi --moves \"f5 d6 c3\"
  plyscope perft breakthrough 6 --divide"
)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    Games(Games),
    Position(Position),
    Perft(Perft),
    Evaluate(Evaluate),
    Search(Search),
    Solve(Solve),
    Grade(Grade),
    Match(Match),
    Run(Run),
    Report(Report),
    Runs(Runs),
    Records(Records),
    Play(Play),
    Reproduce(Reproduce),
    Serve(Serve),
    Verify(Verify),
    Bench(Bench),
}

/// List the games and searches with their options.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  plyscope games            all games
  plyscope games pawn       one game with its options, heuristics and variants
  plyscope games mcts       one search with its options
  plyscope games --json     the same for programs")]
pub(crate) struct Games {
    /// Show only this game or search, in detail
    #[arg(value_name = "ID")]
    pub(crate) id: Option<String>,
    /// Print one JSON object and nothing else
    #[arg(long)]
    pub(crate) json: bool,
}

/// Show a position: board, side to move, legal moves, and how it ended. Or draw it, for a paper or a slide.
#[derive(clap::Args)]
#[command(after_help = "\
Positions are rows from the top joined by /, then the side to move: x (first player), o (second), . (empty).

Examples:
  plyscope position pawn:4x4
  plyscope position reversi --moves f5d6c3d3c4
  plyscope position andantino:5 --moves \"e5 f5 e4\"
  plyscope position breakthrough:5x5 --position \"ooooo/..o../.x.../...../xxxxx x\"
  plyscope position reversi --moves f5d6c3 --svg board.svg --legal --caption \"After three moves\"
  plyscope position pawn:4x4 --png board.png --size 800 --arrow a1-a2 --arrow d1-d2:green --mark b4:red:1")]
pub(crate) struct Position {
    #[command(flatten)]
    pub(crate) place: Place,
    #[command(flatten)]
    pub(crate) files: PictureFiles,
    #[command(flatten)]
    pub(crate) board: BoardOptions,
    /// Print one JSON object and nothing else
    #[arg(long)]
    pub(crate) json: bool,
}

/// Count all move sequences of a given length.
///
/// A leaf is a sequence of exactly DEPTH moves; finished games have no continuation, and a pass is a move.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  plyscope perft reversi 9
  plyscope perft breakthrough:6x6 7 --divide
  plyscope perft pawn:8x8,classic 6 --jobs 1 --json")]
pub(crate) struct Perft {
    #[command(flatten)]
    pub(crate) place: Place,
    /// How many moves each counted sequence has
    #[arg(value_parser = clap::value_parser!(u16).range(0..=1000), allow_negative_numbers = true)]
    pub(crate) depth: u16,
    /// Also show how many sequences begin with each first move
    #[arg(long)]
    pub(crate) divide: bool,
    /// Threads to use; all cores by default
    #[arg(long, short, value_name = "N", value_parser = jobs)]
    pub(crate) jobs: Option<Jobs>,
    /// Print one JSON object and nothing else
    #[arg(long)]
    pub(crate) json: bool,
}

/// Show what a heuristic thinks of a position, and what its value is made of.
#[derive(clap::Args)]
#[command(after_help = "\
A HEURISTIC is a name, a name with other weights, or a formula in braces over the game's features (`plyscope games ID` lists them).
In a formula mine.x is what one side has, theirs.x what the other has, and x alone the difference; + - * / ^, comparisons, abs, min, max, if(c,a,b).
Each side sees the position with its own eyes; a search speaks for the player who searches.

Examples:
  plyscope evaluate pawn:4x4 material --moves \"a1-a2 b4-b3 a2xb3\"
  plyscope evaluate breakthrough \"{2*pieces+steps}\"
  plyscope evaluate reversi pmc2:corners=0.5 --moves f5d6c3 --json")]
pub(crate) struct Evaluate {
    #[command(flatten)]
    pub(crate) place: Place,
    /// The heuristic, for example material or {2*pieces+steps}
    #[arg(value_name = "HEURISTIC")]
    pub(crate) heuristic: String,
    /// Decides the noise of a heuristic that has some
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// Print one JSON object and nothing else
    #[arg(long)]
    pub(crate) json: bool,
}

/// Search a position and show what was found, and how.
///
/// Ctrl-C ends the search; it then answers with what it has.
#[derive(clap::Args)]
#[command(after_help = "\
A PLAYER is search[:option=value,…][+heuristic][@limit=value,…]; `plyscope games` lists searches and heuristics. Limits: depth, nodes, rollouts, time.

Examples:
  plyscope search pawn:4x4 engine
  plyscope search breakthrough alphabeta+material@depth=6 --ratios
  plyscope search reversi pvs:order=table/history,table=64MB@time=2s
  plyscope search tictactoe minimax@depth=2 --tree 2
  plyscope search pawn:4x4 alphabeta+material@depth=3 --tree 3 --svg tree.svg
  plyscope search breakthrough mcts@rollouts=10k --json")]
pub(crate) struct Search {
    #[command(flatten)]
    pub(crate) place: Place,
    /// Who searches, for example engine@time=1s
    #[arg(value_name = "PLAYER")]
    pub(crate) player: String,
    /// Decides whatever is left to chance
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// Also print the search tree to so many plies
    #[arg(long, value_name = "PLIES")]
    pub(crate) tree: Option<usize>,
    #[command(flatten)]
    pub(crate) files: PictureFiles,
    /// Also tell how much plain minimax would visit, and the least that alpha-beta can
    #[arg(long)]
    pub(crate) ratios: bool,
    /// Print one JSON object and nothing else
    #[arg(long)]
    pub(crate) json: bool,
}

/// Find out who wins with best play, in how many plies or by how much.
///
/// Whatever stops it, --time or Ctrl-C, it tells what is proven by then.
#[derive(clap::Args)]
#[command(after_help = "\
A proof has a strategy for each side: one gets no less than the result, the other lets it get no more. --check plays them against every defence, by the rules
alone. The exit code is 0 if the position is solved or the proof holds, 1 if not, 130 after Ctrl-C.

Examples:
  plyscope solve breakthrough:5x4
  plyscope solve pawn:6x6 --memory 1GB --json
  plyscope solve andantino:4 --time 1m
  plyscope solve pawn:4x4 --proof pawn.proof
  plyscope solve pawn:4x4 --check pawn.proof")]
pub(crate) struct Solve {
    #[command(flatten)]
    pub(crate) place: Place,
    /// Give up after this time, for example 30s or 5m
    #[arg(long, value_name = "TIME", value_parser = plyscope_registry::read_time)]
    pub(crate) time: Option<Duration>,
    /// Memory that tables may take
    #[arg(long, value_name = "SIZE", default_value = "1GB", value_parser = size)]
    pub(crate) memory: usize,
    /// Threads to use; only with one is the work the same every time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=64))]
    pub(crate) threads: u8,
    /// Write a proof of the result to this file
    #[arg(long, value_name = "FILE")]
    pub(crate) proof: Option<PathBuf>,
    /// Check the proof in this file instead of solving
    #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "moves", "time", "memory", "threads", "proof"])]
    pub(crate) check: Option<PathBuf>,
    /// Print one JSON object and nothing else
    #[arg(long)]
    pub(crate) json: bool,
}

/// Let two players play many games.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  plyscope match pawn:4x4 random random --games 1000
  plyscope match breakthrough mcts@rollouts=500 alphabeta@depth=3 --games 100 --swap
  plyscope match reversi alphabeta+strong@depth=3 alphabeta+pmc2@depth=3 --games 1000 --swap --random-plies 6
  plyscope match pawn:4x4 random alphabeta:ties=random+material@depth=2 --exact
  plyscope match reversi:6x6 alphabeta:ties=random@depth=2 random --games 200 --seed 7 --json")]
pub(crate) struct Match {
    #[command(flatten)]
    pub(crate) place: Place,
    /// The player who moves first
    #[arg(value_name = "PLAYER")]
    pub(crate) first: String,
    /// The other player
    #[arg(value_name = "PLAYER")]
    pub(crate) second: String,
    /// How many games
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    pub(crate) games: u64,
    /// Decides whatever is left to chance
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// Threads to use; all cores by default
    #[arg(long, short, value_name = "N", value_parser = jobs)]
    pub(crate) jobs: Option<Jobs>,
    /// Let the players take turns to move first
    #[arg(long)]
    pub(crate) swap: bool,
    /// Compute the chance of each result instead of playing; for players that choose by fixed chances, and boards with few positions
    #[arg(long, conflicts_with_all = ["games", "seed", "jobs", "swap", "random_plies"])]
    pub(crate) exact: bool,
    /// Begin each game with so many random moves; with --swap both games of a pair begin with the same ones
    #[arg(long, value_name = "PLIES", default_value_t = 0, value_parser = clap::value_parser!(u32).range(0..=1000))]
    pub(crate) random_plies: u32,
    /// Print one JSON object and nothing else
    #[arg(long)]
    pub(crate) json: bool,
}

/// Play an experiment, keep every game, and say what was found and how sure it is.
///
/// Without a file it plays the built-in quickstart. Ctrl-C stops it; --resume goes on later, also after a crash.
#[derive(clap::Args)]
#[command(after_help = "\
An experiment file is TOML; `plyscope run --schema` prints its JSON schema for editors, and the folder experiments/ has examples.

Examples:
  plyscope run
  plyscope run experiments/depth.toml --check
  plyscope run experiments/depth.toml --html report.html
  plyscope run experiments/depth.toml --resume")]
pub(crate) struct Run {
    /// The experiment file
    #[arg(value_name = "FILE")]
    pub(crate) file: Option<PathBuf>,
    /// The database that keeps the games
    #[arg(long, value_name = "FILE", default_value = DEFAULT_DB)]
    pub(crate) db: PathBuf,
    /// Threads to use; all cores by default
    #[arg(long, short, value_name = "N", value_parser = jobs)]
    pub(crate) jobs: Option<Jobs>,
    /// Go on with the unfinished run of the same experiment, if there is one
    #[arg(long)]
    pub(crate) resume: bool,
    /// Only check the file and show the plan, the number of games and how long it would take
    #[arg(long)]
    pub(crate) check: bool,
    /// Only print the JSON schema of experiment files
    #[arg(long)]
    pub(crate) schema: bool,
    #[command(flatten)]
    pub(crate) files: Files,
    /// Print one JSON object and nothing else
    #[arg(long)]
    pub(crate) json: bool,
}

const DEFAULT_DB: &str = "plyscope.db";

/// Files to write.
#[derive(clap::Args)]
pub(crate) struct Files {
    /// Write the report as one HTML file
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,
    /// Write all games as CSV
    #[arg(long, value_name = "FILE")]
    pub(crate) csv: Option<PathBuf>,
    /// Write all games as JSON Lines
    #[arg(long, value_name = "FILE")]
    pub(crate) jsonl: Option<PathBuf>,
    /// Write all games as PGN-like text
    #[arg(long, value_name = "FILE")]
    pub(crate) pgn: Option<PathBuf>,
    /// Write all games as Parquet
    #[arg(long, value_name = "FILE")]
    pub(crate) parquet: Option<PathBuf>,
}

/// Report a run again, or write its report and games to files.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  plyscope report 1
  plyscope report 1 --html report.html --csv games.csv")]
pub(crate) struct Report {
    /// The number of the run (`plyscope runs` lists them); the newest one by default
    #[arg(value_name = "RUN")]
    pub(crate) run: Option<i64>,
    /// The database that keeps the games
    #[arg(long, value_name = "FILE", default_value = DEFAULT_DB)]
    pub(crate) db: PathBuf,
    #[command(flatten)]
    pub(crate) files: Files,
    /// Print one JSON object and nothing else
    #[arg(long)]
    pub(crate) json: bool,
}

/// List the runs of a database.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  plyscope runs
  plyscope runs --db results.db --json")]
pub(crate) struct Runs {
    /// The database that keeps the games
    #[arg(long, value_name = "FILE", default_value = DEFAULT_DB)]
    pub(crate) db: PathBuf,
    /// Print one JSON object and nothing else
    #[arg(long)]
    pub(crate) json: bool,
}

/// List the games of a run, or replay one.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  plyscope records 1
  plyscope records 1 --first thinker --second random --limit 5
  plyscope records 1 --first thinker --second random --number 0")]
pub(crate) struct Records {
    /// The number of the run (`plyscope runs` lists them)
    #[arg(value_name = "RUN")]
    pub(crate) run: i64,
    /// Only games in which this player moved first
    #[arg(long, value_name = "NAME")]
    pub(crate) first: Option<String>,
    /// Only games in which this player moved second
    #[arg(long, value_name = "NAME")]
    pub(crate) second: Option<String>,
    /// Only the game of this number; a single one is shown board by board
    #[arg(long, value_name = "N")]
    pub(crate) number: Option<u32>,
    /// List at most so many games
    #[arg(long, value_name = "N", default_value_t = 20)]
    pub(crate) limit: usize,
    /// The database that keeps the games
    #[arg(long, value_name = "FILE", default_value = DEFAULT_DB)]
    pub(crate) db: PathBuf,
    /// Print one JSON object and nothing else
    #[arg(long)]
    pub(crate) json: bool,
}

/// Compare every exact search with plain minimax on random positions.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  plyscope verify
  plyscope verify pawn:5x5 --positions 1000 --seed 3")]
pub(crate) struct Verify {
    /// The game; small boards of all games by default
    #[arg(value_name = "GAME")]
    pub(crate) game: Option<String>,
    /// Random positions for each game
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    pub(crate) positions: u64,
    /// Decides which positions
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// Print one JSON object and nothing else
    #[arg(long)]
    pub(crate) json: bool,
}

/// Measure the speed of this machine on fixed work.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  plyscope bench
  plyscope bench mcts-breakthrough --json")]
pub(crate) struct Bench {
    /// Only this one
    #[arg(value_name = "NAME")]
    pub(crate) name: Option<String>,
    /// Print one JSON object and nothing else
    #[arg(long)]
    pub(crate) json: bool,
}

/// Where to start.
#[derive(clap::Args)]
pub(crate) struct Place {
    /// The game, for example pawn:4x4 (`plyscope games` lists them)
    #[arg(value_name = "GAME")]
    game: String,
    /// Begin in this position instead of the game's start
    #[arg(long, value_name = "TEXT")]
    position: Option<String>,
    /// Then play these moves, for example "a2-a3 b4xa3"
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    moves: Option<String>,
}

impl Place {
    /// The position that was asked for.
    pub(crate) fn find(&self) -> Result<Box<dyn AnyPosition>, BadInput> {
        let mut position = match &self.position {
            None => plyscope_registry::start(&self.game)?,
            Some(text) => plyscope_registry::read(&self.game, text)
                .map_err(|error| BadInput::new(format!("--position: {error}")))
                .or_else(|error| plyscope_registry::start(&self.game).and(Err(error)))?,
        };
        if let Some(moves) = &self.moves {
            position.play_all(moves).map_err(|error| BadInput::new(format!("--moves: {error}")))?;
        }
        Ok(position)
    }
}

fn size(text: &str) -> Result<usize, String> {
    plyscope_registry::read_size(text).ok_or_else(|| "a size from 1KB to 64GB such as 64MB".to_owned())
}

fn jobs(text: &str) -> Result<Jobs, String> {
    match text.parse::<NonZeroUsize>() {
        Ok(n) if n.get() <= 1024 => Ok(Jobs(n)),
        _ => Err("a number of threads from 1 to 1024".to_owned()),
    }
}
