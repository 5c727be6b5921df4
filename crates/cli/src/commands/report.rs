//! `plyscope report` and `plyscope runs`: stored runs.

use std::io::Write;
use std::path::{Path, PathBuf};

use plyscope_arena::{ArenaError, ExportError, civil, html, summarise, write_csv, write_jsonl, write_pgn};
use plyscope_core::BadInput;
use plyscope_store::Store;
use plyscope_view::{RunRecord, RunStatus, grouped};
use serde::Serialize;

use crate::args::{Files, Report, Runs};
use crate::files::{cannot_write, write_complete};
use crate::output::{Failure, print, print_json};
use crate::summary_text;
use crate::table::framed;

pub(crate) fn run(options: &Report) -> Result<(), Failure> {
    let store = Store::open(&options.database.db)?;
    let newest = || Ok::<_, Failure>(store.runs()?.last().map(|run| run.id));
    let run = match options.run {
        Some(run) => run,
        None => newest()?.ok_or_else(|| BadInput::new("there are no runs yet; `plyscope run` creates one"))?,
    };
    write_files(&options.files, &options.database.db, run)?;
    let summary = summarise(&store, run)?;
    if options.output.json { print_json(&summary) } else { print(&summary_text::describe(&summary)) }
}

type Export = fn(&Store, i64, &mut dyn Write) -> Result<u64, ExportError>;

fn page(store: &Store, run: i64, out: &mut dyn Write) -> Result<u64, ExportError> {
    let page = html(store, run).map_err(|error| match error {
        ArenaError::Input(error) => ExportError::Game(error),
        ArenaError::Store(error) => ExportError::Store(error),
    })?;
    out.write_all(page.as_bytes())?;
    Ok(0)
}

/// Writes the files that were asked for.
pub(crate) fn write_files(files: &Files, db: &Path, run: i64) -> Result<(), Failure> {
    let exports: [(&Option<PathBuf>, Export); 5] = [
        (&files.html, |store, run, out| page(store, run, out)),
        (&files.csv, write_csv),
        (&files.jsonl, write_jsonl),
        (&files.pgn, write_pgn),
        (&files.parquet, parquet),
    ];
    for (file, export) in exports {
        let Some(file) = file else { continue };
        let store = Store::open(db)?;
        let written = write_complete(file, |out| export(&store, run, out).map(drop));
        written.map_err(|error| match error {
            ExportError::Output(error) => cannot_write(file, &error).into(),
            ExportError::Game(error) => Failure::from(error),
            ExportError::Store(error) => error.into(),
        })?;
    }
    Ok(())
}

#[cfg(feature = "parquet")]
fn parquet(store: &Store, run: i64, out: &mut dyn Write) -> Result<u64, ExportError> {
    // The Parquet writer needs to own its output, so the file is built in memory.
    let mut columns = Vec::new();
    let games = plyscope_arena::write_parquet(store, run, &mut columns)?;
    out.write_all(&columns)?;
    Ok(games)
}

#[cfg(not(feature = "parquet"))]
fn parquet(_: &Store, _: i64, _: &mut dyn Write) -> Result<u64, ExportError> {
    Err(ExportError::from(BadInput::new(
        "this program was built without Parquet; build it with `cargo build --release --features parquet`",
    )))
}

#[derive(Serialize)]
struct RunsJson {
    runs: Vec<RunJson>,
}

#[derive(Serialize)]
struct RunJson {
    #[serde(flatten)]
    record: RunRecord,
    seed: u64,
}

pub(crate) fn list(options: &Runs) -> Result<(), Failure> {
    let runs = Store::open(&options.database.db)?.runs()?;
    if options.output.json {
        let runs = runs.iter().map(|run| RunJson { record: run.into(), seed: run.seed });
        return print_json(&RunsJson { runs: runs.collect() });
    }
    if runs.is_empty() {
        return print("There are no runs yet; `plyscope run` creates one.\n");
    }
    let rows = runs.iter().map(|run| {
        [
            run.name.clone(),
            run.id.to_string(),
            grouped(run.played),
            grouped(run.planned),
            RunStatus::from(run.status).name().to_owned(),
            date(run.created_ms),
        ]
    });
    print(&framed(["EXPERIMENT", "RUN", "PLAYED", "GAMES", "STATUS", "BEGUN (UTC)"], rows))
}

/// A date and time without seconds.
fn date(ms: i64) -> String {
    let (year, month, day, hour, minute) = civil(ms);
    format!("{year}-{month:02}-{day:02} {hour:02}:{minute:02}")
}
