//! Ablations as runs: stored, interrupted, resumed and reported, with figures that follow from the games.

use plyscope_arena::{Ended, Schedule, html, summarise};
use plyscope_store::{GameResult, Store};

use crate::common::{games, play, play_in};

/// Without its rollouts' proofs MCTS overlooks wins on this board; merged nodes hardly matter.
const FILE: &str = "
name = 'parts of mcts'
game = 'pawn:4x4'
schedule = 'ablation'
games = 40
[openings]
random-plies = 2
[ablation]
limits = ['rollouts=30', 'nodes=100']
[players]
mcts = 'mcts:merge=yes'
";

/// The score and the Elo of each option, counted again from the stored games.
#[test]
fn the_worth_of_an_option_follows_from_its_games() {
    let (_folder, store, run) = play(FILE);
    let (summary, games) = (summarise(&store, run).expect("a summary"), games(&store, run));
    assert_eq!((summary.schedule, summary.options.len()), (Schedule::Ablation, 4));
    assert_eq!(games.len(), 160);
    for (index, option) in summary.options.iter().enumerate() {
        let points: f64 = games
            .iter()
            .filter(|game| game.pairing as usize / 2 == index)
            .map(|game| {
                let of_first = match game.result {
                    GameResult::FirstWins => 1.0,
                    GameResult::Draw => 0.5,
                    GameResult::SecondWins => 0.0,
                };
                if game.pairing % 2 == 0 { of_first } else { 1.0 - of_first }
            })
            .sum();
        assert_eq!((option.score, option.games), (points / 40.0, 40), "{option:?}");
        let elo = 400.0 * (option.score / (1.0 - option.score)).log10();
        assert!((option.elo.expect("not all games were won") - elo).abs() < 1e-6, "{option:?}");
        let (low, high) = (option.interval.0.unwrap_or(f64::MIN), option.interval.1.unwrap_or(f64::MAX));
        assert!(low < elo && elo < high, "{option:?}");
    }
    let names: Vec<(&str, &str)> = summary.options.iter().map(|one| (&one.name[..], &one.limit[..])).collect();
    let expected =
        [("merge", "rollouts=30"), ("solver", "rollouts=30"), ("merge", "nodes=100"), ("solver", "nodes=100")];
    assert_eq!(names, expected);
    assert!(summary.findings.iter().any(|line| line.starts_with("With rollouts=30, ")), "{:?}", summary.findings);
    let page = html(&store, run).expect("a page");
    assert!(page.contains("What the options are worth") && page.contains("solver, nodes=100"), "a table of options");
}

#[test]
fn an_interrupted_ablation_goes_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let [whole, parts] = ["whole.db", "parts.db"].map(|name| folder.path().join(name));
    let expected = play_in(&whole, FILE, false, 1, None);
    let first = play_in(&parts, FILE, true, 1, Some(1));
    assert_eq!(first.ended, Ended::Stopped);
    let second = play_in(&parts, FILE, true, 2, None);
    assert_eq!((second.run, second.ended), (first.run, Ended::Complete));
    let options = |summary: &plyscope_arena::Summary| serde_json::to_string(&summary.options).expect("JSON");
    assert_eq!(options(&second.summary), options(&expected.summary));
    // A report reads the same from the database.
    let again = summarise(&Store::open(&parts).expect("a store"), second.run).expect("a summary");
    assert_eq!(options(&again), options(&expected.summary));
}
