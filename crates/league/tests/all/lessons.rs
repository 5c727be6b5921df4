//! Which moves of a lost game are shown, compared with plain minimax.

use std::collections::HashMap;
use std::fs;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use plyscope_core::{Outcome, Rng, Side, Verdict, Work};
use plyscope_league::{Fall, Mistake, Value, review};
use plyscope_registry::{AnyPosition, Player, SearchRequest, settled, start};

use crate::{agent, enter, hold};

const ENOUGH: Duration = Duration::from_secs(60);

/// The result for the side to move, by the rules alone: 1, 0 or −1.
fn minimax(position: &dyn AnyPosition, known: &mut HashMap<String, i8>) -> i8 {
    match position.outcome() {
        Some(Outcome::Draw) => return 0,
        Some(Outcome::Win(side)) => return if side == position.side_to_move() { 1 } else { -1 },
        None => {}
    }
    if let Some(&value) = known.get(&position.text()) {
        return value;
    }
    let value = position.moves().iter().map(|m| -minimax(&*after(position, m), known)).max().expect("a move");
    known.insert(position.text(), value);
    value
}

fn after(position: &dyn AnyPosition, m: &str) -> Box<dyn AnyPosition> {
    let mut next = position.boxed_clone();
    next.play(m).expect("a legal move");
    next
}

/// A game at random, and who lost it.
fn random_game(start: &dyn AnyPosition, rng: &mut Rng) -> (Vec<String>, Option<Side>) {
    let (mut position, mut played) = (start.boxed_clone(), Vec::new());
    while position.outcome().is_none() {
        let moves = position.moves();
        let m = moves[rng.next_u64() as usize % moves.len()].clone();
        position.play(&m).expect("a legal move");
        played.push(m);
    }
    (played, position.outcome().and_then(Outcome::winner).map(|winner| !winner))
}

/// The moves of a side that made its result worse: their numbers, and by how much.
fn worse(start: &dyn AnyPosition, moves: &[String], side: Side, known: &mut HashMap<String, i8>) -> Vec<(usize, i8)> {
    let (mut position, mut found) = (start.boxed_clone(), Vec::new());
    for (index, m) in moves.iter().enumerate() {
        let next = after(&*position, m);
        let fall = minimax(&*position, known) + minimax(&*next, known);
        if position.side_to_move() == side && fall > 0 {
            found.push((index + 1, fall));
        }
        position = next;
    }
    found.sort_by_key(|&(number, fall)| (-fall, number));
    found
}

fn fallen(mistakes: &[Mistake]) -> Vec<(usize, i8)> {
    let steps = |one: &Mistake| match one.fall {
        Fall::Results(steps) => (one.number, steps),
        fall => panic!("{fall:?} where everything can be settled"),
    };
    mistakes.iter().map(steps).collect()
}

#[test]
fn mistakes_of_small_games_are_those_of_minimax() {
    let mut rng = Rng::new(5);
    let (mut n_lost, mut n_mistakes) = (0, 0);
    for game in ["tictactoe", "pawn:4x4"] {
        let (start, mut known) = (start(game).expect("a game"), HashMap::new());
        for _ in 0..40 {
            let (moves, Some(loser)) = random_game(&*start, &mut rng) else { continue };
            let found = review(&*start, &moves, loser, ENOUGH, Work::never()).expect("a game");
            assert_eq!(fallen(&found.mistakes), worse(&*start, &moves, loser, &mut known), "{game}: {moves:?}");
            assert_eq!(found.judged, found.moves);
            for one in &found.mistakes {
                let better = -minimax(&*after(&*one.position, &one.better), &mut known);
                assert_eq!(Some(better), one.before.result(), "{game}: {} at {}", one.better, one.position.text());
                assert_eq!(one.played, moves[one.number - 1]);
            }
            (n_lost, n_mistakes) = (n_lost + 1, n_mistakes + found.mistakes.len());
        }
    }
    assert!(n_lost > 40 && n_mistakes > 40, "{n_lost} {n_mistakes}");
}

/// x has two in a row twice and looks away, and does so again.
#[test]
fn a_won_game_thrown_away_is_named() {
    let start = start("tictactoe").expect("a game");
    let moves: Vec<String> = "a1 b1 a2 b2 c1 b3".split(' ').map(str::to_owned).collect();
    let found = review(&*start, &moves, Side::First, ENOUGH, Work::never()).expect("a game");
    let worst = &found.mistakes[0];
    assert_eq!((worst.number, worst.played.as_str(), worst.better.as_str()), (5, "c1", "a3"));
    assert_eq!((worst.before, worst.after), (Value::Exact(Verdict::Win(1)), Value::Exact(Verdict::Loss(2))));
    assert_eq!((worst.fall, worst.depth, found.mistakes.len()), (Fall::Results(2), None, 1));
}

