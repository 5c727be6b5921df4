//! The side of the collecting process that talks to the hub, in a thread of its own.

use std::collections::HashSet;
use std::sync::mpsc::Sender;
use std::time::Duration;

use async_nats::jetstream::consumer::PullConsumer;
use async_nats::jetstream::message::Acker;
use async_nats::jetstream::stream::Stream;
use plyscope_core::BadInput;
use tokio::runtime::{Builder, Runtime};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio_stream::StreamExt;

use crate::address::Address;
use crate::blobs;
use crate::hub::{
    HELLO, Hub, Kind, collector_subject, read_work_subject, result_subject, run_subject, work_subject, worker_subject,
};
use crate::notices::{self, RunNotice};
use crate::roster::Roster;
use crate::wire::Answer;

/// What the link is told to do.
pub(crate) enum Order {
    /// Publishes a run and listens for its games.
    Open(Box<Opening>),
    /// Hands out a chunk.
    Publish { chunk: String, places: Vec<u8> },
    /// These answers are stored.
    Acknowledge(Vec<Acker>),
    /// Which of these chunks are neither at work nor answered?
    Audit(Vec<String>),
    /// The run is over, so nothing of it need stay on the hub. The sender is told when it is gone.
    Close(Sender<()>),
}

/// A run that is to be opened.
pub(crate) struct Opening {
    pub(crate) notice: RunNotice,
    pub(crate) kind: Kind,
    /// What workers must know, and the files that it names.
    pub(crate) manifest: Vec<u8>,
    pub(crate) files: Vec<Vec<u8>>,
    /// Whether to go on with what is on the hub.
    pub(crate) resume: bool,
}

/// What the link has heard.
pub(crate) enum News {
    /// The hub answers.
    Connected,
    /// The run is open. These chunks of an earlier process are at work, and this number of answers waits.
    Opened { at_work: Vec<(String, Vec<u8>)>, waiting: u64 },
    /// An answer.
    Answer(Answer, Acker),
    /// Something that is no answer.
    Garbage(String, Acker),
    /// These chunks are lost.
    Lost(Vec<String>),
    /// Who is there: workers that can play this run, and workers of another build.
    Crowd { workers: usize, machines: usize, threads: usize, others: Vec<(String, String)> },
    /// The hub does not take work at the moment, or does again.
    Trouble(Option<String>),
    /// It cannot go on.
    Failed(BadInput),
}

/// What every thread that talks to a hub runs on.
pub(crate) fn runtime() -> Result<Runtime, BadInput> {
    Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|error| BadInput::new(format!("cannot talk to the network: {error}")))
}

/// Talks to the hub until there are no more orders.
pub(crate) fn run(address: &Address, orders: UnboundedReceiver<Order>, news: &Sender<News>) {
    let ended = runtime().and_then(|runtime| runtime.block_on(serve(address, orders, news)));
    if let Err(error) = ended {
        // If nobody listens any more, the run has already ended.
        let _ = news.send(News::Failed(error));
    }
}

async fn serve(address: &Address, orders: UnboundedReceiver<Order>, news: &Sender<News>) -> Result<(), BadInput> {
    let hub = Hub::connect(address, "plyscope run").await?;
    let _ = news.send(News::Connected);
    let mut forbidden = hub.forbidden.clone();
    tokio::select! {
        served = obey(hub, orders, news) => served,
        error = forbidden.wait() => Err(error),
    }
}

async fn obey(hub: Hub, mut orders: UnboundedReceiver<Order>, news: &Sender<News>) -> Result<(), BadInput> {
    let opening = loop {
        match orders.recv().await {
            Some(Order::Open(opening)) => break opening,
            Some(Order::Close(done)) => {
                let _ = done.send(());
            }
            Some(_) => {}
            None => return Ok(()),
        }
    };
    let open = Open::new(hub, *opening, news).await?;
    let (publish, published) = unbounded_channel();
    tokio::spawn(open.clone().publish_all(published));
    tokio::spawn(open.clone().collect());
    tokio::spawn(open.clone().listen());
    tokio::spawn(open.clone().announce());
    while let Some(order) = orders.recv().await {
        match order {
            Order::Open(_) => {}
            Order::Publish { chunk, places } => drop(publish.send((chunk, places))),
            Order::Acknowledge(answers) => {
                for answer in answers {
                    // One that is lost comes again, and is found to be stored.
                    let _ = answer.ack().await;
                }
            }
            Order::Audit(chunks) => drop(tokio::spawn(open.clone().audit(chunks))),
            Order::Close(done) => {
                open.clear().await;
                let _ = done.send(());
                return Ok(());
            }
        }
    }
    // What was acknowledged last must arrive.
    let _ = tokio::time::timeout(Duration::from_secs(1), open.hub.client.flush()).await;
    Ok(())
}

