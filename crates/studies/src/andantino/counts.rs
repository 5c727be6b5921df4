//! Tables 1 and 2 as counts: what the program visited, next to its seconds, and the speed-ups read off them.

use plyscope_core::{Control, Game, Limits, Notation, Search, Work};
use plyscope_plot::{Axis, Bars, Panel, Plot, Point};
use plyscope_search::{DepthPlan, Kind, Options, Order, Root, TreeSearch, published};

use super::correct::{Corrected, Count, Way};
use super::program::{Program, Ties, evaluation};
use super::published::{CLAIMS, POSITIONS, SEARCHES, SECONDS, spread_of_same_work};
use crate::clock::timed;
use crate::{Drawing, Interrupted, StudyCell, StudyPicture, StudyRequest, StudyTable, spread};

/// What a published search visits and plays.
#[derive(Clone, Debug, PartialEq)]
pub struct Visited {
    /// The work done.
    pub count: Count,
    /// The move it plays.
    pub best: String,
    /// The values of all moves, in the order of moves.
    pub values: Vec<(String, f64)>,
    /// How much processor time it took here.
    pub seconds: f64,
}

/// Runs a published search. The depth is the program's: it counts from the position after the move.
///
/// # Panics
/// If no published search has this name.
pub fn visit(search: &str, position: &Program, depth: u32) -> Visited {
    let name = search;
    let search: Option<Box<dyn Search<Program>>> = published::andantino(name, evaluation());
    let mut search = search.expect("a published search");
    let limits = Limits { depth: Some(depth + 1), ..Limits::default() };
    let (report, time) = timed(|| search.search(position, &limits, &mut Control::new(Work::never(), &mut |_| {})));
    let n_moves = position.moves().count() as u64;
    // A search that sorts evaluates each position it makes, and a leaf once more. Minimax makes only what it visits.
    let made = match name {
        "published-andantino-minimax" => report.counters.nodes,
        _ => report.counters.evaluations - report.counters.leaves,
    };
    Visited {
        count: Count { calls: report.counters.nodes, states: made - n_moves },
        best: position.real.move_text(report.best),
        seconds: time.as_secs_f64(),
        values: report.root_moves.iter().map(|known| (position.real.move_text(known.m), known.score.value())).collect(),
    }
}

/// All counts, for each of the depths 3 and 5, each position and each search.
pub(super) struct Counts {
    counts: Vec<(u32, usize, usize, Count, f64)>,
}

impl Counts {
    pub(super) fn new(request: &StudyRequest<'_>) -> Result<Counts, Interrupted> {
        let depths = SECONDS.iter().map(|(depth, _)| *depth);
        let jobs: Vec<(u32, usize, usize)> =
            depths.flat_map(|depth| (0..16).map(move |index| (depth, index / 4, index % 4))).collect();
        let counts = spread(request, "tables 1 and 2", &jobs, |&(depth, row, column)| {
            let position = Program::after(POSITIONS[row].1, Ties::Fixed);
            let visited = visit(SEARCHES[column].1, &position, depth);
            (depth, row, column, visited.count, visited.seconds)
        })?;
        Ok(Counts { counts })
    }

    pub(super) fn of(&self, depth: u32, row: usize, column: usize) -> Count {
        let found = self.counts.iter().find(|count| (count.0, count.1, count.2) == (depth, row, column));
        found.map_or(Count::default(), |count| count.3)
    }

    fn seconds(&self, depth: u32, row: usize, column: usize) -> f64 {
        let found = self.counts.iter().find(|count| (count.0, count.1, count.2) == (depth, row, column));
        found.map_or(0.0, |count| count.4)
    }
}