/// The engine's values are those of a plain search that looks at the same last ply.
#[test]
fn estimates_before_and_after_a_move_look_equally_far() {
    let start = start("breakthrough:6x6").expect("a game");
    let (moves, _) = random_game(&*start, &mut Rng::new(3));
    let searched = |position: &dyn AnyPosition, depth: u32| {
        let player: Player = format!("alphabeta@depth={depth}").parse().expect("a player");
        let request = SearchRequest { player: &player, seed: 1, work: Work::never() };
        position.search(&request, &mut |_| {}).expect("an answer").score
    };
    // The first moves alone: the solver is far from settling them.
    let found = review(&*start, &moves[..8], Side::First, Duration::from_millis(200), Work::never()).expect("a game");
    let mut n_estimates = 0;
    for one in &found.mistakes {
        let (Value::Estimate(before), Value::Estimate(worth)) = (one.before, one.after) else { continue };
        n_estimates += 1;
        let depth = one.depth.expect("a search");
        let next = after(&*one.position, &one.played);
        assert_eq!(searched(&*one.position, depth), Verdict::Estimate(before), "depth {depth}");
        assert_eq!(searched(&*next, depth - 1), Verdict::Estimate(-worth), "depth {depth}");
        assert_eq!(one.fall, Fall::Estimate(before - worth));
    }
    assert!(n_estimates > 0 && found.moves == 4);
}

#[test]
fn a_review_obeys_its_time_and_the_stop() {
    let start = start("reversi").expect("a game");
    let (moves, _) = random_game(&*start, &mut Rng::new(1));
    let begun = Instant::now();
    let found = review(&*start, &moves, Side::First, Duration::from_millis(300), Work::never()).expect("a game");
    assert!(begun.elapsed() < Duration::from_secs(2), "{:?}", begun.elapsed());
    assert!(found.judged > 0);
    let stop = AtomicBool::new(true);
    let found = review(&*start, &moves, Side::First, ENOUGH, Work::new(&stop)).expect("a game");
    assert_eq!((found.judged, found.mistakes.len()), (0, 0));
}

#[test]
fn reports_show_the_worst_moves_of_lost_games() {
    let folder = tempfile::tempdir().expect("a folder");
    let (league, site) = (folder.path().join("league"), folder.path().join("site"));
    enter(&league, "anna", &agent("legal[-1]"));
    let (_, played) = hold(&league, "pawn:4x4", None, Some(&site));
    let anna = played.standings.entrants.iter().find(|one| one.name == "anna").expect("anna");
    let lessons = &played.lessons["anna"];
    assert!(anna.record[2] > 0, "a bad player loses: {anna:?}");
    assert_eq!((lessons.lost + lessons.faults.len(), lessons.judged), (anna.record[2] as usize, lessons.lost));
    let game = lessons.games.iter().find(|game| game.had_been().is_some()).expect("a game that was not lost yet");
    let worst = &game.review.mistakes[0];
    let mut known = HashMap::new();
    assert_eq!(minimax(&*worst.position, &mut known), worst.before.result().expect("settled"));
    for page in [league.join("reports/anna.html"), site.join("reports/anna.html")] {
        let page = fs::read_to_string(page).expect("a report").replace("&#x2f;", "/");
        assert!(page.contains(&format!("anna lost a {} game.", game.had_been().expect("a result"))), "{page}");
        assert!(page.contains(&format!(">{}</b>", worst.played)) && page.contains(&format!(">{}</b>", worst.better)));
        assert!(page.contains("<svg") && page.contains("0.4 s for\neach game and 2.0 s in all"), "{page}");
        for link in page.split("href=\"").skip(1).filter_map(|rest| rest.split('"').next()) {
            assert!(site.join("reports").join(link).exists(), "{link}");
        }
    }
}

/// Wherever a result fell, the solver agrees, also where the engine proved it.
#[test]
fn certain_falls_of_a_larger_game_are_true() {
    let start = start("breakthrough:6x6").expect("a game");
    let mut n_checked = 0;
    for seed in 0..12 {
        let (moves, Some(loser)) = random_game(&*start, &mut Rng::new(seed)) else { continue };
        let found = review(&*start, &moves, loser, Duration::from_millis(300), Work::never()).expect("a game");
        for one in found.mistakes.iter().filter(|one| matches!(one.fall, Fall::Results(_))) {
            let next = after(&*one.position, &one.played);
            let truth = [settled(&*one.position, Work::never()), settled(&*next, Work::never())];
            let [Some(before), Some(replied)] = truth else { continue };
            assert!(matches!((before.score, replied.score), (Verdict::Win(_), Verdict::Win(_))), "{}", next.text());
            n_checked += 1;
        }
    }
    assert!(n_checked > 10, "{n_checked}");
}
