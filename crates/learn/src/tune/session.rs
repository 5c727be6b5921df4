//! A session of tuning: compare, step, and in the end check the result against the start.

use std::path::Path;

use plyscope_core::{BadInput, Work};
use plyscope_registry::{AnyPosition, Player};

use super::duels::{Candidate, Duels};
use super::method::Method;
use super::vary::{Vary, check_names, player_at, trials, values};
use crate::check::{Check, check};

/// What to tune, and how.
pub struct TunePlan<'a> {
    /// The beginning of the game.
    pub start: &'a dyn AnyPosition,
    /// The text of the player, with a blank `<name>` for each number.
    pub player: &'a str,
    /// Reads a player without blanks, and the file of its heuristic.
    pub read_player: &'a (dyn Fn(&str) -> Result<Player, BadInput> + Sync),
    /// The numbers.
    pub parameters: Vec<Vary>,
    /// How to tune.
    pub method: Method,
    /// The most games.
    pub games: u64,
    /// Pairs of games of each comparison.
    pub pairs: u64,
    /// Random moves at the beginning of each pair.
    pub random_plies: u32,
    /// The most games of the check; 0 for no check.
    pub check_games: u64,
    /// Decides everything random.
    pub seed: u64,
    /// Threads.
    pub jobs: usize,
    /// The database of the games.
    pub data: &'a Path,
    /// The command that does the same again.
    pub command: &'a str,
    /// The version of the program.
    pub program: &'a str,
}

/// A number after tuning.
#[derive(Clone, Debug, PartialEq)]
pub struct TunedNumber {
    /// What it was.
    pub vary: Vary,
    /// What it is now.
    pub value: f64,
    /// After how many steps it was at the lower and at the upper end of its range.
    pub at_bounds: [u64; 2],
}

/// What came of it.
#[derive(Debug)]
pub struct Tuned {
    /// The numbers.
    pub numbers: Vec<TunedNumber>,
    /// Steps, of which each comparison is a part.
    pub steps: u64,
    /// Games without those of the check.
    pub games: u64,
    /// The player with the numbers of the start, and with the tuned ones.
    pub players: [String; 2],
    /// By step, the games so far and the numbers, as places in their ranges from 0 to 1.
    pub track: Vec<(u64, Vec<f64>)>,
    /// What the check found; `None` if there was none, or the numbers are those of the start.
    pub check: Option<Check>,
    /// Whether it was stopped before it was done.
    pub stopped: bool,
}

/// Tunes until the games are used up, and checks the result.
///
/// # Errors
/// If the database cannot be used, or the text, the ranges or the number of games cannot be.
pub fn tune(plan: &TunePlan<'_>, work: Work<'_>) -> Result<Tuned, BadInput> {
    let Vetted { at_start, steps, per_step } = vet(plan)?;
    let mut duels = Duels::open(plan, &at_start, steps * per_step)?;
    let mut tuner = plan.method.tuner(&plan.parameters, steps, plan.pairs, plan.seed);
    let mut track = vec![(0, tuner.point())];
    let mut stopped = false;
    for step in 0..steps {
        let candidate = |point: Vec<f64>| -> Result<Candidate, BadInput> {
            let numbers: Vec<String> =
                values(&plan.parameters, &point).into_iter().map(|(name, value)| format!("{name}={value}")).collect();
            Ok(Candidate { player: read(plan, &point)?, numbers: numbers.join(" ") })
        };
        let mut asked = Vec::new();
        for [new, old] in tuner.ask() {
            asked.push([candidate(new)?, candidate(old)?]);
        }
        let Some(answers) = duels.answers(step, &asked, work)? else {
            stopped = true;
            break;
        };
        tuner.tell(&answers);
        track.push((duels.n_games(), tuner.point()));
    }
    let games = duels.n_games();
    duels.finish(!stopped)?;
    let point = tuner.point();
    let tuned = read(plan, &point)?;
    let players = [at_start.to_string(), tuned.to_string()];
    let mut found = None;
    // A player cannot be better than itself.
    if !stopped && plan.check_games > 0 && tuned != at_start {
        let seed = plan.seed ^ 0xC4EC;
        let checked =
            check(plan.start, [&tuned, &at_start], plan.random_plies, plan.check_games, seed, plan.jobs, work)?;
        stopped = checked.stopped;
        found = (!stopped).then_some(checked);
    }
    let numbers = plan.parameters.iter().enumerate().map(|(place, vary)| {
        let at = |end: f64| track[1..].iter().filter(|(_, point)| point[place] == end).count() as u64;
        TunedNumber { vary: vary.clone(), value: vary.at(point[place]), at_bounds: [at(0.0), at(1.0)] }
    });
    Ok(Tuned {
        numbers: numbers.collect(),
        steps: track.len() as u64 - 1,
        games,
        players,
        track,
        check: found,
        stopped,
    })
}

/// What the plan comes to.
struct Vetted {
    at_start: Player,
    steps: u64,
    /// Games of a step.
    per_step: u64,
}

/// Finds mistakes before the first game.
fn vet(plan: &TunePlan<'_>) -> Result<Vetted, BadInput> {
    check_names(plan.player, &plan.parameters)?;
    for point in trials(&plan.parameters) {
        let player = read(plan, &point).map_err(|error| {
            let text = player_at(plan.player, &plan.parameters, &point);
            let hint = if plan.parameters.iter().any(|vary| !vary.is_whole) {
                "; numbers stay whole if their range is written without a decimal point"
            } else {
                ""
            };
            BadInput::new(format!("{text}: {error}{hint}"))
        })?;
        plan.start.check_player(&player)?;
        if player.is_timed() || !player.is_limited() {
            return Err(BadInput::new(format!(
                "{player} has no limit of nodes, depth or rollouts, such as @nodes=1000: games by the clock cannot be \
                 played again"
            )));
        }
    }
    let per_step = 2 * plan.pairs * plan.method.comparisons(plan.parameters.len());
    let (steps, fewest) = (plan.games / per_step, plan.method.fewest_steps());
    if steps < fewest {
        return Err(BadInput::new(format!(
            "{} games are too few: {} needs at least {}, {fewest} steps of {per_step} games",
            plan.games,
            plan.method.name(),
            fewest * per_step
        )));
    }
    let starts: Vec<f64> = plan.parameters.iter().map(Vary::start_place).collect();
    Ok(Vetted { at_start: read(plan, &starts)?, steps, per_step })
}

fn read(plan: &TunePlan<'_>, point: &[f64]) -> Result<Player, BadInput> {
    (plan.read_player)(&player_at(plan.player, &plan.parameters, point))
}
