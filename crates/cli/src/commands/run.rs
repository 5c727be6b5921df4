//! `plyscope run`: an experiment, played and reported.

use std::path::{Path, PathBuf};
use std::time::Duration;

use plyscope_arena::{Ended, Experiment, Plan, QUICKSTART, SessionRequest, Summary, compute, conduct, estimate};
use plyscope_core::{BadInput, Progress, Work};
use plyscope_registry::Jobs;

use crate::args::Run;
use crate::commands::report::write_files;
use crate::interrupt;
use crate::live::{Live, seconds};
use crate::output::{Failure, grouped, print, print_json, tell};
use crate::progress::Bars;
use crate::summary_text;
use crate::table::framed;

pub(crate) fn run(options: &Run) -> Result<(), Failure> {
    if options.schema {
        return print(&Experiment::schema());
    }
    let (text, folder) = read(options.file.as_deref())?;
    let place = |error: BadInput| match &options.file {
        Some(file) => BadInput::new(format!("{}: {error}", file.display())),
        None => error,
    };
    let experiment = Experiment::read(&text).map_err(place)?;
    let plan = Plan::new(&experiment, &folder).map_err(place)?;
    let jobs = options.jobs.unwrap_or_else(Jobs::all_cores).0.get();
    if options.check {
        return check(&plan, jobs, options.json);
    }
    let stop = interrupt::flag()?;
    let work = Work::new(&stop);
    if plan.exact {
        let bars = Bars::default();
        let listener = |progress: Progress<'_>| bars.show(progress);
        let found = compute(&plan, jobs, work.telling(&listener));
        bars.finish();
        let found = found?;
        return if options.json { print_json(&found) } else { print(&summary_text::exact(&plan, &found)) };
    }
    let request = SessionRequest { plan: &plan, text: &text, db: &options.db, resume: options.resume, jobs, work };
    let mut live = Live::new(&plan, options.json);
    let mut on_start = |run, known: u64| {
        if !options.json {
            let resumed =
                if known > 0 { format!(", {} of them are there already", grouped(known)) } else { String::new() };
            let games = grouped(plan.n_games());
            tell(&format!("Run {run} of {:?} in {}: {games} games{resumed}.", plan.name, options.db.display()));
        }
    };
    let conducted = conduct(&request, &mut on_start, &mut |progress| live.show(progress));
    live.finish();
    let conducted = conducted?;
    write_files(&options.files, &options.db, conducted.run)?;
    show(&conducted.summary, options.json)?;
    match conducted.ended {
        Ended::Complete => Ok(()),
        Ended::Stopped => Err(Failure::Interrupted(format!(
            "stopped with {} of {} games, all kept; to go on:\n  {}",
            grouped(conducted.summary.played),
            grouped(conducted.summary.games),
            resume_command(options)
        ))),
    }
}

fn show(summary: &Summary, json: bool) -> Result<(), Failure> {
    if json { print_json(summary) } else { print(&summary_text::describe(summary)) }
}

fn resume_command(options: &Run) -> String {
    let quoted = |path: &Path| {
        let text = path.display().to_string();
        let is_plain = text.chars().all(|c| c.is_ascii_alphanumeric() || "/._-".contains(c));
        if is_plain { text } else { format!("'{}'", text.replace('\'', "'\\''")) }
    };
    let file = options.file.as_deref().map_or(String::new(), |file| format!(" {}", quoted(file)));
    format!("plyscope run{file} --db {} --resume", quoted(&options.db))
}

/// The text of an experiment and the folder to which it belongs.
fn read(file: Option<&Path>) -> Result<(String, PathBuf), BadInput> {
    let Some(file) = file else { return Ok((QUICKSTART.to_owned(), PathBuf::new())) };
    let text = std::fs::read_to_string(file)
        .map_err(|error| BadInput::new(format!("cannot read the experiment file {}: {error}", file.display())))?;
    Ok((text, file.parent().map_or_else(PathBuf::new, Path::to_path_buf)))
}

#[derive(serde::Serialize)]
struct CheckJson {
    name: String,
    players: Vec<(String, String)>,
    boards: Vec<String>,
    openings: Vec<usize>,
    cells: usize,
    games: u64,
    estimate_s: Option<f64>,
    notes: Vec<String>,
}

/// Shows what would be played.
fn check(plan: &Plan, jobs: usize, json: bool) -> Result<(), Failure> {
    const BUDGET: Duration = Duration::from_secs(2);
    let time = if plan.exact { None } else { estimate(plan, jobs, BUDGET, Work::never())? };
    if json {
        return print_json(&CheckJson {
            name: plan.name.clone(),
            players: plan.players.iter().map(|p| (p.name.clone(), p.player.to_string())).collect(),
            boards: plan.boards.iter().map(|board| board.spec.clone()).collect(),
            openings: plan.boards.iter().map(|board| board.openings.len()).collect(),
            cells: plan.cells.len(),
            games: plan.n_games(),
            estimate_s: time.map(|time| time.as_secs_f64()),
            notes: plan.notes.clone(),
        });
    }
    let rows = plan.players.iter().map(|entrant| [entrant.name.clone(), entrant.player.to_string()]);
    let mut text = format!("{}\n\n{}\n", plan.name, framed(["PLAYER", "SPEC"], rows));
    for board in &plan.boards {
        let openings = match board.openings.len() {
            0 => "from the start".to_owned(),
            n => format!("from {} openings", grouped(n as u64)),
        };
        text.push_str(&format!("{} {openings}\n", board.spec));
    }
    let what = if plan.exact { "to be computed" } else { "games each" };
    let games = plan.cells.first().map_or(0, |cell| cell.games);
    text.push_str(&format!("{} cells, {games} {what}", grouped(plan.cells.len() as u64)));
    if let Some(time) = time {
        let early = if plan.stop.sprt.is_some() || plan.stop.width.is_some() { " at most" } else { "" };
        let threads = if jobs == 1 { "1 thread".to_owned() } else { format!("{jobs} threads") };
        text.push_str(&format!(": {} games{early}, about {} on {threads}", grouped(plan.n_games()), seconds(time)));
    }
    text.push_str(".\n");
    plan.notes.iter().for_each(|note| text.push_str(&format!("Note: {note}.\n")));
    print(&text)
}
