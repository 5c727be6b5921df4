//! Generations of learning: play, fit, check, and begin again with what was learnt.

use std::path::Path;
use std::time::{Duration, Instant};

use plyscope_core::{BadInput, Outcome, Progress, Work};
use plyscope_models::{Board, Generation, Model, Origin};
use plyscope_registry::{AnyPosition, Choices, HeuristicSpec, Measures, Player, SelfPlay};

use crate::check::{Check, check};
use crate::fit::{FitPlan, fit};
use crate::formula::fit_formula;
use crate::log::{self, Logged};
use crate::play::{Games, play};
use crate::samples::Samples;

/// What to learn, and how.
pub struct LearnPlan<'a> {
    /// The beginning of the game.
    pub start: &'a dyn AnyPosition,
    /// Who plays the first games; its heuristic is what learning begins with.
    pub player: Player,
    /// What is fitted.
    pub fit: FitPlan,
    /// A formula whose weights are fitted instead of a model.
    pub formula: Option<HeuristicSpec>,
    /// Games of a generation; 0 lets the time decide.
    pub games: u64,
    /// The most generations.
    pub generations: usize,
    /// The time for everything, if it is limited.
    pub time: Option<Duration>,
    /// The fewest and the most random moves at the beginning of a game.
    pub opening: [u32; 2],
    /// The most random moves in the middle of a game.
    pub most_random: u32,
    /// Whether positions in the middle of an exchange are left out.
    pub only_quiet: bool,
    /// The most games to check a generation with; 0 for no check.
    pub check_games: u64,
    /// The database of the games.
    pub data: &'a Path,
    /// Where the heuristic will be, for the names of players.
    pub out: &'a str,
    /// The command that makes it again, without the number of games.
    pub command: &'a str,
    /// The version of the program.
    pub program: &'a str,
}

