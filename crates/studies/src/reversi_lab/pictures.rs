//! Plots of the results.

use plyscope_plot::{Axis, Plot, Point};

use super::calls::{Run, Tournament};
use super::published::{LabGame, ROWS};
use super::tournament::Everyone;
use super::weights::Tried;
use crate::StudyPicture;

fn point(x: f64, y: f64, interval: (f64, f64), title: String) -> Point {
    Point { x, y, interval, label: String::new(), title }
}

/// Calls by depth for the constant heuristic, which has three depths.
pub(super) fn calls(runs: &[Run]) -> StudyPicture {
    type Of = fn(&Run) -> &Tournament;
    let kinds: [(&str, Of); 3] =
        [("minimax", |run| &run.minimax), ("alpha-beta", |run| &run.alphabeta), ("shared root", |run| &run.shared)];
    let (mut series, mut names) = (Vec::new(), Vec::new());
    for (board, game) in [(LabGame::Reversi, "Reversi"), (LabGame::TicTacToe, "tic-tac-toe")] {
        for (name, of) in kinds {
            let rows = ROWS.iter().zip(runs).filter(|(row, _)| row.board == board && row.heuristic == "dummy");
            let points = rows.map(|(row, run)| {
                let total = of(run).total() as f64;
                point(
                    f64::from(row.depth),
                    total,
                    (total, total),
                    format!("{game}, depth {}: {total} calls", row.depth),
                )
            });
            series.push(points.collect::<Vec<_>>());
            names.push(format!("{game}, {name}"));
        }
    }
    let all = || series.iter().flatten();
    let plot = Plot {
        title: "Recursive calls of two games, constant heuristic".into(),
        x: Axis::of("depth as the report counts it", all().map(|point| point.x)),
        y: Axis::of("calls", all().map(|point| point.y)),
        mark: None,
        series,
        joined: true,
    };
    StudyPicture::plot("calls", plot, names)
}

/// A name that fits next to its point.
fn short_name(heuristic: &'static str) -> &'static str {
    match heuristic {
        "ponderation-max" => "pond",
        "ponderation-max:weights=table" => "table",
        "possible-captures" => "sum",
        "best-capture" => "best",
        "mobility" => "moves",
        name => name,
    }
}

/// Every player's share of the points.
pub(super) fn standing(everyone: &Everyone) -> StudyPicture {
    let standing = everyone.standing();
    let points = standing.iter().enumerate().map(|(place, standing)| {
        let label = short_name(standing.heuristic).to_owned();
        let title = format!("{}: {:.1} %, {} points", standing.heuristic, 100.0 * standing.share, standing.points);
        Point { label, ..point(place as f64 + 1.0, standing.share, standing.interval, title) }
    });
    let plot = Plot {
        title: "Share of the points, two games from each of 54 openings".into(),
        x: Axis::of("place", (1..=standing.len() + 1).map(|place| place as f64)),
        y: Axis::share("share of the points"),
        mark: Some(0.5),
        series: vec![points.collect()],
        joined: false,
    };
    StudyPicture::plot("tournament", plot, Vec::new())
}

/// The grid of weights: one series for each weight of corners.
pub(super) fn weights(tried: &[Tried]) -> StudyPicture {
    let mut series: Vec<Vec<Point>> = Vec::new();
    let mut names = Vec::new();
    for (index, one) in tried.iter().enumerate() {
        let [corners, parity, _] = one.weights;
        let name = format!("corners {corners}");
        if names.last() != Some(&name) {
            names.push(name);
            series.push(Vec::new());
        }
        let (share, interval) = one.share();
        // Side by side, so that intervals do not overlap.
        let x = parity + 0.012 * ((index / 4) as f64 - 1.5);
        let points = series.last_mut().expect("a series was just begun");
        points.push(point(x, 100.0 * share, (100.0 * interval.0, 100.0 * interval.1), one.name()));
    }
    let ends = series.iter().flatten().flat_map(|point| [point.interval.0, point.interval.1]);
    let plot = Plot {
        title: "The grid of weights against pmc1, with 95 % intervals".into(),
        x: Axis::of("weight of discs (moves have what is left to 1)", series.iter().flatten().map(|point| point.x)),
        y: Axis::of("share of the points, %", ends.collect::<Vec<_>>().into_iter()),
        mark: Some(50.0),
        series,
        joined: false,
    };
    StudyPicture::plot("weights", plot, names)
}
