//! No text may break a parser, and everything a parser accepts must obey the rules.

use crate::common::{all_specs, random_game, start_of};
use plyscope_core::Rng;
use plyscope_registry::{AnyPosition, find, read, start};
use proptest::prelude::*;

/// Text that looks more like a spec, a position or a move than arbitrary characters do.
fn plausible() -> impl Strategy<Value = String> {
    prop_oneof![
        any::<String>(),
        "[xo./ -]{0,80}",
        "[a-p0-9x*-]{0,12}",
        "(tictactoe|reversi|pawn|pawned|breakthrough|andantino)(:[0-9a-z=,x×-]{0,30})?",
        "(pawn|pawned|breakthrough|reversi):[0-9]{1,4}x[0-9]{1,4}(,(classic|en-passant|rows=[0-9]|workers=3)){0,3}",
        "([0-9]{1,3}|[xo.]{1,9})(/([0-9]{1,3}|[xo.]{1,9})){0,9} [xoXO](  ?[a-h][0-9])?",
        "([a-j][0-9]{1,2}[ ,]?){0,10}",
    ]
}

/// Plays on to the end; the laws of `Game` must hold all the way.
fn play_out(position: &dyn AnyPosition, seed: u64) {
    let (mut position, mut rng) = (position.boxed_clone(), Rng::new(seed));
    for _ in 0..1000 {
        let moves = position.moves();
        assert_eq!(moves.is_empty(), position.outcome().is_some(), "{}: {}", position.spec(), position.text());
        let again = read(&position.spec(), &position.text()).expect("what is written can be read");
        assert_eq!((again.text(), again.key(), again.moves()), (position.text(), position.key(), position.moves()));
        assert_eq!((again.outcome(), again.reason()), (position.outcome(), position.reason()), "{}", position.text());
        if moves.is_empty() {
            return;
        }
        position.play(&moves[rng.below(moves.len())]).expect("a listed move is legal");
    }
    panic!("a game of more than 1000 moves: {}", position.spec());
}

/// At least 3000 cases; PROPTEST_CASES asks for more. A failing case is printed whole, so none is kept in a file.
fn config() -> ProptestConfig {
    let asked = ProptestConfig::default();
    ProptestConfig { cases: asked.cases.max(3000), failure_persistence: None, ..asked }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn specs_never_panic_and_are_stable(text in plausible()) {
        if let Ok(position) = start(&text) {
            let canonical = position.spec();
            prop_assert_eq!(start(&canonical).expect("a canonical spec").spec(), canonical);
        } else {
            let error = start(&text).err().expect("an error").to_string();
            prop_assert!(!error.contains('\n') && error.len() < 1500, "{}", error);
        }
        let _ = find(&text);
    }

    #[test]
    fn positions_and_moves_never_panic(index in 0usize..1000, position in plausible(), moves in plausible()) {
        let specs = all_specs();
        let spec = &specs[index % specs.len()];
        if let Ok(mut position) = read(spec, &position) {
            play_out(&*position, index as u64);
            let _ = position.play_all(&moves);
        }
        let mut position = start_of(spec);
        let (before, result) = (position.text(), position.play(&moves));
        prop_assert_eq!(result.is_err(), position.text() == before);
        let mut position = start_of(spec);
        if position.play_all(&moves).is_err() {
            prop_assert_eq!(position.text(), before);
        }
    }

    /// A position of a real game with a few characters changed.
    #[test]
    fn changed_positions_are_refused_or_lawful(index in 0usize..1000, seed in any::<u64>(), changes in 1usize..4) {
        let specs = all_specs();
        let spec = &specs[index % specs.len()];
        let mut rng = Rng::new(seed);
        let mut texts = Vec::new();
        random_game(spec, seed, |position| texts.push(position.text()));
        let mut text: Vec<char> = texts[rng.below(texts.len())].chars().collect();
        for _ in 0..changes {
            let place = rng.below(text.len());
            text[place] = ['x', 'o', '.', '/', ' ', '1'][rng.below(6)];
        }
        if let Ok(position) = read(spec, &String::from_iter(text)) {
            play_out(&*position, seed);
        }
    }

    /// Boards filled at random, so that odd ones (crowded, won twice, without pieces) come up.
    #[test]
    fn random_boards_are_refused_or_lawful(index in 0usize..1000, seed in any::<u64>(), fill in 0usize..8) {
        let specs = all_specs();
        let spec = &specs[index % specs.len()];
        let mut rng = Rng::new(seed);
        let empty = start_of(spec).text().replace(['x', 'o'], ".");
        let board = empty.split(' ').next().expect("a board");
        let mut piece = |c| if c == '/' || rng.below(8) >= fill { c } else { ['x', 'o'][rng.below(2)] };
        let filled: String = board.chars().map(&mut piece).collect();
        for side in ['x', 'o'] {
            if let Ok(position) = read(spec, &format!("{filled} {side}")) {
                play_out(&*position, seed);
            }
        }
    }
}

