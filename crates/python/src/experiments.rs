//! Experiments: played and stored, computed, and reported.

use std::path::{Path, PathBuf};
use std::time::Duration;

use plyscope_arena::{
    ArenaError, Conducted, Ended, Experiment, Plan, QUICKSTART, SessionRequest, Summary, compute, conduct, estimate,
    html, plots, summarise,
};
use plyscope_core::{BadInput, Work};
use plyscope_registry::start;
use plyscope_store::{RunId, Store, StoreError};
use plyscope_view::{PlanSize, RunRecord};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use serde::Serialize;

use crate::arguments::{jobs, text};
use crate::call::{bad_input, fail, long};
use crate::game::{Rules, json};

/// The experiment that is run when none is given.
#[pyfunction]
pub(crate) fn quickstart() -> &'static str {
    QUICKSTART
}

/// The text of a file for an experiment that is given as JSON.
#[pyfunction]
pub(crate) fn experiment_text(json: &Bound<'_, PyAny>) -> PyResult<String> {
    let refused = |error: String| PyValueError::new_err(format!("the experiment cannot be written: {error}"));
    let value: serde_json::Value =
        serde_json::from_str(&text("experiment", json)?).map_err(|error| refused(error.to_string()))?;
    toml::to_string(&value).map_err(|error| refused(error.to_string()))
}

/// What an experiment would play, and about how long it would take.
#[pyfunction]
pub(crate) fn check_experiment(
    py: Python<'_>,
    experiment: &Bound<'_, PyAny>,
    folder: PathBuf,
    n_jobs: Option<&Bound<'_, PyAny>>,
) -> PyResult<String> {
    const BUDGET: Duration = Duration::from_secs(2);
    let (experiment, jobs) = (text("experiment", experiment)?, jobs(n_jobs)?.0.get());
    let size = long(py, |work| {
        let plan = plan_of(&experiment, &folder, work)?;
        let time = if plan.exact { None } else { estimate(&plan, jobs, BUDGET, work)? };
        Ok(PlanSize::new(&plan, time))
    })?;
    json(&size)
}

fn plan_of(experiment: &str, folder: &Path, work: Work<'_>) -> Result<Plan, BadInput> {
    let mut plan = Plan::within(&Experiment::read(experiment)?, folder, work)?;
    plan.load_heuristics(folder)?;
    Ok(plan)
}

/// Either half is `None`.
#[derive(Serialize)]
struct RunJson {
    /// What was computed.
    exact: Option<plyscope_arena::ExactSummary>,
    /// What was played.
    summary: Option<Summary>,
    was_finished: bool,
}

/// Plays an experiment and stores its games. The listener is told the games played, those planned, and the seconds left
/// if they are known.
#[pyfunction]
pub(crate) fn run_experiment(
    py: Python<'_>,
    experiment: &Bound<'_, PyAny>,
    folder: PathBuf,
    db: PathBuf,
    resume: bool,
    n_jobs: Option<&Bound<'_, PyAny>>,
    listener: Option<Py<PyAny>>,
) -> PyResult<String> {
    let (experiment, jobs) = (text("experiment", experiment)?, jobs(n_jobs)?.0.get());
    let found = long(py, |work| {
        let plan = plan_of(&experiment, &folder, work)?;
        for board in &plan.boards {
            // Functions in Python are given positions of known games.
            Rules::of(&*start(&board.spec)?).map_err(|error| BadInput::new(error.to_string()))?;
        }
        if plan.exact {
            let exact = Some(compute(&plan, jobs, work)?);
            return Ok(RunJson { exact, summary: None, was_finished: false });
        }
        let request = SessionRequest { plan: &plan, text: &experiment, db: &db, resume, jobs, work };
        let conducted = conduct(&request, &mut |_, _| {}, &mut |progress| {
            let left = progress.left().map(|left| left.as_secs_f64());
            tell(listener.as_ref(), (progress.played, progress.planned, left));
        });
        match conducted.map_err(in_a_sentence)? {
            Conducted { ended: Ended::Stopped, .. } => Err(BadInput::new("stopped; resume=True continues the run")),
            Conducted { summary, was_finished, .. } => {
                Ok(RunJson { exact: None, summary: Some(summary), was_finished })
            }
        }
    })?;
    json(&found)
}

/// Tells a listener in Python; what it raises ends the call.
fn tell(listener: Option<&Py<PyAny>>, told: (u64, u64, Option<f64>)) {
    if let Some(listener) = listener
        && let Err(error) = Python::attach(|py| listener.call1(py, told).map(drop))
    {
        fail(error);
    }
}

fn in_a_sentence(error: ArenaError) -> BadInput {
    match error {
        ArenaError::Input(error) => error,
        ArenaError::Store(error) => stored(error),
    }
}

/// The sentence of the store, which names the file.
pub(crate) fn stored(error: StoreError) -> BadInput {
    BadInput::new(error.to_string())
}

/// The runs of a database, as JSON.
#[pyfunction]
pub(crate) fn stored_runs(db: PathBuf) -> PyResult<String> {
    let runs = Store::open(db).and_then(|store| store.runs()).map_err(|error| bad_input(stored(error)))?;
    json(&runs.iter().map(RunRecord::from).collect::<Vec<_>>())
}

/// Computes something of a stored run.
fn of_run<T: Send>(
    py: Python<'_>,
    db: PathBuf,
    job: impl FnOnce(&Store) -> Result<T, ArenaError> + Send,
) -> PyResult<T> {
    long(py, |_| {
        let store = Store::open(db).map_err(stored)?;
        job(&store).map_err(in_a_sentence)
    })
}

/// The results of a stored run, as JSON.
#[pyfunction]
pub(crate) fn run_summary(py: Python<'_>, db: PathBuf, run: RunId) -> PyResult<String> {
    json(&of_run(py, db, |store| summarise(store, run))?)
}

/// The report of a stored run as one HTML file.
#[pyfunction]
pub(crate) fn run_html(py: Python<'_>, db: PathBuf, run: RunId) -> PyResult<String> {
    of_run(py, db, |store| html(store, run))
}

/// The plots of a stored run, as JSON.
#[pyfunction]
pub(crate) fn run_plots(py: Python<'_>, db: PathBuf, run: RunId) -> PyResult<String> {
    json(&plots(&of_run(py, db, |store| summarise(store, run))?))
}
