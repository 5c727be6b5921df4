//! `plyscope perft`: counting move sequences.

use std::time::{Duration, Instant};

use comfy_table::{CellAlignment, Table, presets};
use indicatif::{FormattedDuration, ProgressBar, ProgressStyle};
use plyscope_registry::{Jobs, PerftCounts, Progress};
use serde::Serialize;

use crate::args::Perft;
use crate::output::{Failure, grouped, print, print_json};

#[derive(Serialize)]
struct Json {
    game: String,
    position: String,
    depth: u16,
    leaves: u64,
    by_depth: Vec<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    divide: Option<Vec<DivideJson>>,
    time_ms: f64,
}

#[derive(Serialize)]
struct DivideJson {
    r#move: String,
    leaves: u64,
}

pub(crate) fn run(options: &Perft) -> Result<(), Failure> {
    let position = options.place.find()?;
    let mut bar = LateBar::new();
    let jobs = options.jobs.unwrap_or_else(Jobs::all_cores);
    let counts = position.perft(options.depth.into(), jobs, &mut |progress| bar.update(progress));
    let time = bar.finish();
    if !options.json {
        return print(&format!("{}\n{}", position.spec(), report(&counts, options, time)));
    }
    let leaves = counts.leaves();
    let divide = counts.divide.into_iter().map(|(text, leaves)| DivideJson { r#move: text, leaves }).collect();
    print_json(&Json {
        game: position.spec(),
        position: position.text(),
        depth: options.depth,
        leaves,
        by_depth: counts.by_depth,
        divide: options.divide.then_some(divide),
        time_ms: time.as_secs_f64() * 1000.0,
    })
}

fn report(counts: &PerftCounts, options: &Perft, time: Duration) -> String {
    let mut text = String::new();
    if options.divide && options.depth > 0 {
        let rows = counts.divide.iter().map(|(m, leaves)| [m.clone(), grouped(*leaves)]);
        text.push_str(&table(["move", "leaves"], rows));
        text.push('\n');
    }
    let rows = counts.by_depth.iter().enumerate().map(|(index, &count)| [(index + 1).to_string(), grouped(count)]);
    text.push_str(&table(["depth", "leaves"], rows));
    let leaves = counts.leaves();
    let noun = if leaves == 1 { "leaf" } else { "leaves" };
    let speed = leaves as f64 / time.as_secs_f64().max(1e-9) / 1e6;
    text.push_str(&format!(
        "\n{} {noun} in {:.3} s, {speed:.0} million a second\n",
        grouped(leaves),
        time.as_secs_f64()
    ));
    text
}

fn table(header: [&str; 2], rows: impl Iterator<Item = [String; 2]>) -> String {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_header(header);
    rows.for_each(|row| {
        table.add_row(row);
    });
    for column in table.column_iter_mut() {
        column.set_cell_alignment(CellAlignment::Right);
    }
    format!("{}\n", table.trim_fmt())
}

/// A progress bar that appears only when the work takes longer than two seconds.
struct LateBar {
    begun: Instant,
    bar: Option<ProgressBar>,
}

const PATIENCE: Duration = Duration::from_secs(2);

impl LateBar {
    fn new() -> Self {
        LateBar { begun: Instant::now(), bar: None }
    }

    fn update(&mut self, progress: Progress) {
        let elapsed = self.begun.elapsed();
        if elapsed < PATIENCE {
            return;
        }
        let Progress { done, total, leaves } = progress;
        let bar = self.bar.get_or_insert_with(|| {
            let style = ProgressStyle::with_template("{bar:40} {percent:>3}%  {msg}").expect("a valid template");
            ProgressBar::new(total as u64).with_style(style).with_position(done as u64)
        });
        // Parts are alike in size, so what is done tells how long the rest takes.
        let left = elapsed.mul_f64((total - done) as f64 / done.max(1) as f64);
        let [elapsed, left] = [elapsed, left].map(|time| FormattedDuration(Duration::from_secs(time.as_secs())));
        bar.set_message(format!("{} leaves, {elapsed} so far, about {left} to go", grouped(leaves)));
        bar.set_position(done as u64);
    }

    /// Removes the bar and tells how long the work took.
    fn finish(self) -> Duration {
        let time = self.begun.elapsed();
        if let Some(bar) = self.bar {
            bar.finish_and_clear();
        }
        time
    }
}
