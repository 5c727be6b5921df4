//! Positions, reports, reasons, evaluations and solutions.

use std::time::Duration;

use plyscope_core::Work;
use plyscope_registry::{HeuristicSpec, SearchRequest, judge_of, start, why};
use plyscope_view::{
    Evaluation, GameInfo, PositionState, PositionView, ScoreView, SearchReport, WhyView, heuristic_infos, hint_reason,
};
use serde_json::json;

use super::{has_fields, json as to_json, searched};

#[test]
fn a_report_has_the_fields_of_the_interface() {
    let (_, player, answer, _) = searched("pawn:4x4", "alphabeta+material@depth=3");
    let report = SearchReport::new(&player, &answer);
    let (found, counters) = (to_json(&report.found), to_json(&report.counters));
    has_fields(&found, &["best", "score", "depth", "complete", "pv", "root_moves", "time_ms", "stopped"]);
    has_fields(&found["root_moves"][0], &["move", "score", "bound", "nodes"]);
    has_fields(&counters, &["nodes", "leaves", "evals", "cutoffs", "table_hits"]);
    assert_eq!(to_json(&report)["counters"], counters, "the page gets the counters as one object");
    let headline = report.headline('x');
    assert!(headline.starts_with(&format!("x plays {}: ", answer.best)), "{headline}");
    assert!(report.counters_text().contains("effective branching factor"));
}

#[test]
fn scores_are_tagged_by_their_kind() {
    assert_eq!(to_json(&ScoreView::Win { plies: 3 }), json!({"kind": "win", "plies": 3}));
    assert_eq!(to_json(&ScoreView::Draw), json!({"kind": "draw"}));
    assert_eq!(to_json(&ScoreView::Estimate { value: 0.5 }), json!({"kind": "estimate", "value": 0.5}));
}

#[test]
fn the_state_of_a_finished_game_names_its_winner() {
    let mut position = start("tictactoe").expect("a game");
    position.play_all("a1 a3 b1 b3 c1").expect("legal moves");
    let state = to_json(&PositionState::from(&*position));
    let wanted = json!({
        "game": "tictactoe", "position": position.text(), "to_move": null, "outcome": "x", "reason": "line", "ply": 5
    });
    assert_eq!(state, wanted);
    let view = to_json(&PositionView::new(&*position, None));
    has_fields(&view, &["game", "outcome", "board", "legal", "threats"]);
    assert_eq!(view["legal"], json!([]));
}

#[test]
fn the_shares_of_an_evaluation_add_up_to_its_value() {
    let mut position = start("pawn:4x4").expect("a game");
    position.play_all("a1-a2 b4-b3 a2xb3").expect("legal moves");
    let heuristic: HeuristicSpec = "{2*pieces+steps}".parse().expect("a formula");
    let judgement = position.evaluate(&heuristic, 1).expect("a value");
    let evaluation = Evaluation::new(&heuristic, &judgement);
    let sum: f64 = evaluation.terms.iter().map(|term| term.share).sum();
    assert!((sum - evaluation.value).abs() < 1e-9, "{evaluation:?}");
    has_fields(&to_json(&evaluation), &["value", "value_first", "terms"]);
}

#[test]
fn a_hint_says_why_in_a_sentence() {
    let (mut position, player, ..) = searched("tictactoe", "alphabeta@depth=9");
    position.play_all("a1 a3 b1 b3").expect("legal moves");
    let request = SearchRequest { player: &player, seed: 1, work: Work::never() };
    let answer = position.search(&request, &mut |_| {}).expect("an answer");
    let heuristic = judge_of(&player, &*position).expect("a heuristic");
    assert_eq!(hint_reason(&SearchReport::new(&player, &answer), &heuristic), "c1 wins at once.");
    let found = why(&*position, &request, &answer, Duration::from_secs(1)).expect("two lines");
    let view = WhyView::new(&heuristic, &found);
    assert_eq!(view.best.text('x', false), "wins in 1 after c1");
    assert!(view.differences.is_empty(), "no heuristic is asked about a finished game");
    assert_eq!(view.largest_differences(), None);
}

#[test]
fn every_game_is_described_with_its_heuristics() {
    for game in plyscope_registry::GAMES {
        let (info, position) = GameInfo::of(*game).expect("a start position");
        assert!(info.variants.contains(&info.default), "{}", info.id);
        assert!(!heuristic_infos(&*position).is_empty(), "{}", info.id);
        has_fields(&to_json(&info), &["id", "variants", "options", "default"]);
    }
}
