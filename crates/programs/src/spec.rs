//! Programs as experiments and the command line name them.

use std::path::{Path, PathBuf};
use std::time::Duration;

use indexmap::IndexMap;
use plyscope_core::BadInput;
use plyscope_registry::{read_size, read_time};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Pool;

/// A program as an experiment file describes it.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ProgramSpec {
    /// The program and its arguments, such as ["python3", "agent.py"]. It runs in the folder of the experiment file.
    pub command: Vec<String>,
    /// How it is asked for moves.
    #[serde(default)]
    pub protocol: Protocol,
    /// How long it may take to start; "5s" by default.
    pub start: Option<String>,
    /// The memory that each of its processes may allocate, such as "512MB".
    pub memory: Option<String>,
    /// The number of processor cores that it may use.
    pub cores: Option<u32>,
    /// Whether it runs without network, other files, or more than a bounded share of the machine.
    #[serde(default)]
    pub sandbox: Sandbox,
    /// Variables of its environment.
    #[serde(default)]
    pub env: IndexMap<String, String>,
    /// Options that are set after its start, where the protocol has options (UCI).
    #[serde(default)]
    pub options: IndexMap<String, OptionValue>,
}

/// Programs by name, as a file lists them.
pub type ProgramTable = IndexMap<String, ProgramSpec>;

/// How a program is asked for moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Protocol {
    /// Our own, for all games.
    #[default]
    Lines,
    /// The Go Text Protocol, for Reversi.
    Gtp,
    /// The Universal Chess Interface, for Breakthrough.
    Uci,
    /// The protocol of NBoard, for Reversi.
    Nboard,
}

impl Protocol {
    /// Its name.
    pub const fn name(self) -> &'static str {
        self.text().name()
    }

    pub(crate) const fn text(self) -> plyscope_protocols::Protocol {
        match self {
            Protocol::Lines => plyscope_protocols::Protocol::Lines,
            Protocol::Gtp => plyscope_protocols::Protocol::Gtp,
            Protocol::Uci => plyscope_protocols::Protocol::Uci,
            Protocol::Nboard => plyscope_protocols::Protocol::Nboard,
        }
    }
}

/// Whether and how a program is locked in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(untagged, expecting = "sandbox is true, false, \"bubblewrap\" or \"landlock\"")]
pub enum Sandbox {
    /// In whichever way works here, or not at all.
    Asked(bool),
    /// In this way and no other.
    With(Walls),
}

/// A way to lock a program in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Walls {
    /// Namespaces, by the program of that name.
    Bubblewrap,
    /// Rules of the kernel for files, calls and signals.
    Landlock,
}

impl Default for Sandbox {
    fn default() -> Self {
        Sandbox::Asked(false)
    }
}

impl Sandbox {
    /// Whether the program is locked in.
    pub const fn is_on(self) -> bool {
        !matches!(self, Sandbox::Asked(false))
    }
}

impl Walls {
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Walls::Bubblewrap => "bubblewrap",
            Walls::Landlock => "landlock",
        }
    }

    /// What a machine must have.
    pub(crate) const fn needs(self) -> &'static str {
        match self {
            Walls::Bubblewrap => "install the packages bubblewrap and util-linux",
            Walls::Landlock => "it needs Linux 6.12 with Landlock, and the package util-linux",
        }
    }
}

/// The value of an option.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum OptionValue {
    /// On or off.
    Switch(bool),
    /// A whole number.
    Integer(i64),
    /// Another number.
    Number(f64),
    /// A text.
    Text(String),
}

impl std::fmt::Display for OptionValue {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            OptionValue::Switch(value) => value.fmt(f),
            OptionValue::Integer(value) => value.fmt(f),
            OptionValue::Number(value) => value.fmt(f),
            OptionValue::Text(value) => value.fmt(f),
        }
    }
}