/// A run that is open.
#[derive(Clone)]
struct Open {
    hub: Hub,
    notice: RunNotice,
    kind: Kind,
    work: Stream,
    results: Stream,
    games: PullConsumer,
    news: Sender<News>,
}

impl Open {
    async fn new(hub: Hub, opening: Opening, news: &Sender<News>) -> Result<Open, BadInput> {
        let Opening { notice, kind, manifest, files, resume } = opening;
        let run = &notice.run;
        let taken = hub.client.request(collector_subject(run), "".into()).await;
        if let Ok(answer) = taken {
            return Err(BadInput::new(format!(
                "this experiment is already being collected by {}; stop that process first",
                String::from_utf8_lossy(&answer.payload)
            )));
        }
        let (work, results) = hub.set_up(&notice.build).await?;
        let store = hub.make_store().await?;
        for file in &files {
            blobs::put(&store, file).await?;
        }
        blobs::put_as(&store, &format!("run-{run}"), &manifest).await?;
        let games = hub.results_of(&results, run).await?;
        let open = Open { hub, notice, kind, work, results, games, news: news.clone() };
        let mut at_work = Vec::new();
        if resume {
            for subject in open.at_work().await? {
                let Some((_, chunk)) = read_work_subject(&subject) else { continue };
                // Work for other builds is handed out again, for this one.
                if subject != work_subject(&open.notice.build, kind, &open.notice.run, chunk) {
                    let _ = open.work.purge().filter(subject).await;
                    continue;
                }
                if let Ok(message) = open.work.get_last_raw_message_by_subject(&subject).await {
                    at_work.push((chunk.to_owned(), message.payload.to_vec()));
                }
            }
        } else {
            open.purge().await;
        }
        let info = open.games.get_info().await.map_err(|error| open.hub.failed("the results are not there", &error))?;
        let _ = news.send(News::Opened { at_work, waiting: info.num_pending + info.num_ack_pending as u64 });
        Ok(open)
    }

    /// The subjects of all chunks of this run that no worker has answered.
    async fn at_work(&self) -> Result<Vec<String>, BadInput> {
        let failed = |error: &dyn std::fmt::Display| self.hub.failed("the work cannot be listed", error);
        let filter = format!("plyscope.work.*.*.{}.*", self.notice.run);
        let mut listed = self.work.info_with_subjects(filter).await.map_err(|error| failed(&error))?;
        let mut subjects = Vec::new();
        while let Some(entry) = listed.next().await {
            subjects.push(entry.map_err(|error| failed(&error))?.0);
        }
        Ok(subjects)
    }

    /// Hands out chunks, and tries again for as long as the hub does not take them.
    async fn publish_all(self, mut chunks: UnboundedReceiver<(String, Vec<u8>)>) {
        while let Some((chunk, places)) = chunks.recv().await {
            let subject = work_subject(&self.notice.build, self.kind, &self.notice.run, &chunk);
            let mut in_trouble = false;
            loop {
                let sent = self.hub.context.publish(subject.clone(), places.clone().into()).await;
                let stored = match sent {
                    Ok(answer) => answer.await.map(drop),
                    Err(error) => Err(error),
                };
                match stored {
                    Ok(()) => break,
                    Err(error) => {
                        let trouble = format!("{} does not take work ({error})", self.hub.shown);
                        if self.news.send(News::Trouble(Some(trouble))).is_err() {
                            return;
                        }
                        in_trouble = true;
                        tokio::time::sleep(Duration::from_millis(250)).await;
                    }
                }
            }
            if in_trouble && self.news.send(News::Trouble(None)).is_err() {
                return;
            }
        }
    }

    /// Passes on the answers of workers as they come.
    async fn collect(mut self) {
        loop {
            if let Ok(mut answers) = self.games.stream().max_messages_per_batch(128).messages().await {
                while let Some(Ok(message)) = answers.next().await {
                    let (message, acker) = message.split();
                    let news = match Answer::decode(&message.payload) {
                        Ok(answer) => News::Answer(answer, acker),
                        Err(error) => News::Garbage(error.to_string(), acker),
                    };
                    if self.news.send(news).is_err() {
                        return;
                    }
                }
            }
            // The server was away, and may have lost the consumer.
            tokio::time::sleep(Duration::from_millis(200)).await;
            if let Ok(games) = self.hub.results_of(&self.results, &self.notice.run).await {
                self.games = games;
            }
        }
    }

