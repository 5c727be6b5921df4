//! The streams and subjects on the hub.
//!
//! | subject | what is sent |
//! | --- | --- |
//! | `plyscope.work.BUILD.KIND.RUN.CHUNK` | places to play; kept until a worker has answered |
//! | `plyscope.result.RUN` | games; kept until they are stored |
//! | `plyscope.run.RUN`, `plyscope.worker.NAME` | who is there; not kept |
//! | `plyscope.hello` | asks everyone to say so |
//! | `plyscope.collector.RUN` | answered by the process that collects a run |
//!
//! What is large (plans, heuristics, folders of programs) is in the object store `plyscope`.

use std::time::Duration;

use async_nats::Client;
use async_nats::jetstream::consumer::{AckPolicy, PullConsumer, pull};
use async_nats::jetstream::context::GetStreamErrorKind;
use async_nats::jetstream::stream::{Config, DiscardPolicy, RetentionPolicy, Stream};
use async_nats::jetstream::{Context, ErrorCode, new, object_store};
use plyscope_core::BadInput;

use crate::address::{Address, Forbidden};

pub(crate) const WORK: &str = "PLYSCOPE_WORK";
pub(crate) const RESULTS: &str = "PLYSCOPE_RESULTS";
pub(crate) const BUCKET: &str = "plyscope";
pub(crate) const HELLO: &str = "plyscope.hello";

/// How long a chunk may be silent before another worker gets it. Workers say three times as often that they are at it.
pub(crate) const PATIENCE: Duration = Duration::from_secs(5);
/// What nobody has taken for so long is dropped. The run can be resumed all the same.
const KEPT: Duration = Duration::from_secs(30 * 24 * 3600);
/// Answers that the collecting process may hold without having stored them.
const MAX_UNSTORED: i64 = 256;
/// Chunks that may be with workers at a time, over all runs.
const MAX_OUT: i64 = 100_000;

/// Which workers may play a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// All.
    Plain,
    /// Those that allow programs from outside.
    Programs,
}

impl Kind {
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Kind::Plain => "plain",
            Kind::Programs => "programs",
        }
    }
}

pub(crate) fn work_subject(build: &str, kind: Kind, run: &str, chunk: &str) -> String {
    format!("plyscope.work.{build}.{}.{run}.{chunk}", kind.name())
}

/// The run and the chunk of a subject.
pub(crate) fn read_work_subject(subject: &str) -> Option<(&str, &str)> {
    let mut parts = subject.split('.').skip(4);
    Some((parts.next()?, parts.next()?))
}

pub(crate) fn result_subject(run: &str) -> String {
    format!("plyscope.result.{run}")
}

pub(crate) fn run_subject(run: &str) -> String {
    format!("plyscope.run.{run}")
}

pub(crate) fn worker_subject(name: &str) -> String {
    format!("plyscope.worker.{name}")
}

pub(crate) fn collector_subject(run: &str) -> String {
    format!("plyscope.collector.{run}")
}

/// The name of the consumer that hands out the work of a kind.
pub(crate) fn work_consumer(build: &str, kind: Kind) -> String {
    format!("{}-{build}", kind.name())
}

/// A connection to a hub.
#[derive(Clone)]
pub(crate) struct Hub {
    pub(crate) client: Client,
    pub(crate) context: Context,
    /// What the account may not do.
    pub(crate) forbidden: Forbidden,
    /// The address without secrets.
    pub(crate) shown: String,
}

impl Hub {
    pub(crate) async fn connect(address: &Address, name: &str) -> Result<Hub, BadInput> {
        let (client, forbidden) = address.connect(name).await?;
        let mut context = new(client.clone());
        context.set_timeout(Duration::from_secs(5));
        Ok(Hub { client, context, forbidden, shown: address.shown().to_owned() })
    }

    /// An error of the hub, in a sentence.
    pub(crate) fn failed(&self, what: &str, error: &dyn std::fmt::Display) -> BadInput {
        BadInput::new(format!("{}: {what}: {error}", self.shown))
    }

    /// Creates what is missing on the hub. A stream that is there stays as it is.
    pub(crate) async fn set_up(&self, build: &str) -> Result<(Stream, Stream), BadInput> {
        let no_jetstream = |error: &dyn std::fmt::Display| {
            BadInput::new(format!(
                "{} keeps no streams for us ({error}): start nats-server with -js, and let this account create streams",
                self.shown
            ))
        };
        let config = |name: &str, subject: &str| Config {
            name: name.to_owned(),
            subjects: vec![subject.to_owned()],
            retention: RetentionPolicy::WorkQueue,
            // What does not fit is refused, so that nothing is lost.
            discard: DiscardPolicy::New,
            max_age: KEPT,
            ..Config::default()
        };
        let work = self.context.get_or_create_stream(config(WORK, "plyscope.work.>")).await;
        let work = work.map_err(|error| no_jetstream(&error))?;
        let results = self.context.get_or_create_stream(config(RESULTS, "plyscope.result.>")).await;
        let results = results.map_err(|error| no_jetstream(&error))?;
        for kind in [Kind::Plain, Kind::Programs] {
            let name = work_consumer(build, kind);
            let consumer = pull::Config {
                durable_name: Some(name.clone()),
                filter_subject: format!("plyscope.work.{build}.{}.>", kind.name()),
                ack_policy: AckPolicy::Explicit,
                ack_wait: PATIENCE,
                max_ack_pending: MAX_OUT,
                max_waiting: MAX_OUT,
                ..pull::Config::default()
            };
            let made = work.get_or_create_consumer(&name, consumer).await;
            made.map_err(|error| self.failed("the work cannot be handed out", &error))?;
        }
        Ok((work, results))
    }

    /// Whether the server no longer has what it was given to keep: it was started again without its folder.
    pub(crate) async fn has_forgotten(&self) -> bool {
        let Err(error) = self.context.get_stream(WORK).await else { return false };
        let GetStreamErrorKind::JetStream(error) = error.kind() else { return false };
        error.error_code() == ErrorCode::STREAM_NOT_FOUND
    }

    /// Where plans and files are kept; made if it is missing.
    pub(crate) async fn make_store(&self) -> Result<object_store::ObjectStore, BadInput> {
        if let Ok(store) = self.context.get_object_store(BUCKET).await {
            return Ok(store);
        }
        let config = object_store::Config { bucket: BUCKET.to_owned(), max_age: KEPT, ..Default::default() };
        let made = self.context.create_object_store(config).await;
        made.map_err(|error| self.failed("there is no place for the plan", &error))
    }

    /// The games of a run as they come.
    pub(crate) async fn results_of(&self, results: &Stream, run: &str) -> Result<PullConsumer, BadInput> {
        let name = format!("collector-{run}");
        let config = pull::Config {
            durable_name: Some(name.clone()),
            filter_subject: result_subject(run),
            ack_policy: AckPolicy::Explicit,
            ack_wait: Duration::from_secs(60),
            max_ack_pending: MAX_UNSTORED,
            ..pull::Config::default()
        };
        let made = results.get_or_create_consumer(&name, config).await;
        made.map_err(|error| self.failed("the results cannot be collected", &error))
    }

    /// The consumer with the work of a kind, if a run has made it.
    pub(crate) async fn work_of(&self, build: &str, kind: Kind) -> Option<PullConsumer> {
        self.context.get_consumer_from_stream(work_consumer(build, kind), WORK).await.ok()
    }
}
