//! `plyscope tune` and the formulas of `plyscope learn` as people use them.

use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

fn plyscope(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_plyscope"));
    command.args(arguments).current_dir(folder).stdin(Stdio::null()).env("NO_COLOR", "1");
    command.output().expect("the program runs")
}

fn json(output: &Output) -> Value {
    assert!(output.status.success(), "{output:?}");
    serde_json::from_slice(&output.stdout).expect("JSON")
}

const TUNE: [&str; 11] = [
    "tune",
    "breakthrough:5x4",
    "engine:table=64KB,late-moves=<l>+{<w>*pieces+steps}@nodes=50",
    "--vary",
    "l=0..9:3",
    "--vary",
    "w=0.5..20:2",
    "--games",
    "120",
    "--check",
    "64",
];

#[test]
fn numbers_are_tuned_and_the_session_is_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    let run = |more: &[&str]| plyscope(folder.path(), &[&TUNE[..], more].concat());
    let first = json(&run(&["--json", "--svg", "curve.svg", "--jobs", "1"]));
    assert_eq!((&first["game"], &first["method"]), (&"breakthrough:5x4".into(), &"spsa".into()));
    assert_eq!((first["games"].as_u64(), first["steps"].as_u64()), (Some(120), Some(15)));
    assert_eq!(first["numbers"][0]["name"], "l");
    assert!(first["numbers"][0]["value"].as_f64().is_some_and(|value| value.fract() == 0.0));
    assert!(["better", "no better", "open"].contains(&first["verdict"].as_str().unwrap_or_default()), "{first}");
    assert_eq!(first["start"], "engine:table=64KB+{2*pieces+steps}@nodes=50");
    let svg = std::fs::read_to_string(folder.path().join("curve.svg")).expect("a picture");
    assert!(svg.starts_with("<svg") && svg.contains("Tuning breakthrough:5x4 by spsa"));

    let refused = run(&[]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("--resume goes on with its games"), "{refused:?}");
    assert_eq!(json(&run(&["--json", "--resume", "--jobs", "2"])), first, "all games are there");

    let told = run(&["--data", "other.db"]);
    let text = String::from_utf8(told.stdout).expect("text");
    let tuned = format!("tuned: {}\n", first["tuned"].as_str().expect("a player"));
    assert!(text.contains("steps at low") && text.contains(&tuned), "{text}");
    assert!(text.contains("than the start") || text.contains("no better"), "{text}");
}

#[test]
fn a_formula_is_fitted_and_printed() {
    let folder = tempfile::tempdir().expect("a folder");
    let learn =
        ["learn", "breakthrough:5x4", "--formula", "{pieces-steps}", "--player", "alphabeta:ties=random@depth=2"];
    let run = |more: &[&str]| plyscope(folder.path(), &[&learn[..], more].concat());
    let learnt = json(&run(&["--games", "300", "--generations", "1", "--check", "0", "--json"]));
    assert_eq!((&learnt["model"], &learnt["file"]), (&"formula".into(), &Value::Null));
    let formula = learnt["formula"].as_str().expect("a formula");
    assert!(formula.starts_with("{1*pieces") || formula.starts_with("{pieces"), "{formula}");
    let again = run(&["--games", "300", "--generations", "1", "--check", "0", "--resume"]);
    assert!(
        String::from_utf8_lossy(&again.stdout).contains(&format!("{formula}\nTry it: plyscope match")),
        "{again:?}"
    );
    let named = run(&["--resume", "--games", "300", "--formula", "material"]);
    assert_eq!(named.status.code(), Some(2), "--formula is given twice");
}
