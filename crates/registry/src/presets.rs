//! Opponents for people who do not want to learn player specs first.

/// An opponent with a name that everybody understands.
#[derive(Debug)]
pub struct Preset {
    /// The name.
    pub name: &'static str,
    /// The player that it stands for.
    pub player: &'static str,
    /// What it does, in a sentence.
    pub meaning: &'static str,
}

/// From the weakest to the strongest. All of them play every game.
pub static PRESETS: &[Preset] = &[
    Preset {
        name: "easy",
        player: "mcts@rollouts=30",
        meaning: "Plays thirty random games to the end before each move and takes what did best in them.",
    },
    Preset {
        name: "fair",
        player: "alphabeta:ties=random@depth=2",
        meaning: "Looks two plies ahead, its own move and your answer, and judges what it sees there.",
    },
    Preset { name: "strong", player: "engine@time=1s", meaning: "Looks ahead as deep as it can in a second." },
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{GAMES, Player};

    #[test]
    fn every_preset_plays_every_game() {
        for preset in PRESETS {
            let player: Player = preset.player.parse().unwrap();
            assert_eq!(player.to_string(), preset.player);
            for game in GAMES {
                game.start("").unwrap().check_player(&player).unwrap();
            }
        }
    }
}
