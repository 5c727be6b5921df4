//! Our own protocol, see docs/protocol.md.

use std::time::Duration;

use plyscope_protocols::lines::{Clock, FromProgram, Info, Request, VERSION};
use plyscope_registry::{Fault, GuestMove, Question};

use super::{Client, Miss, Talk, quoted, reply};

pub(super) struct Lines;

impl Client for Lines {
    fn greet(&mut self, talk: &mut Talk<'_>) -> Result<(), Miss> {
        talk.send(&format!("lines {VERSION}\n"))?;
        let line = talk.line()?;
        match FromProgram::read(&line) {
            Some(FromProgram::Hello { version: VERSION, .. }) => Ok(()),
            Some(FromProgram::Hello { version, .. }) => {
                let words = format!("it speaks version {version} of the protocol, and only {VERSION} is known here");
                Err(Miss::Fault(Fault::NoStart, words))
            }
            Some(FromProgram::Error(words)) => Err(Miss::Fault(Fault::NoStart, words)),
            _ => {
                let words = format!("it answered \"lines {VERSION}\" with {}", quoted(&line));
                Err(Miss::Fault(Fault::NoStart, words))
            }
        }
    }

    fn prepare(&mut self, talk: &mut Talk<'_>, _: &Question<'_>) -> Result<(), Miss> {
        Ok(talk.send("new\n")?)
    }

    fn ask(&mut self, talk: &mut Talk<'_>, question: &Question<'_>, time: Duration) -> Result<GuestMove, Miss> {
        // An answer that nobody asked for must not be taken for one to the next question.
        while let Some(line) = talk.said()? {
            if !matches!(FromProgram::read(&line), Some(FromProgram::Info(_))) {
                return Err(Miss::Fault(Fault::BadAnswer, format!("it said {} without being asked", quoted(&line))));
            }
        }
        talk.send(&request(question, time).to_string())?;
        let mut info = Info::default();
        loop {
            let line = talk.line()?;
            match FromProgram::read(&line) {
                Some(FromProgram::Move(choice)) => return Ok(reply(choice, info.thought, info.text)),
                Some(FromProgram::Info(later)) => {
                    info.update(later);
                    talk.tell(&info.thought, info.text.as_deref());
                }
                Some(FromProgram::Resign) => return Err(Miss::Fault(Fault::Resigned, "it resigned".to_owned())),
                Some(FromProgram::Error(words)) => return Err(Miss::Fault(Fault::BadAnswer, words)),
                Some(FromProgram::Hello { .. }) | None => {
                    let words = format!("it answered {}, where \"move MOVE\" is expected", quoted(&line));
                    return Err(Miss::Fault(Fault::BadAnswer, words));
                }
            }
        }
    }
}

fn request(question: &Question<'_>, time: Duration) -> Request {
    Request {
        game: question.game.to_owned(),
        side: Some(question.side),
        position: question.position.to_owned(),
        played: question.played.to_vec(),
        legal: question.legal.to_vec(),
        // A program that knows nothing of clocks divides its time well if it keeps to a fair share.
        time: Some(question.clock.map_or(time, |clock| time.min(clock.budget.soft))),
        clock: question.clock.map(|clock| Clock {
            left: clock.own.left,
            increment: clock.own.increment,
            opponent: clock.other.map(|other| other.left),
        }),
        depth: question.limits.depth,
        nodes: question.limits.nodes,
    }
}
