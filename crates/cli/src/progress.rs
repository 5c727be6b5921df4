//! Progress bars for work that takes long.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{FormattedDuration, ProgressBar, ProgressStyle};
use plyscope_core::Progress;

use crate::output::grouped;

/// A progress bar that appears only when the work takes longer than two seconds.
pub(crate) struct LateBar {
    begun: Instant,
    bar: Option<ProgressBar>,
}

const PATIENCE: Duration = Duration::from_secs(2);

impl LateBar {
    /// A bar for work that begins now.
    pub(crate) fn new() -> Self {
        LateBar { begun: Instant::now(), bar: None }
    }

    /// Shows how much of the total is done, with these words next to it.
    pub(crate) fn update(&mut self, done: u64, total: u64, words: &str) {
        let elapsed = self.begun.elapsed();
        if elapsed < PATIENCE {
            return;
        }
        let bar = self.bar.get_or_insert_with(|| {
            let style = ProgressStyle::with_template("{bar:40} {percent:>3}%  {msg}").expect("a valid template");
            ProgressBar::new(total).with_style(style).with_position(done)
        });
        // The parts take about equally long, so the time so far predicts the rest.
        let left = elapsed.mul_f64(total.saturating_sub(done) as f64 / done.max(1) as f64);
        let [elapsed, left] = [elapsed, left].map(|time| FormattedDuration(Duration::from_secs(time.as_secs())));
        bar.set_message(format!("{words}, {elapsed} so far, about {left} to go"));
        bar.set_position(done);
    }

    /// Shows how far the work is, in words.
    pub(crate) fn say(&mut self, words: impl FnOnce() -> String) {
        let elapsed = self.begun.elapsed();
        if elapsed < PATIENCE {
            return;
        }
        let bar = self.bar.get_or_insert_with(|| {
            ProgressBar::no_length()
                .with_style(ProgressStyle::with_template("{spinner} {msg}").expect("a valid template"))
        });
        let elapsed = FormattedDuration(Duration::from_secs(elapsed.as_secs()));
        bar.set_message(format!("{}, {elapsed} so far", words()));
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
