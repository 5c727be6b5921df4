//! What was stored is read back, and totals agree with plain loops.

// Lists of ranges may well have one element.
#![allow(clippy::single_range_in_vec_init)]

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, HashSet};

use crate::common::{game, small_run};
use plyscope_store::{
    Forfeits, Game, GameResult, NewRun, Opening, Played, Run, RunId, SeatCost, SeatCount, SeatTotals, Shard, Status,
    Store, Totals,
};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};

fn new_store() -> (tempfile::TempDir, Store) {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open_or_create(folder.path().join("test.db")).unwrap();
    (folder, store)
}

fn read(store: &Store, run: RunId, pairing: u32, only: Option<GameResult>) -> Vec<Game> {
    store.games(run, pairing, 0, only).unwrap().collect::<Result<_, _>>().unwrap()
}

#[test]
fn a_run_is_read_back() {
    let (_folder, store) = new_store();
    assert_eq!(store.runs().unwrap(), []);
    let mut new = small_run();
    new.setup.openings.push(Opening { name: String::new(), text: "d2d3".into() });
    // A part of a larger experiment.
    new.shard = Some(Shard { number: 3, count: 40 });
    new.setup.pairings[2].whole = Some(4000);
    let mut writer = store.start(&new).unwrap();
    let run = Run {
        id: writer.run(),
        name: new.name.clone(),
        experiment: new.experiment.clone(),
        fingerprint: new.fingerprint.clone(),
        program: new.program.clone(),
        seed: new.seed,
        status: Status::Running,
        created_ms: new.created_ms,
        ended_ms: None,
        shard: new.shard,
        planned: 300,
        played: 0,
    };
    assert_eq!(store.run(run.id).unwrap(), run);
    assert_eq!(store.setup(run.id).unwrap(), new.setup);

    writer.append(&[game(2, 5), game(0, 1)]).unwrap();
    writer.plan(1, 250).unwrap();
    writer.append(&[Game { opening: Some(1), ..game(0, 2) }]).unwrap();
    writer.finish(1_790_000_009_999).unwrap();
    new.setup.pairings[1].planned = 250;
    assert_eq!(store.setup(run.id).unwrap(), new.setup);
    let ended = Run { status: Status::Finished, ended_ms: Some(1_790_000_009_999), planned: 450, played: 3, ..run };
    assert_eq!(store.runs().unwrap(), [ended]);
}

#[test]
fn unfinished_runs_are_listed_from_the_newest_on() {
    let (_folder, store) = new_store();
    let unfinished = || store.unfinished().unwrap();
    assert_eq!(unfinished(), []);
    let (one, other) = (small_run(), NewRun { fingerprint: "other".into(), ..small_run() });
    let (first, second) = (store.start(&one).unwrap(), store.start(&other).unwrap());
    let (first_id, second_id) = (first.run(), second.run());
    assert_eq!(unfinished(), [(second_id, other.fingerprint), (first_id, one.fingerprint.clone())]);
    assert_eq!(store.finished().unwrap(), []);
    second.finish(1).unwrap();
    first.stop(2).unwrap();
    assert_eq!(unfinished(), [(first_id, one.fingerprint)]);
    assert_eq!(store.finished().unwrap(), [(second_id, "other".to_owned())]);
    assert_eq!(store.run(first_id).unwrap().status, Status::Stopped);
    store.resume(first_id).unwrap().finish(3).unwrap();
    assert_eq!(unfinished(), []);
}

#[test]
fn a_run_with_an_unknown_player_is_not_stored() {
    let (folder, store) = new_store();
    let mut new = small_run();
    new.setup.pairings[2].second = 2;
    let error = store.start(&new).err().unwrap().to_string();
    assert!(error.contains("pairing 2 has an unknown player"), "{error}");
    assert_eq!(store.runs().unwrap(), []);
    assert!(!folder.path().join("test.db-lock-1").exists());
}

