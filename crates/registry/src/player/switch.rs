//! The same player with one option of its search switched off.

use super::options::{about, read, values};
use super::{Player, SearchSpec};

/// The values that switch an option off, as the tables of options spell them.
const OFF: [&str; 3] = ["off", "no", "none"];

/// A player that lacks one thing.
#[derive(Clone, Debug, PartialEq)]
pub struct SwitchedOff {
    /// The option.
    pub option: &'static str,
    /// The value that switches it off.
    pub value: &'static str,
    /// The player without it.
    pub player: Player,
}

impl Player {
    /// This player with each option of its search switched off in turn: all those that can be, are not yet, and make
    /// a difference to it.
    pub fn switched_off(&self) -> Vec<SwitchedOff> {
        let (id, own) = values(&self.search);
        let switches = about(&self.search).options.iter().filter_map(|choice| {
            let value = *choice.values.iter().find(|value| OFF.contains(value))?;
            let changed = own.iter().map(|(name, own)| {
                let value = if *name == choice.name { value } else { own.as_str() };
                format!("{name}={value}")
            });
            let search = read(&format!("{id}:{}", changed.collect::<Vec<_>>().join(","))).ok()?;
            (search != self.search).then(|| {
                let player = Player { search, ..self.clone() };
                SwitchedOff { option: choice.name, value, player }
            })
        });
        if matches!(self.search, SearchSpec::Program(_) | SearchSpec::Outside(_)) {
            Vec::new()
        } else {
            switches.collect()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(player: &str) -> Vec<(&'static str, String)> {
        let player: Player = player.parse().expect("a player");
        player.switched_off().into_iter().map(|off| (off.option, off.player.to_string())).collect()
    }

    fn expected(pairs: &[(&'static str, &str)]) -> Vec<(&'static str, String)> {
        pairs.iter().map(|&(option, player)| (option, player.to_owned())).collect()
    }

    #[test]
    fn each_option_that_is_on_is_switched_off_alone() {
        assert_eq!(
            options("iterative:aspiration=2+material@nodes=500"),
            expected(&[
                ("aspiration", "iterative+material@nodes=500"),
                ("order", "iterative:aspiration=2,order=none+material@nodes=500"),
                ("table", "iterative:aspiration=2,table=off+material@nodes=500"),
            ])
        );
        assert_eq!(
            options("mcts:merge=yes@rollouts=100"),
            expected(&[("merge", "mcts@rollouts=100"), ("solver", "mcts:merge=yes,solver=off@rollouts=100")])
        );
        assert_eq!(options("pvs:order=killer@depth=3"), expected(&[("order", "pvs@depth=3")]));
    }

    /// Numbers are no switches, and those of a technique that is switched off are no part of the player any more.
    #[test]
    fn numbers_stay_as_they_are() {
        let off = options("engine:futility=off,late-moves=5,probcut-errors=2@nodes=100");
        assert!(!off.iter().any(|(name, _)| name.contains("margin") || *name == "late-moves"), "{off:?}");
        let player = |option: &str| &off.iter().find(|(name, _)| *name == option).expect(option).1[..];
        assert_eq!(player("singular"), "engine:futility=off,singular=off,late-moves=5,probcut-errors=2@nodes=100");
        assert_eq!(player("late-pruning"), "engine:late-pruning=off,futility=off,probcut-errors=2@nodes=100");
        assert_eq!(player("selective"), "engine:selective=off@nodes=100");
    }

    #[test]
    fn what_has_nothing_to_switch_off() {
        for player in
            ["random", "human", "alphabeta@depth=3", "program:off=on@time=1s", "published-lab-minimax@depth=2"]
        {
            assert_eq!(options(player), [], "{player}");
        }
    }
}