#[test]
fn the_other_spellings_are_read() {
    for (spec, moves, canonical) in [
        ("pawn", "a1a2", "a1-a2"),
        ("pawn", "A1-A2", "a1-a2"),
        ("breakthrough", "B2-A3", "b2-a3"),
        ("reversi", "F5", "f5"),
        ("andantino", "10 J", "j10"),
        ("andantino", "10j", "j10"),
        ("andantino", "J10", "j10"),
        ("tictactoe", "B2", "b2"),
    ] {
        let (mut spelled, mut plain) = (start_of(spec), start_of(spec));
        spelled.play(moves).unwrap_or_else(|error| panic!("{spec}: {error}"));
        plain.play(canonical).unwrap_or_else(|error| panic!("{spec}: {error}"));
        assert_eq!(spelled.text(), plain.text());
    }
    for (spec, game, same) in [
        ("breakthrough:5x5", "b2b3 b4b3? ", None),
        ("pawn:3x3", "a1-a2 b3xa2", Some("a1a2 b3a2*")),
        ("pawn:3x3", "a1-a2 b3xa2", Some("a1a2, b3-a2")),
        ("reversi", "f5 d6 c3 d3 c4", Some("f5d6c3d3c4")),
        ("reversi", "f5 d6 c3", Some("F5D6 c3")),
        ("andantino", "j10 j9 i9 j8", None),
        ("andantino", "j10 j9 i9 i8", Some("10 J, 9 J, 9 I, 8 I")),
    ] {
        let mut first = start_of(spec);
        match same {
            None => assert!(first.play_all(game).is_err(), "{spec}: {game}"),
            Some(same) => {
                let mut second = start_of(spec);
                first.play_all(game).unwrap_or_else(|error| panic!("{spec}: {error}"));
                second.play_all(same).unwrap_or_else(|error| panic!("{spec}: {error}"));
                assert_eq!(first.text(), second.text());
            }
        }
    }
    let plain = read("pawn:4x4", "o.oo/.o../..x./xx.x x").expect("a position");
    for same in ["o.oo/.o../..x./xx.x x", "O-OO/-O--/--X-/XX-X X", "o1oo/1o2/2x1/xx1x x", "o.oo.o....x.xx.x  x "] {
        assert_eq!(read("pawn:4x4", same).unwrap_or_else(|error| panic!("{same}: {error}")).text(), plain.text());
    }
}

