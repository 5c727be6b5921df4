//! What must be said of games in which programs from outside play.

use crate::plan::Plan;
use crate::summary::Summary;

impl Plan {
    /// Whether a program from outside is among the players.
    pub fn has_programs(&self) -> bool {
        self.players.iter().any(|entrant| entrant.player.program().is_some())
    }
}

/// A note on players whose moves the seed does not decide.
pub(crate) fn note(summary: &Summary) -> Option<String> {
    let is_program = |spec: &str| spec.starts_with("program:");
    let names: Vec<&str> =
        summary.players.iter().filter(|player| is_program(&player.player)).map(|player| player.name.as_str()).collect();
    let who = match &names[..] {
        [] => return None,
        [one] => format!("{one} is a program from outside: its"),
        [some @ .., last] => format!("{} and {last} are programs from outside: their", some.join(", ")),
    };
    Some(format!("{who} games are not a function of the seed, so a repetition may give others."))
}
