//! Pages of a league: a report for each entrant, and the table as a static site.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use minijinja::{Environment, context};
use plyscope_agents::Problem;
use plyscope_arena::{ArenaError, html};
use plyscope_core::BadInput;
use plyscope_store::Store;

use crate::entrant::{Entrant, State};
use crate::lesson_page;
use crate::lost::Lessons;
use crate::season::Played;

const REPORT: &str = include_str!("report.html");
const TABLE: &str = include_str!("table.html");

fn render(name: &str, values: minijinja::Value) -> Result<String, BadInput> {
    let mut environment = Environment::new();
    let failed = |error: minijinja::Error| BadInput::new(format!("a page of the league cannot be written: {error}"));
    environment.add_template("report.html", REPORT).map_err(failed)?;
    environment.add_template("table.html", TABLE).map_err(failed)?;
    environment.get_template(name).and_then(|template| template.render(values)).map_err(failed)
}

fn put(folder: &Path, name: &str, text: &str) -> Result<(), BadInput> {
    let failed =
        |error: std::io::Error| BadInput::new(format!("cannot write {}: {error}", folder.join(name).display()));
    fs::create_dir_all(folder).map_err(failed)?;
    fs::write(folder.join(name), text).map_err(failed)
}

/// What the reports say about lost games.
pub(crate) struct Reviewed<'a> {
    pub(crate) lessons: &'a BTreeMap<String, Lessons>,
    /// The time for all games of an entrant.
    pub(crate) time: Duration,
    /// Whether there are pages of games beside the reports.
    pub(crate) has_games: bool,
}

/// Writes the report of every entrant.
pub(crate) fn write_reports(
    folder: &Path,
    entrants: &[Entrant],
    reviewed: Option<&Reviewed<'_>>,
) -> Result<(), BadInput> {
    for entrant in entrants {
        let lessons = reviewed.and_then(|all| Some((all, all.lessons.get(&entrant.name)?)));
        let lessons = lessons.map(|(all, one)| lesson_page::page(one, all.time, all.has_games)).transpose()?;
        let problem = |problem: &Problem| {
            context! { what => &problem.what, answer => &problem.answer, hint => &problem.hint }
        };
        let problems: Vec<minijinja::Value> = entrant.checked.problems.iter().map(problem).collect();
        let page = render(
            "report.html",
            context! {
                name => &entrant.name,
                game => &entrant.checked.game,
                questions => entrant.checked.questions,
                mean_ms => format!("{:.1}", entrant.checked.mean_ms),
                slowest_ms => format!("{:.1}", entrant.checked.slowest_ms),
                problems => problems,
                version => format!("{:016x}", entrant.version),
                is_ok => entrant.state() == State::Ok,
                lessons => lessons,
            },
        )?;
        put(folder, &format!("{}.html", entrant.name), &page)?;
    }
    Ok(())
}

/// Writes `index.html`, `reports/NAME.html` and `games/N.html`; returns where the first is.
pub(crate) fn write_site(
    site: &Path,
    entrants: &[Entrant],
    played: &Played,
    review_time: Duration,
    store: &Store,
) -> Result<PathBuf, ArenaError> {
    let reviewed = Reviewed { lessons: &played.lessons, time: review_time, has_games: true };
    write_reports(&site.join("reports"), entrants, Some(&reviewed))?;
    let mut pairs = Vec::new();
    for (run, names) in &played.runs {
        let file = format!("{run}.html");
        put(&site.join("games"), &file, &html(store, *run)?)?;
        pairs.push(context! { names => names, file => format!("games/{file}") });
    }
    let number = |value: f64| format!("{value:.0}");
    let rows: Vec<minijinja::Value> = played
        .standings
        .entrants
        .iter()
        .map(|one| {
            context! {
                name => &one.name,
                report => (!one.yardstick).then(|| format!("reports/{}.html", one.name)),
                is_ok => one.state == State::Ok,
                rating => one.rating.map(number),
                interval => one.interval.map(|[low, high]| format!("{} to {}", number(low), number(high))),
                better => one.better_than_next.map(|share| format!("{:.0} %", 100.0 * share)),
                record => one.record,
                forfeits => one.forfeits,
            }
        })
        .collect();
    let page = render("table.html", context! { game => &played.standings.game, rows => rows, pairs => pairs })?;
    put(site, "index.html", &page)?;
    Ok(site.join("index.html"))
}
