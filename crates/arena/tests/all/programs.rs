//! Experiments with programs from outside.

use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use plyscope_arena::{Conducted, Ended, Experiment, Plan, SessionRequest, conduct, html, summarise};
use plyscope_core::{BadInput, Work};
use plyscope_store::Store;

const AGENT: &str = r#"
import sys
for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "lines":
        print("lines 1", flush=True)
    elif word == "legal":
        legal = rest.split()
    elif word == "go":
        if len(sys.argv) > 1 and len(legal) < 6:
            sys.exit("I am tired")
        print("move", legal[-1], flush=True)
"#;

const FILE: &str = r#"
game = "tictactoe"
games = 20
[programs.mine]
command = ["python3", "agent.py"]
[programs.tired]
command = ["python3", "agent.py", "tired"]
[players]
mine = "program:mine@time=5s"
tired = "program:tired@time=5s"
us = "random"
"#;

fn plan(text: &str, folder: &Path) -> Result<Plan, BadInput> {
    Plan::new(&Experiment::read(text)?, folder)
}

fn run(plan: &Plan, folder: &Path, work: Work<'_>, resume: bool, on_game: &mut dyn FnMut(u64)) -> Conducted {
    let db = folder.join("runs.db");
    let request = SessionRequest { plan, text: FILE, db: &db, resume, jobs: 2, work };
    conduct(&request, &mut |_, _| {}, &mut |progress| on_game(progress.played)).expect("a run")
}

/// Programs run in the folder of the file; one that fails loses its games, and everything goes on.
#[test]
fn programs_play_and_their_faults_are_reported() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("agent.py"), AGENT).expect("an agent");
    let plan = plan(FILE, folder.path()).expect("a plan");
    assert!(plan.depends_on_time() && plan.has_programs());
    let conducted = run(&plan, folder.path(), Work::never(), false, &mut |_| {});
    assert_eq!((conducted.ended, conducted.summary.played), (Ended::Complete, 60));
    let [lost] = &conducted.summary.forfeits[..] else { panic!("{:?}", conducted.summary.forfeits) };
    assert_eq!((&lost.player[..], &lost.reason[..]), ("tired", "crash"));
    let words = lost.words.as_deref().unwrap_or_default();
    assert!(words.contains("exit status: 1") && words.contains("I am tired"), "{words}");
    let notes = conducted.summary.notes.join("\n");
    assert!(notes.contains("mine and tired are programs from outside: their games are not a function"), "{notes}");
    let store = Store::open(folder.path().join("runs.db")).expect("a database");
    let page = html(&store, conducted.run).expect("a report");
    assert!(page.contains("are programs from outside"), "the report says so");
}

/// A run that was stopped plays the rest, and only that.
#[test]
fn a_run_with_programs_is_resumed() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("agent.py"), AGENT).expect("an agent");
    let plan = plan(FILE, folder.path()).expect("a plan");
    let stop = AtomicBool::new(false);
    let seen = AtomicU64::new(0);
    let stopped = run(&plan, folder.path(), Work::new(&stop), false, &mut |played| {
        seen.store(played, Ordering::Relaxed);
        stop.store(true, Ordering::Relaxed);
    });
    assert_eq!(stopped.ended, Ended::Stopped);
    let resumed = run(&plan, folder.path(), Work::never(), true, &mut |_| {});
    assert_eq!((resumed.ended, resumed.run, resumed.summary.played), (Ended::Complete, stopped.run, 60));
    let store = Store::open(folder.path().join("runs.db")).expect("a database");
    assert_eq!(summarise(&store, resumed.run).expect("a summary").played, 60);
}

/// What a program is belongs to what is played; programs that do not play do not.
#[test]
fn fingerprints_know_the_programs_that_play() {
    let of = |text: &str| plan(text, Path::new("")).expect("a plan").fingerprint();
    assert_eq!(of(FILE), of(&format!("{FILE}\n[programs.idle]\ncommand = ['true']\n")));
    for (old, new) in [
        ("\"agent.py\"]\n[programs.tired]", "\"other.py\"]\n[programs.tired]"),
        ("\"tired\"]", "\"tired\"]\nsandbox = true"),
        ("\"tired\"]", "\"tired\"]\nenv = { A = \"1\" }"),
        ("\"tired\"]", "\"tired\"]\nmemory = \"64MB\""),
        ("\"tired\"]", "\"tired\"]\nstart = \"1s\""),
    ] {
        assert!(FILE.contains(old), "{old}");
        assert_ne!(of(FILE), of(&FILE.replace(old, new)), "{new}");
    }
}

#[test]
fn mistakes_are_named() {
    for (old, new, said) in [
        ("program:mine", "program:nobody", "players.mine on tictactoe: unknown program \"nobody\""),
        ("[\"python3\", \"agent.py\"]", "[]", "programs.mine: command: empty"),
        ("[\"python3\", \"agent.py\"]", "[\"a\"]\nprotocol = \"gtp\"", "players.mine on tictactoe: GTP cannot play"),
        ("[\"python3\", \"agent.py\"]", "[\"a\"]\nprotocol = \"xboard\"", "unknown variant `xboard`"),
        ("[\"python3\", \"agent.py\"]", "[\"a\"]\nsandbx = true", "unknown field `sandbx`"),
        ("games = 20", "exact = true", "program:mine@time=5s cannot be computed exactly"),
    ] {
        let text = FILE.replacen(old, new, 1);
        let refused =
            plan(&text, Path::new("")).and_then(|plan| plyscope_arena::compute(&plan, 1, Work::never()).map(drop));
        let error = refused.expect_err(new).to_string();
        assert!(error.contains(said), "{new}: {error}");
    }
}
