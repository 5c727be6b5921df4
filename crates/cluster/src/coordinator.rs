//! The crew of a run that is played on many machines.

use std::collections::HashMap;
use std::ops::Range;
use std::path::Path;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use async_nats::jetstream::message::Acker;
use plyscope_arena::{Collected, Crew, Parcel, Plan, PublishedPlan, Queue};
use plyscope_core::{BadInput, Work};
use plyscope_registry::stable_hash;
use plyscope_store::Worker;
use serde::{Deserialize, Serialize};
use tokio::sync::mpsc::UnboundedSender;

use crate::address::Address;
use crate::blobs::{self, Folder};
use crate::chunks::{Chunks, Failed};
use crate::hub::Kind;
use crate::link::{self, News, Opening, Order};
use crate::notices::RunNotice;
use crate::self_test::build;
use crate::wire::{Answer, Batch, Card, Chunk};

/// What workers must know of a run.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Manifest {
    pub(crate) plan: PublishedPlan,
    /// Heuristics in files: the names by which players call them, and the hashes of their contents.
    pub(crate) files: Vec<(String, String)>,
    /// The hash of the folder with the programs.
    pub(crate) folder: Option<String>,
}

/// How long nothing may happen before the hub is asked what became of the work.
const QUIET: Duration = Duration::from_secs(3);
/// How many answers may be unreadable.
const MAX_GARBAGE: u32 = 3;
/// Chunks that are handed out before any worker is there.
const LEAST_OUT: usize = 4;

/// Where that comes from which workers need besides the plan.
pub struct Sources<'a> {
    /// The folder of the experiment, in which programs run.
    pub folder: &'a Path,
    /// The database, which is not sent along if it is there.
    pub database: &'a Path,
    /// Reads the heuristics that players have in files.
    pub read: &'a dyn Fn(&str) -> Result<Vec<u8>, BadInput>,
}

/// Plays the games of a run on the workers of a hub.
pub struct Coordinator<'a> {
    plan: &'a Plan,
    work: Work<'a>,
    opening: Option<Box<Opening>>,
    orders: Option<UnboundedSender<Order>>,
    news: Receiver<News>,
    thread: Option<JoinHandle<()>>,
    chunks: Chunks,
    /// Distinguishes the chunks of this process from those of earlier ones.
    prefix: String,
    n_chunks: u64,
    workers: Vec<Worker>,
    numbers: HashMap<String, usize>,
    /// Answers whose games are not yet stored.
    unstored: Vec<Acker>,
    /// Answers of an earlier process that must be stored before work is handed out.
    waiting: u64,
    crowd: String,
    threads: usize,
    trouble: Option<String>,
    refused: Vec<String>,
    heard: Instant,
    garbage: u32,
    set_aside: Vec<(usize, String, String)>,
}

impl<'a> Coordinator<'a> {
    /// Connects to a hub to play a plan there. With `resume`, games that wait on the hub are taken.
    ///
    /// # Errors
    /// If the hub does not answer, or if a file cannot be read.
    pub fn connect(
        address: &Address,
        plan: &'a Plan,
        sources: &Sources<'_>,
        resume: bool,
        work: Work<'a>,
    ) -> Result<Self, BadInput> {
        let opening = opening(plan, sources, resume)?;
        let (tell, news) = channel();
        let (orders, thread) = link::start(address.clone(), tell);
        match news.recv() {
            Ok(News::Connected) => {}
            Ok(News::Failed(error)) => return Err(error),
            _ => return Err(BadInput::new("the connection to the hub ended")),
        }
        let prefix = format!("{:08x}", stable_hash(format!("{:?}", std::time::SystemTime::now()).as_bytes()) as u32);
        Ok(Coordinator {
            plan,
            work,
            opening: Some(Box::new(opening)),
            orders: Some(orders),
            news,
            thread: Some(thread),
            chunks: Chunks::new(Queue::new(plan, Vec::new())),
            prefix,
            n_chunks: 0,
            workers: Vec::new(),
            numbers: HashMap::new(),
            unstored: Vec::new(),
            waiting: 0,
            crowd: String::new(),
            threads: 0,
            trouble: None,
            refused: Vec::new(),
            heard: Instant::now(),
            garbage: 0,
            set_aside: Vec::new(),
        })
    }

    /// The run is complete: nothing of it need stay on the hub.
    pub fn complete(self) {
        let (tell, done) = channel();
        self.order(Order::Close(tell));
        let _ = done.recv_timeout(Duration::from_secs(5));
    }

