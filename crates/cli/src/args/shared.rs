//! Arguments that several commands have.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::Duration;

use plyscope_arena::{Experiment, read_heuristic as read_heuristic_file};
use plyscope_core::BadInput;
use plyscope_files::read_text;
use plyscope_programs::{ProgramTable, Programs};
use plyscope_registry::{AnyPosition, HeuristicSpec, Jobs, Player, read, start};

/// The form of the output.
#[derive(clap::Args)]
pub(crate) struct Output {
    /// Print one JSON object and nothing else
    #[arg(long)]
    pub(crate) json: bool,
}

/// The source of everything random.
#[derive(clap::Args)]
pub(crate) struct Chance {
    /// Seed for everything random
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
}

/// A limit for the whole command.
#[derive(clap::Args)]
pub(crate) struct TimeLimit {
    /// Stop after this time, for example 30s or 5m
    #[arg(long, value_name = "TIME", value_parser = plyscope_registry::read_time)]
    pub(crate) time: Option<Duration>,
}

/// Work on several threads.
#[derive(clap::Args)]
pub(crate) struct Parallel {
    /// Number of threads [default: all cores]
    #[arg(long, short, value_name = "N", value_parser = jobs)]
    jobs: Option<Jobs>,
}

impl Parallel {
    pub(crate) fn jobs(&self) -> Jobs {
        self.jobs.unwrap_or_else(Jobs::all_cores)
    }
}

/// The store of runs.
#[derive(clap::Args)]
pub(crate) struct Database {
    /// Database file for the games
    #[arg(long, value_name = "FILE", default_value = "plyscope.db")]
    pub(crate) db: PathBuf,
}

/// Programs of your own as players.
#[derive(clap::Args)]
pub(crate) struct ProgramArgs {
    /// File with tables [programs.NAME], as in experiments, for players such as program:NAME@time=1s
    #[arg(long, value_name = "FILE")]
    programs: Option<PathBuf>,
}

/// The largest file of programs.
const MAX_PROGRAMS_BYTES: u64 = 4 << 20;

impl ProgramArgs {
    /// The programs of the file, if there is one, and any other by its command.
    pub(crate) fn find(&self) -> Result<Programs, BadInput> {
        let (specs, folder) = self.specs()?;
        Ok(Programs::listed(&specs, &folder).map_err(|error| self.at(&error))?.and_commands())
    }

    /// What the file says, and the folder in which it is.
    pub(crate) fn specs(&self) -> Result<(ProgramTable, PathBuf), BadInput> {
        let Some(file) = &self.programs else { return Ok((ProgramTable::new(), PathBuf::new())) };
        let text = read_text(file, "the file of programs", MAX_PROGRAMS_BYTES)?;
        let specs = Experiment::read_programs(&text).map_err(|error| self.at(&error))?;
        if specs.is_empty() {
            return Err(
                self.at(&BadInput::new("no programs; describe one in a table [programs.NAME] with its command"))
            );
        }
        Ok((specs, file.parent().map_or_else(PathBuf::new, Path::to_path_buf)))
    }

    fn at(&self, error: &BadInput) -> BadInput {
        let file = self.programs.as_deref().unwrap_or(Path::new(""));
        BadInput::new(format!("{}: {error}", file.display()))
    }
}

/// What may happen to existing files.
#[derive(clap::Args)]
pub(crate) struct Overwrite {
    /// Overwrite files that Plyscope did not write, but never a database or the experiment file
    #[arg(long)]
    pub(crate) force: bool,
}

/// The player of a text, with the file of its heuristic.
pub(crate) fn read_player(text: &str) -> Result<Player, BadInput> {
    let mut player: Player = text.parse()?;
    player.load(&|path| read_heuristic_file(Path::new(path)))?;
    Ok(player)
}

/// The heuristic of a text, with its file.
pub(crate) fn read_heuristic(text: &str) -> Result<HeuristicSpec, BadInput> {
    let mut spec: HeuristicSpec = text.parse()?;
    spec.load(&|path| read_heuristic_file(Path::new(path)))?;
    Ok(spec)
}

/// Where to start.
#[derive(clap::Args)]
pub(crate) struct PositionArgs {
    /// Game, for example pawn:4x4 (`plyscope games` lists them)
    #[arg(value_name = "GAME")]
    game: String,
    /// Begin in this position instead of the game's start
    #[arg(long, value_name = "TEXT")]
    position: Option<String>,
    /// Then play these moves, for example "a2-a3 b4xa3"
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    moves: Option<String>,
}

impl PositionArgs {
    /// The position that was asked for.
    pub(crate) fn find(&self) -> Result<Box<dyn AnyPosition>, BadInput> {
        let mut position = begin(&self.game, self.position.as_deref())?;
        if let Some(moves) = &self.moves {
            position.play_all(moves).map_err(|error| BadInput::new(format!("--moves: {error}")))?;
        }
        Ok(position)
    }
}

/// The position of `--position`, or else the start of the game.
pub(super) fn begin(game: &str, position: Option<&str>) -> Result<Box<dyn AnyPosition>, BadInput> {
    let at_start = start(game)?;
    match position {
        None => Ok(at_start),
        Some(text) => read(game, text).map_err(|error| BadInput::new(format!("--position: {error}"))),
    }
}

pub(super) fn size(text: &str) -> Result<usize, String> {
    plyscope_registry::read_size(text).ok_or_else(|| "a size from 1KB to 64GB such as 64MB".to_owned())
}

pub(super) fn jobs(text: &str) -> Result<Jobs, String> {
    match text.parse::<NonZeroUsize>() {
        Ok(n) if n.get() <= 1024 => Ok(Jobs(n)),
        _ => Err("a number of threads from 1 to 1024".to_owned()),
    }
}
