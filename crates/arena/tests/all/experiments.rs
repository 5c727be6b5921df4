//! The experiments that come with the program, and mistakes in experiment files.

use std::path::{Path, PathBuf};

use plyscope_arena::{Ended, Experiment, ForfeitSummary, Plan, QUICKSTART, Schedule, SessionRequest, compute, conduct};
use plyscope_core::Work;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../experiments")
}

/// The text of a file with less time and fewer nodes for each move.
fn hurried(text: &str) -> String {
    let text = text.replace("nodes=5000", "nodes=100");
    ["200", "100", "50", "20"].iter().fold(text, |text, ms| text.replace(&format!("time={ms}ms"), "time=2ms"))
}

/// Whether the programs of an experiment are on this machine; `cargo xtask test` installs those of Debian.
fn are_installed(experiment: &Experiment) -> bool {
    experiment.programs.values().all(|program| Path::new(&program.command[0]).exists())
}

/// Every file is read, planned, and played with four games per pairing.
#[test]
fn shipped_experiments_run() {
    let scratch = tempfile::tempdir().expect("a temporary folder");
    let folders = [folder(), folder().join("peers")];
    let mut files: Vec<PathBuf> = folders
        .iter()
        .flat_map(|folder| std::fs::read_dir(folder).expect("the folder of experiments"))
        .map(|entry| entry.expect("a file").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "toml"))
        .collect();
    files.sort();
    assert!(files.len() >= 10, "{files:?}");
    for file in files {
        let text = std::fs::read_to_string(&file).expect("a readable file");
        let mut experiment = Experiment::read(&text).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        Plan::new(&experiment, &folder()).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        // Their programs may be missing where the tests are not run by `cargo xtask test`, which installs them.
        if !are_installed(&experiment) {
            continue;
        }
        let text = hurried(&text);
        experiment = Experiment::read(&text).expect("the same with less time");
        // An ablation has many pairings of the same players, and some files have many boards.
        let is_long = experiment.schedule == Schedule::Ablation || experiment.game.all().len() > 4;
        experiment.games = if is_long { 2 } else { 4 };
        // The players of matrices and sweeps are similar, so the first few are enough.
        while experiment.players.len() > 4 && !experiment.exact {
            experiment.players.pop();
        }
        let plan = Plan::new(&experiment, &folder()).expect("the same with fewer games");
        if plan.exact {
            continue;
        }
        let db = scratch.path().join("experiments.db");
        let work = Work::never();
        let request = SessionRequest { plan: &plan, text: &text, db: &db, resume: false, jobs: 2, work };
        let conducted = conduct(&request, &mut |_, _| {}, &mut |_| {})
            .unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        assert_eq!(conducted.ended, Ended::Complete, "{}", file.display());
        assert_eq!(conducted.summary.played, plan.n_games(), "{}", file.display());
        assert!(!conducted.summary.findings.is_empty(), "{}", file.display());
        // A busy machine may be late; nothing else may go wrong.
        let is_late = |lost: &ForfeitSummary| lost.reason == "timeout";
        assert!(conducted.summary.forfeits.iter().all(is_late), "{:?}", conducted.summary.forfeits);
    }
}

/// The schema in the repository is the one that the program prints. `UPDATE=1` updates it.
#[test]
fn the_published_schema_is_up_to_date() {
    let file = folder().join("schema.json");
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&file, Experiment::schema()).expect("the folder can be written");
    }
    let published = std::fs::read_to_string(&file).expect("a schema: UPDATE=1 writes it");
    assert_eq!(published, Experiment::schema(), "UPDATE=1 cargo test -p plyscope-arena writes the new schema");
}

/// The program has a copy of the file, because a package has no file outside its crate. `UPDATE=1` writes it.
#[test]
fn the_quickstart_is_the_file() {
    let file = std::fs::read_to_string(folder().join("quickstart.toml")).expect("the file");
    if std::env::var_os("UPDATE").is_some() {
        let copy = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/quickstart.toml");
        std::fs::write(copy, &file).expect("the folder can be written");
    }
    assert_eq!(file, QUICKSTART, "UPDATE=1 cargo test -p plyscope-arena copies it; then build again");
    let plan = Plan::new(&Experiment::read(QUICKSTART).expect("an experiment"), Path::new("")).expect("a plan");
    assert_eq!((plan.players.len(), plan.cells.len()), (5, 20));
}

