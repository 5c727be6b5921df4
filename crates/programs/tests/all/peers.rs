//! Real engines of other people. `cargo xtask test` installs them (Debian's fairy-stockfish and grhino).

use std::path::Path;

use plyscope_core::{Verdict, Work};
use plyscope_programs::{OptionValue, ProgramSpec, ProgramTable, Programs, Protocol};
use plyscope_registry::{Fault, GameConditions, consult, read, start};

use crate::common::{agent, play, player};

fn peers() -> Programs {
    let fsf = ProgramSpec { protocol: Protocol::Uci, ..agent(&["/usr/games/fairy-stockfish"]) };
    let mut odd = fsf.clone();
    odd.options.insert("Hsah".to_owned(), OptionValue::Integer(16));
    let mut small = fsf.clone();
    small.options.insert("Hash".to_owned(), OptionValue::Integer(16));
    let rhino = ProgramSpec { protocol: Protocol::Gtp, ..agent(&["/usr/games/gtp-rhino", "--level=1"]) };
    let table = [("fsf", fsf), ("small", small), ("odd", odd), ("rhino", rhino)];
    let table: ProgramTable = table.into_iter().map(|(name, spec)| (name.to_owned(), spec)).collect();
    Programs::listed(&table, Path::new("")).expect("programs")
}

#[test]
fn fairy_stockfish_plays_breakthrough() {
    let pool = peers().pool();
    for (game, players) in [
        ("breakthrough", ["program:small@time=50ms", "alphabeta@depth=2"]),
        ("breakthrough", ["alphabeta@depth=2", "program:small@depth=4"]),
        // Not among its own variants.
        ("breakthrough:6x6", ["program:fsf@nodes=2000", "program:small@nodes=2000"]),
        ("breakthrough:6x5,rows=1", ["program:fsf@depth=3", "random"]),
        // It divides a clock for the whole game, and knows ours.
        ("breakthrough:6x6", ["program:small@clock=1s+30ms", "alphabeta@clock=1s+30ms"]),
    ] {
        let record = play(game, players, 1, &pool);
        assert_eq!(record.forfeit, None, "{game}: {:?}", record.words);
        let seat = usize::from(!players[0].starts_with("program"));
        assert!(record.cost[seat].nodes > 100 && record.cost[seat].depths > 10, "{game}: {:?}", record.cost);
    }
}

/// Its value is that of its own side, and a forced win is recognised as such.
#[test]
fn fairy_stockfish_says_what_it_thinks() {
    let pool = peers().pool();
    let ask = |text: &str| {
        let position = read("breakthrough", text).expect("a position");
        consult(&*position, &player("program:fsf@depth=8"), &pool, Work::never(), &mut |_| {}).expect("an answer")
    };
    let rows =
        ["....o...", "........", "......x.", "........", "........", "o.......", "........", "....x..."].join("/");
    let first = ask(&format!("{rows} x"));
    assert_eq!((first.score, first.pv.first(), first.pv.len()), (Verdict::Win(3), Some(&first.best), 3), "{first:?}");
    assert_eq!(first.depth, 8);
    let second = ask(&format!("{rows} o"));
    assert_eq!(second.score, Verdict::Win(3), "{second:?}");
}

#[test]
fn gtp_rhino_plays_reversi() {
    let pool = peers().pool();
    for (game, players) in [
        ("reversi", ["program:rhino@clock=30s+1s", "random"]),
        ("reversi", ["alphabeta@depth=2", "program:rhino@time=2s"]),
    ] {
        for seed in 1..4 {
            let record = play(game, players, seed, &pool);
            assert_eq!(record.forfeit, None, "{game}: {:?}", record.words);
        }
    }
    // It is told an opening by moves that lead there.
    let (rhino, random) = (player("program:rhino"), player("random"));
    let conditions = GameConditions { guests: Some(&pool), ..GameConditions::default() };
    for seed in 1..6 {
        let opening = start("reversi").expect("a game").at_random(6, seed);
        let record = opening.play_out([&random, &rhino], seed, &conditions).expect("no failure").expect("not stopped");
        assert_eq!(record.forfeit, None, "{:?}", record.words);
    }
}

#[test]
fn unknown_options_are_named() {
    let record = play("breakthrough", ["program:odd@time=50ms", "random"], 1, &peers().pool());
    assert_eq!(record.forfeit, Some(Fault::NoStart));
    let words = record.words.expect("words");
    assert!(words.contains("\"Hsah\"") && words.contains("Hash"), "{words}");
}
