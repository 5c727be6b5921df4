//! Parts of an experiment, played apart and joined: the same games as in one run.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use plyscope_arena::{
    Ended, MergeRequest, Merged, Plan, RunProgress, SessionRequest, conduct, merge, read_shard, summarise,
};
use plyscope_core::Work;
use plyscope_store::{Game, Shard, Status, Store};
use proptest::prelude::*;

use crate::common::{self, plan};
use crate::runs::MIXED;

/// Twelve games in each seat, which seven parts cannot divide evenly.
fn mixed() -> String {
    MIXED.replace("games = 30", "games = 23")
}

/// The names of all games that a shard plays.
fn games_of(plan: &Plan) -> Vec<(usize, u32)> {
    (0..plan.cells.len()).flat_map(|cell| plan.numbers(cell).map(move |number| (cell, number))).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// Every game is in exactly one shard, pairs stay together, and neither the games of a cell nor those of all cells
    /// differ by more than a pair; also where there are more shards than games.
    #[test]
    fn shards_divide_a_plan_evenly(
        players in 1_usize..5,
        games in 1_u32..40,
        count in 1_u32..100,
        schedule in prop::sample::select(vec!["matrix", "round-robin"]),
        boards in 1_usize..3,
    ) {
        let players = players.max(if schedule == "matrix" { 1 } else { 2 });
        let names: String = (0..players).map(|player| format!("p{player} = 'random'\n")).collect();
        let boards = ["'tictactoe'", "'pawn:4x4'"][..boards].join(", ");
        let whole = plan(&format!(
            "game = [{boards}]\ngames = {games}\nschedule = '{schedule}'\n[players]\n{names}"
        ));
        let shards: Vec<Plan> = (1..=count)
            .map(|number| whole.clone().only(Shard { number, count }).expect("a shard"))
            .collect();
        let mut seen = BTreeSet::new();
        for shard in &shards {
            for place in games_of(shard) {
                prop_assert!(seen.insert(place), "{place:?} is played twice");
            }
            for (index, cell) in whole.cells.iter().enumerate() {
                let numbers = shard.numbers(index);
                if let Some(partner) = cell.partner {
                    prop_assert_eq!(&numbers, &shard.numbers(partner));
                }
                let even = cell.games / count;
                prop_assert!((even..=even + 1).contains(&(numbers.len() as u32)), "{numbers:?} of {}", cell.games);
            }
            prop_assert_eq!(shard.fingerprint(), whole.fingerprint());
        }
        prop_assert_eq!(seen.into_iter().collect::<Vec<_>>(), games_of(&whole));
        let sizes: Vec<u64> = shards.iter().map(Plan::n_games).collect();
        let (most, fewest) = (sizes.iter().max().expect("shards"), sizes.iter().min().expect("shards"));
        prop_assert!(most - fewest <= 2, "{sizes:?}");
    }
}

/// Schedules that make players of others are divided like any other.
#[test]
fn ablations_sweeps_and_gauntlets_are_divided() {
    for text in [
        "game = 'tictactoe'\ngames = 10\nschedule = 'ablation'\n[ablation]\nlimits = ['nodes=50', 'rollouts=9']\n\
         [players]\nm = 'mcts:merge=yes'\n",
        "game = 'tictactoe'\ngames = 10\n[sweep]\nplayer = 'alphabeta@depth=<depth>'\ndepth = '1..4'\n",
        "game = 'tictactoe'\ngames = 10\nschedule = 'gauntlet'\nchallengers = ['c']\n\
         [players]\na = 'random'\nb = 'random'\nc = 'random'\n",
    ] {
        let whole = plan(text);
        let shards = (1..=3).map(|number| whole.clone().only(Shard { number, count: 3 }).expect("a shard"));
        let mut together: Vec<(usize, u32)> = shards.flat_map(|shard| games_of(&shard)).collect();
        together.sort_unstable();
        assert_eq!(together, games_of(&whole), "{text}");
        let folder = tempfile::tempdir().expect("a folder");
        let [one, all] = ["whole.db", "all.db"].map(|name| folder.path().join(name));
        common::play_in(&one, text, false, 1, None);
        join(&play_parts(folder.path(), text, 3), &all).expect("parts");
        assert_eq!(games(&all), games(&one), "{text}");
    }
}

