//! Slow and idle clients with real sockets: however many there are, an ordinary request is answered at once.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use crate::common::House;
use plyscope_web::Limits;
use serde_json::json;

/// More clients than there are connections.
const CROWD: usize = 90;

fn house() -> (House, tempfile::TempDir) {
    let folder = tempfile::tempdir().expect("a folder");
    let limits = Limits { connections: 64, streams: 32, experiments: 1, ..Limits::default() };
    (House::open(folder.path(), limits), folder)
}

/// Asks for something ordinary, several times.
fn is_served(house: &House) {
    for _ in 0..5 {
        let begun = Instant::now();
        assert_eq!(house.call("GET", "/api/position?game=tictactoe", "").0, 200);
        assert!(begun.elapsed() < Duration::from_secs(1), "{:?}", begun.elapsed());
    }
}

fn crowd_that_sends(house: &House, text: &str) -> Vec<TcpStream> {
    let client = |_| {
        let mut stream = house.connect();
        // The server may have dropped it already.
        let _ = stream.write_all(text.as_bytes());
        stream
    };
    (0..CROWD).map(client).collect()
}

#[test]
fn slow_headers_and_bodies_hold_no_places() {
    let (house, _folder) = house();
    let head = "POST /api/play HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n";
    for text in [String::new(), head.to_owned(), format!("{head}content-length: 100\r\n\r\n{{")] {
        let held = crowd_that_sends(&house, &text);
        is_served(&house);
        let mut dropped = 0;
        for mut stream in held {
            stream.set_nonblocking(true).expect("a socket");
            dropped += usize::from(
                !matches!(stream.read(&mut [0]), Err(error) if error.kind() == std::io::ErrorKind::WouldBlock),
            );
        }
        assert!((CROWD - 64..CROWD).contains(&dropped), "{dropped}: as many as needed, and no more");
    }
    house.close();
}

/// Watching is bounded, and those who watch keep watching.
#[test]
fn idle_listeners_leave_places_for_others() {
    let (house, _folder) = house();
    let form = json!({"form": {
        "name": "long", "games": ["breakthrough:6x6"], "n_games": 100_000,
        "players": [
            {"name": "a", "player": "alphabeta:ties=random@depth=4"},
            {"name": "b", "player": "alphabeta:ties=random@depth=4"}
        ]
    }});
    house.json("POST", "/api/runs", &form.to_string());
    let mut listeners: Vec<TcpStream> = (0..CROWD).map(|_| house.ask("GET", "/api/runs/1/live", "")).collect();
    is_served(&house);
    let mut statuses = [0; 12];
    let mut status = |stream: &mut TcpStream| {
        stream.read_exact(&mut statuses).expect("an answer");
        String::from_utf8_lossy(&statuses[9..]).into_owned()
    };
    let heard: Vec<String> = listeners.iter_mut().map(&mut status).collect();
    assert_eq!(heard.iter().filter(|status| *status == "200").count(), 32);
    assert_eq!(heard.iter().filter(|status| *status == "503").count(), CROWD - 32);
    is_served(&house);
    drop(listeners);
    let begun = Instant::now();
    while status(&mut house.ask("GET", "/api/runs/1/live", "")) != "200" {
        assert!(begun.elapsed() < Duration::from_secs(30), "the places of closed streams are free again");
        std::thread::sleep(Duration::from_millis(50));
    }
    house.close();
}

/// A flood of searches waits in a queue that leaves connections free.
#[test]
fn waiting_searches_leave_places_for_others() {
    let (house, _folder) = house();
    let search = r#"{"place": {"game": "reversi"}, "player": "alphabeta@depth=30"}"#;
    let held: Vec<TcpStream> = (0..CROWD).map(|_| house.ask("POST", "/api/hint", search)).collect();
    is_served(&house);
    drop(held);
    house.wait_for_searches(0);
    house.close();
}

/// Twenty thousand openings, each of them searched.
#[test]
fn an_abandoned_check_is_cancelled() {
    let (house, _folder) = house();
    let form = json!({"form": {
        "name": "long", "games": ["breakthrough:8x8"], "n_games": 100_000, "random_plies": 12,
        "players": [{"name": "a", "player": "random"}, {"name": "b", "player": "random"}]
    }});
    let asked: Vec<TcpStream> =
        (0..4).map(|_| house.ask("POST", "/api/experiments/check", &form.to_string())).collect();
    house.wait_for_searches(4);
    drop(asked);
    let gone = house.wait_for_searches(0);
    assert!(gone < Duration::from_secs(5), "{gone:?}");
    house.close();
}
