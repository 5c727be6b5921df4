//! The searches by name, and their options as text.

use plyscope_core::{BadInput, Choice};
use plyscope_search::mcts::{self, Choose, Rollout, Select, TreeUse};
use plyscope_search::{Kind, Options, Order, Root, Ties};

use super::SearchSpec;

/// What a search is called and which options it takes.
#[derive(Debug)]
pub struct SearchAbout {
    /// The first word of a player.
    pub id: &'static str,
    /// Short description.
    pub meaning: &'static str,
    /// Its options.
    pub options: &'static [Choice],
    /// The limits that can end it.
    pub limits: &'static [&'static str],
}

/// The limits of searches that look ahead ply by ply.
const PLIES: &[&str] = &["depth", "nodes", "time"];
/// The limits of searches that simulate.
const SIMULATIONS: &[&str] = &["rollouts", "nodes", "time"];

/// All searches. A new search adds an entry here, its reading and writing below, and its building in `build`.
pub static SEARCHES: &[SearchAbout] = &[
    SearchAbout { id: "random", meaning: "uniformly random moves", options: &[], limits: &[] },
    SearchAbout { id: "human", meaning: "a person", options: &[], limits: &[] },
    SearchAbout {
        id: PROGRAM,
        meaning: "a program of your own, program:COMMAND, or program:NAME of an experiment",
        options: &[],
        limits: PLIES,
    },
    SearchAbout { id: "minimax", meaning: "plain minimax: every move of every position", options: TREE, limits: PLIES },
    SearchAbout {
        id: "alphabeta",
        meaning: "alpha-beta with a maximising and a minimising player",
        options: TREE,
        limits: PLIES,
    },
    SearchAbout { id: "negamax", meaning: "alpha-beta in its negamax form", options: TREE, limits: PLIES },
    SearchAbout { id: "pvs", meaning: "principal variation search", options: TREE, limits: PLIES },
    SearchAbout { id: "mtdf", meaning: "MTD(f): null windows from a first guess", options: NARROW, limits: PLIES },
    SearchAbout { id: "sss", meaning: "SSS* as null windows from above", options: NARROW, limits: PLIES },
    SearchAbout {
        id: "iterative",
        meaning: "iterative deepening of another search",
        options: &[
            Choice {
                name: "over",
                values: &["pvs", "minimax", "alphabeta", "negamax", "mtdf", "sss"],
                default: "pvs",
                meaning: "the search to deepen",
            },
            Choice {
                name: "aspiration",
                values: &["off", "N"],
                default: "off",
                meaning: "half the width of the window around the last value",
            },
            Choice { name: "order", values: ORDER.values, default: "table/history", meaning: ORDER.meaning },
            TABLE_ON,
            ROOT,
            TIES,
        ],
        limits: PLIES,
    },
    SearchAbout {
        id: "engine",
        meaning: "the strongest search: iterative deepening with all refinements",
        options: &[
            Choice { name: "threads", values: &["N"], default: "1", meaning: "number of threads" },
            Choice { name: "table", values: &["SIZE"], default: "16MB", meaning: "size of the transposition table" },
        ],
        limits: PLIES,
    },
    SearchAbout {
        id: "mcts",
        meaning: "Monte-Carlo tree search",
        options: &[
            Choice { name: "c", values: &["F"], default: "1.4142135623730951", meaning: "exploration constant" },
            Choice {
                name: "select",
                values: &["ucb1", "ucb1-tuned"],
                default: "ucb1",
                meaning: "which child is followed",
            },
            Choice {
                name: "merge",
                values: &["yes", "no"],
                default: "no",
                meaning: "whether equal positions share a node",
            },
            Choice {
                name: "choose",
                values: &["mean", "visits", "both"],
                default: "both",
                meaning: "which move is played",
            },
            Choice {
                name: "tree",
                values: &["fresh", "reuse"],
                default: "fresh",
                meaning: "whether the tree is kept between moves",
            },
            Choice {
                name: "solver",
                values: &["on", "off"],
                default: "on",
                meaning: "whether proven results are propagated",
            },
            Choice {
                name: "rollout",
                values: &["uniform", "greedy", "cut"],
                default: "uniform",
                meaning: "how simulations play",
            },
            Choice {
                name: "epsilon",
                values: &["F"],
                default: "0.1",
                meaning: "share of random moves in greedy rollouts",
            },
            Choice { name: "plies", values: &["N"], default: "10", meaning: "length of cut rollouts" },
            Choice {
                name: "scale",
                values: &["F"],
                default: "1",
                meaning: "heuristic value that counts as odds of e to 1 after a cut rollout",
            },
        ],
        limits: SIMULATIONS,
    },
    published("published-andantino-alphabeta", "the Andantino program's alpha-beta"),
    published("published-andantino-iterative", "the same program's iterative deepening"),
    published("published-andantino-minimax", "the same program's minimax"),
    published("published-andantino-negamax", "the same program's negamax"),
    published("published-andantino-pvs", "the same program's PVS, which follows one line"),
    published(
        "published-breakthrough-alphabeta",
        "the Breakthrough report's alpha-beta, which does not see the end of a game",
    ),
    published("published-breakthrough-minimax", "the same report's minimax"),
    published("published-lab-alphabeta", "the Reversi lab's alpha-beta, one ply deeper than it says"),
    published("published-lab-minimax", "the same lab's minimax"),
    published("published-pawned-alphabeta", "alpha-beta with the misprint of Pawned"),
    published("published-pawned-checkmate", "the same paper's later version, which stops at a checkmate"),
    simulating("published-thesis-mcts", "the Pawn Game thesis' MCTS, which overlooks a third of the moves"),
    simulating("published-thesis-mcts-october", "the same in its version of October 2019, with all moves"),
];

