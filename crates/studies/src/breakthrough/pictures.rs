//! Plots of the results.

use plyscope_plot::{Axis, Plot, Point};

use super::matches::{Played, STATISTICS};
use super::others::{WIN_TEST, WinTest};
use crate::StudyPicture;
use crate::sample::Sample;

/// Horizontal offsets that keep series from hiding each other.
const OFFSETS: [f64; 3] = [-0.2, 0.0, 0.2];

fn spread(x: f64, sample: &Sample, title: String) -> Point {
    let interval = (sample.quantile(0.025), sample.quantile(0.975));
    Point { x, y: sample.quantile(0.5), interval, label: String::new(), title }
}

/// A printed figure of each match next to the median and the middle 95 % of ours.
fn beside_the_report(played: &[Played], statistic: &str, file: &'static str, title: &str) -> StudyPicture {
    let statistic = STATISTICS.iter().find(|known| known.name == statistic).expect("a statistic of the report");
    let mut series = vec![Vec::new(), Vec::new(), Vec::new()];
    for (index, played) in played.iter().enumerate() {
        let x = index as f64 + 1.0;
        let printed = (statistic.printed)(played.of);
        let point = Point {
            x: x + OFFSETS[0],
            y: printed,
            interval: (printed, printed),
            label: String::new(),
            title: played.of.name.into(),
        };
        series[0].push(point);
        for (reading, batch) in played.readings.iter().enumerate() {
            series[reading + 1].push(spread(
                x + OFFSETS[reading + 1],
                &batch.sample(statistic.figure),
                played.of.name.into(),
            ));
        }
    }
    let names = ["printed, one game", "ours, White's view", "ours, own view"].map(str::to_owned).into();
    StudyPicture::plot(file, plot(title, "match", statistic.name, series), names)
}

fn plot(title: &str, x: &str, y: &str, series: Vec<Vec<Point>>) -> Plot {
    let places = 0..=series[0].len() as u32 + 1;
    let ends: Vec<f64> =
        series.iter().flatten().flat_map(|point| [point.y, point.interval.0, point.interval.1]).collect();
    Plot {
        title: title.into(),
        x: Axis::of(x, places.map(f64::from)),
        y: Axis::of(y, ends.into_iter()),
        mark: None,
        series,
        joined: false,
    }
}

/// Captures and nodes of the printed games among ours.
pub(super) fn of_the_matches(played: &[Played]) -> Vec<StudyPicture> {
    vec![
        beside_the_report(
            played,
            "Black pieces captured",
            "black-captured",
            "Black pieces captured: median and middle 95 % of our games",
        ),
        beside_the_report(
            played,
            "White pieces captured",
            "white-captured",
            "White pieces captured: median and middle 95 % of our games",
        ),
        beside_the_report(
            played,
            "Black: nodes per move",
            "black-nodes",
            "Nodes that Black expands for a move: median and middle 95 %",
        ),
    ]
}

/// White's wins by which side detects the end of a game.
pub(super) fn win_test(played: &[Played], tested: &[WinTest]) -> StudyPicture {
    use plyscope_stats::{Z_95, wilson};
    let mut series = vec![Vec::new(); WIN_TEST.len()];
    for (index, (played, tested)) in played.iter().zip(tested).enumerate() {
        for (kind, batch) in std::iter::once(&played.readings[0]).chain(&tested.batches).enumerate() {
            let (wins, n) = (batch.white_wins() as f64, batch.n() as f64);
            let interval = wilson(wins, n, Z_95);
            let x = index as f64 + 1.0 + 0.15 * (kind as f64 - 1.5);
            let title = format!("match {}: {wins} of {n}", index + 1);
            series[kind].push(Point { x, y: wins / n, interval, label: String::new(), title });
        }
    }
    let names = WIN_TEST.map(str::to_owned).into();
    let plot = Plot {
        y: Axis::share("games that White wins"),
        mark: Some(0.5),
        ..plot("White's wins, by which side tests for the end of the game", "match", "", series)
    };
    StudyPicture::plot("win-test", plot, names)
}