    fn order(&self, order: Order) {
        if let Some(orders) = &self.orders {
            // If the link is gone, its last news say why.
            let _ = orders.send(order);
        }
    }

    /// Publishes the run and takes over what an earlier process left at work.
    fn open(&mut self, missing: &[(usize, Range<u32>)]) -> Result<(), BadInput> {
        let Some(opening) = self.opening.take() else { return Ok(()) };
        self.order(Order::Open(opening));
        let (at_work, waiting) = loop {
            match self.news.recv() {
                Ok(News::Opened { at_work, waiting }) => break (at_work, waiting),
                Ok(News::Failed(error)) => return Err(error),
                Ok(_) => {}
                Err(_) => return Err(BadInput::new("the connection to the hub ended")),
            }
        };
        self.waiting = waiting;
        let is_missing =
            |&(cell, number): &(usize, u32)| missing.iter().any(|(of, range)| *of == cell && range.contains(&number));
        for (id, bytes) in at_work {
            let places = Chunk::decode(&bytes, self.plan)?;
            if places.iter().any(is_missing) {
                self.chunks.adopt(id, places);
            }
        }
        self.heard = Instant::now();
        Ok(())
    }

    /// Hands out work, as much as is of use.
    fn fill(&mut self) {
        if self.waiting > 0 {
            return;
        }
        // A chunk for every thread, and another that waits for the first to finish.
        let most = (2 * self.threads).max(LEAST_OUT);
        while self.chunks.out.len() < most && !self.chunks.is_out() {
            let places = self.chunks.next(self.threads);
            if places.is_empty() {
                break;
            }
            self.n_chunks += 1;
            let id = format!("{}-{}", self.prefix, self.n_chunks);
            self.publish(&id, &places);
            self.chunks.hand_out(id, places);
        }
    }

    fn publish(&self, id: &str, places: &[(usize, u32)]) {
        self.order(Order::Publish { chunk: id.to_owned(), places: Chunk::new(places).encode() });
    }

    fn number_of(&mut self, card: &Card) -> usize {
        if let Some(&number) = self.numbers.get(&card.name) {
            return number;
        }
        self.workers.push(card.worker());
        self.numbers.insert(card.name.clone(), self.workers.len() - 1);
        self.workers.len() - 1
    }

    fn receive(&mut self, batch: Batch) -> Result<Parcel, BadInput> {
        let (worker, busy, is_last) =
            (self.number_of(&batch.worker), Duration::from_micros(batch.busy_us), batch.is_last);
        let chunk = batch.chunk.clone();
        let games = batch.games(self.plan)?;
        let places = games.iter().map(|game| (game.pairing as usize, game.number));
        self.chunks.come_back(&chunk, places, busy, is_last);
        Ok(Parcel { games, worker: Some(worker), busy })
    }

    fn fail(&mut self, chunk: &str, worker: &Card, error: String) {
        match self.chunks.fail(chunk) {
            Some(Failed::Again(places)) => self.publish(chunk, &places),
            Some(Failed::GivenUp(games)) => self.set_aside.push((games, worker.worker().name, error)),
            None => {}
        }
    }

    fn garbage(&mut self, what: &str) -> Result<(), BadInput> {
        self.garbage += 1;
        if self.garbage < MAX_GARBAGE {
            return Ok(());
        }
        Err(BadInput::new(format!(
            "answers on the hub make no sense ({what}): something else writes to its subjects, or a worker is broken"
        )))
    }

    /// What to do about some news; games are passed on.
    fn hear(&mut self, news: News) -> Result<Collected, BadInput> {
        match news {
            News::Answer(answer, acker) => {
                self.heard = Instant::now();
                self.waiting = self.waiting.saturating_sub(1);
                self.unstored.push(acker);
                match answer {
                    Answer::Games(batch) => match self.receive(batch) {
                        Ok(parcel) => return Ok(Collected::Parcel(parcel)),
                        Err(error) => self.garbage(&error.to_string())?,
                    },
                    Answer::Failure { chunk, worker, error } => self.fail(&chunk, &worker, error),
                }
            }
            News::Garbage(what, acker) => {
                self.waiting = self.waiting.saturating_sub(1);
                self.unstored.push(acker);
                self.garbage(&what)?;
            }
            News::Lost(chunks) => {
                for chunk in chunks {
                    if let Some(out) = self.chunks.out.get(&chunk) {
                        self.publish(&chunk, &out.places);
                    }
                }
            }
            News::Crowd { workers, machines, threads, others } => {
                self.threads = threads;
                self.crowd = crowd(workers, machines, threads);
                self.refused = others
                    .into_iter()
                    .map(|(name, version)| format!("{name} is refused: it is another build ({version})"))
                    .collect();
            }
            News::Trouble(trouble) => self.trouble = trouble,
            News::Failed(error) => return Err(error),
            News::Connected | News::Opened { .. } => {}
        }
        Ok(Collected::Nothing)
    }
}