/// A search of `plyscope_search::published`.
const fn published(id: &'static str, meaning: &'static str) -> SearchAbout {
    SearchAbout { id, meaning, options: &[], limits: PLIES }
}

/// A search of `plyscope_search::published` that simulates.
const fn simulating(id: &'static str, meaning: &'static str) -> SearchAbout {
    SearchAbout { id, meaning, options: &[], limits: SIMULATIONS }
}

const TREE: &[Choice] = &[ORDER, TABLE_OFF, ROOT, TIES];
const NARROW: &[Choice] = &[ORDER, TABLE_ON, ROOT, TIES];

const ORDER: Choice = Choice {
    name: "order",
    values: &["none", "heuristic", "table", "killer", "history"],
    default: "none",
    meaning: "which moves are tried first; several joined by /",
};
const TABLE_OFF: Choice = Choice {
    name: "table",
    values: &["off", "SIZE"],
    default: "off",
    meaning: "size of the transposition table, for example 64MB",
};
const TABLE_ON: Choice =
    Choice { name: "table", values: &["off", "SIZE"], default: "16MB", meaning: "size of the transposition table" };
const ROOT: Choice = Choice {
    name: "root",
    values: &["shared", "fresh"],
    default: "shared",
    meaning: "whether root moves share their window",
};
const TIES: Choice = Choice {
    name: "ties",
    values: &["first", "random"],
    default: "first",
    meaning: "which of equally good moves is played",
};

const KINDS: [(&str, Kind); 6] = [
    ("minimax", Kind::Minimax),
    ("alphabeta", Kind::AlphaBeta),
    ("negamax", Kind::Negamax),
    ("pvs", Kind::Pvs),
    ("mtdf", Kind::Mtdf),
    ("sss", Kind::Sss),
];

/// The largest table that can be asked for.
const MAX_BYTES: usize = 64 << 30;

/// The options of a search as they were given; every name is known, every value of a plain list too.
struct Given<'a> {
    about: &'static SearchAbout,
    pairs: Vec<(&'static str, &'a str)>,
}

