//! Recorded trees: what is in them, opened level by level, step by step, and forgotten when there are too many.

use std::time::Duration;

use crate::common::{Desk, request};
use plyscope_web::Limits;
use serde_json::{Value, json};

async fn record(desk: &Desk, game: &str, player: &str) -> Value {
    desk.post("/api/trees", &json!({"place": {"game": game}, "player": player})).await.good()
}

/// All nodes of a tree, found by opening every node.
async fn all_nodes(desk: &Desk, id: &str, root: &Value) -> Vec<Value> {
    let (mut found, mut open) = (vec![root.clone()], vec![root.clone()]);
    while let Some(node) = open.pop() {
        let (number, total) = (&node["node"], node["children"].as_u64().unwrap());
        let mut seen = 0;
        while seen < total {
            let path = format!("/api/trees/{id}/nodes/{number}/children?offset={seen}&limit=7");
            let page = desk.get(&path).await.good();
            assert_eq!(page["total"].as_u64(), Some(total));
            let children = page["children"].as_array().unwrap();
            seen += children.len() as u64;
            found.extend(children.iter().cloned());
            open.extend(children.iter().cloned());
        }
    }
    found
}

/// The recorder against the search's own counters: every visited position is there, and so is every cut-off.
#[tokio::test]
async fn the_whole_tree_can_be_opened() {
    let desk = Desk::new();
    let tree = record(&desk, "tictactoe", "alphabeta:table=1MB,order=history@depth=4").await;
    let id = tree["id"].as_str().unwrap();
    let nodes = all_nodes(&desk, id, &tree["root"]).await;
    let counters = &tree["report"]["counters"];
    assert_eq!(nodes.len() as u64, counters["nodes"].as_u64().unwrap() + 1);
    assert_eq!(tree["root"]["size"].as_u64(), Some(nodes.len() as u64));
    assert_eq!(tree["nodes"].as_u64(), Some(nodes.len() as u64));
    let count = |test: &dyn Fn(&Value) -> bool| nodes.iter().filter(|node| test(node)).count() as u64;
    assert_eq!(count(&|node| !node["cut"].is_null()), counters["cutoffs"].as_u64().unwrap());
    assert_eq!(count(&|node| node["kind"] == "table"), counters["table_hits"].as_u64().unwrap());
    assert_eq!(count(&|node| node["kind"] == "interior"), counters["interior"].as_u64().unwrap() + 1);
    for node in nodes.iter().filter(|node| !node["cut"].is_null()) {
        assert_eq!((node["node_type"].as_str(), node["bound"].as_str()), (Some("cut"), Some("at least")), "{node}");
        let (cut, by) = (&node["cut"], node["cut"]["by"].as_str().unwrap());
        assert!(cut["reason"].as_str().is_some_and(|reason| reason.starts_with(by)), "{cut}");
        assert!(cut["saved"].as_f64() >= cut["untried"].as_array().map(|untried| untried.len() as f64), "{cut}");
    }
    let deepest = nodes.iter().max_by_key(|node| node["ply"].as_u64()).unwrap();
    let details = desk.get(&format!("/api/trees/{id}/nodes/{}", deepest["node"])).await.good();
    assert_eq!(details["line"].as_array().map(|line| line.len() as u64), deepest["ply"].as_u64());
    assert_eq!(details["line"].as_array().unwrap().last(), Some(&deepest["move"]));
    assert_eq!(details["board"]["cells"].as_array().map(Vec::len), Some(9));
}

/// The search enters a node before its children and leaves it after them.
#[tokio::test]
async fn steps_are_told_in_their_order() {
    let desk = Desk::new();
    let tree = record(&desk, "pawn:4x3", "pvs@depth=3").await;
    let (id, total) = (tree["id"].as_str().unwrap(), tree["steps"].as_u64().unwrap());
    assert_eq!(total, 2 * tree["nodes"].as_u64().unwrap());
    let (mut path, mut next, mut offset) = (Vec::<u64>::new(), 0, 0);
    while offset < total {
        let page = desk.get(&format!("/api/trees/{id}/steps?offset={offset}&limit=100")).await.good();
        for step in page["steps"].as_array().unwrap() {
            assert_eq!(step["step"].as_u64(), Some(offset));
            offset += 1;
            let node = step["node"]["node"].as_u64().unwrap();
            if step["action"] == "enter" {
                assert_eq!((node, step["node"]["parent"].as_u64()), (next, path.last().copied()));
                next += 1;
                path.push(node);
            } else {
                assert_eq!(path.pop(), Some(node));
            }
        }
    }
    assert!(path.is_empty());
    assert_eq!(desk.get(&format!("/api/trees/{id}/steps?offset=4000000000")).await.good()["steps"], json!([]));
}

/// The visits of the moves add up to the simulations, and a mean is what the score says.
#[tokio::test]
async fn simulations_show_visits_and_means() {
    let desk = Desk::new();
    let tree = record(&desk, "breakthrough:5x4", "mcts:solver=off@rollouts=500").await;
    let id = tree["id"].as_str().unwrap();
    let children = desk.get(&format!("/api/trees/{id}/nodes/0/children")).await.good();
    let children = children["children"].as_array().unwrap();
    let visits: Vec<u64> = children.iter().filter_map(|child| child["simulated"]["visits"].as_u64()).collect();
    assert_eq!(visits.iter().sum::<u64>(), 500);
    assert!(visits.is_sorted_by(|a, b| a >= b), "the most visited come first: {visits:?}");
    for root in tree["report"]["root_moves"].as_array().unwrap() {
        let child = children.iter().find(|child| child["move"] == root["move"]).expect("all moves were tried");
        assert_eq!(child["simulated"]["visits"], root["nodes"]);
        let (mean, score) = (child["simulated"]["mean"].as_f64().unwrap(), root["score"]["value"].as_f64().unwrap());
        assert!((2.0 * mean - 1.0 - score).abs() < 1e-9, "{mean} {score}");
    }
    let small = json!({"place": {"game": "breakthrough:5x4"}, "player": "mcts@rollouts=5000", "nodes": 40});
    let small = desk.post("/api/trees", &small).await.good();
    assert!(small["nodes"].as_u64().is_some_and(|nodes| nodes > 1 && nodes <= 40), "{small}");
}

