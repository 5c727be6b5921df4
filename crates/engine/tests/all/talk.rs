//! A conversation with an engine through pipes, as another program has it.

use std::io::{BufRead, BufReader, PipeWriter, Write, pipe};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use plyscope_engine::Engine;
use plyscope_protocols::Protocol;
use plyscope_registry::start;

/// The engine of a spec and a player.
pub(crate) fn engine(game: &str, player: &str, protocol: Protocol) -> Engine {
    let player = player.parse().expect("a player");
    Engine::new(start(game).expect("a game"), player, 1, protocol).expect("an engine")
}

/// An engine that is running, and our ends of its pipes.
pub(crate) struct Talk {
    to: Option<PipeWriter>,
    from: Receiver<String>,
    thread: Option<JoinHandle<()>>,
}

/// Longer than anything that is asked for here, on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

impl Talk {
    pub(crate) fn new(game: &str, player: &str, protocol: Protocol) -> Talk {
        let engine = engine(game, player, protocol);
        let ((input, to), (reader, mut output)) = (pipe().expect("a pipe"), pipe().expect("a pipe"));
        let (sender, from) = channel();
        let thread = std::thread::spawn(move || engine.serve(input, &mut output).expect("it can write"));
        std::thread::spawn(move || {
            for line in BufReader::new(reader).lines() {
                let Ok(()) = sender.send(line.expect("text")) else { return };
            }
        });
        Talk { to: Some(to), from, thread: Some(thread) }
    }

    pub(crate) fn send(&mut self, line: &str) {
        writeln!(self.to.as_mut().expect("not closed"), "{line}").expect("it reads");
    }

    /// The next line.
    pub(crate) fn line(&self) -> String {
        self.from.recv_timeout(PATIENCE).expect("a line")
    }

    /// The lines up to the one that begins with these words.
    pub(crate) fn until(&self, words: &str) -> Vec<String> {
        let mut lines = Vec::new();
        while lines.last().is_none_or(|line: &String| !line.starts_with(words)) {
            lines.push(self.line());
        }
        lines
    }

    /// The last of the lines up to the one that begins with these words.
    pub(crate) fn find(&self, words: &str) -> String {
        self.until(words).pop().expect("a line")
    }

    /// Whether it says nothing for this long.
    pub(crate) fn is_silent_for(&self, time: Duration) -> bool {
        self.from.recv_timeout(time) == Err(RecvTimeoutError::Timeout)
    }

    /// Whether it says no line that begins with these words for this long.
    pub(crate) fn is_silent_about(&self, words: &str, time: Duration) -> bool {
        let until = Instant::now() + time;
        let rest = || until.saturating_duration_since(Instant::now());
        std::iter::from_fn(|| self.from.recv_timeout(rest()).ok()).all(|line| !line.starts_with(words))
    }

    /// Closes its input; how long it took to end, and what it said meanwhile.
    pub(crate) fn close(mut self) -> (Duration, Vec<String>) {
        let begun = Instant::now();
        self.to = None;
        self.finish(begun)
    }

    /// Waits until it has ended by itself.
    pub(crate) fn ended(mut self) -> (Duration, Vec<String>) {
        self.finish(Instant::now())
    }

    fn finish(&mut self, begun: Instant) -> (Duration, Vec<String>) {
        self.thread.take().expect("once").join().expect("no panic");
        (begun.elapsed(), self.from.iter().collect())
    }
}
