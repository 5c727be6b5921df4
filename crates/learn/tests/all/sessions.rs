//! Whole sessions: something is learnt, twice the same, and an interruption changes nothing.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use plyscope_core::{Progress, Work};
use plyscope_learn::{FitPlan, Found, Kind, LearnPlan, Learnt, learn};
use plyscope_registry::{AnyPosition, HeuristicSpec, start};

fn fit_plan(kind: Kind, features: &[&str], jobs: usize) -> FitPlan {
    FitPlan {
        kind,
        features: features.iter().map(|name| (*name).to_owned()).collect(),
        stages: 2,
        hidden: 32,
        passes: 10,
        share_of_values: 0.3,
        seed: 5,
        jobs,
    }
}

fn plan<'a>(start: &'a dyn AnyPosition, fit: FitPlan, games: u64, data: &'a Path) -> LearnPlan<'a> {
    LearnPlan {
        start,
        player: "alphabeta:ties=random+dummy@depth=2".parse().expect("a player"),
        fit,
        formula: None,
        games,
        generations: 1,
        time: None,
        opening: [1, 3],
        most_random: 2,
        only_quiet: false,
        check_games: 64,
        data,
        out: "out.heuristic",
        command: "plyscope learn",
        program: "0.1.0",
    }
}

fn run(plan: &LearnPlan<'_>, work: Work<'_>) -> Learnt {
    learn(plan, work, &mut |_| {}, &mut |_| Ok(())).unwrap_or_else(|error| panic!("{error}"))
}

/// Without any knowledge a search of two plies plays at random; a few hundred of its games are enough to beat it.
#[test]
fn a_few_games_beat_the_player_they_come_from() {
    let folder = tempfile::tempdir().expect("a folder");
    for (number, (game, kind, games)) in
        [("tictactoe", Kind::Patterns, 400), ("pawn:4x4", Kind::Weights, 300), ("breakthrough:5x4", Kind::Network, 400)]
            .into_iter()
            .enumerate()
    {
        let (position, data) = (start(game).expect("a game"), folder.path().join(format!("{number}.db")));
        let learnt = run(&plan(&*position, fit_plan(kind, &[], 2), games, &data), Work::never());
        let generation = &learnt.generations[0];
        assert_eq!(generation.games, games);
        let [elo, low, _] = generation.elo.expect("it was checked");
        assert!(low > 0.0, "{game}: {elo} {generation:?}");
        // The file is a heuristic for this game and no other.
        let mut heuristic: HeuristicSpec = "file:out.heuristic".parse().expect("a heuristic");
        assert!(position.evaluate(&heuristic, 0).expect_err("not loaded").to_string().contains("command line"));
        heuristic.load(&|_| Ok(learnt.file().expect("a file").to_vec())).expect("loaded");
        let judgement = position.evaluate(&heuristic, 0).expect("it can judge");
        assert_eq!(judgement.seen_by[0], -judgement.seen_by[1]);
        assert!(position.heat(&heuristic, 0).expect("heat").len() == position.picture().cells.len());
        for other in ["reversi", "pawn:5x5", "breakthrough:10x9"].into_iter().filter(|other| *other != game) {
            let error = start(other).expect("a game").evaluate(&heuristic, 0).expect_err("another game").to_string();
            assert!(error.contains("out.heuristic: it was made for") || error.contains("cannot judge"), "{error}");
        }
    }
}

/// The weights of a formula that says little are fitted to its own games: twice the same, and better.
#[test]
fn a_formula_gets_better_weights() {
    let folder = tempfile::tempdir().expect("a folder");
    let position = start("breakthrough:5x5").expect("a game");
    let formula: HeuristicSpec = "{pieces-steps+0.5*hanging}".parse().expect("a formula");
    let learnt = |jobs: usize| {
        let data = folder.path().join(format!("{jobs}.db"));
        let mut plan = plan(&*position, fit_plan(Kind::Weights, &[], jobs), 400, &data);
        (plan.player.heuristic, plan.formula, plan.check_games) = (Some(formula.clone()), Some(formula.clone()), 200);
        run(&plan, Work::never())
    };
    let (one, two) = (learnt(1), learnt(2));
    let Some(Found::Formula(found)) = one.found else { panic!("{:?}", one.generations) };
    assert_eq!(two.found, Some(Found::Formula(found.clone())));
    assert!(one.generations[0].elo.is_some_and(|[_, low, _]| low > 0.0), "{:?}", one.generations);
    let terms = position.evaluate(&found, 0).expect("it can judge").terms;
    let names: Vec<&str> = terms.iter().map(|term| &term.name[..]).collect();
    assert_eq!(names, ["pieces", "steps", "hanging"]);
    assert!(terms[0].weight > 0.0 && terms[1].weight > 0.0, "{found}");
}

/// The same seed gives the same bytes, on one thread or three, stopped or not.
#[test]
fn the_same_seed_gives_the_same_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let position = start("pawn:4x4").expect("a game");
    for kind in [Kind::Patterns, Kind::Network] {
        let path = |name: &str| folder.path().join(format!("{kind}-{name}.db"));
        let (one, three, stopped) = (path("one"), path("three"), path("stopped"));
        let whole =
            |jobs, data: &Path| run(&plan(&*position, fit_plan(kind, &["pieces"], jobs), 200, data), Work::never());
        let (file, again) = (whole(1, &one).found, whole(3, &three).found);
        assert!(file.is_some() && file == again);

        // Stopped as soon as some games are played; what was played is kept.
        let stop = AtomicBool::new(false);
        let listener = |progress: Progress<'_>| {
            if progress.done >= 20 {
                stop.store(true, Ordering::Relaxed);
            }
        };
        let unfinished = plan(&*position, fit_plan(kind, &["pieces"], 2), 200, &stopped);
        let cut_short = run(&unfinished, Work::new(&stop).telling(&listener));
        assert!(cut_short.stopped && cut_short.found.is_none());
        assert_eq!(whole(2, &stopped).found, file);
        // All games are there: nothing is played again, and another model is fitted to them.
        let other = fit_plan(Kind::Weights, &[], 2);
        assert_eq!(run(&plan(&*position, other, 200, &one), Work::never()).generations[0].games, 200);
    }
}