    /// Finds out who is there.
    async fn listen(self) {
        let Ok(mut heard) = self.hub.client.subscribe(worker_subject("*")).await else { return };
        let _ = self.hub.client.publish(HELLO, "".into()).await;
        let mut roster = Roster::default();
        let mut told = tokio::time::interval(Duration::from_millis(500));
        loop {
            tokio::select! {
                message = heard.next() => match message {
                    Some(message) => drop(roster.hear(&message.payload)),
                    None => return,
                },
                _ = told.tick() => {
                    let (own, others): (Vec<_>, Vec<_>) =
                        roster.present().into_iter().partition(|worker| worker.build == self.notice.build);
                    let own: Vec<_> =
                        own.into_iter().filter(|worker| worker.programs || self.kind == Kind::Plain).collect();
                    let machines: HashSet<&str> = own.iter().map(|worker| worker.machine.as_str()).collect();
                    let news = News::Crowd {
                        workers: own.len(),
                        machines: machines.len(),
                        threads: own.iter().map(|worker| worker.jobs as usize).sum(),
                        others: others.iter().map(|worker| (worker.name.clone(), worker.version.clone())).collect(),
                    };
                    if self.news.send(news).is_err() {
                        return;
                    }
                }
            }
        }
    }

    /// Tells everyone about this run, now and then and when asked.
    async fn announce(self) {
        let client = &self.hub.client;
        let asked = client.subscribe(collector_subject(&self.notice.run)).await;
        let (Ok(mut hello), Ok(mut asked)) = (client.subscribe(HELLO).await, asked) else { return };
        let mut now_and_then = tokio::time::interval(Duration::from_secs(2));
        loop {
            tokio::select! {
                _ = now_and_then.tick() => {}
                _ = hello.next() => {}
                question = asked.next() => {
                    if let Some(reply) = question.and_then(|question| question.reply) {
                        let _ = client.publish(reply, crate::worker::own_name().into()).await;
                    }
                    continue;
                }
            }
            let notice = notices::write(&self.notice);
            let _ = client.publish(run_subject(&self.notice.run), notice.into()).await;
        }
    }

    /// Finds out which of these chunks are lost: no longer at work, although no answer is on its way.
    async fn audit(self, chunks: Vec<String>) {
        if self.hub.has_forgotten().await {
            let sentence = "it has forgotten this run, as a server does that is started without its folder; what was \
                            stored is safe, and --resume plays the rest";
            let _ = self.news.send(News::Failed(BadInput::new(format!("{}: {sentence}", self.hub.shown))));
            return;
        }
        let Ok(at_work) = self.at_work().await else { return };
        let at_work: HashSet<&str> =
            at_work.iter().filter_map(|subject| read_work_subject(subject)).map(|(_, chunk)| chunk).collect();
        // Asked later, so that an answer cannot slip through between the two.
        let Ok(info) = self.games.get_info().await else { return };
        if info.num_pending == 0 && info.num_ack_pending == 0 {
            let lost = chunks.into_iter().filter(|chunk| !at_work.contains(chunk.as_str())).collect();
            let _ = self.news.send(News::Lost(lost));
        }
    }

    /// Removes work and answers of this run from the hub.
    async fn purge(&self) {
        let run = &self.notice.run;
        let _ = self.work.purge().filter(format!("plyscope.work.*.*.{run}.*")).await;
        let _ = self.results.purge().filter(result_subject(run)).await;
    }

    /// Removes everything of this run from the hub.
    async fn clear(&self) {
        let run = &self.notice.run;
        let all = async {
            self.purge().await;
            let _ = self.results.delete_consumer(&format!("collector-{run}")).await;
            if let Ok(store) = self.hub.make_store().await {
                let _ = store.delete(format!("run-{run}")).await;
            }
            let _ = self.hub.client.flush().await;
        };
        // What is left if the hub is away does no harm.
        let _ = tokio::time::timeout(Duration::from_secs(3), all).await;
    }
}

/// A link in its thread: where orders go, and the thread.
pub(crate) fn start(address: Address, news: Sender<News>) -> (UnboundedSender<Order>, std::thread::JoinHandle<()>) {
    let (orders, received) = unbounded_channel();
    let thread = std::thread::spawn(move || run(&address, received, &news));
    (orders, thread)
}
