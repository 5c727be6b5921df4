//! What counts as an observation, and what the report says about it. Games are played for real; coverage is counted
//! over many runs whose truth is known, or measured by all of them together.

use plyscope_arena::{Sampling, Summary};
use plyscope_stats::Interval;

use crate::common::{plan, plan_error, played};

/// Three players without chance, on a board without openings.
fn fixed_players(games: u32) -> String {
    format!(
        "name = 'fixed'\ngame = 'breakthrough:5x5'\ngames = {games}\n[players]\n\
         three = 'alphabeta+material@depth=3'\nfour = 'alphabeta+material@depth=4'\n\
         steps = 'alphabeta+{{steps}}@depth=3'\n"
    )
}

#[test]
fn copies_of_one_game_are_one_observation() {
    let plan = plan(&fixed_players(200));
    let [note] = &plan.notes[..] else { panic!("{:?}", plan.notes) };
    assert!(note.starts_with("All pairings leave nothing to chance"), "{note}");
    assert!(
        note.contains("the same game in each seat, and 99 games only repeat it") && note.contains("random-plies = 4"),
        "{note}"
    );
    let summary = played(&plan);
    for cell in &summary.cells {
        assert_eq!((cell.games, cell.distinct_games, cell.distinct_pairs), (100, 1, Some(1)));
        assert_eq!((cell.sampling, cell.observed.iter().sum::<u64>()), (Sampling::Nothing, 1));
        assert_eq!(cell.interval, (0.0, 1.0));
    }
    for pair in &summary.pairs {
        assert_eq!((pair.games, pair.pairs.iter().sum::<u64>()), (200, 1));
        assert_eq!((pair.p, pair.elo_interval, pair.more_games), (1.0, (None, None), None));
    }
    let report = &summary.report;
    assert!(report.contains("No two of the 3 players can be told apart"), "{report}");
    assert!(report.contains("always play the same two games, one in each seat"), "{report}");
    assert!(report.contains("594 of their 600 games are copies"), "{report}");
    assert!(!report.contains("strongest") && !report.contains("beats") && !report.contains("p <"), "{report}");
    assert!(report.contains("These games cannot show whether moving first helps"), "{report}");
}

/// More games from the same openings change nothing; more openings do.
#[test]
fn openings_are_the_observations_of_players_without_chance() {
    let text = |games: u32, count: u32| {
        format!("seed = 3\n{}[openings]\nrandom-plies = 3\ncount = {count}\n", fixed_players(games))
    };
    let [few, many] = [16, 160].map(|games| played(&plan(&text(games, 8))));
    for (few, many) in few.pairs.iter().zip(&many.pairs) {
        assert_eq!(few.sampling, Sampling::Openings);
        assert_eq!((few.pairs, few.interval, few.p), (many.pairs, many.interval, many.p));
        assert_eq!((few.games, many.games), (16, 160));
    }
    assert_eq!(few.first_move.score, many.first_move.score);
    let near = |a: Interval, b: Interval| (a.0 - b.0).abs() < 1e-9 && (a.1 - b.1).abs() < 1e-9;
    assert!(near(few.first_move.interval, many.first_move.interval));
    for (few, many) in few.ratings.iter().zip(&many.ratings) {
        assert_eq!((few.elo, few.interval), (many.elo, many.interval));
    }
    let wider = played(&plan(&text(160, 80)));
    assert_eq!(wider.pairs[0].pairs.iter().sum::<u64>(), 80);
    let width = |summary: &Summary| summary.first_move.interval.1 - summary.first_move.interval.0;
    assert!(width(&wider) < 0.6 * width(&few), "{} and {}", width(&wider), width(&few));
}

/// With a random player, equal games are observations that happen to coincide.
#[test]
fn with_chance_every_game_counts() {
    let summary = played(&plan("game = 'pawn:3x2'\ngames = 400\n[players]\na = 'random'\nb = 'random'\n"));
    let pair = &summary.pairs[0];
    assert_eq!((pair.sampling, pair.pairs.iter().sum::<u64>()), (Sampling::Games, 200));
    assert!(summary.cells[0].distinct_games < 100 && summary.notes.is_empty(), "{:?}", summary.notes);
}

