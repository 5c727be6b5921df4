//! Any text as a spec, a position and moves: nothing may panic, and what is accepted must be lawful.
//!
//! `cargo install cargo-fuzz`, then `cargo +nightly fuzz run text` in the root of the project.
#![no_main]

use libfuzzer_sys::fuzz_target;
use plyscope_registry::{read, start};

// Three lines: spec, position, moves.
fuzz_target!(|text: &str| {
    let mut lines = text.splitn(3, '\n');
    let (spec, position, moves) = (lines.next(), lines.next(), lines.next());
    let (spec, position, moves) = (spec.unwrap_or(""), position.unwrap_or(""), moves.unwrap_or(""));
    let Ok(mut game) = start(spec) else { return };
    assert_eq!(start(&game.spec()).map(|again| again.spec()), Ok(game.spec()));
    let _ = game.play_all(moves);
    if let Ok(mut given) = read(spec, position) {
        let again = read(spec, &given.text()).expect("what is written can be read");
        assert_eq!((again.text(), again.key(), again.moves()), (given.text(), given.key(), given.moves()));
        assert_eq!(given.moves().is_empty(), given.outcome().is_some());
        let _ = given.play_all(moves);
    }
});
