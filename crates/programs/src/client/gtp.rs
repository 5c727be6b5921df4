//! The Go Text Protocol. The program keeps the game itself, so it is told the moves that it does not know yet.

use std::time::Duration;

use plyscope_core::Side;
use plyscope_protocols::Thought;
use plyscope_protocols::gtp::{Choice, Command, ResponseReader, board_size, colour, play};
use plyscope_registry::{Fault, GuestMove, Question};

use super::path::moves_to;
use super::{Client, Miss, Talk, quoted, reply};
use crate::process::Trouble;

/// A conversation with a GTP engine.
#[derive(Default)]
pub(super) struct Gtp {
    commands: Vec<String>,
    /// The moves from the start of the game to the opening of the current one.
    opening: Vec<String>,
    /// The moves that it knows, those of the opening included.
    told: Vec<String>,
}

/// Sends a command and waits for its answer.
fn command(talk: &mut Talk<'_>, command: &Command) -> Result<Result<String, String>, Miss> {
    talk.send(&format!("{command}\n"))?;
    let mut reader = ResponseReader::default();
    loop {
        let line = talk.line()?;
        match reader.line(&line) {
            Ok(Some(response)) => return Ok(response.result),
            Ok(None) => {}
            Err(error) => return Err(Miss::Fault(Fault::BadAnswer, error.to_string())),
        }
    }
}

/// The same where it must not fail.
fn must(talk: &mut Talk<'_>, name: &str, arguments: &[&str]) -> Result<String, Miss> {
    let asked = Command::new(name, arguments);
    command(talk, &asked)?.map_err(|error| refused(&asked, &error))
}

fn refused(command: &Command, error: &str) -> Miss {
    Miss::Fault(
        Fault::BadAnswer,
        format!("it answered {:?} with {}", command.to_string(), quoted(&format!("? {error}"))),
    )
}

impl Gtp {
    fn knows(&self, command: &str) -> bool {
        self.commands.iter().any(|known| known == command)
    }

    /// Tells it the moves of the game, from the start if it knows others.
    fn tell(&mut self, talk: &mut Talk<'_>, moves: &[String]) -> Result<(), Miss> {
        if !moves.starts_with(&self.told) {
            must(talk, "clear_board", &[])?;
            self.told.clear();
        }
        for (ply, m) in moves.iter().enumerate().skip(self.told.len()) {
            let side = if ply.is_multiple_of(2) { Side::First } else { Side::Second };
            if let Some(asked) = play(side, m) {
                command(talk, &asked)?.map_err(|error| refused(&asked, &error))?;
            }
            self.told.push(m.clone());
        }
        Ok(())
    }
}

impl Client for Gtp {
    fn greet(&mut self, talk: &mut Talk<'_>) -> Result<(), Miss> {
        self.commands = must(talk, "list_commands", &[])?.lines().map(|line| line.trim().to_owned()).collect();
        Ok(())
    }

    fn prepare(&mut self, talk: &mut Talk<'_>, question: &Question<'_>) -> Result<(), Miss> {
        let trouble = |error| Miss::Trouble(Trouble::Ours(error));
        let size = board_size(question.game).map_err(trouble)?;
        self.opening = moves_to(question.game, question.start).map_err(trouble)?;
        // Programs for several games must be told which; the others know only one.
        if self.knows("set_game") {
            must(talk, "set_game", &["Othello"])?;
        }
        must(talk, "boardsize", &[&size.to_string()])?;
        must(talk, "clear_board", &[])?;
        self.told.clear();
        // Whole seconds, for all moves or for each; less cannot be said.
        let time = question.limits.time.into_iter().chain(question.move_limit).min();
        let seconds = |time: Option<Duration>| time.map_or(0, |time| time.as_secs());
        let settings = match question.clock {
            // What a move adds is there even when the rest is used up: as overtime of one move, the program may use it.
            Some(clock) => {
                let increment = clock.own.increment.as_secs();
                [clock.own.left.as_secs(), increment, u64::from(increment > 0)]
            }
            None => [0, seconds(time), 1],
        };
        if settings[..2] != [0, 0] && self.knows("time_settings") {
            let settings = settings.map(|number| number.to_string());
            must(talk, "time_settings", &settings.each_ref().map(String::as_str))?;
        }
        Ok(())
    }

    fn ask(&mut self, talk: &mut Talk<'_>, question: &Question<'_>, _: Duration) -> Result<GuestMove, Miss> {
        // Programs for Othello disagree on passes; where nothing else is legal, there is nothing to ask.
        if question.legal == ["pass"] {
            return Ok(reply("pass".to_owned(), Thought::default(), None));
        }
        let moves: Vec<String> = self.opening.iter().chain(question.played).cloned().collect();
        self.tell(talk, &moves)?;
        if let Some(clock) = question.clock.filter(|_| self.knows("time_left")) {
            let seconds = clock.own.left.as_secs().to_string();
            must(talk, "time_left", &[colour(question.side), &seconds, "0"])?;
        }
        let answer = must(talk, "genmove", &[colour(question.side)])?;
        match Choice::read(&answer) {
            Choice::Resign => Err(Miss::Fault(Fault::Resigned, "it resigned".to_owned())),
            Choice::Move(m) => {
                self.told.push(m.clone());
                Ok(reply(m, Thought::default(), None))
            }
        }
    }
}
