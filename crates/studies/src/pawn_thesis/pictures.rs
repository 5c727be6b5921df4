//! The pictures of the study.

use plyscope_plot::{Axis, Plot, Point};

use super::fig20::{Fig20, Fit, names, score};
use super::sizes::BOARDS;
use super::subset::{ByRollouts, Mean};
use crate::{Figure, StudyPicture, StudyTable};

fn point(x: f64, y: f64, interval: (f64, f64), title: String) -> Point {
    Point { x, y, interval, label: String::new(), title }
}

/// The published score of every cell against the score expected of the published program.
pub(super) fn scatter(fig20: &Fig20) -> StudyPicture {
    let of = |fit: Fit| {
        let indices = (0..fig20.published.len()).filter(move |&index| fig20.fit(index) == fit);
        let points = indices.map(|index| {
            let ((wins, losses), (first, second)) = (score(index), names(index));
            let published = wins as f64 / (wins + losses) as f64;
            let ours = fig20.published[index].share;
            point(ours, published, (published, published), format!("{first}:{second} {wins} of {}", wins + losses))
        });
        points.collect::<Vec<Point>>()
    };
    let series = vec![of(Fit::Published), of(Fit::OnlyOctober), of(Fit::Neither)];
    let names = ["published program", "only October's", "neither"].map(String::from).to_vec();
    let plot = Plot {
        title: "Fig. 20, published and expected".into(),
        x: Axis::share("share of the first player that the published program is expected to have"),
        y: Axis::share("published share"),
        mark: None,
        series,
        joined: false,
    };
    StudyPicture::plot("fig-20", plot, names)
}

fn number(figure: &Figure) -> f64 {
    match figure {
        Figure::Count(count) => *count as f64,
        Figure::Number(number) => *number,
        Figure::Text(_) => f64::NAN,
    }
}

/// The share of wins thrown away by depth, with the published and with the right sign, from the table of wins kept on
/// 4x4.
pub(super) fn sign(kept: &StudyTable) -> StudyPicture {
    let rows = ["simple, published sign", "simple, right sign", "advanced, published sign", "advanced, right sign"];
    let line = |row: &&str| {
        let cells = kept.cells.iter().filter(|cell| cell.row == format!("4x4: {row}"));
        let points = cells.enumerate().map(|(depth, cell)| {
            let y = 1.0 - number(&cell.ours);
            point(depth as f64, y, (y, y), format!("{}, {}", cell.row, cell.column))
        });
        points.collect::<Vec<Point>>()
    };
    let series: Vec<Vec<Point>> = rows.iter().map(line).collect();
    let all = || series.iter().flatten();
    let plot = Plot {
        title: "Wins thrown away on 4x4, by depth".into(),
        x: Axis::of("depth as the thesis counts it", all().map(|point| point.x)),
        y: Axis::of("share of wins thrown away", all().map(|point| point.y)),
        mark: None,
        series: series.clone(),
        joined: true,
    };
    StudyPicture::plot("sign", plot, rows.map(|row| row.trim_end_matches(" sign").to_owned()).to_vec())
}

/// The score of MCTS by rollouts, with some and with all children.
pub(super) fn subset(by_rollouts: &[ByRollouts]) -> StudyPicture {
    let line = |mean_of: fn(&ByRollouts) -> Mean| {
        let points = by_rollouts.iter().map(|row| {
            let Mean { share, interval } = mean_of(row);
            point(row.rollouts as f64, share, interval, format!("MCTS({}): {share:.3}", row.rollouts))
        });
        points.collect::<Vec<Point>>()
    };
    let plot = Plot {
        title: "MCTS against the published depth-cut players on 4x4".into(),
        x: Axis::of("rollouts", by_rollouts.iter().map(|row| row.rollouts as f64)),
        y: Axis::share("share of games won, both seats"),
        mark: Some(0.5),
        series: vec![line(|row| row.drawn), line(|row| row.complete)],
        joined: true,
    };
    StudyPicture::plot("subset", plot, vec!["published: some children".into(), "all children".into()])
}

/// The score of MCTS with all children by board size.
pub(super) fn sizes(means: &[[f64; 2]]) -> StudyPicture {
    let side = |board: &str| board.split('x').next().and_then(|side| side.parse().ok()).unwrap_or(f64::NAN);
    let line = |kind: usize| {
        let points = BOARDS.iter().zip(means).map(|(board, mean)| {
            point(side(board), mean[kind], (mean[kind], mean[kind]), format!("{board}: {:.3}", mean[kind]))
        });
        points.collect::<Vec<Point>>()
    };
    let plot = Plot {
        title: "MCTS(100) with all children against depth 4".into(),
        x: Axis::of("rows and columns", BOARDS.iter().map(|board| side(board))),
        y: Axis::share("share of games won, both seats"),
        mark: Some(0.5),
        series: vec![line(0), line(1)],
        joined: true,
    };
    StudyPicture::plot("sizes", plot, vec!["A4 as published".into(), "S4, right sign".into()])
}
