//! Playing a plan on many threads.
//!
//! Each game depends only on the plan and its place in it. Workers take places; the calling thread collects the games,
//! passes them on in batches, and reports progress.

use std::borrow::Cow;
use std::collections::{BTreeMap, VecDeque};
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, SyncSender, sync_channel};
use std::time::{Duration, Instant};

use plyscope_core::{BadInput, Outcome, Work};
use plyscope_programs::Pool;
use plyscope_registry::{AnyPosition, GameConditions, Record, read, start};
use plyscope_store::{Game, GameResult, Played, SeatCost, SeatCount};

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
/// How long a worker plays before it asks for more work.
const CHUNK_TIME: Duration = Duration::from_millis(20);

/// How to carry out a run.
pub struct RunRequest<'a, E> {
    /// Threads that play.
    pub jobs: usize,
    /// Stops the run.
    pub work: Work<'a>,
    /// Stores the games; games for which it returned `Ok` are safe.
    pub keep: &'a mut dyn FnMut(&[Game]) -> Result<(), E>,
    /// Receives the progress, several times a second.
    pub on_progress: &'a mut dyn FnMut(&RunProgress<'_>),
}

/// Plays the missing games. `known` are the games so far, with their cells.
///
/// # Errors
/// If the games cannot be read or stored, or if a player cannot play; games stored before are safe.
pub fn run<E: From<BadInput>>(
    plan: &Plan,
    known: impl Iterator<Item = Result<(usize, Played), E>>,
    request: &mut RunRequest<'_, E>,
) -> Result<(Ended, Vec<u32>), E> {
    let places = starts(plan)?;
    // The programs play on from round to round.
    let programs = plan.programs.pool();
    let mut rounds = Rounds::new(plan);
    let mut score = Scoreboard { tallies: vec![[0; 3]; plan.cells.len()], played: 0, fresh: 0, begun: Instant::now() };
    for game in known {
        let (cell, game) = game?;
        rounds.note(cell, &game);
        score.add(cell, game.result);
    }
    loop {
        let missing = rounds.next();
        let planned: Vec<u32> = (0..plan.cells.len()).map(|cell| rounds.planned(cell)).collect();
        if missing.is_empty() {
            return Ok((Ended::Complete, planned));
        }
        let total = planned.iter().map(|&games| u64::from(games)).sum();
        play_round(plan, (&places, &programs), missing, &mut rounds, &mut score, total, request)?;
        if request.work.check().is_err() {
            return Ok((Ended::Stopped, planned));
        }
    }
}

/// The counts so far.
struct Scoreboard {
    tallies: Vec<[u64; 3]>,
    played: u64,
    fresh: u64,
    begun: Instant,
}

impl Scoreboard {
    fn add(&mut self, cell: usize, result: GameResult) {
        self.tallies[cell][result as usize] += 1;
        self.played += 1;
    }
}

/// The positions that the games of each board start from.
pub(crate) fn starts(plan: &Plan) -> Result<Vec<Vec<Box<dyn AnyPosition>>>, BadInput> {
    plan.boards
        .iter()
        .map(|board| match &board.openings[..] {
            [] => Ok(vec![start(&board.spec)?]),
            openings => openings.iter().map(|opening| read(&board.spec, &opening.text)).collect(),
        })
        .collect()
}

/// Games that no worker has taken yet. They are taken round by round: all cells play their game of one number before
/// any plays the next, and cells with swapped seats follow each other. So the games of every moment are a fair sample
/// of the whole.
struct Queue {
    /// The cells with their missing numbers.
    cells: Vec<(usize, VecDeque<Range<u32>>)>,
    /// The number of this round, and the place of the next cell in it.
    number: u32,
    next: usize,
}

impl Queue {
    fn new(plan: &Plan, missing: Vec<(usize, Range<u32>)>) -> Self {
        let mut by_cell = vec![VecDeque::new(); plan.cells.len()];
        missing.into_iter().for_each(|(cell, range)| by_cell[cell].push_back(range));
        let mut cells = Vec::new();
        for (index, cell) in plan.cells.iter().enumerate() {
            let pair = [Some(index), cell.partner].into_iter().flatten();
            cells.extend(pair.map(|cell| (cell, std::mem::take(&mut by_cell[cell]))));
        }
        // Behind the last cell, so that the first round begins.
        let next = cells.len();
        Queue { cells, number: 0, next }
    }