#[test]
fn errors_name_the_place_and_the_accepted_form() {
    let error = |result: Result<Box<dyn AnyPosition>, plyscope_core::BadInput>| {
        result.err().expect("this must be refused").to_string()
    };
    for (spec, parts) in [
        ("pwan:4x4", &["\"pwan\"", "did you mean \"pawn\"", "andantino"][..]),
        ("chess", &["\"chess\"", "known: tictactoe"]),
        ("pawn:4y4", &["\"4y4\"", "RxC"]),
        ("pawn:2x2", &["2x2", "at least 3 rows", "128 cells"]),
        ("pawn:99999x3", &["pawn", "128 cells"]),
        ("pawn:8x8,clasic", &["\"clasic\"", "did you mean \"classic\""]),
        ("pawn:clasic", &["\"clasic\"", "did you mean \"classic\""]),
        ("pawn:8x8,en-passant", &["classic"]),
        ("pawn:4x4,classic,classic", &["twice"]),
        ("pawn:4x4,classic=yes", &["takes no value"]),
        ("pawn:3x3,classic", &["at least 4 rows"]),
        ("breakthrough:8x8,rows=3", &["\"3\"", "1 or 2"]),
        ("breakthrough:8x8,rows", &["needs a value"]),
        ("breakthrough:3x3", &["rows=1"]),
        ("breakthrough:8x2,workers=3", &["at least 3 columns"]),
        ("reversi:5x3", &["5x3", "4x4 up to 128 cells"]),
        ("reversi:lab-smal", &["did you mean \"lab-small\""]),
        ("andantino:11", &["11", "3 to 10"]),
        ("andantino:10,suicide=maybe", &["loss or ignore"]),
        ("andantino:5,first_stone=free", &["did you mean \"first-stone\""]),
        ("tictactoe:4x4", &["4x4", "3x3"]),
        ("", &["unknown game"]),
    ] {
        let sentence = error(start(spec));
        assert!(parts.iter().all(|part| sentence.contains(part)), "{spec}: {sentence}");
    }
    for (spec, position, parts) in [
        ("pawn:4x4", "", &["empty"][..]),
        ("pawn:4x4", "oooo/..../..../xxxx", &["side to move is missing"]),
        ("pawn:4x4", "oooo/..../..../xxxx z", &["\"z\"", "x or o"]),
        ("pawn:4x4", "oooo/.../..../xxxx x", &["row 2", "3 cells", "not 4"]),
        ("pawn:4x4", "oooo/..../xxxx x", &["number of rows is 3"]),
        ("pawn:4x4", "oooo/..q./..../xxxx x", &["row 2", "'q'"]),
        ("pawn:4x4", "oooo/..../..../xxxx x e3", &["third field"]),
        ("pawn:4x4", "x.../..../..../...o x", &["already won", "last row"]),
        ("pawn:4x4", "..../x.../..../.... x", &["already won", "all captured"]),
        ("pawn:8x8,classic,en-passant", "8/pppppppp/8/8/8/8/8/8 x", &["'p'"]),
        ("pawn:8x8,classic,en-passant", "8/oooooooo/8/8/8/8/xxxxxxxx/8 o e3", &["en passant", "\"e3\""]),
        ("tictactoe", "xx./.../... x", &["x begins"]),
        ("tictactoe", "xxx/ooo/... x", &["already won"]),
        ("andantino:3", ".../..../..o../..../... x", &["1 of o"]),
        ("andantino:3", "x../..../...../..../... o", &["centre"]),
        ("andantino:3", "x../..../..o../..../... x", &["connected"]),
        ("andantino:3", ".../..../..x../..../... x", &["cannot be to move"]),
    ] {
        let sentence = error(read(spec, position));
        assert!(parts.iter().all(|part| sentence.contains(part)), "{spec} {position}: {sentence}");
    }
    let mut position = start_of("pawn:8x8");
    let sentence = position.play("a1-a3").expect_err("too far").to_string();
    assert!(
        sentence.contains("a1-a3") && sentence.contains("legal now") && sentence.contains("(8 in all)"),
        "{sentence}"
    );
    let sentence = position.play_all("a1-a2 a7-a6").expect_err("no such pawn").to_string();
    assert!(sentence.starts_with("move 2:"), "{sentence}");
}