impl<'a> Given<'a> {
    fn read(text: &'a str) -> Result<Self, BadInput> {
        let (id, options) = text.split_once(':').unwrap_or((text, ""));
        let about = SEARCHES.iter().find(|about| about.id == id);
        let about = about.ok_or_else(|| BadInput::unknown("search", id, SEARCHES.iter().map(|about| about.id)))?;
        let mut given = Given { about, pairs: Vec::new() };
        for word in options.split(',').map(str::trim).filter(|word| !word.is_empty()) {
            let (name, value) = word.split_once('=').unwrap_or((word, ""));
            let choice = about.options.iter().find(|choice| choice.name == name);
            let choice = choice.ok_or_else(|| match about.options {
                [] => BadInput::new(format!("{id} has no options, but {word:?} is given")),
                known => BadInput::unknown(&format!("option of {id}"), name, known.iter().map(|choice| choice.name)),
            })?;
            if given.pairs.iter().any(|(known, _)| *known == name) {
                return Err(BadInput::new(format!("option {name:?} of {id} is given twice")));
            }
            given.pairs.push((choice.name, value));
        }
        Ok(given)
    }

    fn choice(&self, name: &str) -> &'static Choice {
        self.about.options.iter().find(|choice| choice.name == name).expect("only options of the search are asked for")
    }

    /// The value of an option, or its default.
    fn value(&self, name: &str) -> &'a str {
        let given = self.pairs.iter().find(|(known, _)| *known == name).map(|&(_, value)| value);
        given.unwrap_or(self.choice(name).default)
    }

    fn bad(&self, name: &str) -> BadInput {
        self.refused(name, &self.choice(name).values.join(", ").replace("SIZE", "a size from 1KB to 64GB such as 64MB"))
    }

    fn refused(&self, name: &str, accepted: &str) -> BadInput {
        let (id, value) = (self.about.id, self.value(name));
        BadInput::new(format!("option {name:?} of {id} cannot be {value:?}; accepted: {accepted}"))
    }

    /// The value of an option as one of these.
    fn one_of<T: Copy>(&self, name: &str, accepted: &[(&str, T)]) -> Result<T, BadInput> {
        let value = self.value(name);
        accepted.iter().find(|(word, _)| *word == value).map(|&(_, meaning)| meaning).ok_or_else(|| self.bad(name))
    }

    fn number<T>(&self, name: &str, min: T, max: T) -> Result<T, BadInput>
    where
        T: std::str::FromStr + std::fmt::Display + PartialOrd + Copy,
    {
        let parsed = self.value(name).parse::<T>().ok();
        parsed.filter(|number| *number >= min && *number <= max).ok_or_else(|| {
            // Capitals stand for a number; its range says more.
            let is_number = |word: &str| word.bytes().all(|byte| byte.is_ascii_uppercase());
            let words = self.choice(name).values.iter();
            let accepted =
                words.map(|word| if is_number(word) { format!("{min} to {max}") } else { (*word).to_owned() });
            self.refused(name, &accepted.collect::<Vec<_>>().join(", "))
        })
    }

    fn order(&self) -> Result<Order, BadInput> {
        let mut order = Order::default();
        for word in self.value("order").split('/') {
            match word {
                "none" => {}
                "heuristic" => order.heuristic = true,
                "table" => order.table = true,
                "killer" => order.killer = true,
                "history" => order.history = true,
                _ => return Err(self.bad("order")),
            }
        }
        Ok(order)
    }

    fn table(&self) -> Result<Option<usize>, BadInput> {
        let value = self.value("table");
        if value == "off" {
            return Ok(None);
        }
        read_size(value).map(Some).ok_or_else(|| self.bad("table"))
    }

    fn tree(&self) -> Result<Options, BadInput> {
        Ok(Options {
            order: self.order()?,
            table: self.table()?,
            root: self.one_of("root", &[("shared", Root::Shared), ("fresh", Root::Fresh)])?,
            ties: self.one_of("ties", &[("first", Ties::First), ("random", Ties::Random)])?,
        })
    }

    fn mcts(&self) -> Result<mcts::Options, BadInput> {
        let yes_no = [("yes", true), ("no", false)];
        let selects = [("ucb1", Select::Ucb1), ("ucb1-tuned", Select::Ucb1Tuned)];
        let chooses = [("mean", Choose::Mean), ("visits", Choose::Visits), ("both", Choose::Both)];
        let rollouts = [("uniform", 0), ("greedy", 1), ("cut", 2)];
        let epsilon = self.number("epsilon", 0.0, 1.0)?;
        let plies = self.number("plies", 0, 1000)?;
        let scale = self.number("scale", 1e-9, 1e12)?;
        let rollout = match self.one_of("rollout", &rollouts)? {
            0 => Rollout::Uniform,
            1 => Rollout::Greedy { epsilon },
            _ => Rollout::Cut { plies },
        };
        // A scale that is not used is not part of a player: two that play alike are equal.
        let scale = if matches!(rollout, Rollout::Cut { .. }) { scale } else { mcts::Options::default().scale };
        Ok(mcts::Options {
            c: self.number("c", 0.0, 1e9)?,
            select: self.one_of("select", &selects)?,
            merge: self.one_of("merge", &yes_no)?,
            choose: self.one_of("choose", &chooses)?,
            tree: self.one_of("tree", &[("fresh", TreeUse::Fresh), ("reuse", TreeUse::Reuse)])?,
            solver: self.one_of("solver", &[("on", true), ("off", false)])?,
            rollout,
            scale,
            ..mcts::Options::default()
        })
    }
}

