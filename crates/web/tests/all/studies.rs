//! The studies over HTTP: listed, missing, run, and stopped with the tab.

use std::io::Read;

use serde_json::json;

use crate::common::{Desk, House};
use plyscope_web::Limits;

#[tokio::test]
async fn studies_are_listed_and_unknown_ones_refused() {
    let desk = Desk::new();
    let listed = desk.get("/api/studies").await.good();
    let names: Vec<&str> = listed["studies"].as_array().unwrap().iter().filter_map(|s| s["study"].as_str()).collect();
    assert_eq!(names, ["pawn-thesis", "reversi-lab", "pawned", "andantino", "breakthrough"]);
    assert!(listed["studies"][0]["claim"].as_str().is_some_and(|claim| !claim.is_empty()));
    let page = desk.get("/api/studies/pawned").await.good();
    assert_eq!((&page["about"], &page["repeated"]), (&listed["studies"][2], &json!(false)));
    let first = &page["result"]["tables"][0];
    assert!(first["cells"].as_array().is_some_and(|cells| !cells.is_empty()), "the committed tables are there at once");
    let sentence = desk.get("/api/studies/chess").await.refused(404, "not-found");
    assert!(sentence.contains("pawned"), "{sentence}");
    desk.post("/api/studies/chess/run", &json!({})).await.refused(404, "not-found");
    desk.post("/api/studies/pawned/run", &json!({"fast": true})).await.refused(400, "bad-input");
}

/// A study runs as long as its client listens.
#[test]
fn a_closed_tab_stops_its_study() {
    let folder = tempfile::tempdir().expect("a folder");
    let house = House::open(folder.path(), Limits::default());
    let mut watched = house.ask("POST", "/api/studies/breakthrough/run", "{}");
    let mut first = [0; 12];
    watched.read_exact(&mut first).expect("the answer begins");
    assert_eq!(&first, b"HTTP/1.1 200");
    house.wait_for_searches(1);
    drop(watched);
    house.wait_for_searches(0);
    house.close();
}
