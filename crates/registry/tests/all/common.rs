//! What several test files need: which specs to go through, the data files, and random games.

use plyscope_core::Rng;
use plyscope_registry::{AnyPosition, GAMES, start};
use serde_json::Value;

/// Every variant that a game names, odd ones included.
pub(crate) fn all_specs() -> Vec<String> {
    let specs = GAMES.iter().flat_map(|game| {
        let about = game.about();
        about.variants.iter().chain(about.odd_variants).map(move |variant| format!("{}:{variant}", about.id))
    });
    specs.collect()
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
