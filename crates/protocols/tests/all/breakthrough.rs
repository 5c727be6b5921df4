//! Breakthrough as fairy-stockfish plays it: the same positions, moves and counts as by our rules.

use plyscope_core::{Rng, Work};
use plyscope_protocols::uci::{Variant, fen, move_text, read_fen};
use plyscope_registry::{AnyPosition, Jobs, start};

use crate::engines::talk;

/// What fairy-stockfish says of some positions of a game: the moves and their counts, and the sum.
fn perfts(spec: &str, positions: &[Box<dyn AnyPosition>], depth: usize) -> Vec<(Vec<String>, u64)> {
    let variant = Variant::of(spec).expect("a game of UCI");
    let folder = tempfile::tempdir().expect("a folder");
    let mut input = String::new();
    if let Some(definition) = &variant.definition {
        let file = folder.path().join("variants.ini");
        std::fs::write(&file, definition).expect("a file");
        input += &format!("setoption name VariantPath value {}\n", file.display());
    }
    input += &format!("uci\nsetoption name UCI_Variant value {}\n", variant.name);
    for position in positions {
        input += &format!("position fen {}\ngo perft {depth}\n", fen(&position.text()).expect("a board"));
    }
    let output = talk("fairy-stockfish", &(input + "quit\n"));
    let mut found = vec![(Vec::new(), 0)];
    for line in output.lines() {
        let last = found.last_mut().expect("never empty");
        if let Some(sum) = line.strip_prefix("Nodes searched: ") {
            last.1 = sum.parse().expect("a number");
            found.push((Vec::new(), 0));
        } else if let Some((m, count)) = line.split_once(": ")
            && count.parse::<u64>().is_ok()
            && m.bytes().all(|byte| byte.is_ascii_alphanumeric())
        {
            last.0.push(m.to_owned());
        }
    }
    found.pop();
    assert_eq!(found.len(), positions.len(), "fairy-stockfish has counted every position:\n{output}");
    found
}

/// Positions from all phases of random games, some of them one move before the end.
fn at_random(spec: &str, n_positions: usize) -> Vec<Box<dyn AnyPosition>> {
    let (start, mut rng) = (start(spec).expect("a game"), Rng::new(16));
    (0..n_positions).map(|_| start.at_random((rng.next_u64() % 70) as u32, rng.next_u64())).collect()
}

#[test]
fn fairy_stockfish_has_the_same_moves_and_counts() {
    for spec in
        ["breakthrough:8x8", "breakthrough:6x6", "breakthrough:5x4", "breakthrough:10x12", "breakthrough:6x6,rows=1"]
    {
        let positions = at_random(spec, 60);
        let depth = if spec == "breakthrough:10x12" { 2 } else { 3 };
        for (position, (mut theirs, sum)) in positions.iter().zip(perfts(spec, &positions, depth)) {
            let mut ours: Vec<String> = position.moves().iter().map(|m| move_text(m)).collect();
            ours.sort();
            theirs.sort();
            assert_eq!(ours, theirs, "{spec}: {}", position.text());
            let counts = position.perft(depth, Jobs::all_cores(), Work::never()).expect("not stopped");
            assert_eq!(counts.leaves(), sum, "{spec}: {}", position.text());
        }
    }
}

#[test]
fn a_position_survives_the_way_there_and_back() {
    for spec in ["breakthrough:8x8", "breakthrough:10x12", "breakthrough:32x4", "breakthrough:5x10"] {
        for position in at_random(spec, 50) {
            let fen = fen(&position.text()).expect("a board");
            assert_eq!(read_fen(&fen).as_deref(), Ok(position.text().as_str()), "{fen}");
            for m in position.moves() {
                let mut next = position.boxed_clone();
                next.play(&move_text(&m)).expect("our rules read moves of UCI");
                assert_eq!(next.played().last(), Some(&m));
            }
        }
    }
}

#[test]
fn positions_are_written_as_in_the_definition_of_fen() {
    let cases = [
        (
            "oooooooo/oooooooo/......../......../......../......../xxxxxxxx/xxxxxxxx x",
            "pppppppp/pppppppp/8/8/8/8/PPPPPPPP/PPPPPPPP w - - 0 1",
        ),
        (".o..x/...../oo.../xx..x o", "1p2P/5/pp3/PP2P b - - 0 1"),
    ];
    for (text, expected) in cases {
        assert_eq!(fen(text).as_deref(), Ok(expected));
        assert_eq!(read_fen(expected).as_deref(), Ok(text));
    }
    assert_eq!(read_fen("11P/12 b").as_deref(), Ok("...........x/............ o"));
    for bad in ["", "8/8", "8/8 x", "ppp/pp w", "8/8/k7 w - - 0 1", "99999999999999999999999 w"] {
        assert!(read_fen(bad).is_err(), "{bad}");
    }
    assert!(fen("no board").is_err() && fen("xx/x x").is_err() && fen("xx/xx").is_err());
}

#[test]
fn other_games_are_refused_with_a_sentence() {
    for spec in ["reversi:8x8", "breakthrough:8x8,workers=3", "breakthrough:16x8", "breakthrough:5x13", "pawn:4x4"] {
        let error = Variant::of(spec).expect_err("no game of UCI").to_string();
        assert!(error.contains(spec) && error.contains("breakthrough:8x8"), "{error}");
    }
}

#[test]
fn names_of_variants_lead_back_to_their_games() {
    for spec in ["breakthrough:8x8", "breakthrough:6x6", "breakthrough:8x8,rows=1", "breakthrough:10x12"] {
        let name = Variant::of(spec).expect("a game of UCI").name;
        assert_eq!(Variant::spec(&name).as_deref(), Some(spec), "{name}");
    }
    for name in
        ["chess", "breakthrough8x8", "breakthrough06x6", "breakthrough20x20", "breakthroughrows1", "breakthrough6"]
    {
        assert_eq!(Variant::spec(name), None, "{name}");
    }
}