#[test]
fn shards_are_read_and_refused() {
    assert_eq!(read_shard("3/40").expect("a shard"), Shard { number: 3, count: 40 });
    for wrong in ["", "3", "0/4", "5/4", "-1/4", "1/0", "0/0", "1/4/2", "1/2000000", "a/b", "1 / 4", "99999999999/4"] {
        let error = read_shard(wrong).expect_err(wrong).to_string();
        assert!(error.contains("such as 3/40") || error.contains("at most 1000000 parts"), "{error}");
    }
}

/// Rules that look at all results refuse parts, and say why.
#[test]
fn stop_rules_and_computed_results_refuse_shards() {
    let two = "game = 'pawn:4x4'\ngames = 9\n[players]\na = 'random'\nb = 'random'\n";
    let refused = |text: &str| plan(text).only(Shard { number: 1, count: 2 }).expect_err(text).to_string();
    let sprt = refused(&format!("{two}[stop]\nsprt = {{ elo1 = 9 }}"));
    assert!(sprt.starts_with("stop.sprt: this rule looks at the results of all games"), "{sprt}");
    let width = refused(&format!("{two}[stop]\nwidth = 0.1"));
    assert!(width.starts_with("stop.width: ") && width.contains("without --shard"), "{width}");
    let exact = refused(&format!("exact = true\n{two}"));
    assert!(exact.starts_with("exact: ") && exact.contains("leave out --shard"), "{exact}");
}

fn part_file(folder: &Path, shard: Shard) -> PathBuf {
    folder.join(format!("part-{}.db", shard.number))
}

/// Plays a part, stopping soon after this number of games.
fn play_part(folder: &Path, text: &str, shard: Shard, stop_after: Option<u64>) -> Ended {
    let stop = AtomicBool::new(false);
    let plan = plan(text).only(shard).expect("a shard");
    let db = part_file(folder, shard);
    let request = SessionRequest { plan: &plan, text, db: &db, resume: true, jobs: 1, work: Work::new(&stop) };
    let mut on_progress =
        |progress: &RunProgress<'_>| stop.store(stop_after.is_some_and(|n| progress.fresh >= n), Ordering::Relaxed);
    conduct(&request, &mut |_, _| {}, &mut on_progress).expect("a part").ended
}

fn play_parts(folder: &Path, text: &str, count: u32) -> Vec<PathBuf> {
    let play = |number| {
        let shard = Shard { number, count };
        assert_eq!(play_part(folder, text, shard, None), Ended::Complete);
        part_file(folder, shard)
    };
    (1..=count).map(play).collect()
}

fn join(parts: &[PathBuf], db: &Path) -> Result<Merged, String> {
    merge(&MergeRequest { parts, db, work: Work::never() }).map_err(|error| error.to_string())
}

/// All games of the run, without the time they took.
fn games(db: &Path) -> Vec<Game> {
    let mut games = common::games(&Store::open(db).expect("a database"), 1);
    games.iter_mut().flat_map(|game| &mut game.cost).for_each(|cost| cost.time_us = 0);
    games
}

