//! Experiment files.

use indexmap::IndexMap;
use plyscope_core::BadInput;
use plyscope_programs::ProgramTable;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::excerpt::place;

/// An experiment, as written in a TOML file.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Experiment {
    /// The name of the experiment in lists and reports.
    #[serde(default = "unnamed")]
    pub name: String,
    /// The game with its board, such as "pawn:4x4", or a list of games; the schedule is played on each.
    pub game: OneOrMore,
    /// The seed of all random choices.
    #[serde(default = "one")]
    pub seed: u64,
    /// Who meets whom.
    #[serde(default)]
    pub schedule: Schedule,
    /// Games of each pairing. In a matrix these are the games of each ordered pair; otherwise those of two players,
    /// each of whom moves first in half of them.
    #[serde(default = "hundred")]
    pub games: u32,
    /// Compute the probability of each result instead of playing. Only for players that choose by fixed probabilities.
    #[serde(default)]
    pub exact: bool,
    /// A game that lasts longer than this number of moves is a draw.
    pub max_plies: Option<u32>,
    /// The referee's limit for a move, such as "1s": a player whose move takes this long loses the game. Limits of
    /// players only end their searches.
    pub move_limit: Option<String>,
    /// The limit of players without one, such as "depth=3" or "time=100ms".
    pub limit: Option<String>,
    /// The players that a gauntlet tests; all others are their opponents.
    #[serde(default)]
    pub challengers: Vec<String>,
    /// Players: a name and a spec, such as deep = "alphabeta+material@depth=4".
    #[serde(default)]
    pub players: IndexMap<String, String>,
    /// Programs of your own, for players such as mine = "program:mine@time=1s".
    #[serde(default)]
    pub programs: ProgramTable,
    /// Heuristics for players to use by name.
    #[serde(default)]
    pub heuristics: IndexMap<String, NamedFormula>,
    /// Where games start.
    #[serde(default)]
    pub openings: Openings,
    /// When to stop before all games are played.
    #[serde(default)]
    pub stop: StopRule,
    /// Players that differ in parameters.
    pub sweep: Option<Sweep>,
    /// What an ablation switches off, and with which limits it is played.
    pub ablation: Option<Ablation>,
}

fn unnamed() -> String {
    "experiment".to_owned()
}

const fn one() -> u64 {
    1
}

const fn hundred() -> u32 {
    100
}

/// One text or a list of texts.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(untagged, expecting = "expected a game such as \"pawn:4x4\", or a list of games")]
pub enum OneOrMore {
    /// One.
    One(String),
    /// Several.
    More(Vec<String>),
}

impl OneOrMore {
    /// All texts.
    pub fn all(&self) -> &[String] {
        match self {
            OneOrMore::One(one) => std::slice::from_ref(one),
            OneOrMore::More(more) => more,
        }
    }
}

/// Who meets whom.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Schedule {
    /// Every two players meet, in pairs of games with swapped seats.
    #[default]
    RoundRobin,
    /// Every ordered pair, including each player against itself.
    Matrix,
    /// The challengers meet all other players.
    Gauntlet,
    /// Two players.
    Match,
    /// One player meets itself with one option of its search switched off, for each option that can be.
    Ablation,
}

/// What an ablation switches off, and with which limits it is played.
#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Ablation {
    /// Limits such as ["time=50ms", "nodes=20k"]; everything is measured with each of them. By default, the player's
    /// own.
    #[serde(default)]
    pub limits: Vec<String>,
    /// The options to switch off. By default, all that can be.
    #[serde(default)]
    pub options: Vec<String>,
}

/// A heuristic defined in the file.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(untagged, expecting = "expected a formula in quotes, or a table with formula and weights")]
pub enum NamedFormula {
    /// A formula over the features of the game, without braces.
    Plain(String),
    /// A formula in which $x stands for the weight x.
    Weighted {
        /// The formula.
        formula: String,
        /// The values of the weights.
        weights: IndexMap<String, f64>,
    },
}

/// Where games start. By default, at the initial position.
#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Openings {
    /// The number of random moves from the start. Equal and symmetric positions are used once, decided ones never.
    pub random_plies: Option<u32>,
    /// The number of different random openings. By default, the number of games in a seat.
    pub count: Option<u32>,
    /// Positions by name.
    #[serde(default)]
    pub positions: IndexMap<String, String>,
    /// A file with one opening per line: a position, or moves from the start. Lines that start with # are comments.
    pub file: Option<String>,
}

