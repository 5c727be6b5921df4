//! Players as text: `search[:k=v,…][+heuristic[:k=v,…]][@limit=value,…]`.
//!
//! The text identifies a player everywhere: on the command line, in tables, in records. Printing gives the canonical
//! form, with defaults left out.

mod build;
mod chance;
mod endings;
mod engine;
mod limits;
mod options;
mod published;
mod searches;
mod switch;

pub use chance::Chance;
pub use limits::read_time;
pub use options::read_size;
pub use searches::{SEARCHES, SearchAbout};
pub use switch::SwitchedOff;

use std::fmt;
use std::str::FromStr;

use plyscope_core::{BadInput, GameClock, Limits};
use plyscope_heuristics::{HeuristicSpec, What};
use plyscope_search::{Kind, Margins, Options, Techniques, mcts};

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
    /// The time for all moves of a game together, which the player divides.
    pub clock: Option<GameClock>,
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
        /// How it leaves out what hardly matters; `None` if it leaves out nothing.
        techniques: Option<Techniques>,
        /// The numbers of these techniques.
        margins: Margins,
        /// Whether it thinks on the opponent's time where somebody tells it what to think about.
        ponder: bool,
    },
    /// Monte-Carlo tree search.
    Mcts(mcts::Options),
    /// A search as a study published it, with its faults, by its name.
    Published(&'static str),
    /// A program of somebody else, which is asked for its moves: its name in an experiment, or its command with the
    /// words separated by single spaces.
    Program(String),
    /// A player from outside that was registered under this name.
    Outside(String),
}

impl Player {
    /// Sets the limits of a text such as `depth=4,time=1s`, as far as they can end this player's search: a text for
    /// several players may have one for each kind.
    ///
    /// # Errors
    /// If the text has another form.
    pub fn limit(&mut self, text: &str) -> Result<(), BadInput> {
        (self.limits, self.clock) = limits::useful_given(&limits::read(text)?, options::about(&self.search));
        Ok(())
    }

    /// The name or command of the program that this player is, if it is one.
    pub fn program(&self) -> Option<&str> {
        match &self.search {
            SearchSpec::Program(program) => Some(program),
            _ => None,
        }
    }

    /// The file that its heuristic is in, as its spec names it.
    pub fn file(&self) -> Option<&str> {
        match &self.heuristic.as_ref()?.what {
            What::File(file) => Some(&file.path),
            _ => None,
        }
    }

    /// Whether its heuristic is in a file that is not loaded.
    pub fn lacks_file(&self) -> bool {
        self.heuristic.as_ref().is_some_and(HeuristicSpec::lacks_file)
    }

    /// Loads the file of its heuristic, if it is in one, with a function that reads a path.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn load(&mut self, read: &dyn Fn(&str) -> Result<Vec<u8>, BadInput>) -> Result<(), BadInput> {
        self.heuristic.as_mut().map_or(Ok(()), |heuristic| heuristic.load(read))
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
            soft_time: least(own.soft_time, other.soft_time),
        };
        Player { limits, ..self.clone() }
    }

    /// Refuses a player that is to think on its opponent's time: in games of ours both would share the machine.
    ///
    /// # Errors
    /// If it ponders.
    pub fn check_quiet(&self) -> Result<(), BadInput> {
        if matches!(self.search, SearchSpec::Engine { ponder: true, .. }) {
            return Err(BadInput::new(format!(
                "{self} ponders, but here nobody thinks on the opponent's time; ponder=on is for `plyscope engine` \
                 over UCI"
            )));
        }
        Ok(())
    }

    /// Whether it was given a limit, or a clock.
    pub fn has_limit(&self) -> bool {
        self.limits != Limits::default() || self.clock.is_some()
    }

    /// Whether its moves depend on how fast the machine is.
    pub fn is_timed(&self) -> bool {
        self.limits.time.is_some() || self.clock.is_some()
    }

    /// Whether something ends its search in a game of any size: a limit, or the search itself.
    pub fn is_limited(&self) -> bool {
        match self.search {
            SearchSpec::Tree { .. } | SearchSpec::Iterative { .. } | SearchSpec::Engine { .. } => self.has_limit(),
            // These have a default, or do not search.
            SearchSpec::Random
            | SearchSpec::Human
            | SearchSpec::Mcts(_)
            | SearchSpec::Published(_)
            | SearchSpec::Program(_)
            | SearchSpec::Outside(_) => true,
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
        let given = limits::read(limits)?;
        limits::check(&given, options::about(&search))?;
        let (limits, clock) = given;
        Ok(Player { search, heuristic: heuristic.map(str::parse).transpose()?, limits, clock })
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
        f.write_str(&limits::write(&self.limits, self.clock))
    }
}
