//! Leagues of small classes.

mod classes;
mod lessons;
mod reader;
mod rounds;
mod site;

use std::fs;
use std::path::Path;
use std::time::Duration;

use plyscope_core::Work;
use plyscope_league::{League, LeagueRequest, Played, Schedule, State};
use plyscope_registry::{AnyPosition, start};

/// A player in Python that chooses with this expression.
fn agent(choice: &str) -> String {
    format!(
        "import random, sys, time\nfor line in sys.stdin:\n    word, _, rest = line.strip().partition(' ')\n    \
         if word == 'lines': print('lines 1 x', flush=True)\n    if word == 'legal': legal = rest.split()\n    \
         if word == 'go': print('move', {choice}, flush=True)\n"
    )
}

/// Puts an entrant into a league.
fn enter(league: &Path, name: &str, source: &str) {
    fs::create_dir_all(league.join(name)).expect("a folder");
    fs::write(league.join(name).join("agent.py"), source).expect("a file");
}

/// Holds a league of a game.
fn hold(folder: &Path, game: &str, within: Option<Duration>, site: Option<&Path>) -> (Schedule, Played) {
    let start = start(game).expect("a game");
    let request = LeagueRequest { within, ..request(folder, &*start) };
    let league = League::open(&request, &mut |_| {}, Work::never()).expect("a league");
    let mut played = league.play(Work::never()).expect("games");
    league.review(&mut played, Work::never()).expect("lessons");
    if let Some(site) = site {
        league.write_site(&mut played, site).expect("a site");
    }
    (league.schedule, played)
}

fn request<'a>(folder: &'a Path, start: &'a dyn AnyPosition) -> LeagueRequest<'a> {
    LeagueRequest {
        folder,
        start,
        games: 2,
        time: Duration::from_secs(2),
        within: None,
        schedule: None,
        may_build: true,
        review: Duration::from_secs(2),
        jobs: 2,
    }
}

/// Names with their states, in the order of the table.
fn states(played: &Played) -> Vec<(&str, State)> {
    played.standings.entrants.iter().map(|one| (one.name.as_str(), one.state)).collect()
}
