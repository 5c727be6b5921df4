//! A worker: takes chunks from a hub, plays them, and sends the games back.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use async_nats::jetstream::consumer::PullConsumer;
use async_nats::jetstream::object_store::ObjectStore;
use async_nats::jetstream::{AckKind, Message};
use plyscope_arena::Pace;
use plyscope_core::{BadInput, Work};
use plyscope_store::Game;
use tokio::sync::mpsc::{Sender, channel};
use tokio::sync::watch;
use tokio_stream::StreamExt;

use crate::address::Address;
use crate::chunks::{CHUNK_TIME, Place};
use crate::hub::{BUCKET, HELLO, Hub, Kind, PATIENCE, read_work_subject, result_subject, run_subject, worker_subject};
use crate::link::runtime;
use crate::notices::{self, RunNotice, WorkerNotice};
use crate::self_test::build;
use crate::tables::{RunTables, Runs};
use crate::wire::{Answer, Batch, Card, Chunk};

/// How a worker works.
pub struct WorkerOptions {
    /// Games at a time.
    pub jobs: usize,
    /// Whether it plays programs from outside.
    pub allow_programs: bool,
}

/// What a worker has to say.
#[derive(Clone, Debug, PartialEq)]
pub enum WorkerNews {
    /// It is there.
    Ready(WorkerNotice),
    /// What it does, now and then.
    Now(WorkerNotice),
}

/// How often a worker says that it is there.
const PULSE: Duration = Duration::from_secs(2);
/// How long the hub holds a question for work.
const QUESTION: Duration = Duration::from_secs(4);
/// The same if there are two kinds of work to ask for in turn.
const SHORT_QUESTION: Duration = Duration::from_millis(300);
/// How often the stop flag is looked at.
const LOOK: Duration = Duration::from_millis(20);
/// How long a worker that ends waits for its chunks to be handed back.
const FAREWELL: Duration = Duration::from_millis(120);
/// The bytes of an answer, about.
const ANSWER_BYTES: usize = 96 << 10;
/// Who takes longer for a chunk gives the rest of it back, for others to help with.
const TOO_LONG: Duration = Duration::from_secs(3 * CHUNK_TIME.as_secs());
/// How often a chunk may be handed out before it is thought to kill its workers.
const MAX_DELIVERIES: i64 = 10;

/// Works for a hub until it is stopped. Returns what it did.
///
/// # Errors
/// If the hub does not answer at first, or if it has only work for other builds.
pub fn work(
    address: &Address,
    options: &WorkerOptions,
    stop: &AtomicBool,
    tell: &mut dyn FnMut(&WorkerNews),
) -> Result<WorkerNotice, BadInput> {
    let runtime = runtime()?;
    let done = runtime.block_on(attend(address, options, stop, tell));
    // Threads that are still in a game end with it; nobody waits for them.
    runtime.shutdown_background();
    done
}

/// What the threads of a worker share.
struct Shared {
    hub: Hub,
    card: Card,
    build: String,
    allow_programs: bool,
    /// Ends games.
    stop: AtomicBool,
    /// Tells tasks about the end.
    stopped: watch::Receiver<bool>,
    runs: Runs,
    games: AtomicU64,
    busy: AtomicU64,
    plays: Mutex<Option<String>>,
}