impl Crew for Coordinator<'_> {
    fn hand_out(&mut self, missing: Vec<(usize, Range<u32>)>) -> Result<(), BadInput> {
        self.open(&missing)?;
        self.chunks.begin(Queue::new(self.plan, missing));
        Ok(())
    }

    fn collect(&mut self, patience: Duration) -> Result<Collected, BadInput> {
        if self.work.check().is_err() {
            return Ok(Collected::Done);
        }
        self.fill();
        if self.chunks.is_done() && self.waiting == 0 {
            return Ok(Collected::Done);
        }
        if self.heard.elapsed() > QUIET && self.unstored.is_empty() {
            self.heard = Instant::now();
            // Nothing was waiting after all.
            self.waiting = 0;
            self.order(Order::Audit(self.chunks.out.keys().cloned().collect()));
        }
        match self.news.recv_timeout(patience) {
            Ok(news) => self.hear(news),
            Err(RecvTimeoutError::Timeout) => Ok(Collected::Nothing),
            Err(RecvTimeoutError::Disconnected) => Err(BadInput::new("the connection to the hub ended")),
        }
    }

    fn stored(&mut self) -> Result<(), BadInput> {
        if !self.unstored.is_empty() {
            let stored = std::mem::take(&mut self.unstored);
            self.order(Order::Acknowledge(stored));
        }
        Ok(())
    }

    fn workers(&self) -> &[Worker] {
        &self.workers
    }

    fn news(&self) -> Option<String> {
        let mut lines = vec![self.crowd.clone()];
        lines.extend(self.trouble.clone());
        lines.extend(self.refused.first().cloned());
        Some(lines.join("; "))
    }

    fn set_aside(&self) -> Option<BadInput> {
        let (_, worker, error) = self.set_aside.first()?;
        let games: usize = self.set_aside.iter().map(|(games, ..)| games).sum();
        Some(BadInput::new(format!(
            "{} could not be played, tried three times; the last reason, by {worker}: {error}\n\
             All others are stored; --resume tries again",
            if games == 1 { "1 game".to_owned() } else { format!("{games} games") }
        )))
    }
}

impl Drop for Coordinator<'_> {
    fn drop(&mut self) {
        self.orders = None;
        if let Some(thread) = self.thread.take() {
            // It only sends what it was told to send.
            let _ = thread.join();
        }
    }
}

fn crowd(workers: usize, machines: usize, threads: usize) -> String {
    let plural = |n: usize, one: &str| if n == 1 { format!("1 {one}") } else { format!("{n} {one}s") };
    match workers {
        0 => "no worker is there; start some with `plyscope worker URL`".to_owned(),
        _ => format!("{} on {}, {}", plural(workers, "worker"), plural(machines, "machine"), plural(threads, "thread")),
    }
}

/// What is sent of a plan.
fn opening(plan: &Plan, sources: &Sources<'_>, resume: bool) -> Result<Opening, BadInput> {
    let published = PublishedPlan::new(plan);
    let (mut contents, mut files) = (Vec::new(), Vec::new());
    for entrant in &plan.players {
        let Some(path) = entrant.player.file() else { continue };
        if !files.iter().any(|(known, _)| known == path) {
            let bytes = (sources.read)(path)?;
            files.push((path.to_owned(), blobs::name_of(&bytes)));
            contents.push(bytes);
        }
    }
    let kind = if published.has_programs() { Kind::Programs } else { Kind::Plain };
    let mut sent_folder = None;
    if kind == Kind::Programs {
        let folder = sources.folder;
        let here = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        let database = sources.database.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let bytes = Folder::read(here, database)?.encode();
        sent_folder = Some(blobs::name_of(&bytes));
        contents.push(bytes);
    }
    let identity = format!("{} {files:?} {sent_folder:?}", plan.fingerprint());
    let manifest = Manifest { plan: published, files, folder: sent_folder };
    let notice = RunNotice {
        run: format!("{:016x}", stable_hash(identity.as_bytes())),
        name: plan.name.clone(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        build: build()?.to_owned(),
    };
    let manifest = serde_json::to_vec(&manifest).map_err(|error| BadInput::new(error.to_string()))?;
    Ok(Opening { notice, kind, manifest, files: contents, resume })
}