/// Limits of time count as nothing random unless games differ.
#[test]
fn limits_of_time_count_if_games_differ() {
    let text = |a: &str, b: &str| format!("game = 'breakthrough:5x4'\ngames = 40\n[players]\na = '{a}'\nb = '{b}'\n");
    let plan_ = plan(&text("alphabeta@depth=2,time=60s", "alphabeta@depth=1"));
    assert!(plan_.notes[0].contains("limits of time may make them differ"), "{:?}", plan_.notes);
    assert_eq!(played(&plan_).pairs[0].sampling, Sampling::Nothing);
    let differing =
        played(&plan(&text("iterative+material@time=1ms", "iterative+steps@time=1ms").replace("+steps", "+{steps}")));
    let varied = differing.cells.iter().any(|cell| cell.distinct_games > 1);
    assert_eq!(differing.pairs[0].sampling, if varied { Sampling::Games } else { Sampling::Nothing });
}

/// A test of two players who always play the same two games could never decide anything.
#[test]
fn a_test_without_anything_to_sample_is_refused() {
    let text = "game = 'breakthrough:5x4'\nschedule = 'match'\ngames = 100\n[stop]\nsprt = { elo1 = 10 }\n\
                [players]\na = 'alphabeta+material@depth=1'\nb = 'alphabeta+material@depth=2'\n";
    let error = plan_error(text);
    assert!(error.starts_with("stop.sprt: a and b always play the same two games on breakthrough:5x4"), "{error}");
    assert!(error.contains("random-plies"), "{error}");
    // With openings it is played, but each opening counts once, and nothing is played that could only repeat.
    let summary = played(&plan(&format!("{text}[openings]\nrandom-plies = 3\ncount = 20\n")));
    assert_eq!(summary.sprt[0].games, 40);
    assert!(summary.played <= 64, "{}", summary.played);
}

/// The share of intervals that cover.
fn coverage(intervals: &[Interval], truth: f64) -> f64 {
    intervals.iter().filter(|(low, high)| *low <= truth && truth <= *high).count() as f64 / intervals.len() as f64
}

/// Plays the same experiment with many seeds.
fn with_seeds(text: &str, seeds: std::ops::Range<u64>) -> Vec<Summary> {
    seeds.map(|seed| played(&plan(&format!("seed = {seed}\n{text}")))).collect()
}

/// Four searches that find the same values: all games from an opening are decided by it. Then players who use chance,
/// and a mixture. The truth is the mean of all runs, which is known about six times better than one run knows it.
#[test]
fn the_interval_of_the_first_move_covers() {
    let fields = [
        "a = 'alphabeta+strong@depth=3'\nb = 'pvs+strong@depth=3'\nc = 'negamax+strong@depth=3'\n\
         d = 'mtdf+strong@depth=3'",
        "a = 'random'\nb = 'alphabeta:ties=random+material@depth=1'\nc = 'mcts@rollouts=10'\nd = 'random'",
        "a = 'alphabeta+strong@depth=2'\nb = 'random'\nc = 'pvs+strong@depth=2'\nd = 'mcts@rollouts=10'",
    ];
    for field in fields {
        let text = format!("game = 'breakthrough:5x4'\ngames = 40\n[openings]\nrandom-plies = 3\n[players]\n{field}\n");
        let runs = with_seeds(&text, 0..40);
        let truth = runs.iter().filter_map(|run| run.first_move.score).sum::<f64>() / runs.len() as f64;
        let intervals: Vec<Interval> = runs.iter().map(|run| run.first_move.interval).collect();
        // 95 % of 40 is 38 with a standard deviation of 1.4; intervals of single games cover 23. The table of
        // docs/statistics.md comes from more runs.
        let covered = coverage(&intervals, truth);
        assert!(covered >= 0.85, "{field}: {covered}");
    }
}

/// Equal players, a test that decides when to stop: hardly any run names a winner, and Elo intervals cover.
#[test]
fn a_stopped_run_between_equals_names_no_winner() {
    let text = "game = 'pawn:4x4'\nschedule = 'match'\ngames = 1000\n[stop]\nsprt = { elo0 = 0, elo1 = 40 }\n\
                [players]\na = 'random'\nb = 'random'\n";
    let runs = with_seeds(text, 0..400);
    let named = runs.iter().filter(|run| run.findings.iter().any(|line| line.contains("beats"))).count();
    assert!(named <= 20, "{named} of 400");
    let covers =
        |(low, high): (Option<f64>, Option<f64>)| low.is_none_or(|low| low <= 0.0) && high.is_none_or(|h| h >= 0.0);
    let covered = runs.iter().filter(|run| covers(run.pairs[0].elo_interval)).count();
    assert!(covered >= 380, "{covered} of 400");
    // A sentence claims only what its own interval shows.
    for run in &runs {
        let pair = &run.pairs[0];
        let excludes = pair.interval.0 > 0.5 || pair.interval.1 < 0.5;
        assert_eq!(run.findings.iter().any(|line| line.contains("beats")), excludes && pair.p <= 0.05);
    }
}
