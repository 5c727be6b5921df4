//! The plan of an experiment: which games are played, by whom, from which positions.

use std::path::Path;
use std::time::Duration;

use plyscope_core::{BadInput, Rng, Work};
use plyscope_files::read_bytes_beginning;
use plyscope_programs::Programs;
use plyscope_registry::{AnyPosition, HeuristicSpec, Player, What, heuristic_note, read_time, start};

use crate::ablation;
use crate::experiment::{Experiment, NamedFormula, Schedule, StopRule};
use crate::openings::{self, Opening};
use crate::repetition;
use crate::shard::Part;
use crate::sweep::{self, MAX_PLAYERS, Swept};

/// An experiment with all its games worked out.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The name of the experiment.
    pub name: String,
    /// The seed of all random choices.
    pub seed: u64,
    /// The games, in canonical form.
    pub boards: Vec<PlanBoard>,
    /// The players.
    pub players: Vec<Entrant>,
    /// The cells of the schedule.
    pub cells: Vec<PlanCell>,
    /// Whether openings were drawn at random; otherwise they are those that were asked for.
    pub draws_openings: bool,
    /// Who meets whom.
    pub schedule: Schedule,
    /// Whether the results are computed instead of played.
    pub exact: bool,
    /// The number of moves after which a game is a draw.
    pub max_plies: Option<u32>,
    /// The referee's limit: a player whose move takes this long loses.
    pub move_limit: Option<Duration>,
    /// The programs that players may be.
    pub programs: Programs,
    /// When to stop early.
    pub stop: StopRule,
    /// Which of the games are played; `None` for all.
    pub part: Option<Part>,
    /// Notes for the author of the experiment.
    pub notes: Vec<String>,
}

/// A game and its openings.
#[derive(Clone, Debug)]
pub struct PlanBoard {
    /// The canonical spec.
    pub spec: String,
    /// The openings; empty for the initial position.
    pub openings: Vec<Opening>,
}

/// A player with a name.
#[derive(Clone, Debug)]
pub struct Entrant {
    /// The name.
    pub name: String,
    /// The player, with the formula of its heuristic and its limits filled in.
    pub player: Player,
    /// The values of swept parameters.
    pub values: Vec<(String, String)>,
}

/// Games of two players in fixed seats on one board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlanCell {
    /// The index of the board.
    pub board: usize,
    /// The index of the player who moves first.
    pub first: usize,
    /// The index of the other player.
    pub second: usize,
    /// The number of games.
    pub games: u32,
    /// The index of the cell with swapped seats. Games of the same number in both start from the same position and form
    /// a pair.
    pub partner: Option<usize>,
}

impl Plan {
    /// The plan of an experiment. Paths in it are relative to this folder.
    ///
    /// # Errors
    /// If the experiment contains a mistake; the message names the place.
    pub fn new(experiment: &Experiment, folder: &Path) -> Result<Plan, BadInput> {
        Plan::within(experiment, folder, Work::never())
    }

    /// The plan of an experiment, as [`Plan::new`], for callers that may stop the search for openings.
    ///
    /// # Errors
    /// If the experiment contains a mistake, or the work is stopped.
    pub fn within(experiment: &Experiment, folder: &Path, work: Work<'_>) -> Result<Plan, BadInput> {
        let specs = experiment.game.all();
        bound("game", specs.len() as u64, MAX_BOARDS, "games")?;
        check_name("name", &experiment.name)?;
        let positions = specs.iter().map(|spec| start(spec).map_err(|error| at("game", &error)));
        let positions = positions.collect::<Result<Vec<_>, _>>()?;
        if positions.is_empty() {
            return Err(BadInput::new("game: missing; name one such as \"pawn:4x4\""));
        }
        let programs = Programs::listed(&experiment.programs, folder)?;
        let players = entrants(experiment, &programs, &positions)?;
        let cells = cells(experiment, &players, positions.len())?;
        bound("games", cells.iter().map(|cell| u64::from(cell.games)).sum(), MAX_GAMES, "games in total")?;
        let (mut boards, mut notes) = (Vec::new(), Vec::new());
        for (index, position) in positions.iter().enumerate() {
            let spec = position.spec();
            if boards.iter().any(|board: &PlanBoard| board.spec == spec) {
                return Err(BadInput::new(format!("game: {spec} is listed twice")));
            }
            let max_games = cells.iter().map(|cell| cell.games).max().unwrap_or(1);
            let seed = Rng::part(experiment.seed ^ OPENINGS, index as u64).next_u64();
            let (openings, note) = openings::find(&spec, &experiment.openings, max_games, seed, folder, work)?;
            notes.extend(note);
            notes.extend(players.iter().filter_map(|entrant| heuristic_note(&**position, &entrant.player)));
            boards.push(PlanBoard { spec, openings });
        }
        check_stop(&experiment.stop)?;
        let move_limit = move_limit(experiment)?;
        if experiment.exact && move_limit.is_some() {
            return Err(BadInput::new("move-limit: results that are computed take no time; remove it or exact"));
        }
        if move_limit.is_some() {
            notes.push(
                "who forfeits depends on the speed and the load of this machine; leave some of its cores idle (--jobs)"
                    .to_owned(),
            );
        }
        let mut plan = Plan {
            name: experiment.name.clone(),
            seed: experiment.seed,
            boards,
            players,
            cells,
            draws_openings: experiment.openings.random_plies.is_some(),
            schedule: experiment.schedule,
            exact: experiment.exact,
            max_plies: experiment.max_plies,
            move_limit,
            programs,
            stop: experiment.stop.clone(),
            part: None,
            notes,
        };
        repetition::check(&mut plan)?;
        Ok(plan)
    }

