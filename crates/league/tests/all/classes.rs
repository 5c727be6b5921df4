//! Who plays, what is played, and what is not played again.

use std::fs;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use plyscope_agents::Language;
use plyscope_arena::Ended;
use plyscope_core::Work;
use plyscope_league::{League, LeagueRequest, Schedule, State};
use plyscope_registry::start;

use crate::{agent, enter, hold, states};

const RANDOM: &str = "random.choice(legal)";

#[test]
fn only_what_is_missing_is_played() {
    let folder = tempfile::tempdir().expect("a folder");
    let league = folder.path();
    enter(league, "anna", &agent(RANDOM));
    enter(league, "bob", &agent("legal[0]"));
    enter(league, "carl", "no python at all");
    let play = || hold(league, "tictactoe", None, None).1;
    // Two entrants and four yardsticks: 15 pairs of 2 games.
    let first = play();
    assert_eq!((first.standings.games, first.standings.played), (30, 30));
    assert_eq!(first.standings.entrants.len(), 7);
    assert_eq!(states(&first).last(), Some(&("carl", State::Broken)));
    // Nothing has changed.
    let second = play();
    assert_eq!((second.standings.games, second.standings.played), (30, 0));
    assert_eq!(states(&second), states(&first), "the same games give the same table");
    // A changed entrant meets its five opponents again, under the same name.
    enter(league, "bob", &agent("legal[-1]"));
    let third = play();
    assert_eq!((third.standings.games, third.standings.played), (30, 10));
    // The old version comes back: its games are still there.
    enter(league, "bob", &agent("legal[0]"));
    assert_eq!(play().standings.played, 0);
    // A new entrant meets six, a withdrawn one nobody.
    enter(league, "dora", &agent(RANDOM));
    let fourth = play();
    assert_eq!((fourth.standings.games, fourth.standings.played), (42, 12));
    fs::remove_dir_all(league.join("anna")).expect("a folder");
    let fifth = play();
    assert_eq!((fifth.standings.games, fifth.standings.played), (30, 0));
    assert!(states(&fifth).iter().all(|(name, _)| *name != "anna"));
}

#[test]
fn every_game_counts_once_for_each_of_its_players() {
    let folder = tempfile::tempdir().expect("a folder");
    enter(folder.path(), "anna", &agent(RANDOM));
    enter(folder.path(), "yardstick-random", &agent(RANDOM));
    let (_, played) = hold(folder.path(), "pawn:4x4", None, None);
    let table = &played.standings;
    let n_results: u64 = table.entrants.iter().flat_map(|one| one.record).sum();
    assert_eq!((n_results, table.games), (60, 30), "an entrant with the name of a yardstick is another player");
    let [wins, losses] = [0, 2].map(|index| table.entrants.iter().map(|one| one.record[index]).sum::<u64>());
    assert_eq!(wins, losses);
    let ratings: Vec<f64> = table.entrants.iter().filter_map(|one| one.rating).collect();
    assert!(ratings.is_sorted_by(|one, next| one >= next), "{ratings:?}");
    assert!(ratings.iter().sum::<f64>().abs() < 1e-6, "their mean is 0");
    for one in &table.entrants {
        let ([low, high], rating) = (one.interval.expect("it played"), one.rating.expect("it played"));
        assert!(low < rating && rating < high);
    }
    assert_eq!((table.ratings.len(), table.run.len()), (6, 15));
}

/// Faults of ten entrants; none of them plays, and each for its own reason.
const BROKEN: [(&str, &str); 10] = [
    ("syntax", "this is no python"),
    ("silent", "import sys\nsys.exit()"),
    ("talks", "print('hello')"),
    ("version", "print('lines 7 x', flush=True)\ninput()"),
    ("illegal", "'z9'"),
    ("crash", "1 / 0"),
    ("empty", "''"),
    ("flood", "'x' * 10**7"),
    ("second", "legal[0] if len(legal) % 2 else [][0]"),
    ("resigns", "'resign'"),
];