/// Error messages name the mistake and its place.
#[test]
fn mistakes_are_named() {
    let players = "[players]\na = 'random'\nb = 'random'\n";
    for (text, said) in [
        ("game = 'pawn'\ngmaes = 3\n[players]\na='random'\nb='random'", &["line 2", "gmaes"][..]),
        ("game = 'pawn'\n[players\n", &["line 2"]),
        ("game = 'chess'\n[players]\na='random'\nb='random'", &["game", "chess"]),
        ("game = 'pawn'\n", &["players", "none"]),
        ("game = []\n[players]\na='random'\nb='random'", &["game"]),
        ("game = 1\n", &["line 1", "expected a game such as \"pawn:4x4\", or a list of games"]),
        ("game = 'pawn'\n[heuristics]\nmine = 3\n", &["line 3", "expected a formula in quotes"]),
        ("game = 'pawn'\n[sweep]\nplayer = 'random'\nx = true\n", &["line 2", "expected a list of values, a range"]),
        ("game = 'pawn'\n[players]\na='random'", &["round robin"]),
        ("game = 'pawn'\n[players]\na='random'\nb='alphbeta@depth=2'", &["players.b", "alphabeta"]),
        ("game = 'pawn'\n[players]\na='random'\nb='alphabeta'", &["players.b", "no limit"]),
        ("game = 'pawn'\n[players]\na='random'\nb='human'", &["players.b", "human"]),
        ("game = 'pawn'\n[players]\na='random'\nb='alphabeta+nothing@depth=2'", &["players.b", "nothing"]),
        (
            "game = 'pawn'\n[players]\na='random'\nb='alphabeta+mine:q=2@depth=2'\n[heuristics]\nmine='pieces'",
            &["heuristics.mine", "\"q\""],
        ),
        (
            "game = 'pawn'\n[players]\na='random'\nb='alphabeta+mine@depth=2'\n[heuristics]\nmine='2*piecs'",
            &["character 3", "pieces"],
        ),
        (
            "game = 'pawn'\n[players]\na='random'\nb='alphabeta+material@depth=2'\n[heuristics]\nmaterial='pieces'",
            &["heuristics.material", "already"],
        ),
    ] {
        let error = plan(text).expect_err(text);
        assert!(said.iter().all(|word| error.contains(word)), "{text}\n{error}");
    }
    for (extra, said) in [
        ("schedule = 'match'\ngames = 0", "games"),
        ("challengers = 'a'", "found the text \"a\", expected a list, such as [\"a\", \"b\"]"),
        ("name = ['a']", "found a list, expected text in quotes"),
        ("name = 3", "found the integer `3`, expected text in quotes"),
        ("games = 5000000000", "expected a whole number from 0 to 4294967295"),
        ("games = 1.5", "expected a whole number"),
        ("games = 9999999999999999999999999999999999999999999", "the number is too large"),
        ("schedule = 'gauntlet'", "challengers"),
        ("challengers = ['a']", "gauntlet"),
        ("schedule = 'gauntlet'\nchallengers = ['c']", "\"c\""),
        ("schedule = 'gauntlet'\nchallengers = ['a', 'b']", "no opponent is left"),
        ("openings = { random-plies = 90 }", "use fewer"),
        ("stop = { width = 2.0 }", "stop.width"),
        ("stop = { sprt = { elo0 = 5, elo1 = 1 } }", "stop.sprt"),
        ("limit = 'deph=3'\nsweep = { player = 'alphabeta', d = 1 }", "sweep"),
    ] {
        let text = format!("game = 'pawn'\n{extra}\n{players}");
        let error = plan(&text).expect_err(&text);
        assert!(error.contains(said), "{text}\n{error}");
    }
}

