//! Players as text: `search[:k=v,…][+heuristic[:k=v,…]][@limit=value,…]`.
//!
//! The text identifies a player everywhere: on the command line, in tables, in records. Printing gives the canonical
//! form, with defaults left out.

mod build;
mod chance;
mod limits;
mod options;
mod published;

pub use chance::Chance;
pub use limits::read_time;
pub use options::{SEARCHES, SearchAbout, read_size};

use std::fmt;
use std::str::FromStr;

use plyscope_core::{BadInput, Limits};
use plyscope_heuristics::HeuristicSpec;
use plyscope_search::{Kind, Options, mcts};

pub(crate) use build::build;

/// Who plays: a way to search, a heuristic for it, and limits.
#[derive(Clone, Debug, PartialEq)]
pub struct Player {
    /// How moves are found.
    pub search: SearchSpec,
    /// What positions are worth; `None` for the game's default.
    pub heuristic: Option<HeuristicSpec>,
    /// When to stop.
    pub limits: Limits,
}

/// A search with its options.
#[derive(Clone, Debug, PartialEq)]
pub enum SearchSpec {
    /// Uniformly random moves.
    Random,
    /// A person.
    Human,
    /// A tree search to the depth that is asked for.
    Tree {
        /// Which one.
        kind: Kind,
        /// Its options.
        options: Options,
    },
    /// A tree search that deepens step by step.
    Iterative {
        /// Which one.
        over: Kind,
        /// Its options.
        options: Options,
        /// Half the width of the window around the last value.
        aspiration: Option<f64>,
    },
    /// The strong one.
    Engine {
        /// Threads that search together.
        threads: usize,
        /// Bytes of its table.
        table: usize,
    },
    /// Monte-Carlo tree search.
    Mcts(mcts::Options),
    /// A search as a study published it, with its faults, by its name.
    Published(&'static str),
    /// A program of somebody else, which is asked for its moves: its name in an experiment, or its command with the
    /// words separated by single spaces.
    Program(String),
}

impl Player {
    /// Sets the limits of a text such as `depth=4,time=1s`, as far as they can end this player's search: a text for
    /// several players may have one for each kind.
    ///
    /// # Errors
    /// If the text has another form.
    pub fn limit(&mut self, text: &str) -> Result<(), BadInput> {
        self.limits = limits::useful(&limits::read(text)?, options::about(&self.search));
        Ok(())
    }

    /// The name or command of the program that this player is, if it is one.
    pub fn program(&self) -> Option<&str> {
        match &self.search {
            SearchSpec::Program(program) => Some(program),
            _ => None,
        }
    }

    /// The same player with these limits besides its own, as far as they can end its search; the first one reached ends
    /// it.
    #[must_use]
    pub fn within(&self, limits: &Limits) -> Player {
        fn least<T: Ord>(own: Option<T>, other: Option<T>) -> Option<T> {
            own.into_iter().chain(other).min()
        }
        let (own, other) = (self.limits, limits::useful(limits, options::about(&self.search)));
        let limits = Limits {
            depth: least(own.depth, other.depth),
            nodes: least(own.nodes, other.nodes),
            rollouts: least(own.rollouts, other.rollouts),
            time: least(own.time, other.time),
        };
        Player { limits, ..self.clone() }
    }

    /// Whether something ends its search in a game of any size: a limit, or the search itself.
    pub fn is_limited(&self) -> bool {
        match self.search {
            SearchSpec::Tree { .. } | SearchSpec::Iterative { .. } | SearchSpec::Engine { .. } => {
                self.limits != Limits::default()
            }
            // These have a default, or do not search.
            SearchSpec::Random
            | SearchSpec::Human
            | SearchSpec::Mcts(_)
            | SearchSpec::Published(_)
            | SearchSpec::Program(_) => true,
        }
    }
}

impl FromStr for Player {
    type Err = BadInput;

    fn from_str(text: &str) -> Result<Self, BadInput> {
        let (rest, limits) = text.trim().split_once('@').map_or((text.trim(), ""), |(rest, limits)| (rest, limits));
        // A program has no heuristic that we could choose, and its command may well contain a plus.
        let is_program = options::is_program(rest);
        let (search, heuristic) = rest
            .split_once('+')
            .filter(|_| !is_program)
            .map_or((rest, None), |(search, name)| (search, Some(name.trim())));
        if heuristic == Some("") {
            return Err(BadInput::new(format!("{text:?} has no heuristic after the +; {FORM}")));
        }
        let search = options::read(search.trim())?;
        let limits = limits::read(limits)?;
        limits::check(&limits, options::about(&search))?;
        Ok(Player { search, heuristic: heuristic.map(str::parse).transpose()?, limits })
    }
}

const FORM: &str =
    "a player is search[:option=value,…][+heuristic][@limit=value,…], for example alphabeta+material@depth=4";

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&options::write(&self.search))?;
        if let Some(heuristic) = &self.heuristic {
            write!(f, "+{heuristic}")?;
        }
        f.write_str(&limits::write(&self.limits))
    }
}
