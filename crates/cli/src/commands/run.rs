//! `plyscope run`: plays and reports an experiment.

use std::path::{Path, PathBuf};
use std::time::Duration;

use plyscope_arena::{
    Ended, Experiment, Plan, QUICKSTART, RunEstimate, RunProgress, SessionRequest, Summary, compute, conduct,
    conduct_with, estimate, read_heuristic, shard_text,
};
use plyscope_cluster::{Address, Coordinator, Sources};
use plyscope_core::{BadInput, Progress, Work};
use plyscope_files::{Exports, printable, read_text};
use plyscope_view::{PlanSize, short_time};

use crate::args::{Database, Files, Run};
use crate::commands::report::write_files;
use crate::interrupt;
use crate::live::Live;
use crate::output::{Failure, check_exports, grouped, print, print_json, tell};
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
    let openings = experiment.openings.file.as_ref().map(|file| folder.join(file));
    let exports = options.files.exports(&options.database);
    let exports = exports.keeping("the experiment file", options.file.as_deref());
    let exports = exports.keeping("the file of openings", openings.as_deref());
    check_exports(&exports, options.output.json)?;
    if experiment.exact && !exports.is_empty() {
        return Err(BadInput::new("an experiment with exact = true has no games to export").into());
    }
    let mut plan = Plan::new(&experiment, &folder).map_err(place)?;
    if let Some(shard) = options.shard {
        plan = plan.only(shard).map_err(place)?;
    }
    plan.load_heuristics(&folder).map_err(place)?;
    let (jobs, hub) = (options.parallel.jobs().0.get(), options.hub.address()?);
    if options.check {
        return check(&plan, jobs, options.output.json);
    }
    if plan.exact && hub.is_some() {
        return Err(BadInput::new("an experiment with exact = true is computed, not played; leave out --on").into());
    }
    if plan.exact {
        let stop = interrupt::flag()?;
        let work = Work::new(&stop);
        let bars = Bars::default();
        let listener = |progress: Progress<'_>| bars.show(progress);
        let found = compute(&plan, jobs, work.telling(&listener));
        bars.finish();
        let found = found.map_err(|error| match work.check() {
            Ok(()) => Failure::from(error),
            Err(_) => Failure::Interrupted("stopped; nothing was computed".to_owned()),
        })?;
        return if options.output.json { print_json(&found) } else { print(&summary_text::exact(&plan, &found)) };
    }
    play(&Playing {
        plan: &plan,
        text: &text,
        database: &options.database,
        jobs,
        hub,
        folder: &folder,
        resume: options.resume,
        files: &options.files,
        exports: &exports,
        json: options.output.json,
        predict: false,
        again: resume_command(options)?,
        draw: &|_| Ok(()),
    })
}

/// A run to play.
pub(crate) struct Playing<'a> {
    pub(crate) plan: &'a Plan,
    /// The experiment file.
    pub(crate) text: &'a str,
    pub(crate) database: &'a Database,
    pub(crate) jobs: usize,
    /// Whose workers play, if it is not this process.
    pub(crate) hub: Option<Address>,
    /// The folder of the experiment.
    pub(crate) folder: &'a Path,
    pub(crate) resume: bool,
    pub(crate) files: &'a Files,
    pub(crate) exports: &'a Exports,
    pub(crate) json: bool,
    /// Whether to say first how long it will take.
    pub(crate) predict: bool,
    /// How a run that was stopped is continued.
    pub(crate) again: String,
    /// Draws what was found, if that was asked for.
    pub(crate) draw: &'a dyn Fn(&Summary) -> Result<(), Failure>,
}

/// Plays a run with its progress, writes the files that were asked for, and shows what was found.
pub(crate) fn play(playing: &Playing<'_>) -> Result<(), Failure> {
    let Playing { plan, text, json, jobs, resume, exports, .. } = *playing;
    let stop = interrupt::flag()?;
    let (work, db) = (Work::new(&stop), &playing.database.db);
    if playing.predict && !json && playing.hub.is_none() {
        expectation(plan, jobs, work)?.iter().for_each(|sentence| tell(sentence));
        if work.is_cancelled() {
            return Err(Failure::Interrupted("stopped; nothing was played".to_owned()));
        }
    }
    let request = SessionRequest { plan, text, db, resume, jobs, work };
    let mut live = Live::new(plan, json);
    let mut on_start = |run, known: u64| {
        if !json {
            let resumed =
                if known > 0 { format!(", {} of them already played", grouped(known)) } else { String::new() };
            let games = grouped(plan.n_games());
            let part = part_text(plan).map_or(String::new(), |part| format!("{part}, "));
            tell(&format!("Run {run} of {:?} in {}: {part}{games} games{resumed}.", plan.name, db.display()));
        }
    };
    let mut on_progress = |progress: &RunProgress<'_>| live.show(progress);
    let conducted = match &playing.hub {
        None => conduct(&request, &mut on_start, &mut on_progress),
        Some(hub) => {
            let read = |path: &str| read_heuristic(&playing.folder.join(path));
            let sources = Sources { folder: playing.folder, database: db, read: &read };
            let mut coordinator = Coordinator::connect(hub, plan, &sources, resume, work)?;
            let conducted = conduct_with(&request, &mut coordinator, &mut on_start, &mut on_progress);
            if conducted.as_ref().is_ok_and(|conducted| conducted.ended == Ended::Complete) {
                coordinator.complete();
            }
            conducted
        }
    };
    live.finish();
    let conducted = conducted?;
    if conducted.was_finished && !json {
        tell(
            "It is finished, so nothing was played. To play more, change games or seed in the experiment; to play it \
             again as a new run, leave out --resume.",
        );
    }
    // A signal after the last game, while it was summed up.
    if work.is_cancelled() && conducted.ended == Ended::Complete && !exports.is_empty() {
        return Err(Failure::Interrupted(interrupt::NOT_WRITTEN.to_owned()));
    }
    interrupt::only_files_are_left();
    write_files(playing.files, exports, db, conducted.run)?;
    (playing.draw)(&conducted.summary)?;
    if !exports.use_stdout() {
        show(&conducted.summary, json)?;
    }
    match conducted.ended {
        Ended::Complete => Ok(()),
        Ended::Stopped => Err(Failure::Interrupted(format!(
            "stopped after {} of {} games, all of them stored; to continue:\n  {}",
            grouped(conducted.summary.played),
            grouped(conducted.summary.games),
            playing.again
        ))),
    }
}