    /// The next games: their cells and numbers, at most `max`.
    fn take(&mut self, max: usize) -> Vec<(usize, u32)> {
        let mut taken = Vec::with_capacity(max);
        while taken.len() < max {
            if self.next == self.cells.len() {
                self.cells.retain(|(_, missing)| !missing.is_empty());
                self.next = self.cells.len();
                let firsts = self.cells.iter().filter_map(|(_, missing)| missing.front());
                let Some(number) = firsts.map(|range| range.start).min() else { break };
                (self.number, self.next) = (number, 0);
            }
            let (cell, missing) = &mut self.cells[self.next];
            self.next += 1;
            let Some(range) = missing.front_mut().filter(|range| range.start == self.number) else { continue };
            taken.push((*cell, self.number));
            range.start += 1;
            if range.start == range.end {
                missing.pop_front();
            }
        }
        taken
    }
}

fn play_round<E: From<BadInput>>(
    plan: &Plan,
    (places, programs): (&[Vec<Box<dyn AnyPosition>>], &Pool),
    missing: Vec<(usize, Range<u32>)>,
    rounds: &mut Rounds<'_>,
    score: &mut Scoreboard,
    planned: u64,
    request: &mut RunRequest<'_, E>,
) -> Result<(), E> {
    let queue = Mutex::new(Queue::new(plan, missing));
    // Set if games can no longer be stored, so that no more are played.
    let give_up = AtomicBool::new(false);
    let (sender, receiver) = sync_channel(64);
    let work = request.work;
    std::thread::scope(|scope| {
        for _ in 0..request.jobs.max(1) {
            let (sender, queue, give_up) = (sender.clone(), &queue, &give_up);
            let conditions = conditions(plan, programs, work);
            scope.spawn(move || play_queued(plan, places, queue, &sender, conditions, give_up));
        }
        drop(sender);
        let mut batch: Vec<Game> = Vec::new();
        let mut last = Instant::now();
        let mut open = true;
        let mut result = Ok(());
        while open {
            match receiver.recv_timeout(BATCH_TIME / 3) {
                Ok(Ok(games)) => batch.extend::<Vec<Game>>(games),
                Ok(Err(error)) => {
                    give_up.store(true, Ordering::Relaxed);
                    result = Err(E::from(error));
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => open = false,
            }
            if open && last.elapsed() < BATCH_TIME && batch.len() < BATCH_GAMES {
                continue;
            }
            if !batch.is_empty() && result.is_ok() {
                match (request.keep)(&batch) {
                    Ok(()) => {
                        for game in &batch {
                            rounds.note(game.pairing as usize, &Played::from(game));
                            score.add(game.pairing as usize, game.result);
                        }
                        score.fresh += batch.len() as u64;
                    }
                    Err(error) => {
                        give_up.store(true, Ordering::Relaxed);
                        result = Err(error);
                    }
                }
            }
            batch.clear();
            last = Instant::now();
            (request.on_progress)(&RunProgress {
                played: score.played,
                planned,
                fresh: score.fresh,
                elapsed: score.begun.elapsed(),
                tallies: &score.tallies,
                tests: &rounds.tests(),
            });
        }
        result
    })
}

type Sender = SyncSender<Result<Vec<Game>, BadInput>>;

/// What holds for all games of a plan.
pub(crate) fn conditions<'a>(plan: &Plan, programs: &'a Pool, work: Work<'a>) -> GameConditions<'a> {
    GameConditions { max_plies: plan.max_plies, move_limit: plan.move_limit, work, guests: Some(programs) }
}

/// Plays until no work is left.
fn play_queued(
    plan: &Plan,
    starts: &[Vec<Box<dyn AnyPosition>>],
    queue: &Mutex<Queue>,
    sender: &Sender,
    conditions: GameConditions<'_>,
    give_up: &AtomicBool,
) {
    let work = conditions.work;
    // Fast games are taken by the thousand, slow ones one at a time. This does not change the games.
    let mut chunk = 1;
    while work.check().is_ok() && !give_up.load(Ordering::Relaxed) {
        let places = queue.lock().map(|mut queue| queue.take(chunk)).unwrap_or_default();
        if places.is_empty() {
            break;
        }
        let begun = Instant::now();
        let games = match play_all(plan, starts, &places, &conditions) {
            Ok(games) => games,
            Err(error) => {
                // If the receiver is gone, the round has already failed.
                let _ = sender.send(Err(error));
                return;
            }
        };
        let per_game = begun.elapsed().div_f64(games.len().max(1) as f64).max(Duration::from_nanos(100));
        chunk = (CHUNK_TIME.as_nanos() / per_game.as_nanos()).clamp(1, 4096) as usize;
        if !games.is_empty() && sender.send(Ok(games)).is_err() {
            return;
        }
    }
}

/// Plays the game of this number of a cell; `None` if it was stopped.
pub(crate) fn play(
    plan: &Plan,
    places: &[Vec<Box<dyn AnyPosition>>],
    index: usize,
    number: u32,
    conditions: &GameConditions<'_>,
) -> Result<Option<Game>, BadInput> {
    Ok(play_all(plan, places, &[(index, number)], conditions)?.pop())
}

/// Plays the games of these numbers of cells, and gives them in this order; fewer if they were stopped. Those of one
/// cell from one opening are played together, because random games are then faster.
fn play_all(
    plan: &Plan,
    places: &[Vec<Box<dyn AnyPosition>>],
    wanted: &[(usize, u32)],
    conditions: &GameConditions<'_>,
) -> Result<Vec<Game>, BadInput> {
    let mut together: BTreeMap<(usize, Option<usize>), Vec<usize>> = BTreeMap::new();
    for (place, &(index, number)) in wanted.iter().enumerate() {
        together.entry((index, plan.opening_of(index, number))).or_default().push(place);
    }
    let mut games: Vec<Option<Game>> = wanted.iter().map(|_| None).collect();
    for ((index, opening), members) in together {
        let cell = &plan.cells[index];
        let seeds: Vec<u64> = members.iter().map(|&place| plan.seed_of(index, wanted[place].1)).collect();
        let position = &places[cell.board][opening.unwrap_or(0)];
        let players = [&plan.players[cell.first].player, &plan.players[cell.second].player];
        let records = position.play_out_many(players, &seeds, conditions)?;
        // Openings are numbered across all boards.
        let before: usize = plan.boards[..cell.board].iter().map(|board| board.openings.len()).sum();
        let opening = opening.map(|opening| (before + opening) as u32);
        for ((place, seed), record) in members.into_iter().zip(seeds).zip(records) {
            let result = match record.outcome {
                Outcome::Draw => GameResult::Draw,
                Outcome::Win(side) if side == position.side_to_move() => GameResult::FirstWins,
                Outcome::Win(_) => GameResult::SecondWins,
            };
            games[place] = Some(game_row(record, index, wanted[place].1, seed, opening, result));
        }
    }
    Ok(games.into_iter().flatten().collect())
}

fn game_row(record: Record, cell: usize, number: u32, seed: u64, opening: Option<u32>, result: GameResult) -> Game {
    let cost = record.cost.map(|cost| SeatCost {
        nodes: cost.nodes,
        time_us: cost.time.as_micros() as u64,
        depth_sum: cost.depths,
    });
    let counts = [0, 1].map(|seat| SeatCount {
        captures: record.captures[seat].into(),
        pieces: record.pieces[seat].into(),
        memory: record.cost[seat].memory,
    });
    Game {
        pairing: cell as u32,
        number,
        seed,
        opening,
        result,
        reason: Cow::Borrowed(record.reason),
        forfeit: record.forfeit.is_some(),
        plies: record.plies,
        moves_hash: record.choices.stable_hash(),
        moves: record.choices.into_bytes(),
        cost,
        counts: Some(counts),
        words: record.words,
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::experiment::Experiment;

    /// All cells play a number before any plays the next, both seats of a pair one after the other, in pieces of any
    /// size, and also where games are missing.
    #[test]
    fn games_are_taken_round_by_round() {
        let text = "game = 'tictactoe'\nschedule = 'matrix'\ngames = 4\n[players]\na = 'random'\nb = 'random'\n";
        let plan = Plan::new(&Experiment::read(text).expect("an experiment"), Path::new("")).expect("a plan");
        assert_eq!(plan.cells.iter().map(|cell| cell.partner).collect::<Vec<_>>(), [None, Some(2), Some(1), None]);
        let missing = || vec![(0, 0..4), (1, 0..1), (1, 3..4), (2, 1..4), (3, 2..3)];
        let expected: Vec<(usize, u32)> =
            [(0, 0), (1, 0), (0, 1), (2, 1), (0, 2), (2, 2), (3, 2), (0, 3), (1, 3), (2, 3)].to_vec();
        for max in 1..12 {
            let mut queue = Queue::new(&plan, missing());
            let taken: Vec<_> =
                std::iter::repeat_with(|| queue.take(max)).take_while(|some| !some.is_empty()).collect();
            assert!(taken.iter().all(|some| some.len() <= max));
            assert_eq!(taken.concat(), expected, "{max} at a time");
        }
    }
}