async fn attend(
    address: &Address,
    options: &WorkerOptions,
    stop: &AtomicBool,
    tell: &mut dyn FnMut(&WorkerNews),
) -> Result<WorkerNotice, BadInput> {
    let build = build()?.to_owned();
    let hub = Hub::connect(address, "plyscope worker").await?;
    let (tell_stop, stopped) = watch::channel(false);
    let shared = Arc::new(Shared {
        hub: hub.clone(),
        card: own_card(),
        build,
        allow_programs: options.allow_programs,
        stop: AtomicBool::new(false),
        stopped,
        runs: Runs::default(),
        games: AtomicU64::new(0),
        busy: AtomicU64::new(0),
        plays: Mutex::new(None),
    });
    let failed = |error: &dyn std::fmt::Display| hub.failed("nobody can be heard", error);
    let mut hello = hub.client.subscribe(HELLO).await.map_err(|error| failed(&error))?;
    let mut runs = hub.client.subscribe(run_subject("*")).await.map_err(|error| failed(&error))?;
    let slots: Vec<_> = (0..options.jobs.max(1)).map(|_| tokio::spawn(Arc::clone(&shared).serve())).collect();
    let mut meter = Meter { at: Instant::now(), games: 0, rate: 0.0 };
    let notice = |rate: f64, leaves: bool| shared.notice(options.jobs, rate, leaves);
    tell(&WorkerNews::Ready(notice(0.0, false)));
    let _ = hub.client.publish(HELLO, "".into()).await;
    let (mut pulse, mut look) = (tokio::time::interval(PULSE), tokio::time::interval(LOOK));
    let mut last_fit: Option<Instant> = None;
    let mut forbidden = hub.forbidden.clone();
    let refused = loop {
        tokio::select! {
            _ = look.tick() => {
                if stop.load(Ordering::Relaxed) {
                    break None;
                }
                continue;
            }
            _ = pulse.tick() => {
                meter.note(shared.games.load(Ordering::Relaxed));
                tell(&WorkerNews::Now(notice(meter.rate, false)));
            }
            _ = hello.next() => {}
            error = forbidden.wait() => break Some(error),
            message = runs.next() => {
                let run: Option<RunNotice> = message.and_then(|message| notices::read(&message.payload));
                let Some(run) = run else { continue };
                if run.build == shared.build {
                    last_fit = Some(Instant::now());
                    *shared.plays.lock().unwrap_or_else(PoisonError::into_inner) = Some(run.name);
                } else if last_fit.is_none_or(|at| at.elapsed() > 3 * PULSE) {
                    break Some(refusal(&run, &shared.build));
                }
                continue;
            }
        }
        let subject = worker_subject(&shared.card.name);
        let _ = hub.client.publish(subject, notices::write(&notice(meter.rate, false)).into()).await;
    };
    shared.stop.store(true, Ordering::Relaxed);
    let _ = tell_stop.send(true);
    let end = async {
        for slot in slots {
            let _ = slot.await;
        }
        let farewell = notices::write(&notice(meter.rate, true));
        let _ = hub.client.publish(worker_subject(&shared.card.name), farewell.into()).await;
        let _ = hub.client.flush().await;
    };
    let _ = tokio::time::timeout(FAREWELL, end).await;
    match refused {
        Some(error) => Err(error),
        None => Ok(notice(meter.rate, true)),
    }
}

fn refusal(run: &RunNotice, own: &str) -> BadInput {
    let same_version = run.version == env!("CARGO_PKG_VERSION");
    BadInput::new(if same_version {
        format!(
            "this worker is refused: its test games differ from those of the program that collects {:?} ({own} here, \
             {} there); build both from the same sources",
            printable(&run.name),
            printable(&run.build)
        )
    } else {
        format!(
            "this worker is refused: {:?} is collected by Plyscope {}, and this is {}; install the same version",
            printable(&run.name),
            printable(&run.version),
            env!("CARGO_PKG_VERSION")
        )
    })
}

fn printable(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).take(100).collect()
}

/// Games per second.
struct Meter {
    at: Instant,
    games: u64,
    rate: f64,
}

impl Meter {
    fn note(&mut self, games: u64) {
        let seconds = self.at.elapsed().as_secs_f64();
        if seconds < PULSE.as_secs_f64() / 2.0 {
            return;
        }
        let now = (games - self.games) as f64 / seconds;
        self.rate = if self.games == 0 { now } else { 0.6 * self.rate + 0.4 * now };
        (self.at, self.games) = (Instant::now(), games);
    }
}

impl Shared {
    fn notice(&self, jobs: usize, games_per_second: f64, leaves: bool) -> WorkerNotice {
        let Card { name, machine, processor, cores, version } = self.card.clone();
        WorkerNotice {
            name,
            machine,
            processor,
            cores,
            jobs: jobs as u32,
            version,
            build: self.build.clone(),
            programs: self.allow_programs,
            games: self.games.load(Ordering::Relaxed),
            games_per_second,
            plays: self.plays.lock().unwrap_or_else(PoisonError::into_inner).clone(),
            leaves,
        }
    }

    /// Plays one chunk after the other.
    async fn serve(self: Arc<Self>) {
        let kinds: &[Kind] = if self.allow_programs { &[Kind::Plain, Kind::Programs] } else { &[Kind::Plain] };
        let mut stopped = self.stopped.clone();
        tokio::select! {
            () = self.serve_kinds(kinds) => {}
            _ = stopped.wait_for(|stopped| *stopped) => {}
        }
    }

