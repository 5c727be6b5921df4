//! Experiments that this server plays: started, watched, stopped.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;

use plyscope_arena::{ArenaError, Ended, Plan, RunProgress, SessionRequest, conduct};
use plyscope_core::Work;
use plyscope_store::RunId;
use tokio::sync::{oneshot, watch};

use crate::error::{ApiError, ErrorCode};
use crate::view::ProgressView;

/// What is known of a run while it is played.
#[derive(Clone, Debug, Default)]
pub(crate) struct Live {
    pub(crate) progress: ProgressView,
    /// How it ended, or the sentence of its failure; `None` while it runs.
    pub(crate) ended: Option<Result<Ended, String>>,
}

/// A run that this server plays.
struct LiveRun {
    stop: Arc<AtomicBool>,
    live: watch::Receiver<Live>,
    thread: JoinHandle<()>,
}

impl LiveRun {
    fn goes_on(&self) -> bool {
        self.live.borrow().ended.is_none()
    }
}

/// The runs that this server plays.
#[derive(Default)]
pub(crate) struct Conductor {
    runs: Mutex<HashMap<RunId, LiveRun>>,
    /// Locked while a run is being started, so that two requests cannot both take the last place. True when the server
    /// closes and starts no more.
    closed: tokio::sync::Mutex<bool>,
}

/// An experiment to be played.
pub(crate) struct PlannedRun {
    pub(crate) plan: Plan,
    /// The experiment file.
    pub(crate) text: String,
    pub(crate) db: PathBuf,
    /// Whether to continue the unfinished run of the same experiment.
    pub(crate) resume: bool,
    pub(crate) jobs: usize,
}

impl Conductor {
    fn runs(&self) -> MutexGuard<'_, HashMap<RunId, LiveRun>> {
        let mut runs = self.runs.lock().unwrap_or_else(PoisonError::into_inner);
        runs.retain(|_, running| !running.thread.is_finished());
        runs
    }

    /// Starts a run and returns when it has its number. At most `max_runs` are played at once.
    pub(crate) async fn start(&self, planned: PlannedRun, max_runs: usize) -> Result<RunId, ApiError> {
        let closed = self.closed.lock().await;
        if *closed {
            return Err(ApiError::new(ErrorCode::Busy, "the server is closing"));
        }
        if self.len() >= max_runs {
            return Err(ApiError::new(
                ErrorCode::Busy,
                format!(
                    "the server already plays as many experiments as it may ({max_runs}); stop one or wait until one \
                     ends"
                ),
            ));
        }
        let stop = Arc::new(AtomicBool::new(false));
        let (tell_run, run) = oneshot::channel();
        let (tell, live) = watch::channel(Live::default());
        let flag = Arc::clone(&stop);
        let thread = std::thread::spawn(move || play(&planned, Work::new(&flag), tell_run, &tell));
        let run = run.await.unwrap_or_else(|_| {
            Err(ApiError::new(ErrorCode::Failed, "the experiment could not be started; please report it"))
        })?;
        self.runs().insert(run, LiveRun { stop, live, thread });
        Ok(run)
    }

    /// Whether this server plays a run.
    pub(crate) fn plays(&self, run: RunId) -> bool {
        self.runs().get(&run).is_some_and(LiveRun::goes_on)
    }

    /// The number of runs that it plays.
    pub(crate) fn len(&self) -> usize {
        self.runs().values().filter(|running| running.goes_on()).count()
    }

    /// The news of a run that this server plays.
    pub(crate) fn watch(&self, run: RunId) -> Option<watch::Receiver<Live>> {
        self.runs().get(&run).map(|running| running.live.clone())
    }

    /// Stops a run, if this server plays it; the receiver sees its end.
    pub(crate) fn stop(&self, run: RunId) -> Option<watch::Receiver<Live>> {
        let runs = self.runs();
        let running = runs.get(&run).filter(|running| running.goes_on())?;
        running.stop.store(true, Ordering::Relaxed);
        Some(running.live.clone())
    }

    /// Stops all runs, waits until their games are stored, and starts no more.
    pub(crate) fn stop_all(&self) {
        *self.closed.blocking_lock() = true;
        let runs: Vec<LiveRun> = self.runs().drain().map(|(_, running)| running).collect();
        runs.iter().for_each(|running| running.stop.store(true, Ordering::Relaxed));
        // A thread that failed has reported why.
        runs.into_iter().for_each(|running| drop(running.thread.join()));
    }
}

fn play(
    planned: &PlannedRun,
    work: Work<'_>,
    tell_run: oneshot::Sender<Result<RunId, ApiError>>,
    tell: &watch::Sender<Live>,
) {
    let PlannedRun { plan, text, db, resume, jobs } = planned;
    let request = SessionRequest { plan, text, db, resume: *resume, jobs: *jobs, work };
    let mut tell_run = Some(tell_run);
    let mut on_start = |run, _| {
        if let Some(tell_run) = tell_run.take() {
            // If the client has gone, the run continues all the same: it is in the list.
            let _ = tell_run.send(Ok(run));
        }
    };
    let mut on_progress = |progress: &RunProgress<'_>| {
        tell.send_modify(|live| live.progress = progress.into());
    };
    let conducted = conduct(&request, &mut on_start, &mut on_progress);
    let ended = conducted.map(|conducted| conducted.ended);
    if let (Some(tell_run), Err(error)) = (tell_run, &ended) {
        let _ = tell_run.send(Err(explained(error)));
    }
    tell.send_modify(|live| live.ended = Some(ended.map_err(|error| error.to_string())));
}

fn explained(error: &ArenaError) -> ApiError {
    match error {
        ArenaError::Input(error) => ApiError::bad(error.to_string()),
        ArenaError::Store(error) => ApiError::new(ErrorCode::Failed, error.to_string()),
    }
}
