//! Whether two programs play the same games: a fixed game for each family, and the hash of all.

use std::sync::OnceLock;

use plyscope_core::BadInput;
use plyscope_registry::{GAMES, GameConditions, Player, stable_hash, start};

/// They use tables, heuristics in floating point, random games and the generator.
const PLAYERS: [&str; 2] = ["engine@nodes=300", "mcts@rollouts=20"];

/// What must be equal for two programs to play for each other: the version, and what the test games say. It can be part
/// of a subject.
///
/// # Errors
/// If a game cannot be played.
pub fn build() -> Result<&'static str, BadInput> {
    static BUILD: OnceLock<Result<String, BadInput>> = OnceLock::new();
    let made = BUILD.get_or_init(|| {
        let version = env!("CARGO_PKG_VERSION").replace('.', "_");
        Ok(format!("{version}-{:016x}", stable_hash(played()?.as_bytes())))
    });
    made.as_deref().map_err(Clone::clone)
}

/// The test games as text.
fn played() -> Result<String, BadInput> {
    let mut text = String::new();
    let players: Vec<Player> = PLAYERS.iter().map(|player| player.parse()).collect::<Result<_, _>>()?;
    for game in GAMES {
        let about = game.about();
        let place = start(&format!("{}:{}", about.id, about.small_variant))?;
        let conditions = GameConditions { max_plies: Some(60), ..GameConditions::default() };
        let record = place.play_out([&players[0], &players[1]], 2026, &conditions)?;
        let record = record.ok_or_else(|| BadInput::new("a test game was stopped"))?;
        let [first, second] = record.cost.map(|cost| cost.nodes);
        text += &format!("{} {first} {second} {:016x}\n", about.id, record.choices.stable_hash());
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_test_games_are_the_same_each_time_and_cover_every_family() {
        let text = played().expect("played");
        assert_eq!(text, played().expect("played"));
        assert_eq!(text.lines().count(), GAMES.len());
    }
}
