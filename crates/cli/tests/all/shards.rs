//! Parts of an experiment by the real program: played, joined, killed, refused.

use std::path::Path;
use std::time::Duration;

use serde_json::Value;

use crate::runs::{folder_with, output, plyscope};

fn json(folder: &Path, arguments: &[&str]) -> Value {
    let output = output(folder, arguments);
    assert!(output.status.success(), "{arguments:?}: {output:?}");
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{arguments:?}: {error}: {output:?}"))
}

/// The sentence of a refusal.
fn refusal(folder: &Path, arguments: &[&str]) -> String {
    let output = output(folder, arguments);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {output:?}");
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// The games of run 1 without their times, as the program exports them.
fn games(folder: &Path, db: &str) -> Vec<Value> {
    let output = output(folder, &["report", "1", "--db", db, "--jsonl", "-"]);
    let mut games: Vec<Value> = String::from_utf8_lossy(&output.stdout)
        .lines()
        .map(|line| serde_json::from_str(line).expect("a line of JSON"))
        .collect();
    for game in games.iter_mut().filter_map(Value::as_object_mut) {
        game.retain(|name, _| !name.contains("time"));
    }
    games
}

const MANY: &str = "
name = 'many'
game = 'pawn:4x4'
games = 8000
[players]
a = 'random'
b = 'random'
c = 'random'
";

/// A merge killed at any moment goes on, and the result is that of one machine.
#[test]
fn a_merge_that_is_killed_goes_on() {
    let folder = folder_with(MANY);
    let folder = folder.path();
    let parts = ["1", "2", "3", "4"].map(|number| format!("part-{number}.db"));
    for (number, part) in (1..).zip(&parts) {
        let shard = format!("{number}/4");
        let played = json(folder, &["run", "long.toml", "--shard", &shard, "--db", part, "--json"]);
        assert_eq!((&played["games"], &played["played"]), (&6000.into(), &6000.into()));
    }
    json(folder, &["run", "long.toml", "--db", "whole.db", "--json"]);
    let merge: Vec<&str> = ["merge"].into_iter().chain(parts.iter().map(String::as_str)).collect();
    let merge = [&merge[..], &["--db", "all.db", "--json"]].concat();
    let (mut kills, mut stored) = (0, 0);
    for round in 1_u64..40 {
        let mut child = plyscope(folder, &merge).spawn().expect("the program runs");
        std::thread::sleep(Duration::from_millis(30 * round));
        if child.try_wait().expect("a child").is_some() {
            break;
        }
        child.kill().expect("a child that can be killed");
        child.wait().expect("a child");
        kills += 1;
        let runs = output(folder, &["runs", "--db", "all.db", "--json"]);
        let runs: Value = serde_json::from_slice(&runs.stdout).unwrap_or_default();
        let played = runs["runs"][0]["played"].as_u64().unwrap_or(0);
        assert!(played >= stored && [0, 20_000, 24_000].contains(&played), "{played} games after {stored}");
        assert!(runs["runs"].as_array().is_none_or(|runs| runs.len() <= 1), "{runs}");
        stored = played;
    }
    assert!(kills > 0, "it was killed {kills} times");
    let merged = json(folder, &merge);
    assert_eq!((&merged["runs"], &merged["games"], &merged["missing"]), (&4.into(), &24000.into(), &0.into()));
    assert_eq!((&merged["missing_shards"], &merged["run"]), (&Value::Array(Vec::new()), &1.into()));
    let (all, whole) = (games(folder, "all.db"), games(folder, "whole.db"));
    assert_eq!(all.len(), 24000);
    assert!(all == whole, "the games differ");
}

/// What the program says before, during and after a part.
#[test]
fn parts_say_what_they_are_and_what_is_missing() {
    let folder = folder_with(&MANY.replace("8000", "20"));
    let folder = folder.path();
    let check = output(folder, &["run", "long.toml", "--shard", "2/7", "--check"]);
    let text = String::from_utf8_lossy(&check.stdout).into_owned();
    assert!(text.contains("6 cells, part 2 of 7: 10 games, about"), "{text}");
    let check = json(folder, &["run", "long.toml", "--shard", "2/7", "--check", "--json"]);
    assert_eq!((&check["games"], &check["shard"]), (&10.into(), &"2/7".into()));

    let run = output(folder, &["run", "long.toml", "--shard", "2/7", "--db", "2.db"]);
    let said = String::from_utf8_lossy(&run.stderr).into_owned();
    assert!(said.contains("Run 1 of \"many\" in 2.db: part 2 of 7, 10 games."), "{said}");
    let report = String::from_utf8_lossy(&run.stdout).into_owned();
    assert!(report.contains("This is part 2 of 7 of the experiment, with 10 of its 60 games"), "{report}");

    let merged = output(folder, &["merge", "2.db", "--db", "all.db"]);
    let text = String::from_utf8_lossy(&merged.stdout).into_owned();
    let first = "Joined 1 run of \"many\" into run 1 of all.db: 10 new games.\n50 of 60 games are missing:\n";
    assert!(text.starts_with(first) && text.contains("  1/7: all 10 games\n") && !text.contains("2/7"), "{text}");
    let merged = json(folder, &["merge", "2.db", "--db", "all.db", "--json"]);
    assert_eq!((&merged["added"], &merged["missing"]), (&0.into(), &50.into()));
    assert_eq!(merged["missing_shards"][0], serde_json::json!({"shard": "1/7", "games": 10, "missing": 10}));

    for (arguments, sentence) in [
        (&["run", "long.toml", "--shard", "8/7"][..], "\"8/7\" is not a part such as 3/40"),
        (&["run", "long.toml", "--shard", "x"], "is not a part such as 3/40"),
        (&["merge", "--db", "all.db"], "<PART>..."),
        (&["merge", "absent.db", "--db", "all.db"], "there is no database absent.db"),
        (&["merge", "long.toml", "--db", "all.db"], "long.toml is not a database of Plyscope"),
        (&["merge", "2.db", "--db", "long.toml"], "long.toml is not a database of Plyscope"),
        (&["merge", "2.db", "--db", "no/all.db"], "there is no folder no"),
        (&["merge", "2.db", "--db", "2.db"], "2.db is both a part and the database for all games"),
    ] {
        let said = refusal(folder, arguments);
        assert!(said.contains(sentence), "{arguments:?}: {said}");
    }
    std::fs::write(folder.join("sprt.toml"), format!("{MANY}[stop]\nsprt = {{ elo1 = 9 }}")).expect("a file");
    let said = refusal(folder, &["run", "sprt.toml", "--shard", "1/2"]);
    assert!(said.contains("sprt.toml: stop.sprt: this rule looks at the results of all games"), "{said}");
    assert!(!folder.join("plyscope.db").exists(), "a refusal leaves nothing behind");
}

/// A part whose process was killed still has games in its log. They are joined, and the files stay as they are.
#[test]
fn a_part_that_was_killed_is_joined_and_not_changed() {
    let folder = folder_with(&MANY.replace("8000", "2000000"));
    let folder = folder.path();
    let mut child = plyscope(folder, &["run", "long.toml", "--shard", "1/2", "--db", "1.db"]).spawn().expect("a child");
    let log = folder.join("1.db-wal");
    while std::fs::metadata(&log).map_or(0, |log| log.len()) < 300_000 {
        assert!(child.try_wait().expect("a child").is_none(), "it ended early");
        std::thread::sleep(Duration::from_millis(20));
    }
    let said = refusal(folder, &["merge", "1.db", "--db", "all.db"]);
    assert!(said.contains("run 1 of 1.db is still being played"), "{said}");
    child.kill().expect("a child that can be killed");
    child.wait().expect("a child");
    let read = || ["1.db", "1.db-wal"].map(|name| std::fs::read(folder.join(name)).expect("a file"));
    let before = read();
    let merged = json(folder, &["merge", "1.db", "--db", "all.db", "--json"]);
    assert!(before == read(), "the part was changed");
    let played = json(folder, &["runs", "--db", "1.db", "--json"])["runs"][0]["played"].clone();
    assert_eq!(merged["games"], played);
    assert!(played.as_u64() > Some(0));
}
