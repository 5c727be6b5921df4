//! `plyscope engine`: Plyscope as an engine that other programs ask for moves.
//!
//! ```text
//!   input ──► reading thread ──┐
//!                              ├──► events ──► session (one for each protocol) ──► output
//!   search ─► thinking thread ─┘
//! ```
//!
//! Only the calling thread writes. It never waits for a search, so a request to stop is heard at once; requests that
//! must wait for the search are kept in order.

mod clock;
mod desk;
mod gtp;
mod input;
mod lines;
mod nboard;
mod uci;

use std::collections::VecDeque;
use std::io::{self, Read, Write};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use plyscope_core::BadInput;
use plyscope_protocols::Protocol;
use plyscope_registry::{AnyPosition, Player, SearchSpec};

use desk::{Desk, Found, Mind};
use input::Input;

/// An engine before its conversation begins.
pub struct Engine {
    start: Box<dyn AnyPosition>,
    mind: Mind,
    protocol: Protocol,
}

/// What the calling thread waits for.
enum Event {
    Input(Input),
    Thought(Found),
}

/// When a line is dealt with.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Urgency {
    /// After the search that is under way.
    InOrder,
    /// While it is under way, but after the lines before this one.
    WhileThinking,
    /// Now, whatever else waits: it ends the conversation.
    AtOnce,
}

/// Whether the conversation goes on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Flow {
    GoOn,
    End,
}

/// One side of a conversation in some protocol.
trait Session {
    /// How soon a line must be dealt with.
    fn urgency(&self, line: &str) -> Urgency;
    /// Deals with a line.
    fn line(&mut self, line: &str, desk: &mut Desk<'_>) -> io::Result<Flow>;
    /// Deals with what a search found, so far or in the end.
    fn found(&mut self, found: Found, desk: &mut Desk<'_>) -> io::Result<()>;
    /// Deals with the end of the input.
    fn end(&mut self, desk: &mut Desk<'_>) {
        let _ = desk;
    }
}

/// How long a search may go on after the end of the input. A script that only writes still gets its answer, and an
/// engine whose user has died does not calculate for ever.
const GRACE: Duration = Duration::from_secs(10);

impl Engine {
    /// An engine for a game. The seed decides what its player leaves to chance.
    ///
    /// # Errors
    /// If the protocol cannot play the game, or the player cannot play it.
    pub fn new(start: Box<dyn AnyPosition>, player: Player, seed: u64, protocol: Protocol) -> Result<Engine, BadInput> {
        protocol.check(&start.spec())?;
        if matches!(player.search, SearchSpec::Human | SearchSpec::Program(_)) {
            return Err(BadInput::new(format!(
                "{player} cannot be an engine; name one of our searches, such as engine"
            )));
        }
        start.check_player(&player)?;
        Ok(Engine { start, mind: Mind::new(player, seed), protocol })
    }

    /// Converses until it is told to end, or the input ends.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub fn serve(self, input: impl Read + Send + 'static, output: &mut dyn Write) -> io::Result<()> {
        let (sender, events) = mpsc::channel();
        input::spawn(input, sender.clone());
        let mut session: Box<dyn Session> = match self.protocol {
            Protocol::Gtp => Box::new(gtp::Gtp::new(self.start)),
            Protocol::Uci => Box::new(uci::Uci::new(&*self.start)),
            Protocol::Nboard => Box::new(nboard::Nboard::new(self.start)),
            Protocol::Lines => Box::new(lines::Lines::default()),
        };
        converse(&mut *session, &mut Desk::new(self.mind, output, sender), &events)
    }
}

fn converse(session: &mut dyn Session, desk: &mut Desk<'_>, events: &Receiver<Event>) -> io::Result<()> {
    let (mut waiting, mut ended_at) = (VecDeque::<String>::new(), None::<Instant>);
    loop {
        while let Some(line) = waiting.pop_front() {
            if desk.is_thinking() && session.urgency(&line) == Urgency::InOrder {
                waiting.push_front(line);
                break;
            }
            if session.line(&line, desk)? == Flow::End {
                return Ok(());
            }
        }
        if ended_at.is_some() && !desk.is_thinking() {
            return Ok(());
        }
        let patience = ended_at.map_or(Duration::MAX, |at| GRACE.saturating_sub(at.elapsed()));
        let event = match events.recv_timeout(patience) {
            Ok(event) => event,
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => return Ok(()),
        };
        match event {
            Event::Input(Input::Line(line)) if session.urgency(&line) == Urgency::AtOnce => {
                session.line(&line, desk)?;
                return Ok(());
            }
            Event::Input(Input::Line(line)) => waiting.push_back(line),
            Event::Input(Input::End) => {
                ended_at = Some(Instant::now());
                session.end(desk);
            }
            Event::Thought(found) => {
                if let Some(found) = desk.accept(found) {
                    session.found(found, desk)?;
                }
            }
        }
    }
}