/// The search that is somebody else's program.
const PROGRAM: &str = "program";

/// Whether a text names a program instead of a search of ours.
pub(super) fn is_program(text: &str) -> bool {
    text.split(':').next().is_some_and(|id| id.trim() == PROGRAM)
}

/// Reads the name or the command of a program.
fn read_program(text: &str) -> Result<SearchSpec, BadInput> {
    let command = text.split_once(':').map_or("", |(_, command)| command);
    let words: Vec<&str> = command.split_whitespace().collect();
    if words.is_empty() {
        return Err(BadInput::new(
            "program needs a command, such as \"program:python3 agent.py\", or the name of a program of the experiment",
        ));
    }
    if let Some(control) = command.chars().find(|c| c.is_control() && !c.is_whitespace()) {
        return Err(BadInput::new(format!("the command of a program cannot contain {control:?}")));
    }
    Ok(SearchSpec::Program(words.join(" ")))
}

/// Reads a search with its options.
pub(super) fn read(text: &str) -> Result<SearchSpec, BadInput> {
    if is_program(text) {
        return read_program(text);
    }
    let given = Given::read(text)?;
    Ok(match given.about.id {
        "random" => SearchSpec::Random,
        "human" => SearchSpec::Human,
        "iterative" => SearchSpec::Iterative {
            over: given.one_of("over", &KINDS)?,
            options: given.tree()?,
            aspiration: match given.value("aspiration") {
                "off" => None,
                _ => Some(given.number("aspiration", 0.0, 1e12)?),
            },
        },
        "engine" => SearchSpec::Engine {
            threads: given.number("threads", 1, 256)?,
            table: given.table()?.ok_or_else(|| given.bad("table"))?,
        },
        "mcts" => SearchSpec::Mcts(given.mcts()?),
        id if id.starts_with("published-") => SearchSpec::Published(id),
        id => SearchSpec::Tree {
            kind: KINDS
                .iter()
                .find(|(name, _)| *name == id)
                .map(|&(_, kind)| kind)
                .expect("all other searches are trees"),
            options: given.tree()?,
        },
    })
}

/// What a search is called and which options and limits it takes.
pub(super) fn about(search: &SearchSpec) -> &'static SearchAbout {
    let id = values(search).0;
    SEARCHES.iter().find(|about| about.id == id).expect("every search is listed")
}

/// The name of a search, and the values of its options.
fn values(search: &SearchSpec) -> (&'static str, Vec<(&'static str, String)>) {
    match search {
        SearchSpec::Random => ("random", Vec::new()),
        SearchSpec::Human => ("human", Vec::new()),
        SearchSpec::Tree { kind, options } => (kind_name(*kind), tree_values(options)),
        SearchSpec::Iterative { over, options, aspiration } => {
            let width = aspiration.map_or("off".to_owned(), |width| width.to_string());
            let mut values = vec![("over", kind_name(*over).to_owned()), ("aspiration", width)];
            values.extend(tree_values(options));
            ("iterative", values)
        }
        SearchSpec::Engine { threads, table } => {
            ("engine", vec![("threads", threads.to_string()), ("table", size(Some(*table)))])
        }
        SearchSpec::Mcts(options) => ("mcts", mcts_values(options)),
        SearchSpec::Published(id) => (id, Vec::new()),
        SearchSpec::Program(_) => (PROGRAM, Vec::new()),
    }
}

