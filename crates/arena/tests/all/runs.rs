//! Runs: the same games with any number of threads and any number of interruptions.

use std::convert::Infallible;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use plyscope_arena::{
    CellCounts, Counts, Ended, Plan, RunEstimate, RunProgress, SessionRequest, SprtDecision, Summary, collect_samples,
    conduct, estimate,
};
use plyscope_core::Work;
use plyscope_store::{Game, GameResult, Played, RunId, Store};

use crate::common::{self, plan, play_in};

pub(crate) const MIXED: &str = "
name = 'mixed'
game = ['pawn:4x4', 'tictactoe']
games = 30
seed = 7
[openings]
random-plies = 2
[players]
random = 'random'
greedy = 'alphabeta:ties=random@depth=1'
simulator = 'mcts@rollouts=20'
";

/// All games of a run, without the time they took.
fn games(db: &Path, run: RunId) -> Vec<Game> {
    let mut games = common::games(&Store::open(db).expect("a database"), run);
    games.iter_mut().flat_map(|game| &mut game.cost).for_each(|cost| cost.time_us = 0);
    games
}

#[test]
fn one_worker_and_eight_play_the_same_games() {
    let folder = tempfile::tempdir().expect("a folder");
    let db = folder.path().join("runs.db");
    let [one, eight] = [1, 8].map(|jobs| play_in(&db, MIXED, false, jobs, None));
    assert_eq!((one.ended, one.summary.played), (Ended::Complete, 180));
    let (of_one, of_eight) = (games(&db, one.run), games(&db, eight.run));
    assert_eq!(of_one.len(), 180);
    assert_eq!(of_one, of_eight);
    // Both games of a pair start from the same position.
    let setup = Store::open(&db).expect("a database").setup(one.run).expect("a run");
    for game in &of_one {
        let pairing = &setup.pairings[game.pairing as usize];
        let swapped = setup
            .pairings
            .iter()
            .position(|p| (&p.game, p.first, p.second) == (&pairing.game, pairing.second, pairing.first));
        let partner =
            of_one.iter().find(|other| Some(other.pairing as usize) == swapped && other.number == game.number);
        assert_eq!(partner.map(|partner| partner.opening), Some(game.opening));
    }
}

#[test]
fn a_finished_run_is_reported_and_not_played_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let db = folder.path().join("runs.db");
    let first = play_in(&db, MIXED, true, 2, None);
    assert_eq!((first.run, first.was_finished), (1, false));
    let again = play_in(&db, MIXED, true, 2, None);
    assert_eq!((again.run, again.was_finished, again.ended), (1, true, Ended::Complete));
    assert_eq!(again.summary.findings, first.summary.findings);
    // Without --resume it is played again, and other games are another experiment.
    assert_eq!(play_in(&db, MIXED, false, 2, None).run, 2);
    assert_eq!(play_in(&db, &MIXED.replace("seed = 7", "seed = 8"), true, 2, None).run, 3);
}

#[test]
fn an_interrupted_run_is_resumed() {
    let folder = tempfile::tempdir().expect("a folder");
    let db = folder.path().join("runs.db");
    let text = MIXED.replace("games = 30", "games = 400");
    let whole = play_in(&db, &text, false, 2, None);
    let mut part = play_in(&db, &text, false, 2, Some(1));
    let run = part.run;
    assert_ne!(run, whole.run);
    let mut parts = 1;
    while part.ended == Ended::Stopped {
        assert!(!part.summary.complete && parts < 100);
        part = play_in(&db, &text, true, 2, Some(300));
        assert_eq!(part.run, run, "--resume continues the unfinished run");
        parts += 1;
    }
    assert!(parts > 1, "it was interrupted");
    assert_eq!(games(&db, run), games(&db, whole.run));
    // The newest finished run is reported.
    assert_eq!(play_in(&db, &text, true, 2, Some(1)).run, run);
}

/// The seconds that a plan is expected to take, at least and at most. A busy machine may hold up a game, but hardly
/// every time.
fn range_of(plan: &Plan, budget: Duration) -> [f64; 3] {
    let mut ranges = (0..10).filter_map(|_| match estimate(plan, 1, budget, Work::never()).expect("games") {
        Some(RunEstimate::Range { expected, low, high }) => Some([expected, low, high].map(|time| time.as_secs_f64())),
        _ => None,
    });
    ranges.next().expect("the games are short")
}

/// A game that takes longer than the estimate may does not delay it; the run takes at least as long as its games did.
#[test]
fn the_estimate_of_long_games_is_a_lower_bound() {
    let plan = plan(
        "game = 'breakthrough'\ngames = 10\nschedule = 'match'\n\
                     [players]\na = 'engine:table=1MB@time=60m'\nb = 'random'\n",
    );
    let begun = Instant::now();
    let found = estimate(&plan, 1, Duration::from_millis(100), Work::never()).expect("games");
    assert!(begun.elapsed() < Duration::from_secs(5), "{:?}", begun.elapsed());
    let Some(RunEstimate::MoreThan(least)) = found else { panic!("no game is over: {found:?}") };
    assert!(least >= Duration::from_secs(1) && least < Duration::from_secs(100), "{least:?}");
}

