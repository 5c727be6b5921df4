//! Players to begin with, in several languages: one that chooses at random, and one that looks one move ahead.
//!
//! The second needs to know a little of the game. Three families are enough: discs that are turned over, pawns that go
//! up and down the board, and stones in a line.

use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::str::FromStr;

use plyscope_core::BadInput;
use plyscope_files::cannot_write;
use plyscope_registry::start;

use crate::AGENT_FILE;

/// A language that there is a template for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Language {
    /// How it is called on the command line.
    pub name: &'static str,
    random: (&'static str, &'static str),
    one_ply: (&'static str, &'static str),
    /// The scores of discs, pawns and lines.
    scores: [&'static str; 3],
    /// How to build a player from its file, where that is needed; the program is called `agent`.
    compiler: &'static [&'static str],
    /// How to run a player from its file, where it is not compiled.
    interpreter: &'static str,
    /// False and true.
    truths: [&'static str; 2],
}

macro_rules! sources {
    ($folder:literal, $random:literal, $one_ply:literal, $ending:literal) => {
        (
            ($random, include_str!(concat!("../templates/", $folder, "/", $random))),
            ($one_ply, include_str!(concat!("../templates/", $folder, "/", $one_ply))),
            [
                include_str!(concat!("../templates/", $folder, "/discs.", $ending)),
                include_str!(concat!("../templates/", $folder, "/pawns.", $ending)),
                include_str!(concat!("../templates/", $folder, "/lines.", $ending)),
            ],
        )
    };
}

type Sources = ((&'static str, &'static str), (&'static str, &'static str), [&'static str; 3]);

const fn language(
    name: &'static str,
    (random, one_ply, scores): Sources,
    compiler: &'static [&'static str],
    interpreter: &'static str,
) -> Language {
    Language { name, random, one_ply, scores, compiler, interpreter, truths: ["false", "true"] }
}

impl Language {
    /// All of them.
    pub const ALL: [Language; 5] = [
        Language {
            truths: ["False", "True"],
            ..language("python", sources!("python", "agent.py", "one_ply.py", "py"), &[], "python3")
        },
        language("java", sources!("java", "Agent.java", "OnePly.java", "java"), &[], "java"),
        language("cpp", sources!("cpp", "agent.cpp", "one_ply.cpp", "cpp"), &["g++", "-O2", "-o", "agent"], ""),
        language("javascript", sources!("javascript", "agent.js", "one_ply.js", "js"), &[], "node"),
        language("rust", sources!("rust", "agent.rs", "one_ply.rs", "rs.part"), &["rustc", "-O", "-o", "agent"], ""),
    ];

    /// Writes a folder for a player of a game: both players, and a file that says how to start the one at random.
    ///
    /// # Errors
    /// If there is no such game, the folder has something in it already, or it cannot be written.
    pub fn write(&self, game: &str, folder: &Path) -> Result<Vec<String>, BadInput> {
        let spec = start(game)?.spec();
        let failed = |error: io::Error| cannot_write(folder, &error);
        if fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_some()) {
            let shown = plyscope_files::printable(&folder.to_string_lossy()).into_owned();
            return Err(BadInput::new(format!("{shown} is not empty; name a new folder")));
        }
        fs::create_dir_all(folder).map_err(failed)?;
        let files = [
            (self.random.0, self.random.1.to_owned()),
            (self.one_ply.0, self.one_ply_source(&spec)),
            (AGENT_FILE, self.agent_file(&spec)),
        ];
        for (name, text) in &files {
            let mut file = fs::File::create_new(folder.join(name)).map_err(failed)?;
            file.write_all(text.as_bytes()).map_err(failed)?;
        }
        Ok(files.iter().map(|(name, _)| (*name).to_owned()).collect())
    }

    /// The command that starts the player at random of a folder that was written, from outside of that folder.
    pub fn command(&self, folder: &str) -> String {
        let folder = if folder.contains('/') { folder.to_owned() } else { format!("./{folder}") };
        match self.compiler {
            [] => format!("{} {folder}/{}", self.interpreter, self.random.0),
            _ => format!("{folder}/agent"),
        }
    }

    fn one_ply_source(&self, spec: &str) -> String {
        let id = spec.split(':').next().unwrap_or_default();
        let [discs, pawns, lines] = self.scores;
        let score = match id {
            "reversi" => discs,
            "tictactoe" | "connect4" | "andantino" => lines,
            _ => pawns,
        };
        let score = score.replace("IS-HEXAGON", self.truths[usize::from(id == "andantino")]);
        let marker = self.one_ply.1.lines().find(|line| line.ends_with(" SCORE")).unwrap_or_default();
        self.one_ply.1.replacen(marker, score.trim_end(), 1)
    }

    fn agent_file(&self, spec: &str) -> String {
        let start = |file: &str| match self.compiler {
            [] => format!("command = {:?}", [self.interpreter, file]),
            compiler => format!("build = {:?}\ncommand = [\"./agent\"]", [compiler, &[file]].concat()),
        };
        let other = start(self.one_ply.0).lines().next().unwrap_or_default().to_owned();
        format!(
            "# What Plyscope needs to know of this player. `plyscope agent check .` tries it.\n\
             name = \"my {} agent\"\ngame = {spec:?}\n{}\n# The other player of this folder: {other}\n",
            self.name,
            start(self.random.0)
        )
    }
}

impl FromStr for Language {
    type Err = BadInput;

    fn from_str(text: &str) -> Result<Self, BadInput> {
        let name = match text.to_ascii_lowercase().as_str() {
            "c++" => "cpp".to_owned(),
            "js" | "node" => "javascript".to_owned(),
            "py" | "python3" => "python".to_owned(),
            other => other.to_owned(),
        };
        let found = Language::ALL.into_iter().find(|language| language.name == name);
        found.ok_or_else(|| BadInput::unknown("language", text, Language::ALL.map(|language| language.name)))
    }
}
