//! All routes about games and searches, with good and bad requests.

use crate::common::{Desk, encoded, events, request};
use serde_json::{Value, json};

fn place(game: &str) -> Value {
    json!({"game": game})
}

#[tokio::test]
async fn games_have_presets_that_can_play_them() {
    let desk = Desk::new();
    let about = desk.get("/api/games").await.good();
    let games = about["games"].as_array().expect("a list");
    assert_eq!(games.len(), plyscope_registry::GAMES.len());
    for game in games {
        let presets = game["presets"].as_array().expect("a list");
        let names: Vec<&str> = presets.iter().filter_map(|preset| preset["id"].as_str()).collect();
        assert_eq!(names, ["easy", "fair", "strong"]);
        for preset in presets {
            assert!(preset["meaning"].as_str().is_some_and(|meaning| meaning.contains("Looks")), "{preset}");
        }
        let hint = json!({"place": place(game["id"].as_str().unwrap()), "player": presets[0]["player"]});
        let found = desk.post("/api/hint", &hint).await.good();
        assert!(found["reason"].as_str().is_some_and(|reason| reason.ends_with('.')), "{found}");
    }
    assert!(about["searches"].as_array().is_some_and(|searches| searches.len() >= 11));
}

#[tokio::test]
async fn positions_have_boards_moves_and_an_address() {
    let desk = Desk::new();
    let start = desk.get("/api/position?game=pawn:4x4").await.good();
    assert_eq!((start["game"].as_str(), start["to_move"].as_str()), (Some("pawn:4x4"), Some("x")));
    assert_eq!(start["board"]["shape"], "square");
    assert_eq!(start["board"]["cells"].as_array().map(Vec::len), Some(16));
    assert_eq!(start["board"]["cells"][0], json!({"name": "a4", "x": 0, "row": 0, "piece": "o", "end_mark": null}));
    assert_eq!(start["legal"][0]["from"], "a1");
    assert_eq!(start["legal"][0]["to"], "a2");

    let after = desk.post("/api/play", &json!({"place": place("pawn:4x4"), "move": "a1a2"})).await.good();
    assert_eq!(after["moves"], json!(["a1-a2"]));
    assert_eq!(after["last_cells"], json!(["a1", "a2"]));
    let moves = encoded("a1-a2");
    let again = desk.get(&format!("/api/position?game=pawn:4x4&moves={moves}")).await.good();
    assert_eq!(after, again, "a position has one address");

    let hexagons = desk.get("/api/position?game=andantino:3&moves=c3").await.good();
    assert_eq!(hexagons["board"]["shape"], "hexagon");
    assert_eq!(hexagons["board"]["cells"].as_array().map(Vec::len), Some(19));
    assert_eq!(hexagons["legal"][0]["from"], Value::Null);
}

/// x threatens c1 in tic-tac-toe; only one move meets it.
#[tokio::test]
async fn threats_are_shown_with_what_meets_them() {
    let desk = Desk::new();
    let view = desk.get("/api/position?game=tictactoe&moves=a1+a3+b1").await.good();
    assert_eq!(view["threats"], json!([{"move": "c1", "cells": ["c1"], "not_met_by": 5}]));
    let safe: Vec<&str> = view["legal"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|legal| legal["loses"] == false)
        .filter_map(|legal| legal["move"].as_str())
        .collect();
    assert_eq!(safe, ["c1"]);
    let winning = desk.get("/api/position?game=tictactoe&moves=a1+a3+b1+b3").await.good();
    let wins = winning["legal"].as_array().unwrap().iter().filter(|legal| legal["wins"] == true).count();
    assert_eq!(wins, 1);
    let over = desk.get("/api/position?game=tictactoe&moves=a1+a3+b1+b3+c1").await.good();
    assert_eq!((over["outcome"].as_str(), over["to_move"].clone()), (Some("x"), Value::Null));
    assert_eq!(over["legal"], json!([]));
}