fn show(summary: &Summary, json: bool) -> Result<(), Failure> {
    if json { print_json(summary) } else { print(&summary_text::describe(summary)) }
}

fn resume_command(options: &Run) -> Result<String, BadInput> {
    let quoted = |path: &Path| {
        let text = path.display().to_string();
        let is_plain = text.chars().all(|c| c.is_ascii_alphanumeric() || "/._-".contains(c));
        if is_plain { text } else { format!("'{}'", text.replace('\'', "'\\''")) }
    };
    let file = options.file.as_deref().map_or(String::new(), |file| format!(" {}", quoted(file)));
    let shard = options.shard.map_or(String::new(), |shard| format!(" --shard {}", shard_text(shard)));
    let on = options.hub.again()?;
    Ok(format!("plyscope run{file}{shard} --db {}{on} --resume", quoted(&options.database.db)))
}

/// Which part of an experiment is played, if not all of it.
fn part_text(plan: &Plan) -> Option<String> {
    plan.shard().map(|shard| format!("part {} of {}", grouped(shard.number.into()), grouped(shard.count.into())))
}

/// The largest experiment file. A thousand players with long formulas need less than a tenth of it.
const MAX_EXPERIMENT_BYTES: u64 = 4 << 20;

/// The text of an experiment and the folder of its file.
fn read(file: Option<&Path>) -> Result<(String, PathBuf), BadInput> {
    let Some(file) = file else { return Ok((QUICKSTART.to_owned(), PathBuf::new())) };
    let text = read_text(file, "the experiment file", MAX_EXPERIMENT_BYTES)?;
    Ok((text, file.parent().map_or_else(PathBuf::new, Path::to_path_buf)))
}

#[derive(serde::Serialize)]
struct CheckJson {
    #[serde(flatten)]
    size: PlanSize,
    /// Which part of the experiment these games are.
    #[serde(skip_serializing_if = "Option::is_none")]
    shard: Option<String>,
    players: Vec<(String, String)>,
}

/// How long games are sampled for an estimate.
const BUDGET: Duration = Duration::from_secs(2);

/// What a run will take, in a sentence; nothing if that was not found out.
fn expectation(plan: &Plan, jobs: usize, work: Work<'_>) -> Result<Option<String>, Failure> {
    let games = grouped(plan.n_games());
    Ok(estimate(plan, jobs, BUDGET, work)?.map(|time| match time {
        RunEstimate::Range { expected, low, high } => {
            let [expected, low, high] = [expected, low, high].map(short_time);
            format!("{games} games will take about {expected} (probably {low} to {high}).")
        }
        RunEstimate::MoreThan(time) => format!("{games} games will take more than {}.", short_time(time)),
    }))
}

/// Shows what would be played.
pub(crate) fn check(plan: &Plan, jobs: usize, json: bool) -> Result<(), Failure> {
    let stop = interrupt::flag_or_end("stopped; nothing was played")?;
    let time = if plan.exact { None } else { estimate(plan, jobs, BUDGET, Work::new(&stop))? };
    let size = PlanSize::new(plan, time);
    if json {
        let players = plan.players.iter().map(|p| (p.name.clone(), p.player.to_string())).collect();
        return print_json(&CheckJson { size, shard: plan.shard().map(shard_text), players });
    }
    let rows = plan.players.iter().map(|entrant| [printable(&entrant.name).into_owned(), entrant.player.to_string()]);
    let mut text = format!("{}\n\n{}\n", printable(&plan.name), framed(["PLAYER", "SPEC"], rows));
    for board in &plan.boards {
        let openings = match board.openings.len() {
            0 => "from the start".to_owned(),
            n => format!("from {} openings", grouped(n as u64)),
        };
        text.push_str(&format!("{} {openings}\n", board.spec));
    }
    let games = plan.cells.first().map_or(0, |cell| cell.games);
    let what = if plan.exact {
        "computed, not played".to_owned()
    } else if let Some(part) = part_text(plan) {
        part
    } else {
        format!("{} games each", grouped(u64::from(games)))
    };
    text.push_str(&format!("{} cells, {what}", grouped(plan.cells.len() as u64)));
    let games = grouped(size.games);
    let shown = |seconds: f64| short_time(Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX));
    if let (Some(expected), Some([low, high])) = (size.estimate_s, size.estimate_range_s) {
        let threads = if jobs == 1 { "1 thread".to_owned() } else { format!("{jobs} threads") };
        let [expected, low, high] = [expected, low, high].map(shown);
        text.push_str(&if size.may_stop {
            format!(": at most {games} games, at most about {expected} on {threads} ({low} at the earliest stop)")
        } else {
            format!(": {games} games, about {expected} on {threads} (probably {low} to {high})")
        });
    } else if !plan.exact {
        text.push_str(&format!(": {games} games"));
    }
    text.push_str(".\n");
    size.notes.iter().for_each(|note| text.push_str(&format!("Note: {note}.\n")));
    print(&text)
}