/// A program that can be started.
#[derive(Clone, Debug, PartialEq)]
pub struct Program {
    /// The program and its arguments; at least one word.
    pub command: Vec<String>,
    /// How it is asked for moves.
    pub protocol: Protocol,
    /// How long it may take to start.
    pub start: Duration,
    /// The bytes that each of its processes may allocate.
    pub memory: Option<u64>,
    /// The number of processor cores that it may use.
    pub cores: Option<usize>,
    /// Whether and how it is locked in.
    pub sandbox: Sandbox,
    /// Variables of its environment.
    pub env: Vec<(String, String)>,
    /// Options by name.
    pub options: Vec<(String, String)>,
    /// The folder in which it runs.
    pub folder: PathBuf,
}

/// How long a program may take to start if nothing else is said.
const START: Duration = Duration::from_secs(5);
/// The most words of a command.
const MAX_WORDS: usize = 1000;
/// The least memory that a program can be given: below that, nothing starts.
const LEAST_MEMORY: usize = 8 << 20;

impl Program {
    /// A program from the words of its command, with defaults for the rest. It runs in the current folder.
    pub fn plain(command: Vec<String>) -> Self {
        let none = Vec::new;
        Program {
            command,
            protocol: Protocol::Lines,
            start: START,
            memory: None,
            cores: None,
            sandbox: Sandbox::default(),
            env: none(),
            options: none(),
            folder: absolute(Path::new("")),
        }
    }

    /// What a file would say of this program.
    pub fn spec(&self) -> ProgramSpec {
        ProgramSpec {
            command: self.command.clone(),
            protocol: self.protocol,
            start: Some(format!("{}ms", self.start.as_millis())),
            memory: self.memory.map(|bytes| format!("{}KB", bytes >> 10)),
            cores: self.cores.and_then(|cores| u32::try_from(cores).ok()),
            sandbox: self.sandbox,
            env: self.env.iter().cloned().collect(),
            options: self
                .options
                .iter()
                .map(|(name, value)| (name.clone(), OptionValue::Text(value.clone())))
                .collect(),
        }
    }

    /// Checks what a file in this folder says of a program.
    ///
    /// # Errors
    /// If a part of it makes no sense; the message names the part.
    pub fn new(spec: &ProgramSpec, folder: &Path) -> Result<Self, BadInput> {
        let bad = |text: String| Err(BadInput::new(text));
        if spec.command.first().is_none_or(String::is_empty) {
            return bad("command: empty; name a program, such as [\"python3\", \"agent.py\"]".to_owned());
        }
        if spec.command.len() > MAX_WORDS {
            return bad(format!("command: {} words are too many", spec.command.len()));
        }
        let texts = spec.command.iter().chain(spec.env.keys()).chain(spec.env.values());
        if let Some(text) = texts.into_iter().find(|text| text.contains('\0')) {
            return bad(format!("command, env: {text:?} contains a zero byte"));
        }
        if let Some(name) = spec.env.keys().find(|name| name.is_empty() || name.contains('=')) {
            return bad(format!("env: {name:?} is no name of a variable"));
        }
        let at = |key: &str, error: BadInput| BadInput::new(format!("{key}: {error}"));
        let start = spec.start.as_deref().map_or(Ok(START), read_time).map_err(|error| at("start", error))?;
        let memory = match spec.memory.as_deref() {
            None => None,
            Some(text) => match read_size(text) {
                Some(bytes) if bytes >= LEAST_MEMORY => Some(bytes as u64),
                _ => return bad(format!("memory: {text:?} is no size from 8MB to 64GB, such as 512MB")),
            },
        };
        if spec.cores == Some(0) {
            return bad("cores: must be at least 1".to_owned());
        }
        if !spec.options.is_empty() && spec.protocol != Protocol::Uci {
            return bad("options: only programs with protocol = \"uci\" have options".to_owned());
        }
        if let Some(text) = spec.options.iter().map(|(k, v)| format!("{k}{v}")).find(|t| t.contains(['\n', '\r'])) {
            return bad(format!("options: {text:?} has more than one line"));
        }
        Ok(Program {
            command: spec.command.clone(),
            protocol: spec.protocol,
            start,
            memory,
            cores: spec.cores.map(|cores| cores as usize),
            sandbox: spec.sandbox,
            env: spec.env.iter().map(|(name, value)| (name.clone(), value.clone())).collect(),
            options: spec.options.iter().map(|(name, value)| (name.clone(), value.to_string())).collect(),
            folder: absolute(folder),
        })
    }
}