    /// Loads the heuristics that players have in files, relative to this folder. Only then can they play; reports need
    /// no files.
    ///
    /// # Errors
    /// If a file cannot be read, or is not one for these games.
    pub fn load_heuristics(&mut self, folder: &Path) -> Result<(), BadInput> {
        for entrant in self.players.iter_mut().filter(|entrant| entrant.player.lacks_file()) {
            let place = format!("players.{}", entrant.name);
            entrant.player.load(&|path| read_heuristic(&folder.join(path))).map_err(|error| at(&place, &error))?;
            for board in &self.boards {
                let checked = start(&board.spec)?.check_player(&entrant.player);
                checked.map_err(|error| at(&format!("{place} on {}", board.spec), &error))?;
            }
        }
        Ok(())
    }

    /// Whether the games depend on the speed and the load of the machine or on programs from outside, and not only on
    /// the seed.
    pub fn depends_on_time(&self) -> bool {
        self.move_limit.is_some() || self.has_programs() || self.players.iter().any(|entrant| entrant.player.is_timed())
    }

    /// Whether every game is the same wherever and whenever it is played.
    pub fn repeats_exactly(&self) -> bool {
        self.move_limit.is_none() && !self.players.iter().any(|entrant| entrant.player.depends_on_machine())
    }

    /// The number of games, if no stop rule ends a pairing early.
    pub fn n_games(&self) -> u64 {
        (0..self.cells.len()).map(|cell| self.numbers(cell).len() as u64).sum()
    }

    /// The seed of a game, which depends only on the seed of the experiment and the place of the game.
    pub fn seed_of(&self, cell: usize, number: u32) -> u64 {
        let of_cell = Rng::part(self.seed, cell as u64).next_u64();
        Rng::part(of_cell, u64::from(number)).next_u64()
    }

    /// The index of the opening of a game among those of its board, if there are any.
    pub fn opening_of(&self, cell: usize, number: u32) -> Option<usize> {
        let n = self.boards[self.cells[cell].board].openings.len();
        (n > 0).then(|| number as usize % n)
    }

    /// The index of the opening of a game among those of all boards, as it is stored.
    pub fn stored_opening_of(&self, cell: usize, number: u32) -> Option<u32> {
        let before: usize = self.boards[..self.cells[cell].board].iter().map(|board| board.openings.len()).sum();
        self.opening_of(cell, number).map(|opening| (before + opening) as u32)
    }
}

/// Separates the seeds of openings from those of games.
const OPENINGS: u64 = 0x6F70_656E;

/// The most boards of an experiment.
pub(crate) const MAX_BOARDS: u64 = 1000;
/// The most cells: a report takes a few kilobytes for each.
pub(crate) const MAX_CELLS: u64 = 100_000;
/// The most games: while they are played, each takes some bytes of memory.
pub(crate) const MAX_GAMES: u64 = 200_000_000;
/// The longest spec of a player, in bytes.
pub(crate) const MAX_SPEC: u64 = 20_000;
/// The longest name, in characters.
const MAX_NAME: usize = 200;

/// Refuses more than fits into memory, with the number and the bound.
pub(crate) fn bound(place: &str, n: u64, max: u64, what: &str) -> Result<(), BadInput> {
    if n <= max { Ok(()) } else { Err(BadInput::new(format!("{place}: {n} {what} are too many; at most {max}"))) }
}

