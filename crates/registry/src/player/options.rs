//! Searches with their options as text: reading and writing.

use plyscope_core::{BadInput, Choice};
use plyscope_heuristics::check_name;
use plyscope_search::mcts::{self, Choose, Rollout, Select, TreeUse};
use plyscope_search::{Kind, Options, Order, Root, Ties};

use super::SearchSpec;
use super::engine::engine_values;
use super::searches::{PLIES, SEARCHES, SearchAbout};

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
pub(super) struct Given<'a> {
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

    pub(super) fn bad(&self, name: &str) -> BadInput {
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

    pub(super) fn number<T>(&self, name: &str, min: T, max: T) -> Result<T, BadInput>
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

    pub(super) fn table(&self) -> Result<Option<usize>, BadInput> {
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

    pub(super) fn is_on(&self, name: &str) -> Result<bool, BadInput> {
        self.one_of(name, &[("on", true), ("off", false)])
    }

    fn mcts(&self) -> Result<mcts::Options, BadInput> {
        let yes_no = [("yes", true), ("no", false)];
        let selects = [("ucb1", Select::Ucb1), ("ucb1-tuned", Select::Ucb1Tuned)];
        let chooses = [("mean", Choose::Mean), ("visits", Choose::Visits), ("both", Choose::Both)];
        let rollouts = [("uniform", 0), ("greedy", 1), ("cut", 2)];
        let epsilon = self.number("epsilon", 0.0, 1.0)?;
        let plies = self.number("plies", 0, 1000)?;
        let games = self.number("games", 1, 1000)?;
        let scale = self.number("scale", 1e-9, 1e12)?;
        let rollout = match self.one_of("rollout", &rollouts)? {
            0 => Rollout::Uniform,
            1 => Rollout::Greedy { epsilon },
            _ => Rollout::Cut { plies },
        };
        // What is not used is not part of a player: two that play alike are equal.
        let unused = mcts::Options::default();
        let scale = if matches!(rollout, Rollout::Cut { .. }) { scale } else { unused.scale };
        let games = if rollout == Rollout::Uniform { games } else { unused.games };
        Ok(mcts::Options {
            c: self.number("c", 0.0, 1e9)?,
            select: self.one_of("select", &selects)?,
            merge: self.one_of("merge", &yes_no)?,
            choose: self.one_of("choose", &chooses)?,
            tree: self.one_of("tree", &[("fresh", TreeUse::Fresh), ("reuse", TreeUse::Reuse)])?,
            solver: self.is_on("solver")?,
            rollout,
            games,
            scale,
            ..mcts::Options::default()
        })
    }
}

/// The search that is somebody else's program.
pub(super) const PROGRAM: &str = "program";

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

/// The search that is a player from outside. It is in no list, because only a front end knows which there are.
static OUTSIDE: SearchAbout =
    SearchAbout { id: "outside", meaning: "a player from outside, outside:NAME", options: &[], limits: PLIES };

/// Reads a search with its options.
pub(super) fn read(text: &str) -> Result<SearchSpec, BadInput> {
    if is_program(text) {
        return read_program(text);
    }
    if let Some(name) = text.strip_prefix(OUTSIDE.id).and_then(|rest| rest.strip_prefix(':')) {
        check_name(name.trim())?;
        return Ok(SearchSpec::Outside(name.trim().to_owned()));
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
        "engine" => given.engine()?,
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
    if id == OUTSIDE.id {
        return &OUTSIDE;
    }
    SEARCHES.iter().find(|about| about.id == id).expect("every search is listed")
}

/// The name of a search, and the values of its options.
pub(super) fn values(search: &SearchSpec) -> (&'static str, Vec<(&'static str, String)>) {
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
        SearchSpec::Engine { .. } => ("engine", engine_values(search)),
        SearchSpec::Mcts(options) => ("mcts", mcts_values(options)),
        SearchSpec::Published(id) => (id, Vec::new()),
        SearchSpec::Program(_) => (PROGRAM, Vec::new()),
        SearchSpec::Outside(_) => (OUTSIDE.id, Vec::new()),
    }
}

/// The canonical text of a search: its options in their order, those with default values left out.
pub(super) fn write(search: &SearchSpec) -> String {
    if let SearchSpec::Program(command) = search {
        return format!("{PROGRAM}:{command}");
    }
    if let SearchSpec::Outside(name) = search {
        return format!("{}:{name}", OUTSIDE.id);
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

pub(super) fn size(bytes: Option<usize>) -> String {
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
        Rollout::Uniform => values.push(("games", options.games.to_string())),
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
