//! Experiments on several workers, by the real program and a real nats-server: the same games as on one machine,
//! whatever happens to whom.

mod chaos;
#[path = "../../../../cluster/tests/support/server.rs"]
mod server;

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use serde_json::Value;

use server::Server;

/// Rounds of a sequential test, players that search and players that do not, and openings.
const FILE: &str = "
name = 'many'
game = ['pawn:4x4', 'breakthrough:6x6']
games = 300
stop = { sprt = { elo1 = 60 } }
[openings]
random-plies = 3
[players]
random = 'random'
greedy = 'alphabeta:ties=random+material@depth=2'
mc = 'mcts@rollouts=20'
";

fn command(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_plyscope"));
    command.args(arguments).current_dir(folder).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn output(folder: &Path, arguments: &[&str]) -> Output {
    command(folder, arguments).output().expect("the program runs")
}

/// What it prints; it must succeed.
fn text(folder: &Path, arguments: &[&str]) -> String {
    let output = output(folder, arguments);
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

fn json(folder: &Path, arguments: &[&str]) -> Value {
    serde_json::from_str(&text(folder, arguments)).expect("JSON")
}

/// What a command that fails says.
fn refusal(folder: &Path, arguments: &[&str]) -> String {
    let output = output(folder, arguments);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    String::from_utf8(output.stderr).expect("text")
}

/// All games of a database, without what the clock says.
fn games(folder: &Path, db: &str) -> Vec<Value> {
    let all = json(folder, &["records", "1", "--db", db, "--limit", "10000000", "--json"]);
    let mut all = all["games"].as_array().cloned().expect("games");
    all.iter_mut().for_each(|game| game["time_ms"] = Value::Null);
    all
}

/// A process that is killed when it is dropped.
struct Process(Child);

impl Process {
    fn start(folder: &Path, arguments: &[&str]) -> Process {
        let mut command = command(folder, arguments);
        Process(command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("the program runs"))
    }

    fn worker(folder: &Path, url: &str) -> Process {
        Process::start(folder, &["worker", url, "--jobs", "1"])
    }

    fn signal(&self, signal: Signal) {
        // It may have ended already.
        let _ = kill(Pid::from_raw(self.0.id() as i32), signal);
    }

    fn is_over(&mut self) -> bool {
        self.0.try_wait().expect("a child").is_some()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A folder with an experiment that was played here, in `local.db`.
fn played_here(text_of_file: &str) -> (tempfile::TempDir, Vec<Value>) {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("many.toml"), text_of_file).expect("a file");
    text(folder.path(), &["run", "many.toml", "--db", "local.db", "--json"]);
    let expected = games(folder.path(), "local.db");
    assert!(expected.len() > 100, "{} games", expected.len());
    (folder, expected)
}

/// Waits for something that must happen sooner or later.
fn wait_until(what: &str, mut happens: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !happens() {
        assert!(begun.elapsed() < Duration::from_secs(120), "{what} never happens");
        std::thread::sleep(Duration::from_millis(20));
    }
}

fn n_played(folder: &Path, db: &str) -> u64 {
    let output = output(folder, &["runs", "--db", db, "--json"]);
    let runs: Value = serde_json::from_slice(&output.stdout).unwrap_or_default();
    runs["runs"][0]["played"].as_u64().unwrap_or(0)
}

#[test]
fn one_two_and_five_workers_play_what_one_machine_plays() {
    let (folder, expected) = played_here(FILE);
    let (folder, server) = (folder.path(), Server::start());
    let url = server.url();
    let mut workers = Vec::new();
    for n in [1, 2, 5] {
        while workers.len() < n {
            workers.push(Process::worker(folder, &url));
        }
        wait_until("a worker", || {
            json(folder, &["workers", &url, "--json"])["workers"].as_array().is_some_and(|all| all.len() == n)
        });
        let db = format!("{n}.db");
        let summary = json(folder, &["run", "many.toml", "--on", &url, "--db", &db, "--json"]);
        assert_eq!(games(folder, &db), expected, "{n} workers");
        let workers = summary["workers"].as_array().expect("workers");
        let played: u64 = workers.iter().map(|worker| worker["games"].as_u64().expect("a number")).sum();
        assert_eq!(played, expected.len() as u64);
        assert!(summary["report"].as_str().expect("text").contains("Games by "), "{summary}");
    }
    // A finished run is only reported, and nothing is left on the hub.
    let again = json(folder, &["run", "many.toml", "--on", &url, "--db", "5.db", "--resume", "--json"]);
    assert_eq!(again["complete"], true);
    // One that ends hands back what it has, and says what it did.
    let listed = json(folder, &["workers", &url, "--json"]);
    for field in ["name", "machine", "cores", "version", "games_per_second"] {
        assert!(!listed["workers"][0][field].is_null(), "{field}");
    }
    workers[0].signal(Signal::SIGINT);
    wait_until("its end", || workers[0].is_over());
    let left = json(folder, &["workers", &url, "--json"]);
    assert_eq!(left["workers"].as_array().map(Vec::len), Some(4));
}

#[test]
fn a_killed_collector_goes_on_with_its_database_and_without() {
    let file = FILE.replace("games = 300", "games = 3000").replace("stop =", "# stop =");
    let (folder, expected) = played_here(&file);
    let (folder, server) = (folder.path(), Server::start());
    let url = server.url();
    let _workers = [Process::worker(folder, &url), Process::worker(folder, &url)];
    let mut collector = Process::start(folder, &["run", "many.toml", "--on", &url, "--db", "first.db"]);
    wait_until("some games", || n_played(folder, "first.db") > 100 || collector.is_over());
    drop(collector);
    // On another machine, with a copy of the database.
    let copy = |from: &str, to: &str| {
        for end in ["", "-wal", "-shm"] {
            let (from, to) = (folder.join(format!("{from}{end}")), folder.join(format!("{to}{end}")));
            if from.exists() {
                std::fs::copy(from, to).expect("a copy");
            }
        }
    };
    copy("first.db", "copy.db");
    let mut second = Process::start(folder, &["run", "many.toml", "--on", &url, "--db", "copy.db", "--resume"]);
    wait_until("more games", || n_played(folder, "copy.db") > 300 || second.is_over());
    drop(second);
    // And without any.
    text(folder, &["run", "many.toml", "--on", &url, "--db", "none.db", "--resume", "--json"]);
    assert_eq!(games(folder, "none.db"), expected);
    text(folder, &["run", "many.toml", "--on", &url, "--db", "copy.db", "--resume", "--json"]);
    assert_eq!(games(folder, "copy.db"), expected);
}

/// The configuration of `experiments/hub`.
fn configuration() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../experiments/hub/nats-server.conf")
}

#[test]
fn each_role_may_do_its_own_and_nothing_else_and_no_secret_is_shown() {
    let (folder, expected) = played_here(FILE);
    let configuration = configuration();
    let server = Server::with(&["-c", configuration.to_str().expect("a path")]);
    let folder = folder.path();
    let [coordinator, worker, onlooker] = ["coordinator", "worker", "onlooker"].map(|role| server.url_of(role));
    let _worker = Process::worker(folder, &worker);
    text(folder, &["run", "many.toml", "--on", &coordinator, "--db", "hub.db", "--json"]);
    assert_eq!(games(folder, "hub.db"), expected);
    let seen = json(folder, &["workers", &onlooker, "--json"]);
    assert_eq!(seen["workers"].as_array().map(Vec::len), Some(1));
    for url in [&worker, &onlooker] {
        let refused = refusal(folder, &["run", "many.toml", "--on", url, "--db", "other.db"]);
        assert!(refused.contains("does not allow this to our account"), "{refused}");
        assert!(refused.contains("***@") && !refused.contains("worker:worker"), "{refused}");
    }
    let stranger = server.url().replace("nats://", "nats://worker:wrong@");
    let refused = refusal(folder, &["worker", &stranger]);
    assert!(refused.contains("does not let us in") && !refused.contains("wrong"), "{refused}");
    let stopped = output(folder, &["run", "many.toml", "--on", "nats://127.0.0.1:1", "--db", "other.db"]);
    assert!(String::from_utf8_lossy(&stopped.stderr).contains("no NATS server answers at nats://127.0.0.1:1"));
    let without = Server::with(&[]);
    let refused = refusal(folder, &["run", "many.toml", "--on", &without.url(), "--db", "other.db"]);
    assert!(refused.contains("start nats-server with -js"), "{refused}");
}

#[test]
fn programs_are_played_only_by_workers_that_allow_them() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let agent = "
import sys
for line in sys.stdin:
    word, _, rest = line.strip().partition(' ')
    if word == 'lines':
        print('lines 1 first', flush=True)
    elif word == 'legal':
        legal = rest.split()
    elif word == 'go':
        print('move', legal[0], flush=True)
";
    let file = "game = 'tictactoe'\ngames = 6\n[programs.mine]\ncommand = ['python3', 'agent.py']\n[players]\n\
                mine = 'program:mine@time=5s'\nrandom = 'random'\n";
    std::fs::write(folder.join("agent.py"), agent).expect("a file");
    std::fs::write(folder.join("many.toml"), file).expect("a file");
    let server = Server::start();
    let url = server.url();
    let elsewhere = tempfile::tempdir().expect("a folder");
    let careful = Process::start(elsewhere.path(), &["worker", &url, "--jobs", "2"]);
    let mut collector = Process::start(folder, &["run", "many.toml", "--on", &url]);
    wait_until("a run", || json(folder, &["workers", &url, "--json"])["workers"][0]["plays"].as_str().is_some());
    assert_eq!(n_played(folder, "plyscope.db"), 0);
    let _willing = Process::start(elsewhere.path(), &["worker", &url, "--jobs", "1", "--allow-programs"]);
    wait_until("the end", || collector.is_over());
    let report = json(folder, &["report", "1", "--json"]);
    assert_eq!((&report["played"], &report["forfeits"]), (&Value::from(6), &Value::Array(Vec::new())), "{report}");
    drop(careful);
}
