//! Report cards: their games, their page and their errors.

use crate::common;
use std::time::Duration;

use plyscope_arena::grades::{
    MatchRequest, Strength, findings, grades_html, marks_table, phases_table, play_matches, strength_of_run,
};
use plyscope_arena::{Summary, summarise};
use plyscope_core::Work;
use plyscope_registry::{AnyPosition, GradeError, GradeRequest, HeuristicSpec, Positions, ReportCard, start};

fn graded(position: &dyn AnyPosition, names: &[&str], positions: Positions) -> Result<ReportCard, GradeError> {
    let heuristics: Vec<HeuristicSpec> = names.iter().map(|name| name.parse().expect("a heuristic")).collect();
    let request = GradeRequest {
        heuristics: &heuristics,
        depth: 2,
        positions,
        last: 6,
        seed: 1,
        time: Duration::from_secs(10),
        jobs: 2,
        cache: None,
        work: Work::never(),
    };
    position.grade(&request).map(|(card, _)| card)
}

fn played(position: &dyn AnyPosition, card: &ReportCard, jobs: usize) -> Option<Strength> {
    let work = Work::never();
    let request = MatchRequest { depth: 1, games: 20, random_plies: 2, seed: 3, jobs, work };
    play_matches(position, card, &request).expect("all are heuristics of this game")
}

const NAMES: [&str; 4] = ["strong", "lines", "dummy", "{corners<marks}"];

#[test]
fn games_do_not_depend_on_threads_and_add_up() {
    let position = start("tictactoe").expect("a game");
    let card = graded(&*position, &NAMES, Positions::Fit).expect("a card");
    let strength = played(&*position, &card, 1).expect("it is not stopped");
    assert_eq!(played(&*position, &card, 3), Some(strength.clone()));
    // Four players, each against three others; the scores add up to half of the games.
    assert!(strength.games.iter().all(|played| played.games == 60));
    let sum: f64 = strength.games.iter().map(|played| played.score).sum();
    assert!((sum - 2.0).abs() < 1e-9);
    // Good and bad heuristics differ so much here that even a few games show their order.
    let greedy = &strength.agreement[0];
    assert!(greedy.n == 4 && greedy.rho > 0.7, "{greedy:?}");
    assert!(findings(&card, Some(&strength)).iter().any(|sentence| sentence.contains("ρ =")));
}

#[test]
fn the_page_is_complete_and_self_contained() {
    let position = start("tictactoe").expect("a game");
    let card = graded(&*position, &NAMES, Positions::All).expect("a card");
    let strength = played(&*position, &card, 2);
    let page = grades_html("tictactoe", &card, strength.as_ref(), &["<b>a note</b>".to_owned()]).expect("a page");
    assert!(page.trim_start().starts_with("<!DOCTYPE html>") && page.trim_end().ends_with("</html>"));
    for text in ["strong", "{corners&lt;marks}", "&lt;b&gt;a note", "Grade against score", "prefers-color-scheme"] {
        assert!(page.contains(text), "{text}");
    }
    for text in ["NaN", "inf\"", "http://", "https://", "<b>a note", "<script", "{{", "{corners<"] {
        assert!(!page.contains(text), "{text}");
    }
    // By depth, by phase, one for each heuristic, and grade against score.
    assert_eq!(page.matches("<svg class=\"plot\"").count(), 2 + NAMES.len() + 1);
}

#[test]
fn tables_have_a_row_for_each_heuristic_and_intervals() {
    let position = start("pawn:5x5").expect("a game");
    let sample = graded(&*position, &["material", "{mobility}"], Positions::Sample(200)).expect("a card");
    assert!(!sample.population.is_exact && sample.population.positions + sample.population.unsolved == 200);
    let table = marks_table(&sample);
    assert_eq!((table.rows.len(), table.columns.len()), (3, table.rows[0].len()));
    assert!(table.rows[0][1].contains('±'), "{table:?}");
    assert_eq!(phases_table(&sample).rows.len(), 4);
    let page = grades_html("pawn:5x5", &sample, None, &[]).expect("a page");
    assert!(page.contains("a sample of endgames") && !page.contains("Do grades predict"));
}

#[test]
fn unknown_heuristics_are_named() {
    let position = start("tictactoe").expect("a game");
    let Err(GradeError::Input(error)) = graded(&*position, &["stong"], Positions::Fit) else { panic!("no such one") };
    assert!(error.to_string().contains("did you mean \"strong\""), "{error}");
}

#[test]
fn results_can_come_from_a_run() {
    let player = |name: &str, depth: u32| format!("{name}{depth} = 'alphabeta:ties=random+{name}@depth={depth}'\n");
    let run = |players: &[String]| {
        let text = format!(
            "name = 'a run'\ngame = 'tictactoe'\ngames = 6\nseed = 1\n[openings]\n\
             random-plies = 2\n[players]\nrandom = 'random'\n{}",
            players.concat()
        );
        let (_folder, store, run) = common::play(&text);
        summarise(&store, run).expect("a summary")
    };
    let position = start("tictactoe").expect("a game");
    let card = graded(&*position, &NAMES, Positions::Fit).expect("a card");
    let summary = run(&[player("strong", 1), player("dummy", 1)]);
    let found = strength_of_run(&summary, "tictactoe", &card).expect("two of them played");
    let names: Vec<&str> = found.games.iter().map(|played| played.heuristic.as_str()).collect();
    assert_eq!(names, ["strong", "dummy"]);
    for (played, name) in found.games.iter().zip(["strong1", "dummy1"]) {
        let own = summary.players.iter().find(|player| player.name == name).expect("a player");
        assert_eq!((Some(played.score), played.games), (own.score, own.games));
    }
    assert!(found.agreement.is_empty(), "two are no order");
    let said =
        |summary: &Summary, game: &str| strength_of_run(summary, game, &card).expect_err("no results").to_string();
    assert!(said(&summary, "pawn:4x4").contains("has no games of pawn"));
    assert!(said(&run(&[player("strong", 1)]), "tictactoe").contains("only 1 of these"));
    assert!(said(&run(&[player("strong", 1), player("strong", 2)]), "tictactoe").contains("2 players"));
}
