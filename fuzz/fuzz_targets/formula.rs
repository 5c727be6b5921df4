//! Any text as a heuristic: nothing may panic, the canonical text means the same, and every value is finite.
//!
//! `cargo install cargo-fuzz`, then `cargo +nightly fuzz run formula` in the root of the project.
#![no_main]

use libfuzzer_sys::fuzz_target;
use plyscope_registry::{GAMES, HeuristicSpec, start};

fuzz_target!(|text: &str| {
    let Ok(spec) = text.parse::<HeuristicSpec>() else { return };
    assert_eq!(spec.to_string().parse().as_ref(), Ok(&spec));
    for game in GAMES {
        let position = start(game.about().id).expect("a game without options");
        if let Ok(judgement) = position.evaluate(&spec, 1) {
            assert!(judgement.seen_by.iter().all(|value| value.is_finite()));
        }
    }
});
