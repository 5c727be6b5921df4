//! What can make two games of the same players from the same position differ.

use plyscope_search::Ties;

use super::{Player, SearchSpec};

/// What a player leaves to chance, from nothing to everything.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Chance {
    /// Nothing: it always plays the same move in the same position of the same game.
    Nothing,
    /// Only what depends on the speed of the machine: limits of time, and threads that race. Games may be the same or
    /// not.
    Speed,
    /// The seed, a person, or a program that may do anything.
    Seed,
}

impl Player {
    /// What this player leaves to chance.
    pub fn chance(&self) -> Chance {
        if self.uses_seed() {
            return Chance::Seed;
        }
        if self.has_race() || self.is_timed() { Chance::Speed } else { Chance::Nothing }
    }

    /// Whether its games may differ from machine to machine although the seed is the same.
    pub fn depends_on_machine(&self) -> bool {
        self.has_race() || self.is_timed() || matches!(self.search, SearchSpec::Program(_) | SearchSpec::Human)
    }

    /// Whether several threads search together.
    fn has_race(&self) -> bool {
        matches!(self.search, SearchSpec::Engine { threads, .. } if threads > 1)
    }

    fn uses_seed(&self) -> bool {
        let has_noise = self.heuristic.as_ref().is_some_and(|heuristic| heuristic.noise > 0.0);
        has_noise
            || match &self.search {
                SearchSpec::Random
                | SearchSpec::Human
                | SearchSpec::Mcts(_)
                | SearchSpec::Program(_)
                | SearchSpec::Outside(_) => true,
                SearchSpec::Tree { options, .. } | SearchSpec::Iterative { options, .. } => {
                    options.ties == Ties::Random
                }
                SearchSpec::Engine { .. } => false,
                // These two programs take the first of equal moves; the others choose one at random.
                SearchSpec::Published(id) => !id.starts_with("published-andantino") && !id.starts_with("published-lab"),
            }
    }
}