/// The estimate is within a factor of two, and the range contains the truth. The load of the machine may change between
/// the two measurements, so one of several attempts is enough. Cells differ a hundredfold in cost.
#[test]
fn the_estimate_is_near_the_truth() {
    let text = "game = 'pawn:4x4'\ngames = 600\n[players]\nrandom = 'random'\nflat = 'alphabeta:ties=random@depth=1'\n\
                deep = 'alphabeta:ties=random@depth=5'\nsimulator = 'mcts@rollouts=50'\n";
    let plan = plan(text);
    let mut seen = Vec::new();
    for _ in 0..6 {
        let [expected, low, high] = range_of(&plan, Duration::from_millis(60));
        assert!(low < expected && expected < high, "{low} {expected} {high}");
        let folder = tempfile::tempdir().expect("a folder");
        let begun = Instant::now();
        play_in(&folder.path().join("runs.db"), text, false, 1, None);
        let truth = begun.elapsed().as_secs_f64();
        if (0.5..2.0).contains(&(truth / expected)) && (low..high).contains(&truth) {
            return;
        }
        seen.push((truth, low, expected, high));
    }
    panic!("never near: {seen:?}");
}

/// If storing the games takes longest, the range allows for a disk that is slower or faster than when it was measured.
#[test]
fn the_estimate_of_short_games_has_a_range_too() {
    let plan = plan(
        "game = 'tictactoe'\ngames = 1000000\nschedule = 'match'\n\
                     [players]\na = 'random'\nb = 'random'\n",
    );
    let [expected, low, high] = range_of(&plan, Duration::from_millis(100));
    assert!(low < expected / 1.2 && high > expected * 1.2, "{low} {expected} {high}");
}

/// With a stop rule, the range reaches down to the time of the first look.
#[test]
fn an_early_stop_is_part_of_the_range() {
    let text = "game = 'tictactoe'\nschedule = 'match'\ngames = 8000\n[players]\na = 'random'\nb = 'random'\n";
    let range = |text: &str| {
        let [expected, low, _] = range_of(&plan(text), Duration::from_millis(20));
        low / expected
    };
    let stopping = format!("{text}[stop]\nsprt = {{ elo1 = 20 }}\n");
    assert!(range(&stopping) < 0.02 && range(text) > 0.02, "{} and {}", range(&stopping), range(text));
}

/// A test between a search and a random player needs few games, and the same games with any number of threads.
#[test]
fn a_sequential_test_stops_early() {
    let folder = tempfile::tempdir().expect("a folder");
    let db = folder.path().join("runs.db");
    let text = "name = 'test'\ngame = 'pawn:5x5'\nschedule = 'match'\ngames = 5000\n\
                [stop]\nsprt = { elo0 = 0, elo1 = 50 }\n\
                [players]\nsearch = 'alphabeta:ties=random+material@depth=3'\nrandom = 'random'\n";
    let [one, three] = [1, 3].map(|jobs| play_in(&db, text, false, jobs, None));
    assert_eq!(one.ended, Ended::Complete);
    assert!(one.summary.complete && one.summary.played < 500, "{} games", one.summary.played);
    assert_eq!(one.summary.played, one.summary.games, "games that are not needed are no longer planned");
    assert_eq!(games(&db, one.run), games(&db, three.run));
    let pair = &one.summary.pairs[0];
    assert!(pair.score > 0.9 && pair.p < 0.001, "{pair:?}");
    let [test] = &one.summary.sprt[..] else { panic!("one test") };
    assert_eq!((&test.first[..], &test.second[..], test.decision), ("search", "random", SprtDecision::Accepted));
    assert_eq!((test.elo0, test.elo1, test.games), (0.0, 50.0, one.summary.played));
    assert!(test.llr >= test.upper && (test.upper - 2.944).abs() < 1e-3 && test.lower == -test.upper, "{test:?}");
    assert_eq!(test.more_games, Some(0));
    // The way ends where the test stands, and did not cross a bound at the look before the last.
    assert_eq!((test.curve[0], test.curve.last()), ((0, 0.0), Some(&(test.games, test.llr))));
    assert!(test.curve.windows(2).all(|two| two[0].0 < two[1].0));
    let sentence = &one.summary.findings[0];
    assert!(sentence.starts_with("SPRT of search against random: accepted, +50 Elo rather than 0"), "{sentence}");
    let store = plyscope_store::Store::open(&db).expect("the store");
    let page = plyscope_arena::html(&store, one.run).expect("a page");
    assert!(page.contains("Sequential test: search against random") && page.contains("pentanomial, logistic Elo"));
}