    async fn serve_kinds(self: &Arc<Self>, kinds: &[Kind]) {
        let mut consumers: Vec<Option<PullConsumer>> = kinds.iter().map(|_| None).collect();
        let mut store = None;
        let question = if kinds.len() > 1 { SHORT_QUESTION } else { QUESTION };
        loop {
            for (kind, consumer) in kinds.iter().zip(&mut consumers) {
                if consumer.is_none() {
                    *consumer = self.hub.work_of(&self.build, *kind).await;
                }
                let Some(found) = consumer else {
                    // No run has been here yet.
                    tokio::time::sleep(question.min(Duration::from_millis(500))).await;
                    continue;
                };
                match next(found, question).await {
                    Ok(Some(message)) => {
                        if store.is_none() {
                            store = self.hub.context.get_object_store(BUCKET).await.ok();
                        }
                        match &store {
                            Some(store) => self.play(store, Task::new(message)).await,
                            None => drop(message.ack_with(AckKind::Nak(None)).await),
                        }
                    }
                    Ok(None) => {}
                    Err(()) => {
                        *consumer = None;
                        tokio::time::sleep(Duration::from_millis(200)).await;
                    }
                }
            }
        }
    }

    /// Plays a chunk and answers it. If this is abandoned, the chunk is handed back.
    async fn play(self: &Arc<Self>, store: &ObjectStore, task: Task) {
        let Some((run, chunk)) = task.name() else { return task.done().await };
        let failure = |error: BadInput| Answer::Failure {
            chunk: chunk.clone(),
            worker: self.card.clone(),
            error: error.to_string(),
        };
        if task.deliveries() > MAX_DELIVERIES {
            let error = BadInput::new(format!("{MAX_DELIVERIES} workers vanished while they played it"));
            self.answer(&task, &run, &failure(error)).await;
            return task.done().await;
        }
        let ready = task.meanwhile(self.runs.get(store, &run, self.allow_programs)).await;
        let places = ready.and_then(|run| Ok((Chunk::decode(task.payload(), &run.plan)?, run)));
        let (places, tables) = match places {
            Ok(both) => both,
            Err(error) => {
                self.answer(&task, &run, &failure(error)).await;
                return task.done().await;
            }
        };
        let (sender, mut parts) = channel(4);
        let shared = Arc::clone(self);
        let playing = tokio::task::spawn_blocking(move || play_all(&tables, &places, &shared.stop, &sender));
        while let Some(part) = task.meanwhile(parts.recv()).await {
            let Part { games, busy, is_last } = part;
            let (n, busy) = (games.len() as u64, busy.as_micros() as u64);
            let batch = Batch::new(&chunk, &self.card, busy, games, is_last);
            self.answer(&task, &run, &Answer::Games(batch)).await;
            self.games.fetch_add(n, Ordering::Relaxed);
            self.busy.fetch_add(busy, Ordering::Relaxed);
        }
        match playing.await.unwrap_or_else(|_| Err(BadInput::new("a game made the worker fail"))) {
            Ok(true) => {}
            // It was stopped.
            Ok(false) => return,
            Err(error) => self.answer(&task, &run, &failure(error)).await,
        }
        task.done().await;
    }

    /// Sends an answer, and tries again for as long as the hub does not take it.
    async fn answer(&self, task: &Task, run: &str, answer: &Answer) {
        let bytes = answer.encode();
        loop {
            let send = async {
                let answer = self.hub.context.publish(result_subject(run), bytes.clone().into()).await?;
                answer.await
            };
            if task.meanwhile(send).await.is_ok() {
                return;
            }
            task.meanwhile(tokio::time::sleep(Duration::from_millis(250))).await;
        }
    }
}

/// The next chunk, if one comes in time.
async fn next(consumer: &PullConsumer, patience: Duration) -> Result<Option<Message>, ()> {
    let mut batch = consumer.batch().max_messages(1).expires(patience).messages().await.map_err(drop)?;
    match batch.next().await {
        Some(Ok(message)) => Ok(Some(message)),
        Some(Err(_)) => Err(()),
        None => Ok(None),
    }
}

/// A chunk that this worker has. It is handed back unless it is done.
struct Task {
    message: Message,
    is_done: AtomicBool,
}

impl Task {
    fn new(message: Message) -> Self {
        Task { message, is_done: AtomicBool::new(false) }
    }

