//! The server with real sockets: a closed tab, a flood, and an end in order.

use std::io::{Read, Write};
use std::time::{Duration, Instant};

use crate::common::{House, events, read_answer};
use plyscope_web::Limits;

fn house(limits: Limits) -> (House, tempfile::TempDir) {
    let folder = tempfile::tempdir().expect("a folder");
    (House::open(folder.path(), limits), folder)
}

/// Would take minutes.
const LONG: &str = "/api/search?game=reversi&player=alphabeta@depth=30";
const LONG_HINT: &str = r#"{"place": {"game": "reversi"}, "player": "alphabeta@depth=30"}"#;

#[test]
fn a_closed_tab_stops_its_search() {
    let (house, _folder) = house(Limits::default());
    for _ in 0..2 {
        let mut watched = house.ask("GET", LONG, "");
        let mut first = [0; 12];
        watched.read_exact(&mut first).expect("the answer begins");
        assert_eq!(&first, b"HTTP/1.1 200");
        house.wait_for_searches(1);
        drop(watched);
        let gone = house.wait_for_searches(0);
        assert!(gone < Duration::from_secs(30), "{gone:?}");
    }
    for path in ["/api/hint", "/api/trees", "/api/why"] {
        let asked = house.ask("POST", path, LONG_HINT);
        house.wait_for_searches(1);
        drop(asked);
        house.wait_for_searches(0);
    }
    house.close();
}

#[test]
fn a_search_ends_when_its_time_is_up() {
    let (house, _folder) = house(Limits { search_time: Duration::from_millis(300), ..Limits::default() });
    let begun = Instant::now();
    let (status, text) = house.call("GET", LONG, "");
    let told = events(&text);
    let (name, report) = told.last().expect("an answer");
    assert_eq!((status, name.as_str(), report["stopped"].as_str()), (200, "done", Some("time")));
    let tree = house.json("POST", "/api/trees", LONG_HINT);
    assert_eq!(tree["report"]["stopped"], "time");
    let players = r#"["minimax@depth=30", "alphabeta@depth=30", "mcts@rollouts=1000000000"]"#;
    let compared =
        house.json("POST", "/api/compare", &format!(r#"{{"place": {{"game": "reversi"}}, "players": {players}}}"#));
    assert_eq!(compared["reports"].as_array().map(Vec::len), Some(3));
    assert!(begun.elapsed() < Duration::from_secs(60), "{:?}", begun.elapsed());
    house.close();
}

#[test]
fn too_many_searches_are_refused_and_the_rest_goes_on() {
    let limits = Limits { searches: 2, patience: Duration::from_millis(200), ..Limits::default() };
    let (house, _folder) = house(limits);
    let held = [house.ask("GET", LONG, ""), house.ask("GET", LONG, "")];
    house.wait_for_searches(2);
    let (status, text) = house.call("POST", "/api/hint", r#"{"place": {"game": "tictactoe"}}"#);
    assert!(status == 503 && text.contains("\"busy\""), "{status} {text}");
    house.json("GET", "/api/position?game=tictactoe", "");
    drop(held);
    house.wait_for_searches(0);
    house.json("POST", "/api/hint", r#"{"place": {"game": "tictactoe"}, "player": "alphabeta@depth=2"}"#);
    house.close();
}

/// Two hundred visitors at once, more than half of them with searches: each gets an answer or a clear refusal.
#[test]
fn a_flood_is_answered() {
    let limits = Limits { searches: 2, connections: 64, search_time: Duration::from_millis(20), ..Limits::default() };
    let (house, _folder) = house(limits);
    let statuses: Vec<u16> = std::thread::scope(|scope| {
        let asked: Vec<_> = (0..200)
            .map(|index| {
                let house = &house;
                scope.spawn(move || match index % 5 {
                    0 => house.call("GET", "/api/position?game=andantino", "").0,
                    1 => house.call("GET", LONG, "").0,
                    2 => house.call("POST", "/api/trees", LONG_HINT).0,
                    3 => house.call("POST", "/api/hint", LONG_HINT).0,
                    _ => house.call("GET", "/api/position?game=nonsense", "").0,
                })
            })
            .collect();
        asked.into_iter().map(|asked| asked.join().expect("an answer")).collect()
    });
    for (index, status) in statuses.iter().enumerate() {
        let accepted: &[u16] = match index % 5 {
            0 => &[200],
            4 => &[400],
            _ => &[200, 201, 503],
        };
        assert!(accepted.contains(status), "{index}: {status}");
    }
    // The forty positions, and some of the searches, also on a busy machine.
    assert!(statuses.iter().filter(|&&status| status == 200 || status == 201).count() > 43, "{statuses:?}");
    house.wait_for_searches(0);
    assert!(house.json("GET", "/api/health", "")["trees"].as_u64() <= Some(16));
    house.close();
}

#[test]
fn broken_requests_do_no_harm() {
    let (house, _folder) = house(Limits::default());
    for text in [
        "GET",
        "\r\n\r\n",
        "GET / HTTP/9.9\r\n\r\n",
        "\u{0}\u{1}\u{2}",
        "POST /api/play HTTP/1.1\r\nhost: localhost\r\ncontent-length: 99999999999999999999\r\n\r\n",
    ] {
        let mut stream = house.connect();
        stream.write_all(text.as_bytes()).expect("it is taken");
        drop(stream);
    }
    let mut unfinished = house.connect();
    unfinished
        .write_all(
            b"POST /api/play HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n\
              content-length: 100\r\n\r\n{",
        )
        .expect("it is taken");
    let (status, _) = house.call("GET", "/api/health", "");
    assert_eq!(status, 200);
    drop(unfinished);
    house.close();
}

#[test]
fn it_closes_in_order_and_stops_what_is_going_on() {
    let (house, _folder) = house(Limits::default());
    let watched = house.ask("GET", LONG, "");
    house.wait_for_searches(1);
    let (closing, answer) = std::thread::scope(|scope| {
        let reading = scope.spawn(move || read_answer(watched));
        (house.close(), reading.join().expect("an answer"))
    });
    assert!(closing < Duration::from_secs(30), "{closing:?}");
    let told = events(&answer.1);
    let (name, report) = told.last().expect("an answer");
    assert_eq!((name.as_str(), report["stopped"].as_str()), ("done", Some("cancelled")));
}

#[test]
fn a_port_in_use_is_refused_with_a_sentence() {
    let (house, folder) = house(Limits::default());
    let settings = crate::common::settings(folder.path(), Limits::default());
    let refused = plyscope_web::Server::bind(&settings, house.address.port()).err().expect("it is in use");
    assert!(refused.to_string().contains("is in use; choose another with --port"), "{refused}");
    house.close();
}
