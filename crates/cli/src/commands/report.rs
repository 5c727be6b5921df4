//! `plyscope report` and `plyscope runs`: stored runs.

use std::io;
use std::path::Path;

use plyscope_arena::{
    ArenaError, ExportError, civil, html, summarise, write_csv, write_jsonl, write_parquet, write_pgn,
};
use plyscope_core::BadInput;
use plyscope_files::{Export, Exports, FileKind, cannot_write, printable};
use plyscope_store::Store;
use plyscope_view::{RunRecord, RunStatus, grouped};
use serde::Serialize;

use crate::args::{Files, Report, Runs};
use crate::interrupt;
use crate::output::{Failure, check_exports, print, print_json};
use crate::progress::LateBar;
use crate::summary_text;
use crate::table::framed;

pub(crate) fn run(options: &Report) -> Result<(), Failure> {
    interrupt::end_while_writing()?;
    let exports = options.files.exports(&options.database);
    check_exports(&exports, options.output.json)?;
    let store = Store::open(&options.database.db)?;
    let newest = || Ok::<_, Failure>(store.runs()?.last().map(|run| run.id));
    let run = match options.run {
        Some(run) => run,
        None => newest()?.ok_or_else(|| BadInput::new("there are no runs yet; `plyscope run` creates one"))?,
    };
    write_files(&options.files, &exports, &options.database.db, run)?;
    if exports.use_stdout() {
        return Ok(());
    }
    let summary = summarise(&store, run)?;
    if options.output.json { print_json(&summary) } else { print(&summary_text::describe(&summary)) }
}

/// Writes the files that were asked for.
pub(crate) fn write_files(files: &Files, exports: &Exports, db: &Path, run: i64) -> Result<(), Failure> {
    for (kind, file) in files.all() {
        let Some(file) = file else { continue };
        let store = Store::open(db)?;
        let mut out = exports.create(kind, file)?;
        let mut watched = Watched { out: &mut out, bar: LateBar::new(), bytes: 0, is_closed: false };
        let written = write(&store, run, kind, &mut watched);
        let is_closed = watched.is_closed;
        watched.bar.finish();
        let written = written.and_then(|()| Ok(out.finish()?));
        written.map_err(|error| match error {
            // The reader has enough, as in `plyscope report --csv - | head`.
            _ if is_closed => Failure::OutputClosed,
            ExportError::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => Failure::OutputClosed,
            ExportError::Output(error) => cannot_write(file, &error).into(),
            ExportError::Game(error) => Failure::from(error),
            ExportError::Store(error) => error.into(),
        })?;
    }
    Ok(())
}

/// A file with a progress bar: a million games take a while to write.
struct Watched<'a> {
    out: &'a mut Export,
    bar: LateBar,
    bytes: u64,
    /// Whether its reader has gone: the writers of formats wrap errors in their own.
    is_closed: bool,
}

impl io::Write for Watched<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes).inspect_err(|error| {
            self.is_closed |= error.kind() == io::ErrorKind::BrokenPipe;
        })?;
        self.bytes += written as u64;
        let megabytes = self.bytes / 1_000_000;
        self.bar.say(|| format!("{} MB written", grouped(megabytes)));
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush().inspect_err(|error| self.is_closed |= error.kind() == io::ErrorKind::BrokenPipe)
    }
}

fn write(store: &Store, run: i64, kind: FileKind, out: &mut (dyn io::Write + Send)) -> Result<(), ExportError> {
    match kind {
        FileKind::Csv => write_csv(store, run, out).map(drop),
        FileKind::Jsonl => write_jsonl(store, run, out).map(drop),
        FileKind::Pgn => write_pgn(store, run, out).map(drop),
        FileKind::Parquet => write_parquet(store, run, out).map(drop),
        _ => page(store, run, out),
    }
}

fn page(store: &Store, run: i64, out: &mut dyn io::Write) -> Result<(), ExportError> {
    let page = html(store, run).map_err(|error| match error {
        ArenaError::Input(error) => ExportError::Game(error),
        ArenaError::Store(error) => ExportError::Store(error),
    })?;
    Ok(out.write_all(page.as_bytes())?)
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
            printable(&run.name).into_owned(),
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
