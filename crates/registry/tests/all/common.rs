//! What several test files need: which specs to go through, the data files, and random games.

use plyscope_core::Rng;
use plyscope_registry::{AnyPosition, GAMES, start};
use serde_json::Value;

/// Every variant that a game names, and odd ones: narrow, wide, and larger than one machine word.
pub(crate) fn all_specs() -> Vec<String> {
    let named = GAMES.iter().flat_map(|game| {
        let about = game.about();
        about.variants.iter().map(move |variant| format!("{}:{variant}", about.id))
    });
    let odd = [
        "pawn:3x2",
        "pawn:7x3",
        "pawn:3x21",
        "pawn:8x9",
        "pawn:16x8",
        "pawn:10x12",
        "pawn:3x42",
        "pawn:64x2",
        "pawn:4x4,classic",
        "pawn:5x4,classic,en-passant",
        "pawn:9x5,classic,en-passant",
        "pawn:12x10,classic,en-passant",
        "pawned:3x2",
        "pawned:8x3",
        "pawned:4x16",
        "pawned:10x12",
        "pawned:5x25",
        "pawned:42x3",
        "breakthrough:4x2",
        "breakthrough:3x2,rows=1",
        "breakthrough:8x3",
        "breakthrough:16x4",
        "breakthrough:10x12",
        "breakthrough:4x32",
        "breakthrough:42x3,rows=1",
        "breakthrough:4x3,rows=1,workers=3",
        "breakthrough:5x5,workers=3",
        "breakthrough:9x9,workers=3",
        "reversi:6x8",
        "reversi:8x6",
        "reversi:6x4",
        "andantino:7",
        "andantino:8",
        "andantino:9",
        "andantino:3,first-stone=free",
        "andantino:4,suicide=ignore",
        "andantino:3,edge-wall",
        "andantino:5,first-stone=free,suicide=ignore,edge-wall",
    ];
    named.chain(odd.map(str::to_owned)).collect()
}

/// The start position of a spec that must be right.
pub(crate) fn start_of(spec: &str) -> Box<dyn AnyPosition> {
    start(spec).unwrap_or_else(|error| panic!("{spec}: {error}"))
}

/// Plays a random game to its end and shows every position on the way, the last one included.
pub(crate) fn random_game(spec: &str, seed: u64, mut see: impl FnMut(&dyn AnyPosition)) {
    let (mut position, mut rng) = (start_of(spec), Rng::part(seed, spec.len() as u64));
    loop {
        see(&*position);
        let moves = position.moves();
        if moves.is_empty() {
            break;
        }
        let chosen = &moves[rng.below(moves.len())];
        position.play(chosen).unwrap_or_else(|error| panic!("{spec}, {}: {chosen}: {error}", position.text()));
    }
}

/// Winner letter and reason, as data files and oracles tell them.
pub(crate) fn result(position: &dyn AnyPosition) -> Option<(Option<char>, &'static str)> {
    let winner = position.outcome()?.winner().map(|side| side.letter());
    Some((winner, position.reason().expect("a finished game has a reason")))
}

/// A file of `tests/data`.
pub(crate) fn data(text: &str) -> Value {
    serde_json::from_str(text).expect("the data files are JSON")
}

/// The items of a list in a data file.
pub(crate) fn list<'a>(value: &'a Value, name: &str) -> &'a Vec<Value> {
    value[name].as_array().unwrap_or_else(|| panic!("no list {name:?} in the data"))
}

/// A text in a data file.
pub(crate) fn text<'a>(value: &'a Value, name: &str) -> &'a str {
    value[name].as_str().unwrap_or_else(|| panic!("no text {name:?} in {value}"))
}

/// A list of texts in a data file, sorted.
pub(crate) fn sorted_texts(value: &Value, name: &str) -> Vec<String> {
    let mut texts: Vec<String> =
        list(value, name).iter().map(|item| item.as_str().expect("a list of texts").to_owned()).collect();
    texts.sort();
    texts
}

/// The legal moves, sorted.
pub(crate) fn sorted_moves(position: &dyn AnyPosition) -> Vec<String> {
    let mut moves = position.moves();
    moves.sort();
    moves
}
