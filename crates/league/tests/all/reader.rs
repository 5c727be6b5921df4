//! The table that others read, against the one that the league itself computes.

use std::fs;
use std::path::Path;

use plyscope_core::Work;
use plyscope_league::{League, LeagueRequest, Played, Reader, Schedule};
use plyscope_registry::start;

use crate::{agent, enter, hold, request};

/// The table of a reader must be that of the league: names, states, ratings, results and runs.
fn compare(reader: &mut Reader, played: &Played) {
    let table = reader.table().expect("readable").expect("it was held");
    let theirs = &played.standings;
    let rows = |standings: Vec<&plyscope_league::Standing>| {
        let row = |one: &plyscope_league::Standing| (one.name.clone(), one.state, one.record, one.forfeits);
        let mut rows: Vec<_> = standings.into_iter().map(row).collect();
        // Equal ratings have no order of their own.
        rows.sort_by(|one, other| one.0.cmp(&other.0));
        rows
    };
    let ours: Vec<_> = table.entrants.iter().map(|placed| &placed.standing).collect();
    assert_eq!(rows(ours.clone()), rows(theirs.entrants.iter().collect()));
    for one in ours {
        let other = theirs.entrants.iter().find(|other| other.name == one.name).expect("it is in both");
        let ends =
            |one: &plyscope_league::Standing| one.rating.zip(one.interval).map(|(elo, [low, high])| [low, elo, high]);
        for (mine, other) in ends(one).iter().flatten().zip(ends(other).iter().flatten()) {
            assert!((mine - other).abs() < 1e-6, "{}: {mine} {other}", one.name);
        }
        assert_eq!(ends(one).is_some(), ends(other).is_some());
    }
    assert_eq!(table.runs.iter().map(|run| run.run).collect::<Vec<_>>(), theirs.run);
    assert_eq!((table.game.as_str(), table.is_playing), (theirs.game.as_str(), false));
}

#[test]
fn a_reader_sees_the_table_of_the_last_call() {
    let folder = tempfile::tempdir().expect("a folder");
    let league = folder.path();
    enter(league, "anna", &agent("random.choice(legal)"));
    enter(league, "bob", &agent("legal[0]"));
    enter(league, "carl", "no python at all");
    let mut reader = Reader::new(league).expect("a folder");
    assert!(reader.table().expect("readable").is_none(), "nobody has held it");
    let mut again = |game: &str| compare(&mut reader, &hold(league, game, None, None).1);
    again("tictactoe");
    // Another version, another game, and both back: their games are older than others of the store.
    enter(league, "bob", &agent("legal[-1]"));
    again("tictactoe");
    again("pawn:4x4");
    enter(league, "bob", &agent("legal[0]"));
    again("tictactoe");
    fs::remove_dir_all(league.join("anna")).expect("a folder");
    again("tictactoe");
}

/// What an earlier schedule played beyond the last one is not counted, nor are rounds of others.
#[test]
fn only_the_last_schedule_counts() {
    let folder = tempfile::tempdir().expect("a folder");
    let league = folder.path();
    for (name, choice) in [("anna", "legal[0]"), ("bob", "legal[-1]"), ("dora", "legal[len(legal) // 2]")] {
        enter(league, name, &agent(choice));
    }
    let (mut reader, start) = (Reader::new(league).expect("a folder"), start("tictactoe").expect("a game"));
    let schedules = [Schedule::RoundRobin, Schedule::Gauntlet, Schedule::Swiss, Schedule::RoundRobin];
    let mut runs = Vec::new();
    for schedule in schedules {
        let request = LeagueRequest { schedule: Some(schedule), ..request(league, &*start) };
        let opened = League::open(&request, &mut |_| {}, Work::never()).expect("a league");
        let played = opened.play(Work::never()).expect("games");
        compare(&mut reader, &played);
        runs.push(played.standings.run.len());
    }
    // Seven players, of whom three are entrants, who all meet in three Swiss rounds.
    assert_eq!(runs, [21, 18, 21, 21]);
}

#[test]
fn reports_are_those_of_entrants() {
    let folder = tempfile::tempdir().expect("a folder");
    enter(folder.path(), "carl", "no python at all");
    hold(folder.path(), "tictactoe", None, None);
    fs::write(folder.path().join("secret.html"), "secret").expect("a file");
    let reader = Reader::new(folder.path()).expect("a folder");
    let report = reader.report("carl").expect("readable").expect("a report");
    assert!(report.contains("It does not play"), "{report}");
    for name in ["../secret", "yardstick-random", "league.toml", "dora", ""] {
        assert_eq!(reader.report(name).expect("readable"), None, "{name}");
    }
    let missing = Reader::new(Path::new("no such folder")).err().expect("no folder").to_string();
    assert!(missing.contains("there is no folder no such folder"), "{missing}");
}