#[test]
fn seven_parts_joined_are_the_run_of_one_machine() {
    let folder = tempfile::tempdir().expect("a folder");
    let [whole, all] = ["whole.db", "all.db"].map(|name| folder.path().join(name));
    common::play_in(&whole, &mixed(), false, 2, None);
    let parts = play_parts(folder.path(), &mixed(), 7);
    let before: Vec<Vec<u8>> = parts.iter().map(|part| std::fs::read(part).expect("a part")).collect();

    // Some of them first, not in order.
    let merged = join(&[parts[4].clone(), parts[0].clone()], &all).expect("two parts");
    assert_eq!((merged.run, merged.parts, merged.added, merged.games), (1, 2, merged.games, merged.games));
    let missing: Vec<u32> = merged.missing_shards.iter().map(|missing| missing.shard.number).collect();
    assert_eq!(missing, [2, 3, 4, 6, 7]);
    assert!(merged.missing_shards.iter().all(|missing| missing.missing == missing.games && missing.games > 15));
    assert_eq!(merged.games + merged.missing, 144);
    assert_eq!(merged.missing, merged.missing_shards.iter().map(|missing| missing.missing).sum::<u64>());
    let store = Store::open(&all).expect("a database");
    assert_eq!(store.run(1).expect("a run").status, Status::Stopped);

    // Then all of them, one twice.
    let mut twice = parts.clone();
    twice.push(parts[3].clone());
    let merged = join(&twice, &all).expect("all parts");
    assert_eq!((merged.run, merged.parts, merged.games, merged.missing), (1, 8, 144, 0));
    assert_eq!(merged.missing_shards, []);
    assert_eq!(games(&all), games(&whole));
    let [about, expected] = [&all, &whole].map(|db| Store::open(db).expect("a database").run(1).expect("a run"));
    assert_eq!((&about.name, &about.experiment, about.shard), (&expected.name, &expected.experiment, None));
    assert_eq!((about.fingerprint, about.seed, about.status), (expected.fingerprint, expected.seed, Status::Finished));
    let setup = |db: &Path| Store::open(db).expect("a database").setup(1).expect("a setup");
    assert_eq!(setup(&all), setup(&whole));
    let findings = |db: &Path| summarise(&Store::open(db).expect("a database"), 1).expect("a summary");
    let (ours, theirs) = (findings(&all), findings(&whole));
    assert_eq!((ours.cells.len(), ours.complete), (theirs.cells.len(), true));
    assert_eq!(format!("{:?}", ours.ratings), format!("{:?}", theirs.ratings));
    drop(store);

    // Once more changes nothing.
    let bytes = std::fs::read(&all).expect("a database");
    let merged = join(&parts, &all).expect("all parts");
    assert_eq!((merged.added, merged.games, merged.missing), (0, 144, 0));
    assert!(bytes == std::fs::read(&all).expect("a database"), "the database was changed");
    for (part, before) in parts.iter().zip(&before) {
        assert!(*before == std::fs::read(part).expect("a part"), "{} was changed", part.display());
        let beside = ["-wal", "-shm"].map(|suffix| PathBuf::from(format!("{}{suffix}", part.display())));
        assert!(!beside.iter().any(|file| file.exists()), "something was left beside {}", part.display());
    }
    // The whole run can be joined too, and `--resume` goes on with a joined run.
    let merged = join(&[whole, parts[0].clone()], &folder.path().join("more.db")).expect("both");
    assert_eq!((merged.parts, merged.added, merged.missing), (2, 144, 0));
}

/// A run that has some parts is played to its end like any other.
#[test]
fn a_joined_run_is_resumed() {
    let folder = tempfile::tempdir().expect("a folder");
    let [whole, all] = ["whole.db", "all.db"].map(|name| folder.path().join(name));
    common::play_in(&whole, &mixed(), false, 2, None);
    let parts = play_parts(folder.path(), &mixed(), 3);
    join(&parts[1..], &all).expect("two parts");
    let conducted = common::play_in(&all, &mixed(), true, 1, None);
    assert_eq!((conducted.run, conducted.ended, conducted.was_finished), (1, Ended::Complete, false));
    assert_eq!(games(&all), games(&whole));
}

