//! The HTML page: the values of its template.

use plyscope_core::BadInput;
use plyscope_stats::Interval;
use plyscope_store::{Run, Status};
use serde::Serialize;

use super::replay::{Sample, Samples, script_json};
use super::series::{self, Series};
use super::tables::{self, CellRow, CrossTable, HeatTable, PlayerRow, StripTable, signed, with_error};
use crate::date::civil;
use crate::experiment::Schedule;
use crate::figure::{Figure, MAX_LINES, render, with_figures};
use crate::plan::Plan;
use crate::sequential::{SprtDecision, SprtSummary};
use crate::summary::Summary;
use plyscope_plot::{Axis, Plot, Point, short};

const TEMPLATE: &str = with_figures!("template.html");
const STYLE: &str = include_str!("style.css");
const SCRIPT: &str = include_str!("script.js");

/// The values of the template; the fields are the names used there.
#[derive(Serialize)]
struct Page<'a> {
    style: &'static str,
    script: &'static str,
    data: String,
    name: &'a str,
    facts: Vec<(&'static str, String)>,
    findings: &'a [String],
    notes: &'a [String],
    forfeits: bool,
    depends_on_time: bool,
    is_gauntlet: bool,
    cross: Option<Vec<CrossTable>>,
    sprt: Vec<Figure>,
    options: Option<StripTable>,
    strength: Option<StripTable>,
    several_groups: bool,
    series: Vec<Figure>,
    grid: Option<HeatTable>,
    cost: Option<Figure>,
    first_move: StripTable,
    first_move_elo: Option<String>,
    boards: usize,
    by_board: Option<HeatTable>,
    players: Vec<PlayerRow>,
    cells: Vec<CellRow>,
    cells_left_out: usize,
    /// Title, ending and moves.
    samples: Vec<(String, String, String)>,
    experiment: &'a str,
    file: String,
}

/// The whole file.
pub(super) fn page(about: &Run, plan: &Plan, summary: &Summary, samples: &Samples) -> Result<String, BadInput> {
    let (cells, cells_left_out) = tables::cells(summary);
    let grid = series::grid(&summary.players).map(|grid| tables::heat_map(summary, &grid));
    let series: Vec<Figure> = series::series(&summary.players).iter().filter_map(|s| along(summary, s)).collect();
    let first_move_elo = |(elo, (low, high)): (f64, Interval)| format!("{} ± {:.0}", signed(elo), (high - low) / 2.0);
    let sample = |game: &Sample| (game.title.clone(), game.ending.clone(), game.moves.join(" "));
    let page = Page {
        style: STYLE,
        script: SCRIPT,
        data: script_json(samples),
        name: &summary.name,
        facts: facts(about, plan, summary),
        findings: &summary.findings,
        notes: &summary.notes,
        forfeits: !summary.forfeits.is_empty(),
        depends_on_time: plan.depends_on_time(),
        is_gauntlet: matches!(plan.schedule, Schedule::Gauntlet | Schedule::Ablation),
        cross: tables::cross_tables(plan, summary, samples),
        sprt: summary.sprt.iter().filter_map(|test| sequential_test(summary, test)).collect(),
        options: tables::options(summary),
        strength: tables::strength(summary),
        several_groups: summary.ratings.iter().any(|rating| rating.group > 0),
        series,
        grid,
        cost: cost(summary),
        first_move: tables::first_move(summary),
        first_move_elo: summary.first_move.elo.map(first_move_elo),
        boards: plan.boards.len(),
        by_board: tables::players_by_board(plan, summary),
        players: tables::players(summary),
        cells,
        cells_left_out,
        samples: samples.games.iter().map(sample).collect(),
        experiment: &about.experiment,
        file: file_name(&summary.name),
    };
    render(TEMPLATE, &page)
}

/// The facts about the run.
fn facts(about: &Run, plan: &Plan, summary: &Summary) -> Vec<(&'static str, String)> {
    let (year, month, day, hour, minute) = civil(about.created_ms);
    let state = match about.status {
        Status::Finished => "complete",
        Status::Running => "still running",
        Status::Stopped => "stopped before the end",
    };
    let boards: Vec<&str> = plan.boards.iter().map(|board| board.spec.as_str()).collect();
    vec![
        ("Run", format!("{}, {state}", about.id)),
        ("Games", format!("{} of {}", summary.played, summary.games)),
        ("Players", summary.players.len().to_string()),
        ("Played on", boards.join(", ")),
        ("Started", format!("{year:04}-{month:02}-{day:02} {hour:02}:{minute:02} UTC")),
        ("Program", format!("Plyscope {}", about.program)),
        ("Seed", about.seed.to_string()),
    ]
}

/// A file name for the experiment that is valid on every system.
fn file_name(name: &str) -> String {
    let words: Vec<&str> = name.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let mut stem = words.join("-").to_ascii_lowercase();
    stem.truncate(60);
    if stem.is_empty() { "experiment.toml".to_owned() } else { format!("{stem}.toml") }
}