pub(crate) fn check_name(place: &str, name: &str) -> Result<(), BadInput> {
    if name.trim().is_empty() {
        return Err(BadInput::new(format!("{place}: the name is empty; give one")));
    }
    match name.char_indices().nth(MAX_NAME) {
        None => Ok(()),
        Some((end, _)) => Err(BadInput::new(format!(
            "{place}: the name {:?}… is too long; at most {MAX_NAME} characters",
            name[..end].chars().take(40).collect::<String>()
        ))),
    }
}

fn at(place: &str, error: &BadInput) -> BadInput {
    BadInput::new(format!("{place}: {error}"))
}

/// The referee's limit of an experiment.
pub(crate) fn move_limit(experiment: &Experiment) -> Result<Option<Duration>, BadInput> {
    let Some(text) = &experiment.move_limit else { return Ok(None) };
    let limit = read_time(text).ok().filter(|limit| !limit.is_zero());
    let refused = || BadInput::new(format!("move-limit: {text:?} is not a time such as \"500ms\", \"1.5s\" or \"2m\""));
    limit.map(Some).ok_or_else(refused)
}

fn check_stop(stop: &StopRule) -> Result<(), BadInput> {
    if let Some(width) = stop.width
        && !(width > 0.0 && width < 1.0)
    {
        return Err(BadInput::new("stop.width: must be between 0 and 1, for example 0.05"));
    }
    if let Some(rule) = stop.sprt {
        crate::rounds::sprt(&rule).ok_or_else(|| {
            BadInput::new("stop.sprt: elo0 must be less than elo1, and alpha and beta must be between 0 and 0.5")
        })?;
    }
    Ok(())
}

/// The players that are made from others.
pub(crate) fn varied(experiment: &Experiment) -> Result<Vec<Swept>, BadInput> {
    match (experiment.schedule, &experiment.ablation) {
        (Schedule::Ablation, _) => ablation::expand(experiment),
        (_, Some(_)) => Err(BadInput::new("ablation: another schedule has none; add schedule = \"ablation\"")),
        (_, None) => experiment.sweep.as_ref().map_or(Ok(Vec::new()), sweep::expand),
    }
}

fn entrants(
    experiment: &Experiment,
    programs: &Programs,
    positions: &[Box<dyn AnyPosition>],
) -> Result<Vec<Entrant>, BadInput> {
    let swept = varied(experiment)?;
    bound("players", (experiment.players.len() + swept.len()) as u64, MAX_PLAYERS as u64, "players")?;
    // The player of an ablation is among those that were made of it.
    let listed = experiment.players.iter().filter(|_| experiment.schedule != Schedule::Ablation);
    let plain = listed.map(|(name, spec)| Swept { name: name.clone(), spec: spec.clone(), values: Vec::new() });
    let mut entrants: Vec<Entrant> = Vec::new();
    for Swept { name, spec, values } in plain.chain(swept) {
        check_name("players", &name)?;
        let place = match experiment.schedule {
            _ if values.is_empty() => format!("players.{name}"),
            Schedule::Ablation => format!("ablation, {name}"),
            _ => format!("sweep, {name}"),
        };
        bound(&place, spec.len() as u64, MAX_SPEC, "bytes of a spec")?;
        if entrants.iter().any(|known| known.name == name) {
            return Err(BadInput::new(format!("{place}: there are two players with this name")));
        }
        let player = complete(&spec, experiment, positions).map_err(|error| at(&place, &error))?;
        for position in positions {
            let checked = match player.program() {
                Some(program) => programs.check(program, &position.spec()),
                // What is in a file is known when it is loaded.
                None if player.lacks_file() => Ok(()),
                None => position.check_player(&player),
            };
            checked.map_err(|error| at(&format!("{place} on {}", position.spec()), &error))?;
        }
        entrants.push(Entrant { name, player, values });
    }
    Ok(entrants)
}

/// The largest file of a heuristic.
const MAX_HEURISTIC_BYTES: u64 = 256 << 20;

/// Reads the file of a heuristic.
///
/// # Errors
/// If it cannot be read, or is another file.
pub fn read_heuristic(file: &Path) -> Result<Vec<u8>, BadInput> {
    read_bytes_beginning(file, "the heuristic", "plyscope heuristic ", MAX_HEURISTIC_BYTES)
}