#[tokio::test]
async fn large_trees_are_cut_and_say_so() {
    let desk = Desk::with(Limits { tree_nodes: 1000, ..Limits::default() });
    let tree = record(&desk, "breakthrough:5x5", "alphabeta@depth=5").await;
    assert_eq!((tree["nodes"].as_u64(), tree["truncated"].as_bool()), (Some(1000), Some(true)));
    // Nodes that were not recorded are counted all the same.
    let visited = tree["report"]["counters"]["nodes"].as_u64().unwrap() + 1;
    assert_eq!(tree["root"]["size"].as_u64(), Some(visited));
    let shallow = json!({"place": {"game": "breakthrough:5x5"}, "player": "alphabeta@depth=4", "plies": 1});
    let shallow = desk.post("/api/trees", &shallow).await.good();
    assert_eq!(shallow["nodes"].as_u64(), shallow["root"]["children"].as_u64().map(|children| children + 1));
}

#[tokio::test]
async fn the_tree_that_was_not_looked_at_goes_first() {
    let desk = Desk::with(Limits { trees: 2, ..Limits::default() });
    let mut ids = Vec::new();
    for _ in 0..2 {
        ids.push(record(&desk, "tictactoe", "alphabeta@depth=1").await["id"].as_str().unwrap().to_owned());
    }
    desk.get(&format!("/api/trees/{}", ids[0])).await.good();
    let third = record(&desk, "tictactoe", "alphabeta@depth=1").await;
    desk.get(&format!("/api/trees/{}", ids[0])).await.good();
    for path in ["", "/nodes/0", "/nodes/0/children", "/steps"] {
        let gone = desk.get(&format!("/api/trees/{}{path}", ids[1])).await.refused(404, "not-found");
        assert!(gone.contains("run the search again"), "{gone}");
    }
    let third = third["id"].as_str().unwrap();
    assert_eq!(desk.send(request("DELETE", &format!("/api/trees/{third}"), "")).await.status.as_u16(), 204);
    desk.send(request("DELETE", &format!("/api/trees/{third}"), "")).await.refused(404, "not-found");
    let missing = desk.get(&format!("/api/trees/{}/nodes/999", ids[0])).await.refused(404, "not-found");
    assert!(missing.contains("numbered from 0 to"), "{missing}");

    let tight = Desk::with(Limits { tree_bytes: 1, ..Limits::default() });
    let first = record(&tight, "tictactoe", "alphabeta@depth=1").await;
    record(&tight, "tictactoe", "alphabeta@depth=1").await;
    tight.get(&format!("/api/trees/{}", first["id"].as_str().unwrap())).await.refused(404, "not-found");
    assert_eq!(tight.get("/api/health").await.good()["trees"], 1, "the newest one stays");
}

/// A search that is stopped before its only depth is complete knows nothing, and says so everywhere.
#[tokio::test]
async fn a_search_that_was_stopped_says_one_thing() {
    let desk = Desk::with(Limits { search_time: Duration::from_millis(50), ..Limits::default() });
    let tree = record(&desk, "breakthrough", "minimax@depth=9").await;
    let (report, root) = (&tree["report"], &tree["root"]);
    assert_eq!((&report["stopped"], &report["depth"], &report["complete"]), (&json!("time"), &json!(0), &json!(false)));
    assert_eq!((&report["has_value"], &root["score"], &root["kind"]), (&json!(false), &json!(null), &json!("stopped")));
    assert!(report["root_moves"].as_array().unwrap().iter().all(|root| root["score"].is_null()), "{report}");
    // One that deepens shows its last complete depth.
    let tree = record(&desk, "breakthrough", "iterative:over=minimax").await;
    let (report, root) = (&tree["report"], &tree["root"]);
    assert_eq!((&report["stopped"], &report["has_value"]), (&json!("time"), &json!(true)));
    assert_eq!((&root["depth"], &root["score"]), (&report["depth"], &report["score"]));
}

/// A client that stops its search gets what was found.
#[tokio::test]
async fn a_named_search_can_be_stopped_and_still_answers() {
    let desk = Desk::new();
    let request_body = json!({"place": {"game": "breakthrough"}, "player": "iterative", "name": "mine"});
    let stop = async {
        while desk.send(request("DELETE", "/api/searches/mine", "")).await.status.as_u16() != 204 {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    let (tree, ()) = tokio::join!(desk.post("/api/trees", &request_body), stop);
    assert_eq!(tree.good()["report"]["stopped"], "cancelled");
    desk.send(request("DELETE", "/api/searches/mine", "")).await.refused(404, "not-found");
}

/// The page and the terminal give the same answer: without a seed, both use the same one.
#[tokio::test]
async fn the_seed_is_that_of_the_command_line() {
    let desk = Desk::new();
    let body = |seed: Value| json!({"place": {"game": "reversi"}, "player": "mcts@rollouts=50", "seed": seed});
    let tree = record(&desk, "reversi", "mcts@rollouts=50").await;
    let same = desk.post("/api/trees", &body(json!(1))).await.good();
    assert_eq!(tree["report"]["root_moves"], same["report"]["root_moves"]);
}
