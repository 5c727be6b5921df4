//! Conversations with running programs, a file for each protocol.

mod gtp;
mod lines;
mod nboard;
mod path;
mod uci;

use std::time::{Duration, Instant};

use plyscope_core::Work;
use plyscope_protocols::Thought;
use plyscope_registry::{Fault, GuestMove, Question};

use crate::process::{Bounds, Process, Trouble};
use crate::spec::{Program, Protocol};

/// What a program may take beyond its time, for the pipe and the scheduler.
pub(crate) const GRACE: Duration = Duration::from_millis(100);
/// The time for a move of a player without any.
pub(crate) const DEFAULT_TIME: Duration = Duration::from_secs(10);

/// Why a program has not done what it was asked to.
#[derive(Debug)]
pub(crate) enum Miss {
    /// The conversation broke off.
    Trouble(Trouble),
    /// It said something wrong.
    Fault(Fault, String),
}

impl From<Trouble> for Miss {
    fn from(trouble: Trouble) -> Self {
        Miss::Trouble(trouble)
    }
}

/// A conversation in some protocol.
pub(crate) trait Client: Send {
    /// Introduces us after the start of the program.
    fn greet(&mut self, talk: &mut Talk<'_>) -> Result<(), Miss>;
    /// Tells it that a game begins. That is no thinking, and has as much time as the start.
    fn prepare(&mut self, talk: &mut Talk<'_>, question: &Question<'_>) -> Result<(), Miss>;
    /// Asks for a move in this much time. The time is not measured here.
    fn ask(&mut self, talk: &mut Talk<'_>, question: &Question<'_>, time: Duration) -> Result<GuestMove, Miss>;
    /// The last lines before the end.
    fn farewell(&self) -> &'static str {
        "quit\n"
    }
}

/// The client for the protocol of a program.
pub(crate) fn client(program: &Program) -> Box<dyn Client> {
    match program.protocol {
        Protocol::Lines => Box::new(lines::Lines),
        Protocol::Gtp => Box::<gtp::Gtp>::default(),
        Protocol::Uci => Box::new(uci::Uci::new(program)),
        Protocol::Nboard => Box::new(nboard::Nboard),
    }
}

/// One exchange with a program: it ends in time.
pub(crate) struct Talk<'a> {
    pub(crate) process: &'a mut Process,
    pub(crate) until: Instant,
    pub(crate) work: Work<'a>,
    pub(crate) bounds: Bounds,
    /// Hears what the program thinks.
    pub(crate) on_thought: &'a mut dyn FnMut(&GuestMove),
}

impl Talk<'_> {
    /// Passes on what the program has said of its thoughts so far.
    fn tell(&mut self, thought: &Thought, text: Option<&str>) {
        (self.on_thought)(&reply(String::new(), thought.clone(), text.map(str::to_owned)));
    }

    pub(crate) fn send(&mut self, text: &str) -> Result<(), Trouble> {
        self.process.send(text, self.until, self.bounds, self.work)
    }

    pub(crate) fn line(&mut self) -> Result<String, Trouble> {
        self.process.line(self.until, self.bounds, self.work)
    }

    /// What the program has said without being asked.
    pub(crate) fn said(&mut self) -> Result<Option<String>, Trouble> {
        self.process.said(self.bounds)
    }
}

/// Something that a program said, short enough for a sentence.
pub(crate) fn quoted(line: &str) -> String {
    const SHOWN: usize = 100;
    let short: String = line.chars().take(SHOWN).collect();
    if short.len() < line.len() { format!("{short:?}…") } else { format!("{short:?}") }
}

/// The answer of a program.
fn reply(choice: String, thought: Thought, text: Option<String>) -> GuestMove {
    let Thought { depth, nodes, value, line } = thought;
    GuestMove { choice, depth, nodes, value, line, text, time: Duration::ZERO }
}