/// The canonical text of a search: its options in their order, those with default values left out.
pub(super) fn write(search: &SearchSpec) -> String {
    if let SearchSpec::Program(command) = search {
        return format!("{PROGRAM}:{command}");
    }
    let (about, (id, values)) = (about(search), values(search));
    let is_default =
        |name: &str, value: &str| about.options.iter().any(|choice| choice.name == name && choice.default == value);
    let given: Vec<String> = values
        .iter()
        .filter(|(name, value)| !is_default(name, value))
        .map(|(name, value)| format!("{name}={value}"))
        .collect();
    if given.is_empty() { id.to_owned() } else { format!("{id}:{}", given.join(",")) }
}

fn kind_name(kind: Kind) -> &'static str {
    KINDS.iter().find(|(_, known)| *known == kind).map(|&(name, _)| name).expect("every kind has a name")
}

fn tree_values(options: &Options) -> Vec<(&'static str, String)> {
    let Order { table, killer, heuristic, history } = options.order;
    let words = [(table, "table"), (killer, "killer"), (heuristic, "heuristic"), (history, "history")];
    let order: Vec<&str> = words.into_iter().filter(|(on, _)| *on).map(|(_, word)| word).collect();
    vec![
        ("order", if order.is_empty() { "none".to_owned() } else { order.join("/") }),
        ("table", size(options.table)),
        ("root", if options.root == Root::Shared { "shared" } else { "fresh" }.to_owned()),
        ("ties", if options.ties == Ties::First { "first" } else { "random" }.to_owned()),
    ]
}

/// The bytes that a text such as `64MB` means; at least one and at most 64GB.
pub fn read_size(text: &str) -> Option<usize> {
    let units = [("KB", 10), ("MB", 20), ("GB", 30)];
    let bytes = units.into_iter().find_map(|(unit, shift)| {
        let number: usize = text.strip_suffix(unit)?.parse().ok()?;
        number.checked_mul(1 << shift)
    });
    bytes.filter(|bytes| (1..=MAX_BYTES).contains(bytes))
}

fn size(bytes: Option<usize>) -> String {
    match bytes {
        None => "off".to_owned(),
        Some(bytes) if bytes % (1 << 30) == 0 => format!("{}GB", bytes >> 30),
        Some(bytes) if bytes % (1 << 20) == 0 => format!("{}MB", bytes >> 20),
        Some(bytes) => format!("{}KB", bytes >> 10),
    }
}

fn mcts_values(options: &mcts::Options) -> Vec<(&'static str, String)> {
    let word = |first: bool, yes: &str, no: &str| if first { yes.to_owned() } else { no.to_owned() };
    let mut values = vec![
        ("c", options.c.to_string()),
        ("select", word(options.select == Select::Ucb1, "ucb1", "ucb1-tuned")),
        ("merge", word(options.merge, "yes", "no")),
        (
            "choose",
            match options.choose {
                Choose::Mean => "mean".to_owned(),
                Choose::Visits => "visits".to_owned(),
                Choose::Both => "both".to_owned(),
            },
        ),
        ("tree", word(options.tree == TreeUse::Fresh, "fresh", "reuse")),
        ("solver", word(options.solver, "on", "off")),
    ];
    match options.rollout {
        Rollout::Uniform => {}
        Rollout::Greedy { epsilon } => {
            values.extend([("rollout", "greedy".to_owned()), ("epsilon", epsilon.to_string())]);
        }
        Rollout::Cut { plies } => values.extend([
            ("rollout", "cut".to_owned()),
            ("plies", plies.to_string()),
            ("scale", options.scale.to_string()),
        ]),
    }
    values
}
