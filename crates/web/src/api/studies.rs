//! The published studies: their claims, and what this server finds when it runs them again.

use std::convert::Infallible;
use std::num::NonZeroUsize;
use std::sync::PoisonError;

use axum::Json as Answer;
use axum::extract::State;
use axum::response::sse::{Event, Sse};
use plyscope_core::Progress;
use plyscope_studies::{CellVerdict, Figure, Reproduction, STUDIES, Study};
use serde::{Deserialize, Serialize};
use tokio::sync::mpsc;
use tokio_stream::Stream;
use utoipa::ToSchema;

use super::searches::event;
use crate::app::Shared;
use crate::error::{ApiError, ErrorCode};
use crate::extract::{Json, Path};

/// All studies.
#[derive(Serialize, ToSchema)]
pub(crate) struct Studies {
    studies: Vec<StudyInfo>,
}

/// A published study.
#[derive(Serialize, ToSchema)]
pub(crate) struct StudyInfo {
    study: &'static str,
    title: &'static str,
    /// What it claimed.
    claim: &'static str,
    /// The time of a run on two cores.
    takes: &'static str,
    /// The time of a full run on two cores.
    full_takes: &'static str,
}

/// A study and its result.
#[derive(Serialize, ToSchema)]
pub(crate) struct StudyPage {
    about: StudyInfo,
    /// The result of its last run on this server; before the first, the one that comes with the program.
    result: StudyResult,
    /// Whether it was run on this server.
    repeated: bool,
}

/// A reproduced study.
#[derive(Clone, Deserialize, Serialize, ToSchema)]
pub(crate) struct StudyResult {
    study: String,
    tables: Vec<StudyTable>,
    /// What holds and what does not.
    verdict: String,
}

/// A published table, or one of ours that explains it.
#[derive(Clone, Deserialize, Serialize, ToSchema)]
pub(crate) struct StudyTable {
    id: String,
    title: String,
    notes: Vec<String>,
    cells: Vec<StudyCell>,
}

/// A published figure and ours.
#[derive(Clone, Deserialize, Serialize, ToSchema)]
pub(crate) struct StudyCell {
    row: String,
    column: String,
    published: Option<StudyFigure>,
    ours: StudyFigure,
    /// Where the true figure lies, if ours was sampled.
    interval: Option<StudyInterval>,
    /// Whether the two agree, if there are two.
    agrees: Option<bool>,
    verdict: StudyVerdict,
    why: Option<String>,
}

/// How our figure compares with the published one.
#[derive(Clone, Copy, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum StudyVerdict {
    /// The same figure.
    Equal,
    /// Different, but by no more than chance explains.
    #[serde(rename = "within noise")]
    WithinNoise,
    /// Different, by more than chance explains.
    Differs,
    /// Times of two machines, which are not compared.
    #[serde(rename = "other machine")]
    OtherMachine,
    /// Ours alone.
    #[serde(rename = "not published")]
    NotPublished,
}

impl From<CellVerdict> for StudyVerdict {
    fn from(verdict: CellVerdict) -> Self {
        match verdict {
            CellVerdict::Equal => StudyVerdict::Equal,
            CellVerdict::WithinNoise => StudyVerdict::WithinNoise,
            CellVerdict::Differs => StudyVerdict::Differs,
            CellVerdict::OtherMachine => StudyVerdict::OtherMachine,
            CellVerdict::NotPublished => StudyVerdict::NotPublished,
        }
    }
}

/// A number or words.
#[derive(Clone, Deserialize, Serialize, ToSchema)]
#[serde(untagged)]
pub(crate) enum StudyFigure {
    Number(f64),
    Text(String),
}

/// Two ends.
#[derive(Clone, Deserialize, Serialize, ToSchema)]
#[serde(from = "(f64, f64)")]
pub(crate) struct StudyInterval {
    low: f64,
    high: f64,
}

impl From<(f64, f64)> for StudyInterval {
    fn from((low, high): (f64, f64)) -> Self {
        StudyInterval { low, high }
    }
}

/// How to run a study.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct StudyRequest {
    /// Whether to compute everything, including the slow parts.
    #[serde(default)]
    full: bool,
    /// Seed for everything random; 1 by default.
    seed: Option<u32>,
}

/// The progress of one part of a study.
#[derive(Serialize, ToSchema)]
pub(crate) struct StudyProgress {
    part: String,
    done: usize,
    total: usize,
}

/// News of a study: the name of each event, and its data in JSON. The last one is `done` or `failed`.
#[derive(Serialize, ToSchema)]
#[serde(tag = "event", content = "data", rename_all = "lowercase")]
#[expect(dead_code, reason = "it describes what is sent")]
pub(crate) enum StudyEvent {
    /// A piece of work is done: a `StudyProgress`.
    Progress(String),
    /// The result, a `StudyResult`.
    Done(String),
    /// It was stopped: an `ErrorBody`.
    Failed(String),
}

/// Lists the published studies
#[utoipa::path(get, path = "/api/studies", tag = "studies", responses((status = 200, body = Studies)))]
pub(crate) async fn list() -> Answer<Studies> {
    Answer(Studies { studies: STUDIES.iter().map(StudyInfo::from).collect() })
}

