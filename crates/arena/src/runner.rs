//! Playing a plan: rounds of games, which a crew plays and which are stored as they come.
//!
//! Each game depends only on the plan and its place in it, so it does not matter who plays it, or when. The calling
//! thread collects the games, passes them on in batches, and reports progress.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use plyscope_core::{BadInput, Work};
use plyscope_store::{Game, GameResult, Played, Worker};

use crate::crew::{Collected, Crew, Parcel, Room, Threads};
use crate::plan::Plan;
use crate::rounds::Rounds;
use crate::sequential::SprtState;

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// All games were played.
    Complete,
    /// It was stopped.
    Stopped,
}

/// The progress of a run.
#[derive(Clone, Debug)]
pub struct RunProgress<'a> {
    /// Games played so far, including those of earlier parts of the run.
    pub played: u64,
    /// Games in total, as far as known.
    pub planned: u64,
    /// Games played by this process.
    pub fresh: u64,
    /// The time since this process started to play.
    pub elapsed: Duration,
    /// Losses, draws and wins of the first seat, by cell.
    pub tallies: &'a [[u64; 3]],
    /// Where the sequential tests stand.
    pub tests: &'a [SprtState],
    /// What there is to say about those who play, in a line.
    pub news: Option<String>,
}

impl RunProgress<'_> {
    /// Games per second.
    pub fn rate(&self) -> f64 {
        self.fresh as f64 / self.elapsed.as_secs_f64().max(1e-9)
    }

    /// The estimated time left, if known.
    pub fn left(&self) -> Option<Duration> {
        let left = self.planned.saturating_sub(self.played) as f64 / self.rate();
        (self.fresh > 0).then(|| Duration::try_from_secs_f64(left).unwrap_or(Duration::MAX))
    }
}

/// How often games are passed on and progress is reported.
const BATCH_TIME: Duration = Duration::from_millis(150);
/// Games are passed on earlier if there are this many.
const BATCH_GAMES: usize = 50_000;

/// Keeps the games of a run.
pub trait Ledger<E> {
    /// Stores games, all or none; games for which it returned `Ok` are safe. These workers played them.
    ///
    /// # Errors
    /// If they cannot be stored.
    fn keep(&mut self, parcels: &[Parcel], workers: &[Worker]) -> Result<(), E>;

    /// A game that is stored, and who played it, if that is known.
    ///
    /// # Errors
    /// If it cannot be read.
    fn find(&mut self, cell: usize, number: u32) -> Result<Option<(Game, Option<String>)>, E>;
}

/// How to carry out a run.
pub struct RunRequest<'a, E> {
    /// Stops the run.
    pub work: Work<'a>,
    /// Stores the games.
    pub ledger: &'a mut dyn Ledger<E>,
    /// Receives the progress, several times a second.
    pub on_progress: &'a mut dyn FnMut(&RunProgress<'_>),
}

/// Plays the missing games on this many threads. `known` are the games so far, with their cells.
///
/// # Errors
/// If the games cannot be read or stored, or if a player cannot play; games stored before are safe.
pub fn run<E: From<BadInput>>(
    plan: &Plan,
    jobs: usize,
    known: impl Iterator<Item = Result<(usize, Played), E>>,
    request: &mut RunRequest<'_, E>,
) -> Result<(Ended, Vec<u32>), E> {
    let room = Room::new(plan, request.work)?;
    std::thread::scope(|scope| run_with(plan, &mut Threads::new(scope, &room, jobs), known, request))
}

/// Lets a crew play the missing games, as [`run`] does.
///
/// # Errors
/// As for [`run`].
pub fn run_with<E: From<BadInput>>(
    plan: &Plan,
    crew: &mut dyn Crew,
    known: impl Iterator<Item = Result<(usize, Played), E>>,
    request: &mut RunRequest<'_, E>,
) -> Result<(Ended, Vec<u32>), E> {
    let mut desk = Desk {
        plan,
        rounds: Rounds::new(plan),
        tallies: vec![[0; 3]; plan.cells.len()],
        played: 0,
        fresh: 0,
        begun: Instant::now(),
        batch: Vec::new(),
        in_batch: HashMap::new(),
    };
    for game in known {
        let (cell, game) = game?;
        desk.rounds.note(cell, &game);
        desk.count(cell, game.result);
    }
    loop {
        let missing = desk.rounds.next();
        let planned: Vec<u32> = (0..plan.cells.len()).map(|cell| desk.rounds.planned(cell)).collect();
        if missing.is_empty() {
            return Ok((Ended::Complete, planned));
        }
        let total = planned.iter().map(|&games| u64::from(games)).sum();
        crew.hand_out(missing)?;
        desk.play_round(crew, total, request)?;
        if request.work.check().is_err() {
            return Ok((Ended::Stopped, planned));
        }
        if let Some(error) = crew.set_aside() {
            return Err(error.into());
        }
    }
}