/// While it runs, a test says where it stands and how many games are expected; so does an interrupted run.
#[test]
fn an_open_sequential_test_says_so() {
    let folder = tempfile::tempdir().expect("a folder");
    let db = folder.path().join("runs.db");
    let text = "game = 'tictactoe'\nschedule = 'match'\ngames = 20000\n[stop]\nsprt = { elo0 = 0, elo1 = 5 }\n\
                [players]\na = 'random'\nb = 'random'\n";
    let (plan, stop) = (plan(text), AtomicBool::new(false));
    let request = SessionRequest { plan: &plan, text, db: &db, resume: false, jobs: 1, work: Work::new(&stop) };
    let mut seen = Vec::new();
    let mut on_progress = |progress: &RunProgress<'_>| {
        seen.extend(progress.tests.to_vec());
        stop.store(progress.fresh > 0, Ordering::Relaxed);
    };
    let summary = conduct(&request, &mut |_, _| {}, &mut on_progress).expect("a run").summary;
    let last = seen.last().expect("progress");
    assert_eq!((last.cell, last.decision), (0, SprtDecision::Open));
    assert!(last.bounds.0 < last.llr && last.llr < last.bounds.1 && last.more_games > Some(100), "{last:?}");
    let test = &summary.sprt[0];
    assert_eq!((test.decision, test.llr), (SprtDecision::Open, last.llr), "the store agrees");
    assert!(summary.findings[0].contains("still open between 0 and +5 Elo"), "{}", summary.findings[0]);
    assert!(summary.findings[0].contains("more games expected"), "{}", summary.findings[0]);
}

/// The summary agrees with the games and with what is known: a search beats a random player, and equal players are
/// even.
#[test]
fn the_summary_agrees_with_the_games() {
    let folder = tempfile::tempdir().expect("a folder");
    let db = folder.path().join("runs.db");
    let text = "name = 'known'\ngame = 'pawn:5x5'\ngames = 300\n[players]\nrandom = 'random'\nsame = 'random'\n\
                search = 'alphabeta:ties=random+material@depth=2'\n";
    let conducted = play_in(&db, text, false, 2, None);
    let summary = conducted.summary;
    let all = games(&db, conducted.run);
    for (index, cell) in summary.cells.iter().enumerate() {
        let own: Vec<&Game> = all.iter().filter(|game| game.pairing as usize == index).collect();
        let wins = own.iter().filter(|game| game.result as u8 == 2).count() as u64;
        let plies: u32 = own.iter().map(|game| game.plies).sum();
        let distinct: std::collections::HashSet<&Vec<u8>> = own.iter().map(|game| &game.moves).collect();
        assert_eq!((cell.games, cell.wins, cell.distinct_games), (own.len() as u64, wins, distinct.len() as u64));
        assert!((cell.plies - f64::from(plies) / own.len() as f64).abs() < 1e-9);
    }
    assert_eq!(summary.ratings[0].name, "search");
    let even = summary.pairs.iter().find(|pair| (pair.a, pair.b) == (0, 1)).expect("the two random players");
    assert!(even.interval.0 < 0.5 && even.interval.1 > 0.5, "{even:?}");
    let text = summary.report;
    assert!(text.contains("search is the strongest of 3 players") && text.contains("cannot be told apart"), "{text}");
}

/// In the middle of a run the strong player may have moved first far more often. That is not an advantage of the seat:
/// in openings played from both sides, the first player scored half.
#[test]
fn in_an_unfinished_run_a_strong_player_does_not_look_like_a_strong_seat() {
    let plan =
        plan("name = 'two'\ngame = 'tictactoe'\ngames = 200\n[players]\nstrong = 'engine@depth=9'\nweak = 'random'\n");
    let leading = plan.cells.iter().position(|cell| cell.first == 0 && cell.second == 1).expect("a cell");
    let partner = plan.cells[leading].partner.expect("the same two, the other way round");
    // The strong player won all 90 games in which it moved first and all 10 others; ten openings were played from both
    // sides.
    let won = |number: u32, result: GameResult| {
        Ok::<_, Infallible>(Played { number, result, opening: None, moves_hash: number.into() })
    };
    let (samples, pairs) = collect_samples(&plan, |cell| {
        let (n, result) = if cell == leading { (90, GameResult::FirstWins) } else { (10, GameResult::SecondWins) };
        Ok((0..n).map(move |number| won(number, result)))
    })
    .expect("samples");
    let mut cells = vec![CellCounts::default(); plan.cells.len()];
    cells[leading].tally = [0, 0, 90];
    cells[partner].tally = [10, 0, 0];
    let planned = plan.cells.iter().map(|cell| cell.games).collect();
    let counts = Counts { plan: &plan, run: None, complete: false, planned, cells, samples, pairs };
    let summary = Summary::new(&counts);
    assert_eq!(summary.played, 100);
    assert_eq!(summary.first_move.score, Some(0.5));
    assert_eq!(summary.boards[0].first_score, Some(0.5));
}
