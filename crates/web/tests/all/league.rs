//! The league of a server: its table, games, replays and reports, while it is played and afterwards.

use std::collections::HashSet;
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use plyscope_core::Work;
use plyscope_league::{League, LeagueRequest, Standings};
use plyscope_registry::start;
use plyscope_web::{Limits, Settings, router};
use serde_json::{Value, json};

use crate::common::Desk;

/// Puts an entrant in Python into a league, which thinks for this many seconds and chooses with this expression.
fn enter(league: &Path, name: &str, seconds: f64, choice: &str) {
    let source = format!(
        "import random, sys, time\nfor line in sys.stdin:\n    word, _, rest = line.strip().partition(' ')\n    \
         if word == 'lines': print('lines 1 x', flush=True)\n    if word == 'legal': legal = rest.split()\n    \
         if word == 'go': time.sleep({seconds}); print('move', {choice}, flush=True)\n"
    );
    fs::create_dir_all(league.join(name)).expect("a folder");
    fs::write(league.join(name).join("agent.py"), source).expect("a file");
}

/// Checks and plays.
fn hold(folder: &Path, games: u32) -> Standings {
    let start = start("tictactoe").expect("a game");
    let request = LeagueRequest {
        folder,
        start: &*start,
        games,
        time: Duration::from_secs(2),
        within: None,
        schedule: None,
        review: Duration::ZERO,
        may_build: false,
        jobs: 1,
    };
    let league = League::open(&request, &mut |_| {}, Work::never()).expect("a league");
    league.play(Work::never()).expect("games").standings
}

fn desk(league: &Path) -> Desk {
    Desk::set_up(|settings| settings.league = Some(league.to_owned()))
}

#[tokio::test]
async fn the_table_and_every_game_of_a_league_are_shown() {
    let folder = tempfile::tempdir().expect("a folder");
    enter(folder.path(), "anna", 0.0, "random.choice(legal)");
    enter(folder.path(), "bob", 0.0, "legal[0]");
    fs::create_dir(folder.path().join("carl")).expect("a folder");
    let desk = desk(folder.path());
    assert_eq!(desk.get("/api/health").await.good()["league"], true);
    let early = desk.get("/api/league").await.refused(404, "not-found");
    assert!(early.contains("no league was held in this folder yet"), "{early}");

    let standings = hold(folder.path(), 2);
    let table = desk.get("/api/league").await.good();
    assert_eq!((&table["game"], &table["games"], &table["playing"]), (&json!("tictactoe"), &json!(30), &json!(false)));
    let rows = table["entrants"].as_array().expect("rows");
    assert_eq!(rows.len(), 7);
    for row in rows {
        let one = standings.entrants.iter().find(|one| row["name"] == one.name).expect("a standing");
        assert_eq!(json!([row["won"], row["drawn"], row["lost"]]), json!(one.record));
        let close = |ours: &Value, theirs: Option<f64>| match (ours.as_f64(), theirs) {
            (Some(ours), Some(theirs)) => (ours - theirs).abs() < 1e-6,
            (ours, theirs) => ours.is_none() && theirs.is_none(),
        };
        assert!(close(&row["rating"], one.rating) && close(&row["interval"]["low"], one.interval.map(|ends| ends[0])));
        assert_eq!(row["rank"].is_u64(), one.rating.is_some());
    }
    assert_eq!(rows[0]["rank"], 1);
    let carl = &rows[6];
    assert_eq!((&carl["name"], &carl["state"], &carl["score"]), (&json!("carl"), &json!("broken"), &Value::Null));

    every_game_can_be_replayed(&desk, rows).await;
    let report = desk.get("/api/league/reports/carl").await;
    assert!(report.text.contains("the folder is no agent"), "{}", report.text);
    let policy = report.headers["content-security-policy"].to_str().unwrap();
    assert!(policy.starts_with("sandbox allow-scripts") && policy.contains("default-src 'none'"), "{policy}");
    for path in [
        "/api/league/reports/dora",
        "/api/league/reports/..%2F..%2Fetc%2Fpasswd",
        "/api/league/reports/yardstick-random",
        "/api/league/games?entrant=dora",
        "/api/league/games/99/0/0",
        "/api/league/games/1/7/0",
        "/api/league/games/1/0/99",
    ] {
        desk.get(path).await.refused(404, "not-found");
    }
    desk.get("/api/league/games").await.refused(400, "bad-input");
}

