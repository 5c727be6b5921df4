//! Experiments: started, watched, stopped, resumed, reported, compared.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use crate::common::{Desk, House, events};
use plyscope_arena::{Ended, Experiment, Plan, SessionRequest, conduct};
use plyscope_core::Work;
use plyscope_store::Shard;
use plyscope_web::Limits;
use serde_json::{Value, json};

fn form(games: u32) -> Value {
    json!({"form": {
        "name": "test", "games": ["pawn:4x4"], "n_games": games, "seed": 3,
        "players": [
            {"name": "random", "player": "random"},
            {"name": "greedy", "player": "alphabeta:ties=random@depth=1"},
            {"name": "deep", "player": "alphabeta:ties=random@depth=3"}
        ]
    }})
}

async fn finished(desk: &Desk, run: &Value) -> Vec<(String, Value)> {
    let reply = desk.get(&format!("/api/runs/{}/live", run["run"])).await;
    events(&reply.text)
}

#[tokio::test]
async fn an_experiment_is_checked_played_watched_and_reported() {
    let desk = Desk::new();
    assert_eq!(desk.get("/api/runs").await.good(), json!({"runs": []}));
    let plan = desk.post("/api/experiments/check", &form(20)).await.good();
    assert_eq!((plan["games"].as_u64(), plan["cells"].as_u64()), (Some(60), Some(6)));
    assert!(plan["estimate_s"].as_f64() > Some(0.0));

    let reply = desk.post("/api/runs", &form(20)).await;
    assert_eq!(reply.status.as_u16(), 201);
    let run = reply.good();
    let news = finished(&desk, &run).await;
    let (last, end) = news.last().expect("news");
    assert_eq!((last.as_str(), end["info"]["status"].as_str(), &end["error"]), ("end", Some("finished"), &Value::Null));
    let summary = &news.iter().rfind(|(name, _)| name == "summary").expect("a summary").1;
    assert_eq!((summary["played"].as_u64(), summary["complete"].as_bool()), (Some(60), Some(true)));
    assert_eq!(summary["ratings"][2]["name"], "random", "players that search are stronger");
    assert!(news.iter().any(|(name, data)| name == "progress" && data["planned"] == 60), "{news:?}");

    let details = desk.get("/api/runs/1").await.good();
    assert_eq!((&details["summary"], details["info"]["here"].as_bool()), (summary, Some(false)));
    // The form becomes a file that gives the same plan.
    let file = json!({"toml": details["experiment"]});
    assert_eq!(desk.post("/api/experiments/check", &file).await.good()["players"], plan["players"]);

    let report = desk.get("/api/runs/1/report").await;
    assert!(report.text.contains("<html") && report.text.contains("greedy"));
    let policy = report.headers["content-security-policy"].to_str().unwrap();
    assert!(policy.starts_with("sandbox allow-scripts") && policy.contains("default-src 'none'"), "{policy}");

    let page = desk.get("/api/runs/1/games?cell=0&limit=4").await.good();
    assert_eq!((page["games"].as_array().map(Vec::len), page["next"].as_u64()), (Some(4), Some(4)));
    let rest = desk.get("/api/runs/1/games?cell=0&from=4&limit=100").await.good();
    assert_eq!((rest["games"].as_array().map(Vec::len), &rest["next"]), (Some(6), &Value::Null));
    for game in page["games"].as_array().unwrap() {
        let replay = desk.get(&format!("/api/runs/1/games/0/{}", game["number"])).await.good();
        assert_eq!(&replay["record"], game);
        let frames = replay["frames"].as_array().unwrap();
        assert_eq!(frames.len() as u64, game["plies"].as_u64().unwrap() + 1);
        assert_eq!(frames.last().unwrap()["move"], *game["moves"].as_array().unwrap().last().unwrap());
    }
    let wins = desk.get("/api/runs/1/games?cell=0&result=win&limit=100").await.good();
    assert_eq!(wins["games"].as_array().map(|games| games.len() as u64), summary["cells"][0]["wins"].as_u64());

    // The same games again, and more of them with another seed.
    finished(&desk, &desk.post("/api/runs", &form(20)).await.good()).await;
    let compared = desk.get("/api/compare-runs?a=1&b=2").await.good();
    assert_eq!(compared["cells"].as_array().map(Vec::len), Some(6));
    for cell in compared["cells"].as_array().unwrap() {
        assert_eq!((cell["difference"].as_f64(), cell["differs"].as_bool()), (Some(0.0), Some(false)));
    }
    assert_eq!(compared["only_a"], json!([]));
    assert_eq!(desk.get("/api/runs").await.good()["runs"][0]["run"], 2, "the newest comes first");
}

