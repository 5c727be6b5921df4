//! Answers in our own protocol, `lines`. A request says everything, so there is nothing to remember between two.

use std::io;

use plyscope_core::{BadInput, ClockReading, Limits};
use plyscope_protocols::Thought;
use plyscope_protocols::lines::{Clock, FromProgram, Info, Request, RequestReader, ToProgram, VERSION};
use plyscope_registry::{Answer, AnyPosition, read};

use crate::clock::{OVERHEAD, net};
use crate::desk::{Desk, Found, Until, What};
use crate::{Flow, Session, Urgency};

#[derive(Default)]
pub(crate) struct Lines {
    reader: RequestReader,
}

fn position_of(request: &Request, desk: &Desk<'_>) -> Result<Box<dyn AnyPosition>, BadInput> {
    let position = read(&request.game, &request.position)?;
    position.check_player(&desk.mind.player)?;
    if position.outcome().is_some() {
        return Err(BadInput::new("the game is over: there is no move"));
    }
    Ok(position)
}

/// What a request asks for. A clock says more than the share that is sent with it.
fn limits(request: &Request, moves_ahead: u32) -> Limits {
    let limits = Limits { depth: request.depth, nodes: request.nodes, ..Limits::default() };
    match request.clock {
        Some(Clock { left, increment, .. }) => {
            limits.with_budget(ClockReading { left, increment }.budget(moves_ahead, OVERHEAD))
        }
        None => Limits { time: request.time.map(|time| net(time, OVERHEAD)), ..limits },
    }
}

fn say(desk: &mut Desk<'_>, message: &FromProgram) -> io::Result<()> {
    desk.say(message.to_string().trim_end())
}

fn info(answer: &Answer) -> FromProgram {
    let thought = Thought {
        depth: Some(answer.depth),
        nodes: Some(answer.counters.nodes),
        value: Some(answer.score),
        line: answer.pv.clone(),
    };
    FromProgram::Info(Info { thought, text: None })
}

impl Session for Lines {
    fn urgency(&self, line: &str) -> Urgency {
        match RequestReader::default().read(line) {
            Some(ToProgram::Quit) => Urgency::AtOnce,
            _ => Urgency::InOrder,
        }
    }

    fn line(&mut self, line: &str, desk: &mut Desk<'_>) -> io::Result<Flow> {
        match self.reader.read(line) {
            Some(ToProgram::Hello(_)) => {
                let name = format!("Plyscope {}", desk.mind.player);
                say(desk, &FromProgram::Hello { version: VERSION, name })?;
            }
            Some(ToProgram::Go(request)) => match position_of(&request, desk) {
                Ok(position) => {
                    let limits = limits(&request, position.moves_ahead());
                    desk.think(&*position, &Until::Limits(limits));
                }
                Err(error) => say(desk, &FromProgram::Error(error.to_string()))?,
            },
            Some(ToProgram::New) | None => {}
            Some(ToProgram::Quit) => {
                desk.stop();
                return Ok(Flow::End);
            }
        }
        Ok(Flow::GoOn)
    }

    fn found(&mut self, found: Found, desk: &mut Desk<'_>) -> io::Result<()> {
        match found.what {
            What::Progress(answer) => say(desk, &info(&answer)),
            What::Answer(Ok(answer)) => say(desk, &FromProgram::Move(answer.best)),
            What::Answer(Err(error)) => say(desk, &FromProgram::Error(error.to_string())),
            What::Perft(_) => Ok(()),
        }
    }
}