    /// Its run and its own name.
    fn name(&self) -> Option<(String, String)> {
        read_work_subject(&self.message.subject).map(|(run, chunk)| (run.to_owned(), chunk.to_owned()))
    }

    fn payload(&self) -> &[u8] {
        &self.message.payload
    }

    fn deliveries(&self) -> i64 {
        self.message.info().map_or(1, |info| info.delivered)
    }

    /// Waits for something, and tells the hub meanwhile that the chunk is being played.
    async fn meanwhile<T>(&self, wait: impl Future<Output = T>) -> T {
        tokio::pin!(wait);
        loop {
            tokio::select! {
                done = &mut wait => return done,
                () = tokio::time::sleep(PATIENCE / 3) => drop(self.message.ack_with(AckKind::Progress).await),
            }
        }
    }

    /// The chunk was answered.
    async fn done(&self) {
        self.is_done.store(true, Ordering::Relaxed);
        // If this is lost, another worker plays the same games.
        let _ = self.message.ack().await;
    }
}

impl Drop for Task {
    fn drop(&mut self) {
        if !self.is_done.load(Ordering::Relaxed) {
            let (context, reply) = (self.message.context.clone(), self.message.reply.clone());
            if let Some(reply) = reply {
                tokio::spawn(async move { context.client().publish(reply, "-NAK".into()).await });
            }
        }
    }
}

/// Some games of a chunk.
struct Part {
    games: Vec<Game>,
    busy: Duration,
    is_last: bool,
}

/// Plays the games of a chunk, and sends them in parts. Returns whether it came to an end.
fn play_all(run: &RunTables, places: &[Place], stop: &AtomicBool, sender: &Sender<Part>) -> Result<bool, BadInput> {
    let (mut pace, work, begun) = (Pace::new(), Work::new(stop), Instant::now());
    let (mut games, mut busy, mut bytes, mut rest) = (Vec::new(), Duration::ZERO, 0, places);
    while !rest.is_empty() && begun.elapsed() < TOO_LONG {
        let (now, later) = rest.split_at(pace.games().min(rest.len()));
        let before = Instant::now();
        let played = run.tables.play(&run.plan, now, work)?;
        pace.note(played.len(), before.elapsed());
        busy += before.elapsed();
        rest = later;
        let is_cut = played.len() < now.len();
        bytes += played.iter().map(size).sum::<usize>();
        games.extend(played);
        if is_cut {
            return Ok(false);
        }
        if bytes > ANSWER_BYTES && !rest.is_empty() {
            let part = Part { games: std::mem::take(&mut games), busy, is_last: false };
            (busy, bytes) = (Duration::ZERO, 0);
            if sender.blocking_send(part).is_err() {
                return Ok(false);
            }
        }
    }
    Ok(sender.blocking_send(Part { games, busy, is_last: true }).is_ok())
}

/// The bytes of a game in an answer, about.
fn size(game: &Game) -> usize {
    40 + game.moves.len() + game.words.as_ref().map_or(0, String::len)
}

/// The name of this process among others.
pub(crate) fn own_name() -> String {
    format!("{}-{}", machine(), std::process::id())
}

/// The name of the machine, as part of a subject.
fn machine() -> String {
    let node = rustix::system::uname().nodename().to_string_lossy().into_owned();
    let plain: String = node.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).take(60).collect();
    if plain.is_empty() { "machine".to_owned() } else { plain }
}

fn own_card() -> Card {
    static SALT: OnceLock<String> = OnceLock::new();
    // Machines in containers may share name and process numbers.
    let salt = SALT.get_or_init(|| {
        let mut bytes = [0; 2];
        let _ = ring::rand::SecureRandom::fill(&ring::rand::SystemRandom::new(), &mut bytes);
        format!("{:02x}{:02x}", bytes[0], bytes[1])
    });
    Card {
        name: format!("{}-{salt}", own_name()),
        machine: machine(),
        processor: processor(),
        cores: std::thread::available_parallelism().map_or(1, |cores| cores.get() as u32),
        version: env!("CARGO_PKG_VERSION").to_owned(),
    }
}

/// The kind of the processor, if the system says it.
fn processor() -> String {
    let text = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix("model name")?.split_once(':'));
    line.map_or_else(|| std::env::consts::ARCH.to_owned(), |(_, name)| name.trim().to_owned())
}