#[test]
fn a_game_is_stored_once_and_a_batch_completely_or_not_at_all() {
    let (_folder, store) = new_store();
    let mut writer = store.start(&small_run()).unwrap();
    let run = writer.run();
    writer.append(&[game(0, 1), game(0, 2)]).unwrap();
    let mut refused = |games: &[Game], part: &str| {
        let error = writer.append(games).unwrap_err().to_string();
        assert!(error.contains(part), "{error}");
    };
    let taken = "game 2 of pairing 0 is already in run 1";
    refused(&[game(1, 0), game(0, 2)], taken);
    refused(&[Game { result: GameResult::Draw, reason: "never seen".into(), ..game(0, 2) }], taken);
    refused(&[game(0, 3), game(0, 3)], "game 3 of pairing 0 is already in run 1");
    refused(&[game(0, 3), game(3, 3)], "3 pairings and none with number 3");
    refused(&[Game { opening: Some(1), ..game(0, 3) }], "opening is not among those of the run");
    refused(&[game(0, u32::MAX)], "number is too large");
    let endless = SeatCost { time_us: u64::MAX, ..SeatCost::default() };
    refused(&[Game { cost: [SeatCost::default(), endless], ..game(0, 3) }], "cost is too large");
    let endless = SeatCount { memory: u64::MAX, ..SeatCount::default() };
    refused(&[Game { counts: Some([SeatCount::default(), endless]), ..game(0, 3) }], "counts is too large");
    assert_eq!(store.present(run).unwrap(), [vec![1..3], vec![], vec![]]);
    assert_eq!(read(&store, run, 0, None), [game(0, 1), game(0, 2)]);
    // The writer still works.
    writer.append(&[Game { reason: "never seen".into(), ..game(0, 3) }]).unwrap();
    assert_eq!(store.game(run, 0, 3).unwrap().unwrap().reason, "never seen");
}

#[test]
fn stored_games_are_listed_as_ranges() {
    let (_folder, store) = new_store();
    let mut writer = store.start(&small_run()).unwrap();
    let last = u32::MAX - 1;
    let numbers = [7, 0, 1, 2, 9, 8, last, 100];
    writer.append(&numbers.map(|number| game(1, number))).unwrap();
    writer.append(&[game(2, 0)]).unwrap();
    let present = store.present(writer.run()).unwrap();
    assert_eq!(present, [vec![], vec![0..3, 7..10, 100..101, last..u32::MAX], vec![0..1]]);
}

#[test]
fn games_are_ordered_and_can_start_anywhere() {
    let (_folder, store) = new_store();
    let mut writer = store.start(&small_run()).unwrap();
    let run = writer.run();
    // More than two pages, with every third number missing.
    let games: Vec<Game> = (0..7000).filter(|n| n % 3 != 1).map(|n| game(0, n)).collect();
    for batch in games.rchunks(999) {
        writer.append(batch).unwrap();
    }
    writer.append(&[game(1, 0)]).unwrap();
    assert_eq!(read(&store, run, 0, None), games);
    for only in GameResult::ALL {
        let wanted: Vec<Game> = games.iter().filter(|game| game.result == only).cloned().collect();
        assert_eq!(read(&store, run, 0, Some(only)), wanted);
    }
    let from: Vec<Game> = store.games(run, 0, 6001, None).unwrap().map(Result::unwrap).collect();
    assert_eq!(from, games.iter().filter(|game| game.number >= 6001).cloned().collect::<Vec<_>>());
    let results: Vec<_> = store.results(run, 0).unwrap().map(Result::unwrap).collect();
    assert_eq!(results, games.iter().map(Played::from).collect::<Vec<_>>());
    assert_eq!(store.game(run, 0, 3).unwrap(), Some(game(0, 3)));
    assert_eq!(store.game(run, 0, 4).unwrap(), None);
}

#[test]
fn unknown_runs_and_pairings_are_named() {
    let (folder, store) = new_store();
    let file = folder.path().join("test.db").display().to_string();
    let said = |result: Result<(), plyscope_store::StoreError>| result.unwrap_err().to_string();
    assert_eq!(said(store.run(4).map(drop)), format!("{file} has no run 4; it has none"));
    store.start(&small_run()).unwrap().finish(0).unwrap();
    let missing = format!("{file} has no run 4; the newest is 1");
    assert_eq!(said(store.run(4).map(drop)), missing);
    assert_eq!(said(store.setup(4).map(drop)), missing);
    assert_eq!(said(store.totals(4).map(drop)), missing);
    assert_eq!(said(store.present(4).map(drop)), missing);
    assert_eq!(said(store.games(4, 0, 0, None).map(drop)), missing);
    assert_eq!(said(store.resume(4).map(drop)), missing);
    assert_eq!(said(store.results(1, 3).map(drop)), format!("run 1 of {file} has no pairing 3"));
}