#[tokio::test]
async fn bad_experiments_are_refused() {
    let desk = Desk::new();
    let form = |players: &[(&str, &str)]| {
        let players: Vec<_> = players.iter().map(|(name, player)| json!({"name": name, "player": player})).collect();
        json!({"form": {"name": "x", "games": ["pawn"], "players": players}})
    };
    let bad = [
        (json!({}), "either"),
        (json!({"toml": "game = 3"}), "line 1"),
        (
            json!({"toml": "game = 'pawn'\n[players]\na = 'random'\nb = 'random'\n[openings]\nfile = '/etc/passwd'"}),
            "openings.file",
        ),
        (json!({"toml": "game = \"pawn:4x4\"\nexact = true\n[players]\na = \"random\"\nb = \"random\""}), "exact"),
        (
            json!({"toml": "game = \"pawn:4x4\"\ngames = 4000000000\n[players]\na = \"random\"\nb = \"random\""}),
            "at most",
        ),
        (
            json!({"toml": "game = \"pawn:4x4\"\n[players]\na = \"random\"\nb = \"engine:table=64GB@depth=1\""}),
            "too large",
        ),
        (json!({"form": {"name": "x", "games": ["chess"], "players": []}}), "chess"),
        (form(&[("a", "random"), ("a", "random")]), "is used twice"),
        (form(&[("a", "human"), ("b", "random")]), "human"),
        (form(&[("", "random"), ("b", "random")]), "players: the name is empty"),
        (form(&[("a", "randm"), ("b", "random")]), "did you mean \"random\""),
        (json!({"form": {"name": " ", "games": ["pawn"], "players": []}}), "name: the name is empty"),
        (json!({"form": {"name": "x", "games": ["pawn"], "players": [], "n_games": null}}), "form.n_games: must be"),
    ];
    for (request, reason) in bad {
        for path in ["/api/runs", "/api/experiments/check"] {
            let sentence = desk.post(path, &request).await.refused(400, "bad-input");
            assert!(sentence.contains(reason), "{sentence}");
        }
    }
    for path in
        ["/api/runs/1", "/api/runs/1/live", "/api/runs/1/report", "/api/runs/1/games", "/api/compare-runs?a=1&b=2"]
    {
        desk.get(path).await.refused(404, "not-found");
    }
    for path in ["/api/runs/1/stop", "/api/runs/1/resume"] {
        desk.post(path, &json!({})).await.refused(404, "not-found");
    }
    desk.get("/api/runs/one").await.refused(404, "not-found");
    assert!(
        desk.get("/api/experiments/templates").await.good()["quickstart"]
            .as_str()
            .is_some_and(|text| text.contains("[players]"))
    );
}

/// An experiment of a minute or more, so that it can be stopped in the middle.
fn slow() -> Value {
    let mut slow = form(100_000);
    slow["form"]["players"][2]["player"] = json!("alphabeta:ties=random@depth=5");
    slow
}