/// When to stop before all games are played. By default, never.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct StopRule {
    /// A sequential test of each pairing.
    pub sprt: Option<SprtRule>,
    /// Stop a pairing when the 95 % interval of its score (a confidence sequence, valid at any time) is narrower than
    /// this.
    pub width: Option<f64>,
}

/// A sequential probability ratio test between two differences in Elo.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct SprtRule {
    /// The difference of the null hypothesis.
    #[serde(default)]
    pub elo0: f64,
    /// The difference of the alternative.
    pub elo1: f64,
    /// The probability of accepting the alternative if the null hypothesis is true.
    #[serde(default = "five_percent")]
    pub alpha: f64,
    /// The probability of accepting the null hypothesis if the alternative is true.
    #[serde(default = "five_percent")]
    pub beta: f64,
}

const fn five_percent() -> f64 {
    0.05
}

/// Players that differ in parameters: every combination of values is a player.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
pub struct Sweep {
    /// The spec, where `<x>` stands for the parameter x.
    pub player: String,
    /// The name, where `<x>` stands for the parameter x. By default, it lists the parameters.
    pub name: Option<String>,
    /// All other keys are parameters.
    #[serde(flatten)]
    pub parameters: IndexMap<String, Values>,
}

/// The values of a parameter.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(untagged, expecting = "expected a list of values, a range such as \"2..5\", or a number")]
pub enum Values {
    /// A list.
    List(Vec<Value>),
    /// A range, both ends included: "2..5", or with a step, "0..1 by 0.25".
    Range(String),
    /// One value.
    One(f64),
}

/// A value of a parameter.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(untagged, expecting = "expected a number, or a word in quotes")]
pub enum Value {
    /// A whole number.
    Integer(i64),
    /// Another number.
    Number(f64),
    /// A word.
    Word(String),
}

impl std::fmt::Display for Value {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Value::Integer(number) => number.fmt(f),
            Value::Number(number) => number.fmt(f),
            Value::Word(word) => word.fmt(f),
        }
    }
}

/// The parser's message without the names of Rust's types.
fn plain(message: &str) -> String {
    if message == "integer number overflowed" {
        return "the number is too large".to_owned();
    }
    let whole = [
        (" as i128", String::new()),
        ("floating point", "number".to_owned()),
        ("expected u32", format!("expected a whole number from 0 to {}", u32::MAX)),
        ("expected u64", "expected a whole number, 0 or more".to_owned()),
        ("expected f64", "expected a number".to_owned()),
        ("expected a sequence", "expected a list, such as [\"a\", \"b\"]".to_owned()),
        ("expected a string", "expected text in quotes".to_owned()),
        ("expected a map", "expected a table".to_owned()),
        ("invalid type: string", "found the text".to_owned()),
        ("invalid type: sequence", "found a list".to_owned()),
        ("invalid type: map", "found a table".to_owned()),
        ("invalid type: ", "found the ".to_owned()),
    ];
    whole.iter().fold(message.to_owned(), |text, (from, to)| text.replace(from, to))
}

impl Experiment {
    /// Reads the text of an experiment file.
    ///
    /// # Errors
    /// If it is not an experiment file; the message shows the place.
    pub fn read(text: &str) -> Result<Self, BadInput> {
        read_toml(text)
    }

    /// The text of a file with this experiment.
    ///
    /// # Errors
    /// If a value cannot be written in TOML, as a seed above 2⁶³.
    pub fn text(&self) -> Result<String, BadInput> {
        toml::to_string(self).map_err(|error| BadInput::new(format!("the experiment cannot be written: {error}")))
    }

    /// The programs that a file lists: an experiment, or a file with nothing but its tables `[programs.NAME]`.
    ///
    /// # Errors
    /// If it is no such file; the message shows the place.
    pub fn read_programs(text: &str) -> Result<ProgramTable, BadInput> {
        #[derive(Deserialize)]
        struct Listed {
            #[serde(default)]
            programs: ProgramTable,
        }
        read_toml(text).map(|file: Listed| file.programs)
    }

    /// The JSON schema of experiment files, for editors.
    pub fn schema() -> String {
        let mut text = serde_json::to_string_pretty(&schemars::schema_for!(Experiment)).unwrap_or_default();
        text.push('\n');
        text
    }
}

fn read_toml<T: serde::de::DeserializeOwned>(text: &str) -> Result<T, BadInput> {
    toml::from_str(text).map_err(|error| {
        let sentence = plain(&error.message().trim().replace('\n', "; "));
        BadInput::new(match error.span() {
            Some(span) => {
                let (line, column, shown) = place(text, span.start);
                format!("line {line}, column {column}: {sentence}\n{shown}")
            }
            None => sentence,
        })
    })
}
