//! A folder with a player: `agent.toml` says how to start it, or there is just an `agent.py`.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use indexmap::IndexMap;
use plyscope_core::{BadInput, Work};
use plyscope_files::{printable, read_text};
use plyscope_programs::{Program, ProgramSpec, Programs, Protocol, Sandbox};
use plyscope_registry::{AnyPosition, start};
use serde::Deserialize;

/// The file that describes a player.
pub const AGENT_FILE: &str = "agent.toml";
/// The player of a folder without one.
const PYTHON_FILE: &str = "agent.py";
/// How long a player may take to build.
const LONGEST_BUILD: Duration = Duration::from_secs(120);
/// More than any description needs.
const LONGEST_FILE: u64 = 1 << 20;

/// A player in a folder.
#[derive(Debug)]
pub struct Agent {
    /// Where it is.
    pub folder: PathBuf,
    /// What it calls itself, or the name of its folder.
    pub name: String,
    /// The game it was written for, if it says so.
    pub game: Option<String>,
    build: Option<Vec<String>>,
    program: ProgramSpec,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AgentFile {
    name: Option<String>,
    game: Option<String>,
    build: Option<Vec<String>>,
    command: Vec<String>,
    #[serde(default)]
    protocol: Protocol,
    start: Option<String>,
    memory: Option<String>,
    cores: Option<u32>,
    #[serde(default)]
    env: IndexMap<String, String>,
}

impl Agent {
    /// Reads what a folder says of its player.
    ///
    /// # Errors
    /// If it says nothing, or nothing that makes sense.
    pub fn read(folder: &Path) -> Result<Agent, BadInput> {
        let shown = printable(&folder.to_string_lossy()).into_owned();
        if !folder.is_dir() {
            return Err(BadInput::new(format!("{shown} is not a folder; name the folder of the agent")));
        }
        let file = folder.join(AGENT_FILE);
        let description = if file.exists() {
            let text = read_text(&file, "the description", LONGEST_FILE)?;
            toml::from_str(&text).map_err(|error| {
                BadInput::new(format!("{}: {}", printable(&file.to_string_lossy()), error.to_string().trim_end()))
            })?
        } else if folder.join(PYTHON_FILE).exists() {
            AgentFile::python()
        } else {
            return Err(BadInput::new(format!(
                "{shown} has neither {AGENT_FILE} nor {PYTHON_FILE}; `plyscope agent new python --game reversi` writes \
                 a folder to begin with"
            )));
        };
        let absolute = std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
        let folder_name = absolute.file_name().map(|name| name.to_string_lossy().into_owned());
        let name = description.name.clone().or(folder_name).unwrap_or_else(|| "agent".to_owned());
        let program = description.program();
        Program::new(&program, folder).map_err(|error| BadInput::new(format!("{shown}/{AGENT_FILE}: {error}")))?;
        Ok(Agent { folder: absolute, name, game: description.game, build: description.build, program })
    }

    /// The start of the game that it is to play: the one asked for, or its own.
    ///
    /// # Errors
    /// If neither is known, there is no such game, or its protocol cannot play it.
    pub fn start_of(&self, game: Option<&str>) -> Result<Box<dyn AnyPosition>, BadInput> {
        let game = game.or(self.game.as_deref()).ok_or_else(|| {
            BadInput::new(format!("which game does it play? Say so with --game, or with game = \"…\" in {AGENT_FILE}"))
        })?;
        let position = start(game)?;
        self.programs()?.check(NAME, &position.spec())?;
        Ok(position)
    }

    /// The program by the name [`NAME`], ready to be started in its folder.
    ///
    /// # Errors
    /// Never, for what was read.
    pub(crate) fn programs(&self) -> Result<Programs, BadInput> {
        Programs::listed(&IndexMap::from([(NAME.to_owned(), self.program.clone())]), &self.folder)
    }

    /// The same agent without network and other files, as far as the sandbox of programs goes; it is built only if that
    /// is allowed, because what it says of its build is run outside of the sandbox.
    #[must_use]
    pub fn locked_in(mut self, may_build: bool) -> Agent {
        self.program.sandbox = Sandbox::Asked(true);
        self.build = self.build.filter(|_| may_build);
        self
    }

    /// How it is started.
    pub fn program(&self) -> &ProgramSpec {
        &self.program
    }

    /// The file that its build makes, if it has one: the program that is started.
    pub fn built_file(&self) -> Option<PathBuf> {
        self.build.as_ref()?;
        Some(self.folder.join(self.program.command.first()?.trim_start_matches("./")))
    }

    /// Whether it speaks our own protocol.
    pub(crate) fn speaks_lines(&self) -> bool {
        self.program.protocol == Protocol::Lines
    }

    /// Builds it, if it says how; otherwise there is nothing to do.
    ///
    /// # Errors
    /// If that fails, with what the compiler said.
    pub fn build(&self, work: Work<'_>) -> Result<(), String> {
        let Some([program, arguments @ ..]) = self.build.as_deref() else { return Ok(()) };
        let begun = Instant::now();
        let mut command = Command::new(program);
        command.args(arguments).current_dir(&self.folder);
        // Compilers start others, which must end with them.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|error| format!("{program} cannot be started: {error}"))?;
        let stderr = child.stderr.take();
        let reader = std::thread::spawn(move || stderr.map(std::io::read_to_string).and_then(Result::ok));
        let status = loop {
            match child.try_wait().map_err(|error| error.to_string())? {
                Some(status) => break status,
                None if begun.elapsed() > LONGEST_BUILD || work.check().is_err() => {
                    end(&mut child);
                    return Err(format!("{program} was not done after {} seconds", begun.elapsed().as_secs()));
                }
                None => std::thread::sleep(Duration::from_millis(5)),
            }
        };
        let said = reader.join().ok().flatten().unwrap_or_default();
        if status.success() { Ok(()) } else { Err(format!("{program} failed ({status}):\n{}", said.trim_end())) }
    }
}

/// Ends a process with all that it started.
fn end(child: &mut Child) {
    // It may have ended just now.
    #[cfg(unix)]
    let _ = rustix::process::kill_process_group(rustix::process::Pid::from_child(child), rustix::process::Signal::KILL);
    let _ = child.kill();
    let _ = child.wait();
}

/// The only program of a folder.
pub(crate) const NAME: &str = "agent";

impl AgentFile {
    fn python() -> AgentFile {
        AgentFile {
            name: None,
            game: None,
            build: None,
            command: ["python3", PYTHON_FILE].map(str::to_owned).to_vec(),
            protocol: Protocol::Lines,
            start: None,
            memory: None,
            cores: None,
            env: IndexMap::new(),
        }
    }

    fn program(&self) -> ProgramSpec {
        ProgramSpec {
            command: self.command.clone(),
            protocol: self.protocol,
            start: self.start.clone(),
            memory: self.memory.clone(),
            cores: self.cores,
            sandbox: Sandbox::default(),
            env: self.env.clone(),
            options: IndexMap::new(),
        }
    }
}
