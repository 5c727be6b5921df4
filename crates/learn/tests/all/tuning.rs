//! Whole sessions of tuning: a bad start is mended, twice the same, and an interruption changes nothing.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use plyscope_core::{BadInput, Progress, Work};
use plyscope_learn::{Decision, Method, TunePlan, Tuned, tune, tuning_curve};
use plyscope_registry::{AnyPosition, start};

fn plan<'a>(start: &'a dyn AnyPosition, player: &'a str, vary: &[&str], data: &'a Path) -> TunePlan<'a> {
    TunePlan {
        start,
        player,
        read_player: &|text| text.parse(),
        parameters: vary.iter().map(|text| text.parse().expect("a range")).collect(),
        method: Method::Spsa,
        games: 400,
        pairs: 4,
        random_plies: 2,
        check_games: 200,
        seed: 3,
        jobs: 2,
        data,
        command: "plyscope tune",
        program: "0.1.0",
    }
}

fn run(plan: &TunePlan<'_>) -> Tuned {
    tune(plan, Work::never()).unwrap_or_else(|error| panic!("{error}"))
}

/// A player that gives its pieces away learns to keep them, by either method. The noise makes small differences of the
/// weights show: without it only their signs and their order count in searches so shallow.
#[test]
fn a_bad_start_is_mended() {
    let folder = tempfile::tempdir().expect("a folder");
    let position = start("breakthrough:5x5").expect("a game");
    let player = "alphabeta+{<piece>*pieces+<step>*steps}:noise=3@depth=2";
    for method in [Method::Spsa, Method::CmaEs] {
        let data = folder.path().join(format!("{}.db", method.name()));
        let vary = ["piece=-4.0..12:-3", "step=0.0..2:0.25"];
        let tuned = run(&TunePlan { method, games: 1200, ..plan(&*position, player, &vary, &data) });
        let check = tuned.check.as_ref().expect("it was checked");
        assert_eq!(check.decision, Decision::AcceptUpper, "{:?}", tuned.players);
        assert!(check.elo.is_some_and(|[_, low, _]| low > 0.0), "{check:?}");
        assert_eq!(tuned.players[0], "alphabeta+{-3*pieces+0.25*steps}:noise=3@depth=2");
        assert!(tuned.numbers[0].value > 1.0, "{:?}", tuned.numbers);
        assert!(tuned.games <= 1200 && tuned.track.len() as u64 == tuned.steps + 1);
        let svg = tuning_curve("breakthrough:5x5", &tuned);
        assert!(svg.contains("Tuning breakthrough:5x5") && svg.contains("piece (-4 to 12)"));
    }
}

/// The same seed gives the same numbers, on one thread or two, stopped or not. The margins of the search are tuned.
#[test]
fn the_same_seed_gives_the_same_numbers() {
    let folder = tempfile::tempdir().expect("a folder");
    let position = start("pawn:4x4").expect("a game");
    let player = "engine:table=64KB,futility-margin=<f>,late-moves=<l>@nodes=60";
    for method in [Method::Spsa, Method::CmaEs] {
        let path = |name: &str| folder.path().join(format!("{}-{name}.db", method.name()));
        let (one, two, stopped) = (path("one"), path("two"), path("stopped"));
        let with = |jobs, data| TunePlan {
            method,
            jobs,
            check_games: 64,
            ..plan(&*position, player, &["f=0.5..3", "l=0..9:3"], data)
        };
        let whole = run(&with(1, &one));
        let again = run(&with(2, &two));
        assert_eq!((&whole.track, &whole.players, &whole.check), (&again.track, &again.players, &again.check));
        assert_eq!(whole.numbers[1].value.fract(), 0.0, "a whole number stays one: {}", whole.players[1]);

        // Stopped as soon as some games are played; what was played is kept.
        let stop = AtomicBool::new(false);
        let listener = |progress: Progress<'_>| {
            if progress.done >= 100 {
                stop.store(true, Ordering::Relaxed);
            }
        };
        let cut_short = tune(&with(2, &stopped), Work::new(&stop).telling(&listener)).expect("it can be stopped");
        assert!(cut_short.stopped && cut_short.check.is_none() && cut_short.steps < whole.steps);
        let resumed = run(&with(2, &stopped));
        assert_eq!((resumed.track, resumed.players, resumed.check), (whole.track, whole.players, whole.check));
        // All games are there: nothing is played again.
        let all_there = AtomicBool::new(false);
        let listener = |progress: Progress<'_>| all_there.store(progress.what == "games of tuning", Ordering::Relaxed);
        tune(&TunePlan { check_games: 0, ..with(1, &stopped) }, Work::never().telling(&listener)).expect("known");
        assert!(!all_there.load(Ordering::Relaxed));
    }
}

/// A number that changes nothing is not moved: with equal seeds, equal players share every pair. Nobody is better than
/// himself, and no game is played to see it.
#[test]
fn what_changes_nothing_stays_as_it_is() {
    let folder = tempfile::tempdir().expect("a folder");
    let (position, data) = (start("tictactoe").expect("a game"), folder.path().join("same.db"));
    let tuned = run(&TunePlan {
        games: 160,
        ..plan(&*position, "alphabeta:ties=random+{<x>*0}@depth=2", &["x=1.0..2"], &data)
    });
    assert_eq!((tuned.check, tuned.numbers[0].value), (None, 1.5));
    assert_eq!(tuned.players[0], tuned.players[1]);
}

#[test]
fn mistakes_are_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let (position, data) = (start("tictactoe").expect("a game"), folder.path().join("none.db"));
    let said = |player: &str, vary: &[&str], games: u64| -> String {
        let failed: Result<Tuned, BadInput> =
            tune(&TunePlan { games, ..plan(&*position, player, vary, &data) }, Work::never());
        failed.map(|tuned| tuned.players).expect_err(player).to_string()
    };
    for (player, vary, games, sentence) in [
        ("engine@nodes=10", &[][..], 400, "nothing is varied"),
        ("engine@nodes=10", &["f=1..2"], 400, "does not contain <f>; write <f> where"),
        ("engine:late-moves=<l>@nodes=10", &["l=1..2", "l=1..3"], 400, "--vary l is given twice"),
        ("engine:late-moves=<l>,null-divisor=<n>@nodes=10", &["l=1..9"], 400, "<n> of the player is not varied"),
        ("engine:late-moves=<l>@nodes=10", &["l=1..9.0"], 400, "numbers stay whole if their range is written without"),
        ("engine:late-moves=<l>@nodes=10", &["l=1..5000"], 400, "accepted: 0 to 1000"),
        ("engine:late-moves=<l>", &["l=1..9"], 400, "has no limit of nodes, depth or rollouts"),
        ("engine:late-moves=<l>@time=10ms", &["l=1..9"], 400, "games by the clock cannot be played again"),
        ("engine:late-moves=<l>@nodes=10", &["l=1..9"], 72, "72 games are too few: spsa needs at least 80"),
        ("engine:lat-moves=<l>@nodes=10", &["l=1..9"], 400, "did you mean \"late-moves\""),
    ] {
        let error = said(player, vary, games);
        assert!(error.contains(sentence), "{player}: {error}");
    }
    assert!(!data.exists(), "nothing was begun");
}