#[test]
fn thirty_entrants_in_four_languages() {
    let folder = tempfile::tempdir().expect("a folder");
    let league = folder.path();
    for (name, source) in BROKEN {
        let is_choice = !source.contains("import") && !source.starts_with("print") && name != "syntax";
        enter(league, &format!("broken-{name}"), &if is_choice { agent(source) } else { source.to_owned() });
    }
    for number in 0..10 {
        enter(league, &format!("weak-{number}"), &agent(RANDOM));
        let language = Language::ALL[number % 5];
        let good = league.join(format!("good-{number}"));
        language.write("tictactoe", &good).expect("a template");
        let text = fs::read_to_string(good.join("agent.toml")).expect("a file");
        let other = text.lines().find_map(|line| line.split_once("folder: ")).expect("the better player").1;
        let key = other.split(' ').next().expect("a word");
        let lines = text.lines().map(|line| if line.starts_with(&format!("{key} =")) { other } else { line });
        fs::write(good.join("agent.toml"), lines.collect::<Vec<_>>().join("\n")).expect("a file");
    }
    // There is no time for all 276 pairs.
    let (schedule, played) = hold(league, "tictactoe", Some(Duration::from_millis(1)), None);
    assert_eq!(schedule, Schedule::Gauntlet);
    let table = &played.standings;
    assert_eq!((table.entrants.len(), table.games), (34, 2 * (20 * 4 + 6)));
    let broken: Vec<&str> =
        states(&played).into_iter().filter(|(_, state)| *state == State::Broken).map(|(name, _)| name).collect();
    assert_eq!(broken.len(), 10, "{broken:?}");
    assert!(broken.iter().all(|name| name.starts_with("broken-")), "{broken:?}");
    assert!(table.entrants.iter().all(|one| one.forfeits == 0), "{:?}", table.entrants);
    let mean = |kind: &str| {
        let ratings: Vec<f64> =
            table.entrants.iter().filter(|one| one.name.starts_with(kind)).filter_map(|one| one.rating).collect();
        ratings.iter().sum::<f64>() / ratings.len() as f64
    };
    assert!(mean("good") > mean("weak"), "{} {}", mean("good"), mean("weak"));
    for (name, _) in BROKEN {
        let report = fs::read_to_string(league.join(format!("reports/broken-{name}.html"))).expect("a report");
        assert!(report.contains("does not play"), "{name}: {report}");
    }
}

#[test]
fn a_league_can_be_stopped_and_goes_on() {
    let folder = tempfile::tempdir().expect("a folder");
    enter(folder.path(), "anna", &agent(RANDOM));
    let start = start("tictactoe").expect("a game");
    let request = LeagueRequest {
        folder: folder.path(),
        start: &*start,
        games: 2,
        time: Duration::from_secs(2),
        within: None,
        schedule: None,
        may_build: false,
        review: Duration::from_secs(2),
        jobs: 1,
    };
    let league = League::open(&request, &mut |_| {}, Work::never()).expect("a league");
    let stop = AtomicBool::new(true);
    let played = league.play(Work::new(&stop)).expect("a table");
    assert_eq!((played.ended, played.standings.games), (Ended::Stopped, 0));
    let played = league.play(Work::never()).expect("a table");
    assert_eq!((played.ended, played.standings.games), (Ended::Complete, 20));
    assert!(League::open(&request, &mut |_| {}, Work::new(&stop)).is_err());
}

/// In the check as well as in games: the process asks for its first move in the check.
#[test]
fn entrants_are_locked_in() {
    let folder = tempfile::tempdir().expect("a folder");
    let (league, mark) = (folder.path(), folder.path().join("bob/mark"));
    enter(league, "bob", &agent(RANDOM));
    // Somebody who would answer.
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("an address").port();
    let spy = |attempt: &str| format!("try:\n    {attempt}\n    sys.exit(3)\nexcept OSError:\n    pass\n");
    let attempts = [
        spy(&format!("open({:?}, 'w')", mark.display().to_string())),
        spy(&format!("open({:?})", league.join("bob/agent.py").display().to_string())),
        spy(&format!("socket.create_connection(('127.0.0.1', {port}))")),
    ];
    enter(league, "anna", &format!("import socket, sys\n{}{}", attempts.concat(), agent(RANDOM)));
    let (_, played) = hold(league, "tictactoe", None, None);
    assert!(states(&played).iter().all(|(_, state)| *state == State::Ok), "it would have ended with code 3");
    assert!(!mark.exists());
}

#[test]
fn builds_run_only_if_allowed() {
    let folder = tempfile::tempdir().expect("a folder");
    let entrant = folder.path().join("anna");
    fs::create_dir(&entrant).expect("a folder");
    fs::write(entrant.join("agent.toml"), "build = ['touch', 'mark']\ncommand = ['./agent']\n").expect("a file");
    let start = start("tictactoe").expect("a game");
    for (may_build, is_built) in [(false, false), (true, true)] {
        let time = Duration::from_secs(1);
        let request = LeagueRequest {
            folder: folder.path(),
            start: &*start,
            games: 2,
            time,
            within: None,
            schedule: None,
            review: time,
            may_build,
            jobs: 1,
        };
        League::open(&request, &mut |_| {}, Work::never()).expect("a league");
        assert_eq!(entrant.join("mark").exists(), is_built);
    }
}

#[test]
fn a_folder_without_entrants_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let start = start("tictactoe").expect("a game");
    let time = Duration::from_secs(1);
    for (place, sentence) in [(folder.path().to_owned(), "no folders"), (folder.path().join("x"), "cannot read")] {
        let request = LeagueRequest {
            folder: &place,
            start: &*start,
            games: 2,
            time,
            within: None,
            schedule: None,
            review: time,
            may_build: false,
            jobs: 1,
        };
        let error = League::open(&request, &mut |_| {}, Work::never()).err().expect("no league").to_string();
        assert!(error.contains(sentence), "{error}");
    }
}
