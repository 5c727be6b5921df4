//! Who plays the games of a run: the threads of this process, or other machines.

use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread::Scope;
use std::time::{Duration, Instant};

use plyscope_core::{BadInput, Work};
use plyscope_store::{Game, Worker};

use crate::plan::Plan;
use crate::queue::Queue;
use crate::tables::{Pace, Tables};

/// Games that were played together.
#[derive(Clone, Debug, Default)]
pub struct Parcel {
    /// The games.
    pub games: Vec<Game>,
    /// The machine that played them, by its index in [`Crew::workers`]; `None` for this process.
    pub worker: Option<usize>,
    /// The time that one thread spent on them.
    pub busy: Duration,
}

/// What a crew has for the run.
#[derive(Debug)]
pub enum Collected {
    /// Games.
    Parcel(Parcel),
    /// Nothing at the moment.
    Nothing,
    /// Everything that was handed out was collected or set aside.
    Done,
}

/// Plays games that are handed out to it.
pub trait Crew {
    /// Hands out the games of a round: cells with their missing numbers. The round before is done.
    ///
    /// # Errors
    /// If nobody can play them.
    fn hand_out(&mut self, missing: Vec<(usize, Range<u32>)>) -> Result<(), BadInput>;

    /// Waits for games, at most this long. A game may come more than once.
    ///
    /// # Errors
    /// If they cannot be played.
    fn collect(&mut self, patience: Duration) -> Result<Collected, BadInput>;

    /// All games that were collected are stored now.
    ///
    /// # Errors
    /// If those who wait for that cannot be told.
    fn stored(&mut self) -> Result<(), BadInput> {
        Ok(())
    }

    /// The machines that have played so far.
    fn workers(&self) -> &[Worker] {
        &[]
    }

    /// What there is to say about the crew while it plays, in a line.
    fn news(&self) -> Option<String> {
        None
    }

    /// Why games of the round that is done are missing, if any are.
    fn set_aside(&self) -> Option<BadInput> {
        None
    }
}

type Sender = SyncSender<Result<Parcel, BadInput>>;

/// The threads of this process.
pub(crate) struct Threads<'scope, 'env> {
    scope: &'scope Scope<'scope, 'env>,
    room: &'env Room<'env>,
    jobs: usize,
    /// The games of the round.
    games: Option<Receiver<Result<Parcel, BadInput>>>,
}

/// What threads that play have in common.
pub(crate) struct Room<'a> {
    plan: &'a Plan,
    tables: Tables,
    queue: Mutex<Queue>,
    work: Work<'a>,
    /// Set if games can no longer be stored, so that no more are played.
    give_up: AtomicBool,
}

impl<'a> Room<'a> {
    pub(crate) fn new(plan: &'a Plan, work: Work<'a>) -> Result<Self, BadInput> {
        let (tables, queue) = (Tables::new(plan)?, Mutex::new(Queue::new(plan, Vec::new())));
        Ok(Room { plan, tables, queue, work, give_up: AtomicBool::new(false) })
    }

    /// Plays until no work is left.
    fn play(&self, sender: &Sender) {
        let mut pace = Pace::new();
        while self.work.check().is_ok() && !self.give_up.load(Ordering::Relaxed) {
            let places = self.queue.lock().map(|mut queue| queue.take(pace.games())).unwrap_or_default();
            if places.is_empty() {
                break;
            }
            let begun = Instant::now();
            let played = self.tables.play(self.plan, &places, self.work);
            let busy = begun.elapsed();
            let is_error = played.is_err();
            let parcel = played.map(|games| {
                pace.note(games.len(), busy);
                Parcel { games, worker: None, busy }
            });
            // If the receiver is gone, the round has already failed.
            if sender.send(parcel).is_err() || is_error {
                return;
            }
        }
    }
}

impl<'scope, 'env> Threads<'scope, 'env> {
    pub(crate) fn new(scope: &'scope Scope<'scope, 'env>, room: &'env Room<'env>, jobs: usize) -> Self {
        Threads { scope, room, jobs, games: None }
    }
}

impl Crew for Threads<'_, '_> {
    fn hand_out(&mut self, missing: Vec<(usize, Range<u32>)>) -> Result<(), BadInput> {
        let room = self.room;
        *room.queue.lock().unwrap_or_else(std::sync::PoisonError::into_inner) = Queue::new(room.plan, missing);
        let (sender, games) = sync_channel(64);
        for _ in 0..self.jobs.max(1) {
            let sender = sender.clone();
            self.scope.spawn(move || room.play(&sender));
        }
        self.games = Some(games);
        Ok(())
    }

    fn collect(&mut self, patience: Duration) -> Result<Collected, BadInput> {
        let Some(games) = &self.games else { return Ok(Collected::Done) };
        match games.recv_timeout(patience) {
            Ok(parcel) => parcel.map(Collected::Parcel),
            Err(RecvTimeoutError::Timeout) => Ok(Collected::Nothing),
            Err(RecvTimeoutError::Disconnected) => Ok(Collected::Done),
        }
    }
}

impl Drop for Threads<'_, '_> {
    fn drop(&mut self) {
        self.room.give_up.store(true, Ordering::Relaxed);
    }
}