/// More than fits into memory is refused before anything is allocated, and the message has the bound.
#[test]
fn bounds_are_named() {
    let players = |n: u32| (0..n).map(|index| format!("p{index} = 'random'\n")).collect::<String>();
    let two = players(2);
    for (text, said) in [
        (format!("game = 'pawn'\n[players]\n{}", players(6000)), "players: 6000 players are too many; at most 1000"),
        (format!("game = 'pawn'\n[players]\n{}", players(1000)), "are too many; at most 100000"),
        (format!("game = 'pawn'\ngames = 4000000000\n[players]\n{two}"), "at most 200000000"),
        (format!("game = [{}]\n[players]\n{two}", "'pawn',".repeat(1001)), "game: 1001 games are too many"),
        (format!("game = 'pawn'\nname = '{}'\n[players]\n{two}", "x".repeat(201)), "at most 200 characters"),
        (format!("game = 'pawn'\n[players]\n{} = 'random'\n{two}", "y".repeat(300)), "at most 200 characters"),
        (
            format!("game = 'pawn'\n[players]\nz = 'alphabeta+{{{}pieces}}@depth=1'\n{two}", "1+".repeat(20_000)),
            "players.z: 40026 bytes of a spec are too many",
        ),
    ] {
        let error = plan(&text).expect_err(said);
        assert!(error.contains(said) && error.len() < 500, "{error}");
    }
}

fn plan(text: &str) -> Result<Plan, String> {
    let experiment = Experiment::read(text).map_err(|error| error.to_string())?;
    Plan::new(&experiment, Path::new("")).map_err(|error| error.to_string())
}

/// Heuristics and limits of the file become part of the players.
#[test]
fn players_are_complete() {
    let text = "game = 'pawn'\nlimit = 'depth=2'\n[players]\na = 'alphabeta+mine:p=3'\nb = 'negamax+mine@depth=4'\n\
                [heuristics]\nmine = { formula = '$p * pieces + $s*steps', weights = { p = 2, s = 1.5 } }";
    let plan = plan(text).expect("a plan");
    let specs: Vec<String> = plan.players.iter().map(|player| player.player.to_string()).collect();
    assert_eq!(
        specs,
        ["alphabeta+{$p*pieces+$s*steps}:p=3,s=1.5@depth=2", "negamax+{$p*pieces+$s*steps}:p=2,s=1.5@depth=4"]
    );
}

/// A computed experiment gives the published probability, and names players that cannot be computed.
#[test]
fn computed_experiments() {
    let text = "game = 'pawn:4x4'\nexact = true\nschedule = 'matrix'\n[players]\nr = 'random'\n";
    let found = compute(&plan(text).expect("a plan"), 2, Work::never()).expect("a result");
    // The study of the Pawn Game gives five decimals.
    assert!((found.cells[0].wins - 0.54448).abs() < 5e-6, "{found:?}");
    let bad = format!("{text}m = 'mcts@rollouts=10'\n");
    let error = compute(&plan(&bad).expect("a plan"), 2, Work::never()).expect_err("simulations vary");
    assert!(error.to_string().contains("mcts"), "{error}");
}

/// The study of the Pawn Game thesis computed 81 pairings in two ways: with the heuristic of the thesis' program, and
/// without its mistake.
#[test]
fn the_computed_part_of_the_thesis_table() {
    let data: serde_json::Value = serde_json::from_str(include_str!("../data/pawn-exact.json")).expect("JSON");
    let published = std::fs::read_to_string(folder().join("thesis-exact.toml")).expect("the experiment");
    let corrected = published.replace("published-thesis", "thesis");
    for (text, table) in [(&published, "faithful"), (&corrected, "absolute")] {
        let found = compute(&plan(text).expect("a plan"), 2, Work::never()).expect("a result");
        assert_eq!(found.cells.len(), 81);
        for cell in &found.cells {
            let wanted = &data[table][format!("{}:{}", cell.first, cell.second)];
            let [wins, plies] = [&wanted[0], &wanted[1]].map(|number| number.as_f64().expect("a number"));
            // The study gives six decimals of the probability and four of the length.
            assert!(
                (cell.wins - wins).abs() < 1e-6 && (cell.plies - plies).abs() < 1e-4,
                "{table}: {cell:?}, {wanted}"
            );
        }
    }
}