/// Where games arrive.
struct Desk<'a> {
    plan: &'a Plan,
    rounds: Rounds<'a>,
    tallies: Vec<[u64; 3]>,
    played: u64,
    fresh: u64,
    begun: Instant,
    /// Games that are not yet stored.
    batch: Vec<Parcel>,
    /// Where they are in it, by cell and number, if a game may come twice.
    in_batch: HashMap<(u32, u32), (usize, usize)>,
}

impl Desk<'_> {
    fn count(&mut self, cell: usize, result: GameResult) {
        self.tallies[cell][result as usize] += 1;
        self.played += 1;
    }

    /// Collects the games of a round until there are no more.
    fn play_round<E: From<BadInput>>(
        &mut self,
        crew: &mut dyn Crew,
        planned: u64,
        request: &mut RunRequest<'_, E>,
    ) -> Result<(), E> {
        let (mut last, mut waiting, mut open) = (Instant::now(), 0, true);
        while open {
            match crew.collect(BATCH_TIME / 3) {
                Ok(Collected::Parcel(parcel)) => {
                    waiting += parcel.games.len();
                    self.receive(parcel, crew.workers(), request)?;
                }
                Ok(Collected::Nothing) => {}
                Ok(Collected::Done) => open = false,
                Err(error) => {
                    // What came before is worth keeping.
                    self.store(crew, request)?;
                    return Err(error.into());
                }
            }
            if open && last.elapsed() < BATCH_TIME && waiting < BATCH_GAMES {
                continue;
            }
            self.store(crew, request)?;
            (last, waiting) = (Instant::now(), 0);
            (request.on_progress)(&RunProgress {
                played: self.played,
                planned,
                fresh: self.fresh,
                elapsed: self.begun.elapsed(),
                tallies: &self.tallies,
                tests: &self.rounds.tests(),
                news: crew.news(),
            });
        }
        Ok(())
    }

    /// Puts games into the batch. One that came before is compared and left out.
    fn receive<E: From<BadInput>>(
        &mut self,
        mut parcel: Parcel,
        workers: &[Worker],
        request: &mut RunRequest<'_, E>,
    ) -> Result<(), E> {
        let Some(worker) = parcel.worker else {
            // Threads of this process play each game once.
            self.batch.push(parcel);
            return Ok(());
        };
        let place = self.batch.len();
        let mut fresh = Vec::with_capacity(parcel.games.len());
        for game in parcel.games {
            let key = (game.pairing, game.number);
            let earlier = match self.in_batch.get(&key) {
                Some(&(parcel, index)) if parcel == place => Some((fresh.get(index).cloned(), Some(worker))),
                Some(&(parcel, index)) => {
                    let parcel = &self.batch[parcel];
                    Some((parcel.games.get(index).cloned(), parcel.worker))
                }
                None if self.rounds.has(game.pairing as usize, game.number) => Some((None, None)),
                None => None,
            };
            let Some((earlier, earlier_worker)) = earlier else {
                self.in_batch.insert(key, (place, fresh.len()));
                fresh.push(game);
                continue;
            };
            if !self.plan.repeats_exactly() {
                continue;
            }
            let (earlier, other) = match earlier {
                Some(earlier) => (earlier, earlier_worker.map(|other| workers[other].name.clone())),
                None => match request.ledger.find(game.pairing as usize, game.number)? {
                    Some(stored) => stored,
                    None => continue,
                },
            };
            if !is_same(&earlier, &game) {
                return Err(contradiction(&game, &workers[worker].name, other.as_deref()).into());
            }
        }
        parcel.games = fresh;
        self.batch.push(parcel);
        Ok(())
    }

    /// Stores the batch.
    fn store<E: From<BadInput>>(&mut self, crew: &mut dyn Crew, request: &mut RunRequest<'_, E>) -> Result<(), E> {
        if self.batch.is_empty() {
            return Ok(crew.stored()?);
        }
        request.ledger.keep(&self.batch, crew.workers())?;
        for game in std::mem::take(&mut self.batch).iter().flat_map(|parcel| &parcel.games) {
            self.rounds.note(game.pairing as usize, &Played::from(game));
            self.count(game.pairing as usize, game.result);
            self.fresh += 1;
        }
        self.in_batch.clear();
        crew.stored()?;
        Ok(())
    }
}

/// Whether two records are of the same game. Times differ from machine to machine.
fn is_same(one: &Game, other: &Game) -> bool {
    let untimed = |game: &Game| {
        let mut game = game.clone();
        game.cost.iter_mut().for_each(|seat| seat.time_us = 0);
        game
    };
    untimed(one) == untimed(other)
}

fn contradiction(game: &Game, worker: &str, other: Option<&str>) -> BadInput {
    BadInput::new(format!(
        "game {} of pairing {} was played differently by {} and by {worker}, but must be the same everywhere: one of \
         these machines or its program is broken; what is stored may be wrong, too",
        game.number,
        game.pairing,
        other.unwrap_or("an earlier part of this run")
    ))
}
