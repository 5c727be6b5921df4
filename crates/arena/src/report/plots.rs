//! The plots of a run as files of their own, for papers and notebooks.

use plyscope_plot::{Range, Ranges};

use super::{html, series};
use crate::figure::Figure;
use crate::summary::Summary;

/// A plot of a run.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct RunPlot {
    /// A short name without spaces.
    pub name: String,
    /// What it shows.
    pub title: String,
    /// What it means, in a sentence or two.
    pub caption: String,
    /// The plot as a standalone SVG.
    pub svg: String,
}

/// The plots that the results of a run allow: `ratings`, `cost`, `first-move`, a plot for each swept parameter, and one
/// for each sequential test.
pub fn plots(summary: &Summary) -> Vec<RunPlot> {
    let mut plots = Vec::new();
    plots.extend(ratings(summary));
    plots.extend(html::cost(summary).map(|figure| named("cost".to_owned(), figure)));
    plots.extend(first_move(summary));
    for series in series::series(&summary.players) {
        let name = format!("score-against-{}", plain(&series.parameter));
        plots.extend(html::along(summary, &series).map(|figure| named(name, figure)));
    }
    for (number, test) in (1..).zip(&summary.sprt) {
        plots.extend(html::sequential_test(summary, test).map(|figure| named(format!("test-{number}"), figure)));
    }
    plots
}

fn named(name: String, figure: Figure) -> RunPlot {
    RunPlot { name, title: figure.heading, caption: figure.caption, svg: figure.standalone }
}

/// The strength of the players, the best first.
fn ratings(summary: &Summary) -> Option<RunPlot> {
    let rows = summary.ratings.iter().map(|rating| Range {
        name: rating.name.clone(),
        value: Some(rating.elo),
        interval: (Some(rating.interval.0), Some(rating.interval.1)),
        series: rating.group,
    });
    let rows: Vec<Range> = rows.collect();
    (rows.len() > 1).then(|| ranges("ratings", "Strength", "Elo with 95 % intervals; the mean is 0", rows))
}

/// What moving first is worth on each board.
fn first_move(summary: &Summary) -> Option<RunPlot> {
    let percent = |share: f64| 100.0 * (share - 0.5);
    let rows = summary.boards.iter().filter_map(|board| {
        let (low, high) = board.first_interval;
        let value = Some(percent(board.first_score?));
        let interval = (Some(percent(low)), Some(percent(high)));
        Some(Range { name: board.game.clone(), value, interval, series: 0 })
    });
    let rows: Vec<Range> = rows.collect();
    let axis = "points above 50 % of the player who moves first, with 95 % intervals";
    (!rows.is_empty()).then(|| ranges("first-move", "Moving first", axis, rows))
}

fn ranges(name: &str, title: &str, axis: &str, rows: Vec<Range>) -> RunPlot {
    let svg = Ranges { title: title.to_owned(), axis: axis.to_owned(), rows }.standalone();
    RunPlot { name: name.to_owned(), title: title.to_owned(), caption: format!("{title}: {axis}."), svg }
}

/// A word for the name of a file.
fn plain(text: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric();
    let words: Vec<&str> = text.split(|c: char| !is_plain(c)).filter(|word| !word.is_empty()).collect();
    words.join("-").to_ascii_lowercase()
}