/// What happened so far, for people.
pub enum Event<'a> {
    /// A generation was fitted: its number, the loss, and the loss of predicting the same for all.
    Fitted(usize, &'a Generation, f64),
    /// A generation was checked; whether it is better than what it began with.
    Checked(usize, &'a Generation, bool),
}

/// What was learnt.
pub struct Learnt {
    /// The file or the formula; `None` if nothing better was found than what it began with.
    pub found: Option<Found>,
    /// The formula as it was fitted last, better or not.
    pub fitted: Option<HeuristicSpec>,
    /// All generations, also those that were no better.
    pub generations: Vec<Generation>,
    /// Whether it was stopped before it was done.
    pub stopped: bool,
}

/// A heuristic that was learnt.
#[derive(Clone, Debug, PartialEq)]
pub enum Found {
    /// A model, as a file.
    File(Vec<u8>),
    /// A formula with fitted weights.
    Formula(HeuristicSpec),
}

impl Found {
    /// The file, if it is one.
    pub fn file(&self) -> Option<&[u8]> {
        match self {
            Found::File(file) => Some(file),
            Found::Formula(_) => None,
        }
    }

    /// The player of the plan with it.
    fn player(&self, plan: &LearnPlan<'_>) -> Result<Player, BadInput> {
        match self {
            Found::File(file) => with_file(&plan.player, plan.out, file),
            Found::Formula(formula) => Ok(with_heuristic(&plan.player, formula)),
        }
    }
}

/// The share of the time in which the games of one generation are played.
const SHARE_OF_TIME: f64 = 0.2;

/// Learns until the generations or the time are used up, or a generation is no better than the one before. `on_event`
/// hears of each generation, `save` gets each new file.
///
/// # Errors
/// If the database cannot be used, a player cannot play, or there is too little to learn from.
pub fn learn(
    plan: &LearnPlan<'_>,
    work: Work<'_>,
    on_event: &mut dyn FnMut(&Event<'_>),
    save: &mut dyn FnMut(&[u8]) -> Result<(), BadInput>,
) -> Result<Learnt, BadInput> {
    let begun = Instant::now();
    let (board, variant) = plan.start.model_board()?;
    let terms = plan.formula.as_ref().map(|formula| plan.start.evaluate(formula, 0)).transpose()?;
    let terms = terms.map(|judgement| judgement.terms).unwrap_or_default();
    let n_measures = if plan.formula.is_some() { terms.len() } else { plan.fit.features.len() };
    let mut samples = Samples::new(&board, n_measures);
    let mut learnt = Learnt { found: None, fitted: None, generations: Vec::new(), stopped: false };
    let mut player = plan.player.clone();
    // A formula is to become better than it was, whatever plays the first games.
    let mut rival = plan.formula.as_ref().map_or_else(|| player.clone(), |formula| with_heuristic(&player, formula));
    for number in 1..=plan.generations {
        let share = plan.time.map(|time| time.mul_f64(SHARE_OF_TIME));
        let is_late = plan.time.zip(share).is_some_and(|(time, share)| begun.elapsed() + share > time);
        if number > 1 && is_late {
            break;
        }
        let games = play_generation(plan, number, &player, learnt.file(), share, &mut samples, work)?;
        if work.is_cancelled() {
            learnt.stopped = true;
            break;
        }
        let mut generation = Generation { games, positions: samples.len() as u64, loss: 0.0, elo: None };
        let (found, loss_of_nothing) = if let Some(formula) = &plan.formula {
            let fitted = fit_formula(&samples, formula, &terms, plan.fit.share_of_values)?;
            generation.loss = fitted.loss;
            learnt.fitted = Some(fitted.heuristic.clone());
            (Found::Formula(fitted.heuristic), fitted.loss_of_nothing)
        } else {
            let mut fit_plan = plan.fit.clone();
            fit_plan.seed = fit_plan.seed.wrapping_add(number as u64);
            let passes = fit_plan.passes as u64;
            let mut on_pass = |pass: usize, _: f64| {
                work.tell(Progress::of("passes of fitting", pass as u64 + 1, passes));
                !work.is_cancelled()
            };
            work.tell(Progress::of("passes of fitting", 0, passes));
            let fitted = fit(&samples, &board, (plan.start.about().id, &variant), &fit_plan, &mut on_pass)?;
            generation.loss = fitted.loss;
            let file = finished_file(plan, &board, fitted.model, &learnt.generations, &generation)?;
            (Found::File(file), fitted.loss_of_nothing)
        };
        if work.is_cancelled() {
            learnt.stopped = true;
            break;
        }
        on_event(&Event::Fitted(number, &generation, loss_of_nothing));
        let challenger = found.player(plan)?;
        let is_better = match check_generation(plan, number, [&challenger, &rival], work)? {
            None => true,
            Some(Check { elo, is_better, stopped, .. }) => {
                generation.elo = elo;
                learnt.stopped = stopped;
                is_better
            }
        };
        on_event(&Event::Checked(number, &generation, is_better));
        if learnt.stopped {
            break;
        }
        learnt.generations.push(generation);
        if !is_better {
            break;
        }
        let found = match found {
            Found::Formula(_) => found,
            Found::File(file) => {
                // The file now knows how strong it is.
                let mut model = Model::read(&file, &board)?;
                model.origin.generations.clone_from(&learnt.generations);
                let file = model.write(&board)?;
                save(&file)?;
                Found::File(file)
            }
        };
        player = found.player(plan)?;
        rival = player.clone();
        learnt.found = Some(found);
    }
    Ok(learnt)
}

impl Learnt {
    /// The file, if it is one.
    pub fn file(&self) -> Option<&[u8]> {
        self.found.as_ref().and_then(Found::file)
    }
}

/// The same player with the heuristic of a file.
fn with_file(player: &Player, path: &str, file: &[u8]) -> Result<Player, BadInput> {
    let mut heuristic: HeuristicSpec = format!("file:{path}").parse()?;
    heuristic.load(&|_| Ok(file.to_vec()))?;
    Ok(with_heuristic(player, &heuristic))
}

fn with_heuristic(player: &Player, heuristic: &HeuristicSpec) -> Player {
    Player { heuristic: Some(heuristic.clone()), ..player.clone() }
}

fn finished_file(
    plan: &LearnPlan<'_>,
    board: &Board,
    mut model: Model,
    before: &[Generation],
    own: &Generation,
) -> Result<Vec<u8>, BadInput> {
    let generations: Vec<Generation> = before.iter().chain([own]).cloned().collect();
    model.origin =
        Origin { command: one_line(plan.command), program: plan.program.to_owned(), seed: plan.fit.seed, generations };
    model.write(board)
}

/// A text without line breaks: the lines of a file mean something.
fn one_line(text: &str) -> String {
    text.replace(char::is_control, " ")
}

/// Plays the games of a generation, or those that are missing, and adds their positions. Returns how many games it has.
fn play_generation(
    plan: &LearnPlan<'_>,
    number: usize,
    player: &Player,
    file: Option<&[u8]>,
    time: Option<Duration>,
    samples: &mut Samples,
    work: Work<'_>,
) -> Result<u64, BadInput> {
    let own = SelfPlay { player, opening: plan.opening, most_random: plan.most_random, work };
    let mut log = log::open(plan, number, player, file)?;
    let known = log.known;
    let is_open_ended = plan.games == 0;
    let total = if is_open_ended { u64::from(u32::MAX - 1) } else { plan.games };
    // A generation whose time was up before it was interrupted is complete.
    let missing = if is_open_ended && log.is_finished { 0 } else { total.saturating_sub(known) };
    let until = time.filter(|_| is_open_ended);
    let work = work.within(until);
    let own = SelfPlay { work, ..own };
    let what = format!("games of generation {number}");
    let mut done = known;
    let games =
        Games { numbers: known..known + missing, seed: plan.fit.seed ^ (number as u64) << 32, jobs: plan.fit.jobs };
    let begun = Instant::now();
    play(plan.start, &own, &games, &mut |number, game| {
        done += 1;
        match until {
            None => work.tell(Progress::of(&what, done, total)),
            Some(time) => {
                let passed = begun.elapsed().min(time);
                work.tell(Progress {
                    also: Some((done, "games")),
                    ..Progress::of(&what, passed.as_millis() as u64, time.as_millis() as u64)
                });
            }
        }
        log.add(log::stored(number, &game))
    })?;
    let n = log.finish(!work.is_cancelled())?;
    // A database may have more games than are asked for.
    let n = if is_open_ended { n } else { n.min(total) };
    let (mut failed, mut at) = (Ok(()), 0);
    log::read(plan, number, player, file, n, &mut |game: Logged| {
        let add = (&game.choices as &Choices, &game.values[..], game.outcome as Outcome);
        if failed.is_ok() {
            let measures = plan.formula.as_ref().map_or(Measures::Features(&plan.fit.features), Measures::Terms);
            failed = plan.start.samples(add, measures, &mut |sample| {
                if sample.searched.is_quiet || !plan.only_quiet {
                    samples.add(sample, at);
                }
            });
        }
        at += 1;
    })?;
    failed.map(|()| n)
}

fn check_generation(
    plan: &LearnPlan<'_>,
    number: usize,
    players: [&Player; 2],
    work: Work<'_>,
) -> Result<Option<Check>, BadInput> {
    if plan.check_games == 0 {
        return Ok(None);
    }
    let seed = plan.fit.seed ^ 0xC4EC ^ (number as u64) << 40;
    check(plan.start, players, plan.opening[1], plan.check_games, seed, plan.fit.jobs, work).map(Some)
}
