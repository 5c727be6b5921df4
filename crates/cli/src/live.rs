//! The progress of a run: a bar and a growing cross table on a terminal, plain lines elsewhere.

use std::time::{Duration, Instant};

use indicatif::{FormattedDuration, ProgressBar, ProgressStyle};
use plyscope_arena::{Plan, RunProgress, SprtDecision, SprtState};
use plyscope_files::printable;

use crate::output::grouped;
use crate::progress::Lines;

/// Shows the progress of a run.
pub(crate) struct Live<'a> {
    plan: &'a Plan,
    quiet: bool,
    begun: Instant,
    bar: Option<ProgressBar>,
    lines: Option<Lines>,
}

/// Progress is shown only after this time.
const PATIENCE: Duration = Duration::from_secs(2);

/// Sequential tests shown at a time.
const MAX_TESTS: usize = 4;

impl<'a> Live<'a> {
    pub(crate) fn new(plan: &'a Plan, quiet: bool) -> Self {
        Live { plan, quiet, begun: Instant::now(), bar: None, lines: Lines::unless_watched() }
    }

    pub(crate) fn show(&mut self, progress: &RunProgress<'_>) {
        if self.quiet || self.begun.elapsed() < PATIENCE {
            return;
        }
        let left = progress.left().map_or("…".to_owned(), |left| seconds(left).to_string());
        let mut text = format!(
            "{} of {} games, {} per second, {} so far, about {left} to go",
            grouped(progress.played),
            grouped(progress.planned),
            grouped(progress.rate() as u64),
            seconds(progress.elapsed)
        );
        progress.tests.iter().take(MAX_TESTS).for_each(|test| text.push_str(&self.test(test)));
        text.extend(progress.news.iter().map(|news| format!("\n{}", printable(news))));
        if let Some(lines) = &mut self.lines {
            return lines.write(|| text.replace('\n', "; "));
        }
        let table = self.cross_table(progress.tallies);
        let bar = self.bar.get_or_insert_with(|| {
            let style = ProgressStyle::with_template("{bar:40} {percent:>3}%\n{msg}").expect("a valid template");
            ProgressBar::new(progress.planned).with_style(style)
        });
        bar.set_length(progress.planned);
        bar.set_position(progress.played);
        bar.set_message(format!("{text}{table}"));
    }

    pub(crate) fn finish(self) {
        if let Some(bar) = self.bar {
            bar.finish_and_clear();
        }
    }

    /// Where a sequential test stands, on a line of its own.
    fn test(&self, test: &SprtState) -> String {
        let cell = &self.plan.cells[test.cell];
        let [first, second] = [cell.first, cell.second].map(|player| printable(&self.plan.players[player].name));
        let state = match (test.decision, test.more_games) {
            (SprtDecision::Open, Some(more)) => format!("open, about {} more games", grouped(more)),
            (decision, _) => decision.name().to_owned(),
        };
        let (lower, upper) = test.bounds;
        format!("\nSPRT {first} against {second}: LLR {:.2} ({lower:.2} to {upper:.2}), {state}", test.llr)
    }

    /// The scores so far if the terminal is large enough; the player of a row moves first.
    fn cross_table(&self, tallies: &[[u64; 3]]) -> String {
        let n = self.plan.players.len();
        let width = self.plan.players.iter().map(|player| player.name.chars().count()).max().unwrap_or(0).min(20);
        let (rows, columns) = console_size();
        if self.plan.boards.len() > 1 || n + 5 > rows || width + 6 * n + 4 > columns {
            return String::new();
        }
        let mut text = format!("\n\n{:width$}", "first \\ second");
        let width = width.max("first \\ second".len());
        (1..=n).for_each(|number| text.push_str(&format!("{number:>6}")));
        for (index, player) in self.plan.players.iter().enumerate() {
            let name: String = printable(&player.name).chars().take(20).collect();
            text.push_str(&format!("\n{name:width$}"));
            for second in 0..n {
                let cell = self.plan.cells.iter().position(|cell| (cell.first, cell.second) == (index, second));
                let score = cell.and_then(|cell| score(&tallies[cell]));
                text.push_str(&score.map_or("     ·".to_owned(), |score| format!("{:>5.0}%", 100.0 * score)));
            }
        }
        text
    }
}

fn score([losses, draws, wins]: &[u64; 3]) -> Option<f64> {
    let games = losses + draws + wins;
    (games > 0).then(|| (*wins as f64 + *draws as f64 / 2.0) / games as f64)
}

/// A time without fractions of a second.
pub(crate) fn seconds(time: Duration) -> FormattedDuration {
    FormattedDuration(Duration::from_secs(time.as_secs()))
}

fn console_size() -> (usize, usize) {
    let (rows, columns) = console::Term::stderr().size();
    (rows.into(), columns.into())
}
