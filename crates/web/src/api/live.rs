//! Runs, watched while they are played.

use std::collections::HashMap;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::State;
use axum::response::sse::{Event, Sse};
use plyscope_arena::{Ended, summarise};
use plyscope_store::RunId;
use plyscope_view::RunStatus;
use serde::Serialize;
use tokio::sync::{mpsc, watch};
use tokio_stream::Stream;
use utoipa::ToSchema;

use super::runs::{info, open_with};
use super::searches::event;
use crate::app::Shared;
use crate::conductor::Live;
use crate::error::{ApiError, ErrorCode};
use crate::extract::Path;
use crate::view::{ProgressView, RunInfo, RunSummary};

/// News of a run: the name of each event, and its data in JSON. The last one is `end`.
#[derive(Serialize, ToSchema)]
#[serde(tag = "event", content = "data", rename_all = "lowercase")]
#[expect(dead_code, reason = "it describes what is sent")]
pub(crate) enum RunEvent {
    /// A `ProgressView`, several times a second.
    Progress(String),
    /// Cross table and ratings, a `RunSummary`; every few seconds and at the end.
    Summary(String),
    /// The run is over or stopped: a `RunEnd`.
    End(String),
}

/// How a run ended.
#[derive(Serialize, ToSchema)]
pub(crate) struct RunEnd {
    info: RunInfo,
    /// Why it failed, if it did.
    error: Option<String>,
}

/// The shortest time between two progress events.
const PACE: Duration = Duration::from_millis(300);
/// The shortest time between two summaries. They never take more than a tenth of the time.
const SUMMARY_PACE: Duration = Duration::from_secs(2);

/// Watches a run: progress, cross table and ratings until it ends
///
/// The events are `progress` and `summary`, and finally `end`. Then close the connection.
#[utoipa::path(
    get, path = "/api/runs/{run}/live", tag = "runs",
    params(("run" = i64, Path, description = "The number of the run")),
    responses((status = 200, content_type = "text/event-stream", body = RunEvent, description = "Server-sent events"))
)]
pub(crate) async fn live(
    State(app): State<Shared>,
    Path(run): Path<RunId>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, ApiError> {
    let db = app.db.clone();
    app.workshop.quick(move || open_with(&db, run).map(drop)).await?;
    let place_of_stream = app.streams.place().await?;
    let (tell, news) = mpsc::channel(4);
    tokio::spawn(async move {
        // Ends when the run ends or the client is gone.
        let _ = follow(&app, run, &tell).await;
    });
    Ok(place_of_stream.events(news, ()))
}

/// The client has closed the connection.
struct Gone;

async fn send(tell: &mpsc::Sender<Event>, event: Event) -> Result<(), Gone> {
    tell.send(event).await.map_err(|_| Gone)
}

async fn follow(app: &Shared, run: RunId, tell: &mpsc::Sender<Event>) -> Result<(), Gone> {
    let mut watched = app.conductor.watch(run);
    let mut next_summary = Instant::now();
    let mut error = None;
    loop {
        if Instant::now() >= next_summary {
            next_summary = send_summary(app, run, SHARED_FOR, tell).await?;
        }
        let goes_on = match &mut watched {
            Some(live) => {
                let (progress, ended) = news(live);
                send(tell, event("progress", &progress)).await?;
                error = ended.as_ref().and_then(|ended| ended.as_ref().err().cloned());
                ended.is_none()
            }
            None => elsewhere(app, run, tell).await?,
        };
        if !goes_on {
            break;
        }
        tokio::select! {
            () = tokio::time::sleep(if watched.is_some() { PACE } else { SUMMARY_PACE }) => {}
            () = tell.closed() => return Err(Gone),
        }
    }
    send_summary(app, run, Duration::ZERO, tell).await?;
    let state = Shared::clone(app);
    let info = app.workshop.quick(move || info(&state, &open_with(&state.db, run)?, run)).await;
    match (info, error) {
        (Ok(info), error) => send(tell, event("end", &RunEnd { info, error })).await,
        // Without its database a run cannot be found, but how it failed says where its games are.
        (Err(_), Some(error)) => send(tell, event("failed", &ApiError::new(ErrorCode::Failed, error).body())).await,
        (Err(error), None) => send(tell, event("failed", &error.body())).await,
    }
}

fn news(live: &mut watch::Receiver<Live>) -> (ProgressView, Option<Result<Ended, String>>) {
    let live = live.borrow_and_update();
    (live.progress.clone(), live.ended.clone())
}

/// Sends the stored state of a run that this server does not play. Returns whether another process plays it.
async fn elsewhere(app: &Shared, run: RunId, tell: &mpsc::Sender<Event>) -> Result<bool, Gone> {
    let state = Shared::clone(app);
    let found = app.workshop.quick(move || info(&state, &open_with(&state.db, run)?, run)).await;
    let Ok(info) = found else { return Ok(false) };
    let progress = ProgressView { played: info.record.played, planned: info.record.games, ..ProgressView::default() };
    send(tell, event("progress", &progress)).await?;
    Ok(info.record.status == RunStatus::Running)
}

/// The newest summary of each run that is watched, so that all who watch it share the work.
#[derive(Default)]
pub(crate) struct Summaries(tokio::sync::Mutex<HashMap<RunId, Summarised>>);

struct Summarised {
    begun: Instant,
    took: Duration,
    summary: Arc<RunSummary>,
}

/// How old a summary may be that is sent to others too.
const SHARED_FOR: Duration = Duration::from_secs(1);
/// Runs whose summaries are kept.
const KEPT_SUMMARIES: usize = 8;

/// Sends a summary that is not older than `age` and returns when the next one is due.
async fn send_summary(app: &Shared, run: RunId, age: Duration, tell: &mpsc::Sender<Event>) -> Result<Instant, Gone> {
    let asked = Instant::now();
    // Held while one is made: the others wait for it.
    let mut known = app.summaries.0.lock().await;
    if known.get(&run).is_none_or(|summarised| summarised.begun + age < asked) {
        let (db, begun) = (app.db.clone(), Instant::now());
        let made = app.workshop.quick(move || Ok(RunSummary::from(&summarise(&open_with(&db, run)?, run)?))).await;
        if known.len() >= KEPT_SUMMARIES {
            known.clear();
        }
        match made {
            Ok(summary) => known.insert(run, Summarised { begun, took: begun.elapsed(), summary: Arc::new(summary) }),
            Err(_) => known.remove(&run),
        };
    }
    let newest = known.get(&run).map(|summarised| (summarised.took, Arc::clone(&summarised.summary)));
    drop(known);
    let Some((took, summary)) = newest else { return Ok(Instant::now() + SUMMARY_PACE) };
    send(tell, event("summary", &*summary)).await?;
    Ok(Instant::now() + SUMMARY_PACE.max(took * 10))
}
