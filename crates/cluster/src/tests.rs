//! What the collecting process does about workers that fail, lie or speak nonsense. They are played by the tests; the
//! server is real.

use std::path::Path;
use std::sync::mpsc::{Sender, channel};
use std::time::{Duration, Instant};

use async_nats::jetstream::consumer::PullConsumer;
use plyscope_arena::{Crew, Ended, Experiment, Ledger, Parcel, Plan, RunRequest, Tables, run_with};
use plyscope_core::{BadInput, Work};
use plyscope_store::{Game, Worker};
use tokio_stream::StreamExt;

use crate::address::Address;
use crate::coordinator::{Coordinator, Sources};
use crate::hub::{Hub, Kind, read_work_subject, result_subject, run_subject};
use crate::link::runtime;
use crate::notices::{self, RunNotice};
use crate::self_test::build;
use crate::wire::{Answer, Batch, Card, Chunk};
use crate::worker::{WorkerOptions, work};

#[path = "../tests/support/server.rs"]
#[expect(dead_code, reason = "other test programs restart servers")]
mod server;

use server::Server;

const FILE: &str = "name = 'small'\ngame = 'tictactoe'\ngames = 20\n[players]\na = 'random'\nb = 'random'\n";

fn plan() -> Plan {
    Plan::new(&Experiment::read(FILE).expect("an experiment"), Path::new("")).expect("a plan")
}

/// Keeps games in memory.
#[derive(Default)]
struct Kept(Vec<(Game, Option<String>)>);

impl Ledger<BadInput> for Kept {
    fn keep(&mut self, parcels: &[Parcel], workers: &[Worker]) -> Result<(), BadInput> {
        for parcel in parcels {
            let worker = parcel.worker.map(|worker| workers[worker].name.clone());
            self.0.extend(parcel.games.iter().map(|game| (game.clone(), worker.clone())));
        }
        Ok(())
    }

    fn find(&mut self, cell: usize, number: u32) -> Result<Option<(Game, Option<String>)>, BadInput> {
        Ok(self.0.iter().find(|(game, _)| (game.pairing as usize, game.number) == (cell, number)).cloned())
    }
}

fn address_of(server: &Server) -> Address {
    Address::new(&server.url(), None, None).expect("an address")
}

fn crew_of<'a>(address: &Address, plan: &'a Plan) -> Coordinator<'a> {
    let read = |path: &str| Err(BadInput::new(format!("{path} is not needed")));
    let sources = Sources { folder: Path::new(""), database: Path::new("none.db"), read: &read };
    Coordinator::connect(address, plan, &sources, false, Work::never()).expect("connected")
}

/// Lets a worker of a test answer everything, and returns the games and how the run ended.
fn collect(answers: impl Fn(&Plan, &str, &[(usize, u32)]) -> Vec<Vec<u8>> + Send + 'static) -> (Kept, Option<String>) {
    let server = Server::start();
    let (plan, address) = (plan(), address_of(&server));
    let mut crew = crew_of(&address, &plan);
    let mut kept = Kept::default();
    let (finish, finished) = channel();
    let worker = {
        let (plan, address) = (plan.clone(), address.clone());
        std::thread::spawn(move || runtime().expect("a runtime").block_on(answer(&address, &plan, answers, finished)))
    };
    let mut request = RunRequest { work: Work::never(), ledger: &mut kept, on_progress: &mut |_| {} };
    let ended = run_with(&plan, &mut crew, std::iter::empty(), &mut request);
    drop(crew);
    finish_worker(&finish);
    worker.join().expect("the worker ends");
    let error = match ended {
        Ok((ended, _)) => {
            assert_eq!(ended, Ended::Complete);
            None
        }
        Err(error) => Some(error.to_string()),
    };
    (kept, error)
}

fn finish_worker(finish: &Sender<()>) {
    // It may have ended with the server.
    let _ = finish.send(());
}

async fn answer(
    address: &Address,
    plan: &Plan,
    answers: impl Fn(&Plan, &str, &[(usize, u32)]) -> Vec<Vec<u8>>,
    finished: std::sync::mpsc::Receiver<()>,
) {
    let hub = Hub::connect(address, "a worker of a test").await.expect("connected");
    let mut found: Option<PullConsumer> = None;
    while finished.try_recv().is_err() {
        let Some(consumer) = &found else {
            found = hub.work_of(build().expect("a build"), Kind::Plain).await;
            continue;
        };
        let wait = Duration::from_millis(100);
        let Ok(mut batch) = consumer.batch().max_messages(1).expires(wait).messages().await else { continue };
        let Some(Ok(message)) = batch.next().await else { continue };
        let (run, chunk) = read_work_subject(&message.subject).expect("a chunk");
        let places = Chunk::decode(&message.payload, plan).expect("places");
        for bytes in answers(plan, chunk, &places) {
            let sent = hub.context.publish(result_subject(run), bytes.into()).await.expect("sent");
            sent.await.expect("stored");
        }
        message.ack().await.expect("acknowledged");
    }
}

fn card(name: &str) -> Card {
    Card { name: name.to_owned(), machine: "test".to_owned(), ..Card::default() }
}

fn games(plan: &Plan, places: &[(usize, u32)]) -> Vec<Game> {
    Tables::new(plan).expect("tables").play(plan, places, Work::never()).expect("played")
}

