//! Opponents for people who do not know player specs.

/// An opponent with a simple name.
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
        player: "alphabeta:ties=random@depth=1",
        meaning: "Looks only at its own next move, not at your reply.",
    },
    Preset {
        name: "fair",
        player: "alphabeta:ties=random@depth=3",
        meaning: "Looks three moves ahead: its own, your reply, and its next one.",
    },
    Preset {
        name: "strong",
        player: "engine@time=2s",
        meaning: "Looks as far ahead as it can in two seconds, often ten moves or more.",
    },
];
