//! Views of real answers: their JSON has the fields that other programs rely on, and all forms of an answer agree.

mod reports;
mod trees;

use plyscope_core::Work;
use plyscope_registry::{Answer, AnyPosition, AnyTree, Player, SearchRequest, TreeLimits, start};
use serde::Serialize;
use serde_json::Value;

/// The start of a game and a search of it, with its tree.
fn searched(game: &str, player: &str) -> (Box<dyn AnyPosition>, Player, Answer, Box<dyn AnyTree>) {
    let (position, player): (_, Player) = (start(game).expect(game), player.parse().expect(player));
    let request = SearchRequest { player: &player, seed: 1, work: Work::never() };
    let limits = TreeLimits { plies: 10, nodes: 10_000 };
    let (answer, tree) = position.record(&request, limits, &mut |_| {}).expect("a search");
    (position, player, answer, tree)
}

fn json(view: &impl Serialize) -> Value {
    serde_json::to_value(view).expect("JSON")
}

/// An object must have these fields.
fn has_fields(object: &Value, names: &[&str]) {
    for name in names {
        assert!(object.get(name).is_some(), "{name} is missing: {object}");
    }
}