/// Any game, with numbers from a small range so that pairs and repeated hashes occur.
fn any_game() -> impl Strategy<Value = Game> {
    let cost = || {
        (any::<u32>(), 0..1_u64 << 40, any::<u16>()).prop_map(|(nodes, time_us, depths)| SeatCost {
            nodes: nodes.into(),
            time_us,
            depth_sum: depths.into(),
        })
    };
    let first = (0..3_u32, prop_oneof![0..40_u32, 0..u32::MAX], any::<u64>(), prop::option::of(0..1_u32));
    let second = (0..3_usize, ".{0,12}", any::<bool>(), 0..300_u32, prop_oneof![0..9_u64, any::<u64>()]);
    let count = (0..200_u64, 0..200_u64, 0..1_u64 << 40).prop_map(|(captures, pieces, memory)| SeatCount {
        captures,
        pieces,
        memory,
    });
    let counts = prop::option::of(prop::array::uniform2(count));
    let third = (prop::collection::vec(any::<u8>(), 0..200), cost(), cost(), counts, any::<Option<String>>());
    (first, second, third).prop_map(|(first, second, third)| Game {
        pairing: first.0,
        number: first.1,
        seed: first.2,
        opening: first.3,
        result: GameResult::ALL[second.0],
        reason: second.1.into(),
        forfeit: second.2,
        plies: second.3,
        moves_hash: second.4,
        moves: third.0,
        cost: [third.1, third.2],
        counts: third.3,
        words: third.4,
    })
}

/// The totals by a plain loop.
fn totals_of(games: &[&Game]) -> Totals {
    let mut totals = Totals::default();
    let mut forfeits: BTreeMap<(usize, String), (u64, Option<String>)> = BTreeMap::new();
    for game in games {
        totals.games += 1;
        match game.result {
            GameResult::FirstWins => totals.first_wins += 1,
            GameResult::Draw => totals.draws += 1,
            GameResult::SecondWins => totals.second_wins += 1,
        }
        if game.forfeit {
            let seat = usize::from(game.result == GameResult::FirstWins);
            totals.seats[seat].moves += 1;
            let (games, words) = forfeits.entry((seat, game.reason.to_string())).or_default();
            *games += 1;
            *words = words.take().max(game.words.clone());
        }
        totals.plies += u64::from(game.plies);
        for ply in 0..game.plies {
            totals.seats[ply as usize % 2].moves += 1;
        }
        for (SeatTotals { nodes, time_us, depth_sum, .. }, cost) in totals.seats.iter_mut().zip(game.cost) {
            *nodes += cost.nodes;
            *time_us += cost.time_us;
            *depth_sum += cost.depth_sum;
        }
        for (seat, counts) in totals.seats.iter_mut().zip(game.counts.into_iter().flatten()) {
            seat.counted += 1;
            seat.counts.captures += counts.captures;
            seat.counts.pieces += counts.pieces;
            seat.counts.memory += counts.memory;
        }
    }
    let lost = forfeits.into_iter().map(|((seat, reason), (games, words))| Forfeits { seat, reason, games, words });
    totals.forfeits = lost.collect();
    totals.distinct = games.iter().map(|game| game.moves_hash).collect::<HashSet<_>>().len() as u64;
    totals
}

#[test]
fn any_games_are_read_back_and_counted() {
    let (_folder, store) = new_store();
    let mut runner = TestRunner::new(Config::with_cases(60));
    // All cases share one file, so that interference between runs would be noticed.
    let batches = prop::collection::vec(prop::collection::vec(any_game(), 0..60), 0..4);
    let tested = runner.run(&batches, |batches| {
        let mut writer = store.start(&small_run()).unwrap();
        let run = writer.run();
        let mut model = BTreeMap::new();
        for mut batch in batches {
            batch.retain(|game| match model.entry((game.pairing, game.number)) {
                Entry::Occupied(_) => false,
                Entry::Vacant(place) => {
                    place.insert(game.clone());
                    true
                }
            });
            writer.append(&batch).unwrap();
        }
        for pairing in 0..3 {
            let games: Vec<&Game> = model.values().filter(|game| game.pairing == pairing).collect();
            let stored = read(&store, run, pairing, None);
            prop_assert_eq!(stored.iter().collect::<Vec<_>>(), games.clone());
            prop_assert_eq!(&store.totals(run).unwrap()[pairing as usize], &totals_of(&games));
            let present = &store.present(run).unwrap()[pairing as usize];
            let numbers: Vec<u32> = present.iter().cloned().flatten().collect();
            prop_assert_eq!(numbers, games.iter().map(|game| game.number).collect::<Vec<_>>());
            prop_assert!(present.windows(2).all(|two| two[0].end < two[1].start), "{:?}", present);

            let other = (pairing + 1) % 3;
            let mut pairs = HashSet::new();
            for game in games {
                if let Some(partner) = model.get(&(other, game.number)) {
                    pairs.insert((game.moves_hash, partner.moves_hash));
                }
            }
            prop_assert_eq!(store.distinct_pairs(run, pairing, other).unwrap(), pairs.len() as u64);
        }
        prop_assert_eq!(store.run(run).unwrap().played, model.len() as u64);
        Ok(())
    });
    tested.unwrap();
}
