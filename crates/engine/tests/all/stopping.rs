//! Whatever the engine is doing, it ends when it is told to.

use std::time::{Duration, Instant};

use plyscope_core::BadInput;
use plyscope_engine::Engine;
use plyscope_protocols::Protocol;
use plyscope_registry::{SEARCHES, start};

use crate::talk::{Talk, engine};

/// Between a request to stop and the end.
const SOON: Duration = Duration::from_millis(100);

/// The least of three times: a busy machine may be late, but not always.
fn least(mut time: impl FnMut() -> Duration) -> Duration {
    (0..3).map(|_| time()).min().expect("three times")
}

const REQUEST: &str = "game reversi:4x4\nposition ..../.ox./.xo./.... x\ngo";

#[test]
fn quit_and_the_end_of_input_end_it_while_it_thinks() {
    for (game, protocol, begin) in [
        ("breakthrough", Protocol::Uci, "go infinite"),
        ("reversi", Protocol::Nboard, "go"),
        ("breakthrough", Protocol::Lines, REQUEST),
    ] {
        let time = least(|| {
            let mut talk = Talk::new(game, "mcts@rollouts=1000000000,time=60s", protocol);
            talk.send(begin);
            std::thread::sleep(Duration::from_millis(50));
            talk.send("quit");
            talk.ended().0
        });
        assert!(time < SOON, "{protocol}: {time:?}");
    }
    let time = least(|| {
        let mut talk = Talk::new("breakthrough", "engine@time=60s", Protocol::Uci);
        talk.send("go infinite");
        talk.line();
        talk.close().0
    });
    assert!(time < SOON, "{time:?}");
}

#[test]
fn every_search_hears_the_request() {
    let mut n_searches = 0;
    for search in SEARCHES {
        let limit = if search.limits.contains(&"rollouts") { "@rollouts=1000000000" } else { "@depth=60" };
        let player = format!("{}{}", search.id, if search.limits.is_empty() { "" } else { limit });
        // Neither people, nor the programs of others, nor searches that were published for other games.
        let Ok(_) = try_engine(&player) else { continue };
        n_searches += 1;
        let time = least(|| {
            let mut talk = Talk::new("breakthrough", &player, Protocol::Uci);
            talk.send("go infinite");
            std::thread::sleep(Duration::from_millis(50));
            let begun = Instant::now();
            talk.send("stop");
            talk.find("bestmove ");
            begun.elapsed()
        });
        assert!(time < SOON, "{player}: {time:?}");
    }
    assert!(n_searches >= 12, "only {n_searches} searches were stopped");
}

fn try_engine(player: &str) -> Result<Engine, BadInput> {
    Engine::new(start("breakthrough")?, player.parse()?, 1, Protocol::Uci)
}

#[test]
fn what_cannot_be_an_engine_is_refused() {
    let refused = |game: &str, player: &str, protocol| {
        let engine = Engine::new(start(game).expect("a game"), player.parse().expect("a player"), 1, protocol);
        engine.err().expect("refused").to_string()
    };
    assert!(refused("reversi", "human", Protocol::Gtp).contains("human cannot be an engine"));
    assert!(refused("reversi", "engine", Protocol::Uci).contains("UCI cannot play reversi:8x8"));
    assert!(refused("breakthrough", "engine", Protocol::Gtp).contains("GTP cannot play breakthrough:8x8"));
    assert!(refused("reversi", "alphabeta+lorentz@depth=2", Protocol::Gtp).contains("lorentz"));
}

#[test]
fn a_closed_output_is_an_error_and_no_panic() {
    let (reader, mut writer) = std::io::pipe().expect("a pipe");
    drop(reader);
    let result = engine("reversi", "random", Protocol::Gtp).serve(&b"name\nname\n"[..], &mut writer);
    assert_eq!(result.expect_err("nobody reads").kind(), std::io::ErrorKind::BrokenPipe);
}