/// The player of a spec, with the limits and heuristics defined in the file.
fn complete(spec: &str, experiment: &Experiment, positions: &[Box<dyn AnyPosition>]) -> Result<Player, BadInput> {
    let mut player: Player = spec.parse()?;
    player.check_quiet()?;
    if !player.has_limit()
        && let Some(limit) = &experiment.limit
    {
        player.limit(limit).map_err(|error| at("limit", &error))?;
    }
    if !player.is_limited() {
        return Err(BadInput::new(format!(
            "{spec} has no limit that could end its search; add one, such as {spec}@depth=3, or a limit for all players"
        )));
    }
    if let Some(heuristic) = &mut player.heuristic
        && let What::Name(name) = &heuristic.what
        && let Some(formula) = experiment.heuristics.get(name)
    {
        let place = format!("heuristics.{name}");
        if positions.iter().any(|position| position.heuristics().iter().any(|known| known.name == name)) {
            return Err(BadInput::new(format!(
                "{place}: the game already has a heuristic with this name; choose another"
            )));
        }
        *heuristic = with_formula(heuristic, formula).map_err(|error| at(&place, &error))?;
    }
    Ok(player)
}

fn with_formula(asked: &HeuristicSpec, formula: &NamedFormula) -> Result<HeuristicSpec, BadInput> {
    let (text, weights) = match formula {
        NamedFormula::Plain(text) => (text, Vec::new()),
        NamedFormula::Weighted { formula, weights } => {
            (formula, weights.iter().map(|(name, weight)| (name.clone(), weight.to_string())).collect())
        }
    };
    let mut settings: Vec<(String, String)> = weights;
    for (name, value) in &asked.settings {
        match settings.iter_mut().find(|(known, _)| known == name) {
            Some((_, weight)) => weight.clone_from(value),
            None => return Err(BadInput::new(format!("there is no weight {name:?}"))),
        }
    }
    settings.sort();
    Ok(HeuristicSpec { what: What::Formula(text.parse()?), settings, noise: asked.noise })
}

fn cells(experiment: &Experiment, players: &[Entrant], n_boards: usize) -> Result<Vec<PlanCell>, BadInput> {
    let n = players.len();
    let pairs: Vec<(usize, usize)> = match experiment.schedule {
        _ if n == 0 => return Err(BadInput::new("players: none; add a table [players] with names and specs")),
        Schedule::Matrix => (0..n).flat_map(|first| (0..n).map(move |second| (first, second))).collect(),
        Schedule::RoundRobin if n < 2 => return Err(BadInput::new("players: a round robin needs two or more")),
        Schedule::Match if n != 2 => return Err(BadInput::new(format!("players: a match has two, not {n}"))),
        Schedule::RoundRobin | Schedule::Match => (0..n).flat_map(|a| (a + 1..n).map(move |b| (a, b))).collect(),
        Schedule::Gauntlet => gauntlet(experiment, players)?,
        Schedule::Ablation => ablation::pairs(players),
    };
    if !experiment.challengers.is_empty() && experiment.schedule != Schedule::Gauntlet {
        return Err(BadInput::new("challengers: only a gauntlet has challengers; add schedule = \"gauntlet\""));
    }
    if experiment.games == 0 {
        return Err(BadInput::new("games: must be at least 1"));
    }
    let seats = if experiment.schedule == Schedule::Matrix { 1 } else { 2 };
    bound(
        "players",
        (pairs.len() * seats * n_boards) as u64,
        MAX_CELLS,
        "cells (two players in their seats on a board)",
    )?;
    let mut cells = Vec::new();
    for board in 0..n_boards {
        let offset = cells.len();
        for &(first, second) in &pairs {
            if experiment.schedule == Schedule::Matrix {
                let partner = (first != second).then_some(offset + second * n + first);
                cells.push(PlanCell { board, first, second, games: experiment.games, partner });
            } else {
                let (games, at) = (experiment.games.div_ceil(2), cells.len());
                cells.push(PlanCell { board, first, second, games, partner: Some(at + 1) });
                cells.push(PlanCell { board, first: second, second: first, games, partner: Some(at) });
            }
        }
    }
    Ok(cells)
}

fn gauntlet(experiment: &Experiment, players: &[Entrant]) -> Result<Vec<(usize, usize)>, BadInput> {
    if experiment.challengers.is_empty() {
        return Err(BadInput::new("challengers: a gauntlet needs the names of the players to test"));
    }
    let find = |name: &String| {
        let place = players.iter().position(|player| player.name == *name);
        place.ok_or_else(|| {
            BadInput::unknown("challenger", name, players.iter().map(|p| p.name.as_str()).collect::<Vec<_>>())
        })
    };
    let challengers = experiment.challengers.iter().map(find).collect::<Result<Vec<_>, _>>()?;
    let references = (0..players.len()).filter(|index| !challengers.contains(index)).collect::<Vec<_>>();
    if references.is_empty() {
        return Err(BadInput::new("challengers: all players are challengers; no opponent is left"));
    }
    Ok(challengers.iter().flat_map(|&a| references.iter().map(move |&b| (a, b))).collect())
}