/// Reads the games of all players in pages of three; each game is listed for both of its players, and only for them.
async fn every_game_can_be_replayed(desk: &Desk, rows: &[Value]) {
    let mut seen = HashSet::new();
    for row in rows {
        let name = row["name"].as_str().expect("a name");
        let (mut from, mut listed) = (0, 0);
        loop {
            let page = desk.get(&format!("/api/league/games?entrant={name}&limit=3&from={from}")).await.good();
            let games = page["games"].as_array().expect("games");
            listed += games.len() as u64;
            for game in games {
                let record = &game["record"];
                assert!(record["first"] == name || record["second"] == name, "{record}");
                let address = format!("{}/{}/{}", game["run"], record["cell"], record["number"]);
                assert!(seen.insert((name.to_owned(), address.clone())), "{name} {address} is listed twice");
                let replay = desk.get(&format!("/api/league/games/{address}")).await.good();
                assert_eq!(&replay["record"], record);
                let n_frames = replay["frames"].as_array().map(Vec::len);
                assert_eq!(n_frames, record["moves"].as_array().map(|moves| moves.len() + 1));
            }
            match page["next"].as_u64() {
                Some(next) => from = next,
                None => break,
            }
        }
        assert_eq!(Some(listed), row["games"].as_u64(), "{name}");
    }
    assert_eq!(seen.len(), 60, "30 games of two players");
}

#[tokio::test]
async fn the_table_grows_while_the_league_is_played() {
    let folder = tempfile::tempdir().expect("a folder");
    enter(folder.path(), "anna", 0.05, "random.choice(legal)");
    enter(folder.path(), "bob", 0.05, "legal[0]");
    let desk = desk(folder.path());
    let path = folder.path().to_owned();
    let league = std::thread::spawn(move || hold(&path, 4));
    let (begun, mut counts) = (Instant::now(), Vec::new());
    while !league.is_finished() {
        assert!(begun.elapsed() < Duration::from_secs(90), "the league never ended");
        let reply = desk.get("/api/league").await;
        if reply.status == 404 {
            // The entrants are being checked.
        } else {
            let table = reply.good();
            let n = table["games"].as_u64().expect("a number");
            if table["playing"] == true && n > 0 {
                counts.push(n);
            }
            desk.get("/api/league/games?entrant=anna").await.good();
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    let standings = league.join().expect("it ends well");
    // The table is kept for a second, so a quick league may be seen only once on its way.
    assert!(counts.is_sorted() && counts.first().is_some_and(|&seen| seen < standings.games), "{counts:?}");
    tokio::time::sleep(Duration::from_millis(1100)).await;
    let table = desk.get("/api/league").await.good();
    assert_eq!((table["games"].as_u64(), &table["playing"]), (Some(standings.games), &json!(false)));
}

#[tokio::test]
async fn a_server_without_a_league_says_so() {
    let desk = Desk::new();
    assert_eq!(desk.get("/api/health").await.good()["league"], false);
    for path in ["/api/league", "/api/league/games?entrant=a", "/api/league/games/1/0/0", "/api/league/reports/a"] {
        let sentence = desk.get(path).await.refused(404, "not-found");
        assert!(sentence.contains("plyscope serve --league FOLDER"), "{sentence}");
    }
    let home = tempfile::tempdir().expect("a folder");
    let settings = Settings {
        league: Some(home.path().join("nowhere")),
        ..crate::common::settings(home.path(), Limits::default())
    };
    let error = router(&settings).expect_err("no such folder").to_string();
    assert!(error.contains("there is no folder"), "{error}");
}