#[tokio::test]
async fn bad_questions_get_one_clear_sentence() {
    let desk = Desk::new();
    let unknown = desk.get("/api/position?game=chess").await.refused(400, "bad-input");
    assert!(unknown.contains("known: tictactoe"), "{unknown}");
    assert!(desk.get("/api/position").await.refused(400, "bad-input").contains("game"));
    let illegal = desk.get("/api/position?game=tictactoe&moves=a1+a1").await.refused(400, "bad-input");
    assert!(illegal.starts_with("moves: move 2"), "{illegal}");
    let text = desk.get("/api/position?game=tictactoe&position=nonsense").await.refused(400, "bad-input");
    assert!(text.starts_with("position: "), "{text}");
    let long = format!("/api/position?game=tictactoe&moves={}", "a1+".repeat(4000));
    assert!(desk.get(&long).await.refused(400, "bad-input").contains("too many"));
    for player in ["human", "chess", "alphabeta@depth=0", "engine:table=64GB", "engine:threads=256"] {
        let asked = json!({"place": place("tictactoe"), "player": player});
        desk.post("/api/hint", &asked).await.refused(400, "bad-input");
        desk.post("/api/trees", &asked).await.refused(400, "bad-input");
        desk.post("/api/why", &asked).await.refused(400, "bad-input");
        desk.get(&format!("/api/search?game=tictactoe&player={player}")).await.refused(400, "bad-input");
    }
    let unknown = json!({"place": place("tictactoe"), "player": "random", "depth": 3});
    assert!(desk.post("/api/hint", &unknown).await.refused(400, "bad-input").contains("unknown field"));
    let broken = desk.send(request("POST", "/api/hint", "{")).await.refused(400, "bad-input");
    assert!(broken.starts_with("the request is not JSON ("), "{broken}");
    let wrong = desk.send(request("POST", "/api/play", r#"{"place": 3}"#)).await.refused(400, "bad-input");
    assert_eq!(wrong, "place: must be an object, not 3");
    let seed = desk.get("/api/search?game=pawn&player=random&seed=x").await.refused(400, "bad-input");
    assert_eq!(seed, "seed: must be a whole number from 0, such as 1");
    let number = desk.get("/api/runs/one").await.refused(404, "not-found");
    assert_eq!(number, "\"one\" in the address is not a whole number, such as 1");
    desk.get("/api/nothing").await.refused(404, "not-found");
    desk.get("/api/play").await.refused(405, "wrong-method");
    let over = json!({"place": {"game": "tictactoe", "moves": "a1 a3 b1 b3 c1"}});
    assert!(desk.post("/api/hint", &over).await.refused(400, "bad-input").contains("the game is over"));
}

#[tokio::test]
async fn heuristics_are_taken_apart() {
    let desk = Desk::new();
    let formula = encoded("{3*pieces+steps}");
    let place = format!("game=breakthrough:5x5&position={}", encoded("ooooo/ooooo/...../.xxxx/xxxxx o"));
    let judged = desk.get(&format!("/api/evaluate?{place}&heuristic={formula}")).await.good();
    let terms = judged["terms"].as_array().expect("terms");
    let sum: f64 = terms.iter().filter_map(|term| term["share"].as_f64()).sum();
    assert_eq!(Some(sum), judged["value"].as_f64());
    assert_eq!(judged["value_first"].as_f64(), judged["value"].as_f64().map(|value| -value));
    desk.get(&format!("/api/evaluate?{place}&heuristic=nonsense")).await.refused(400, "bad-input");
}

#[tokio::test]
async fn a_search_tells_its_iterations_and_its_answer() {
    let desk = Desk::new();
    let reply = desk.get("/api/search?game=pawn:4x4&player=iterative@depth=4").await;
    assert_eq!(reply.headers["content-type"], "text/event-stream");
    let events = events(&reply.text);
    let names: Vec<&str> = events.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["iteration", "iteration", "iteration", "iteration", "done"]);
    let report = &events[4].1;
    assert_eq!(report["depth"], 4);
    assert_eq!(report["pv"].as_array().map(Vec::len), Some(4));
    assert!(report["counters"]["nodes"].as_u64() > Some(0));
}

/// The values are those of plain minimax, and the others visit fewer positions.
#[tokio::test]
async fn searches_side_by_side_agree() {
    let desk = Desk::new();
    let players = ["minimax@depth=5", "alphabeta@depth=5", "pvs@depth=5"];
    let asked = json!({"place": place("breakthrough:5x4"), "players": players});
    let found = desk.post("/api/compare", &asked).await.good();
    let nodes: Vec<u64> =
        found["reports"].as_array().unwrap().iter().filter_map(|report| report["counters"]["nodes"].as_u64()).collect();
    assert!(found["agree"] == true && nodes.len() == 3, "{found}");
    assert!(nodes[1] < nodes[0] && nodes[2] < nodes[0], "{nodes:?}");
    let empty = json!({"place": place("tictactoe"), "players": []});
    desk.post("/api/compare", &empty).await.refused(400, "bad-input");
    let crowd = json!({"place": place("tictactoe"), "players": vec!["random"; 9]});
    desk.post("/api/compare", &crowd).await.refused(400, "bad-input");
}

/// Both lines are as long as the search is deep, and the terms explain the difference of the values at their ends.
#[tokio::test]
async fn a_move_is_explained_against_the_second_best() {
    let desk = Desk::new();
    for player in ["alphabeta@depth=3", "engine:selective=off@depth=3", "pvs:table=1MB@depth=3"] {
        let asked = json!({"place": place("breakthrough:6x5"), "player": player});
        let why = desk.post("/api/why", &asked).await.good();
        let (best, second) = (&why["best"], &why["second"]);
        assert_eq!(best["moves"].as_array().map(Vec::len), Some(3), "{why}");
        assert_eq!(second["moves"].as_array().map(Vec::len), Some(3), "{why}");
        assert_ne!(best["moves"][0], second["moves"][0]);
        let sum: f64 = why["differences"].as_array().unwrap().iter().filter_map(|d| d["difference"].as_f64()).sum();
        let wanted = best["value"].as_f64().unwrap() - second["value"].as_f64().unwrap();
        assert!((sum - wanted).abs() < 1e-9, "{sum} {wanted}");
        // The value at the end of a line is the value of the search.
        assert_eq!(best["score"]["value"].as_f64().map(f64::abs), best["value"].as_f64().map(f64::abs));
    }
    let simulated = json!({"place": place("pawn:4x4"), "player": "mcts@rollouts=300"});
    assert!(desk.post("/api/why", &simulated).await.good()["second"]["moves"].is_array());
}

#[tokio::test]
async fn the_page_is_there_and_places_within_it_too() {
    let desk = Desk::new();
    for path in ["/", "/play", "/look/inside"] {
        let page = desk.get(path).await;
        assert_eq!(
            (page.status.as_u16(), &page.headers["content-type"]),
            (200, &"text/html; charset=utf-8".parse().unwrap())
        );
        assert!(page.text.contains("Plyscope"), "{path}");
    }
    for path in ["/missing.js", "/../Cargo.toml", "/%2e%2e/Cargo.toml", "/assets/../../Cargo.toml"] {
        desk.get(path).await.refused(404, "not-found");
    }
    let health = desk.get("/api/health").await.good();
    assert_eq!((health["status"].as_str(), health["searches"].as_u64()), (Some("ok"), Some(0)));
    let description = desk.get("/api/openapi.json").await;
    assert_eq!(description.text.trim(), plyscope_web::openapi().trim());
}
