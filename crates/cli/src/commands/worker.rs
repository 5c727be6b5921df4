//! `plyscope worker` and `plyscope workers`: games played for experiments of other machines, and who plays them.

use plyscope_cluster::{WorkerNews, WorkerNotice, WorkerOptions, work, workers};
use plyscope_files::printable;
use serde::Serialize;

use crate::args::{Worker, Workers};
use crate::interrupt;
use crate::output::{Failure, grouped, print, print_json, tell};
use crate::progress::LateBar;
use crate::table::framed;

pub(crate) fn run(options: &Worker) -> Result<(), Failure> {
    let address = options.entry.address(&options.url)?;
    let jobs = options.parallel.jobs().0.get();
    let stop = interrupt::flag()?;
    let json = options.output.json;
    let shown = address.shown().to_owned();
    let mut bar = LateBar::new();
    let mut show = |news: &WorkerNews| match news {
        WorkerNews::Ready(worker) if !json => {
            let threads = if jobs == 1 { "1 thread".to_owned() } else { format!("{jobs} threads") };
            tell(&format!("Worker {} is at {shown} with {threads}; Ctrl-C ends it.", worker.name));
        }
        WorkerNews::Now(worker) if !json => bar.say(|| doing(worker)),
        WorkerNews::Ready(_) | WorkerNews::Now(_) => {}
    };
    let options = WorkerOptions { jobs, allow_programs: options.allow_programs };
    let done = work(&address, &options, &stop, &mut show);
    bar.finish();
    let done = done?;
    if json {
        return print_json(&done);
    }
    tell(&format!("Played {}.", games(done.games)));
    Ok(())
}

fn games(games: u64) -> String {
    if games == 1 { "1 game".to_owned() } else { format!("{} games", grouped(games)) }
}

/// What a worker does, in a line.
fn doing(worker: &WorkerNotice) -> String {
    let what = worker.plays.as_deref().map_or("waiting for work".to_owned(), |plays| format!("playing {plays:?}"));
    format!("{what}, {} so far, {} per second", games(worker.games), grouped(worker.games_per_second as u64))
}

#[derive(Serialize)]
struct WorkersJson {
    workers: Vec<WorkerNotice>,
}

pub(crate) fn list(options: &Workers) -> Result<(), Failure> {
    let address = options.entry.address(&options.url)?;
    let workers = workers(&address)?;
    if options.output.json {
        return print_json(&WorkersJson { workers });
    }
    if workers.is_empty() {
        return print(&format!(
            "No worker is at {}; start some with `plyscope worker {}`.\n",
            address.shown(),
            address.shown()
        ));
    }
    let rows = workers.iter().map(|worker| {
        [
            printable(&worker.name).into_owned(),
            printable(&worker.machine).into_owned(),
            worker.cores.to_string(),
            worker.jobs.to_string(),
            printable(&worker.version).into_owned(),
            grouped(worker.games),
            grouped(worker.games_per_second as u64),
            worker.plays.as_deref().map_or("–".into(), printable).into_owned(),
        ]
    });
    print(&framed(["WORKER", "MACHINE", "CORES", "JOBS", "VERSION", "GAMES", "GAMES/S", "PLAYS"], rows))
}