/// Table 1 or 2.
pub(super) fn time_table(counts: &Counts, which: usize) -> StudyTable {
    let (depth, seconds) = SECONDS[which];
    let tolerance = spread_of_same_work();
    let mut cells = Vec::new();
    for (row, (moves, _)) in POSITIONS.iter().enumerate() {
        let name = format!("after {moves}");
        for (column, (search, _)) in SEARCHES.iter().enumerate() {
            let ours = StudyCell::new(&name, format!("{search}, s"), counts.seconds(depth, row, column));
            cells.push(ours.elsewhere(seconds[row][column]));
        }
        for (column, (search, _)) in SEARCHES.iter().enumerate() {
            cells.push(StudyCell::new(
                &name,
                format!("{search}, calls / states"),
                counts.of(depth, row, column).to_string(),
            ));
        }
        for (column, (search, _)) in SEARCHES.iter().enumerate().skip(1) {
            let published = seconds[row][0] / seconds[row][column];
            let ours = counts.of(depth, row, 0).states as f64 / counts.of(depth, row, column).states as f64;
            let is_within = published / ours < tolerance && ours / published < tolerance;
            let cell = StudyCell::new(&name, format!("MiniMax : {search}"), ours).within_noise(published, is_within);
            cells.push(if is_within {
                cell
            } else {
                cell.because(format!(
                    "probably a bad measurement: {search} makes fewer states than MiniMax here, yet is said to take \
                     longer; nothing was measured twice"
                ))
            });
        }
    }
    StudyTable {
        id: if which == 0 { "table-1" } else { "table-2" },
        title: format!(
            "Table {}, depth {depth}: what each search visits, and how many times as much MiniMax does",
            which + 1
        ),
        notes: vec![
            "Calls are those of the recursive function; states are board objects made for them, which is what the \
             program's time goes into."
                .to_owned(),
            format!(
                "Seconds: published → ours, which are processor time of a compiled program on another machine, so they \
                 are not compared. The ratios are published seconds → our states. Within noise: no more than a factor \
                 of {tolerance:.2} apart, which is how much the report's own times for the same work differ (table-4, \
                 after 1 move, from depth 7 on)."
            ),
            "The original program, run with this fixed order of equal moves, gave the same counts wherever it was run: \
             in all cells of depth 3 and most of depth 5. Other orders change AlphaBeta and NegaMax by a few per cent."
                .to_owned(),
        ],
        cells,
    }
}

/// The claimed speed-ups.
pub(super) fn speed_up_table(counts: &Counts) -> StudyTable {
    let last = POSITIONS.len() - 1;
    let mut cells = Vec::new();
    for (depth, slow, fast, claim) in CLAIMS {
        let seconds = SECONDS.iter().find(|(known, _)| *known == depth).map_or([0.0; 4], |(_, rows)| rows[last]);
        let row = format!("depth {depth}, PVS against {}", SEARCHES[slow].0);
        let ours = counts.of(depth, last, slow).states as f64 / counts.of(depth, last, fast).states as f64;
        let published = seconds[slow] / seconds[fast];
        let tolerance = spread_of_same_work();
        let is_within = published / ours < tolerance && ours / published < tolerance;
        cells.push(StudyCell::new(&row, "claim", claim));
        cells.push(StudyCell::new(&row, "seconds → states", ours).within_noise(published, is_within));
        let corrected = corrected(Way::Pvs, last, depth, false).states;
        cells.push(StudyCell::new(
            &row,
            "a correct PVS",
            counts.of(depth, last, slow).states as f64 / corrected as f64,
        ));
    }
    StudyTable {
        id: "speed-up",
        title: "The speed-up of PVS after seven moves".to_owned(),
        notes: vec![
            "PVS is faster because it looks at less: it returns after the first child of every position. 137,516 \
             states against 124 explain the whole factor of 1110."
                .to_owned(),
            "The last column is what a PVS without that fault saves, with the same evaluation and order and a bound \
             that is passed on from one root move to the next."
                .to_owned(),
        ],
        cells,
    }
}

/// What the corrected search visits, by index of the position.
fn corrected(way: Way, row: usize, depth: u32, is_fresh: bool) -> Count {
    let position = Program::after(POSITIONS[row].1, Ties::Fixed);
    let search = Corrected::new(way);
    if is_fresh { search.fresh(&position, depth).1 } else { search.shared(&position, depth).1 }
}

/// What the library's own search visits with the same evaluation and order; it scores wins as wins.
fn library(row: usize, depth: u32) -> u64 {
    let position = Program::after(POSITIONS[row].1, Ties::Fixed);
    let order = Order { heuristic: true, ..Order::default() };
    let options = Options { order, root: Root::Shared, ..Options::default() };
    let mut search = TreeSearch::new(Kind::Pvs, options, DepthPlan::OneDepth, evaluation(), 0);
    let limits = Limits { depth: Some(depth + 1), ..Limits::default() };
    search.search(&position, &limits, &mut Control::new(Work::never(), &mut |_| {})).counters.nodes
}