/// A part is resumed like any run, and never taken for another part or for the whole.
#[test]
fn a_part_is_resumed_and_says_what_it_is() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = MIXED.replace("games = 30", "games = 900");
    let shard = Shard { number: 2, count: 3 };
    let db = part_file(folder.path(), shard);
    let mut parts = 1;
    while play_part(folder.path(), &text, shard, Some(1)) == Ended::Stopped {
        parts += 1;
    }
    assert!(parts > 1, "it was interrupted");
    let store = Store::open(&db).expect("a database");
    let about = store.run(1).expect("a run");
    assert_eq!((store.runs().expect("runs").len(), about.shard), (1, Some(shard)));
    assert_eq!((about.planned, about.played, about.status), (1800, 1800, Status::Finished));
    let summary = summarise(&store, 1).expect("a summary");
    assert!(summary.complete && summary.games == 1800 && summary.played == 1800);
    let note = "This is part 2 of 3 of the experiment, with 1800 of its 5400 games; `plyscope merge` joins the parts.";
    assert!(summary.notes.iter().any(|line| line == note), "{:?}", summary.notes);
    assert!(summary.report.contains(note));
    // The same database for another part, and for the whole.
    for (shard, run) in [(Some(Shard { number: 1, count: 3 }), 2), (None, 3)] {
        let plan = match shard {
            Some(shard) => plan(&text).only(shard).expect("a shard"),
            None => plan(&text),
        };
        let stop = AtomicBool::new(true);
        let work = Work::new(&stop);
        let request = SessionRequest { plan: &plan, text: &text, db: &db, resume: true, jobs: 1, work };
        assert_eq!(conduct(&request, &mut |_, _| {}, &mut |_| {}).expect("a run").run, run);
    }
}

/// More parts than games: some have none, and are joined like the others.
#[test]
fn parts_without_games_are_joined_too() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = "name = 'few'\ngame = 'tictactoe'\ngames = 4\n[players]\na = 'random'\nb = 'random'\n";
    let parts = play_parts(folder.path(), text, 5);
    let sizes = parts.iter().map(|part| Store::open(part).expect("a part").run(1).expect("a run").played);
    assert_eq!(sizes.collect::<Vec<_>>(), [2, 2, 0, 0, 0]);
    let merged = join(&parts[2..], &folder.path().join("all.db")).expect("empty parts");
    assert_eq!((merged.games, merged.missing, merged.missing_shards.len()), (0, 4, 2));
    let merged = join(&parts, &folder.path().join("all.db")).expect("all parts");
    assert_eq!((merged.games, merged.missing), (4, 0));
}

/// What does not belong together is refused with the names of both files, and nothing is written.
#[test]
fn parts_that_do_not_belong_together_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = "name = 'few'\ngame = 'tictactoe'\ngames = 8\n[players]\na = 'random'\nb = 'random'\n";
    let mut parts = play_parts(folder.path(), text, 2);
    let all = folder.path().join("all.db");
    let named = |error: &str, files: &[&Path]| {
        files.iter().for_each(|file| assert!(error.contains(&file.display().to_string()), "{error}"));
    };
    let expect_refusal = |parts: &[PathBuf], sentence: &str| {
        let error = join(parts, &all).expect_err(sentence);
        assert!(error.contains(sentence), "{error}");
        assert!(!all.exists(), "nothing is written");
        error
    };

    let other = folder.path().join("other");
    std::fs::create_dir(&other).expect("a folder");
    let strangers = play_parts(&other, &text.replace("tictactoe'", "pawn:4x4'\nseed = 9"), 2);
    let error = expect_refusal(&[parts[0].clone(), strangers[1].clone()], "are of different experiments");
    named(&error, &[&parts[0], &strangers[1]]);
    let error = expect_refusal(&[parts[0].clone(), all.clone()], "is both a part and the database for all games");
    named(&error, &[&all]);
    let text_file = folder.path().join("notes.txt");
    std::fs::write(&text_file, "no database").expect("a file");
    expect_refusal(&[parts[0].clone(), text_file.clone()], "is not a database of Plyscope");
    expect_refusal(&[folder.path().join("absent.db")], "there is no database");
    expect_refusal(std::slice::from_ref(&other), "is a folder");

    // A copy in which one game has another result, and one that another version played.
    let change = |name: &str, sql: &str| {
        let file = folder.path().join(name);
        std::fs::copy(&parts[0], &file).expect("a copy");
        rusqlite::Connection::open(&file).expect("a database").execute_batch(sql).expect("a change");
        file
    };
    let tampered = change("tampered.db", "UPDATE games SET result = (result + 1) % 3 WHERE id % 4294967296 = 1");
    let newer = change("newer.db", "UPDATE runs SET program = '9.9.9'");
    let slower = change("slower.db", "UPDATE games SET first_time_us = first_time_us + 12345");
    let error =
        expect_refusal(&[parts[0].clone(), tampered.clone()], "have different records of game 1 of a against b");
    named(&error, &[&parts[0], &tampered]);
    let error = expect_refusal(&[parts[1].clone(), newer.clone()], "was played by Plyscope");
    named(&error, &[&parts[1], &newer]);

    // Times are no part of a record. Against what is joined already, the same is refused.
    parts.push(slower);
    assert_eq!(join(&parts, &all).expect("parts").missing, 0);
    let before = games(&all);
    for (part, sentence) in
        [(&tampered, "different records"), (&newer, "by Plyscope"), (&strangers[0], "are of different experiments")]
    {
        let error = join(std::slice::from_ref(part), &all).expect_err(sentence);
        assert!(error.contains(sentence), "{error}");
        named(&error, &[&all, part]);
    }
    let error = join(&parts[1..], &parts[0]).expect_err("a part");
    assert!(error.contains("is a part itself"), "{error}");
    assert_eq!(games(&all), before);
}

