//! A league in Swiss rounds.

use std::collections::HashMap;
use std::path::Path;
use std::time::Duration;

use plyscope_core::Work;
use plyscope_league::{League, LeagueRequest, Played, Schedule};
use plyscope_registry::start;

use crate::{agent, enter};

fn play(folder: &Path, schedule: Schedule) -> Played {
    let start = start("tictactoe").expect("a game");
    let request = LeagueRequest {
        folder,
        start: &*start,
        games: 2,
        time: Duration::from_secs(2),
        within: None,
        schedule: Some(schedule),
        review: Duration::from_secs(1),
        may_build: false,
        jobs: 2,
    };
    let league = League::open(&request, &mut |_| {}, Work::never()).expect("a league");
    assert_eq!(league.review_time(), Duration::from_secs(5), "nine entrants on two threads");
    let played = league.play(Work::never()).expect("games");
    assert_eq!(played.runs.len(), league.n_pairs());
    played
}

#[test]
fn entrants_meet_in_swiss_rounds() {
    let folder = tempfile::tempdir().expect("a folder");
    for number in 0..9 {
        enter(folder.path(), &format!("player-{number}"), &agent(&format!("legal[{number} % len(legal)]")));
    }
    // Six pairs of yardsticks, nine entrants against each, and six rounds of four pairs with one bye.
    let first = play(folder.path(), Schedule::Swiss);
    assert_eq!((first.runs.len(), first.standings.played), (6 + 36 + 24, 2 * 66));
    let mut opponents: HashMap<&str, Vec<&str>> = HashMap::new();
    for (_, [one, other]) in &first.runs {
        assert!(!opponents.entry(one).or_default().contains(&other.as_str()), "{one} and {other} meet twice");
        opponents.entry(one).or_default().push(other);
        opponents.entry(other).or_default().push(one);
    }
    for (name, met) in opponents.iter().filter(|(name, _)| name.starts_with("player")) {
        let n_entrants = met.iter().filter(|other| other.starts_with("player")).count();
        assert_eq!(met.len() - n_entrants, 4, "{name} meets every yardstick");
        assert!((5..=6).contains(&n_entrants), "{name} has at most one bye: {met:?}");
    }
    // The same results pair the same players, and a round robin plays the rest.
    assert_eq!(play(folder.path(), Schedule::Swiss).standings.played, 0);
    assert_eq!(play(folder.path(), Schedule::RoundRobin).standings.played, 2 * (36 - 24));
}