/// The score against a parameter.
pub(super) fn along(summary: &Summary, series: &Series) -> Option<Figure> {
    let parameter = &series.parameter;
    let point = |&(x, index): &(f64, usize)| {
        let player = &summary.players[index];
        let y = player.score?;
        let title = format!("{}: {}", player.name, with_error(y, player.interval));
        Some(Point { x, y, interval: player.interval, label: String::new(), title })
    };
    let mut lines: Vec<Vec<Point>> =
        series.lines.iter().map(|(_, line)| line.iter().filter_map(point).collect()).collect();
    let mut legend: Vec<String> = series.lines.iter().map(|(label, _)| label.clone()).collect();
    let mut caption = "The score over all games; the band is its 95 % interval.".to_owned();
    if lines.len() > MAX_LINES {
        lines = vec![spread(&lines.concat(), parameter)];
        legend.clear();
        caption = "The line is the mean score of all players with that value; the band goes from the worst of them to \
                   the best."
            .to_owned();
    }
    if lines.iter().map(Vec::len).max()? < 2 {
        return None;
    }
    let x = Axis::of(parameter, lines.iter().flatten().map(|point| point.x));
    let heading = format!("Score against {parameter}");
    let y = Axis::share("score");
    let plot = Plot { title: heading.clone(), x, y, mark: Some(0.5), series: lines, joined: true };
    legend.retain(|label| !label.is_empty());
    Some(Figure { heading, svg: plot.svg(), standalone: plot.standalone(&legend), caption, legend, is_numbered: false })
}

/// One point for each value, with the worst and the best as its interval.
fn spread(points: &[Point], parameter: &str) -> Vec<Point> {
    let mut sorted: Vec<&Point> = points.iter().collect();
    sorted.sort_by(|a, b| a.x.total_cmp(&b.x));
    let of_value = |group: &[&Point]| {
        let (x, n) = (group[0].x, group.len());
        let y = group.iter().map(|point| point.y).sum::<f64>() / n as f64;
        let low = group.iter().map(|point| point.y).fold(1.0, f64::min);
        let high = group.iter().map(|point| point.y).fold(0.0, f64::max);
        let title = format!("{parameter} {x}: {} on average of {n} players", tables::percent(y));
        Point { x, y, interval: (low, high), label: String::new(), title }
    };
    sorted.chunk_by(|a, b| a.x == b.x).map(of_value).collect()
}

/// The way of a sequential test, between the ratios at which it ends.
pub(super) fn sequential_test(summary: &Summary, test: &SprtSummary) -> Option<Figure> {
    let SprtSummary { first, second, lower, upper, llr, games, .. } = test;
    let point = |x: u64, y: f64| {
        let title = format!("{x} games: {y:.2}");
        Point { x: x as f64, y, interval: (y, y), label: String::new(), title }
    };
    let way: Vec<Point> = test.curve.iter().map(|&(games, llr)| point(games, llr)).collect();
    let end = test.curve.last().filter(|(games, _)| *games > 0)?.0;
    let bound = |ratio: f64| vec![point(0, ratio), point(end, ratio)];
    let x = Axis::of("games", [0.0, end as f64].into_iter());
    let y = Axis::of("log-likelihood ratio", way.iter().map(|point| point.y).chain([*lower, *upper]));
    let board = if summary.boards.len() > 1 { format!(" on {}", test.game) } else { String::new() };
    let heading = format!("Sequential test: {first} against {second}{board}");
    let series = vec![way, bound(*upper), bound(*lower)];
    let plot = Plot { title: heading.clone(), x, y, mark: Some(0.0), series, joined: true };
    let state = match (test.decision, test.more_games) {
        (SprtDecision::Open, Some(more)) if !summary.complete => format!("open, about {more} more games expected"),
        (decision, _) => decision.name().to_owned(),
    };
    let caption = format!(
        "{} against {} Elo: {state}. The ratio is {llr:.2} after {games} games. Model: {}.",
        test.elo1, test.elo0, test.model
    );
    let names = [first.to_string(), format!("accepted at {upper:.2}"), format!("rejected at {lower:.2}")];
    let standalone = plot.standalone(&names);
    Some(Figure { heading, svg: plot.svg(), standalone, caption, legend: names.into(), is_numbered: false })
}

/// Strength against the cost of a move.
pub(super) fn cost(summary: &Summary) -> Option<Figure> {
    let searching = |player: usize| summary.players[player].nodes_per_move > 0.0;
    let ranked: Vec<(usize, &crate::summary::Rating)> =
        (1..).zip(&summary.ratings).filter(|(_, rating)| searching(rating.player)).collect();
    if ranked.len() < 2 {
        return None;
    }
    let point = |&(rank, rating): &(usize, &crate::summary::Rating)| {
        let nodes = summary.players[rating.player].nodes_per_move;
        let title = format!("{}: {} positions per move, {:+.0} Elo", rating.name, short(nodes), rating.elo);
        Point { x: nodes, y: rating.elo, interval: rating.interval, label: rank.to_string(), title }
    };
    let points: Vec<Point> = ranked.iter().map(point).collect();
    let x = Axis::of("positions searched per move", points.iter().map(|point| point.x));
    let y = Axis::of("Elo", points.iter().flat_map(|point| [point.interval.0, point.interval.1]));
    let heading = "Strength against cost".to_owned();
    let plot = Plot { title: heading.clone(), x, y, mark: None, series: vec![points], joined: false };
    let rest = summary.ratings.len() - ranked.len();
    let without = match rest {
        0 => String::new(),
        1 => " One player does not search and is not shown.".to_owned(),
        n => format!(" {n} players do not search and are not shown."),
    };
    let caption = format!("Numbers are ranks in the table of strength. Up and to the left is better.{without}");
    let legend: Vec<String> = ranked.iter().map(|(rank, rating)| format!("{rank} {}", rating.name)).collect();
    // Beside a plot of its own there is no list of numbers.
    let names = ranked.iter().map(|(_, rating)| rating.name.clone()).collect::<Vec<_>>();
    let standalone = plot.labelled(&names).standalone(&[]);
    Some(Figure { heading, svg: plot.svg(), standalone, caption, legend, is_numbered: true })
}

#[cfg(test)]
mod tests {
    use super::file_name;

    #[test]
    fn file_names_are_plain() {
        assert_eq!(file_name("Depth & <breadth>"), "depth-breadth.toml");
        assert_eq!(file_name("../…"), "experiment.toml");
    }
}