/// A program runs in its folder, so a path from ours would lead elsewhere.
fn absolute(folder: &Path) -> PathBuf {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned())
}

/// The programs that may play, by name.
#[derive(Clone, Debug, Default)]
pub struct Programs {
    listed: IndexMap<String, Program>,
    takes_commands: bool,
}

impl Programs {
    /// The programs of a table; no others may play. They run in this folder.
    ///
    /// # Errors
    /// If one of them makes no sense; the message names it.
    pub fn listed(specs: &ProgramTable, folder: &Path) -> Result<Self, BadInput> {
        let mut listed = IndexMap::new();
        for (name, spec) in specs {
            let at = |error: BadInput| BadInput::new(format!("programs.{name}: {error}"));
            let is_plain = |c: char| !c.is_whitespace() && !c.is_control() && !matches!(c, '@' | ':');
            if name.is_empty() || !name.chars().all(is_plain) {
                return Err(at(BadInput::new("a name has no spaces, colons or @")));
            }
            listed.insert(name.clone(), Program::new(spec, folder).map_err(at)?);
        }
        Ok(Programs { listed, takes_commands: false })
    }

    /// The same programs, and any other by its command: the person at the command line may run anything.
    #[must_use]
    pub fn and_commands(self) -> Self {
        Programs { takes_commands: true, ..self }
    }

    /// These programs and others, which run in their own folders.
    #[must_use]
    pub fn and(mut self, others: Programs) -> Self {
        self.listed.extend(others.listed);
        self
    }

    /// The same programs in the sandbox, whatever their files say of it.
    #[must_use]
    pub fn locked_in(mut self) -> Self {
        for program in self.listed.values_mut().filter(|program| !program.sandbox.is_on()) {
            program.sandbox = Sandbox::Asked(true);
        }
        self
    }

    /// The listed programs by name.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Program)> {
        self.listed.iter().map(|(name, program)| (name.as_str(), program))
    }

    /// The program of a name, or of a command: words separated by spaces, perhaps after the name of a protocol and a
    /// colon.
    ///
    /// # Errors
    /// If there is no such program.
    pub fn find(&self, text: &str) -> Result<Program, BadInput> {
        if let Some(program) = self.listed.get(text) {
            return Ok(program.clone());
        }
        if !self.takes_commands {
            return Err(match self.listed.len() {
                0 => BadInput::new(format!(
                    "there is no program {text:?}; describe it in a table [programs.{}] with its command",
                    if text.contains(' ') { "NAME" } else { text }
                )),
                _ => BadInput::unknown("program", text, self.listed.keys().map(String::as_str).collect::<Vec<_>>()),
            });
        }
        let protocols = [Protocol::Lines, Protocol::Gtp, Protocol::Uci, Protocol::Nboard];
        let named = protocols.into_iter().find_map(|protocol| {
            let command = text.strip_prefix(protocol.name())?.strip_prefix(':')?;
            Some((protocol, command))
        });
        let (protocol, command) = named.unwrap_or((Protocol::Lines, text));
        let words: Vec<String> = command.split_whitespace().map(str::to_owned).collect();
        if words.is_empty() {
            return Err(BadInput::new(format!("program:{text} has no command")));
        }
        Ok(Program { protocol, ..Program::plain(words) })
    }

    /// Whether a program can be asked about a game, by its canonical spec.
    ///
    /// # Errors
    /// If there is no such program, or its protocol does not know the game.
    pub fn check(&self, text: &str, game: &str) -> Result<(), BadInput> {
        self.find(text)?.protocol.text().check(game)
    }

    /// Programs ready to be started. All of them end when the pool does.
    pub fn pool(&self) -> Pool {
        Pool::new(self.clone())
    }
}
