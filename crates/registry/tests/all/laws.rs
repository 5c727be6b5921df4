//! The laws of the registry itself.

use std::collections::HashSet;

use crate::common::start_of;
use plyscope_registry::{GAMES, find, start};

#[test]
fn ids_are_unique_words_of_small_letters_and_digits() {
    let ids: HashSet<&str> = GAMES.iter().map(|game| game.about().id).collect();
    assert_eq!(ids.len(), GAMES.len());
    for id in ids {
        assert!(id.starts_with(|c: char| c.is_ascii_lowercase()), "{id}");
        assert!(id.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit()), "{id}");
    }
}

#[test]
fn everything_a_game_says_about_itself_is_accepted() {
    for game in GAMES {
        let about = game.about();
        assert!(about.variants.contains(&about.default), "{}: the default is one of the variants", about.id);
        for variant in about.variants.iter().chain(about.odd_variants).chain([&about.small_variant]) {
            let spec = format!("{}:{variant}", about.id);
            let canonical = start_of(&spec).spec();
            assert!(canonical == spec || canonical == about.id, "{spec} is not canonical, {canonical} is");
            assert_eq!(start_of(&canonical).spec(), canonical);
        }
        assert_eq!(start_of(about.id).spec(), start_of(&format!("{}:{}", about.id, about.default)).spec());
        for choice in about.options {
            assert!(
                choice.default.is_empty() || choice.values.contains(&choice.default),
                "{}: {}",
                about.id,
                choice.name
            );
        }
        assert!(about.summary.ends_with('.') && about.summary.len() < 110, "{}: one short sentence", about.id);
    }
}

#[test]
fn specs_are_forgiving_and_canonical_ones_are_not_ambiguous() {
    for (spec, canonical) in [
        ("Pawn", "pawn:4x4"),
        ("pawn:", "pawn:4x4"),
        (" pawn : 5X5 ", "pawn:5x5"),
        ("pawn:6×6", "pawn:6x6"),
        ("pawn:classic", "pawn:8x8,classic"),
        ("pawn:8x8,en-passant,classic", "pawn:8x8,classic,en-passant"),
        ("breakthrough:rows=2", "breakthrough:8x8"),
        ("breakthrough:workers=3,rows=1", "breakthrough:8x8,rows=1,workers=3"),
        ("andantino:suicide=loss,first-stone=centre", "andantino:10"),
        ("andantino:4,edge-wall,suicide=ignore", "andantino:4,suicide=ignore,edge-wall"),
        ("reversi:LAB-SMALL", "reversi:lab-small"),
        ("reversi:16X8", "reversi:16x8"),
        ("tictactoe:3x3", "tictactoe"),
    ] {
        let position = start(spec).unwrap_or_else(|error| panic!("{spec}: {error}"));
        assert_eq!(position.spec(), canonical);
    }
    assert!(find("pawned").is_ok_and(|(game, variant)| game.about().id == "pawned" && variant.is_empty()));
}

#[test]
fn start_positions_are_those_of_the_interface() {
    for (spec, text) in [
        ("tictactoe", ".../.../... x"),
        ("reversi", "......../......../......../...ox.../...xo.../......../......../........ x"),
        ("reversi:5x7", "......./..ox.../..xo.../......./....... x"),
        ("reversi:5x5", "...../.ox../.xo../...../..... x"),
        ("reversi:4x9", "........./...ox..../...xo..../......... x"),
        ("reversi:lab-small", "..x.x../.oxxo../oxoxx../.o.ooo./.xxoxox x"),
        ("reversi:lab-large", "......../...x.x../..oxxo../.oxoxx../..o.ooo./..xxoxox/......../........ x"),
        ("pawn", "oooo/..../..../xxxx x"),
        ("pawn:5x3", "ooo/.../.../.../xxx x"),
        ("pawn:8x8,classic", "......../oooooooo/......../......../......../......../xxxxxxxx/........ x"),
        ("pawned", "oooooo/....../....../....../....../xxxxxx x"),
        ("breakthrough:5x5", "ooooo/ooooo/...../xxxxx/xxxxx x"),
        ("breakthrough:5x3,rows=1", "ooo/.../.../.../xxx x"),
        ("andantino:3", ".../..../...../..../... x"),
    ] {
        assert_eq!(start_of(spec).text(), text, "{spec}");
    }
}

#[test]
fn boards_that_reversi_cannot_have_are_refused_with_the_limits() {
    for size in ["3x8", "8x3", "0x4", "11x12", "4x33", "33x4", "300x300"] {
        let error = start(&format!("reversi:{size}")).err().unwrap_or_else(|| panic!("{size} was accepted"));
        assert!(error.to_string().contains("4x4 up to 128 cells"), "{error}");
    }
}