fn batch(chunk: &str, worker: &str, games: Vec<Game>) -> Vec<u8> {
    Answer::Games(Batch::new(chunk, &card(worker), 10, games, true)).encode()
}

fn keys(kept: &Kept) -> Vec<(u32, u32)> {
    let mut keys: Vec<(u32, u32)> = kept.0.iter().map(|(game, _)| (game.pairing, game.number)).collect();
    keys.sort_unstable();
    keys
}

#[test]
fn what_comes_twice_is_kept_once_and_what_is_missing_is_asked_for_again() {
    let (kept, error) = collect(|plan, chunk, places| {
        // Everything twice, and of every chunk only the first game.
        let some = games(plan, &places[..1]);
        vec![batch(chunk, "one", some.clone()), batch(chunk, "two", some)]
    });
    assert_eq!(error, None);
    let all: Vec<(u32, u32)> = (0..2).flat_map(|cell| (0..10).map(move |number| (cell, number))).collect();
    assert_eq!(keys(&kept), all);
    let plan = plan();
    let expected = games(&plan, &all.iter().map(|&(cell, number)| (cell as usize, number)).collect::<Vec<_>>());
    let mut found: Vec<Game> = kept.0.into_iter().map(|(game, _)| game).collect();
    found.sort_unstable_by_key(|game| (game.pairing, game.number));
    assert_eq!(found, expected);
}

#[test]
fn two_different_records_of_a_game_name_both_workers() {
    let (_, error) = collect(|plan, chunk, places| {
        let (good, mut bad) = (games(plan, places), games(plan, places));
        bad[0].moves.swap(0, 1);
        bad[0].plies += 1;
        vec![batch(chunk, "good-one", good), batch(chunk, "bad-one", bad)]
    });
    let error = error.expect("an error");
    assert!(
        error.contains("good-one") && error.contains("bad-one") && error.contains("game 0 of pairing 0"),
        "{error}"
    );
}

#[test]
fn a_chunk_that_fails_three_times_is_set_aside_and_the_others_are_played() {
    let (kept, error) = collect(|plan, chunk, places| {
        if places.contains(&(0, 0)) {
            let error = "the moon is in the way".to_owned();
            return vec![Answer::Failure { chunk: chunk.to_owned(), worker: card("unlucky"), error }.encode()];
        }
        vec![batch(chunk, "lucky", games(plan, places))]
    });
    let error = error.expect("an error");
    assert!(error.contains("1 game could not be played") && error.contains("the moon"), "{error}");
    assert!(error.contains("unlucky") && error.contains("--resume"), "{error}");
    assert_eq!(kept.0.len(), 19);
}

#[test]
fn nonsense_ends_the_run_with_a_sentence() {
    let (_, error) = collect(|_, _, _| vec![b"\xff\xff\xffnonsense".to_vec(); 3]);
    assert!(error.expect("an error").contains("make no sense"));
    let (_, error) = collect(|plan, chunk, places| {
        let mut wrong = games(plan, places);
        wrong.iter_mut().for_each(|game| game.number += 1000);
        vec![batch(chunk, "lost", wrong); 3]
    });
    assert!(error.expect("an error").contains("no place in the plan"));
}

#[test]
fn a_worker_of_another_version_or_with_other_test_games_is_refused() {
    let server = Server::start();
    let address = address_of(&server);
    let own = build().expect("a build").to_owned();
    for (version, build, part) in [
        ("9.9.9", "9_9_9-0000000000000000".to_owned(), "is collected by Plyscope 9.9.9, and this is"),
        (env!("CARGO_PKG_VERSION"), format!("{own}0"), "its test games differ"),
    ] {
        let notice = RunNotice { run: "1".to_owned(), name: "other".to_owned(), version: version.to_owned(), build };
        let (finish, finished) = channel();
        let announcing = {
            let address = address.clone();
            std::thread::spawn(move || {
                runtime().expect("a runtime").block_on(async {
                    let hub = Hub::connect(&address, "test").await.expect("connected");
                    while finished.try_recv().is_err() {
                        let bytes = notices::write(&notice);
                        hub.client.publish(run_subject("1"), bytes.into()).await.expect("sent");
                        hub.client.flush().await.expect("sent");
                        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
                    }
                });
            })
        };
        let options = WorkerOptions { jobs: 1, allow_programs: false };
        let error = work(&address, &options, &std::sync::atomic::AtomicBool::new(false), &mut |_| {});
        let error = error.expect_err("refused").to_string();
        assert!(error.contains("is refused") && error.contains(part), "{error}");
        finish_worker(&finish);
        announcing.join().expect("it ends");
    }
}

#[test]
fn a_server_that_forgot_the_run_ends_it_with_a_sentence() {
    let mut server = Server::start();
    let plan = plan();
    let mut crew = crew_of(&address_of(&server), &plan);
    crew.hand_out(vec![(0, 0..10)]).expect("the run is open");
    server.kill();
    server.restart_empty();
    let begun = Instant::now();
    let error = loop {
        match crew.collect(Duration::from_millis(100)) {
            Ok(_) => assert!(begun.elapsed() < Duration::from_secs(60), "nothing is said"),
            Err(error) => break error.to_string(),
        }
    };
    assert!(error.contains("has forgotten this run") && error.contains("--resume"), "{error}");
}
