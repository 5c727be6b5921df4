//! The Universal Chess Interface, as programs for variants of chess speak it.

use std::io::Write;
use std::time::Duration;

use plyscope_core::BadInput;
use plyscope_protocols::Thought;
use plyscope_protocols::uci::{Go, Reply, Request, Variant, fen, move_text};
use plyscope_registry::{Fault, GuestMove, Question, start};
use tempfile::NamedTempFile;

use super::{Client, Miss, Talk, quoted, reply};
use crate::process::{Trouble, ours};
use crate::spec::Program;

/// A conversation with a UCI engine.
#[derive(Default)]
pub(super) struct Uci {
    /// Options of the player, set after the start.
    options: Vec<(String, String)>,
    /// Whether it can read a file of ours.
    sees_files: bool,
    /// The names of the options that the engine says it has.
    known: Vec<String>,
    /// The spec of the game that it was told to play.
    game: String,
    /// The file with the definition of that game, if it needed one.
    definition: Option<NamedTempFile>,
}

impl Uci {
    pub(super) fn new(program: &Program) -> Self {
        Uci { options: program.options.clone(), sees_files: !program.sandbox.is_on(), ..Uci::default() }
    }

    /// Tells the engine which game is played.
    fn choose_game(&mut self, talk: &mut Talk<'_>, game: &str) -> Result<(), Miss> {
        let variant = Variant::of(game).map_err(|error| Miss::Fault(Fault::NoStart, error.to_string()))?;
        if !self.known.iter().any(|name| name == VARIANT) {
            let words = format!("it has no option {VARIANT}, so it cannot be told to play {game}");
            return Err(Miss::Fault(Fault::NoStart, words));
        }
        let mut lines = String::new();
        if let Some(definition) = &variant.definition {
            if !self.sees_files {
                return Err(Miss::Trouble(Trouble::Ours(BadInput::new(format!(
                    "the rules of {game} are given to a program in a file, which it cannot read with sandbox = true"
                )))));
            }
            let file = written(definition).map_err(|error| ours("write the rules of a game", &error))?;
            lines += &set("VariantPath", &file.path().display().to_string());
            self.definition = Some(file);
        }
        lines += &set(VARIANT, &variant.name);
        talk.send(&lines)?;
        self.game = game.to_owned();
        Ok(())
    }

    /// Waits until the engine has done everything that it was told.
    fn ready(&self, talk: &mut Talk<'_>) -> Result<(), Miss> {
        talk.send(&format!("{}\n", Request::IsReady))?;
        while Reply::read(&talk.line()?) != Reply::ReadyOk {}
        Ok(())
    }
}

/// The option by which engines for several games are told which one is played.
const VARIANT: &str = "UCI_Variant";

/// A file that vanishes with its owner.
fn written(text: &str) -> std::io::Result<NamedTempFile> {
    let mut file = tempfile::Builder::new().prefix("plyscope-").suffix(".ini").tempfile()?;
    file.write_all(text.as_bytes())?;
    Ok(file)
}

fn set(name: &str, value: &str) -> String {
    format!("{}\n", Request::SetOption { name: name.to_owned(), value: Some(value.to_owned()) })
}

impl Client for Uci {
    fn greet(&mut self, talk: &mut Talk<'_>) -> Result<(), Miss> {
        talk.send(&format!("{}\n", Request::Uci))?;
        loop {
            match Reply::read(&talk.line()?) {
                Reply::Option { name, .. } => self.known.push(name),
                Reply::UciOk => break,
                _ => {}
            }
        }
        if let Some((name, _)) = self.options.iter().find(|(name, _)| !self.known.contains(name)) {
            let words = format!("it has no option {name:?}; its options are {}", self.known.join(", "));
            return Err(Miss::Fault(Fault::NoStart, words));
        }
        let lines: String = self.options.iter().map(|(name, value)| set(name, value)).collect();
        talk.send(&lines)?;
        self.ready(talk)
    }

    /// Between games it may clear its tables, which is no thinking.
    fn prepare(&mut self, talk: &mut Talk<'_>, question: &Question<'_>) -> Result<(), Miss> {
        if self.game != question.game {
            self.choose_game(talk, question.game)?;
        }
        talk.send(&format!("{}\n", Request::NewGame))?;
        self.ready(talk)
    }

    fn ask(&mut self, talk: &mut Talk<'_>, question: &Question<'_>, time: Duration) -> Result<GuestMove, Miss> {
        let at_start = start(question.game).is_ok_and(|position| position.text() == question.start);
        let text = |error: BadInput| Miss::Fault(Fault::BadAnswer, error.to_string());
        let fen = if at_start { None } else { Some(fen(question.start).map_err(text)?) };
        let moves = question.played.iter().map(|m| move_text(m)).collect();
        let mut go = Go { depth: question.limits.depth, nodes: question.limits.nodes, ..Go::default() };
        // A clock says it all, unless a move has a limit of its own.
        let has_limit = question.limits.time.is_some() || question.move_limit.is_some();
        go.move_time = (question.clock.is_none() || has_limit).then_some(time);
        for (side, clock) in
            question.clock.iter().flat_map(|clock| [(question.side, Some(clock.own)), (!question.side, clock.other)])
        {
            go.clock[side.index()] = clock.map(|clock| clock.left);
            go.increment[side.index()] = clock.map_or(Duration::ZERO, |clock| clock.increment);
        }
        talk.send(&format!("{}\n{go}\n", Request::Position { fen, moves }))?;
        let mut thought = Thought::default();
        loop {
            let line = talk.line()?;
            match Reply::read(&line) {
                Reply::Info(later) => {
                    // Between its results an engine says which move it looks at.
                    let is_result = later.value.is_some() || !later.line.is_empty();
                    thought.update(later);
                    if is_result {
                        talk.tell(&thought, None);
                    }
                }
                Reply::BestMove(Some(m)) => return Ok(reply(m, thought, None)),
                Reply::BestMove(None) => {
                    let words = format!("it said {}, though there are legal moves", quoted(&line));
                    return Err(Miss::Fault(Fault::BadAnswer, words));
                }
                _ => {}
            }
        }
    }
}
