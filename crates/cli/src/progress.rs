//! Progress that appears only when it is wanted.

use std::time::{Duration, Instant};

use indicatif::{FormattedDuration, ProgressBar, ProgressStyle};

use crate::output::grouped;

/// A progress bar that appears only when the work takes longer than two seconds.
pub(crate) struct LateBar {
    begun: Instant,
    unit: &'static str,
    bar: Option<ProgressBar>,
}

const PATIENCE: Duration = Duration::from_secs(2);

impl LateBar {
    /// A bar that counts these.
    pub(crate) fn new(unit: &'static str) -> Self {
        LateBar { begun: Instant::now(), unit, bar: None }
    }

    /// So much of the whole is done; `note` is shown beside it.
    pub(crate) fn update(&mut self, done: u64, total: u64, note: &str) {
        let elapsed = self.begun.elapsed();
        if elapsed < PATIENCE {
            return;
        }
        let bar = self.bar.get_or_insert_with(|| {
            let style = ProgressStyle::with_template("{bar:40} {percent:>3}%  {msg}").expect("a valid template");
            ProgressBar::new(total).with_style(style).with_position(done)
        });
        // The parts are alike, so what is done tells how long the rest takes.
        let left = elapsed.mul_f64((total - done) as f64 / done.max(1) as f64);
        let [elapsed, left] = [elapsed, left].map(|time| FormattedDuration(Duration::from_secs(time.as_secs())));
        let what = if note.is_empty() { format!("{} {}", grouped(done), self.unit) } else { note.to_owned() };
        bar.set_message(format!("{what}, {elapsed} so far, about {left} to go"));
        bar.set_position(done);
    }

    /// So much is done of an unknown whole.
    pub(crate) fn count(&mut self, done: u64) {
        let unit = self.unit;
        self.say(|| format!("{} {unit}", grouped(done)));
    }

    /// So far the work is there, in words.
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

    /// Removes the bar and tells how long the work took.
    pub(crate) fn finish(self) -> Duration {
        let time = self.begun.elapsed();
        if let Some(bar) = self.bar {
            bar.finish_and_clear();
        }
        time
    }
}