fn wait_for_games(house: &House, run: u64, least: u64) -> u64 {
    let begun = Instant::now();
    loop {
        let played = house.json("GET", &format!("/api/runs/{run}"), "")["info"]["played"].as_u64().unwrap();
        if played >= least {
            return played;
        }
        assert!(begun.elapsed() < Duration::from_secs(60), "only {played} games");
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// Stopped, resumed, and stopped again by the end of the server: the games stay, and another server continues.
#[test]
fn a_run_can_be_stopped_and_resumed() {
    let folder = tempfile::tempdir().expect("a folder");
    let limits = Limits { experiments: 1, ..Limits::default() };
    let house = House::open(folder.path(), limits.clone());
    let text = slow().to_string();
    assert_eq!(house.json("POST", "/api/runs", &text)["status"], "running");
    let (status, refusal) = house.call("POST", "/api/runs", &text);
    assert!(status == 503 && refusal.contains("as many experiments as it may (1)"), "{refusal}");
    assert_eq!(house.call("POST", "/api/runs/1/resume", "").0, 409);
    wait_for_games(&house, 1, 100);
    let stopped = house.json("POST", "/api/runs/1/stop", "");
    assert_eq!((stopped["status"].as_str(), stopped["here"].as_bool()), (Some("stopped"), Some(false)));
    assert_eq!(house.call("POST", "/api/runs/1/stop", "").0, 409);
    let before = stopped["played"].as_u64().unwrap();

    let resumed = house.json("POST", "/api/runs/1/resume", "");
    assert_eq!((resumed["run"].as_u64(), resumed["here"].as_bool()), (Some(1), Some(true)));
    wait_for_games(&house, 1, before + 100);
    let watching = house.ask("GET", "/api/runs/1/live", "");
    let (closing, news) = std::thread::scope(|scope| {
        let reading = scope.spawn(move || crate::common::read_answer(watching).1);
        std::thread::sleep(Duration::from_millis(300));
        (house.close(), reading.join().expect("news"))
    });
    assert!(closing < Duration::from_secs(30), "{closing:?}");
    assert_eq!(events(&news).last().map(|(name, _)| name.clone()).as_deref(), Some("end"));

    let house = House::open(folder.path(), limits);
    let kept = house.json("GET", "/api/runs/1", "");
    assert_eq!(kept["info"]["status"], "stopped");
    let played = kept["info"]["played"].as_u64().unwrap();
    assert!(played >= before + 100);
    house.json("POST", "/api/runs/1/resume", "");
    wait_for_games(&house, 1, played + 50);
    house.close();
}

/// Those who watch a run learn where its games are when its database is deleted.
#[test]
fn a_deleted_database_is_reported_to_those_who_watch() {
    let folder = tempfile::tempdir().expect("a folder");
    let house = House::open(folder.path(), Limits::default());
    house.json("POST", "/api/runs", &slow().to_string());
    wait_for_games(&house, 1, 100);
    let watching = house.ask("GET", "/api/runs/1/live", "");
    watching.peek(&mut [0]).expect("the news begin");
    let files = std::fs::read_dir(folder.path()).expect("a folder").map(|entry| entry.expect("an entry").path());
    for file in files.filter(|file| file.to_string_lossy().contains(".db") && !file.ends_with("lock")) {
        // The lock is free to go or to stay.
        let _ = std::fs::remove_file(file);
    }
    let news = events(&crate::common::read_answer(watching).1);
    let (name, data) = news.last().expect("news");
    let error = data["error"].as_str().expect("a sentence");
    assert!(name == "failed" && error.contains("was deleted") && error.contains("recovered.db"), "{name}: {error}");
    house.close();
}

/// A part of an experiment that was begun elsewhere is continued as that part.
#[test]
fn a_part_is_resumed_as_a_part() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = "game = 'tictactoe'\ngames = 30\n[players]\na = 'random'\nb = 'random'\n";
    let plan = Plan::new(&Experiment::read(text).expect("an experiment"), folder.path()).expect("a plan");
    let plan = plan.only(Shard { number: 2, count: 3 }).expect("a part");
    let (db, stop) = (folder.path().join("runs.db"), AtomicBool::new(true));
    let request = SessionRequest { plan: &plan, text, db: &db, resume: false, jobs: 1, work: Work::new(&stop) };
    assert_eq!(conduct(&request, &mut |_, _| {}, &mut |_| {}).expect("a run").ended, Ended::Stopped);
    let house = House::open(folder.path(), Limits::default());
    let resumed = house.json("POST", "/api/runs/1/resume", "");
    assert_eq!((resumed["run"].as_u64(), resumed["games"].as_u64()), (Some(1), Some(10)), "{resumed}");
    assert_eq!(wait_for_games(&house, 1, 10), 10);
}
