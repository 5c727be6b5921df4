//! Programs of other people as players of the real program.

use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

/// Plays the first legal move; its argument says after how many of them it goes to sleep with a child.
const AGENT: &str = r#"
import subprocess, sys, time
moves, patience = 0, int(sys.argv[1]) if len(sys.argv) > 1 else 1 << 30
for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "lines":
        print("lines 1 first", flush=True)
    elif word == "legal":
        legal = rest.split()
    elif word == "go":
        moves += 1
        if moves > patience:
            child = subprocess.Popen(["sleep", sys.argv[2]])
            time.sleep(3600)
        print("info depth 1 nodes 5 value 2 line", legal[0])
        print("move", legal[0], flush=True)
"#;

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    std::fs::write(folder.path().join("agent.py"), AGENT).expect("an agent");
    folder
}

fn command(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_plyscope"));
    command.args(arguments).current_dir(folder).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn run(folder: &Path, arguments: &[&str]) -> Output {
    command(folder, arguments).output().expect("the program runs")
}

fn json(folder: &Path, arguments: &[&str]) -> Value {
    let output = run(folder, arguments);
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{arguments:?}: {error}: {output:?}"))
}

/// Processes with a word in their command line.
fn processes(word: &str) -> usize {
    command_lines().iter().filter(|line| line.split('\0').any(|part| part == word)).count()
}

/// Processes that sleep for this time. What starts them may have the number in its command line, and more than once.
fn sleepers(seconds: &str) -> usize {
    command_lines().iter().filter(|line| **line == format!("sleep\0{seconds}\0")).count()
}

fn command_lines() -> Vec<String> {
    let entries = std::fs::read_dir("/proc").expect("processes").flatten();
    let line =
        |path: &Path| String::from_utf8_lossy(&std::fs::read(path.join("cmdline")).unwrap_or_default()).into_owned();
    entries.map(|entry| line(&entry.path())).collect()
}

fn wait_until(what: &str, is_true: impl Fn() -> bool) {
    let begun = Instant::now();
    while !is_true() {
        assert!(begun.elapsed() < Duration::from_secs(20), "{what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn a_match_against_a_command() {
    let folder = folder();
    let player = "program:python3 agent.py@time=5s";
    let played = json(folder.path(), &["match", "pawn:4x4", "random", player, "--games", "6", "--json"]);
    assert_eq!(played["second"]["player"], player);
    assert_eq!(played["forfeits"], serde_json::json!([]));
    assert!(played["nodes"].as_u64().expect("a count") >= 30, "what it reports is counted: {played}");
    let lost = json(folder.path(), &["match", "pawn:4x4", "random", "program:false", "--games", "3", "--json"]);
    assert_eq!(lost["first"]["wins"], 3);
    let forfeits = &lost["forfeits"][0];
    assert_eq!((&forfeits["player"], &forfeits["count"]), (&"program:false".into(), &3.into()), "{lost}");
    assert_eq!(forfeits["reason"], "no start");
    assert!(forfeits["words"].as_str().expect("words").contains("exit status: 1"), "{lost}");
}

#[test]
fn searching_and_playing() {
    let folder = folder();
    let player = "program:python3 agent.py";
    let found = json(folder.path(), &["search", "pawn:4x4", player, "--json"]);
    assert_eq!((&found["best"], &found["depth"], &found["nodes"]), (&"a1-a2".into(), &1.into(), &5.into()), "{found}");
    assert_eq!(found["score"]["value"], 2.0);
    let game = json(folder.path(), &["play", "pawn:4x4", "--first", player, "--second", "easy", "--json"]);
    assert!(game["moves"].as_array().map_or(0, Vec::len) >= 4, "{game}");
    let tree = run(folder.path(), &["search", "pawn:4x4", player, "--tree", "2"]);
    assert_eq!(tree.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&tree.stderr).contains("is a program from outside"), "{tree:?}");
}

#[test]
fn programs_of_a_file() {
    let folder = folder();
    let file = "[programs.mine]\ncommand = ['python3', 'agent.py']\n";
    std::fs::create_dir(folder.path().join("agents")).expect("a folder");
    std::fs::write(folder.path().join("agents/list.toml"), file).expect("a file");
    std::fs::rename(folder.path().join("agent.py"), folder.path().join("agents/agent.py")).expect("a move");
    let arguments = ["match", "pawn:4x4", "program:mine", "random", "--games", "2", "--programs", "agents/list.toml"];
    let played = json(folder.path(), &[&arguments[..], &["--json"]].concat());
    assert_eq!(played["forfeits"], serde_json::json!([]), "it runs in the folder of the file");
    std::fs::write(folder.path().join("agents/list.toml"), "[programs.mine]\ncommand = []\n").expect("a file");
    let refused = run(folder.path(), &arguments);
    let said = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(said.contains("agents/list.toml: programs.mine: command: empty"), "{said}");
    assert_eq!(refused.status.code(), Some(2));
}

/// Where bubblewrap is not installed, Landlock does its work; a file that insists on bubblewrap is refused.
#[test]
fn a_sandbox_without_bubblewrap() {
    let folder = folder();
    let file = |sandbox: &str| format!("[programs.mine]\ncommand = ['python3', 'agent.py']\nsandbox = {sandbox}\n");
    std::fs::write(folder.path().join("any.toml"), file("true")).expect("a file");
    std::fs::write(folder.path().join("one.toml"), file("'bubblewrap'")).expect("a file");
    let play = |file: &str| {
        let arguments = ["match", "pawn:4x4", "program:mine", "random", "--games", "2", "--json", "--programs", file];
        command(folder.path(), &arguments).env("PATH", folder.path()).output().expect("it runs")
    };
    let played = play("any.toml");
    let said = String::from_utf8_lossy(&played.stdout).into_owned();
    assert!(said.contains(r#""forfeits":[]"#), "{said} {}", String::from_utf8_lossy(&played.stderr));
    let refused = play("one.toml");
    let said = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(refused.status.code() == Some(2) && said.contains("bwrap: not found"), "{said}");
}

/// Uses up all sixteen rule sets of Landlock that a process can have, so that the program that it becomes has none.
/// Bubblewrap is then looked for in this folder, and not found.
const WITHOUT_LANDLOCK: &str = r#"
import ctypes, os, struct, sys
libc = ctypes.CDLL(None)
libc.prctl(38, 1, 0, 0, 0)
for layer in range(16):
    access = struct.pack("Q", 1 << 11)
    rules = libc.syscall(444, access, len(access), 0)
    if libc.syscall(446, rules, 0) != 0:
        sys.exit("this machine has no Landlock")
    os.close(rules)
os.environ["PATH"] = os.getcwd()
os.execv(sys.argv[1], sys.argv[1:])
"#;

/// Where nothing can lock a program in, it does not run.
#[test]
#[cfg(target_os = "linux")]
fn no_sandbox_at_all() {
    let folder = folder();
    let file = "[programs.mine]\ncommand = ['python3', 'agent.py']\nsandbox = true\n";
    std::fs::write(folder.path().join("mine.toml"), file).expect("a file");
    std::fs::create_dir_all(folder.path().join("class/mine")).expect("a folder");
    std::fs::copy(folder.path().join("agent.py"), folder.path().join("class/mine/agent.py")).expect("a copy");
    for arguments in [
        &["match", "pawn:4x4", "program:mine", "random", "--games", "2", "--programs", "mine.toml"][..],
        &["league", "class", "--game", "pawn:4x4", "--games", "2"],
    ] {
        let mut command = Command::new("python3");
        command.args(["-c", WITHOUT_LANDLOCK, env!("CARGO_BIN_EXE_plyscope")]).args(arguments);
        let output = command.current_dir(folder.path()).output().expect("python3");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains("sandbox = true works neither with bubblewrap") && said.contains("Landlock"), "{said}");
    }
}

/// A check that is stopped, while it builds or while it waits for an answer, leaves nothing running.
#[test]
fn a_stopped_check_leaves_nothing() {
    let folder = folder();
    let agent = |name: &str, lines: &str| {
        std::fs::create_dir(folder.path().join(name)).expect("a folder");
        std::fs::write(folder.path().join(name).join("agent.toml"), format!("game = 'tictactoe'\n{lines}"))
            .expect("a file");
    };
    agent("builds", "build = ['sh', '-c', 'sleep 98702 & sleep 98702']\ncommand = ['true']\n");
    agent("waits", "command = ['sh', '-c', 'echo lines 1; sleep 98703 & sleep 98703']\n");
    for (name, seconds) in [("builds", "98702"), ("waits", "98703")] {
        let mut child = command(folder.path(), &["agent", "check", name]).spawn().expect("it starts");
        wait_until("both of them sleep", || sleepers(seconds) == 2);
        let told = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("a signal");
        assert!(told.success() && child.wait().expect("its end").code() == Some(130), "{name}");
        wait_until("nothing is left", || processes(seconds) == 0);
    }
}

/// Nothing of a program survives us, however we end, and a killed run is resumed.
#[test]
fn killed_with_its_programs_and_resumed() {
    let folder = folder();
    let experiment = |patience: u32, sleep: &str| {
        format!(
            "game = 'pawn:4x4'\ngames = 40\n[programs.mine]\n\
             command = ['python3', 'agent.py', '{patience}', '{sleep}']\n\
             [players]\nmine = 'program:mine@time=600s'\nus = 'random'\n"
        )
    };
    let file = folder.path().join("e.toml");
    std::fs::write(&file, experiment(30, "98701")).expect("an experiment");
    let mut child = command(folder.path(), &["run", "e.toml", "--jobs", "1"]).spawn().expect("it starts");
    wait_until("the child of the program sleeps", || sleepers("98701") == 1);
    // Batches are stored several times a second.
    std::thread::sleep(Duration::from_millis(500));
    child.kill().expect("kill -9");
    child.wait().expect("its end");
    wait_until("nothing is left", || processes("98701") == 0);
    let stored = json(folder.path(), &["runs", "--json"]);
    let played = stored["runs"][0]["played"].as_u64().expect("a count");
    assert!(played > 0 && played < 40, "{stored}");
    // The same program with more patience would be another experiment; it wakes up when it is started again.
    let resumed = command(folder.path(), &["run", "e.toml", "--resume", "--jobs", "1", "--json"]).spawn();
    let mut resumed = resumed.expect("it starts");
    wait_until("the child of the program sleeps again", || sleepers("98701") == 1);
    std::thread::sleep(Duration::from_millis(500));
    let stop = Command::new("kill").args(["-TERM", &resumed.id().to_string()]).status().expect("kill");
    assert!(stop.success());
    resumed.wait().expect("its end");
    wait_until("nothing is left", || processes("98701") == 0);
    let again = json(folder.path(), &["runs", "--json"]);
    assert_eq!(again["runs"].as_array().map(Vec::len), Some(1), "{again}");
    assert!(again["runs"][0]["played"].as_u64().expect("a count") > played, "{again}");
}

/// Where this machine has no handles for a program, that is said, and no player loses a game by it.
#[test]
#[cfg(unix)]
fn too_few_handles_are_not_the_fault_of_a_player() {
    let folder = folder();
    let program = env!("CARGO_BIN_EXE_plyscope");
    let mut refused = 0;
    for handles in [8, 10, 12, 14, 200] {
        let script = format!(
            "ulimit -n {handles}; \
             exec {program} match pawn:4x4 random 'program:python3 agent.py@time=5s' --games 4 --json"
        );
        let output = Command::new("sh").args(["-c", &script]).current_dir(folder.path()).output().expect("a shell");
        if output.status.success() {
            let played: Value = serde_json::from_slice(&output.stdout).expect("an object");
            assert_eq!(played["forfeits"], serde_json::json!([]), "{handles}");
        } else {
            let said = String::from_utf8_lossy(&output.stderr).into_owned();
            assert!(said.contains("Too many open files"), "{handles}: {said}");
            refused += 1;
        }
    }
    assert!((1..5).contains(&refused), "{refused} of 5");
}

/// The blocks of a language in a section of the README.
fn blocks(section: &str, language: &str) -> Vec<String> {
    let readme = include_str!("../../../../README.md");
    let (_, rest) = readme.split_once(&format!("\n## {section}\n")).expect("the section");
    let text = rest.split("\n## ").next().expect("its text");
    let fence = format!("```{language}\n");
    text.split(&fence).skip(1).map(|part| part.split("```").next().unwrap_or_default().to_owned()).collect()
}

/// A newcomer follows the README to the letter.
#[test]
fn your_own_player_in_five_minutes() {
    let section = "Your own player in five minutes";
    let folder = tempfile::tempdir().expect("a temporary folder");
    let agent = &blocks(section, "python")[0];
    assert!(agent.lines().count() <= 15);
    std::fs::write(folder.path().join("agent.py"), agent).expect("an agent");
    std::fs::write(folder.path().join("contest.toml"), &blocks(section, "toml")[0]).expect("an experiment");
    let program = Path::new(env!("CARGO_BIN_EXE_plyscope")).parent().expect("a folder");
    let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap_or_default());
    let mut said = String::new();
    let steps = [blocks(section, "sh"), blocks("A league for a class", "sh")].concat();
    for line in steps.iter().flat_map(|block| block.lines()) {
        let mut shell = Command::new("sh");
        shell.args(["-c", line]).current_dir(folder.path()).env("PATH", &path).stdin(Stdio::null());
        let output = shell.output().expect("a shell");
        assert!(output.status.success(), "{line}: {output:?}");
        said += &String::from_utf8_lossy(&output.stdout);
    }
    assert!(said.contains("10 wins   alphabeta@depth=3") && said.contains("mine"), "{said}");
    assert!(!said.contains("forfeited"), "{said}");
}
