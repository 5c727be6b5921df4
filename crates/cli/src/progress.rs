//! Progress of work that takes long: a bar on a terminal, a line now and then elsewhere.

use std::io::{IsTerminal, Write, stderr};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{FormattedDuration, ProgressBar, ProgressStyle};
use plyscope_core::Progress;

use crate::output::grouped;

/// Without a terminal, the time between two lines.
const BETWEEN_LINES: Duration = Duration::from_secs(10);

/// Lines on standard error for those who keep it in a file: not too many.
pub(crate) struct Lines {
    last: Option<Instant>,
}

impl Lines {
    /// `None` if somebody watches: a bar is better.
    pub(crate) fn unless_watched() -> Option<Self> {
        (!stderr().is_terminal()).then_some(Lines { last: None })
    }

    /// The same, with the first line only after some time.
    fn later(self) -> Self {
        Lines { last: Some(Instant::now()) }
    }

    /// Writes the text, unless the last one was written a moment ago.
    pub(crate) fn write(&mut self, text: impl FnOnce() -> String) {
        if self.last.is_none_or(|last| last.elapsed() >= BETWEEN_LINES) {
            self.last = Some(Instant::now());
            // If standard error is closed, there is nowhere to report progress.
            let _ = writeln!(stderr(), "{}", text());
        }
    }
}

/// A progress bar that appears only when the work takes longer than two seconds.
pub(crate) struct LateBar {
    begun: Instant,
    bar: Option<ProgressBar>,
    lines: Option<Lines>,
}

const PATIENCE: Duration = Duration::from_secs(2);

impl LateBar {
    /// A bar for work that begins now.
    pub(crate) fn new() -> Self {
        LateBar { begun: Instant::now(), bar: None, lines: Lines::unless_watched().map(Lines::later) }
    }

    /// Shows how much of the total is done, with these words next to it.
    pub(crate) fn update(&mut self, done: u64, total: u64, words: &str) {
        let elapsed = self.begun.elapsed();
        if elapsed < PATIENCE {
            return;
        }
        // The parts take about equally long, so the time so far predicts the rest.
        let left = elapsed.mul_f64(total.saturating_sub(done) as f64 / done.max(1) as f64);
        let [elapsed, left] = [elapsed, left].map(|time| FormattedDuration(Duration::from_secs(time.as_secs())));
        let text = || format!("{words}, {elapsed} so far, about {left} to go");
        if let Some(lines) = &mut self.lines {
            return lines.write(text);
        }
        let bar = self.bar.get_or_insert_with(|| {
            let style = ProgressStyle::with_template("{bar:40} {percent:>3}%  {msg}").expect("a valid template");
            ProgressBar::new(total).with_style(style).with_position(done)
        });
        bar.set_message(text());
        bar.set_position(done);
    }

    /// Shows how far the work is, in words.
    pub(crate) fn say(&mut self, words: impl FnOnce() -> String) {
        let elapsed = self.begun.elapsed();
        if elapsed < PATIENCE {
            return;
        }
        let elapsed = FormattedDuration(Duration::from_secs(elapsed.as_secs()));
        let text = || format!("{}, {elapsed} so far", words());
        if let Some(lines) = &mut self.lines {
            return lines.write(text);
        }
        let bar = self.bar.get_or_insert_with(|| {
            ProgressBar::no_length()
                .with_style(ProgressStyle::with_template("{spinner} {msg}").expect("a valid template"))
        });
        bar.set_message(text());
        bar.tick();
    }

    /// Removes the bar; returns how long the work took.
    pub(crate) fn finish(self) -> Duration {
        let time = self.begun.elapsed();
        if let Some(bar) = self.bar {
            bar.finish_and_clear();
        }
        time
    }
}

/// A listener for work of several parts. Each part has its own bar, because parts take different times.
#[derive(Default)]
pub(crate) struct Bars(Mutex<Option<(String, LateBar)>>);

impl Bars {
    /// Shows how far the work is.
    pub(crate) fn show(&self, progress: Progress<'_>) {
        let Progress { what, done, total, also } = progress;
        let mut current = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if current.as_ref().is_none_or(|(part, _)| part != what)
            && let Some((_, finished)) = current.replace((what.to_owned(), LateBar::new()))
        {
            finished.finish();
        }
        let Some((_, bar)) = current.as_mut() else { return };
        match (total, also) {
            (None, _) => bar.say(|| format!("{} {what}", grouped(done))),
            (Some(total), Some((count, unit))) => bar.update(done, total, &format!("{} {unit}", grouped(count))),
            (Some(total), None) => {
                bar.update(done, total, &format!("{what}: {} of {}", grouped(done), grouped(total)));
            }
        }
    }

    /// Removes the bar.
    pub(crate) fn finish(self) {
        if let Some((_, bar)) = self.0.into_inner().unwrap_or_else(PoisonError::into_inner) {
            bar.finish();
        }
    }
}