/// Shows a study and its result: of the last run on this server, or the one that comes with the program
#[utoipa::path(
    get, path = "/api/studies/{study}", tag = "studies",
    params(("study" = String, Path, description = "The name of the study")),
    responses((status = 200, body = StudyPage))
)]
pub(crate) async fn study(State(app): State<Shared>, Path(id): Path<String>) -> Result<Answer<StudyPage>, ApiError> {
    let study = find(&id)?;
    let known = app.studies.lock().unwrap_or_else(PoisonError::into_inner);
    let (result, repeated) = match known.get(study.id) {
        Some(result) => (result.clone(), true),
        None => (StudyResult::committed(study), false),
    };
    Ok(Answer(StudyPage { about: study.into(), result, repeated }))
}

impl StudyResult {
    /// The result that comes with the program.
    fn committed(study: &Study) -> Self {
        serde_json::from_str(study.committed).expect("a test reads all committed results")
    }
}

/// Events that wait to be sent. If the client is slower than the study, some are skipped.
const WAITING: usize = 64;

/// Runs a study and reports its progress; it stops when the client goes away
///
/// The events are `progress` (several times), then `done` (the result) or `failed` (an error). Then close the
/// connection.
#[utoipa::path(
    post, path = "/api/studies/{study}/run", tag = "studies",
    params(("study" = String, Path, description = "The name of the study")),
    request_body = StudyRequest,
    responses((status = 200, content_type = "text/event-stream", body = StudyEvent, description = "Server-sent events"))
)]
pub(crate) async fn run(
    State(app): State<Shared>,
    Path(id): Path<String>,
    Json(request): Json<StudyRequest>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, ApiError> {
    let study = find(&id)?;
    let place_of_stream = app.streams.place().await?;
    let (slot, waiting) = app.workshop.slot(None).await?;
    let (tell, news) = mpsc::channel(WAITING);
    tokio::task::spawn_blocking(move || {
        let listener = |progress: Progress<'_>| {
            let Progress { what, done, total, .. } = progress;
            let news =
                StudyProgress { part: what.to_owned(), done: done as usize, total: total.unwrap_or(done) as usize };
            // The queue of a slow client is full; it sees a later one.
            let _ = tell.try_send(event("progress", &news));
        };
        let study_request = plyscope_studies::StudyRequest {
            full: request.full,
            seed: request.seed.unwrap_or(1).into(),
            jobs: NonZeroUsize::new(app.limits.experiment_jobs).unwrap_or(NonZeroUsize::MIN),
            work: slot.work().telling(&listener),
        };
        let last = match (study.run)(&study_request) {
            Ok(found) => {
                let result = StudyResult::from(found);
                let mut known = app.studies.lock().unwrap_or_else(PoisonError::into_inner);
                known.insert(study.id, result.clone());
                event("done", &result)
            }
            Err(_) => event("failed", &ApiError::new(ErrorCode::Failed, "the study was stopped").body()),
        };
        // The client may have gone.
        let _ = tell.blocking_send(last);
    });
    // Dropped when the client goes away, which stops the study.
    Ok(place_of_stream.events(news, waiting))
}

fn find(id: &str) -> Result<&'static Study, ApiError> {
    STUDIES.iter().find(|study| study.id == id).ok_or_else(|| {
        let known: Vec<&str> = STUDIES.iter().map(|study| study.id).collect();
        ApiError::new(ErrorCode::NotFound, format!("unknown study {id:?}; known: {}", known.join(", ")))
    })
}

impl From<&Study> for StudyInfo {
    fn from(study: &Study) -> Self {
        StudyInfo {
            study: study.id,
            title: study.title,
            claim: study.claim,
            takes: study.takes,
            full_takes: study.full_takes,
        }
    }
}

impl From<Reproduction> for StudyResult {
    fn from(found: Reproduction) -> Self {
        let cell = |cell: plyscope_studies::StudyCell| StudyCell {
            row: cell.row,
            column: cell.column,
            published: cell.published.map(StudyFigure::from),
            ours: cell.ours.into(),
            interval: cell.interval.map(StudyInterval::from),
            agrees: cell.verdict.agrees(),
            verdict: cell.verdict.into(),
            why: cell.why,
        };
        let table = |table: plyscope_studies::StudyTable| StudyTable {
            id: table.id.to_owned(),
            title: table.title,
            notes: table.notes,
            cells: table.cells.into_iter().map(cell).collect(),
        };
        StudyResult {
            study: found.study.to_owned(),
            tables: found.tables.into_iter().map(table).collect(),
            verdict: found.verdict,
        }
    }
}

impl From<Figure> for StudyFigure {
    fn from(figure: Figure) -> Self {
        match figure {
            // Larger counts than a double holds exactly occur in no study.
            Figure::Count(count) => StudyFigure::Number(count as f64),
            Figure::Number(number) => StudyFigure::Number(number),
            Figure::Text(text) => StudyFigure::Text(text),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The page shows them at once, so all must be readable, and be of the study that they are shown for.
    #[test]
    fn committed_results_can_be_read() {
        for study in STUDIES {
            let result = StudyResult::committed(study);
            assert_eq!(result.study, study.id);
            assert!(!result.verdict.is_empty() && result.tables.len() > 5, "{}", study.id);
        }
    }
}
