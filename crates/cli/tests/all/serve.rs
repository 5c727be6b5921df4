//! `plyscope serve` as a process: its address, its refusals, and what is left when it ends or is killed.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

const PROGRAM: &str = env!("CARGO_BIN_EXE_plyscope");

struct Server {
    child: Child,
    /// Host and port.
    address: String,
}

impl Drop for Server {
    fn drop(&mut self) {
        // A test that fails must not leave it behind.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Server {
    fn start(folder: &Path) -> Server {
        Server::start_with(folder, &[])
    }

    fn start_with(folder: &Path, options: &[&str]) -> Server {
        let mut child = Command::new(PROGRAM)
            .args(["serve", "--port", "0", "--json", "--db", "runs.db"])
            .args(options)
            .stderr(Stdio::null())
            .current_dir(folder)
            .stdout(Stdio::piped())
            .spawn()
            .expect("it starts");
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("its output")).read_line(&mut line).expect("a line");
        let told: Value = serde_json::from_str(&line).expect("JSON");
        let address = told["address"].as_str().expect("an address").trim_start_matches("http://").trim_end_matches('/');
        Server { child, address: address.to_owned() }
    }

    fn call(&self, method: &str, path: &str, body: &str) -> (u16, String) {
        let mut stream = TcpStream::connect(&self.address).expect("a connection");
        stream.set_read_timeout(Some(Duration::from_secs(60))).expect("a time limit");
        let (address, n) = (&self.address, body.len());
        write!(
            stream,
            "{method} {path} HTTP/1.0\r\nhost: {address}\r\ncontent-type: application/json\r\n\
             content-length: {n}\r\n\r\n{body}"
        )
        .expect("it is taken");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("an answer");
        let (head, body) = answer.split_once("\r\n\r\n").expect("a head");
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status");
        (status, body.to_owned())
    }

    fn wait_for_games(&self, least: u64) -> u64 {
        let begun = Instant::now();
        loop {
            let runs: Value = serde_json::from_str(&self.call("GET", "/api/runs", "").1).expect("JSON");
            let played = runs["runs"][0]["played"].as_u64().unwrap_or(0);
            if played >= least {
                return played;
            }
            assert!(begun.elapsed() < Duration::from_secs(60), "only {played} games");
            std::thread::sleep(Duration::from_millis(50));
        }
    }
}

fn stored(folder: &Path) -> Value {
    let listed = Command::new(PROGRAM).args(["runs", "--json", "--db", "runs.db"]).current_dir(folder).output();
    serde_json::from_slice::<Value>(&listed.expect("a list").stdout).expect("JSON")["runs"][0].clone()
}

const EXPERIMENT: &str = r#"{"form": {"name": "long", "games": ["pawn:4x4"], "n_games": 500000, "players": [
    {"name": "deep", "player": "alphabeta:ties=random@depth=4"}, {"name": "random", "player": "random"}]}}"#;

/// Killed in the middle of an experiment, begun again, resumed, and ended in order: no game that was reported is lost.
#[test]
fn experiments_survive_the_end_of_the_server() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut server = Server::start(folder.path());
    assert_eq!(server.call("GET", "/", "").0, 200);
    assert_eq!(server.call("POST", "/api/runs", EXPERIMENT).0, 201);
    let before = server.wait_for_games(50);
    server.child.kill().expect("it is killed");
    server.child.wait().expect("it ends");
    assert_eq!(stored(folder.path())["status"], "stopped");

    let mut server = Server::start(folder.path());
    assert_eq!(server.call("POST", "/api/runs/1/resume", "").0, 201);
    let played = server.wait_for_games(before + 50);
    let ended = Command::new("kill").args(["-TERM", &server.child.id().to_string()]).status();
    assert!(ended.expect("kill is there").success());
    let code = server.child.wait().expect("it ends").code();
    assert_eq!(code, Some(0));
    let run = stored(folder.path());
    assert_eq!(run["status"], "stopped");
    assert!(run["played"].as_u64() >= Some(played), "{run}");
}

#[test]
fn a_port_in_use_a_bad_host_and_a_missing_folder_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = Server::start(folder.path());
    let port = server.address.rsplit(':').next().expect("a port");
    for (arguments, reason) in [
        (["--port", port], "is in use; choose another with --port"),
        (["--host", "no such host"], "cannot listen at"),
        (["--db", "missing/runs.db"], "there is no folder missing: make it, or name another file"),
        (["--db", "."], "is a folder: name a file in it"),
        (["--token", "short"], "--token: a token has 8 to 200 letters"),
    ] {
        let refused =
            Command::new(PROGRAM).arg("serve").args(arguments).current_dir(folder.path()).output().expect("it ends");
        let sentence = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert_eq!(refused.status.code(), Some(2), "{sentence}");
        assert!(sentence.contains(reason) && sentence.lines().count() == 1, "{sentence}");
    }
}

/// With a token nothing is answered without it; what is printed is a whole address.
#[test]
fn other_machines_need_the_token_that_is_printed() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = Server::start_with(folder.path(), &["--host", "0.0.0.0"]);
    let (place, token) = server.address.split_once("/?token=").expect("an address with a token");
    let asked = |line: &str| {
        let mut stream = TcpStream::connect(place).expect("a connection");
        write!(stream, "GET /api/runs HTTP/1.0\r\nhost: {place}\r\n{line}\r\n").expect("it is taken");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("an answer");
        answer.split(' ').nth(1).map(str::to_owned)
    };
    assert_eq!(asked("").as_deref(), Some("401"));
    assert_eq!(asked(&format!("authorization: Bearer {token}\r\n")).as_deref(), Some("200"));
}