/// What a correct PVS visits.
pub(super) fn correct_table(counts: &Counts) -> StudyTable {
    let mut cells = Vec::new();
    for (depth, _) in SECONDS {
        for (row, (moves, _)) in POSITIONS.iter().enumerate() {
            let name = format!("depth {depth}, after {moves}");
            let mut cell = |column: &str, count: String| cells.push(StudyCell::new(&name, column, count));
            cell("the report's PVS", counts.of(depth, row, 3).to_string());
            cell("correct PVS, full window for each root move", corrected(Way::Pvs, row, depth, true).to_string());
            cell("correct PVS, bound shared", corrected(Way::Pvs, row, depth, false).to_string());
            cell("NegaMax, bound shared", corrected(Way::Negamax, row, depth, false).to_string());
            cell("plyscope's pvs, calls", library(row, depth).to_string());
        }
    }
    StudyTable {
        id: "correct-pvs",
        title: "What a correct PVS visits with the program's evaluation and order: calls / states".to_owned(),
        notes: vec![
            "Correct means that all children are searched and that a leaf's value is for the side to move. A test \
             compares its values with those of a search without pruning."
                .to_owned(),
            "It visits about as much as NegaMax: sorting by the line of the last stone is too poor an order for the \
             narrow windows to pay off."
                .to_owned(),
            "Plyscope's own `pvs` prefers faster wins and repeats a search from alpha, so it searches a different \
             tree."
                .to_owned(),
        ],
        cells,
    }
}

/// Figures 3 and 4 of the report, drawn like there: its seconds after seven moves, and next to them our states.
pub(super) fn bar_charts(counts: &Counts) -> [StudyPicture; 2] {
    let last = POSITIONS.len() - 1;
    [(0, "figure-3"), (1, "figure-4")].map(|(which, name)| {
        let (depth, seconds) = SECONDS[which];
        let bars = |height: &dyn Fn(usize) -> f64| {
            let bar = |(column, search): (usize, &(&str, &str))| (search.0.to_owned(), height(column));
            SEARCHES.iter().enumerate().map(bar).collect()
        };
        let published = Panel { title: "published: seconds".into(), bars: bars(&|column| seconds[last][column]) };
        let states = &|column| counts.of(depth, last, column).states as f64;
        let ours = Panel { title: "ours: states made".into(), bars: bars(states) };
        let title = format!("Figure {}: after the seventh move, depth {depth}", which + 3);
        StudyPicture { name, drawing: Drawing::Bars(Bars { title, panels: vec![published, ours] }) }
    })
}

/// States by depth after seven moves.
pub(super) fn picture() -> StudyPicture {
    let (row, depths) = (POSITIONS.len() - 1, [1, 3, 5]);
    let position = Program::after(POSITIONS[row].1, Ties::Fixed);
    let point = |depth: u32, states: u64| {
        let (x, y) = (f64::from(depth), states as f64);
        Point { x, y, interval: (y, y), label: String::new(), title: format!("depth {depth}: {states} states") }
    };
    let mut series: Vec<Vec<Point>> = Vec::new();
    for (_, search) in SEARCHES {
        series.push(depths.iter().map(|&depth| point(depth, visit(search, &position, depth).count.states)).collect());
    }
    series.push(depths.iter().map(|&depth| point(depth, corrected(Way::Pvs, row, depth, false).states)).collect());
    let mut names: Vec<String> = SEARCHES.iter().map(|(name, _)| (*name).to_owned()).collect();
    names.push("a correct PVS".to_owned());
    let plot = Plot {
        title: "States made for a move, after seven moves".to_owned(),
        x: Axis::of("depth below the root move", depths.iter().map(|&depth| f64::from(depth))),
        y: Axis::of("states", series.iter().flatten().map(|point| point.y)),
        mark: None,
        series,
        joined: true,
    };
    StudyPicture::plot("states", plot, names)
}