/// Limits of time mean other things on other machines, so the report names them.
#[test]
fn machines_are_named_if_times_matter() {
    let folder = tempfile::tempdir().expect("a folder");
    let note = |limit: &str| {
        let text = format!("game = 'tictactoe'\ngames = 4\n[players]\na = 'mcts@{limit}'\nb = 'random'\n");
        let folder = tempfile::tempdir_in(folder.path()).expect("a folder");
        let parts = play_parts(folder.path(), &text, 2);
        let all = folder.path().join("all.db");
        let elsewhere = rusqlite::Connection::open(&parts[1]).expect("a database");
        elsewhere.execute_batch("UPDATE machines SET name = 'node-7'").expect("a change");
        drop(elsewhere);
        join(&parts, &all).expect("parts");
        let store = Store::open(&all).expect("a database");
        assert!(store.machines(1).expect("machines").contains(&"node-7".to_owned()));
        summarise(&store, 1).expect("a summary").notes.into_iter().find(|note| note.contains("machines"))
    };
    let sentence = note("time=1ms").expect("a note");
    assert!(sentence.starts_with("The games were played on 2 machines (") && sentence.contains("node-7"), "{sentence}");
    assert_eq!(note("rollouts=3"), None);
}

/// A merge that is stopped keeps what it has copied, says what is missing, and goes on.
#[test]
fn a_merge_that_is_stopped_goes_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = "game = 'tictactoe'\ngames = 50000\n[players]\na = 'random'\nb = 'random'\n";
    let parts = play_parts(folder.path(), text, 2);
    let (all, stop) = (folder.path().join("all.db"), AtomicBool::new(false));
    let stop_at_once = |progress: plyscope_core::Progress<'_>| {
        stop.store(progress.what == "games copied", Ordering::Relaxed);
    };
    let request = MergeRequest { parts: &parts, db: &all, work: Work::new(&stop).telling(&stop_at_once) };
    let merged = merge(&request).expect("a part of the work");
    assert_eq!((merged.stopped, merged.added, merged.games, merged.missing), (true, 20_000, 20_000, 30_000));
    let status = || Store::open(&all).expect("a database").run(1).expect("a run").status;
    assert_eq!(status(), Status::Stopped);
    let merged = join(&parts, &all).expect("the rest");
    assert_eq!((merged.stopped, merged.added, merged.games, merged.missing), (false, 30_000, 50_000, 0));
    assert_eq!(status(), Status::Finished);
}
