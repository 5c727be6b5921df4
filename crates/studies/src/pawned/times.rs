//! Response times by depth, as a measure of how fast the tree grows.

use std::time::Duration;

use plyscope_core::{Control, Limits, Search, Work};
use plyscope_plot::{Axis, Plot, Point};
use plyscope_search::{DepthPlan, Kind, Options, Root, TreeSearch};

use super::misprint::{documented, random_position};
use super::printed::SECONDS;
use crate::clock::timed;
use crate::{Interrupted, StudyCell, StudyPicture, StudyRequest, StudyTable, spread};

/// Positions averaged over.
const POSITIONS: u64 = 16;

/// The average cost of a move at one depth.
#[derive(Clone, Copy, Debug)]
struct Cost {
    depth: u32,
    nodes: f64,
    seconds: f64,
}

fn search_all(kind: Kind, depth: u32, seed: u64) -> Cost {
    let (mut nodes, mut time) = (0, Duration::ZERO);
    for index in 0..POSITIONS {
        // The program searches every successor with the full window.
        let options = Options { root: Root::Fresh, ..Options::default() };
        let mut search = TreeSearch::new(kind, options, DepthPlan::OneDepth, documented(), 0);
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        let position = random_position(seed, index);
        let (report, took) = timed(|| search.search(&position, &limits, &mut Control::new(Work::never(), &mut |_| {})));
        nodes += report.counters.nodes;
        time += took;
    }
    let n = POSITIONS as f64;
    Cost { depth, nodes: nodes as f64 / n, seconds: time.as_secs_f64() / n }
}

/// The interval of values that round to this one-digit time.
fn rounded(seconds: f64) -> (f64, f64) {
    let unit = 10_f64.powf(seconds.log10().floor());
    (seconds - unit / 2.0, seconds + unit / 2.0)
}

/// The table and its picture.
pub(super) fn table(request: &StudyRequest<'_>) -> Result<(StudyTable, StudyPicture), Interrupted> {
    let columns = ["pure minimax", "alpha-beta"];
    let published = |column: usize, row: usize| if column == 0 { SECONDS[row].1 } else { SECONDS[row].2 };
    let kinds = [Kind::Minimax, Kind::AlphaBeta];
    let jobs: Vec<(usize, usize)> = (0..2)
        .flat_map(|column| (0..SECONDS.len()).map(move |row| (column, row)))
        .filter(|&(column, row)| published(column, row).is_some())
        .collect();
    let costs = spread(request, "response times", &jobs, |&(column, row)| {
        (column, row, search_all(kinds[column], SECONDS[row].0, request.seed))
    })?;
    let mut cells = Vec::new();
    for (column, row, cost) in &costs {
        let name = format!("depth {}", cost.depth);
        let seconds = published(*column, *row).unwrap_or_default();
        cells.push(StudyCell::new(&name, format!("{}, nodes", columns[*column]), cost.nodes.round() as u64));
        let ours = StudyCell::new(&name, format!("{}, s", columns[*column]), cost.seconds);
        cells.push(ours.elsewhere(seconds));
        let before = costs.iter().find(|(other, _, earlier)| other == column && earlier.depth + 1 == cost.depth);
        if let Some((_, earlier_row, earlier)) = before {
            let earlier_seconds = published(*column, *earlier_row).unwrap_or(seconds);
            let ours = cost.nodes / earlier.nodes;
            let ((low, high), (earlier_low, earlier_high)) = (rounded(seconds), rounded(earlier_seconds));
            let is_within = low / earlier_high <= ours && ours <= high / earlier_low;
            let cell = StudyCell::new(&name, format!("{}, growth", columns[*column]), ours)
                .within_noise(seconds / earlier_seconds, is_within);
            cells.push(if is_within {
                cell
            } else {
                cell.because(
                    "the paper does not say over which moves it averaged; towards the end of a game trees are narrow",
                )
            });
        }
    }
    let picture = picture(&costs.iter().map(|&(column, _, cost)| (column, cost)).collect::<Vec<_>>(), columns);
    Ok((
        StudyTable {
            id: "times",
            title: "Response time by depth, and how much a ply costs".to_owned(),
            notes: vec![
                format!(
                    "Ours is the mean over {POSITIONS} random positions with the paper's order of moves, every root \
                     move with the full window. Growth is the factor from one depth to the next, of seconds in the \
                     paper and of nodes here."
                ),
                "Times in the paper have one digit; growth is within noise if some unrounded times would give ours. \
                 Our seconds are processor time on another machine, so they are not compared; they vary a little from \
                 run to run."
                    .to_owned(),
            ],
            cells,
        },
        picture,
    ))
}

fn picture(costs: &[(usize, Cost)], columns: [&str; 2]) -> StudyPicture {
    let point = |cost: &Cost| {
        let (x, y) = (f64::from(cost.depth), cost.nodes);
        Point { x, y, interval: (y, y), label: String::new(), title: format!("depth {x}: {y:.0} nodes") }
    };
    let series =
        |wanted: usize| costs.iter().filter(|(column, _)| *column == wanted).map(|(_, cost)| point(cost)).collect();
    let plot = Plot {
        title: "Nodes for a move by depth".to_owned(),
        x: Axis::of("depth", costs.iter().map(|(_, cost)| f64::from(cost.depth))),
        y: Axis::of("nodes", costs.iter().map(|(_, cost)| cost.nodes)),
        mark: None,
        series: vec![series(0), series(1)],
        joined: true,
    };
    StudyPicture::plot("growth", plot, columns.map(str::to_owned).to_vec())
}
