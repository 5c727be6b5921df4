//! What every session has: a pen to write with, and a mind that thinks in a thread of its own.

use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;
use std::time::Duration;

use plyscope_core::{BadInput, Limits, Rng, Work};
use plyscope_registry::{Answer, AnyPosition, Jobs, PerftCounts, Player, SearchRequest, SearchSpec};

use crate::Event;

/// Who thinks.
pub(crate) struct Mind {
    pub(crate) player: Player,
    seed: u64,
    n_searches: u64,
}

impl Mind {
    pub(crate) fn new(player: Player, seed: u64) -> Mind {
        Mind { player, seed, n_searches: 0 }
    }

    /// Whether it thinks on the opponent's time.
    pub(crate) fn ponders(&self) -> bool {
        matches!(self.player.search, SearchSpec::Engine { ponder: true, .. })
    }

    /// The player of the next search: its own limits and those of the other program hold, and if neither says anything
    /// it thinks one second.
    fn limited(&self, limits: &Limits) -> Player {
        let player = self.player.within(limits);
        if player.is_limited() {
            return player;
        }
        player.within(&Limits { time: Some(Duration::from_secs(1)), ..Limits::default() })
    }
}

/// What the thinking thread has to say.
pub(crate) struct Found {
    /// Which search this was.
    number: u64,
    pub(crate) what: What,
}

pub(crate) enum What {
    /// The search so far.
    Progress(Box<Answer>),
    /// The end of the search.
    Answer(Result<Box<Answer>, BadInput>),
    /// The end of a count; none if it was stopped.
    Perft(Option<PerftCounts>),
}

impl What {
    fn is_last(&self) -> bool {
        !matches!(self, What::Progress(_))
    }
}

/// How a search is limited.
pub(crate) enum Until {
    /// By these and the player's own limits.
    Limits(Limits),
    /// By these, the player's own, and a request to stop; without any, by that alone.
    Stopped(Limits),
}

/// The search that is under way.
struct Thinking {
    stop: Arc<AtomicBool>,
    /// Whether its result is still of interest.
    is_wanted: bool,
}

pub(crate) struct Desk<'a> {
    pub(crate) mind: Mind,
    output: &'a mut dyn Write,
    events: Sender<Event>,
    thinking: Option<Thinking>,
}

impl<'a> Desk<'a> {
    pub(crate) fn new(mind: Mind, output: &'a mut dyn Write, events: Sender<Event>) -> Self {
        Desk { mind, output, events, thinking: None }
    }

    /// Writes a line, or several.
    pub(crate) fn say(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.output, "{text}")?;
        self.output.flush()
    }

    pub(crate) fn is_thinking(&self) -> bool {
        self.thinking.is_some()
    }

    /// Begins to search a position of a game that goes on.
    pub(crate) fn think(&mut self, position: &dyn AnyPosition, until: &Until) {
        let player = match until {
            Until::Limits(limits) => self.mind.limited(limits),
            Until::Stopped(limits) => self.mind.player.within(limits),
        };
        let seed = Rng::part(self.mind.seed, self.mind.n_searches).next_u64();
        let position = position.boxed_clone();
        self.spawn(move |stop, tell| {
            let request = SearchRequest { player: &player, seed, work: Work::new(stop) };
            let mut on_iteration = |answer: &Answer| tell(What::Progress(Box::new(answer.clone())));
            let search = || position.search(&request, &mut on_iteration).map(Box::new);
            let failed = |_| Err(BadInput::new(format!("{player} has failed in the position {}", position.text())));
            What::Answer(catch_unwind(AssertUnwindSafe(search)).unwrap_or_else(failed))
        });
    }

    /// Begins to count move sequences.
    pub(crate) fn count(&mut self, position: &dyn AnyPosition, depth: usize) {
        let position = position.boxed_clone();
        self.spawn(move |stop, _| What::Perft(position.perft(depth, Jobs::all_cores(), Work::new(stop)).ok()));
    }

    fn spawn(&mut self, work: impl FnOnce(&AtomicBool, &dyn Fn(What)) -> What + Send + 'static) {
        self.mind.n_searches += 1;
        let (number, events) = (self.mind.n_searches, self.events.clone());
        let stop = Arc::new(AtomicBool::new(false));
        self.thinking = Some(Thinking { stop: Arc::clone(&stop), is_wanted: true });
        std::thread::spawn(move || {
            // If nobody listens any more, the conversation is over.
            let tell = |what| drop(events.send(Event::Thought(Found { number, what })));
            tell(work(&stop, &tell));
        });
    }

    /// Asks the search under way to end; its answer comes soon.
    pub(crate) fn stop(&self) {
        if let Some(thinking) = &self.thinking {
            thinking.stop.store(true, Ordering::Relaxed);
        }
    }

    /// Asks the search under way to end after this time.
    pub(crate) fn stop_after(&self, time: Duration) {
        if let Some(thinking) = &self.thinking {
            let stop = Arc::clone(&thinking.stop);
            std::thread::spawn(move || {
                std::thread::sleep(time);
                stop.store(true, Ordering::Relaxed);
            });
        }
    }

    /// Asks the search under way to end, and to keep its answer for itself.
    pub(crate) fn discard(&mut self) {
        self.stop();
        if let Some(thinking) = &mut self.thinking {
            thinking.is_wanted = false;
        }
    }

    /// Takes notice of what the thinking thread says; returns it if it is still of interest.
    pub(crate) fn accept(&mut self, found: Found) -> Option<Found> {
        let thinking = self.thinking.as_ref().filter(|_| found.number == self.mind.n_searches)?;
        let is_wanted = thinking.is_wanted;
        if found.what.is_last() {
            self.thinking = None;
        }
        is_wanted.then_some(found)
    }
}
