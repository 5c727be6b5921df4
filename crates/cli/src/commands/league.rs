//! `plyscope league`: a tournament for a class.

use plyscope_arena::Ended;
use plyscope_core::{Progress, Work};
use plyscope_league::{LeagueRequest, Standing, Standings, State};
use plyscope_registry::start;
use plyscope_view::short_time;

use crate::args::League;
use crate::interrupt;
use crate::output::{Failure, grouped, print, print_json, tell};
use crate::progress::Bars;
use crate::table::right_aligned;

pub(crate) fn run(options: &League) -> Result<(), Failure> {
    let start = start(&options.game)?;
    let request = LeagueRequest {
        folder: &options.folder,
        start: &*start,
        games: options.games,
        time: options.time,
        within: options.within,
        schedule: options.schedule.map(Into::into),
        review: options.review,
        may_build: options.build,
        jobs: options.parallel.jobs().0.get(),
    };
    let stop = interrupt::flag()?;
    let bars = Bars::default();
    let show = |progress: Progress<'_>| bars.show(progress);
    let work = Work::new(&stop).telling(&show);
    let stopped = || Failure::Interrupted("stopped; what was played is kept, and the same command goes on".to_owned());
    let say = |text: &str| if options.output.json { Ok(()) } else { print(text) };
    let mut checked = Ok(());
    let league = plyscope_league::League::open(
        &request,
        &mut |name| checked = say(&format!("checking {name}\n")),
        work.silent(),
    );
    checked?;
    let league = league.map_err(|error| if work.is_cancelled() { stopped() } else { error.into() })?;
    say(&format!(
        "{}, {}: {} pairs of {} games, about {} if all of them are to be played, and at most {} for judging \
         lost games\n",
        league.schedule.name(),
        league.reason,
        league.n_pairs(),
        options.games,
        short_time(league.estimate),
        short_time(league.review_time())
    ))?;
    let played = league.play(work).and_then(|mut played| league.review(&mut played, work).map(|()| played));
    bars.finish();
    let mut played = played?;
    if let Some(site) = &options.site {
        league.write_site(&mut played, site)?;
    }
    if options.output.json {
        print_json(&played.standings)?;
    } else {
        print(&text(&played.standings))?;
    }
    if played.ended == Ended::Stopped {
        return Err(stopped());
    }
    if let Some(site) = options.site.as_ref().filter(|_| !options.output.json) {
        tell(&format!("Wrote {}", site.join("index.html").display()));
    }
    Ok(())
}

fn text(standings: &Standings) -> String {
    let number = |value: f64| format!("{value:.0}");
    let row = |one: &Standing| {
        if one.state == State::Broken {
            return [one.name.clone(), "broken".to_owned(), String::new(), String::new(), String::new()];
        }
        let [won, drawn, lost] = one.record.map(grouped);
        [
            one.name.clone(),
            one.rating.map_or_else(String::new, number),
            one.interval.map_or_else(String::new, |[low, high]| format!("{} to {}", number(low), number(high))),
            one.better_than_next.map_or_else(String::new, |share| format!("{:.0} %", 100.0 * share)),
            format!("{won}-{drawn}-{lost}"),
        ]
    };
    let head = ["player", "rating", "95 % interval", "above the next", "won-drawn-lost"];
    let table = right_aligned(head, standings.entrants.iter().map(row));
    format!("\n{table}\n{} games, {} of them new\n", grouped(standings.games), grouped(standings.played))
}
